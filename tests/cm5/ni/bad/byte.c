// a register of the network interface is one word
#include "../ni.h"

int main(void) {
    (void)*(volatile uint8_t *)(0x20000000 + left + status);
    return 0;
}
