// sentences: A.9.1-1
// run: --nodes 2
// machine: network.cycles_per_word=40
// A message has arrived when its last word is there: on slow wires a long one arrives later, in
// proportion to its words.
#include "conform.h"

static volatile uint32_t at[2][6], sum[2][6], came;

static XNET_HANDLER void on_low(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e) {
    const uint32_t now = xnet_get_count(), words = (xnet_get_nistat() & XNET_NISTAT_SLEN) >> 8;
    const uint32_t all[] = {a, b, c, d, e};
    uint32_t total = 0;
    for (uint32_t i = 0; i < words; ++i) total += all[i];
    sum[0][words] = total;
    at[0][words] = now;
    ++came;
}
static XNET_HANDLER void on_high(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e) {
    const uint32_t now = xnet_get_count(), words = (xnet_get_nistat() & XNET_NISTAT_SLEN) >> 8;
    const uint32_t all[] = {a, b, c, d, e};
    uint32_t total = 0;
    for (uint32_t i = 0; i < words; ++i) total += all[i];
    sum[1][words] = total;
    at[1][words] = now;
    ++came;
}

/// The cycle at which node 0 sends: Count is the same on both.
static uint32_t start(uint32_t high, uint32_t words) { return 20000 + (high * 6 + words) * 5000; }

static void send(uint32_t high, uint32_t words) {
    void *const to = high ? (void *)on_high : (void *)on_low;
    switch (high * 6 + words) {
    case 0: (void)xnet_send0(1, to); break;
    case 1: (void)xnet_send1(1, to, 1); break;
    case 2: (void)xnet_send2(1, to, 1, 2); break;
    case 3: (void)xnet_send3(1, to, 1, 2, 3); break;
    case 4: (void)xnet_send4(1, to, 1, 2, 3, 4); break;
    case 5: (void)xnet_send5(1, to, 1, 2, 3, 4, 5); break;
    case 6: (void)xnet_send0h(1, to); break;
    case 7: (void)xnet_send1h(1, to, 1); break;
    case 8: (void)xnet_send2h(1, to, 1, 2); break;
    case 9: (void)xnet_send3h(1, to, 1, 2, 3); break;
    case 10: (void)xnet_send4h(1, to, 1, 2, 3, 4); break;
    case 11: (void)xnet_send5h(1, to, 1, 2, 3, 4, 5); break;
    default: break;
    }
}

int main(void) {
    if (xnet_node() == 0) {
        for (uint32_t high = 0; high < 2; ++high)
            for (uint32_t words = 0; words < 6; ++words) {
                while (xnet_get_count() < start(high, words)) {
                }
                send(high, words);
            }
        return conform_end();
    }
    while (came < 12) {
    }
    for (uint32_t high = 0; high < 2; ++high)
        for (uint32_t words = 0; words < 6; ++words) {
            const uint32_t took = at[high][words] - start(high, words);
            HOLDS("A.9.1-1", took >= (1 + words) * 40); // handler address and words at least
            HOLDS("A.9.1-1", took < (2 + words) * 40 + 1000);
            EXPECT("A.9.1-1", sum[high][words], words * (words + 1) / 2);
            if (words && took > at[high][0] - start(high, 0) + 40 * words + 500) {
                HOLDS("A.9.1-1", 0);
            }
        }
    return conform_end();
}
