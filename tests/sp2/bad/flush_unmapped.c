// access to an unmapped address 0x70000000
#include "adapter.h"

int main(void) {
    flush(0x70000000u - 0x80000000u);
    return 0;
}
