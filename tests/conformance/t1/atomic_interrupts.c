// sentences: A.6.SENDn-7 A.6.SENDnH-7 A.6.SENDn.V-7 A.6.SENDnH.V-7 A.8.MCSTn-8 A.8.MCSTn.V-8
// sentences: A.8.MCSTnH-8 A.8.MCSTnH.V-8
// run: --nodes 4
// machine: network.cycles_per_word=8
// with: parts/interrupts.S
// An interrupt at every cycle around a SEND and in it: it comes before or after, the message leaves
// once, with its words, and the condition flag is the SEND's. The interrupt is the arrival of a
// message of the other priority, whose event is masked.
#include "conform.h"
#include "interrupts.h"

typedef uint32_t send_function(void *handler, uint32_t node, uint32_t shift);
#define DECLARE(name)                                                                              \
    send_function name;                                                                            \
    extern char name##_at[];
DECLARE(at_send5)
DECLARE(at_send5v)
DECLARE(at_send5h)
DECLARE(at_send5hv)
DECLARE(at_mcst5)
DECLARE(at_mcst5v)
DECLARE(at_mcst5h)
DECLARE(at_mcst5hv)

static volatile uint32_t came, sum;
static XNET_HANDLER void take(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e) {
    sum = a + 2 * b + 3 * c + 4 * d + 5 * e;
    ++came;
}

static void sweep(const char *id, int high, send_function *send, uint32_t where) {
    const uint32_t allowed = high ? COP0_STATUS_IM2 : COP0_STATUS_IM3; // the other priority
    uint32_t before = 0, behind = 0, earlier = 0;
    for (uint32_t shift = 0; shift <= 64; ++shift) {
        came = sum = 0;
        interrupt.count = 0;
        set_mask(high ? XNET_NISTAT_HPMM : XNET_NISTAT_LPMM);
        xnet_set_nistat(xnet_get_nistat() & ~XNET_NISTAT_NICOND);
        const uint32_t status = cop0_read(COP0_STATUS);
        cop0_write(COP0_STATUS, status | allowed | COP0_STATUS_IEC);
        const uint32_t after = send(take, xnet_get_niid(), shift);
        pass(1000);
        cop0_write(COP0_STATUS, status);
        EXPECT(id, interrupt.count, 1);
        EXPECT(id, came, 1);
        EXPECT(id, sum, 0x1111 * (1 + 4 + 9 + 16 + 25));
        EXPECT(id, after & XNET_NISTAT_NICOND, XNET_NISTAT_NICOND);
        earlier += interrupt.epc < where;
        before += interrupt.epc == where;
        behind += interrupt.epc == where + 4;
    }
    HOLDS(id, earlier > 0);
    EXPECT(id, before, 1);
    HOLDS(id, behind > 1); // it takes several cycles, and all of these events come after it
}

int main(void) {
    if (xnet_get_niid() != 0) return 0;
    cop0_set_vector(interrupt_entry);
    sweep("A.6.SENDn-7", 0, at_send5, (uint32_t)at_send5_at);
    sweep("A.6.SENDn.V-7", 0, at_send5v, (uint32_t)at_send5v_at);
    sweep("A.6.SENDnH-7", 1, at_send5h, (uint32_t)at_send5h_at);
    sweep("A.6.SENDnH.V-7", 1, at_send5hv, (uint32_t)at_send5hv_at);
    sweep("A.8.MCSTn-8", 0, at_mcst5, (uint32_t)at_mcst5_at);
    sweep("A.8.MCSTn.V-8", 0, at_mcst5v, (uint32_t)at_mcst5v_at);
    sweep("A.8.MCSTnH-8", 1, at_mcst5h, (uint32_t)at_mcst5h_at);
    sweep("A.8.MCSTnH.V-8", 1, at_mcst5hv, (uint32_t)at_mcst5hv_at);
    return conform_end();
}
