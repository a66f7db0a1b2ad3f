// run: --check-am=1000 --nodes 2
// expect-error: request handler asks sends a request
// expect-error: called from 0x
// expect-error: (asks+0x
// expect-error: check_am_caller.c:13)
// flags: -g
// The SEND is the library's, which has no source lines: the report has the line of the handler.
#include <am.h>
#include <fetch_add.h>

static volatile int counter;
static fetch_op_t op;
static void asks(int source) { fetch_add_begin(&op, source, &counter, 1); }

int main(void) {
    if (am_my_proc() == 0) {
        am_request_0(1, asks);
        while (counter == 0) am_poll();
    }
    return 0;
}
