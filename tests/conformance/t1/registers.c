// sentences: A.1-2 A.2-1 A.2.1-1 A.2.1-5 A.2.2-1 A.2.8-1 A.2.9-1 A.2.10-1 A.2.11-1 A.2.11-3
// sentences: A.2.12-1 A.2.12-5 A.2.13-1 A.4-2 A.4-4
// run: --nodes 2
// with: parts/levels.S
// Every register of Table 1 by its number: a written value is read back, in all 32 bits; read-only
// registers keep their values. Handler registers accept any value: only its use is checked
// (handler_address.c).
#include "conform.h"

unsigned write_enable(unsigned value, unsigned *status);

#define PATTERNS 5
static const uint32_t patterns[PATTERNS] = {0xFFFFFFFF, 0x5A5A5A5A, 0x80000001, 0x00000003, 0};

/// The others keep their values: a write goes to one register only.
#define OTHERS(id, number)                                                                         \
    do {                                                                                           \
        if ((number) != 6) EXPECT(id, xnet_cfc2(6), mine[0]);                                      \
        if ((number) != 7) EXPECT(id, xnet_cfc2(7), mine[1]);                                      \
        if ((number) != 20) EXPECT(id, xnet_cfc2(20), mine[2]);                                    \
        if ((number) != 21) EXPECT(id, xnet_cfc2(21), mine[3]);                                    \
        if ((number) != 23) EXPECT(id, xnet_cfc2(23), mine[4]);                                    \
        if ((number) != 24) EXPECT(id, xnet_cfc2(24), mine[5]);                                    \
    } while (0)

#define READ_WRITE(id, number, index)                                                              \
    do {                                                                                           \
        for (int i = 0; i < PATTERNS; ++i) {                                                       \
            xnet_ctc2(number, patterns[i]);                                                        \
            EXPECT(id, xnet_cfc2(number), patterns[i]);                                            \
            EXPECT("A.4-4", xnet_cfc2(number), patterns[i]);                                       \
            EXPECT("A.4-2", xnet_cfc2(number), patterns[i]);                                       \
            OTHERS("A.2-1", number);                                                               \
        }                                                                                          \
        xnet_ctc2(number, mine[index]);                                                            \
    } while (0)

static volatile uint32_t status_in, inh_in, inh_written, word_in, rung, came;
static XNET_HANDLER void ring(void) { ++rung; }
/// The registers' information about a message; inh keeps its value.
static XNET_HANDLER void look(uint32_t word) {
    word_in = word;
    status_in = xnet_cfc2(19);
    inh_in = xnet_cfc2(25);
    xnet_ctc2(25, 0x12345678);
    inh_written = xnet_cfc2(25);
    ++came;
}

/// A.1: the purpose of the registers. Each is written and read by its number, and has its
/// effect.
static void purposes(void) {
    const uint32_t me = xnet_cfc2(22);
    // They configure: EE stops all events, the mask one of them.
    unsigned status;
    EXPECT("A.1-2", write_enable(0, &status), 0);
    EXPECT("A.1-2", status & XNET_NISTAT_EE, 0);
    set_mask(0);
    XNET_UNTIL_SENT(xnet_send1(me, look, 0xC0FFEE));
    pass(200);
    EXPECT("A.1-2", came, 0);
    // They report: a message is there, and the network accepts more.
    const uint32_t state = XNET_NISTAT_LPMP | XNET_NISTAT_LPA | XNET_NISTAT_HPA;
    EXPECT("A.1-2", xnet_cfc2(19) & state, state);
    set_mask(XNET_NISTAT_LPMM);
    pass(200);
    EXPECT("A.1-2", xnet_cfc2(19) & state, XNET_NISTAT_LPA | XNET_NISTAT_HPA);
    // They describe the message.
    EXPECT("A.1-2", came, 1);
    EXPECT("A.1-2", word_in, 0xC0FFEE);
    EXPECT("A.1-2", (status_in & XNET_NISTAT_SLEN) >> XNET_NISTAT_SLEN_SHIFT, 1);
    EXPECT("A.1-2", inh_in, look);
    EXPECT("A.2.13-1", inh_written, look);
    // They name handlers.
    xnet_ctc2(6, (uint32_t)ring);
    xnet_ctc2(7, xnet_cfc2(9) + 100);
    set_mask(XNET_NISTAT_TM);
    pass(300);
    set_mask(0);
    EXPECT("A.1-2", rung, 1);
}

int main(void) {
    static const uint32_t mine[] = {0x06060604, 0x07070707, 0x20202020,
                                    0x21212120, 0x23232320, 0x24242420};
    xnet_ctc2(6, mine[0]);
    xnet_ctc2(7, mine[1]);
    xnet_ctc2(20, mine[2]);
    xnet_ctc2(21, mine[3]);
    xnet_ctc2(23, mine[4]);
    xnet_ctc2(24, mine[5]);
    READ_WRITE("A.2.1-1", 6, 0);
    READ_WRITE("A.2.2-1", 7, 1);
    READ_WRITE("A.2.8-1", 20, 2);
    READ_WRITE("A.2.9-1", 21, 3);
    READ_WRITE("A.2.11-1", 23, 4);
    READ_WRITE("A.2.12-1", 24, 5);
    // Unaligned addresses are not an error yet: the mask is closed to these handlers.
    xnet_ctc2(6, 0x10002);
    xnet_ctc2(23, 0x10001);
    xnet_ctc2(24, 0x10003);
    pass(200);
    EXPECT("A.2.1-5", xnet_cfc2(6), 0x10002);
    EXPECT("A.2.11-3", xnet_cfc2(23), 0x10001);
    EXPECT("A.2.12-5", xnet_cfc2(24), 0x10003);

    // Read-only: niid, inh, Count.
    const uint32_t id = xnet_cfc2(22);
    for (int i = 0; i < PATTERNS; ++i) {
        xnet_ctc2(22, patterns[i]);
        EXPECT("A.2.10-1", xnet_cfc2(22), id);
        xnet_ctc2(25, patterns[i]);
        EXPECT("A.2.13-1", xnet_cfc2(25), 0); // no message is handled
        const uint32_t before = xnet_cfc2(9);
        xnet_ctc2(9, patterns[i]);
        HOLDS("A.2-1", xnet_cfc2(9) - before < 100); // Count advances
    }
    EXPECT("A.2-1", id, xnet_node());
    EXPECT("A.2-1", xnet_cfc2(18) & ~1u, 0);
    xnet_ctc2(19, xnet_cfc2(19) | XNET_NISTAT_ONICOND);
    EXPECT("A.2-1", xnet_cfc2(19) & XNET_NISTAT_ONICOND, XNET_NISTAT_ONICOND);
    purposes();
    return conform_end();
}
