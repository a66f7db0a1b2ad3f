// A message at every cycle of code that throws: node 1 sends it a little later each time, and its
// handler throws too, while node 0 throws through frames of every kind. With an argument: in steps
// of so many cycles.
#include <alloca.h>
#include <am.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
using namespace std;

#define NOINLINE __attribute__((noinline))

static volatile int asked = -1, arrived, done;
static int wrong, alive;

struct Counted {
    Counted() { ++alive; }
    ~Counted() { --alive; }
};

NOINLINE static void leaf(int n) {
    if (n % 2) throw n;
    throw out_of_range(string(static_cast<size_t>(n % 5 + 20), 'x'));
}

NOINLINE static int deep(int n, int depth) {
    const Counted counted;
    const int a = n * 3, b = n + depth, c = n ^ depth;
    if (depth == 0) {
        leaf(n);
        return 0;
    }
    return deep(n, depth - 1) + a * b - c;
}

NOINLINE static double scene(int n) {
    char *const words = static_cast<char *>(alloca(static_cast<size_t>(40 + n % 30)));
    memset(words, n, 40);
    volatile double kept[2] = {n * 0.5, n * 0.25};
    const double live = n * 1.5;
    const int more = n * 7;
    try {
        deep(n, n % 12 + 2);
    } catch (int caught) {
        if (caught != n) ++wrong;
    } catch (const exception &e) {
        if (strlen(e.what()) != static_cast<size_t>(n % 5 + 20)) ++wrong;
    }
    if (words[0] != static_cast<char>(n) || words[39] != static_cast<char>(n)) ++wrong;
    return live + more + kept[0] + kept[1];
}

static void handler(int, int n) {
    const int before = alive;
    try {
        deep(n, n % 4);
        ++wrong;
    } catch (int caught) {
        if (caught != n) ++wrong;
    } catch (const out_of_range &) {
    }
    if (alive != before) ++wrong;
    arrived = arrived + 1;
}

static void ask(int, int cycles) { asked = cycles; }
static void end(int) { done = 1; }

/// About this many cycles, to the single one.
NOINLINE static void wait(int cycles) {
    for (volatile int i = cycles / 16; i > 0; i = i - 1) {
    }
#define NOP __asm__ volatile("nop");
    switch (cycles % 16) {
    case 15: NOP [[fallthrough]];
    case 14: NOP [[fallthrough]];
    case 13: NOP [[fallthrough]];
    case 12: NOP [[fallthrough]];
    case 11: NOP [[fallthrough]];
    case 10: NOP [[fallthrough]];
    case 9: NOP [[fallthrough]];
    case 8: NOP [[fallthrough]];
    case 7: NOP [[fallthrough]];
    case 6: NOP [[fallthrough]];
    case 5: NOP [[fallthrough]];
    case 4: NOP [[fallthrough]];
    case 3: NOP [[fallthrough]];
    case 2: NOP [[fallthrough]];
    case 1: NOP [[fallthrough]];
    default: break;
    }
}

static bool is_ready() { return asked >= 0 || done; }

int main(int argc, char **argv) {
    if (am_my_proc()) {
        int n = 0;
        for (;;) {
            while (!is_ready()) am_poll();
            if (done) return 0;
            const int cycles = asked;
            asked = -1;
            wait(cycles);
            am_request_1(0, handler, ++n);
        }
    }
    const int step = argc > 1 ? atoi(argv[1]) : 1;
    int scenes = 0, messages = 0, longest = 0;
    for (int n = 0; n < 30; ++n) { // the longest scene, and all caches full
        const unsigned begin = am_cycles();
        scene(n);
        const int cycles = static_cast<int>(am_cycles() - begin);
        if (cycles > longest) longest = cycles;
    }
    for (int cycles = 0; cycles < longest; cycles += step) {
        am_request_1(1, ask, cycles);
        ++messages;
        do {
            const int n = scenes++ % 30;
            if (scene(n) != n * 9.25) ++wrong;
            am_poll();
        } while (arrived < messages);
    }
    if (alive) ++wrong;
    am_request_0(1, end);
    printf("%s, wrong %d\n", messages * step >= longest ? "all cycles" : "some", wrong);
}
