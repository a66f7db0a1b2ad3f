// run: --nodes 8
// expect: ok split_phase
// Many split-phase fetch&adds in flight, which complete in another order than they began.
#include "check.h"

#include <fetch_add.h>

enum { each = 24 };

static volatile int counters[3];

int main(void) {
    const int me = am_my_proc(), n = am_procs();
    fetch_op_t op[each];
    int seen[each];
    for (int i = 0; i < each; ++i)
        fetch_add_begin(&op[i], (me + i) % n, &counters[i % 3], 1 + i % 3);
    for (int i = 0; i < each; ++i) seen[i] = 0;
    for (int i = each - 1; i >= 0; --i) {
        const int value = fetch_end(&op[i]);
        CHECK_EQUAL(value % (1 + i % 3), 0);
        ++seen[i];
    }
    for (int i = 0; i < each; ++i) CHECK_EQUAL(seen[i], 1);
    barrier();
    // Each node is the target of each * n / n operations; one kind in three of each.
    int total = 0;
    for (int k = 0; k < 3; ++k) total += counters[k] / (1 + k);
    CHECK_EQUAL(total, each);
    return finish("split_phase");
}
