// run: --nodes 2
// flags: -g
// expect-error: shared_lock_twice.c:11): shared_lock_acquire: this node has the lock
#include <fetch_add.h>

static shared_lock_t lock;

int main(void) {
    if (am_my_proc() == 1) return 0;
    shared_lock_acquire(1, &lock);
    shared_lock_acquire(1, &lock);
    return 0;
}
