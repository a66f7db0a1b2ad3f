// run: --nodes 3
// expect: ok critical
// Two words that belong together, shared by main, request handlers and reply handlers. The others
// send with varying gaps, until every instruction of main's hold and release has been interrupted,
// with handlers that hold and release themselves.
#include "check.h"

static volatile unsigned first, second = ~0u; // second == ~first outside of holds
static volatile int handled[2], stop, stopped;
static volatile unsigned char resumed_low[1024], resumed_high[1024]; // by word of the region below

// update() as code: the places where handlers interrupted it.
extern const char update_begin[] __asm__("update"), update_end[] __asm__("update_after");

static int word_in_update(unsigned pc) {
    return pc - (unsigned)update_begin < (unsigned)(update_end - update_begin)
               ? (int)(pc - (unsigned)update_begin) / 4
               : -1;
}

static void bump(void) {
    am_hold();
    CHECK_EQUAL(second, ~first);
    ++first;
    delay(3);
    second = ~first;
    am_release();
}

static void low(int src) {
    (void)src;
    const int word = word_in_update(xnet_get_lpepc());
    if (word >= 0) resumed_low[word] = 1;
    bump(); // in its own hold, against reply handlers
    ++handled[0];
}

static void high(int src) {
    (void)src;
    const int word = word_in_update(xnet_get_hpepc());
    if (word >= 0) resumed_high[word] = 1;
    CHECK_EQUAL(second, ~first);
    ++first;
    second = ~first;
    ++handled[1];
}

static void halt(int src) {
    (void)src;
    stop = 1;
}
static void halted(int src) {
    (void)src;
    ++stopped;
}

// Holds nest; inside, no message is handled.
__attribute__((noinline)) void update(void) {
    am_hold();
    const int before = handled[0] + handled[1];
    ++first;
    am_hold();
    delay(2);
    am_release();
    second = ~first;
    CHECK_EQUAL(handled[0] + handled[1], before);
    am_release();
}
__attribute__((noinline)) void update_after(void) { __asm__ volatile(""); }

int main(void) {
    const int me = am_my_proc();
    unsigned random = 12345u + (unsigned)me;
    if (me != 0) {
        while (!stop) {
            if (me == 1)
                am_request_0(0, low);
            else
                am_reply_0(0, high);
            delay(random_below(&random, 1200));
        }
        am_request_0(0, halted);
    } else {
        int updates = 0;
        while (handled[0] < 3000 || handled[1] < 3000) {
            update();
            ++updates;
            delay(random_below(&random, 7));
        }
        am_request_0(1, halt);
        am_request_0(2, halt);
        am_wait(&stopped, 2);
        CHECK_EQUAL(second, ~first);
        CHECK_EQUAL(first, updates + handled[0] + handled[1]);
        int low_places = 0, high_places = 0;
        for (int i = 0; i < 1024; ++i) low_places += resumed_low[i], high_places += resumed_high[i];
        CHECK(low_places >= 15); // all places outside the hold, and none inside
        CHECK(high_places >= 15);
        CHECK_EQUAL(__xnet_holds, 0);
    }
    return finish("critical");
}
