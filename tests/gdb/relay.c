// The debugger test's program: node 0 sends three numbers to node 1, whose handler adds them up.
#include <am.h>
#include <stdio.h>

volatile int total, received;

static void add(int src, int value) {
    (void)src;
    total += value;
    received++; // the handler's last line
}

int main(void) {
    if (am_my_proc() == 0)
        for (int i = 1; i <= 3; ++i) am_request_1(1, add, 10 * i);
    if (am_my_proc() == 1) {
        am_wait(&received, 3);
        printf("total %d\n", total);
    }
    return 0;
}
