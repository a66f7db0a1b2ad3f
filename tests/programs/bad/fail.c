// expect-error: node 0, cycle
// expect-error: (main+
// expect-error: 2 of -5 pages, 0xbeef, two x, (null) 100%
#include <fail.h>

int main(void) {
    xnet_fail("%u of %d pages, 0x%x, %s %c, %s 100%%\n", 2u, -5, 0xbeefu, "two", 'x', (char *)0);
}
