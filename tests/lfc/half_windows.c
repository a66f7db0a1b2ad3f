// Acknowledgements of implementations that retransmit (001 8.2.5), by counters of the interface and
// the host: a sender's first W/2 - 1 packets to each of P processes cause none by half a window,
// but one by the timer of each; W/2 packets cause one at once, and so does each further half
// window.
#include "check.h"

#include <lfc.h>
#include <lfc_myrinet.h>

enum { window = 8, ms = 200000 }; // cycles

static unsigned me, procs, upcalls;

int lfc_upcall(unsigned src, void *packet, unsigned size, lfc_upcall_flags_t flags) {
    (void)src, (void)packet, (void)size, (void)flags;
    ++upcalls;
    return 0;
}

/// Until the next multiple of 20 ms: processes keep step without packets.
static void poll_to_the_end(void) {
    static unsigned rounds;
    ++rounds;
    while (am_cycles() < rounds * 20 * ms) lfc_poll();
}

/// Process 0 sends `count` packets to each other one, which answers nothing. What is acknowledged
/// late is acknowledged when this returns.
static lfc_retransmissions_t stream(unsigned count) {
    const lfc_retransmissions_t before = lfc_retransmissions();
    for (unsigned to = 1; me == 0 && to < procs; ++to)
        for (unsigned i = 0; i < count; ++i) lfc_ucast_launch(to, lfc_send_alloc(1), 4, 1);
    poll_to_the_end();
    CHECK(upcalls == (me == 0 ? 0 : count));
    upcalls = 0;
    lfc_retransmissions_t counts = lfc_retransmissions();
    CHECK(counts.resent == before.resent);
    counts.half_acks -= before.half_acks;
    counts.late_acks -= before.late_acks;
    return counts;
}

int main(void) {
    lfc_config_t config = lfc_defaults();
    config.window = window;
    lfc_init(&config);
    me = lfc_my_proc(), procs = lfc_nr_procs();
    poll_to_the_end(); // nothing of the start is under way
    for (unsigned halves = 0; halves < 4; ++halves)
        for (unsigned more = 0; more < 2; ++more) {
            const unsigned count =
                more ? (halves + 1) * window / 2 : halves * window / 2 + window / 2 - 1;
            const lfc_retransmissions_t counts = stream(count);
            const unsigned received = me != 0;
            CHECK(counts.half_acks == received * (halves + more));
            CHECK(counts.late_acks == received * !more);
        }
    poll_to_the_end();
    lfc_exit();
    printf("%u of %u: %d wrong\n", me, procs, wrong);
    return wrong != 0;
}
