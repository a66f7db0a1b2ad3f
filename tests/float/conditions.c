// The eight condition codes of MIPS32 in hand-written assembly: comparisons set each of them,
// branches (likely too) and moves read it, and the others stay; FCSR and its views FCCR, FEXR and
// FENR by CFC1 and CTC1.
#include "print.h"

#define BOTH(n)                                                                                    \
    static uint32_t compare_##n(double a, double b) {                                              \
        uint32_t fcsr;                                                                             \
        __asm__ volatile("c.lt.d $fcc" #n ", %1, %2\n\tc.un.s $fcc" #n ", %1, %1\n\t"              \
                         "c.ole.d $fcc" #n ", %1, %2\n\tcfc1 %0, $31"                              \
                         : "=r"(fcsr)                                                              \
                         : "f"(a), "f"(b));                                                        \
        return fcsr;                                                                               \
    }                                                                                              \
    static uint32_t read_##n(uint32_t x, double d) {                                               \
        uint32_t ways = 0, moved = x, kept = x;                                                    \
        float single = 1;                                                                          \
        double wide = 2;                                                                           \
        __asm__ volatile(".set push\n\t.set noreorder\n\t"                                         \
                         "bc1t $fcc" #n ", 1f\n\taddiu %0, %0, 1\n\taddiu %0, %0, 2\n"             \
                         "1:\tbc1f $fcc" #n ", 2f\n\taddiu %0, %0, 4\n\taddiu %0, %0, 8\n"         \
                         "2:\tbc1tl $fcc" #n ", 3f\n\taddiu %0, %0, 16\n\taddiu %0, %0, 32\n"      \
                         "3:\tbc1fl $fcc" #n ", 4f\n\taddiu %0, %0, 64\n\taddiu %0, %0, 128\n"     \
                         "4:\tmovt %1, %5, $fcc" #n "\n\tmovf %2, %5, $fcc" #n "\n\t"              \
                         "movt.s %3, %6, $fcc" #n "\n\tmovf.d %4, %6, $fcc" #n "\n\t.set pop"      \
                         : "+r"(ways), "+r"(moved), "+r"(kept), "+f"(single), "+f"(wide)           \
                         : "r"(~x), "f"(d));                                                       \
        text(" ");                                                                                 \
        hex(ways);                                                                                 \
        text(" ");                                                                                 \
        hex(moved);                                                                                \
        text(" ");                                                                                 \
        hex(kept);                                                                                 \
        print_single(single);                                                                      \
        print_double(wide);                                                                        \
        return ways;                                                                               \
    }

// clang-format off
BOTH(0) BOTH(1) BOTH(2) BOTH(3) BOTH(4) BOTH(5) BOTH(6) BOTH(7)

static uint32_t (*const compares[])(double, double) = {compare_0, compare_1, compare_2, compare_3,
                                                       compare_4, compare_5, compare_6, compare_7};
static uint32_t (*const reads[])(uint32_t, double) = {read_0, read_1, read_2, read_3,
                                                      read_4, read_5, read_6, read_7};
// clang-format on

static uint32_t fccr(void) {
    uint32_t v;
    __asm__ volatile("cfc1 %0, $25" : "=r"(v));
    return v;
}
static uint32_t fexr(void) {
    uint32_t v;
    __asm__ volatile("cfc1 %0, $26" : "=r"(v));
    return v;
}
static uint32_t fenr(void) {
    uint32_t v;
    __asm__ volatile("cfc1 %0, $28" : "=r"(v));
    return v;
}

static void show(const char *what) {
    text(what);
    const uint32_t all[] = {control(), fccr(), fexr(), fenr()};
    for (int i = 0; i < 4; ++i) {
        text(" ");
        hex(all[i]);
    }
    end_line();
}

int main(void) {
    const double values[] = {1.0, -2.5, 0.0, __builtin_inf()};
    for (int n = 0; n < 8; ++n)
        for (int before = 0; before < 2; ++before)
            for (int i = 0; i < 4; ++i) {
                set_control(before ? 0xFE800000 : 0);
                hex(compares[n](values[i], values[3 - i]));
                reads[n](0x1234567 * (uint32_t)(i + 1), values[i]);
                __asm__ volatile("sync 4"); // all kinds of SYNC behave the same
                end_line();
            }
    for (uint32_t bits = 0; bits < 0x100; bits += 0x33) {
        set_control(0x00000003);
        __asm__ volatile("ctc1 %0, $25" : : "r"(bits));
        show("fccr");
        __asm__ volatile("ctc1 %0, $26" : : "r"(bits << 4 & 0x7C));
        show("fexr");
        __asm__ volatile("ctc1 %0, $28" : : "r"((bits << 7 & 0xF80) | (bits & 7)));
        show("fenr");
    }
    set_control(0xFF800003); // enabled bits and causes would raise exceptions
    show("fcsr");
    return 0;
}
