// run: --nodes 2
// A message at every cycle of code with floating point, deep calls (all register windows), holds,
// atomic operations and sends, on node 0. Its upcall ends; or blocks and leaves; or wakes a more
// important thread, which runs at once, on node 0 and uses all registers; or several of these come
// together, so that the upcall's stack is used again before main goes on. What main computes is as
// undisturbed. The argument is how many places of the code are tried; 0, the default: all cycles.
#include <am.h>
#include <pan_mt.h>
#include <settle.h>
#include <stdio.h>
#include <stdlib.h>

enum kind { ends, blocks, wakes, all_three, kinds };
enum { unit = 16 };

static pan_port_p asks, port;
static pan_mutex_p mutex, wake_mutex;
static pan_cond_p woken_up;
static volatile int came, woken, woken_wanted, blocked_came, word, echoes;
static int wrong;

/// Uses many registers, and windows.
static __attribute__((noinline)) unsigned deep(unsigned n, unsigned a, unsigned b, unsigned c) {
    if (n == 0) return a ^ b ^ c;
    const unsigned r = deep(n - 1, a * 3 + n, b + c, c ^ n * 7);
    return r + a * 5 + b * 7 + c * 11 + n;
}
static __attribute__((noinline)) double floats(double x, double y, int n) {
    double a = 1, b = 2, c = 3, d = 4;
    for (int i = 0; i < n; ++i) {
        a = a * x + b;
        b = b * y - c;
        c = (c + d) / 3;
        d = d - a * 0.125;
    }
    return a + b * 3 + c * 5 + d * 7;
}

static void echo(int src) {
    (void)src;
    am_atomic_add(&echoes, 1);
}

/// What main computes, with the mutex: the upcalls of `blocks` wait for it.
static __attribute__((noinline)) unsigned compute(unsigned seed, double *f) {
    pan_mutex_lock(mutex);
    unsigned r = deep(9, seed, seed + 1, seed + 2);
    *f = floats(1.01, 0.97, 3);
    am_hold();
    word = word + 1;
    am_release();
    am_atomic_add(&word, 1);
    am_request_0(0, echo);
    r = r * 31 + deep(3, r, seed, 5);
    am_request_0(0, echo);
    *f += floats(0.5, 0.25, 2);
    for (unsigned i = 0; i < 12; ++i) r = r / 3 * 7 + r % 5 + i;
    pan_mutex_unlock(mutex);
    return r;
}

/// The longer, the larger `n` is, by a cycle each.
static __attribute__((noinline)) void idle(int n) {
    for (volatile int i = 0; i < n / unit; ++i) {
    }
    settle(settle_most - n % unit);
}

static void ask_h(pan_msg_p m, void *proto, unsigned src) { // node 1
    unsigned kind = *(unsigned *)proto;
    pan_msg_discard(m);
    for (unsigned k = kind == all_three ? ends : kind;
         k < (kind == all_three ? all_three : kind + 1); ++k)
        pan_send(src, port, 0, 0, &k, sizeof k);
}

static void h(pan_msg_p m, void *proto, unsigned src) { // node 0
    const unsigned kind = *(unsigned *)proto;
    (void)src;
    pan_msg_discard(m);
    volatile unsigned sink = deep(8, kind, 1, 2);
    volatile double f = floats(3, 2, 2);
    (void)sink, (void)f;
    if (kind == blocks) {
        pan_mutex_lock(mutex);
        ++blocked_came;
        pan_mutex_unlock(mutex);
    } else if (kind == wakes) {
        pan_mutex_lock(wake_mutex);
        ++woken_wanted;
        pan_cond_signal(woken_up);
        pan_mutex_unlock(wake_mutex);
    }
    ++came;
}

static void important(void *arg) {
    (void)arg;
    for (;;) {
        pan_mutex_lock(wake_mutex);
        while (woken == woken_wanted) pan_cond_wait(woken_up);
        const int end = woken_wanted < 0;
        ++woken;
        pan_mutex_unlock(wake_mutex);
        if (end) return;
        volatile unsigned sink = deep(10, 7, 8, 9);
        volatile double f = floats(2, 3, 3);
        (void)sink, (void)f;
    }
}

static void check(const char *what, int n, int ok) {
    if (!ok && wrong++ < 5) printf("wrong: %s, case %d\n", what, n);
}

int main(int argc, char **argv) {
    int phases = argc > 1 ? atoi(argv[1]) : 0;
    pan_init();
    asks = pan_port_create(ask_h);
    port = pan_port_create(h);
    mutex = pan_mutex_create();
    wake_mutex = pan_mutex_create();
    woken_up = pan_cond_create(wake_mutex);
    am_enable(AM_INTERRUPTS);
    if (pan_my_pid() == 0) {
        pan_thread_p t = pan_thread_create(important, 0, 0, 5);
        double f0, f;
        const unsigned r0 = compute(1, &f0);
        const unsigned start = am_cycles();
        compute(1, &f0);
        const int cycles = (int)(am_cycles() - start);
        if (!phases) phases = cycles + 1;
        const int step = cycles / phases + 1; // the message comes this later each time
        int messages = 0, blocked = 0;
        for (int n = 0; n < kinds * phases; ++n) {
            unsigned kind = (unsigned)n % kinds;
            messages += kind == all_three ? all_three : 1;
            blocked += kind == blocks || kind == all_three;
            pan_send(1, asks, 0, 0, &kind, sizeof kind);
            idle(n / kinds * step);
            do {
                const int before_word = word, before_echoes = echoes;
                const unsigned r = compute(1, &f);
                check("integers", n, r == r0);
                check("floats", n, f == f0);
                check("word", n, word == before_word + 2);
                while (echoes < before_echoes + 2) am_poll();
                am_poll();
            } while (came < messages || blocked_came < blocked);
        }
        check("woken", 0, woken == woken_wanted);
        pan_mutex_lock(wake_mutex);
        woken_wanted = -1;
        pan_cond_signal(woken_up);
        pan_mutex_unlock(wake_mutex);
        pan_thread_join(t);
    }
    pan_end();
    const pan_thread_stats_t s = pan_thread_stats();
    if (pan_my_pid() == 0)
        printf("%d wrong; %s, %s\n", wrong,
               s.interrupting > (unsigned)phases ? "upcalls interrupt" : "few upcalls interrupt",
               s.left > (unsigned)phases ? "some leave" : "few leave");
}
