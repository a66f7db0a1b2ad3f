// An interface that sends again and again takes launches, too (001 8.1.2, event 1). Process 1
// computes until its interface and its host have no buffer; what process 0 has sent to it then is
// sent again so often that the interface's queue is never empty. Meanwhile more packets than the
// send ring holds go to process 2, which takes them: all arrive before process 1 looks.
#include "check.h"

#include <lfc.h>
#include <lfc_myrinet.h>
#include <string.h>

// 3 nodes. `to_full`: the interface's 384 buffers, the host's, a window, and some that wait for it.
enum {
    ms = 200000, // cycles
    host_packets = 4,
    to_full = 384 + host_packets + 8 + 4,
    to_other = 100,
};

static unsigned me, upcalls;

int lfc_upcall(unsigned src, void *packet, unsigned size, lfc_upcall_flags_t flags) {
    unsigned number;
    memcpy(&number, packet, sizeof number);
    CHECK(src == 0 && size == LFC_PACKET && flags == LFC_UPCALL_UNICAST && number == upcalls);
    ++upcalls;
    return 0;
}

static void send(unsigned dest, unsigned packets) {
    for (unsigned i = 0; i < packets; ++i) {
        void *const packet = lfc_send_alloc(1);
        memcpy(packet, &i, sizeof i);
        lfc_ucast_launch(dest, packet, LFC_PACKET, 1);
    }
}

int main(void) {
    lfc_retransmit_delay = 40; // 20 us: a window takes longer on the wire
    lfc_config_t config = lfc_defaults();
    config.packets = host_packets;
    lfc_init(&config);
    me = (unsigned)lfc_my_proc();
    const unsigned start = am_cycles();
    if (me == 0) {
        send(1, to_full);
        send(2, to_other);
        CHECK(am_cycles() - start < 50 * ms);
    } else if (me == 1) {
        while (am_cycles() - start < 50 * ms) continue;
        CHECK(upcalls == 0);
        while (upcalls < to_full) lfc_wait();
    } else {
        while (upcalls < to_other) lfc_wait();
        CHECK(am_cycles() - start < 50 * ms);
    }
    lfc_exit();
    printf("%u: %d wrong\n", me, wrong);
    return wrong != 0;
}
