// sentences: A.2.4-1 A.2.4-2 A.2.5-1 A.2.5-2 A.2.5-3 A.2.5-4 A.2.5-7 A.2.5-10 A.2.5-12 A.2.5-16
// sentences: A.2.5-17 A.2.5-18 A.2.6-1 A.2.6-2 A.8.2-2 A.10-10
// run: --nodes 1
// with: parts/levels.S
// nistat and enable: the places of the fields, the writable bits, and that an instruction sees all
// earlier effects.
#include "conform.h"

unsigned write_status(unsigned value);
unsigned write_enable(unsigned value, unsigned *status);

static volatile int handled;
static XNET_HANDLER void count(void) { ++handled; }

static volatile uint32_t low_half, low_half_written[2];
/// The low half of nistat in a handler, where it is defined, after all its bits were written.
static XNET_HANDLER void write_low_half(uint32_t a, uint32_t b, uint32_t c) {
    (void)a, (void)b, (void)c;
    const uint32_t status = xnet_get_nistat();
    low_half = status & 0xFFFF;
    xnet_set_nistat(status | 0xFFFF);
    low_half_written[0] = xnet_get_nistat() & 0xFFFF;
    xnet_set_nistat(status & ~0xFFFFu);
    low_half_written[1] = xnet_get_nistat() & 0xFFFF;
    ++handled;
}

int main(void) {
    set_mask(0);
    // Timelet pending: bit 25. Room in the network: op 26, lpa 17, hpa 16.
    xnet_set_timec(xnet_get_count() + 30);
    pass(60);
    const uint32_t normal = 1u << 20 | 1u << 19 | 1u << 18; // LPEE, EE, ame
    const uint32_t room = 1u << 26 | 1u << 17 | 1u << 16;
    const uint32_t base = normal | room | 1u << 25;
    xnet_set_nistat(normal);
    EXPECT("A.2.5-1", xnet_get_nistat(), base);

    // Each writable bit, alone, with all others unchanged. The masks admit no event here:
    // write_status undoes the write before an event could come only where EE is clear.
    const struct {
        const char *id;
        unsigned bit;
    } writable[] = {{"A.2.5-7", 30}, {"A.2.5-10", 29}, {"A.2.6-2", 24},
                    {"A.2.6-2", 23}, {"A.2.5-18", 18}, {"A.2.5-12", 20}};
    for (unsigned i = 0; i < sizeof writable / sizeof *writable; ++i) {
        const uint32_t bit = 1u << writable[i].bit;
        EXPECT(writable[i].id, write_status(normal | bit), base | bit);
        EXPECT(writable[i].id, write_status(normal & ~bit), base & ~bit);
    }
    // om and tm have a pending event: with EE clear, and pend shows it.
    const uint32_t closed = normal & ~(1u << 19);
    const uint32_t shown = base & ~(1u << 19);
    EXPECT("A.2.6-2", write_status(closed | 1u << 22), shown | 1u << 22 | 1u << 31);
    EXPECT("A.2.6-2", write_status(closed | 1u << 21), shown | 1u << 21 | 1u << 31);
    EXPECT("A.2.6-2", write_status(closed | 15u << 21), shown | 15u << 21 | 1u << 31);
    EXPECT("A.2.6-2", write_status(closed), shown);
    EXPECT("A.2.4-2", write_status(closed), shown);
    EXPECT("A.2.4-2", write_status(normal), base);

    // Read-only bits: pend, EP, lpa, hpa, and the low half.
    EXPECT("A.2.5-4", write_status(normal | 1u << 31), base);
    for (unsigned bit = 25; bit <= 28; ++bit) {
        EXPECT("A.2.6-1", write_status(normal | 1u << bit), base);
        EXPECT("A.2.6-1", write_status(normal & ~(1u << bit)), base);
    }
    EXPECT("A.2.5-16", write_status(normal | 1u << 17), base);
    EXPECT("A.2.5-16", write_status(normal & ~(1u << 17)), base);
    EXPECT("A.2.5-17", write_status(normal | 1u << 16), base);
    EXPECT("A.2.5-17", write_status(normal & ~(1u << 16)), base);
    EXPECT("A.8.2-2", write_status(normal | 0xFFFF), base);

    // enable: bit 0 only, and it is nistat's EE.
    unsigned status;
    EXPECT("A.2.4-1", write_enable(0xFFFFFFFF, &status), 1);
    EXPECT("A.2.4-2", status, base);
    EXPECT("A.2.4-1", write_enable(0xFFFFFFFE, &status), 0);
    EXPECT("A.2.4-2", status, shown);
    EXPECT("A.2.4-2", write_enable(1, &status), 1);

    // Interlocked: SEND, then directly CFC2; CTC2, then directly CFC2; CTC2 directly after a SEND.
    uint32_t after_send, after_write, behind_send;
    const uint32_t me = xnet_get_niid();
    __asm__ volatile(".set push\n\t.set noreorder\n\t"
                     "ctc2 %3, $19\n\t"
                     "send0 %4, %5\n\t"
                     "cfc2 %0, $19\n\t"
                     "ctc2 %6, $19\n\t"
                     "cfc2 %1, $19\n\t"
                     "send0 %4, %5\n\t"
                     "ctc2 %3, $19\n\t"
                     "cfc2 %2, $19\n\t"
                     ".set pop"
                     : "=&r"(after_send), "=&r"(after_write), "=&r"(behind_send)
                     : "r"(normal), "r"((void *)count), "r"(me), "r"(normal | 1u << 29));
    EXPECT("A.2.5-2", after_send & 1u << 30, 1u << 30);
    EXPECT("A.2.5-2", after_write & (1u << 30 | 1u << 29), 1u << 29);
    EXPECT("A.2.5-3", behind_send & 1u << 30, 0); // the earlier SEND does not set it again
    EXPECT("A.10-10", after_send & 1u << 30, 1u << 30);
    EXPECT("A.10-10", after_write & (1u << 30 | 1u << 29), 1u << 29);

    // The low half in handlers of both priorities.
    set_mask(XNET_NISTAT_HPMM | XNET_NISTAT_LPMM);
    for (int high = 0; high < 2; ++high) {
        pass(200);
        handled = 0;
        if (high)
            XNET_UNTIL_SENT(xnet_send3h(me, write_low_half, 1, 2, 3));
        else
            XNET_UNTIL_SENT(xnet_send3(me, write_low_half, 1, 2, 3));
        pass(200);
        EXPECT("A.8.2-2", handled, 1);
        EXPECT("A.8.2-2", low_half, (high ? XNET_NISTAT_PRI : 0) | 3u << XNET_NISTAT_SLEN_SHIFT);
        EXPECT("A.8.2-2", low_half_written[0], low_half);
        EXPECT("A.8.2-2", low_half_written[1], low_half);
    }
    return conform_end();
}
