// sentences: 3.5-1
// run: --nodes 2
// flags: -O2
// Vector messages keep the link busy. As many at low priority only, at high priority only, and at
// both take the same time: one priority alone gets all of the link.
#include "conform.h"

enum { messages = 64, length = 32 };

// A counter for each priority: a high handler may interrupt a low one.
static volatile uint32_t came_low, came_high, last;

static XNET_HANDLER void on_low(void) {
    last = xnet_get_count();
    ++came_low;
}
static XNET_HANDLER void on_high(void) {
    last = xnet_get_count();
    ++came_high;
}
static volatile uint32_t ready;
static XNET_HANDLER void on_ready(void) { ++ready; }

/// Bit n of `high` is the priority of each second message.
static void send_all(uint32_t high) {
    for (uint32_t n = 0; n < messages; ++n)
        if (high >> (n & 1) & 1)
            XNET_UNTIL_SENT(xnet_send0hv(1, on_high, 1));
        else
            XNET_UNTIL_SENT(xnet_send0v(1, on_low, 1));
}

/// Cycles between the first and the last arrival.
static uint32_t received(void) {
    came_low = came_high = 0;
    XNET_UNTIL_SENT(xnet_send0(0, on_ready));
    while (!came_low && !came_high) {
    }
    const uint32_t first = xnet_get_count();
    while (came_low + came_high < messages) {
    }
    return last - first;
}

int main(void) {
    static const uint32_t ways[] = {0, 3, 2}; // low, high, both
    uint32_t cycles[3];
    xnet_set_vlr(length);
    for (int way = 0; way < 3; ++way) {
        if (xnet_node() == 0) {
            while ((int)ready <= way) {
            }
            send_all(ways[way]);
        } else {
            cycles[way] = received();
        }
    }
    if (xnet_node() == 1)
        for (int way = 0; way < 2; ++way) {
            const uint32_t both = cycles[2], one = cycles[way];
            HOLDS("3.5-1", one < both + both / 50 && both < one + one / 50);
            HOLDS("3.5-1", one >= (messages - 1) * length / 4); // the link is what limits it
        }
    return conform_end();
}
