// Conformance of <am.h>: every function that sends a short message, with every number of arguments,
// values at their limits, doubles, to every node, from main and from handlers.
//
//   messages MODE    0: interrupts, 1: polling
//
// All to all on any number of nodes. Up to 17 of them, every kind of message between each two,
// several times; where there are more, one kind for each distance, another each time.
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

/// What node `from` sends in place `i` of message number `number`.
static int value(int from, int number, int i) { return values[(from + number + i) % value_count]; }
static double real(int from, int number) { return doubles[(from + number) % double_count]; }

static int same(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; } // -0.0 is not 0.0

// Of each kind, from each node, the messages come in order, so each knows its number. A kind has a
// handler of its own and that handler counts; main waits for the counts.
enum { kinds = 6, most_nodes = 2048, few = 17 };
static volatile int requests[kinds], replies[kinds];
static unsigned short next_request[kinds][most_nodes], next_reply[kinds][most_nodes];

static int request_number(int kind, int src) {
    CHECK(src >= 0 && src < am_procs());
    return next_request[kind][src]++;
}

static int reply_number(int kind, int src) {
    CHECK(src >= 0 && src < am_procs());
    return next_reply[kind][src]++;
}

static void rep_0(int src) {
    reply_number(0, src);
    ++replies[0];
}
static void rep_1(int src, int a) {
    const int k = reply_number(1, src);
    CHECK_EQUAL(a, ~value(am_my_proc(), k, 0));
    ++replies[1];
}
static void rep_2(int src, int a, int b) {
    const int k = reply_number(2, src);
    CHECK_EQUAL(a, ~value(am_my_proc(), k, 0));
    CHECK_EQUAL(b, ~value(am_my_proc(), k, 1));
    ++replies[2];
}
static void rep_3(int src, int a, int b, int c) {
    const int k = reply_number(3, src);
    CHECK_EQUAL(a, ~value(am_my_proc(), k, 0));
    CHECK_EQUAL(b, ~value(am_my_proc(), k, 1));
    CHECK_EQUAL(c, ~value(am_my_proc(), k, 2));
    ++replies[3];
}
static void rep_4(int src, int a, int b, int c, int d) {
    const int k = reply_number(4, src);
    CHECK_EQUAL(a, ~value(am_my_proc(), k, 0));
    CHECK_EQUAL(b, ~value(am_my_proc(), k, 1));
    CHECK_EQUAL(c, ~value(am_my_proc(), k, 2));
    CHECK_EQUAL(d, ~value(am_my_proc(), k, 3));
    ++replies[4];
}
static void rep_df(int src, int a, int b, double d) {
    const int k = reply_number(5, src);
    CHECK_EQUAL(a, ~value(am_my_proc(), k, 0));
    CHECK_EQUAL(b, ~value(am_my_proc(), k, 1));
    CHECK(same(d, -real(am_my_proc(), k)));
    ++replies[5];
}

static void req_0(int src) {
    request_number(0, src);
    ++requests[0];
    am_reply_0(src, rep_0);
}
static void req_1(int src, int a) {
    const int k = request_number(1, src);
    CHECK_EQUAL(a, value(src, k, 0));
    ++requests[1];
    am_reply_1(src, rep_1, ~a);
}
static void req_2(int src, int a, int b) {
    const int k = request_number(2, src);
    CHECK_EQUAL(a, value(src, k, 0));
    CHECK_EQUAL(b, value(src, k, 1));
    ++requests[2];
    am_reply_2(src, rep_2, ~a, ~b);
}
static void req_3(int src, int a, int b, int c) {
    const int k = request_number(3, src);
    CHECK_EQUAL(a, value(src, k, 0));
    CHECK_EQUAL(b, value(src, k, 1));
    CHECK_EQUAL(c, value(src, k, 2));
    ++requests[3];
    am_reply_3(src, rep_3, ~a, ~b, ~c);
}
static void req_4(int src, int a, int b, int c, int d) {
    const int k = request_number(4, src);
    CHECK_EQUAL(a, value(src, k, 0));
    CHECK_EQUAL(b, value(src, k, 1));
    CHECK_EQUAL(c, value(src, k, 2));
    CHECK_EQUAL(d, value(src, k, 3));
    ++requests[4];
    am_reply_4(src, rep_4, ~a, ~b, ~c, ~d);
}
static void req_df(int src, int a, int b, double d) {
    const int k = request_number(5, src);
    CHECK_EQUAL(a, value(src, k, 0));
    CHECK_EQUAL(b, value(src, k, 1));
    CHECK(same(d, real(src, k)));
    ++requests[5];
    am_reply_df(src, rep_df, ~a, ~b, -d);
}

/// Whether kind `kind` goes over that distance in round k.
static int is_sent(int kind, int k, int distance) {
    return am_procs() <= few || (distance + k) % kinds == kind;
}

/// Of that kind over that distance, before round k.
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

/// Round k: to every node, oneself too. Up to 64 nodes nobody polls before all is sent, but where
/// the network refuses.
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

/// am_wait: takes away what it waited for, and no more, while handlers count.
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
    am_enable(AM_INTERRUPTS); // meets: nobody's next message has come
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
        for (int i = 0; i < n; ++i) { // at distance i, behind and before
            const int sends = sent(kind, rounds, i);
            CHECK_EQUAL(next_request[kind][(am_my_proc() + n - i) % n], sends);
            CHECK_EQUAL(next_reply[kind][(am_my_proc() + i) % n], sends);
        }
    }
    if (mode == AM_POLLING) { // nothing by itself, one poll is enough for what has come
        am_request_1(am_my_proc(), req_1, value(am_my_proc(), sent(1, rounds, 0), 0));
        delay(500);
        CHECK_EQUAL(requests[1], 0);
        am_poll();
        CHECK_EQUAL(requests[1], 1);
        am_wait(&replies[1], 1);
    }
    am_disable();
    CHECK_EQUAL(am_max_size() >= 1 << 20, 1);
    return finish("messages");
}
