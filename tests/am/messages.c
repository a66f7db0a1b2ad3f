// Conformance of <am.h>: every function that sends a short message, with every number of arguments,
// values at their limits, doubles, to every node, from main and from handlers.
//
//   messages MODE    0: interrupts, 1: polling
//
// All to all on any number of nodes. On up to 17 nodes, every kind of message between each pair,
// several times; on more nodes, one kind for each distance, a different one each time.
#include "check.h"

#include <stdlib.h>
#include <string.h>

static const int values[] = {0, 1, -1, 0x7fffffff, (int)0x80000000, 0x12345678, (int)0xfedcba98};
static const double doubles[] = {0.0,    -0.0,  1.0,     -1.5,     3.141592653589793,
                                 1e-310, 1e308, -1e-300, 1.0 / 0.0};
enum {
    value_count = sizeof values / sizeof *values,
    double_count = sizeof doubles / sizeof *doubles
};

/// Word `i` of message number `number` from node `from`.
static int value(int from, int number, int i) { return values[(from + number + i) % value_count]; }
static double real(int from, int number) { return doubles[(from + number) % double_count]; }

static int same(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; } // -0.0 is not 0.0

// Messages of a pair arrive in any order: the contents tell which of the outstanding ones a message
// is. Each kind has its own handler, which counts; main waits for the counts.
enum { kinds = 6, most_nodes = 2048, few = 17 };
static volatile int requests[kinds], replies[kinds];
static unsigned short seen_requests[kinds][most_nodes], seen_replies[kinds][most_nodes];
enum { numbers = 16 };

/// Checks that the words and the double belong to a message that node `from` sent and that has not
/// arrived before.
static void check(unsigned short *seen, int from, int words, const int *word, const double *d) {
    for (int k = 0; k < numbers; ++k) {
        int fits = !(*seen >> k & 1) && (!d || same(*d, real(from, k)));
        for (int i = 0; i < words; ++i) fits = fits && word[i] == value(from, k, i);
        if (!fits) continue;
        *seen = (unsigned short)(*seen | 1 << k);
        return;
    }
    CHECK(0);
}

static void request(int kind, int src, int words, const int *word, const double *d) {
    CHECK(src >= 0 && src < am_procs());
    check(&seen_requests[kind][src], src, words, word, d);
    ++requests[kind];
}

/// Carries the complement of the words that this node sent.
static void reply(int kind, int src, int words, const int *word, const double *d) {
    int sent[4];
    const double sent_d = d ? -*d : 0;
    CHECK(src >= 0 && src < am_procs());
    for (int i = 0; i < words; ++i) sent[i] = ~word[i];
    check(&seen_replies[kind][src], am_my_proc(), words, sent, d ? &sent_d : 0);
    ++replies[kind];
}

#define WORDS(...) ((const int[]){__VA_ARGS__})

static void rep_0(int src) { reply(0, src, 0, 0, 0); }
static void rep_1(int src, int a) { reply(1, src, 1, WORDS(a), 0); }
static void rep_2(int src, int a, int b) { reply(2, src, 2, WORDS(a, b), 0); }
static void rep_3(int src, int a, int b, int c) { reply(3, src, 3, WORDS(a, b, c), 0); }
static void rep_4(int src, int a, int b, int c, int d) { reply(4, src, 4, WORDS(a, b, c, d), 0); }
static void rep_df(int src, int a, int b, double d) { reply(5, src, 2, WORDS(a, b), &d); }

static void req_0(int src) {
    request(0, src, 0, 0, 0);
    am_reply_0(src, rep_0);
}
static void req_1(int src, int a) {
    request(1, src, 1, WORDS(a), 0);
    am_reply_1(src, rep_1, ~a);
}
static void req_2(int src, int a, int b) {
    request(2, src, 2, WORDS(a, b), 0);
    am_reply_2(src, rep_2, ~a, ~b);
}
static void req_3(int src, int a, int b, int c) {
    request(3, src, 3, WORDS(a, b, c), 0);
    am_reply_3(src, rep_3, ~a, ~b, ~c);
}
static void req_4(int src, int a, int b, int c, int d) {
    request(4, src, 4, WORDS(a, b, c, d), 0);
    am_reply_4(src, rep_4, ~a, ~b, ~c, ~d);
}
static void req_df(int src, int a, int b, double d) {
    request(5, src, 2, WORDS(a, b), &d);
    am_reply_df(src, rep_df, ~a, ~b, -d);
}

/// Whether kind `kind` uses that distance in round k.
static int is_sent(int kind, int k, int distance) {
    return am_procs() <= few || (distance + k) % kinds == kind;
}

/// The number of messages of that kind over that distance, before round k.
static int sent(int kind, int k, int distance) {
    int count = 0;
    while (k-- > 0) count += is_sent(kind, k, distance);
    return count;
}

static void send_kind(int kind, int to, int k) {
    const int me = am_my_proc();
    const int a = value(me, k, 0), b = value(me, k, 1), c = value(me, k, 2), d = value(me, k, 3);
    switch (kind) {
    case 0: am_request_0(to, req_0); break;
    case 1: am_request_1(to, req_1, a); break;
    case 2: am_request_2(to, req_2, a, b); break;
    case 3: am_request_3(to, req_3, a, b, c); break;
    case 4: am_request_4(to, req_4, a, b, c, d); break;
    case 5: am_request_df(to, req_df, a, b, real(me, k)); break;
    }
}

/// Round k: to every node, itself included. On up to 64 nodes no node polls before all messages are
/// sent, except where the network refuses.
static void send(int k) {
    const int n = am_procs();
    for (int i = 0; i < n; ++i) {
        for (int kind = 0; kind < kinds; ++kind)
            if (is_sent(kind, k, i)) send_kind(kind, (am_my_proc() + i) % n, sent(kind, k, i));
        if (n > 64) am_poll();
    }
}

static volatile int from_main;
static void rep_from_main(int src, int a) {
    CHECK_EQUAL(a, 7 * src);
    ++from_main;
}

/// am_wait: subtracts the value that it waited for, and no more, while handlers count.
static void waits(void) {
    const int n = am_procs(), me = am_my_proc(), peers = n < few ? n : few;
    enum { each = 5 };
    for (int i = 0; i < each; ++i)
        for (int k = 0; k < peers; ++k)
            am_reply_1((me + k * (n / peers)) % n, rep_from_main, 7 * me);
    for (int i = 0; i < each * peers; ++i) am_wait(&from_main, 1);
    CHECK_EQUAL(from_main, 0);
    am_wait(&from_main, 0);
    from_main = 5;
    am_wait(&from_main, 2);
    CHECK_EQUAL(from_main, 3);
    from_main = 0;
    am_enable(AM_INTERRUPTS); // collides: no other node's next message has arrived
}

int main(int argc, char **argv) {
    const int mode = argc > 1 && atoi(argv[1]) ? AM_POLLING : AM_INTERRUPTS;
    const int n = am_procs(), rounds = n <= 5 ? double_count : n <= few ? 3 : n <= 64 ? 2 : 1;
    if (n > most_nodes) return 2;
    am_enable(AM_INTERRUPTS);
    waits();
    am_enable(mode);
    for (int k = 0; k < rounds; ++k) send(k);
    for (int kind = 0; kind < kinds; ++kind) {
        int all = 0;
        for (int i = 0; i < n; ++i) all += sent(kind, rounds, i);
        am_wait(&requests[kind], all);
        am_wait(&replies[kind], all);
    }
    am_enable(mode);
    for (int kind = 0; kind < kinds; ++kind) {
        CHECK_EQUAL(requests[kind], 0);
        CHECK_EQUAL(replies[kind], 0);
        for (int i = 0; i < n; ++i) { // at distance i, in both directions
            const int sends = sent(kind, rounds, i);
            CHECK_EQUAL(seen_requests[kind][(am_my_proc() + n - i) % n], (1 << sends) - 1);
            CHECK_EQUAL(seen_replies[kind][(am_my_proc() + i) % n], (1 << sends) - 1);
        }
    }
    if (mode == AM_POLLING) { // nothing arrives by itself; one poll handles all arrivals
        am_hold();            // a send does not poll then, on any machine
        am_request_1(am_my_proc(), req_1, value(am_my_proc(), sent(1, rounds, 0), 0));
        delay(500);
        CHECK_EQUAL(requests[1], 0);
        am_poll();
        CHECK_EQUAL(requests[1], 1);
        am_release();
        am_wait(&replies[1], 1);
    }
    am_disable();
    CHECK_EQUAL(am_max_size() >= 1 << 20, 1);
    return finish("messages");
}
