// run: --nodes 2
// levels: -O2
// What `inlet reproduce t1` runs and measures, on two nodes: docs/reproduce.md. Each piece of code
// stands between two labels: constants of that name, which hold the address of the next
// instruction. inlet shows what node 0 executed between them, with its cycles. Handlers are
// measured on node 1, by their names.
#include <am.h>
#include <cop0.h>
#include <kernel.h>

#define LABEL(name)                                                                                \
    __asm__ volatile("1:\n\t.pushsection .rodata\n\t.balign 4\n\t.type " #name ", @object\n\t"     \
                     ".size " #name ", 4\n" #name ":\t.word 1b\n\t.popsection" ::                  \
                         : "memory")
/// Called as any function is: the compiler does not know its callers.
#define MEASURED __attribute__((noinline))

static volatile int seen; // something to do behind a label, so that the compiler makes one of it

// Figure 8 of section 3.4 in C, and as it is printed. Nothing may stand inside that uses $4-$9 or
// $29 (A.10).
MEASURED void critical_section(void) {
    LABEL(critical_begin);
    xnet_set_enable(0);
    xnet_set_enable(1);
    LABEL(critical_end);
}
MEASURED void figure_8(void) {
    LABEL(figure_8_begin);
    __asm__ volatile(".set push\n\t.set noreorder\n\t"
                     "ctc2 $0, $18\n\tori $10, $0, 1\n\tctc2 $10, $18\n\t"
                     ".set pop"
                     :
                     :
                     : "$10", "memory");
    LABEL(figure_8_end);
}
// The same for any code, as <am.h> does it: by the event mask, and counted.
MEASURED void hold(void) {
    LABEL(hold_begin);
    am_hold();
    am_release();
    LABEL(hold_end);
    seen = 1;
}
// Figure 8's poll: events are disabled but for a moment.
MEASURED void poll(void) {
    xnet_set_enable(0);
    LABEL(poll_begin);
    xnet_set_enable(1);
    xnet_set_enable(0);
    LABEL(poll_end);
    xnet_set_enable(1);
}
// Figure 18's poll: may a message be sent?
MEASURED void available(void) {
    LABEL(available_begin);
    if (xnet_get_nistat() & XNET_NISTAT_LPA) {
        LABEL(available_end);
        seen = 2;
    }
}

// A short handler, as section 3.9 means it; and one for a message of five words, of which the
// handler's address is one, as on the CM-5.
static volatile int sum;
XNET_HANDLER void short_handler(int value) { sum += value; }
XNET_HANDLER void take_four(int a, int b, int c, int d) {
    sum = a;
    (void)b, (void)c, (void)d;
}

MEASURED int send_one(int word, unsigned to) {
    LABEL(send_one_begin);
    if (!xnet_send1(to, short_handler, (unsigned)word)) return 0;
    LABEL(send_one_end);
    return 1;
}
MEASURED int send_four(int a, int b, int c, int d, unsigned to) {
    LABEL(send_four_begin);
    if (!xnet_send4(to, take_four, (unsigned)a, (unsigned)b, (unsigned)c, (unsigned)d)) return 0;
    LABEL(send_four_end);
    return 1;
}

// As many words as a message can have: five, and a vector of 32.
XNET_HANDLER void take_vector(int a, int b, int c, int d, int e) {
    sum = a;
    (void)b, (void)c, (void)d, (void)e;
}
MEASURED int send_vector(int a, int b, int c, int d, int e) {
    LABEL(send_vector_begin);
    if (!xnet_send5v(1, take_vector, 4, (unsigned)a, (unsigned)b, (unsigned)c, (unsigned)d,
                     (unsigned)e))
        return 0;
    LABEL(send_vector_end);
    return 1;
}

// The comfortable layer: the sender's number and three words for a plain C function.
void am_handler(int src, int a, int b, int c) {
    sum = a + b + c;
    (void)src;
}
MEASURED void am_send(int to, int a, int b, int c) {
    LABEL(am_send_begin);
    am_request_3(to, am_handler, a, b, c);
    LABEL(am_send_end);
    seen = 3;
}

// The same arrival by way of an exception (3.8): the event's mask is closed, and the message
// interrupts. The kernel's dispatchers enter the handler that it names.
XNET_HANDLER void after_tuned(int value) { sum += value; }
XNET_HANDLER void after_generic(int value) { sum += value; }

static void interrupt(void (*dispatcher)(void), void *handler) {
    const unsigned nistat = xnet_get_nistat(), status = cop0_read(COP0_STATUS);
    xnet_set_nistat(nistat & ~(XNET_NISTAT_HPMM | XNET_NISTAT_LPMM));
    XNET_UNTIL_SENT(xnet_send1((unsigned)xnet_node(), handler, 1));
    while (!(xnet_get_nistat() & XNET_NISTAT_LPMP)) {
    }
    cop0_set_vector(dispatcher);
    cop0_write(COP0_STATUS, status | COP0_STATUS_IM2 | COP0_STATUS_IEC);
    cop0_write(COP0_STATUS, status);
    cop0_set_vector(0);
    xnet_set_nistat(nistat);
}

static volatile int stopped;
static void stop(int src) {
    (void)src;
    ++stopped;
}

int main(void) {
    if (am_my_proc() != 0) {
        am_wait(&stopped, 1);
        return 0;
    }
    critical_section();
    figure_8();
    hold();
    poll();
    available();
    while (!send_one(5, 1)) {
    }
    while (!send_four(1, 2, 3, 4, 1)) {
    }
    while (!send_vector(1, 2, 3, 4, 5)) {
    }
    am_send(1, 2, 3, 4);
    interrupt(kernel_entry_tuned, after_tuned);
    interrupt(kernel_entry, after_generic);
    am_request_0(1, stop);
}
