// a register of the adapter is a word, and a length is a byte or a word of four
#include "adapter.h"

int main(void) {
    REGISTER(uint16_t, 0) = 0x1010;
    return 0;
}
