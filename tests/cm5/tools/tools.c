// Calls deeper than the number of windows, a division in software, and a read of the clock.
#include <stdio.h>
#include <time.h>

__attribute__((noinline)) static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

int main(int argc, char **argv) {
    (void)argv;
    const clock_t before = clock();
    printf("%d\n", fib(15) / argc);
    printf("clock: %s, a second is %ld\n", clock() > before ? "passed" : "stands",
           (long)CLOCKS_PER_SEC);
    return 0;
}
