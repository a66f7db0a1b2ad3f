// more entries are freed than packets have arrived
#include "adapter.h"

int main(void) {
    REGISTER(uint32_t, POP) = 1;
    return 0;
}
