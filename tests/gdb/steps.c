// A program for stepping: every node runs the same code at the same time, with calls, loops and
// messages.
#include <am.h>
#include <stdio.h>

static volatile int received, sums[3];

static void heard(int src, int value) {
    sums[src % 3] += value;
    ++received;
}

__attribute__((noinline)) static int twice(int value) {
    int result = value; // twice begins
    result += value; // twice adds
    return result;
}

__attribute__((noinline)) static int work(int me, int round) {
    int a = twice(me); // call twice
    int b = twice(round); // call it again
    am_request_1((me + 1) % am_procs(), heard, a + b); // send
    return a + b; // result
}

int main(void) {
    const int me = am_my_proc();
    int total = 0;
    for (int round = 1; round <= 3; ++round) { // loop
        total += work(me, round); // call work
        am_wait(&received, 1); // wait
    }
    printf("%d\n", total);
    return 0;
}
