// the adapter has not fetched this entry yet
#include "adapter.h"

int main(void) {
    send(0, 0, 16);
    REGISTER(uint8_t, 0) = 16;
    return 0;
}
