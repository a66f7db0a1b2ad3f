// sentences: A.10-25
// run: --nodes 2
// Handlers should not compute for long: while one does, no other message of its priority is
// handled, and once the buffers are full, no node can send to this one.
#include "conform.h"

enum { starts = 20000, length = 30000 };

static volatile uint32_t began, ended, short_at, short_count, high_at;

static XNET_HANDLER void computes(void) {
    began = xnet_get_count();
    pass(length);
    ended = xnet_get_count();
}
static XNET_HANDLER void is_short(void) {
    if (!short_count++) short_at = xnet_get_count();
}
static XNET_HANDLER void is_high(void) { high_at = xnet_get_count(); }

static void wait_until(uint32_t cycle) {
    while ((int32_t)(xnet_get_count() - cycle) < 0) {
    }
}

int main(void) {
    wait_until(starts);
    if (xnet_node() == 0) {
        XNET_UNTIL_SENT(xnet_send0(1, computes));
        uint32_t accepted = 0;
        while (xnet_get_count() < starts + length / 2) accepted += xnet_send0(1, is_short);
        (void)xnet_send0h(1, is_high);
        pass(1000);
        EXPECT("A.10-25", xnet_send0(1, is_short), 0);
        HOLDS("A.10-25", accepted > 0);
        wait_until(starts + 2 * length);
        EXPECT("A.10-25", xnet_send0(1, is_short), 1); // it has ended
        return conform_end();
    }
    wait_until(starts + 3 * length);
    HOLDS("A.10-25", began - starts < 1000);
    HOLDS("A.10-25", ended - began >= length);
    HOLDS("A.10-25", short_at >= ended);
    HOLDS("A.10-25", high_at > began && high_at < ended); // high ones do not wait for it
    return conform_end();
}
