// run: --nodes 2
// flags: -g
// expect-error: deadlock
// expect-error: node 0, since cycle
// expect-error: (am_wait+
// expect-error: (main+
// expect-error: shared_lock_never_released.c:17), reads
// expect-error: (lock+0x8)
// The deadlock report names the program's call, not only the place in the runtime.
#include <fetch_add.h>

static shared_lock_t lock;

int main(void) {
    while (am_my_proc() == 0 && lock.tail == 0) am_poll();
    const int proc = 0;
    shared_lock_acquire(proc, &lock);
}
