// run: --nodes 6
// Bhoedjang's thesis (001), Figure 6.6: a remote read with active messages. Each processor reads y
// of processor 5. The handlers do not block, so a plain function call on any stack will do.
#include <am.h>
#include <stdio.h>

static volatile int x, y, arrived;

static void handle_store(int src, volatile int *x_addr, int y_val) {
    *x_addr = y_val;
    ++arrived;
    (void)src;
}

static void handle_read(int src, volatile int *x_addr) { am_reply_2(src, handle_store, x_addr, y); }

int main(void) {
    y = 100 + am_my_proc();
    am_request_1(5, handle_read, &x);
    am_wait(&arrived, 1);
    if (am_my_proc() == 0) printf("y of processor 5 is %d\n", x);
}
