// run: --nodes 3
// flags: -g
// expect-error: am_request_nowhere.c:11): am_request_df: there is no node -1
// A message about bad arguments names the line of the call, not one of the library.
#include <am.h>
#include <fetch_add.h>

static int x;

int main(void) {
    am_request_df(-1, 0, x, 2, 3.0);
}
