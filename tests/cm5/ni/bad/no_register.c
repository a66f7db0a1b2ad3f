// the network interface has no register there
#include "../ni.h"

int main(void) {
    (void)NI(0x10);
    return 0;
}
