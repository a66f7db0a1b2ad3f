// Replies that wait for their channel at two nodes, 0 and 2, more than there is room for. Those of
// 0 leave over its link to 2, which the requests of 1 to 2 use, too; those of 2 over its link to 0,
// with the requests of 3 to 0. If both nodes refused requests, both links would be blocked.
#include <am.h>
#include <stdio.h>
#include <stdlib.h>

static volatile int answered;

static void answer(int source, int a, int b, int c, int d) {
    (void)source, (void)a, (void)b, (void)c, (void)d;
    ++answered;
}
static void ask(int source) { am_reply_4(source, answer, 1, 2, 3, 4); }

int main(int argc, char **argv) {
    const int me = am_my_proc(), requests = argc > 1 ? atoi(argv[1]) : 3000;
    if (me == 0 || me == 2) return 0;
    const int to = me & 2 ? 0 : 2;
    if (me & 1 && me > 3) return 0;
    for (int i = 0; i < requests; ++i) am_request_0(to, ask);
    while (answered != requests) am_poll();
    printf("%d replies\n", answered);
}
