// a register of the network interface is one word
#include "../ni.h"

int main(void) {
    (void)NI_DOUBLE(left + status); // only its FIFOs take two
    return 0;
}
