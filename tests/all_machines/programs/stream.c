// Each node sends 40 requests to the others, without waiting in between, and gets as many replies.
// Node 0 computes first.
#include <am.h>
#include <stdio.h>

enum { count = 40 };
static volatile int answers;

static void answer(int src) { (void)src, ++answers; }
static void ask(int src) { am_reply_0(src, answer); }

int main(void) {
    const int me = am_my_proc(), nodes = am_procs();
    for (volatile int i = 0; me == 0 && i < 5000; ++i) {
    }
    for (int i = 0; i < count; ++i) am_request_0((me + 1 + i % (nodes - 1)) % nodes, ask);
    am_wait(&answers, count);
    printf("%d answers\n", answers + count);
}
