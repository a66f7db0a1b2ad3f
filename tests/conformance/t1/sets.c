// sentences: A.1-8 A.7-4 A.9.1-8 A.9.1-9 A.9.2-6 A.9.2-8 A.9.2-9 A.9.3-6 A.9.3-8 A.9.3-9 A.10-17
// sentences: A.10-18 A.9.1-6
// run: --nodes 1
// with: parts/levels.S parts/sets.S
// The three register sets: when each is visible (A.10's table), how normal code fills them, and
// which values they keep through events.
#include "conform.h"

void exchange(uint32_t levels, const uint32_t *in, uint32_t *out);
void exchange_vector(uint32_t levels, const int *in, int *out);
uint32_t hold(uint32_t value, int turns);
void bump(void), bump_outlet(void);

enum { normal, low, high, high_too, settings, registers = 7 };
static const uint32_t levels[settings] = {CONFORM_LEVELS, XNET_NISTAT_EE, XNET_NISTAT_LPEE, 0};

enum { low_message, timelet, outlet, high_message, kinds };

/// Admits an event of this kind in hold(). Returns its result.
static uint32_t let_in(int kind) {
    static const uint32_t masks[] = {XNET_NISTAT_LPMM, XNET_NISTAT_TM, XNET_NISTAT_OM,
                                     XNET_NISTAT_HPMM};
    const uint32_t me = xnet_get_niid();
    if (kind == low_message) XNET_UNTIL_SENT(xnet_send0(me, bump));
    if (kind == high_message) XNET_UNTIL_SENT(xnet_send0h(me, bump));
    if (kind == timelet) xnet_set_timec(xnet_get_count() + 50);
    pass(200);
    return hold(CONFORM_LEVELS | XNET_NISTAT_AME | masks[kind], 20);
}

/// $vr1 too is what EE and LPEE say, although no event has come.
static void vectors_by_hand(void) {
    static int values[3][32], out[32];
    for (int set = 0; set < 3; ++set)
        for (int i = 0; i < 32; ++i) values[set][i] = 1000 * (set + 1) + i;
    for (int set = 0; set < 3; ++set) exchange_vector(levels[set], values[set], out);
    for (int setting = 0; setting < settings; ++setting) {
        const int set = setting == high_too ? high : setting;
        exchange_vector(levels[setting], values[set], out);
        for (int i = 0; i < 32; ++i) EXPECT("A.9.1-6", out[i], values[set][i]);
    }
}

int main(void) {
    uint32_t start[2][registers], values[3][registers], out[registers], zero[registers] = {0};
    set_mask(0);
    xnet_set_timeh((uint32_t)bump);
    xnet_set_outh((uint32_t)bump_outlet);
    // crt0's values in the event sets are restored at the end: C handlers need them.
    exchange(levels[low], zero, start[0]);
    exchange(levels[high], zero, start[1]);

    for (uint32_t set = 0; set < 3; ++set)
        for (uint32_t i = 0; i < registers; ++i) values[set][i] = (set + 1) * 0x01010101 + i;
    exchange(levels[low], values[1], out);
    exchange(levels[high], values[2], out);
    for (uint32_t i = 0; i < registers; ++i) EXPECT("A.10-18", out[i], 0);
    exchange(levels[high_too], values[2], out); // the same set
    for (uint32_t i = 0; i < registers; ++i) EXPECT("A.10-18", out[i], values[2][i]);
    exchange(levels[low], values[1], out);
    for (uint32_t i = 0; i < registers; ++i) EXPECT("A.10-18", out[i], values[1][i]);
    exchange(levels[high], values[2], out);
    for (uint32_t i = 0; i < registers; ++i) EXPECT("A.10-17", out[i], values[2][i]);
    exchange(levels[normal], values[0], out); // its arguments, as in a call
    EXPECT("A.10-18", out[0], levels[normal]);
    EXPECT("A.10-18", out[1], values[0]);
    EXPECT("A.10-18", out[2], out);

    vectors_by_hand();

    // $8 and $9 of each set through events, normal code's untouched.
    uint32_t lows = 0, highs = 0;
    for (int turn = 0; turn < 5; ++turn)
        for (int kind = 0; kind < kinds; ++kind) {
            const uint32_t lost = let_in(kind);
            const int is_high = kind == high_message;
            if (is_high)
                ++highs;
            else
                ++lows;
            EXPECT("A.7-4", lost, 0);
            exchange(levels[low], values[1], out);
            const uint32_t low8 = out[4], low9 = out[5];
            values[1][4] = low8, values[1][5] = low9;
            exchange(levels[low], values[1], out);
            exchange(levels[high], values[2], out);
            const uint32_t high8 = out[4], high9 = out[5];
            values[2][4] = high8, values[2][5] = high9;
            exchange(levels[high], values[2], out);
            const uint32_t first[2] = {2 * 0x01010101, 3 * 0x01010101};
            const char *const kept = kind == timelet  ? "A.9.3-8"
                                     : kind == outlet ? "A.9.2-8"
                                                      : "A.9.1-9";
            EXPECT(kept, low8, first[0] + 4 + lows);
            EXPECT(kept, low9, first[0] + 5 + 3 * lows);
            EXPECT(kept, high8, first[1] + 4 + highs);
            EXPECT(kept, high9, first[1] + 5 + 3 * highs);
            EXPECT("A.1-8", low8 + high8, first[0] + first[1] + 8 + lows + highs);
            EXPECT("A.10-17", high9, first[1] + 5 + 3 * highs);
            const char *const swapped = kind == timelet  ? "A.9.3-6"
                                        : kind == outlet ? "A.9.2-6"
                                                         : "A.9.1-8";
            EXPECT(swapped, lost, 0);
            if (kind == timelet) EXPECT("A.9.3-9", lost, 0);
            if (kind == outlet) EXPECT("A.9.2-9", lost, 0);
        }
    exchange(levels[low], start[0], out);
    exchange(levels[high], start[1], out);
    return conform_end();
}
