#include <fail.h>
#include <fetch_add.h>

static AM_SHORT void follows_h(shared_lock_t *lock, int node) { lock->next = node; }
static AM_SHORT void grant_h(shared_lock_t *lock) { lock->granted = 1; }
AM_EXPRESS_SHORT(grant_h);

void shared_lock_acquire(int proc, shared_lock_t *lock) {
    const int me = am_my_proc() + 1;
    lock->next = 0;
    const int before = fetch_store(proc, &lock->tail, me);
    if (before == 0) return;
    if (before == me)
        xnet_fail_at(__builtin_return_address(0), "shared_lock_acquire: this node has the lock");
    am_short_request_2(before - 1, follows_h, lock, me);
    am_wait(&lock->granted, 1);
}

void shared_lock_release(int proc, shared_lock_t *lock) {
    const int me = am_my_proc() + 1;
    if (lock->next == 0) {
        if (compare_swap(proc, &lock->tail, me, 0) == me) return;
        while (lock->next == 0) am_poll(); // a successor has asked, and will announce itself
    }
    am_short_request_1(lock->next - 1, grant_h, lock);
}
