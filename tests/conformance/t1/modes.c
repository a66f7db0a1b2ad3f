// sentences: A.6-2 A.7-7 A.9.1-12
// run: --nodes 2
// KUc goes with a message: its handler runs in the mode of the sender, and HRET brings back the
// mode of what it interrupted, on both levels.
#include "conform.h"

#include <cop0.h>

static volatile uint32_t mode_in[2], mode_back[2], came[2];

static inline uint32_t mode(void) { return !!(cop0_read(COP0_STATUS) & COP0_STATUS_KUC); }

/// CU0 is set, so that a user may look.
static void set_mode(uint32_t user) {
    const uint32_t status = cop0_read(COP0_STATUS) & ~(uint32_t)COP0_STATUS_KUC;
    cop0_write(COP0_STATUS, status | COP0_STATUS_CU0 | (user ? COP0_STATUS_KUC : 0));
}

static XNET_HANDLER void on_high(void) {
    mode_in[1] = mode();
    ++came[1];
}
/// It stays until a high message has come: KUc after that.
static XNET_HANDLER void on_low(void) {
    mode_in[0] = mode();
    while (!came[1]) {
    }
    mode_back[0] = mode();
    ++came[0];
}
static volatile uint32_t done;
static XNET_HANDLER void finished(void) { ++done; }

int main(void) {
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
