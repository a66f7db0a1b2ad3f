// a line of an entry is written over that the adapter has not fetched yet
#include "adapter.h"

int main(void) {
    send(0, 0, 16);
    REGISTER(uint32_t, SEND + 4) = 1;
    flush(SEND);
    return 0;
}
