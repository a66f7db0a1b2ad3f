// The races of interrupts (001 3.7): process 1 disables and enables them at each cycle around the
// arrival of a packet and around its interrupt. No packet is lost, and no upcall runs while
// interrupts are disabled.
#include <am_core.h>
#include <lfc.h>
#include <lfc_myrinet.h>
#include <stdio.h>

enum { cycles = 400, patience = 200000 };

static unsigned me, wrong, begun;
static volatile unsigned came, when; ///< upcalls, and how long after `begun` the last one was
static volatile int off;

int lfc_upcall(unsigned src, void *packet, unsigned size, lfc_upcall_flags_t flags) {
    (void)src, (void)packet, (void)size, (void)flags;
    wrong += off != 0;
    when = am_cycles() - begun;
    ++came;
    return 0;
}

/// Takes `n` cycles more than pause(0).
static void pause(unsigned n) {
    unsigned pairs = n / 2 + 1;
    __asm__ volatile("1: decl %0\n\tjnz 1b" : "+r"(pairs)::"cc");
    if (n & 1) __asm__ volatile("nop");
}

static void send(void) { lfc_ucast_launch(1 - me, lfc_send_alloc(0), 8, 0); }

/// One packet for process 1, which disables interrupts from `from` cycles after it has asked for
/// the packet, and enables them again at `until`. Returns when the upcall ran.
static unsigned round(unsigned from, unsigned until) {
    const unsigned had = came;
    if (me == 0) {
        while (came == had) lfc_poll();
        send();
        return 0;
    }
    send();
    begun = am_cycles();
    lfc_intr_enable();
    pause(from);
    lfc_intr_disable();
    off = 1;
    pause(until - from);
    off = 0;
    lfc_intr_enable();
    while (came == had && am_cycles() - begun < patience) pause(10);
    lfc_intr_disable();
    wrong += came != had + 1;
    return when;
}

/// A round at each cycle: the end of the time without interrupts moves, and where `both`, its
/// begin, too. Prints whether the packet came early enough for an upcall before interrupts were
/// disabled, or in lfc_intr_enable, in some rounds and in some not.
static void sweep(const char *name, unsigned from, unsigned until, int both) {
    enum { soon = 500 }; // cycles of lfc_intr_enable with an upcall
    unsigned early = 0;
    for (unsigned k = 0; k < cycles; ++k) {
        const unsigned begin = from + (both ? k : 0);
        early += round(begin, until + k) < (both ? begin : until + k + soon);
    }
    if (me == 1) printf("%s: %s\n", name, early && early < cycles ? "both" : "one side");
}

int main(void) {
    lfc_interrupt_delay = 4;
    lfc_init(0);
    me = lfc_my_proc();
    const unsigned interrupt = round(0, 1);
    unsigned arrival = 0;
    const unsigned had = came; // polled, without interrupts
    if (me == 0) {
        while (came == had) lfc_poll();
        send();
    } else {
        send();
        begun = am_cycles();
        while (came == had) lfc_poll();
        arrival = when;
    }
    sweep("disabled around the interrupt", interrupt - cycles / 2, interrupt + 2000, 1);
    sweep("enabled around the arrival", 1, arrival - cycles / 2, 0);
    for (unsigned k = 0; k < cycles; ++k) round(1, interrupt - cycles / 2 + k);
    printf("%u: %u wrong\n", me, wrong);
    lfc_exit();
    return wrong != 0;
}
