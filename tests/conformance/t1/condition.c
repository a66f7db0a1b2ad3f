// sentences: A.1-11 A.2.5-9 A.2.5-11 A.5-1 A.5-4 A.5-6 A.7-3 A.9.1-10 A.9.1-11 A.9.2-12 A.9.3-12
// sentences: A.10-15
// run: --nodes 1
// nicond through events: low handlers find it in onicond and HRET restores it; not so for high
// handlers. The branches test it.
#include "conform.h"

enum { low, timelet, outlet, high, careful, kinds };

static volatile uint32_t entered, in_handler;

/// Keeps nistat as it was at entry, and sets nicond to the opposite.
static inline void invert(void) {
    const uint32_t status = xnet_get_nistat();
    in_handler = status;
    ++entered;
    xnet_set_nistat(status ^ XNET_NISTAT_NICOND);
}

static XNET_HANDLER void on_low(void) { invert(); }
static XNET_HANDLER void on_high(void) { invert(); }
static XNET_HANDLER void on_outlet(void) {
    invert();
    xnet_set_nistat(xnet_get_nistat() & ~XNET_NISTAT_OM);
}
static XNET_HANDLER void nothing(void) {}
// It does the work that a level requires of the compiler.
#pragma clang diagnostic ignored "-Wxnet-handler-level"
static XNET_HANDLER void on_careful(void) { // A.10: saves nistat, sends, restores it
    const uint32_t status = xnet_get_nistat();
    in_handler = status;
    ++entered;
    XNET_UNTIL_SENT(xnet_send0h(xnet_get_niid(), nothing));
    xnet_set_nistat(status);
}

/// The taken branches: bit 0 BC2T, bit 1 BC2F.
static int taken(void) {
    int result;
    __asm__ volatile(".set push\n\t.set noreorder\n\t"
                     "li %0, 0\n\t"
                     "bc2t 1f\n\tnop\n\tb 2f\n\tnop\n"
                     "1:\tori %0, %0, 1\n"
                     "2:\tbc2f 3f\n\tnop\n\tb 4f\n\tnop\n"
                     "3:\tori %0, %0, 2\n"
                     "4:\t.set pop"
                     : "=&r"(result));
    return result;
}

static void attempt(int kind, uint32_t nicond, uint32_t old) {
    static const uint32_t masks[] = {XNET_NISTAT_LPMM, XNET_NISTAT_TM, XNET_NISTAT_OM,
                                     XNET_NISTAT_HPMM, XNET_NISTAT_HPMM};
    const uint32_t me = xnet_get_niid();
    set_mask(0);
    entered = 0;
    if (kind == low) XNET_UNTIL_SENT(xnet_send0(me, on_low));
    if (kind == timelet) xnet_set_timec(xnet_get_count() + 50);
    if (kind == high) XNET_UNTIL_SENT(xnet_send0h(me, on_high));
    if (kind == careful) XNET_UNTIL_SENT(xnet_send0h(me, on_careful));
    pass(200);
    // The event comes directly after this write.
    xnet_set_nistat(CONFORM_LEVELS | XNET_NISTAT_AME | masks[kind] | old |
                    (nicond ? XNET_NISTAT_NICOND : 0));
    const uint32_t after = xnet_get_nistat();
    const int branches = taken();
    set_mask(XNET_NISTAT_HPMM);
    pass(200);
    set_mask(0);

    const uint32_t is = !!(after & XNET_NISTAT_NICOND);
    EXPECT("A.7-3", entered, 1);
    EXPECT("A.2.5-9", branches, is ? 1 : 2);
    EXPECT("A.1-11", branches, is ? 1 : 2);
    EXPECT("A.5-1", branches, is ? 1 : 2);
    EXPECT("A.5-4", branches & 1, is);
    EXPECT("A.5-6", branches >> 1, !is);
    const uint32_t saved = !!(in_handler & XNET_NISTAT_ONICOND);
    if (kind == high) {
        EXPECT("A.9.1-11", is, !nicond);
        EXPECT("A.9.1-11", in_handler & XNET_NISTAT_ONICOND, old);
        EXPECT("A.9.1-11", after & XNET_NISTAT_ONICOND, old);
    } else if (kind == careful) {
        EXPECT("A.10-15", is, nicond);
    } else {
        EXPECT("A.7-3", is, nicond);
        EXPECT("A.2.5-11", saved, nicond);
    }
    if (kind == low) EXPECT("A.9.1-10", saved, nicond);
    if (kind == outlet) EXPECT("A.9.2-12", saved, nicond);
    if (kind == timelet) EXPECT("A.9.3-12", saved, nicond);
}

int main(void) {
    xnet_set_timeh((uint32_t)on_low);
    xnet_set_outh((uint32_t)on_outlet);
    for (int kind = 0; kind < kinds; ++kind) {
        for (uint32_t nicond = 0; nicond < 2; ++nicond) {
            attempt(kind, nicond, 0);
            attempt(kind, nicond, XNET_NISTAT_ONICOND);
        }
    }
    return conform_end();
}
