// sentences: A.2.1-5 A.2.11-3 A.2.12-5 A.6-1 A.6.SENDn-9 A.6.SENDnH-9 A.6.SENDn.V-9
// sentences: A.6.SENDnH.V-9 A.8.MCSTn-10 A.8.MCSTn.V-10 A.8.MCSTnH-10 A.8.MCSTnH.V-10
// run: --nodes 1
// with: parts/exceptions.S
// Handler addresses that are not a multiple of four: SEND rejects them; those in registers are an
// address error when an event uses them.
#include "conform.h"
#include "exceptions.h"

static volatile int handled;
static XNET_HANDLER void count(void) { ++handled; }

static void misaligned_send(uint32_t low_bits) {
    const uint32_t me = xnet_get_niid(), handler = (uint32_t)count + low_bits;
    for (int nicond = 0; nicond < 2; ++nicond)
        for (int high = 0; high < 2; ++high) {
            const char *id = high ? "A.6.SENDnH-9" : "A.6.SENDn-9";
            xnet_set_nistat((xnet_get_nistat() & ~XNET_NISTAT_NICOND) |
                            (nicond ? XNET_NISTAT_NICOND : 0));
            if (high)
                __asm__ volatile("send0h %0, %1" : : "r"(handler), "r"(me) : "memory");
            else
                __asm__ volatile("send0 %0, %1" : : "r"(handler), "r"(me) : "memory");
            const uint32_t after = xnet_get_nistat();
            const int code = exception_code();
            EXPECT("A.6-1", code, COP0_C2E);
            EXPECT(id, code, COP0_C2E);
            EXPECT(id, exceptions.address, handler);
            EXPECT(id, after & XNET_NISTAT_NICOND, nicond ? XNET_NISTAT_NICOND : 0);
        }
#define MISALIGNED(id, send)                                                                       \
    do {                                                                                           \
        __asm__ volatile(send : : "r"(handler), "r"(me) : "memory");                               \
        EXPECT(id, exception_code(), COP0_C2E);                                                    \
        EXPECT(id, exceptions.address, handler);                                                   \
    } while (0)
    MISALIGNED("A.6.SENDn.V-9", "send0.v %0, %1, $vr4");
    MISALIGNED("A.6.SENDnH.V-9", "send0h.v %0, %1, $vr4");
    MISALIGNED("A.8.MCSTn-10", "mcst0 %0, %1");
    MISALIGNED("A.8.MCSTn.V-10", "mcst0.v %0, %1, $vr4");
    MISALIGNED("A.8.MCSTnH-10", "mcst0h %0, %1");
    MISALIGNED("A.8.MCSTnH.V-10", "mcst0h.v %0, %1, $vr4");
    pass(200);
    EXPECT("A.6-1", handled, 0);
}

/// The event that is admitted now goes to `handler`, which is not an instruction's address.
static void misaligned_event(const char *id, uint32_t mask, uint32_t handler) {
    EXPECT(id, exception_code(), -1); // not earlier
    exception_resume = (uint32_t)leave_handler;
    set_mask(mask);
    pass(200);
    set_mask(0);
    exception_resume = 0;
    EXPECT(id, exception_code(), COP0_ADEL);
    EXPECT(id, exceptions.address, handler);
    EXPECT(id, exceptions.epc, handler);
}

// Outlets come as long as they are enabled.
void close_outlets(void);
__asm__(
    ".set push\n\t.set noreorder\n\t.text\n\t.globl close_outlets\nclose_outlets:\n\t"
    "cfc2 $4, $19\n\tlui $5, 0x40\n\tor $4, $4, $5\n\txor $4, $4, $5\n\tctc2 $4, $19\n\thret\n\t"
    ".set pop");

int main(void) {
    const uint32_t me = xnet_get_niid();
    cop0_set_vector(exception_entry);
    for (uint32_t bits = 1; bits < 4; ++bits) misaligned_send(bits);

    for (uint32_t bits = 1; bits < 4; ++bits) {
        set_mask(0);
        xnet_set_timeh((uint32_t)count + bits);
        xnet_set_timec(xnet_get_count() + 50);
        pass(200);
        misaligned_event("A.2.1-5", XNET_NISTAT_TM, (uint32_t)count + bits);

        xnet_set_dmh((uint32_t)count + bits);
        for (int high = 0; high < 2; ++high) {
            xnet_set_nistat(xnet_get_nistat() & ~XNET_NISTAT_AME);
            if (high)
                XNET_UNTIL_SENT(xnet_send0h(me, count));
            else
                XNET_UNTIL_SENT(xnet_send0(me, count));
            pass(200);
            misaligned_event("A.2.11-3", high ? XNET_NISTAT_HPMM : XNET_NISTAT_LPMM,
                             (uint32_t)count + bits);
        }
        xnet_set_nistat(xnet_get_nistat() | XNET_NISTAT_AME);

        xnet_set_outh((uint32_t)count + bits);
        EXPECT("A.2.12-5", exception_code(), -1);
        exception_resume = (uint32_t)close_outlets;
        set_mask(XNET_NISTAT_OM);
        pass(200);
        exception_resume = 0;
        EXPECT("A.2.12-5", exception_code(), COP0_ADEL);
        EXPECT("A.2.12-5", exceptions.epc, (uint32_t)count + bits);
    }
    EXPECT("A.2.11-3", handled, 0);
    return conform_end();
}
