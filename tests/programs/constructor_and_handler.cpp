// run: --nodes 2
// expect: 1 2 3 4
// expect: 1 2 3 4
// A message that arrives while a node is still in its constructors waits for their end: its handler
// finds all objects constructed. A constructor that sends and waits admits it.
#include <am.h>
#include <cstdio>
#include <vector>

extern std::vector<int> made;
static volatile int seen, answered;

static void answer(int, int size) {
    seen = size;
    answered = answered + 1;
}
static void ask(int src) { am_reply_1(src, answer, static_cast<int>(made.size())); }

struct Slow {
    Slow() {
        am_request_0(1 - am_my_proc(), ask); // long before the other node has made its vector
        for (const unsigned begin = am_cycles(); am_cycles() - begin < 20000u * am_my_proc();) {
        }
    }
};
static Slow slow;
std::vector<int> made{1, 2, 3, 4};

int main() {
    am_wait(&answered, 1);
    for (int i = 0; i < seen; ++i)
        std::printf("%d%c", made[static_cast<unsigned>(i)], " \n"[i == 3]);
    am_enable(AM_INTERRUPTS);
}
