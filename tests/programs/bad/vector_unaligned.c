// run: --nodes 1
// expect-error: access to an unaligned address
#include <xnet.h>

static char words[256];

int main(void) {
    xnet_lwv(4, words + 2);
    return 0;
}
