// Deferred functions and the mask. Main defers a function in a hold, where it may not run, so its
// event comes again some hundred cycles later. Main delays a little more each time: the event comes
// at every cycle of what opens and closes holds and changes words atomically. The function is
// main's equal: it waits for messages, and allocates memory, which opens and closes the mask. So it
// must not run where messages are masked out: it would wait for ever, and in an atomic operation an
// update of main's or a handler's would disappear. Where it may not run yet, main's hold stays
// closed.
//
// The event is never that of a handler that has just run: it would come where the handler came, and
// there messages are never masked out (defer.c).
#include "../../runtime/lib/am/src/am_defer.h"
#include "check.h"
#include "settle.h"

#include <am.h>
#include <stdlib.h>

enum { patience = 20000, unit = 16, in_each = 4, steps = 2 * AM_DEFER_LATER };

static volatile int in_hold, in_section, word, stored, probed, runs, inside, heard, unheard;

static void hear(int src) {
    (void)src;
    am_atomic_add(&word, 1);
    ++heard;
}

/// Waits for a message of this node to itself, without a hold.
static void listen(void) {
    const int before = heard;
    const unsigned start = am_cycles();
    am_request_0(am_my_proc(), hear);
    while (heard == before)
        if (am_cycles() - start > patience) { // messages are masked out
            ++unheard;
            return;
        } else {
            am_poll();
        }
}

static void waits(void) {
    CHECK(!in_hold);
    inside += in_section;
    listen();
    ++runs;
}
static void allocates(void) {
    CHECK(!in_hold);
    inside += in_section;
    free(malloc(40));
    listen();
    ++runs;
}

static void probe(int src) {
    (void)src;
    CHECK(!in_hold);
    am_atomic_add(&word, 1);
    ++probed;
}

/// The more, the longer `n` is.
static __attribute__((noinline)) void idle(int n) {
    for (volatile int i = 0; i < n / unit; ++i) {
    }
    settle(settle_most - n % unit);
}

/// What main adds to the word.
static __attribute__((noinline)) int section(int n, void (*f)(void)) {
    am_hold();
    in_hold = 1;
    am_defer(f);
    am_request_0(am_my_proc(), probe);
    idle(n);
    in_hold = 0;
    am_release();
    in_section = 1;
    for (int i = 0; i < in_each; ++i) {
        am_atomic_add(&word, 1);
        am_atomic_store(&stored, i);
        am_hold();
        am_release();
        const int was = word;
        if (am_atomic_swap(&word, was, was + 1) != was) am_atomic_add(&word, 1);
    }
    in_section = 0;
    return 2 * in_each;
}

int main(void) {
    am_enable(AM_INTERRUPTS);
    int expected = 0, lost = 0;
    for (int n = 0; n < 2 * steps; ++n) {
        const int before = heard;
        expected += section(n / 2, n % 2 ? waits : allocates);
        while (!runs || heard == before || !probed) am_poll();
        expected += 2; // hear, probe
        if (word != expected) ++lost, expected = word;
        CHECK(runs == 1 && probed == 1 && heard == before + 1);
        runs = probed = 0;
    }
    CHECK_EQUAL(unheard, 0);
    CHECK_EQUAL(lost, 0);
#ifdef AM_DEFER_TIMELET // others run it at the end of the hold, or in a poll
    CHECK(inside > 20);
#endif
    am_disable();
    return finish("defer_masked");
}
