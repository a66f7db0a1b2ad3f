// A random program of threads, mutexes, conditions, priorities, yields and joins, of the seed that
// is the argument. It prints each step; random_model.py runs the same program on a sequential model
// of the scheduler, and both must do the same.
#include <pan_threads.h>
#include <stdio.h>
#include <stdlib.h>

enum { threads = 6, steps = 40, mutexes = 3 };

static pan_mutex_p mutex[mutexes];
static pan_cond_p cond[mutexes];
static int waiting[mutexes], finished;
static pan_thread_p thread[threads];
static unsigned state[threads];

static unsigned roll(int t, unsigned n) {
    state[t] = state[t] * 1103515245u + 12345u;
    return (state[t] >> 16) % n;
}

static void say(int t, const char *what, unsigned which) { printf("%d %s %u\n", t, what, which); }

static void run(void *arg) {
    const int t = (int)arg;
    for (int i = 0; i < steps; ++i) {
        const unsigned what = roll(t, 6), m = roll(t, mutexes);
        switch (what) {
        case 0:
            say(t, "yield", 0);
            pan_thread_yield();
            break;
        case 1: {
            const unsigned p = roll(t, 5), other = roll(t, threads);
            say(t, "priority", p);
            pan_thread_set_priority(thread[other], (int)p);
            break;
        }
        case 2: // two mutexes, in order
            pan_mutex_lock(mutex[m]);
            say(t, "locked", m);
            pan_thread_yield();
            if (m + 1 < mutexes) {
                pan_mutex_lock(mutex[m + 1]);
                say(t, "locked", m + 1);
                pan_thread_yield();
                pan_mutex_unlock(mutex[m + 1]);
                say(t, "unlocked", m + 1);
            }
            pan_mutex_unlock(mutex[m]);
            say(t, "unlocked", m);
            break;
        case 3:
            pan_mutex_lock(mutex[m]);
            if (waiting[0] + waiting[1] + waiting[2] < 2) {
                ++waiting[m];
                say(t, "waits", m);
                pan_cond_wait(cond[m]);
                say(t, "woken", m);
            }
            pan_mutex_unlock(mutex[m]);
            break;
        case 4:
            pan_mutex_lock(mutex[m]);
            say(t, "signals", m);
            if (waiting[m]) --waiting[m];
            pan_cond_signal(cond[m]);
            pan_mutex_unlock(mutex[m]);
            break;
        default:
            if (pan_mutex_trylock(mutex[m])) {
                say(t, "tried", m);
                if (roll(t, 2)) pan_thread_yield();
                pan_mutex_unlock(mutex[m]);
            } else {
                say(t, "failed", m);
            }
            break;
        }
    }
    ++finished;
    say(t, "done", 0);
}

int main(int argc, char **argv) {
    const unsigned seed = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
    for (int m = 0; m < mutexes; ++m) {
        mutex[m] = pan_mutex_create();
        cond[m] = pan_cond_create(mutex[m]);
    }
    pan_thread_set_priority(pan_thread_self(), 9);
    for (int t = 0; t < threads; ++t) {
        state[t] = seed * 7919u + (unsigned)t * 104729u;
        thread[t] = pan_thread_create(run, (void *)t, 0, t % 3);
    }
    // Wakes whoever still waits.
    pan_thread_set_priority(pan_thread_self(), 0);
    while (finished < threads) {
        pan_thread_yield();
        for (int m = 0; m < mutexes; ++m) {
            pan_mutex_lock(mutex[m]);
            while (waiting[m]) {
                --waiting[m];
                pan_cond_signal(cond[m]);
            }
            pan_mutex_unlock(mutex[m]);
        }
    }
    for (int t = 0; t < threads; ++t) pan_thread_join(thread[t]);
}
