// What `inlet reproduce sp2` runs for "almost bare-bones hardware" (003 3): a message of a header
// of two words goes there and back, by the adapter alone, without sequence numbers, windows and
// handlers. docs/reproduce.md says how it is measured.
#include "sp2_measure.h"

#include <sp2_port.h>

enum { turns = 100, send_entries = 128, pop_batch = 8, type = 1 };

static unsigned sent, received, entries;

static void send_one(unsigned dest) {
    volatile uint32_t *const at = sp2_send_entry(0, sent % send_entries);
    at[0] = dest << 23 | dest << 16 | type << 8;
    at[1] = sent;
    sp2_flush(at);
    sp2_sync();
    sp2_ring(0, sent++ % send_entries, 8);
}

static void receive_one(void) {
    volatile uint32_t *const at = sp2_receive_entry(0, received % entries);
    while (!at[0]) sp2_flush(at);
    at[0] = 0;
    sp2_flush(at);
    if (++received % pop_batch) return;
    sp2_sync();
    sp2_pop(0, pop_batch);
}

static void ping(int n) {
    for (int i = 0; i < n; ++i) {
        send_one(1);
        receive_one();
    }
}

MEASURED void raw(void) {
    LABEL(raw_begin);
    ping(turns);
    LABEL(raw_end);
    seen = 1;
}

int main(void) {
    entries = sp2_register(SP2_ENTRIES);
    if (am_my_proc() == 0) {
        ping(10);
        raw();
    } else {
        for (int i = 0; i < 10 + turns; ++i) {
            receive_one();
            send_one(0);
        }
    }
    return 0;
}
