// run: --nodes 1
// flags: -fexceptions
// expect-error: terminating due to uncaught exception of type i
// An exception that leaves a handler does not reach the code that the handler has interrupted.
#include <am.h>

volatile int done;
void handler(int, int value) { throw value; }

int main() {
    try {
        am_request_1(am_my_proc(), handler, 7);
        while (!done) am_poll();
    } catch (int) {}
}
