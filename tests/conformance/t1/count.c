// sentences: A.2.3-1 A.2.3-2 A.2.3-3
// run: --nodes 4
// Count advances by one each cycle, through everything that stops the CPU, and is the same on all
// nodes.
#include "conform.h"

static volatile unsigned counted[4], replies, awake, woken;

static XNET_HANDLER void report(unsigned node, unsigned count) {
    counted[node] = count;
    ++replies;
}
static XNET_LOW_HANDLER void ask(void) {
    XNET_UNTIL_SENT(xnet_send2h(0, report, (unsigned)xnet_node(), xnet_get_count()));
}
static XNET_HANDLER void wake(void) {
    woken = xnet_get_count();
    awake = 1;
}

/// Cycles of the code between two reads of Count, without the read.
#define CYCLES(code)                                                                               \
    __extension__({                                                                                \
        uint32_t from_, to_;                                                                       \
        __asm__ volatile(".set push\n\t.set noreorder\n\tcfc2 %0, $9\n\t" code                     \
                         "\n\tcfc2 %1, $9\n\t.set pop"                                             \
                         : "=&r"(from_), "=&r"(to_)                                                \
                         : "r"(&counted[0])                                                        \
                         : "memory", "$1", "$2", "$3", "hi", "lo");                                \
        to_ - from_ - 1;                                                                           \
    })

int main(void) {
    // The first action of every node: the same instructions from the same start.
    const uint32_t start = xnet_get_count();

    EXPECT("A.2.3-2", CYCLES(""), 0);
    EXPECT("A.2.3-2", CYCLES("nop; nop; nop; nop; nop; nop; nop; nop; nop; nop"), 10);
    // Stalled by a load, and in a long instruction: no instruction is retired, Count advances.
    EXPECT("A.2.3-1", CYCLES("lw $2, 0(%2); addu $3, $2, $2"), 3);
    HOLDS("A.2.3-1", CYCLES("mult $2, $2") > 1);
    EXPECT("A.2.3-1", CYCLES("mult $2, $2; mult $2, $2"), 2 * CYCLES("mult $2, $2"));
    EXPECT("A.2.3-1", CYCLES("div $0, $2, $2"), CYCLES("div $0, $3, $3"));

    // In a wait, which the emulator skips: the timelet comes at its time.
    xnet_set_timeh((uint32_t)wake);
    const uint32_t due = xnet_get_count() + 1000000;
    xnet_set_timec(due);
    set_mask(XNET_NISTAT_TM | XNET_NISTAT_HPMM | XNET_NISTAT_LPMM);
    while (!awake) {
    }
    HOLDS("A.2.3-1", woken - due < 20);
    set_mask(XNET_NISTAT_HPMM | XNET_NISTAT_LPMM);

    // All nodes: Count at the same instruction, and between a request and its reply.
    XNET_UNTIL_SENT(xnet_send2(0, report, (unsigned)xnet_node(), start));
    if (xnet_node() == 0) {
        while (replies < 4) {
        }
        for (int node = 0; node < 4; ++node) EXPECT("A.2.3-3", counted[node], start);
        for (int node = 1; node < 4; ++node)
            for (int turn = 0; turn < 5; ++turn) {
                replies = 0;
                pass((unsigned)(turn * 97)); // the node that is asked may be anywhere
                const uint32_t before = xnet_get_count();
                XNET_UNTIL_SENT(xnet_send0((unsigned)node, ask));
                while (!replies) {
                }
                const uint32_t after = xnet_get_count();
                HOLDS("A.2.3-3", counted[node] - before < after - before);
            }
    }
    return conform_end();
}
