// Faults of programs that send messages, by number, on four nodes: faults.txt has the message of
// each on every machine.
#include <am.h>
#include <fetch_add.h>
#include <stdio.h>
#include <stdlib.h>

/// Keeps calls of different cases apart, so that each has its line.
#define END                                                                                        \
    __asm__ volatile("" : : "i"(__LINE__));                                                        \
    break

static volatile int flag, never, count;
static int word;

static void set(int src, int value) { (void)src, flag = value; }
static void waits(int src, int value) {
    (void)src, (void)value;
    while (!never) {
    }
}
static void waits_for_message(int src, int value) {
    (void)src, (void)value;
    am_wait(&never, 1);
    ++count;
}
static void endless(int src, int value) {
    (void)src, (void)value;
    for (;;) ++count;
}
static void faults(int src, int value) {
    (void)src;
    *(volatile int *)4 = value;
}
static void answers_nobody(int src, int value) {
    (void)src;
    am_reply_1(4, set, value);
    ++count;
}
static void answers_null(int src, int value) {
    (void)src;
    am_reply_1(src, (am_handler_1_t)(size_t)never, value);
    ++count;
}
static void answers_wild(int src, int value) {
    am_reply_1(src, (am_handler_1_t)(size_t)0x7F000000, value);
}
static void answers_to_fault(int src, int value) { am_reply_1(src, faults, value); }

int main(int argc, char **argv) {
    const int which = argc > 1 ? atoi(argv[1]) : 0, me = am_my_proc(), next = (me + 1) % am_procs();
    switch (which) {
    case 1: END;
    case 2: am_request_1(next, waits, 0); END;
    case 3: am_request_1(next, waits_for_message, 0); END;
    case 4:
        am_hold();
        am_request_1(next, set, 1);
        while (!flag) {
        }
        END;
    case 5:
        if (me == 0) {
            am_hold();
            while (!flag) {
            }
        } else if (me == 1) {
            am_request_1(0, set, 1);
        }
        printf("end %d\n", me);
        return 0;
    case 6:
        if (me == 0) am_request_1(next, (am_handler_1_t)(size_t)never, 1);
        END;
    case 7:
        if (me == 0) am_request_1(0, (am_handler_1_t)(size_t)never, 1);
        END;
    case 8:
        if (me == 0) am_request_1(4, set, 1);
        END;
    case 9:
        if (me == 0) am_request_1(-1, set, 1);
        END;
    case 10:
        if (me == 0) am_reply_1(-1, set, 1);
        END;
    case 11:
        if (me == 0) am_request_1(next, answers_nobody, 1);
        END;
    case 12:
        if (me == 0) am_request_1(next, answers_null, 1);
        END;
    case 13:
        if (me == 0) am_release();
        END;
    case 14:
        if (me == 0) am_store(4, &word, &word, 4, 0, 0);
        END;
    case 15:
        if (me == 0) am_store(next, &word, &word, -4, 0, 0);
        END;
    case 16:
        if (me == 0) am_get(-1, &word, &word, 4, 0, 0);
        END;
    case 17:
        if (me == 0) am_request_1(next, endless, 1);
        END;
    case 18:
        if (me == 0) am_request_1(next, faults, 1);
        END;
    case 19:
        if (me == 0) fetch_add(4, &word, 1);
        END;
    case 20:
        if (me == 0) am_request_1(next, (am_handler_1_t)(void *)&word, 1);
        END;
    case 21:
        if (me == 0)
            for (;;) ++count;
        END;
    case 22:
        if (me == 0) am_request_df(4, 0, 1, 2, 3.0);
        END;
    case 23: // node 1 does not poll, and node 0 sends more than the network keeps
        if (me == 1)
            while (!flag) {
            }
        for (int i = 0; i < 5 && me == 0; ++i) am_request_1(1, set, 0);
        END;
    case 24:
        if (me == 0) am_request_1(next, (am_handler_1_t)(size_t)0x7F000000, 1);
        END;
    case 25:
        if (me == 0) am_request_1(next, answers_wild, 1);
        END;
    case 26:
        if (me == 0) am_request_1(next, answers_to_fault, 1);
        END;
    }
    am_wait(&flag, 1);
    printf("end %d\n", me);
}
