// run: --nodes 1
// interlocked: it measures in cycles when a CTC2 lets a message in
// The same message taken in three ways (CSD-94-823 3.8): as an event, and as an interrupt by way of
// an exception dispatcher, tuned and generic. For each: cycles from the arrival to the handler's
// first instruction, and from HRET to the next instruction of what was interrupted.
//
// The message is there already, and events and interrupts are off. Count is read, one instruction
// lets the message in, the handler reads Count, and so does the instruction that was interrupted.
// What these readings cost themselves is measured without a message.
#include <cop0.h>
#include <kernel.h>
#include <stdio.h>
#include <xnet.h>

extern void handler(void);
extern unsigned by_event(unsigned nistat, unsigned times[3]);
extern unsigned by_interrupt(unsigned status, unsigned times[3]);
volatile unsigned handled_at;

__asm__(".text\n"
        ".set noreorder\n"
        // The handler of the message: when it began.
        "handler:\n"
        "  cfc2 $8, $9\n"
        "  lui $4, %hi(handled_at)\n"
        "  sw $8, %lo(handled_at)($4)\n"
        "  hret\n"
        // by_event($4: nistat that lets it in, $5: when, after), by_interrupt($4: Status, $5)
        "by_event:\n"
        "  cfc2 $2, $9\n"
        "  ctc2 $4, $19\n"
        "  cfc2 $3, $9\n"
        "  sw $2, 0($5)\n"
        "  jr $31\n"
        "  sw $3, 8($5)\n"
        "by_interrupt:\n"
        "  cfc2 $2, $9\n"
        "  mtc0 $4, $12\n"
        "  cfc2 $3, $9\n"
        "  sw $2, 0($5)\n"
        "  jr $31\n"
        "  sw $3, 8($5)\n"
        ".set reorder\n");

enum { handler_cycles = 3 }; // its instructions before HRET, one cycle each

static void send_to_oneself(void) {
    XNET_UNTIL_SENT(xnet_send1((uint32_t)xnet_node(), (void *)handler, 1));
    while (!(xnet_get_nistat() & XNET_NISTAT_LPMP)) {
    }
}

/// Lets a message in by `way`, after measuring what the readings cost.
static void measure(const char *name, unsigned (*way)(unsigned, unsigned *), unsigned open,
                    unsigned closed) {
    unsigned empty[3], unused[3], times[3];
    way(open, empty);
    way(closed, unused);
    send_to_oneself();
    way(open, times);
    const unsigned reading = empty[2] - empty[0];
    printf("%s: %u cycles to the handler, %u back\n", name, handled_at - times[0] - reading,
           times[2] - handled_at - handler_cycles);
}

int main(void) {
    const unsigned masked = xnet_get_nistat() & ~(XNET_NISTAT_HPMM | XNET_NISTAT_LPMM);
    const unsigned status = cop0_read(COP0_STATUS);
    xnet_set_nistat(masked);
    measure("event", by_event, masked | XNET_NISTAT_LPMM, masked);

    xnet_set_nistat(masked);
    const unsigned interrupts = status | COP0_STATUS_IM2 | COP0_STATUS_IEC;
    cop0_set_vector(kernel_entry_tuned);
    measure("exception, tuned", by_interrupt, interrupts, status);
    cop0_write(COP0_STATUS, status);
    cop0_set_vector(kernel_entry);
    measure("exception, generic", by_interrupt, interrupts, status);
    cop0_write(COP0_STATUS, status);
    return 0;
}
