// Conformance of <fetch_add.h>: no operation is lost, no two nodes get the same number, and a lock
// has one holder; while handlers of both priorities work on the same words.
//
//   fetch MODE       0: interrupts, 1: polling
#include "check.h"

#include <fetch_add.h>
#include <stdlib.h>

enum { most = 1 << 16, under_way = 8 };

// Node 0 receives the result of each operation, and checks that it receives each once.
static unsigned seen[most / 32];
static volatile int reports, twice;
static void saw(int src, int value) {
    (void)src;
    if (value < 0 || value >= most) {
        ++twice;
    } else {
        twice += (int)(seen[value / 32] >> value % 32 & 1);
        seen[value / 32] |= 1u << value % 32;
    }
    ++reports;
}

/// On node 0, which waits until `count` values have arrived: they must be 0 to count - 1.
static void all_seen(int count) {
    if (am_my_proc() == 0) {
        am_wait(&reports, count);
        CHECK_EQUAL(twice, 0);
        for (int i = 0; i < count; ++i) CHECK(seen[i / 32] >> i % 32 & 1);
        for (int i = 0; i < most / 32; ++i) seen[i] = 0;
    }
}

/// Where all nodes wait for all others, 32 nodes do so if there are more than 32.
static int contenders(void) { return am_procs() < 32 ? am_procs() : 32; }
static int contends(void) {
    return am_my_proc() % (am_procs() / contenders()) == 0 &&
           am_my_proc() / (am_procs() / contenders()) < contenders();
}

static int mode;
static void meet(void) { am_enable(mode); }

static shared_counter_t tickets;
static volatile int total, pokes_low, pokes_high;

// Handlers of both levels work on the word too.
static void poke_low(int src) {
    (void)src;
    am_atomic_add(&total, 1000);
    am_atomic_add(&pokes_low, 1);
}
static void poke_high(int src) {
    (void)src;
    am_atomic_add(&total, 1000);
    am_atomic_add(&pokes_high, 1);
}

/// Each ticket is given out once. No addition to the sum is lost, including those of the owner.
static void counts(int each) {
    const int me = am_my_proc(), n = am_procs(), owner = n / 2;
    for (int i = 0; i < each; ++i) am_request_1(0, saw, shared_counter_add(owner, &tickets, 1));
    all_seen(each * n);
    meet();
    CHECK_EQUAL(shared_counter_read(owner, &tickets), each * n);

    for (int i = 0; i < each; ++i) {
        am_request_0(owner, poke_low);
        am_reply_0(owner, poke_high);
        fetch_add(owner, &total, (me + i) % 2 ? -3 : 5);
        if (me == owner) am_atomic_add(&total, 7);
    }
    if (me == owner) {
        while (pokes_low < each * n || pokes_high < each * n) am_poll();
    }
    meet();
    const int fives = (n + 1) / 2 * ((each + 1) / 2) + n / 2 * (each / 2);
    const int sums = 5 * fives - 3 * (each * n - fives) + 7 * each + 2000 * each * n;
    CHECK_EQUAL(fetch_add(owner, &total, 0), sums);
    meet();
}

/// Every stored value is returned once, except the last one, which stays.
static volatile int slot;
static void stores(int each) {
    const int me = am_my_proc(), n = am_procs(), owner = n - 1;
    for (int i = 0; i < each; ++i) // 1 to each * n
        am_request_1(0, saw, fetch_store(owner, &slot, me * each + i + 1));
    meet();
    if (me == 0) am_request_1(0, saw, fetch_store(owner, &slot, 0));
    all_seen(each * n + 1);
    meet();
}

/// A sum by compare&swap: failed operations change nothing.
static volatile int compared;
static void swaps(int each) {
    const int n = contenders(), owner = 0;
    for (int i = 0; contends() && i < each; ++i) {
        int old = 0, found;
        while ((found = compare_swap(owner, &compared, old, old + 3)) != old) old = found;
    }
    meet();
    CHECK_EQUAL(fetch_add(owner, &compared, 0), 3 * each * n);
    CHECK_EQUAL(compare_swap(owner, &compared, 3 * each * n + 1, 0), 3 * each * n);
    CHECK_EQUAL(fetch_add(owner, &compared, 0), 3 * each * n);
    meet();
}

/// Many open operations, on all nodes.
static volatile int words[under_way];
static void split_phase(int each) {
    const int me = am_my_proc(), n = am_procs();
    for (int round = 0; round < each; ++round) {
        fetch_op_t op[under_way];
        for (int i = 0; i < under_way; ++i) fetch_add_begin(&op[i], (me + i) % n, &words[i], i + 1);
        for (int i = under_way; i-- > 0;) CHECK_EQUAL(fetch_end(&op[i]) % (i + 1), 0);
    }
    meet();
    for (int i = 0; i < under_way; ++i) CHECK_EQUAL(words[i], each * (i + 1));
    meet();
    fetch_op_t store, swap;
    const int next = (me + 1) % n;
    fetch_store_begin(&store, next, &words[0], me + 100);
    compare_swap_begin(&swap, next, &words[1], 2 * each, me - 100);
    CHECK_EQUAL(fetch_end(&swap), 2 * each);
    CHECK_EQUAL(fetch_end(&store), each);
    meet();
    CHECK_EQUAL(words[0], (me + n - 1) % n + 100);
    CHECK_EQUAL(words[1], (me + n - 1) % n - 100);
}

/// In the lock, a plain load and a plain store of a word on another node.
static shared_lock_t lock;
static volatile int guarded, inside;
static void locked(int each) {
    const int n = am_procs(), owner = n / 3, keeper = n / 2;
    for (int i = 0; contends() && i < each; ++i) {
        shared_lock_acquire(owner, &lock);
        CHECK_EQUAL(fetch_add(keeper, &inside, 1), 0);
        const int before = fetch_add(keeper, &guarded, 0);
        if (i % 3 == 0) delay(100);
        fetch_store(keeper, &guarded, before + 1);
        CHECK_EQUAL(fetch_add(keeper, &inside, -1), 1);
        shared_lock_release(owner, &lock);
    }
    meet();
    CHECK_EQUAL(fetch_add(keeper, &guarded, 0), each * contenders());
    if (am_my_proc() == owner) CHECK_EQUAL(lock.tail, 0);
    meet();
}

int main(int argc, char **argv) {
    mode = argc > 1 && atoi(argv[1]) ? AM_POLLING : AM_INTERRUPTS;
    const int n = am_procs(), each = n <= 3    ? 20
                                     : n <= 17 ? 6
                                     : n <= 64 ? 2
                                               : 1; // operations of each kind and node
    if (each * n >= most) return 2;
    meet();
    counts(each);
    stores(each);
    swaps(each);
    split_phase(each);
    locked(each);
    am_disable();
    return finish("fetch");
}
