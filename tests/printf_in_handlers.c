// Every level prints at the same time, and for much longer than the time between two messages.
#include <am.h>
#include <stdio.h>
#include <string.h>

enum { rounds = 12 };
static volatile int handled, replied;

static void reply(int src, int i) {
    printf("reply %d from %d: %.*s %g\n", i, src, 60,
           "hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh", i + 0.5);
    ++replied;
}
static void request(int src, int i) {
    am_reply_1(src, reply, i);
    char text[80];
    snprintf(text, sizeof text, "request %d from %d: %08.3f", i, src, i / 8.0);
    fputs(text, stdout);
    for (const char *p = " in pieces"; *p; ++p) putchar(*p);
    puts("");
    ++handled;
}

int main(void) {
    const int next = (am_my_proc() + 1) % am_procs();
    for (int i = 0; i < rounds; ++i) {
        am_request_1(next, request, i);
        printf("main %d: %lld %.12e ", i, 1000000000000LL * i, i / 3.0);
        fprintf(stdout, "%s\n", i % 2 ? "odd" : "even");
    }
    while (handled < rounds || replied < rounds) am_poll();
    printf("done\n");
}
