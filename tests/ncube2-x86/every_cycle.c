// A message at every instruction of a program that computes, with conditions, strings and x87, and
// sends: through the kernel's traps, its interrupt and the stub, or by instructions. Its handler
// answers. The program computes the same each time, and no message is lost.
#include <am_core.h>
#include <stdio.h>
#include <string.h>

enum { rounds = 1200 }; // an instruction has at least 2 cycles
static volatile int begins, visits, notes, answers, ends;

AM_SHORT static void answered(int value) { answers += value; }
AM_SHORT static void visit(int source, int value) {
    visits += value;
    am_short_answer_1(source, answered, value);
}
AM_SHORT static void note(int value) { notes += value; }
AM_SHORT static void begin(int value) { begins += value; }
AM_SHORT static void end(int value) { ends += value; }

static __attribute__((noinline)) unsigned program(unsigned seed) {
    char from[24], to[24];
    unsigned sum = seed, high = 0;
    double x = 1;
    for (int i = 0; i < 24; ++i) from[i] = (char)(i * 7);
    const char *source = from;
    char *target = to;
    unsigned count = 24;
    __asm__ volatile("rep movsb" : "+S"(source), "+D"(target), "+c"(count) : : "memory");
    // A carry that survives instructions which preserve it.
    __asm__ volatile("addl $0xF0000000, %0; movl $5, %%ecx; leal 1(%%ecx), %%ecx; adcl $0, %1; "
                     "decl %%ecx; sbbl $1, %0"
                     : "+r"(sum), "+r"(high)
                     :
                     : "ecx", "cc");
    am_short_request_1(0, note, 1);
    for (int i = 0; i < 6; ++i) x = x * 1.5 - 0.25 / (i + 1);
    am_hold();
    sum += high + (unsigned)to[23] + (unsigned)(x * 1024);
    am_release();
    count = 24;
    target = to;
    __asm__ volatile("repne scasb" : "+D"(target), "+c"(count) : "a"(to[9]) : "cc", "memory");
    return sum * 31 + count + (unsigned)(target - to);
}

/// Takes `cycles`, an even number, and a few more.
static void wait_for(unsigned cycles) {
    if (cycles & 2) __asm__ volatile("nop");
    unsigned turns = cycles / 4 + 1;
    __asm__ volatile("1: decl %0; jne 1b" : "+r"(turns) : : "cc");
}

int main(void) {
    unsigned wrong = 0;
    for (int k = 0; k < rounds; ++k) {
        if (am_my_proc() == 1) {
            const unsigned expected = program((unsigned)k);
            am_short_request_1(0, begin, 1);
            wrong += program((unsigned)k) != expected;
            am_wait(&visits, 1);
            am_short_request_1(0, end, 1);
            am_wait(&begins, 1);
        } else if (am_my_proc() == 0) {
            am_wait(&begins, 1);
            wait_for(2 * (unsigned)k);
            am_short_request_1_from(1, visit, 1);
            am_wait(&answers, 1);
            am_wait(&ends, 1);
            am_short_request_1(1, begin, 1);
        }
    }
    if (am_my_proc() == 0) am_wait(&notes, 2 * rounds);
    printf("%d rounds, %u wrong, %d left\n", rounds, wrong,
           begins + visits + notes + answers + ends);
    return wrong != 0;
}
