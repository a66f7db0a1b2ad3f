// Eight gets of 16 KB from the next node, followed by 20 requests to it, from every node at the
// same time: the holder's chunks and the short messages share its windows.
#include <am.h>
#include <stdio.h>

enum { transfers = 8, bytes = 16384, requests = 20 };

static unsigned char held[transfers * bytes], here[transfers * bytes];
static volatile int got, heard, answered;

static void complete(int source, void *to, int size, void *argument) {
    (void)source, (void)to, (void)argument;
    got += size == bytes;
}
static void pong(int source) { (void)source, ++answered; }
static void ping(int source) {
    ++heard;
    am_reply_0(source, pong);
}

static unsigned char at(int node, int i) { return (unsigned char)(i * 7 + i / 251 + node); }

int main(void) {
    const int me = am_my_proc(), next = (me + 1) % am_procs();
    for (int i = 0; i < transfers * bytes; ++i) held[i] = at(me, i);
    am_enable(AM_POLLING);
    for (int i = 0; i < transfers; ++i)
        am_get(next, held + i * bytes, here + i * bytes, bytes, complete, 0);
    for (int i = 0; i < requests; ++i) am_request_0(next, ping);
    while (got < transfers || heard < requests || answered < requests) am_poll();
    int wrong = 0;
    for (int i = 0; i < transfers * bytes; ++i) wrong += here[i] != at(next, i);
    printf("%d gets, %d requests, %d wrong\n", got, heard, wrong);
    am_disable();
    return wrong != 0;
}
