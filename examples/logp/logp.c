// interlocked: it prints cycles, of loops that wait
// What `inlet logp` runs and watches: docs/logp.md. Node 0 measures, the others do what it tells
// them. Every time that is taken lies between two calls of logp_now() on node 0; inlet sees these
// calls in the trace, and there what was executed and sent between them. One source for all
// machines: it knows <am.h> only.
#include <am.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The machine's clock. Not inlined: inlet finds the calls by its name.
__attribute__((noinline)) unsigned logp_now(void) { return am_cycles(); }

// --- results, printed at the end, when nobody waits any more
// ---------------------------------------

static struct result {
    const char *what;      ///< names as inlet knows them (emulator/measure/logp_results.cpp)
    int size;              ///< words of the messages, or bytes
    int peer;              ///< the other node; -1: several
    int count;             ///< messages, or transfers
    unsigned cycles;       ///< of all of it, clock and calls included
    int interval;          ///< how many times were taken before
} results[512 + 2 * 2048]; // two for each distance, and the rest
static int taken, intervals;

static void record(const char *what, int size, int peer, int count, unsigned cycles) {
    if (taken == (int)(sizeof results / sizeof *results)) {
        puts("logp: too many results");
        abort();
    }
    results[taken++] = (struct result){what, size, peer, count, cycles, intervals++};
}

/// The second time, what it needs is in the caches of a machine that has some.
#define TWICE(measurements)                                                                        \
    do {                                                                                           \
        const int before_ = taken;                                                                 \
        measurements;                                                                              \
        taken = before_;                                                                           \
        measurements;                                                                              \
    } while (0)

#define MEASURE(what, size, peer, count, code)                                                     \
    do {                                                                                           \
        const unsigned start_ = logp_now();                                                        \
        code;                                                                                      \
        const unsigned end_ = logp_now();                                                          \
        record(what, size, peer, count, end_ - start_);                                            \
    } while (0)

// --- handlers: all that they do is to count, or to answer
// ------------------------------------------

static volatile int counted; // what came
static volatile int back;    // answers

static void take_0(int src) { (void)src, ++counted; }
static void take_1(int src, int a) { (void)src, (void)a, ++counted; }
static void take_2(int src, int a, int b) { (void)src, (void)a, (void)b, ++counted; }
static void take_3(int src, int a, int b, int c) {
    (void)src, (void)a, (void)b, (void)c, ++counted;
}
static void take_4(int src, int a, int b, int c, int d) {
    (void)src, (void)a, (void)b, (void)c, (void)d, ++counted;
}

static void back_0(int src) { (void)src, ++back; }
static void back_1(int src, int a) { (void)src, (void)a, ++back; }
static void back_2(int src, int a, int b) { (void)src, (void)a, (void)b, ++back; }
static void back_3(int src, int a, int b, int c) { (void)src, (void)a, (void)b, (void)c, ++back; }
static void back_4(int src, int a, int b, int c, int d) {
    (void)src, (void)a, (void)b, (void)c, (void)d, ++back;
}
static void ping_0(int src) { am_reply_0(src, back_0); }
static void ping_1(int src, int a) { am_reply_1(src, back_1, a); }
static void ping_2(int src, int a, int b) { am_reply_2(src, back_2, a, b); }
static void ping_3(int src, int a, int b, int c) { am_reply_3(src, back_3, a, b, c); }
static void ping_4(int src, int a, int b, int c, int d) { am_reply_4(src, back_4, a, b, c, d); }

// Short handlers: the words as they are, and no source.
static AM_SHORT void short_take_1(int a) { (void)a, ++counted; }
static AM_SHORT void short_take_2(int a, int b) { (void)a, (void)b, ++counted; }
static AM_SHORT void short_take_3(int a, int b, int c) { (void)a, (void)b, (void)c, ++counted; }
static AM_SHORT void short_take_4(int a, int b, int c, int d) {
    (void)a, (void)b, (void)c, (void)d, ++counted;
}
#if AM_MAX_WORDS >= 5
static AM_SHORT void short_take_5(int a, int b, int c, int d, int e) {
    (void)a, (void)b, (void)c, (void)d, (void)e, ++counted;
}
#endif
static AM_SHORT void short_back_1(int a) { (void)a, ++back; }
static AM_SHORT void short_back_2(int a, int b) { (void)a, (void)b, ++back; }
static AM_SHORT void short_back_3(int a, int b, int c) { (void)a, (void)b, (void)c, ++back; }
static AM_SHORT void short_back_4(int a, int b, int c, int d) {
    (void)a, (void)b, (void)c, (void)d, ++back;
}
#if AM_MAX_WORDS >= 5
static AM_SHORT void short_back_5(int a, int b, int c, int d, int e) {
    (void)a, (void)b, (void)c, (void)d, (void)e, ++back;
}
#endif
static AM_SHORT void short_ping_1(int src) { am_short_reply_1(src, short_back_1, src); }
static AM_SHORT void short_ping_2(int src, int b) { am_short_reply_2(src, short_back_2, src, b); }
static AM_SHORT void short_ping_3(int src, int b, int c) {
    am_short_reply_3(src, short_back_3, src, b, c);
}
static AM_SHORT void short_ping_4(int src, int b, int c, int d) {
    am_short_reply_4(src, short_back_4, src, b, c, d);
}
#if AM_MAX_WORDS >= 5
static AM_SHORT void short_ping_5(int src, int b, int c, int d, int e) {
    am_short_reply_5(src, short_back_5, src, b, c, d, e);
}
#endif

// --- what node 0 tells the others
// ------------------------------------------------------------------

enum order {
    nothing,
    quit,
    hold, ///< from here to `release` the node polls
    release,
    send, ///< one message of `argument` words to node 0, a little later; no answer
    send_short,
    stream, ///< `argument` messages of four words to node 0; no answer
    stream_short,
    store_back, ///< `argument` bytes into node 0
};
static volatile int order, order_argument;

static void take_order(int src, int what, int argument) {
    (void)src;
    order_argument = argument;
    order = what;
}

/// A loop that the compiler does not know, and nothing interrupts but messages.
static __attribute__((noinline)) void delay(int turns) {
    while (turns--) __asm__ volatile("");
}

static void send_words(int to, int words) {
    switch (words) {
    case 0: am_request_0(to, take_0); break;
    case 1: am_request_1(to, take_1, 1); break;
    case 2: am_request_2(to, take_2, 1, 2); break;
    case 3: am_request_3(to, take_3, 1, 2, 3); break;
    case 4: am_request_4(to, take_4, 1, 2, 3, 4); break;
    }
}

static void send_short_words(int to, int words) {
    switch (words) {
    case 1: am_short_request_1(to, short_take_1, 1); break;
    case 2: am_short_request_2(to, short_take_2, 1, 2); break;
    case 3: am_short_request_3(to, short_take_3, 1, 2, 3); break;
    case 4: am_short_request_4(to, short_take_4, 1, 2, 3, 4); break;
#if AM_MAX_WORDS >= 5
    case 5: am_short_request_5(to, short_take_5, 1, 2, 3, 4, 5); break;
#endif
    }
}

/// A short message of the most words.
#if AM_MAX_WORDS >= 5
#define SHORT_LONGEST(to, a, b, c, d, e) am_short_request_5(to, short_take_5, a, b, c, d, e)
#else
#define SHORT_LONGEST(to, a, b, c, d, e)                                                           \
    ((void)(e), am_short_request_4(to, short_take_4, a, b, c, d))
#endif

enum { a_little = 100 }; ///< turns of delay(): node 0 is back in its own loop by then

// Blocks of memory, and what comes when one is all there.
enum { most_bytes = 65536 };
static char block[most_bytes] __attribute__((aligned(64)));   ///< what is sent
static char landing[most_bytes] __attribute__((aligned(64))); ///< where it is put

/// On the node that a store went to: `answer` it.
static void stored(int src, void *at, int bytes, void *answer) {
    (void)at, (void)bytes;
    ++counted;
    if (answer) am_reply_0(src, back_0);
}
/// On the node that asked.
static void got(int src, void *at, int bytes, void *unused) {
    (void)src, (void)at, (void)bytes, (void)unused;
    ++back;
}

static void serve(void) {
    for (;;) {
        while (order == nothing) am_poll();
        const int what = order, argument = order_argument;
        order = nothing;
        switch (what) {
        case quit: return;
        case hold: am_hold(); break;
        case release: am_release(); break;
        case send:
            delay(a_little);
            send_words(0, argument);
            continue;
        case send_short:
            delay(a_little);
            send_short_words(0, argument);
            continue;
        case stream:
            for (int i = 0; i < argument; ++i) am_request_4(0, take_4, 1, 2, 3, 4);
            continue;
        case stream_short:
            for (int i = 0; i < argument; ++i) SHORT_LONGEST(0, 1, 2, 3, 4, 5);
            continue;
        case store_back: am_store(0, block, landing, argument, stored, 0); continue;
        }
        am_request_0(0, back_0);
    }
}

static void wait_back(int value) {
    while (back < value) am_poll();
    back = 0;
}

static void tell(int node, int what, int argument) {
    am_request_2(node, take_order, what, argument);
}

static void tell_and_wait(int node, int what) {
    tell(node, what, 0);
    wait_back(1);
}

/// Until `node` has handled all that this one sent it before: messages keep their order.
static void settle(int node) {
    am_request_0(node, ping_0);
    wait_back(1);
}

static void settle_all(void) {
    for (int node = 1; node < am_procs(); ++node) settle(node);
}

// --- overhead
// --------------------------------------------------------------------------------------

// Functions that anybody may call, as far as the compiler knows: what they get is in registers.
#define OPEN __attribute__((noinline))

#define SEND(n, what, size, ...)                                                                   \
    OPEN void what##_##n(int to, int a, int b, int c, int d) {                                     \
        (void)a, (void)b, (void)c, (void)d;                                                        \
        MEASURE(#what, size, to, 1, __VA_ARGS__);                                                  \
        settle(to);                                                                                \
    }
SEND(0, request, 0, am_request_0(to, take_0))
SEND(1, request, 1, am_request_1(to, take_1, a))
SEND(2, request, 2, am_request_2(to, take_2, a, b))
SEND(3, request, 3, am_request_3(to, take_3, a, b, c))
SEND(4, request, 4, am_request_4(to, take_4, a, b, c, d))
SEND(0, reply, 0, am_reply_0(to, take_0))
SEND(1, reply, 1, am_reply_1(to, take_1, a))
SEND(2, reply, 2, am_reply_2(to, take_2, a, b))
SEND(3, reply, 3, am_reply_3(to, take_3, a, b, c))
SEND(4, reply, 4, am_reply_4(to, take_4, a, b, c, d))
SEND(1, short_request, 1, am_short_request_1(to, short_take_1, a))
SEND(2, short_request, 2, am_short_request_2(to, short_take_2, a, b))
SEND(3, short_request, 3, am_short_request_3(to, short_take_3, a, b, c))
SEND(4, short_request, 4, am_short_request_4(to, short_take_4, a, b, c, d))
#if AM_MAX_WORDS >= 5
SEND(5, short_request, 5, am_short_request_5(to, short_take_5, a, b, c, d, to))
#endif

static void overhead_of_sends(int to) {
    MEASURE("nothing", 0, to, 1, (void)0);
    request_0(to, 1, 2, 3, 4), request_1(to, 1, 2, 3, 4), request_2(to, 1, 2, 3, 4);
    request_3(to, 1, 2, 3, 4), request_4(to, 1, 2, 3, 4);
    reply_0(to, 1, 2, 3, 4), reply_1(to, 1, 2, 3, 4), reply_2(to, 1, 2, 3, 4);
    reply_3(to, 1, 2, 3, 4), reply_4(to, 1, 2, 3, 4);
    short_request_1(to, 1, 2, 3, 4), short_request_2(to, 1, 2, 3, 4);
    short_request_3(to, 1, 2, 3, 4), short_request_4(to, 1, 2, 3, 4);
#if AM_MAX_WORDS >= 5
    short_request_5(to, 1, 2, 3, 4);
#endif
}

#if AM_ASYNC
/// What a message takes from a loop that it interrupts.
static void overhead_of_handlers(int from) {
    const int turns = 1600; // longer than the way there and back on any machine
    MEASURE("loop", 0, from, 1, delay(turns));
    for (int words = 0; words <= 4; ++words) {
        tell(from, send, words);
        MEASURE("handle", words, from, 1, delay(turns));
    }
    for (int words = 1; words <= AM_MAX_WORDS; ++words) {
        tell(from, send_short, words);
        MEASURE("short_handle", words, from, 1, delay(turns));
    }
}
#else
/// A message that has arrived, and the poll that handles it; "loop" is one that finds nothing.
static void handle_one(const char *what, int how, int words, int from) {
    const int before = taken;
    for (int time = 10 * a_little;; time *= 2) {
        counted = 0;
        taken = before;
        tell(from, how, words);
        delay(time);
        MEASURE(what, words, from, 1, am_poll());
        if (counted) break;
        while (!counted) am_poll();
    }
}
static void overhead_of_handlers(int from) {
    MEASURE("loop", 0, from, 1, am_poll());
    for (int words = 0; words <= 4; ++words) handle_one("handle", send, words, from);
    for (int words = 1; words <= AM_MAX_WORDS; ++words)
        handle_one("short_handle", send_short, words, from);
}
#endif

enum { most_waiting = 3 }; ///< messages: every machine has room for them

/// In a hold: a poll that finds nothing, and polls that find some messages.
static void overhead_of_polls(int from) {
    MEASURE("hold_release", 0, from, 1, (am_hold(), am_release()));
    am_hold();
    MEASURE("poll", 0, from, 1, am_poll());
    for (int waiting = 1; waiting <= most_waiting; ++waiting) {
        // All of them are there when the poll begins: on a slower machine after a longer time.
        const int before = taken;
        for (int time = 10 * a_little;; time *= 2) {
            counted = 0;
            taken = before;
            for (int i = 0; i < waiting; ++i) {
                tell(from, send, 1);
                delay(time);
            }
            MEASURE("poll", waiting, from, 1, am_poll());
            if (counted == waiting) break;
            const int handled = counted;
            while (counted < waiting) am_poll();
            if (time <= 1 << 20) continue;
            if (waiting == 1) {
                printf("logp: %d messages handled in one poll, not %d\n", handled, waiting);
                abort();
            }
            // A network without buffers: one stands at its destination, the next on its path.
            taken = before;
            waiting = most_waiting;
            break;
        }
    }
    am_release();
}

// --- streams
// ---------------------------------------------------------------------------------------

OPEN void burst(int to, int messages, int a, int b, int c, int d) {
    MEASURE("burst", 4, to, messages,
            for (int i = 0; i < messages; ++i) am_request_4(to, take_4, a, b, c, d));
    settle(to);
}
OPEN void short_burst(int to, int messages, int a, int b, int c, int d) {
    MEASURE("short_burst", AM_MAX_WORDS, to, messages,
            for (int i = 0; i < messages; ++i) SHORT_LONGEST(to, a, b, c, d, i));
    settle(to);
}

/// Destinations 1 to `nodes`, one after the other.
OPEN void spread(const char *what, int nodes, int messages, int a, int b, int c, int d) {
    int to = 0;
    MEASURE(
        what, 4, -1, messages, for (int i = 0; i < messages; ++i) {
            to = to == nodes ? 1 : to + 1;
            am_request_4(to, take_4, a, b, c, d);
        });
    settle_all();
}
OPEN void short_spread(const char *what, int nodes, int messages, int a, int b, int c, int d) {
    int to = 0;
    MEASURE(
        what, AM_MAX_WORDS, -1, messages, for (int i = 0; i < messages; ++i) {
            to = to == nodes ? 1 : to + 1;
            SHORT_LONGEST(to, a, b, c, d, i);
        });
    settle_all();
}

/// `senders` nodes send to this one.
static void gather(const char *what, int size, int how, int senders, int messages) {
    counted = 0;
    for (int node = 1; node <= senders; ++node) tell(node, how, messages / senders);
    MEASURE(what, size, -1, messages, while (counted < messages) am_poll());
    settle_all();
}

/// Messages: their difference is without beginning and end. `few` are more than the buffers between
/// two nodes of any machine hold (a Myrinet's sender: 128), so that the slowest of sender,
/// interfaces, link and receiver decides.
enum { few = 160, many = 224 };

static void streams(void) {
    const int nodes = am_procs() - 1;
    for (int messages = 1; messages <= 64; messages *= 2) burst(1, messages, 1, 2, 3, 4);
    for (int messages = 1; messages <= 64; messages *= 2) short_burst(1, messages, 1, 2, 3, 4);
    for (int messages = few; messages <= many; messages += many - few) {
        spread("to_one", 1, messages, 1, 2, 3, 4);
        short_spread("short_to_one", 1, messages, 1, 2, 3, 4);
        if (nodes >= 2) {
            spread("to_two", 2, messages, 1, 2, 3, 4);
            short_spread("short_to_two", 2, messages, 1, 2, 3, 4);
            gather("from_two", 4, stream, 2, messages);
            gather("short_from_two", AM_MAX_WORDS, stream_short, 2, messages);
        }
        if (nodes > 2) {
            spread("to_all", nodes, messages, 1, 2, 3, 4);
            short_spread("short_to_all", nodes, messages, 1, 2, 3, 4);
        }
    }
}

// --- round trips
// -----------------------------------------------------------------------------------

enum { trips = 8 };

#define TRIP(n, what, size, ...)                                                                   \
    OPEN void what##_##n(const char *name, int to, int a, int b, int c, int d) {                   \
        (void)a, (void)b, (void)c, (void)d;                                                        \
        MEASURE(                                                                                   \
            name, size, to, trips, for (int i = 0; i < trips; ++i) {                               \
                back = 0;                                                                          \
                __VA_ARGS__;                                                                       \
                while (back == 0) am_poll();                                                       \
            });                                                                                    \
        back = 0;                                                                                  \
    }
TRIP(0, trip, 0, am_request_0(to, ping_0))
TRIP(1, trip, 1, am_request_1(to, ping_1, a))
TRIP(2, trip, 2, am_request_2(to, ping_2, a, b))
TRIP(3, trip, 3, am_request_3(to, ping_3, a, b, c))
TRIP(4, trip, 4, am_request_4(to, ping_4, a, b, c, d))
TRIP(1, short_trip, 1, am_short_request_1(to, short_ping_1, 0))
TRIP(2, short_trip, 2, am_short_request_2(to, short_ping_2, 0, b))
TRIP(3, short_trip, 3, am_short_request_3(to, short_ping_3, 0, b, c))
TRIP(4, short_trip, 4, am_short_request_4(to, short_ping_4, 0, b, c, d))
#if AM_MAX_WORDS >= 5
TRIP(5, short_trip, 5, am_short_request_5(to, short_ping_5, 0, b, c, d, to))
#endif

static void trips_of_words(const char *name, int to) {
    trip_0(name, to, 1, 2, 3, 4), trip_1(name, to, 1, 2, 3, 4), trip_2(name, to, 1, 2, 3, 4);
    trip_3(name, to, 1, 2, 3, 4), trip_4(name, to, 1, 2, 3, 4);
}

static void round_trips(void) {
    trips_of_words("round_trip", 1);
    short_trip_1("short_round_trip", 1, 1, 2, 3, 4);
    short_trip_2("short_round_trip", 1, 1, 2, 3, 4);
    short_trip_3("short_round_trip", 1, 1, 2, 3, 4);
    short_trip_4("short_round_trip", 1, 1, 2, 3, 4);
#if AM_MAX_WORDS >= 5
    short_trip_5("short_round_trip", 1, 1, 2, 3, 4);
#endif
    tell_and_wait(1, hold);
    am_hold();
    trips_of_words("polling_round_trip", 1);
    am_release();
    tell_and_wait(1, release);
}

static void distances(void) {
    for (int node = 1; node < am_procs(); ++node) trip_1("distance", node, 1, 2, 3, 4);
    for (int node = 1; node < am_procs(); ++node) short_trip_1("short_distance", node, 1, 2, 3, 4);
}

// --- bulk
// ------------------------------------------------------------------------------------------

enum { blocking_times = 2, pipelined_bytes = most_bytes, most_transfers = 256 };

/// How many transfers of a size are on their way together.
static int pipelined(int bytes) {
    const int times = pipelined_bytes / bytes;
    return times < most_transfers ? times : most_transfers;
}

OPEN void bulk_of(int to, int bytes) {
    const int times = pipelined(bytes);
    back = 0;
    MEASURE(
        "store", bytes, to, blocking_times, for (int i = 0; i < blocking_times; ++i) {
            am_store(to, block, landing, bytes, stored, landing);
            wait_back(1);
        });
    MEASURE(
        "get", bytes, to, blocking_times, for (int i = 0; i < blocking_times; ++i) {
            am_get(to, landing, landing, bytes, got, 0);
            wait_back(1);
        });
    MEASURE("pipelined_store", bytes, to, times, {
        for (int i = 1; i < times; ++i) am_store_async(to, block, landing, bytes, stored, 0, 0, 0);
        am_store_async(to, block, landing, bytes, stored, landing, 0, 0);
        wait_back(1);
    });
    MEASURE("pipelined_get", bytes, to, times, {
        for (int i = 0; i < times; ++i) am_get(to, landing, landing, bytes, got, 0);
        wait_back(times);
    });
    // Both ways at once: the other node stores as soon as it is told; and a get beside a store.
    counted = 0;
    MEASURE("exchange", bytes, to, 2, {
        tell(to, store_back, bytes);
        am_store(to, block, landing, bytes, stored, landing);
        wait_back(1);
        while (counted < 1) am_poll();
    });
    MEASURE("get_and_store", bytes, to, 2, {
        am_get(to, block, landing, bytes, got, 0);
        am_store(to, block, landing, bytes, stored, landing);
        wait_back(2);
    });
}

static void bulk(int to) {
    for (int i = 0; i < most_bytes; ++i) block[i] = (char)(i + i / 256);
    for (int bytes = 4; bytes <= most_bytes; bytes *= 2) TWICE(bulk_of(to, bytes));
    // What has gone there is right.
    am_store(to, block, landing, most_bytes, stored, landing);
    wait_back(1);
    am_get(to, landing, landing, most_bytes, got, 0);
    wait_back(1);
    if (memcmp(block, landing, most_bytes) != 0) {
        puts("logp: another block came back than was stored");
        abort();
    }
}

int main(void) {
    if (am_my_proc() != 0) {
        serve();
        return 0;
    }
    if (am_procs() < 2) {
        puts("logp: needs at least 2 nodes");
        return 2;
    }
    settle_all();
    TWICE(overhead_of_sends(1));
    TWICE(overhead_of_handlers(1));
    TWICE(overhead_of_polls(1));
    TWICE(round_trips());
    distances();
    TWICE(streams());
    for (int node = 2; node < am_procs(); ++node) tell(node, quit, 0);
    bulk(1);
    tell(1, quit, 0);
    for (int i = 0; i < taken; ++i)
        printf("%s %d %d %d %u %d\n", results[i].what, results[i].size, results[i].peer,
               results[i].count, results[i].cycles, results[i].interval);
}
