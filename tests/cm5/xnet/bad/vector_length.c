// vector length above 32
#include <xnet.h>
int main(void) {
    xnet_set_vlr(33);
    return 0;
}
