// run: --machine sp2 --nodes 2
// levels: -O2
// What `inlet reproduce sp2` runs and measures of short messages: docs/reproduce.md. Each piece of
// code stands between two labels. Node 0 is measured.
#include "sp2_measure.h"

#include <stdio.h>

enum { turns = 100, polls = 1000 };

static volatile int flag, go;

static void go_h(int source, int value) {
    (void)source;
    go = value;
}
static void dawdle(int turns) {
    for (volatile int i = 0; i < turns; ++i) {
    }
}
static void wait_for(int value) {
    while (go != value) am_poll();
    go = 0;
}

// --- Figure 1, Table 1 ---------------------------------------------------------------------------

static void sender_1(int source, int a) { (void)source, flag = a; }
static void sender_2(int source, int a, int b) { (void)source, (void)b, flag = a; }
static void sender_3(int source, int a, int b, int c) { (void)source, (void)b, (void)c, flag = a; }
static void sender_4(int source, int a, int b, int c, int d) {
    (void)source, (void)b, (void)c, (void)d, flag = a;
}
static void receiver_1(int source, int a) { am_reply_1(source, sender_1, a); }
static void receiver_2(int source, int a, int b) { am_reply_2(source, sender_2, a, b); }
static void receiver_3(int source, int a, int b, int c) { am_reply_3(source, sender_3, a, b, c); }
static void receiver_4(int source, int a, int b, int c, int d) {
    am_reply_4(source, sender_4, a, b, c, d);
}

#define ROUND_TRIP(words, ...)                                                                     \
    static void trip_##words(int n) {                                                              \
        for (int i = 0; i < n; ++i) {                                                              \
            flag = 0;                                                                              \
            am_request_##words(1, receiver_##words, __VA_ARGS__);                                  \
            while (!flag) am_poll();                                                               \
        }                                                                                          \
    }                                                                                              \
    MEASURED void round_trip_##words(void) {                                                       \
        trip_##words(10);                                                                          \
        LABEL(trip_##words##_begin);                                                               \
        trip_##words(turns);                                                                       \
        LABEL(trip_##words##_end);                                                                 \
        seen = words;                                                                              \
    }
ROUND_TRIP(1, 1)
ROUND_TRIP(2, 1, 2)
ROUND_TRIP(3, 1, 2, 3)
ROUND_TRIP(4, 1, 2, 3, 4)

// --- Table 3 -------------------------------------------------------------------------------------

static volatile int counted;
static void count_1(int source, int a) { (void)source, (void)a, ++counted; }
static void count_2(int source, int a, int b) { (void)source, (void)a, (void)b, ++counted; }
static void count_3(int source, int a, int b, int c) {
    (void)source, (void)a, (void)b, (void)c, ++counted;
}
static void count_4(int source, int a, int b, int c, int d) {
    (void)source, (void)a, (void)b, (void)c, (void)d, ++counted;
}

/// Eight of a kind, which node 1 need not acknowledge: nothing arrives. The last one is taken.
#define CALLS(words, ...)                                                                          \
    MEASURED void request_##words(int a) {                                                         \
        LABEL(request_##words##_begin);                                                            \
        am_request_##words(1, count_##words, __VA_ARGS__);                                         \
        LABEL(request_##words##_end);                                                              \
        seen = words;                                                                              \
    }                                                                                              \
    MEASURED void reply_##words(int source, int a) {                                               \
        LABEL(reply_##words##_begin);                                                              \
        am_reply_##words(source, count_##words, __VA_ARGS__);                                      \
        LABEL(reply_##words##_end);                                                                \
        seen = words;                                                                              \
    }
CALLS(1, a)
CALLS(2, a, 2)
CALLS(3, a, 2, 3)
CALLS(4, a, 2, 3, 4)
static void (*const requests[])(int) = {request_1, request_2, request_3, request_4};

enum { calls = 4 };

MEASURED void poll(void) {
    LABEL(poll_begin);
    seen = 0; // so that the label is not in the loop
    for (int i = 0; i < polls; ++i) am_poll();
    LABEL(poll_end);
    seen = 5;
}

/// The poll is "called sporadically" (003 5): there is nothing of it in the loop around it.
MEASURED void poll_once(void) {
    LABEL(poll_once_begin);
    am_poll();
    LABEL(poll_once_end);
    seen = 6;
}

static void ring_h(int source, int words) { (void)words, am_reply_1(source, go_h, 1); }

int main(void) {
    if (am_my_proc() == 1) {
        while (go != 2) am_poll();
        // Requests whose handlers on node 0 are measured: replies there.
        for (int words = 1; words <= 4; ++words)
            for (int i = 0; i < calls; ++i) {
                const int before = counted;
                switch (words) {
                case 1: am_request_1(0, reply_1, i); break;
                case 2: am_request_1(0, reply_2, i); break;
                case 3: am_request_1(0, reply_3, i); break;
                case 4: am_request_1(0, reply_4, i); break;
                }
                while (counted == before) am_poll();
            }
        am_request_1(0, go_h, 3);
        return 0;
    }
    round_trip_1();
    round_trip_2();
    round_trip_3();
    round_trip_4();
    am_request_1(1, ring_h, 0);
    wait_for(1);
    for (int words = 1; words <= 4; ++words) {
        for (int i = 0; i < calls; ++i) {
            requests[words - 1](i);
            dawdle(1000);
        }
        am_request_1(1, ring_h, 0); // with its answer all are acknowledged
        wait_for(1);
    }
    poll();
    poll_once();
    am_request_1(1, go_h, 2);
    wait_for(3);
    return 0;
}
