// run: --nodes 4
// status: 7
// The run's status is the first nonzero one, in node order; not in order of time.
#include "check.h"

int main(void) {
    const int status[] = {0, 0, 7, 5};
    delay(am_my_proc() == 2 ? 1000 : 0);
    return status[am_my_proc()];
}
