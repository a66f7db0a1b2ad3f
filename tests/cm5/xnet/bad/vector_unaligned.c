// load from an unaligned address
#include <xnet.h>
static char bytes[200];
int main(void) {
    xnet_lwv(4, bytes + 2);
    return 0;
}
