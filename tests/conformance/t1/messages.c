// sentences: A.1-3 A.1-4 A.1-5 A.1-6 A.1-7 A.1-12 A.2.5-8 A.2.5-19 A.2.7-1 A.2.7-2 A.2.7-3
// sentences: A.2.10-2 A.2.13-2 A.2.13-3 A.3-4 A.3-6 A.6.SENDn-2 A.6.SENDn-3 A.6.SENDn-4
// sentences: A.6.SENDn-6 A.6.SENDnH-2 A.6.SENDnH-3 A.6.SENDnH-4 A.6.SENDnH-6 A.8.2-3 A.9.1-7
// sentences: A.9.1-13
// run: --nodes 3
// with: parts/sends.S
// SENDs of 0 to 5 words at both priorities from each node to each: the handler's view.
#include "conform.h"

typedef uint32_t send_function(void (*handler)(void), uint32_t to);
send_function send0, send1, send2, send3, send4, send5;
send_function send0h, send1h, send2h, send3h, send4h, send5h;
void keep_words(void);
extern volatile uint32_t received[8];

static volatile uint32_t turn; // the node whose turn it is to send
static XNET_HANDLER void next(uint32_t node) { turn = node; }

static void all(uint32_t from, uint32_t to) {
    static send_function *const sends[2][6] = {{send0, send1, send2, send3, send4, send5},
                                               {send0h, send1h, send2h, send3h, send4h, send5h}};
    for (uint32_t high = 0; high < 2; ++high)
        for (uint32_t n = 0; n <= 5; ++n) {
            const uint32_t before = received[7];
            if (xnet_get_niid() == from) {
                pass(60000); // the receiver is ready
                const uint32_t status = sends[high][n](keep_words, to);
                EXPECT("A.2.5-8", status & XNET_NISTAT_NICOND, XNET_NISTAT_NICOND);
                EXPECT(high ? "A.6.SENDnH-2" : "A.6.SENDn-2", status & XNET_NISTAT_NICOND,
                       XNET_NISTAT_NICOND);
            }
            if (xnet_get_niid() != to) {
                if (xnet_get_niid() == from) pass(60000);
                EXPECT("A.2.10-2", received[7], before); // no other node's
                continue;
            }
            while (received[7] == before) {
            }
            const uint32_t status = received[5];
            EXPECT("A.1-6", received[7], before + 1);
            EXPECT("A.2.5-19", received[7], before + 1);
            EXPECT("A.9.1-13", received[7], before + 1);
            EXPECT("A.2.13-2", received[6], keep_words);
            EXPECT("A.3-4", received[6], keep_words);
            EXPECT(high ? "A.6.SENDnH-3" : "A.6.SENDn-3", received[6], keep_words);
            EXPECT("A.2.7-3", (status & XNET_NISTAT_SLEN) >> XNET_NISTAT_SLEN_SHIFT, n);
            EXPECT("A.1-4", (status & XNET_NISTAT_SLEN) >> XNET_NISTAT_SLEN_SHIFT, n);
            EXPECT("A.2.7-2", !!(status & XNET_NISTAT_PRI), high);
            EXPECT("A.1-12", !!(status & XNET_NISTAT_PRI), high);
            EXPECT("A.3-6", !!(status & XNET_NISTAT_PRI), high);
            EXPECT(high ? "A.6.SENDnH-6" : "A.6.SENDn-6",
                   status & (XNET_NISTAT_EE | XNET_NISTAT_PRI),
                   high ? XNET_NISTAT_PRI : XNET_NISTAT_EE);
            EXPECT("A.2.7-1", status & 0x78FF, 0); // no vector, no multicast
            for (uint32_t i = 0; i < n; ++i) {
                EXPECT("A.1-3", received[i], 0x11111111 * (i + 1));
                EXPECT("A.1-5", received[i], 0x11111111 * (i + 1));
                EXPECT("A.1-7", received[i], 0x11111111 * (i + 1));
                EXPECT("A.9.1-7", received[i], 0x11111111 * (i + 1));
                EXPECT(high ? "A.6.SENDnH-4" : "A.6.SENDn-4", received[i], 0x11111111 * (i + 1));
            }
            // Outside: no message.
            EXPECT("A.2.13-3", xnet_get_inh(), 0);
            EXPECT("A.2.7-1", xnet_get_nistat() & 0xFFFF, 0);
            EXPECT("A.8.2-3", xnet_get_nistat() & 0xFFFF, 0);
        }
}

int main(void) {
    const uint32_t me = xnet_get_niid();
    HOLDS("A.2.10-2", me < 3 && (me & ~0x7FFu) == 0);
    for (uint32_t from = 0; from < 3; ++from)
        for (uint32_t to = 0; to < 3; ++to) {
            // All nodes have done the pair before: a token circulates.
            const uint32_t token = from * 3 + to + 1;
            if (me == 0 && token > 1) {
                while (turn != token) {
                }
            }
            if (me != 0)
                while (turn != token) {
                }
            else
                turn = token;
            if (me + 1 < 3) XNET_UNTIL_SENT(xnet_send1(me + 1, next, token));
            all(from, to);
            if (me == 2) XNET_UNTIL_SENT(xnet_send1(0, next, token + 1));
        }
    return conform_end();
}
