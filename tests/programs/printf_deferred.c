// run: --nodes 2
// expect: main goes on
// expect: high 0
// expect: low 0 begins, ends
// expect: high 1
// expect: low 1 begins, ends
// expect: high 2
// expect: low 2 begins, ends
// expect: at exit
// expect: half of low
// expect: half of high
// expect: after exit
// Output of handlers waits for main: it appears not within main's line, but before its next one and
// at exit; complete lines in the order of their completion, lines of high handlers not within those
// of low ones.
#include <am.h>
#include <stdio.h>

static volatile int done;

static void high(int src, int i) {
    (void)src;
    printf("high %d\n", i);
    ++done;
}
static void low(int src, int i) {
    printf("low %d begins,", i);
    am_reply_1(src, high, i);
    while (done <= i) {
    }
    printf(" ends\n");
}
static void half_high(int src) {
    (void)src;
    printf("half of high");
    ++done;
}
static void half_low(int src) {
    printf("half of low");
    am_reply_0(src, half_high);
}
static void after_exit(int src) {
    (void)src;
    printf("after exit\n");
}
int main(void) {
    if (am_my_proc() == 1) {
        while (am_cycles() < 200000) {
        }
        am_request_0(0, after_exit);
        return 0;
    }
    printf("main ");
    for (int i = 0; i < 3; ++i) am_request_1(0, low, i);
    am_wait(&done, 3);
    done = 0;
    printf("goes on\n");
    printf("at exit");
    am_request_0(0, half_low);
    am_wait(&done, 1);
    return 0;
}
