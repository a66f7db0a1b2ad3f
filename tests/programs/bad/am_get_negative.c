// run: --nodes 3
// flags: -g
// expect-error: am_get_negative.c:11): am_get: -4 bytes
// A message about bad arguments names the line of the call, not one of the library.
#include <am.h>
#include <fetch_add.h>

static int x;

int main(void) {
    am_get(0, &x, &x, -4, 0, 0);
}
