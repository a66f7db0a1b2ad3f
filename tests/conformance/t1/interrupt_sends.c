// sentences: A.10-23
// run: --nodes 1
// with: parts/interrupts.S
// An interrupt comes between a SEND and its test, and its handler sends: nicond is the program's
// only if the handler saves nistat before and writes it back.
#include "conform.h"
#include "interrupts.h"

static uint32_t after(void (*entry)(void), uint32_t nicond) {
    cop0_set_vector(entry);
    interrupt.count = 0;
    const uint32_t status = xnet_get_nistat() & ~XNET_NISTAT_NICOND;
    xnet_set_nistat(nicond ? status | XNET_NISTAT_NICOND : status);
    const uint32_t mode = cop0_read(COP0_STATUS);
    cop0_write(COP0_STATUS, mode | COP0_STATUS_IM0 | COP0_STATUS_IEC);
    cop0_write(COP0_CAUSE, COP0_CAUSE_IP0); // now
    const uint32_t seen = xnet_get_nistat();
    cop0_write(COP0_STATUS, mode);
    EXPECT("A.10-23", interrupt.count, 1);
    return seen;
}

int main(void) {
    set_mask(XNET_NISTAT_HPMM);
    for (uint32_t nicond = 0; nicond < 2; ++nicond) {
        const uint32_t bit = nicond ? XNET_NISTAT_NICOND : 0;
        EXPECT("A.10-23", after(interrupt_careful, nicond) & XNET_NISTAT_NICOND, bit);
        EXPECT("A.10-23", after(interrupt_careless, nicond) & XNET_NISTAT_NICOND,
               XNET_NISTAT_NICOND); // its own SEND was accepted
    }
    return conform_end();
}
