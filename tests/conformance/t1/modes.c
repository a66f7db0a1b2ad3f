// sentences: A.6-2 A.7-7 A.9.1-12 A.9.2-13 A.9.3-13
// run: --nodes 2
// KUc travels with a message: its handler runs in the mode of the sender, and HRET restores the
// mode of the interrupted code, on both levels, after a multicast too. Timelets and outlets run in
// the mode that they interrupt.
#include "conform.h"

#include <cop0.h>

static volatile uint32_t mode_in[2], mode_back[2], came[2];

static inline uint32_t mode(void) { return !!(cop0_read(COP0_STATUS) & COP0_STATUS_KUC); }

/// CU0 is set, so that a user program may read it.
static void set_mode(uint32_t user) {
    const uint32_t status = cop0_read(COP0_STATUS) & ~(uint32_t)COP0_STATUS_KUC;
    cop0_write(COP0_STATUS, status | COP0_STATUS_CU0 | (user ? COP0_STATUS_KUC : 0));
}

static XNET_HANDLER void on_high(void) {
    mode_in[1] = mode();
    ++came[1];
}
/// Stays until a high message has arrived: KUc after that.
static XNET_HANDLER void on_low(void) {
    mode_in[0] = mode();
    while (!came[1]) {
    }
    mode_back[0] = mode();
    ++came[0];
}
static volatile uint32_t done;
static XNET_HANDLER void finished(void) { ++done; }

static volatile uint32_t event_mode;
static XNET_HANDLER void on_event(void) {
    event_mode = mode();
    set_mask(0);
}
/// A timelet or an outlet in this mode.
static void event(const char *id, uint32_t mask, uint32_t user) {
    set_mask(0);
    event_mode = 2;
    xnet_set_timec(xnet_get_count() + 50);
    pass(200);
    set_mode(user);
    set_mask(mask);
    pass(200);
    const uint32_t back = mode();
    set_mode(0);
    EXPECT(id, event_mode, user);
    EXPECT(id, back, user);
}

static volatile uint32_t copy_mode, copies;
static XNET_HANDLER void on_copy(void) {
    copy_mode = mode();
    ++copies;
}
/// Node 0 multicasts to node 1; the receiver has been in the other mode.
static void multicast(uint32_t high, uint32_t user, uint32_t start) {
    if (xnet_node() == 1) set_mode(!user);
    copies = 0;
    while (xnet_get_count() < start) {
    }
    if (xnet_node() == 0) {
        set_mode(user);
        if (high)
            (void)xnet_mcst0h(1, on_copy);
        else
            (void)xnet_mcst0(1, on_copy);
        set_mode(0);
    }
    pass(1000);
    if (xnet_node() == 0) return;
    const uint32_t back = mode();
    set_mode(0);
    EXPECT("A.6-2", copies, 1);
    EXPECT("A.6-2", copy_mode, user);
    EXPECT("A.9.1-12", copy_mode, user);
    EXPECT("A.7-7", back, !user);
}

int main(void) {
    if (xnet_node() == 1) {
        xnet_set_timeh((uint32_t)on_event);
        xnet_set_outh((uint32_t)on_event);
        for (uint32_t user = 0; user < 2; ++user) {
            event("A.9.2-13", XNET_NISTAT_OM, user);
            event("A.9.3-13", XNET_NISTAT_TM, user);
        }
        set_mask(XNET_NISTAT_HPMM | XNET_NISTAT_LPMM);
    }
    for (uint32_t bits = 0; bits < 4; ++bits) multicast(bits & 1, bits >> 1, 40000 + bits * 10000);
    for (uint32_t bits = 0; bits < 8; ++bits) {
        const uint32_t receiver = bits & 1, low_user = bits >> 1 & 1, high_user = bits >> 2;
        if (xnet_node() == 0) {
            set_mode(low_user);
            pass(2000);
            XNET_UNTIL_SENT(xnet_send0(1, on_low));
            pass(2000);
            set_mode(high_user);
            XNET_UNTIL_SENT(xnet_send0h(1, on_high));
            set_mode(0);
            while (done != bits + 1) {
            }
            continue;
        }
        set_mode(receiver);
        came[0] = came[1] = 0;
        while (!came[0]) {
        }
        const uint32_t back = mode();
        set_mode(0);
        EXPECT("A.6-2", mode_in[0], low_user);
        EXPECT("A.6-2", mode_in[1], high_user);
        EXPECT("A.9.1-12", mode_in[0], low_user);
        EXPECT("A.9.1-12", mode_in[1], high_user);
        EXPECT("A.7-7", mode_back[0], low_user);
        EXPECT("A.7-7", back, receiver);
        EXPECT("A.9.1-12", back, receiver);
        XNET_UNTIL_SENT(xnet_send0(0, finished));
    }
    return conform_end();
}
