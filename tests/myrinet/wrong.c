// Misuse of LFC and of the network interface by the host's program, one case each: the argument is
// its number. The script tools has the messages.
#include <am_core.h>
#include <lfc.h>
#include <lfc_myrinet.h>
#include <myrinet_registers.h>
#include <stdlib.h>

static int in_upcall;

int lfc_upcall(unsigned src, void *packet, unsigned size, lfc_upcall_flags_t flags) {
    (void)src, (void)packet, (void)size, (void)flags;
    if (in_upcall) lfc_fetch_and_add(0, 0);
    return 0;
}

static volatile unsigned *at(unsigned address) { return (volatile unsigned *)address; }
static void start(unsigned window) {
    lfc_config_t config = lfc_defaults();
    config.window = window;
    lfc_init(&config);
}

int main(int argc, char **argv) {
    static const unsigned ends[] = {0, 1}, one[] = {1}, beyond[] = {0, 5};
    void *packet;
    const int what = argc > 1 ? atoi(argv[1]) : 0;
    if (what == 8) lfc_recovery = 0;
    if (what == 9) lfc_recovery = 0;
    if (what == 2) start(0);
    if (what == 3) start(256);
    if (what == 11) (void)*at(MYRINET_DRIVER + MYRINET_OPEN);
    if (what != 14) lfc_init(0);
    if (what == 15) { // process 1 never polls
        lfc_intr_disable();
        while (lfc_my_proc() == 1) __asm__ volatile("");
        for (int i = 0; i < 9000; ++i) lfc_ucast_launch(1, lfc_send_alloc(1), 4, 0);
    }
    switch (what) {
    case 0:
        packet = lfc_send_alloc(0);
        lfc_ucast_launch(0, packet, 4, 0);
        lfc_ucast_launch(0, packet, 4, 0);
        break;
    case 1: lfc_bcast_launch(lfc_send_alloc(0), LFC_PACKET + 1, 0); break;
    case 4: lfc_ucast_launch(lfc_nr_procs(), lfc_send_alloc(0), 4, 0); break;
    case 5: lfc_group_create(beyond, 2); break;
    case 6: lfc_mcast_launch(0, lfc_send_alloc(0), 4, 0); break;
    case 7:
        in_upcall = 1;
        for (unsigned i = 0; i < 40; ++i) lfc_ucast_launch(lfc_my_proc(), lfc_send_alloc(0), 4, 0);
        lfc_fetch_and_add(1 - lfc_my_proc(), 1);
        break;
    case 8:
        lfc_group_create(ends, 2);
        lfc_group_create(one, 1);
        break;
    case 9:
        lfc_group_create(ends, 2);
        lfc_bcast_launch(lfc_send_alloc(0), 4, 0);
        break;
    case 10: *at(MYRINET_SRAM + 0x300000) = 1; break;
    case 12: *(volatile unsigned short *)at(MYRINET_DRIVER + MYRINET_FENCE) = 0; break;
    case 13: lfc_fetch_and_add(2, 0); break;
    case 14: lfc_send_alloc(0); break;
    }
    lfc_exit();
    return 0;
}
