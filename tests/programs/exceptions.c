// run: --nodes 4
// with: parts/exception_entry.S
// expect: ok exceptions
// A kernel inside the program: it emulates unaligned loads, counts traps, and has its own services,
// for normal code in user mode. Messages arrive and leave meanwhile.
#include "check.h"

#include <cop0.h>

struct frame {
    unsigned r[32], hi, lo, epc, cause;
};

void exception_entry(void);
void exception(struct frame *frame);

static volatile unsigned loads, traps, services, unusable, others;

/// The low address of a user program's stack, and the arguments of services.
enum { service_add = 1, service_kernel = 2 };

void exception(struct frame *frame) {
    // Not in a delay slot: the programs below have none of these there.
    const unsigned word = *(const unsigned *)frame->epc;
    const unsigned rt = word >> 16 & 31;
    switch (COP0_CAUSE_CODE(frame->cause)) {
    case COP0_ADEL: { // LW
        const unsigned char *from = (const unsigned char *)cop0_read(COP0_BADVADDR);
        frame->r[rt] =
            (unsigned)from[0] << 24 | (unsigned)from[1] << 16 | (unsigned)from[2] << 8 | from[3];
        ++loads;
        break;
    }
    case COP0_TR: ++traps; break;
    case COP0_SYS:
        ++services;
        if ((word >> 6 & 0xFFFFF) == service_add) frame->r[2] = frame->r[4] + frame->r[5];
        if ((word >> 6 & 0xFFFFF) == service_kernel) // RFE restores this pair
            cop0_write(COP0_STATUS, cop0_read(COP0_STATUS) & ~(unsigned)COP0_STATUS_KUP);
        break;
    case COP0_CPU: ++unusable; break;
    default: ++others; break;
    }
    frame->epc += 4;
}

static unsigned __attribute__((noinline)) load(const void *from) {
    unsigned value;
    __asm__ volatile("lw %0, 0(%1)\n\tnop" : "=r"(value) : "r"(from));
    return value;
}

static unsigned __attribute__((noinline)) add(unsigned a, unsigned b) {
    register unsigned sum __asm__("$2");
    register unsigned first __asm__("$4") = a;
    register unsigned second __asm__("$5") = b;
    __asm__ volatile("syscall %3" : "=r"(sum) : "r"(first), "r"(second), "i"(service_add));
    return sum;
}

/// Normal code continues in user mode, without coprocessor 0.
static void to_user_mode(void) {
    const unsigned status = cop0_read(COP0_STATUS) & ~(unsigned)COP0_STATUS_CU0;
    cop0_write(COP0_STATUS, status | COP0_STATUS_KUP);
    __asm__ volatile(".word 0x42000010" : : : "memory"); // RFE
}

static volatile int received;

static void count(int src) {
    (void)src;
    ++received;
}

int main(void) {
    static const unsigned char bytes[] = {0, 1, 2, 3, 4, 5, 6, 7};
    const int n = am_procs(), next = (am_my_proc() + 1) % n;
    cop0_set_vector(exception_entry);
    CHECK_EQUAL(cop0_read(COP0_VECTOR), (unsigned)exception_entry);
    barrier();

    to_user_mode();
    for (unsigned i = 0; i < 50; ++i) {
        am_request_0(next, count);
        CHECK_EQUAL(load(bytes + 1), 0x01020304);
        CHECK_EQUAL(add(i, 1000), i + 1000);
        __asm__ volatile("teq %0, $0" : : "r"(i & 3));
        __asm__ volatile("mfc0 $2, $12" : : : "$2");
    }
    am_wait(&received, 50);
    __asm__ volatile("syscall %0" : : "i"(service_kernel));

    CHECK_EQUAL(cop0_read(COP0_STATUS) & 0x3F, 0);
    CHECK_EQUAL(loads, 50);
    CHECK_EQUAL(traps, 13);
    CHECK_EQUAL(services, 51);
    CHECK_EQUAL(unusable, 50);
    CHECK_EQUAL(others, 0);
    barrier();
    return finish("exceptions");
}
