// Messages as interrupts, by CMAM's kernel (von Eicken 4.3.7): they arrive at every cycle of nested
// calls with floating point, of critical sections and of sends; and in pairs, so that the second
// arrives at every cycle of the first one's handling. With an argument the kernel does not check
// again after it enables interrupts: then some messages are left over.
#include <am_core.h>
#include <cmam.h>
#include <cmam_interrupt.h>
#include <stdio.h>

enum { cycles = 900, sends = 200, gaps = 500, depth = 10 };

/// Waits for `n` cycles, at most 900: jumps to that many NOPs before the end.
void wait_cycles(unsigned n);
__asm__("        .text\n"
        "wait_cycles:\n"
        "        sethi   %hi(9f), %o1\n"
        "        or      %o1, %lo(9f), %o1\n"
        "        sll     %o0, 2, %o0\n"
        "        sub     %o1, %o0, %o1\n"
        "        jmp     %o1\n"
        "        nop\n"
        "        .rept   900\n"
        "        nop\n"
        "        .endr\n"
        "9:      retl\n"
        "        nop\n");

static volatile int came, sum, inside, seen_inside;
static volatile double halves;
static volatile int shared, answers;

static void answer_h(int n) { answers += n; }
static void interrupt_h(int n) {
    ++came;
    sum += n;
    halves += n * 0.5;
    seen_inside += inside;
    shared += 1;
    CMAM_reply_4(0, (void (*)())answer_h, 1);
}

/// Locals, arguments, icc and floating point on both sides of each call.
__attribute__((noinline)) static double nested(unsigned n, unsigned a, double b) {
    const unsigned c = a * 5 + n, d = n ^ a >> 3;
    const double e = b * 1.25 + c % 7;
    const double below = n == 0 ? 1 : nested(n - 1, c - d, e);
    return (c < d ? below + 3 * e : below - b) + (double)(d & n);
}

static void meet(void) { CMAM_barrier(); }

static void send_after(unsigned n, int word) {
    wait_cycles(n);
    CMAM_4(1, (void (*)())interrupt_h, word);
}
static void dawdle(int turns) {
    for (volatile int i = 0; i < turns; ++i) {
    }
}

/// Node 1 in a part of the code that interrupts may enter. They are off at its ends.
#define MEETING(work)                                                                              \
    do {                                                                                           \
        meet();                                                                                    \
        CMAM_enable_interrupts();                                                                  \
        work;                                                                                      \
        dawdle(100); /* open messages arrive */                                                    \
        CMAM_disable_interrupts();                                                                 \
        meet();                                                                                    \
    } while (0)

static int wrong;

static void calls(void) {
    volatile unsigned seven = 7;
    const double right = nested(depth, seven, 0.75);
    int during = 0;
    for (unsigned n = 0; n < cycles; ++n) {
        if (am_my_proc() == 0) {
            meet();
            send_after(n, (int)n);
            meet();
        } else {
            const int before = came;
            MEETING({
                wrong += nested(depth, seven, 0.75) != right;
                during += came != before;
            });
            wrong += came != before + 1;
        }
    }
    if (am_my_proc() != 1) return;
    wrong += sum != cycles * (cycles - 1) / 2 || halves != sum * 0.5;
    printf("calls: %s\n", during > cycles / 2 ? "many were interrupted" : "few were interrupted");
}

/// A section takes two cycles more than its contents; its handler runs after it.
static void sections(void) {
    int late = 0;
    shared = 0;
    for (unsigned n = 0; n < sends; ++n) {
        if (am_my_proc() == 0) {
            meet();
            send_after(n, 0);
            meet();
        } else {
            const int before = came;
            MEETING(for (int i = 0; i < 6; ++i) {
                CMAM_enter();
                inside = 1;
                const int was = shared;
                wait_cycles(20);
                shared = was + 1;
                const int in_it = came;
                inside = 0;
                CMAM_leave();
                late += came != in_it;
            });
            wrong += came != before + 1;
        }
    }
    if (am_my_proc() != 1) return;
    wrong += shared != 7 * sends || seen_inside != 0;
    printf("sections: %s\n", late > sends / 4 ? "many put a message off" : "few put one off");
}

static volatile int echoes;
static void echo_h(int a, int b, int c, int d) { echoes += a == 1 && b == 2 && c == 3 && d == 4; }

/// Sends of main's, in sections.
static void sending(void) {
    for (unsigned n = 0; n < sends; ++n) {
        if (am_my_proc() == 0) {
            meet();
            send_after(n, 0);
            meet();
        } else {
            const int before = came;
            MEETING({
                CMAM_enter();
                CMAM_4(1, (void (*)())echo_h, 1, 2, 3, 4);
                CMAM_leave();
            });
            wrong += came != before + 1;
        }
    }
    if (am_my_proc() == 1) wrong += echoes != sends;
}

/// The second message arrives some cycles after the first.
static void pairs(void) {
    int left_lying = 0;
    for (unsigned n = 0; n < gaps; ++n) {
        if (am_my_proc() == 0) {
            meet();
            send_after(cycles, 0); // when interrupts are on there
            send_after(n, 0);
            meet();
        } else {
            const int before = came;
            MEETING({
                dawdle(100);
                left_lying += came != before + 2;
            });
            wrong += came != before + 2; // the barrier polls
        }
    }
    if (am_my_proc() == 1)
        printf("pairs: %s\n", left_lying ? "some were left lying" : "none was left lying");
}

int main(int argc, char **argv) {
    (void)argv;
    extern unsigned CMAM_kernel_second_look[];
    if (argc > 1) {
        *(volatile unsigned *)CMAM_kernel_second_look = 0x01000000; // NOP
        __asm__ volatile("flush %0" : : "r"(CMAM_kernel_second_look) : "memory");
    }
    if (am_my_proc() < 2) {
        if (argc == 1) {
            calls();
            sections();
            sending();
        }
        pairs();
        if (am_my_proc() == 1) printf("%d wrong\n", wrong);
        meet();
    }
    return 0;
}
