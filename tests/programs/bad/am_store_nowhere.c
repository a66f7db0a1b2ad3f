// run: --nodes 3
// flags: -g
// expect-error: am_store_nowhere.c:11): am_store: there is no node 77
// A message about bad arguments names the line of the call, not one of the library.
#include <am.h>
#include <fetch_add.h>

static int x;

int main(void) {
    am_store(77, &x, &x, 4, 0, 0);
}
