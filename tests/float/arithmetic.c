// Every operation on every pair of numbers near the borders of arithmetic, in every rounding mode:
// results and FCSR (cause and flags). Of quiet NaNs only the default one: qemu-mips keeps no
// payload. One line for each operation, mode and first operand, with a checksum.
#include "operations.h"
#include "print.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const uint64_t doubles[] = {
    0,
    0x8000000000000000,
    1,
    0x8000000000000003,
    0x000FFFFFFFFFFFFF,
    0x0010000000000000,
    0x0010000000000001,
    0x3FF0000000000000,
    0xBFF0000000000001,
    0x3FEFFFFFFFFFFFFF,
    0x3FE0000000000000,
    0x3CA0000000000000,
    0x3CB0000000000000,
    0x3FF8000000000000,
    0x4000000000000000,
    0x4008000000000000,
    0x3FD5555555555555,
    0x4340000000000000,
    0x433FFFFFFFFFFFFF,
    0x41DFFFFFFFC00000,
    0xC1E0000000000000,
    0x36A0000000000000,
    0x380FFFFFF0000000,
    0x47EFFFFFF0000000,
    0x1FF0000000000000,
    0x5FE0000000000000,
    0x7FEFFFFFFFFFFFFF,
    0xFFEFFFFFFFFFFFFF,
    0x7FF0000000000000,
    0xFFF0000000000000,
    0x7FF7FFFFFFFFFFFF,
    0x7FF8000000000000,
    0xFFFFFFFFFFFFFFFF,
};
static const uint32_t singles[] = {
    0,          0x80000000, 1,          0x80000003, 0x007FFFFF, 0x00800000, 0x00800001, 0x3F800000,
    0xBF800001, 0x3F7FFFFF, 0x3F000000, 0x33800000, 0x34000000, 0x3FC00000, 0x40000000, 0x40400000,
    0x3EAAAAAB, 0x4B800000, 0x4B7FFFFF, 0x4EFFFFFF, 0xCF000000, 0x1F800000, 0x5F000000, 0x7F7FFFFF,
    0xFF7FFFFF, 0x7F800000, 0xFF800000, 0x7FBFFFFF, 0x7FC00000, 0xFFFFFFFF,
};

#define DO1(to, from, name, mnemonic)                                                              \
    static to name(from a) {                                                                       \
        to r;                                                                                      \
        __asm__ volatile(mnemonic " %0, %1" : "=f"(r) : "f"(a));                                   \
        return r;                                                                                  \
    }
DO1(double, double, sqrt_d, "sqrt.d")
DO1(float, float, sqrt_s, "sqrt.s")
DO1(double, float, cvt_d_s, "cvt.d.s")
DO1(float, double, cvt_s_d, "cvt.s.d")
DO1(float, float, cvt_s_w, "cvt.s.w") // words as the bits of singles
DO1(double, float, cvt_d_w, "cvt.d.w")
#define TO_WORD(way)                                                                               \
    DO1(float, float, way##_s, #way ".w.s")                                                        \
    DO1(float, double, way##_d, #way ".w.d")
TO_WORD(round)
TO_WORD(trunc)
TO_WORD(ceil)
TO_WORD(floor)
TO_WORD(cvt)

static uint32_t sum;

static void add_control(void) { sum = mix(sum, control()); }
static void add_single(float v) { sum = mix(sum, bits_of(v)), add_control(); }
static void add_double(double v) {
    const uint64_t bits = bits_of_double(v);
    sum = mix(mix(sum, (uint32_t)(bits >> 32)), (uint32_t)bits), add_control();
}

static void report(const char *name, unsigned rounding, unsigned number) {
    text(name);
    text(" ");
    hex(rounding << 28 | number);
    text(" ");
    hex(sum);
    end_line();
    sum = 0;
}

static void pairs(unsigned rounding) {
    static double (*const on_doubles[])(double, double) = {add_d, sub_d, mul_d, div_d};
    static float (*const on_singles[])(float, float) = {add_s, sub_s, mul_s, div_s};
    for (unsigned op = 0; op < 4; ++op) {
        for (unsigned i = 0; i < COUNT(doubles); ++i) {
            for (unsigned j = 0; j < COUNT(doubles); ++j) {
                set_control(rounding);
                add_double(on_doubles[op](double_of(doubles[i]), double_of(doubles[j])));
            }
            report("doubles", rounding, op << 8 | i);
        }
        for (unsigned i = 0; i < COUNT(singles); ++i) {
            for (unsigned j = 0; j < COUNT(singles); ++j) {
                set_control(rounding);
                add_single(on_singles[op](single_of(singles[i]), single_of(singles[j])));
            }
            report("singles", rounding, op << 8 | i);
        }
    }
}

static void single_operands(unsigned rounding) {
    for (unsigned i = 0; i < COUNT(doubles); ++i) {
        const double v = double_of(doubles[i]);
        set_control(rounding);
        add_double(sqrt_d(v));
        add_single(cvt_s_d(v));
        add_single(round_d(v)), add_single(trunc_d(v)), add_single(ceil_d(v)),
            add_single(floor_d(v));
        add_single(cvt_d(v));
        report("of double", rounding, i);
    }
    for (unsigned i = 0; i < COUNT(singles); ++i) {
        const float v = single_of(singles[i]);
        set_control(rounding);
        add_single(sqrt_s(v));
        if (singles[i] != 0x7FBFFFFF) add_double(cvt_d_s(v)); // the payload again
        add_single(cvt_s_w(v)), add_double(cvt_d_w(v));
        add_single(round_s(v)), add_single(trunc_s(v)), add_single(ceil_s(v)),
            add_single(floor_s(v));
        add_single(cvt_s(v));
        report("of single", rounding, i);
    }
}

int main(void) {
    for (unsigned rounding = 0; rounding < 4; ++rounding) {
        pairs(rounding);
        single_operands(rounding);
    }
    return 0;
}
