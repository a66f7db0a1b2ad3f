// a register of the network interface is one word
#include "../ni.h"

int main(void) {
    *(volatile uint16_t *)(0x20000000 + left + send_word) = 1;
    return 0;
}
