// sentences: A.2.4-5 A.2.5-15
// run: --nodes 1
// with: parts/by_hand.S
// Events should not be enabled inside a handler by hand: EE and LPEE are the level. The next event
// of the level comes immediately, overwrites LPEPC or HPEPC and the level's registers, and normal
// code's registers are visible. A handler that restores all of that can still return.
#include "conform.h"

// The observations of a handler in assembly. by_hand_low sets LPEE, by_hand_high EE.
struct found {
    uint32_t before, inside, after; ///< inner handlers so far
    uint32_t status;                ///< nistat while the bit was set
    uint32_t visible;               ///< $9 then: normal code's
    uint32_t own[2];                ///< LPEPC or HPEPC before and after
    uint32_t word[2];               ///< $4 before and after: of the inner message
};
extern volatile struct found found;
extern volatile uint32_t inner_came, inner_at;
extern char by_hand_low_open[], by_hand_high_open[];
void by_hand_low(void), by_hand_high(void), inner_low(void), inner_high(void);
uint32_t hold_9(uint32_t masks, uint32_t value);

static void attempt(const char *id, int high) {
    const uint32_t me = xnet_get_niid();
    set_mask(0);
    inner_came = 0;
    if (high) {
        XNET_UNTIL_SENT(xnet_send1h(me, by_hand_high, 11));
        XNET_UNTIL_SENT(xnet_send1h(me, inner_high, 22));
    } else {
        XNET_UNTIL_SENT(xnet_send1(me, by_hand_low, 11));
        XNET_UNTIL_SENT(xnet_send1(me, inner_low, 22));
    }
    pass(300);
    // The event interrupts this, with 0x9999 in $9 of normal code, which continues undisturbed.
    EXPECT(id, hold_9(xnet_get_nistat() | XNET_NISTAT_HPMM | XNET_NISTAT_LPMM, 0x9999), 0x9999);
    set_mask(0);
    EXPECT(id, found.before, 0);
    EXPECT(id, found.inside, 1); // a third level, in the middle of the handler
    EXPECT(id, found.after, 1);
    EXPECT(id, found.status & CONFORM_LEVELS, CONFORM_LEVELS);
    EXPECT(id, found.visible, 0x9999);
    EXPECT(id, inner_at, high ? by_hand_high_open : by_hand_low_open);
    HOLDS(id, found.own[0] != found.own[1]); // the return to normal code is lost
    EXPECT(id, found.own[1], inner_at);      // unless the handler has kept it
    EXPECT(id, found.word[0], 11);
    EXPECT(id, found.word[1], 22);
}

int main(void) {
    for (int turn = 0; turn < 3; ++turn) {
        attempt("A.2.5-15", 0);
        attempt("A.2.4-5", 1);
    }
    return conform_end();
}
