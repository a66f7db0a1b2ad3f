// run: --nodes 2
// flags: -g
// expect-error: (main+
// expect-error: am_release_without_hold.c:10): am_release without an am_hold that belongs to it
#include <am.h>

int main(void) {
    am_hold();
    am_release();
    am_release();
}
