// A process that computes, with interrupts off and without a call of LFC, on two nodes of a Myrinet
// (001 8.2.5). Process 0 computes:
//   no timers    nothing of its is under way. A fetch&add of process 1 at it waits if its host does
//                them (HrxHmc), and its interface's clock does not interrupt it.
//   timers       a packet to process 1, which computes, too, is not acknowledged. HrxHmc's clock
//                interrupts it, and it is sent again.
//   looks        the same, but process 0 polls more often than once in TGRAN: no interrupt.
//   goes on      eight packets to process 1, which polls: all come before process 0 has finished,
//                also where some are lost.
//
//   never_polls hrx | other [goes-on]    hrx: the control program is HrxHmc's; goes-on: only this
#include "check.h"

#include <lfc.h>
#include <lfc_myrinet.h>
#include <string.h>

enum { ms = 200000, tgran = 5 * ms }; // cycles

static unsigned me, upcalls, expected, last_word;

int lfc_upcall(unsigned src, void *packet, unsigned size, lfc_upcall_flags_t flags) {
    (void)src, (void)flags;
    if (size == sizeof last_word) memcpy(&last_word, packet, sizeof last_word);
    ++upcalls;
    return 0;
}

static void send(unsigned word) {
    unsigned *const packet = lfc_send_alloc(1);
    *packet = word;
    lfc_ucast_launch(1 - me, packet, sizeof *packet, 1);
}
static void wait_for(unsigned packets) {
    expected += packets;
    while (upcalls < expected) lfc_wait();
}
static void meet(void) {
    send(0);
    wait_for(1);
}
static void compute(unsigned cycles) {
    const unsigned start = am_cycles();
    while (am_cycles() - start < cycles) continue;
}
static void poll(unsigned cycles) {
    const unsigned start = am_cycles();
    while (am_cycles() - start < cycles) lfc_poll();
}
/// Both, until nothing is under way and no timer runs.
static void settle(void) {
    meet();
    poll(20 * ms);
}

static void three_kinds(int hrx) {
    // No timers.
    settle();
    unsigned signals = lfc_retransmissions().clock_signals;
    if (me == 0) {
        compute(40 * ms);
        CHECK(lfc_retransmissions().clock_signals == signals);
    } else {
        const unsigned start = am_cycles();
        CHECK(lfc_fetch_and_add(0, 1) == 0);
        if (hrx)
            CHECK(am_cycles() - start > 30 * ms);
        else
            CHECK(am_cycles() - start < 20 * ms); // some may be lost
    }

    // Timers.
    settle();
    const lfc_retransmissions_t before = lfc_retransmissions();
    if (me == 0) {
        send(0);
        compute(40 * ms);
        const lfc_retransmissions_t now = lfc_retransmissions();
        const unsigned more = now.clock_signals - before.clock_signals;
        // The handler looks at the clock, so the next interrupt comes after two periods.
        CHECK(hrx ? more >= 40 * ms / tgran / 2 - 1 && more <= 40 * ms / tgran / 2 + 1 : more == 0);
        CHECK(!hrx || now.resent - before.resent >= more - 1);
    } else {
        compute(60 * ms);
        CHECK(lfc_retransmissions().clock_signals == before.clock_signals); // it has sent nothing
        wait_for(1);
    }

    // Looks.
    settle();
    signals = lfc_retransmissions().clock_signals;
    if (me == 0) {
        send(0);
        for (int i = 0; i < 40; ++i) {
            compute(ms);
            lfc_poll();
        }
        CHECK(lfc_retransmissions().clock_signals == signals);
    } else {
        compute(60 * ms);
        wait_for(1);
    }
}

int main(int argc, char **argv) {
    lfc_retransmit_delay = 4000; // 2 ms
    lfc_init(0);
    me = (unsigned)lfc_my_proc();
    if (argc < 3) three_kinds(argc > 1 && !strcmp(argv[1], "hrx"));

    // Goes on.
    settle();
    if (me == 0) {
        for (int i = 0; i < 8; ++i) send(0);
        compute(100 * ms);
        send(am_cycles());
    } else {
        wait_for(8);
        const unsigned all = am_cycles();
        wait_for(1);
        CHECK((int)(last_word - all) > 0);
    }
    lfc_exit();
    printf("%u: %d wrong\n", me, wrong);
    return wrong != 0;
}
