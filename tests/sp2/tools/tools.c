// Recursion, a division in software, a read of the clock, and messages in both directions.
#include <am.h>
#include <stdio.h>
#include <time.h>

static volatile int sum, answers;

static void pong(int source, int value) {
    (void)source;
    sum += value;
    ++answers;
}
static void ping(int source, int value) { am_reply_1(source, pong, value * value); }

__attribute__((noinline)) static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

int main(void) {
    if (am_my_proc() != 0) {
        am_request_1(0, ping, 1); // the first that node 0 answers
        while (!answers) am_poll();
        return 0;
    }
    const clock_t before = clock();
    printf("%d\n", fib(15));
    for (int i = 1; i <= 10; ++i) {
        am_request_1(1, ping, i);
        while (answers < i) am_poll();
    }
    const long long wide = 1000000000000LL / (sum - 285);
    printf("%d %lld\n", sum, wide);
    printf("clock: %s, a second is %ld\n", clock() > before ? "passed" : "stands",
           (long)CLOCKS_PER_SEC);
    return 0;
}
