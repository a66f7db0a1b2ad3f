// Comparisons and the instructions that depend on them: branches, conditional moves.
#include "print.h"

static const double values[] = {
    0.0, -0.0, 1.0, -1.0, 1.5, 1e300, -1e-300, __builtin_inf(), -__builtin_inf()};
enum { count = sizeof values / sizeof *values };

static double quiet_nan(void) { return double_of(0x7FF7FFFFFFFFFFFF); }

#define CONDITION(name)                                                                            \
    static uint32_t c_##name(double a, double b) {                                                 \
        uint32_t fcsr;                                                                             \
        __asm__ volatile("c." #name ".d %1, %2\n\tcfc1 %0, $31" : "=r"(fcsr) : "f"(a), "f"(b));    \
        return fcsr;                                                                               \
    }
// clang-format off
CONDITION(f) CONDITION(un) CONDITION(eq) CONDITION(ueq)
CONDITION(olt) CONDITION(ult) CONDITION(ole) CONDITION(ule)
CONDITION(sf) CONDITION(ngle) CONDITION(seq) CONDITION(ngl)
CONDITION(lt) CONDITION(nge) CONDITION(le) CONDITION(ngt)

static uint32_t (*const conditions[])(double, double) = {
    c_f,  c_un,   c_eq,  c_ueq, c_olt, c_ult, c_ole, c_ule,
    c_sf, c_ngle, c_seq, c_ngl, c_lt,  c_nge, c_le,  c_ngt};
// clang-format on

/// Compiled code: branches and conditional moves.
static int relation(double a, double b) {
    int r = 0;
    if (a < b) r |= 1;
    if (a <= b) r |= 2;
    if (a == b) r |= 4;
    if (a != b) r |= 8;
    if (!(a > b)) r |= 16;
    if (__builtin_isunordered(a, b)) r |= 32;
    return r;
}

static double larger(double a, double b) { return a > b ? a : b; }
static float larger_single(float a, float b) { return a > b ? a : b; }
static int choose(double a, double b, int x, int y) { return a <= b ? x : y; }

int main(void) {
    for (int i = 0; i <= count; ++i)
        for (int j = 0; j <= count; ++j) {
            const double a = i < count ? values[i] : quiet_nan(),
                         b = j < count ? values[j] : quiet_nan();
            uint32_t sum = 0;
            for (int c = 0; c < 16; ++c) {
                set_control(0);
                sum = mix(sum, conditions[c](a, b));
            }
            hex(sum);
            text(" ");
            set_control(0);
            hex((uint32_t)relation(a, b) << 8 | (uint32_t)choose(a, b, 3, 5));
            print_double(larger(a, b));
            print_single(larger_single((float)a, (float)b));
            text(" ");
            hex(control());
            end_line();
        }
    return 0;
}
