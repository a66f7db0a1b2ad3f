// Queues by their logical names, resident and not (docs/voyager.md): every message comes once, in
// order per queue and sender, while queues get and lose hardware queues at random; and replies
// pass.
//
//     queues PAIRS TIMES [DELAY] [EVICT]
//
// Every node sends TIMES requests of random length by each of PAIRS queues of low priority, to
// random sites, which answer by the queue of high priority that follows. Node 0 does not look for
// messages for the first DELAY turns. Queue 12 is the first one. EVICT: 0 for no change of
// residency.
#include <am.h>
#include <stdio.h>
#include <stdlib.h>
#include <voyager_queues.h>

enum { first = 12, most = 512 - first, nodes = 32, hardware = 4 };
static struct nes_queue_memory memory[most];
static struct nes_queue queue[most];
static unsigned char sent[most][nodes], came[most][nodes]; // of each site; modulo 256
static int holder[hardware] = {0, 1, 2, 3};                // of hardware queues 12 to 15
static int pairs, wrong, requests, replies, changes;
static volatile int finished;

static unsigned random_below(unsigned end) {
    static uint32_t state;
    if (!state) state = 12345 + 7 * (unsigned)am_my_proc();
    state = state * 1664525 + 1013904223;
    return (unsigned)((uint64_t)(state >> 8) * end >> 24);
}

static int try_message(int n, unsigned site) {
    static unsigned char counts[most]; // of the queue's next message; 0: not drawn yet
    uint32_t words[NES_MOST_WORDS];
    if (!counts[n])
        counts[n] = NES_LEAST_WORDS + random_below(NES_MOST_WORDS - NES_LEAST_WORDS + 1);
    const unsigned count = counts[n];
    for (unsigned i = 0; i < count; ++i)
        words[i] = sent[n][site] * 1000003u + i * (unsigned)(n + 1);
    if (!nes_queue_send(&queue[n], site, words, count)) return 0;
    ++sent[n][site];
    counts[n] = 0;
    return 1;
}

/// The site of the message, or -1.
static int receive(int n) {
    uint32_t words[NES_MOST_WORDS];
    unsigned source;
    const unsigned count = nes_queue_receive(&queue[n], words, &source);
    if (!count) return -1;
    const uint32_t number = came[n][source]++;
    for (unsigned i = 0; i < count; ++i)
        wrong += words[i] != number * 1000003u + i * (unsigned)(n + 1);
    return (int)source;
}

static void take_replies(void) {
    for (int p = 0; p < pairs; ++p)
        while (receive(2 * p + 1) >= 0) ++replies;
}
static void take_some(void) {
    take_replies();
    for (int p = 0; p < pairs; ++p) {
        const int site = receive(2 * p);
        if (site >= 0)
            while (!try_message(2 * p + 1, (unsigned)site)) take_replies();
    }
}

/// Another queue gets a hardware queue.
static void change(void) {
    const unsigned place = random_below(hardware);
    const int low_or_high = (int)place & 1,
              next = 2 * (int)random_below((unsigned)pairs) + low_or_high;
    for (int i = 0; i < hardware; ++i)
        if (holder[i] == next) return;
    if (holder[place] >= 0) nes_queue_evict(&queue[holder[place]]);
    holder[place] = -1;
    if (random_below(4)) nes_queue_load(&queue[holder[place] = next], first + place);
    ++changes;
}

static void finished_h(int src) {
    (void)src;
    ++finished;
}

int main(int argc, char **argv) {
    pairs = argc > 1 ? atoi(argv[1]) : most / 2;
    const int times = argc > 2 ? atoi(argv[2]) : 2, delay = argc > 3 ? atoi(argv[3]) : 0,
              evicts = argc > 4 ? atoi(argv[4]) : 1;
    const unsigned me = (unsigned)am_my_proc(), sites = (unsigned)am_procs();
    const int opened = 2 * pairs < hardware ? hardware : 2 * pairs;
    for (int n = 0; n < opened; ++n) nes_queue_open(&queue[n], (unsigned)(first + n), &memory[n]);
    if (me == 0)
        for (volatile int i = 0; i < delay; ++i) {
        }
    for (int i = 0; i < times; ++i)
        for (int p = 0; p < pairs; ++p) {
            const unsigned site = delay ? 0 : random_below(sites);
            while (!try_message(2 * p, site)) take_some();
            ++requests;
            if (evicts && random_below(8) == 0) change();
            if (random_below(4) == 0) take_some();
        }
    while (replies < requests) take_some();
    for (unsigned n = 0; n < sites; ++n) am_request_0((int)n, finished_h);
    while (finished < (int)sites) {
        take_some();
        am_poll();
    }
    printf("%d requests by %d queues, %d replies, %d wrong, residency %s\n", requests, 2 * pairs,
           replies, wrong, changes ? "changed" : "kept");
    return wrong != 0 || replies != requests;
}
