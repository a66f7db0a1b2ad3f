// run: --machine cm5 --nodes 20
// levels: -O2
// What `inlet reproduce cm5` runs and measures: docs/reproduce.md. Each piece of code stands
// between two labels: constants of that name, which hold the address of the next instruction. Node
// 0 is measured; 1 and 2 are its neighbours, 4 and 16 are 3 and 5 routers away; the others have
// nothing to do. The streams are those of 000 4.3.4: one sender to two receivers, two senders to
// one.
#include <am_core.h>
#include <cmam.h>
#include <stdio.h>

#define LABEL(name)                                                                                \
    __asm__ volatile("1:\n\t.pushsection .rodata\n\t.align 4\n\t.type " #name ", @object\n\t"      \
                     ".size " #name ", 4\n" #name ":\t.word 1b\n\t.popsection" ::                  \
                         : "memory")
/// Called as any function is: the compiler does not know its callers.
#define MEASURED __attribute__((noinline))

enum { messages = 1000, apart = 4, farther = 16 };

static volatile int seen; // something to do behind a label, so that the compiler makes one of it
static volatile int count;

// "the handler used in this example is minimal and only increments a counter in memory" (4.3.4)
void counter_h(void) { ++count; }

static volatile int pass;
static void pass_h(void) { ++pass; }

/// Nodes 0, 1 and 2 go on together. Nobody sends to node 0 before it is there itself.
static void together(void) {
    if (am_my_proc() == 0) {
        CMAM_4(1, (void (*)())pass_h);
        CMAM_4(2, (void (*)())pass_h);
        CMAM_wait(&pass, 2);
    } else {
        CMAM_wait(&pass, 1);
        CMAM_4(0, (void (*)())pass_h);
    }
}

// --- listings ------------------------------------------------------------------------------------

MEASURED void send(void) {
    LABEL(send_begin);
    CMAM_4(1, (void (*)())counter_h, 1, 2, 3, 4);
    LABEL(send_end);
    seen = 1;
}
MEASURED void poll(void) {
    LABEL(poll_begin);
    CMAM_poll();
    LABEL(poll_end);
    seen = 2;
}
MEASURED void reply_poll(void) {
    LABEL(reply_poll_begin);
    CMAM_reply_poll();
    LABEL(reply_poll_end);
    seen = 3;
}
/// A poll that finds one message.
MEASURED void poll_one(void) {
    LABEL(poll_one_begin);
    CMAM_poll();
    LABEL(poll_one_end);
    seen = 4;
}

static void dawdle(int turns) {
    for (volatile int i = 0; i < turns; ++i) {
    }
}

/// Messages of n words to oneself, under a tag that nobody has, and their reception (4.3.2.4).
#define TO_SELF 9 // a tag
#define FIRST(n) (NI_LDR_SEND_FIRST_O + (TO_SELF << NI_FIRST_TAG_P) + ((n) << NI_FIRST_LENGTH_P))
#define STRING_(x) #x
#define STRING(x) STRING_(x)
#define SIZED(n, sends, receives)                                                                  \
    MEASURED void send_##n(void) {                                                                 \
        __asm__ volatile("set " STRING(NI_BASE) ", %%l1\n\tadd %%l1, %0, %%l0\n\t"                 \
                                                "mov 0, %%o0" ::"i"(FIRST(n))                      \
                         : "l0", "l1", "o0", "memory");                                            \
        LABEL(send_##n##_begin);                                                                   \
        __asm__ volatile(sends ::"i"(NI_LDR_SEND_O) : "memory");                                   \
        LABEL(send_##n##_end);                                                                     \
        seen = n;                                                                                  \
        dawdle(100);                                                                               \
        __asm__ volatile("set " STRING(NI_BASE) ", %%l1" ::: "l1", "memory");                      \
        LABEL(receive_##n##_begin);                                                                \
        __asm__ volatile(receives ::"i"(NI_LDR_RECV_O)                                             \
                         : "o0", "o1", "o2", "o3", "o4", "o5", "memory");                          \
        LABEL(receive_##n##_end);                                                                  \
        seen = n;                                                                                  \
    }
#define STD(rd) "std " rd ", [%%l1 + %0]\n\t"
#define LDD(rd) "ldd [%%l1 + %0], " rd "\n\t"
#define LD(rd) "ld [%%l1 + %0], " rd "\n\t"
SIZED(5, "std %%o0, [%%l0]\n\t" STD("%%o2") STD("%%o4"), LD("%%o5") LDD("%%o0") LDD("%%o2"))
SIZED(4, "std %%o0, [%%l0]\n\t" STD("%%o2") "st %%o4, [%%l1 + %0]\n\t", LDD("%%o0") LDD("%%o2"))
SIZED(3, "std %%o0, [%%l0]\n\t" STD("%%o2"), LD("%%o0") LDD("%%o2"))
SIZED(2, "std %%o0, [%%l0]\n\tst %%o2, [%%l1 + %0]\n\t", LDD("%%o0"))
SIZED(1, "std %%o0, [%%l0]\n\t", LD("%%o0"))

/// A length check behind the status load: does the message have 5 words? (4.3.2.4: "4 cycles").
MEASURED void length_check(void) {
    __asm__ volatile("mov %0, %%g1" : : "i"(5 << NI_REC_LENGTH_P) : "g1");
    LABEL(length_begin);
    __asm__ volatile("srl %%g1, %0, %%g2\n\tand %%g2, 7, %%g2\n\tcmp %%g2, 5\n\tbne 2f\n\tnop\n2:"
                     :
                     : "i"(NI_REC_LENGTH_P)
                     : "g2", "cc", "memory");
    LABEL(length_end);
    seen = 16;
}
/// The code that receives a message of n words, found by two comparisons (4.3.2.4 has the cycles
/// and no code). All ends are one here: only the way to them is measured.
#define DISPATCH(n)                                                                                \
    MEASURED void dispatch_##n(void) {                                                             \
        __asm__ volatile("set %0, %%g1" : : "i"(n << NI_REC_LENGTH_P) : "g1");                     \
        LABEL(dispatch_##n##_begin);                                                               \
        __asm__ volatile("srl %%g1, %0, %%g2\n\tand %%g2, 7, %%g2\n\t"                             \
                         "cmp %%g2, 4\n\tbg 2f\n\tnop\n\tbe 2f\n\tnop\n\t"                         \
                         "cmp %%g2, 2\n\tbg 2f\n\tnop\n\tbe 2f\n\tnop\n2:"                         \
                         :                                                                         \
                         : "i"(NI_REC_LENGTH_P)                                                    \
                         : "g2", "cc", "memory");                                                  \
        LABEL(dispatch_##n##_end);                                                                 \
        seen = n;                                                                                  \
    }
DISPATCH(5)
DISPATCH(4)
DISPATCH(3)
DISPATCH(2)
DISPATCH(1)
MEASURED void linkage(void) {
    LABEL(linkage_begin);
    __asm__ volatile("call empty\n\tnop" ::: "o7", "memory");
    LABEL(linkage_end);
    seen = 5;
}
__asm__(".text\n\t.type empty, @function\nempty:\tretl\n\tnop\n\t.size empty, . - empty");
MEASURED void window(void) {
    LABEL(window_begin);
    __asm__ volatile("save %sp, -96, %sp\n\trestore");
    LABEL(window_end);
    seen = 6;
}
MEASURED void spill(void) {
    static volatile int place;
    volatile int *at = &place;
    __asm__ volatile("" : "+r"(at));
    LABEL(spill_begin);
    __asm__ volatile("st %%g1, [%0]\n\tld [%0], %%g1" ::"r"(at) : "g1", "memory");
    LABEL(spill_end);
    seen = 7;
}
/// A critical section by %g7 (4.3.7): bit 2 says that there is one.
MEASURED void critical(void) {
    __asm__ volatile("mov 0, %%g7" ::: "memory");
    LABEL(critical_begin);
    __asm__ volatile("add %%g7, 4, %%g7\n\ttsubcctv %%g7, 4, %%g7" ::: "memory");
    LABEL(critical_end);
    seen = 8;
}

static void listings(void) {
    if (am_my_proc() == 0) {
        poll();
        reply_poll();
        send_5();
        send_4();
        send_3();
        send_2();
        send_1();
        length_check();
        dispatch_5();
        dispatch_4();
        dispatch_3();
        dispatch_2();
        dispatch_1();
        linkage();
        window();
        spill();
        critical();
        send(); // which node 1 answers
    } else if (am_my_proc() == 1) {
        CMAM_wait(&count, 1);
        CMAM_4(0, (void (*)())counter_h, 1, 2, 3, 4);
    }
    if (am_my_proc() == 0) {
        dawdle(300);
        poll_one();
        count = 0;
    }
    together();
}

// --- streams -------------------------------------------------------------------------------------

/// "one node sends a stream of messages alternating between two destination nodes"
MEASURED void send_requests(int n) {
    LABEL(requests_begin);
    for (int i = 0; i < n; ++i) CMAM_4(1 + (i & 1), (void (*)())counter_h, 1, 2, 3, 4);
    LABEL(requests_end);
    seen = 9;
}
MEASURED void send_replies(int n) {
    LABEL(replies_begin);
    for (int i = 0; i < n; ++i) CMAM_reply_4(1 + (i & 1), (void (*)())counter_h, 1, 2, 3, 4);
    LABEL(replies_end);
    seen = 10;
}
static void sending(void (*stream)(int)) {
    if (am_my_proc() == 0)
        stream(messages);
    else
        CMAM_wait(&count, messages / 2);
    together();
}

/// "two nodes send a stream of messages to one node". A poll handles messages as long as there are
/// any, so all of them, once the first ones wait.
MEASURED void handle(void) {
    dawdle(1000);
    LABEL(handle_begin);
    CMAM_wait(&count, 2 * messages);
    LABEL(handle_end);
    seen = 10;
}
static void handling(void) {
    if (am_my_proc() == 0) {
        handle();
    } else {
        dawdle(200); // node 0 polls no more
        for (int i = 0; i < messages; ++i) CMAM_4(0, (void (*)())counter_h, 1, 2, 3, 4);
    }
    together();
}

// --- round trips ---------------------------------------------------------------------------------

static void answer_h(int back) { CMAM_reply_4(back, (void (*)())counter_h); }

#define ROUND_TRIP(name, to)                                                                       \
    MEASURED void name(void) {                                                                     \
        for (int i = 0; i < 4; ++i) {                                                              \
            CMAM_4(to, (void (*)())answer_h, 0);                                                   \
            CMAM_wait(&count, 1);                                                                  \
        }                                                                                          \
        LABEL(name##_begin);                                                                       \
        for (int i = 0; i < trips; ++i) {                                                          \
            CMAM_4(to, (void (*)())answer_h, 0);                                                   \
            CMAM_wait(&count, 1);                                                                  \
        }                                                                                          \
        LABEL(name##_end);                                                                         \
        seen = to;                                                                                 \
    }
enum { trips = 100 };
ROUND_TRIP(near, 1)
ROUND_TRIP(middle, apart)
ROUND_TRIP(far, farther)

// Figure 4-18.
typedef struct {
    volatile int flag, value;
} fetch_add_sync;
void fetch_add_rh(fetch_add_sync *sync, int value) {
    sync->value = value;
    sync->flag = 1;
}
void fetch_add_h(int ret_node, void *sync, int *addr, int incr) {
    int value = *addr + incr;
    *addr = value;
    CMAM_reply_4(ret_node, (void (*)())fetch_add_rh, sync, value);
}
MEASURED void fetch_add_initiate(int node, int *addr, int incr, fetch_add_sync *sync) {
    sync->flag = 0;
    CMAM_4(node, (void (*)())fetch_add_h, am_my_proc(), sync, addr, incr);
}
MEASURED int fetch_add_complete(fetch_add_sync *sync) {
    CMAM_wait(&sync->flag, 1);
    return sync->value;
}
MEASURED int fetch_add(int node, int *addr, int incr) {
    fetch_add_sync sync;
    fetch_add_initiate(node, addr, incr, &sync);
    return fetch_add_complete(&sync);
}
static int counter;
MEASURED void fetch_adds(void) {
    fetch_add(1, &counter, 1);
    LABEL(fetch_add_begin);
    for (int i = 0; i < trips; ++i) fetch_add(1, &counter, 1);
    LABEL(fetch_add_end);
    seen = 11;
}
/// What node 0 has of one: the answer is there when it asks for it.
MEASURED void request_one(void) {
    fetch_add_sync sync;
    LABEL(requester_begin);
    fetch_add_initiate(1, &counter, 1, &sync);
    dawdle(100);
    seen = fetch_add_complete(&sync);
    LABEL(requester_end);
    seen = 17;
}
/// What node 1 has of one: between its own labels it handles one request.
MEASURED void serve(void) {
    LABEL(serve_begin);
    CMAM_poll();
    LABEL(serve_end);
    seen = 12;
}

static void round_trips(void) {
    if (am_my_proc() == 0) {
        near();
        middle();
        far();
        fetch_adds();
        request_one();
    }
    together();
    // The server's part on node 0, for it is the node that is measured.
    if (am_my_proc() == 1) {
        dawdle(100);
        fetch_add(0, &counter, 1);
    } else if (am_my_proc() == 0) {
        dawdle(300);
        serve();
    }
    together();
}

// --- segments ------------------------------------------------------------------------------------

enum { block = 16 * 1024 };
static long long from[block / 8], to[block / 8], to_other[block / 8];

static int segment_end(void *info, void *base) {
    (void)info, (void)base;
    ++count;
    return 0;
}

MEASURED void open_close(void) {
    LABEL(open_begin);
    for (int i = 0; i < 16; ++i) {
        const int segment = CMAM_open_segment(to, block, segment_end, 0);
        CMAM_close_segment(segment);
    }
    LABEL(open_end);
    seen = 13;
}

// Segments of nodes 1 and 2, for node 0, or of node 0, one or two, for those.
static volatile int segment_of[3], told;
static void segment_h(int node, int segment) {
    segment_of[node] = segment;
    ++told;
}

#define XFERS(name, call)                                                                          \
    MEASURED void name(void) {                                                                     \
        LABEL(name##_begin);                                                                       \
        for (int i = 0; i < block / 16; ++i) {                                                     \
            const int *data = (const int *)from + 4 * i;                                           \
            call(1 + (i & 1), segment_of[1 + (i & 1)], (unsigned)(i >> 1) * 16, data[0], data[1],  \
                 data[2], data[3]);                                                                \
        }                                                                                          \
        LABEL(name##_end);                                                                         \
        seen = 14;                                                                                 \
    }
XFERS(xfer_4, CMAM_xfer_4i)
XFERS(reply_xfer_4, CMAM_reply_xfer_4i)
/// Sixteen messages to one node, then to the other: as many as the FIFOs on the way take in while
/// the sender is faster.
#define XFER(name, call)                                                                           \
    MEASURED void name(void) {                                                                     \
        LABEL(name##_begin);                                                                       \
        for (int i = 0; i < block; i += 256)                                                       \
            call(1 + (i >> 8 & 1), segment_of[1 + (i >> 8 & 1)] + (i >> 9 << 8),                   \
                 (const char *)from + i, 256);                                                     \
        LABEL(name##_end);                                                                         \
        seen = 14;                                                                                 \
    }
XFER(xfer_n, CMAM_xfer)
XFER(reply_xfer_n, CMAM_reply_xfer)

static void xfers(void (*stream)(void)) {
    if (am_my_proc() == 0) {
        CMAM_wait(&told, 2);
        stream();
    } else {
        const int segment = CMAM_open_segment(to, block / 2, segment_end, 0);
        CMAM_4(0, (void (*)())segment_h, am_my_proc(), segment);
        CMAM_wait(&count, 1);
    }
    together();
}

/// Two nodes send blocks into one segment of node 0, or into one each.
#define HANDLE_XFERS(name, second)                                                                 \
    MEASURED void name(void) {                                                                     \
        const int one = second ? CMAM_open_segment(to, block, segment_end, 0)                      \
                               : CMAM_open_segment(to, 2 * block, segment_end, 0);                 \
        const int two = second ? CMAM_open_segment(to_other, block, segment_end, 0) : one;         \
        CMAM_4(1, (void (*)())segment_h, 0, one);                                                  \
        CMAM_4(2, (void (*)())segment_h, 0, two);                                                  \
        dawdle(1000);                                                                              \
        LABEL(name##_begin);                                                                       \
        CMAM_wait(&count, second ? 2 : 1);                                                         \
        LABEL(name##_end);                                                                         \
        seen = 15;                                                                                 \
    }
HANDLE_XFERS(handle_one, 0)
HANDLE_XFERS(handle_two, 1)

static void handling_xfers(void (*handles)(void)) {
    if (am_my_proc() == 0) {
        handles();
    } else {
        CMAM_wait(&told, 1);
        CMAM_xfer(0, segment_of[0], from, block);
    }
    together();
}

// A segment of node 1 for `bytes` bytes, asked for and told by messages, and the block: until node
// 1 says that all of it is there.
static volatile int whole;
static void whole_h(void) { ++whole; }
static int tell_end(void *info, void *base) {
    (void)info, (void)base;
    CMAM_reply_4(0, (void (*)())whole_h);
    return 0;
}
static void open_h(int bytes) {
    CMAM_reply_4(0, (void (*)())segment_h, 1, CMAM_open_segment(to, bytes, tell_end, 0));
}
static unsigned clock_now(void) { return *(volatile unsigned *)(NI_BASE + NI_TIME_O); }
static void blocks(void) {
    if (am_my_proc() == 0)
        for (int bytes = 16; bytes <= 2048; bytes *= 2) {
            unsigned cycles = 0;
            for (int twice = 0; twice < 2; ++twice) { // the second time counts
                const unsigned start = clock_now();
                told = 0;
                CMAM_4(1, (void (*)())open_h, bytes);
                CMAM_wait(&told, 1);
                CMAM_xfer(1, segment_of[1], from, bytes);
                CMAM_wait(&whole, 1);
                cycles = clock_now() - start;
            }
            printf("curve block %d %u %d\n", bytes, cycles, bytes);
        }
    together();
}

int main(void) {
    if (am_my_proc() > 2) return 0; // and handles messages
    together();
    listings();
    sending(send_requests);
    sending(send_replies);
    handling();
    round_trips();
    if (am_my_proc() == 0) open_close();
    xfers(xfer_4);
    xfers(reply_xfer_4);
    xfers(xfer_n);
    xfers(reply_xfer_n);
    handling_xfers(handle_one);
    handling_xfers(handle_two);
    blocks();
    return 0;
}
