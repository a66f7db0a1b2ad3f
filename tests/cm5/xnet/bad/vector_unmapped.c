// to an unmapped address
#include <xnet.h>
int main(void) {
    xnet_swv(4, (void *)0x7fffff00);
    return 0;
}
