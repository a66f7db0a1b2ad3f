// A random program of threads and monitors, of the seed that is the argument. It prints each step;
// monitors_model.py runs the same program on a sequential model, and both must do the same.
#include <pan_threads.h>
#include <rmi.hpp>
#include <stdio.h>
#include <stdlib.h>

namespace {

constexpr int threads = 6, steps = 40, monitors = 3;

rmi::monitor monitor[monitors];
int waiting[monitors], finished;
unsigned state[threads];

unsigned roll(int t, unsigned n) {
    state[t] = state[t] * 1103515245u + 12345u;
    return (state[t] >> 16) % n;
}
void say(int t, const char *what, unsigned which) { printf("%d %s %u\n", t, what, which); }
int all_waiting() { return waiting[0] + waiting[1] + waiting[2]; }

void enter_again(int t, unsigned m, unsigned depth) {
    const rmi::synchronized s(monitor[m]);
    say(t, "entered", m);
    pan_thread_yield();
    if (depth) {
        enter_again(t, m, depth - 1);
    } else if (all_waiting() < 3) { // it gives up all its entries
        ++waiting[m];
        say(t, "waits", m);
        monitor[m].wait();
        say(t, "notified", m);
    }
}

void step(int t) {
    const unsigned what = roll(t, 6), m = roll(t, monitors);
    switch (what) {
    case 0:
        say(t, "yield", 0);
        pan_thread_yield();
        break;
    case 1:
    case 2: enter_again(t, m, roll(t, 3)); break;
    case 3: { // two monitors, in order
        const rmi::synchronized s(monitor[m]);
        say(t, "entered", m);
        pan_thread_yield();
        if (m + 1 < monitors) {
            const rmi::synchronized u(monitor[m + 1]);
            say(t, "entered", m + 1);
            pan_thread_yield();
        }
        break;
    }
    case 4: {
        const rmi::synchronized s(monitor[m]);
        say(t, "notifies", m);
        if (waiting[m]) --waiting[m];
        monitor[m].notify();
        pan_thread_yield();
        break;
    }
    default: {
        const rmi::synchronized s(monitor[m]);
        say(t, "notifies all", m);
        waiting[m] = 0;
        monitor[m].notify_all();
        break;
    }
    }
}

void run(void *argument) {
    const int t = static_cast<int>(reinterpret_cast<std::intptr_t>(argument));
    for (int i = 0; i < steps; ++i) step(t);
    ++finished;
    say(t, "done", 0);
}

} // namespace

int main(int argc, char **argv) {
    const unsigned seed = argc > 1 ? static_cast<unsigned>(atoi(argv[1])) : 1;
    pan_thread_p thread[threads];
    pan_thread_set_priority(pan_thread_self(), 9);
    for (int t = 0; t < threads; ++t) {
        state[t] = seed * 7919u + static_cast<unsigned>(t) * 104729u;
        thread[t] = pan_thread_create(run, reinterpret_cast<void *>(static_cast<std::intptr_t>(t)),
                                      0, t % 3);
    }
    pan_thread_set_priority(pan_thread_self(), 0);
    while (finished < threads) { // wakes those that still wait
        pan_thread_yield();
        for (int m = 0; m < monitors; ++m) {
            const rmi::synchronized s(monitor[m]);
            while (waiting[m]) {
                --waiting[m];
                monitor[m].notify();
            }
        }
    }
    for (pan_thread_p t : thread) pan_thread_join(t);
}
