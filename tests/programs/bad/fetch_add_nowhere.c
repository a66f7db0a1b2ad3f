// run: --nodes 3
// flags: -g
// expect-error: fetch_add_nowhere.c:11): fetch_add: there is no node 3
// A message about bad arguments names the line of the call, not one of the library.
#include <am.h>
#include <fetch_add.h>

static int x;

int main(void) {
    fetch_add(3, &x, 1);
}
