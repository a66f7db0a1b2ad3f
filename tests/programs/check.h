// Shared by the test programs: checks that name their place, a barrier, and an end that waits for
// every node.
#pragma once

#include <am.h>
#include <stdio.h>

static volatile int check_failures;

/// Prints the place of a check that fails; the program continues and ends with status 1.
#define CHECK(condition) ((condition) ? (void)0 : check_failed(__LINE__, #condition, 0, 0))
#define CHECK_EQUAL(a, b) check_equal(__LINE__, #a " == " #b, (int)(a), (int)(b))

static void check_failed(int line, const char *what, int a, int b) {
    if (++check_failures > 10) return; // enough failures
    printf("node %d, line %d: not %s", am_my_proc(), line, what);
    if (a != b) printf(" (%d = 0x%x and %d = 0x%x)", a, (unsigned)a, b, (unsigned)b);
    puts("");
}

static inline void check_equal(int line, const char *what, int a, int b) {
    if (a != b) check_failed(line, what, a, b);
}

static volatile int barrier_arrived, barrier_open;

static void barrier_leave(int src) {
    (void)src;
    ++barrier_open;
}

static void barrier_enter(int src) { // on node 0; the last node releases all
    (void)src;
    if (++barrier_arrived < am_procs()) return;
    barrier_arrived = 0;
    for (int i = 0; i < am_procs(); ++i) am_reply_0(i, barrier_leave);
}

static inline void barrier(void) {
    am_request_0(0, barrier_enter);
    am_wait(&barrier_open, 1);
}

static volatile int finish_reports, finish_failures;

static void finish_report(int src, int failures) {
    (void)src;
    finish_failures += failures;
    ++finish_reports;
}

/// The end of a program: node 0 waits for all nodes and prints "ok NAME". Returns the exit status.
static inline int finish(const char *name) {
    am_request_1(0, finish_report, check_failures);
    if (am_my_proc() != 0) return check_failures != 0;
    am_wait(&finish_reports, am_procs());
    if (finish_failures == 0) printf("ok %s\n", name);
    return finish_failures != 0;
}

/// Waits about that many cycles, including handlers' cycles.
static inline void delay(int cycles) {
    const uint32_t start = am_cycles();
    while (am_cycles() - start < (uint32_t)cycles) {
    }
}

/// Pseudo-random numbers, 0 to limit - 1.
static inline int random_below(unsigned *state, int limit) {
    *state = *state * 1664525u + 1013904223u;
    return (int)((*state >> 8) % (unsigned)limit);
}
