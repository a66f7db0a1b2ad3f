// run: --check-am=1000 --nodes 2
// expect-error: handler computes takes
// A handler must not do serious computation (CSD-94-823 A.10, "Active Messages").
#include <am.h>

static volatile int result;
static void computes(int src) {
    for (int i = 0; i < 1000; ++i) result += src;
}

int main(void) {
    if (am_my_proc() == 0) am_request_0(1, computes);
}
