// FCSR's FS: tiny results become zero. qemu-mips agrees where the rounding is towards zero and the
// result would not have rounded up to the least normal number; it reports no underflow for any of
// them. So flags are not printed, and the numbers keep at least a small distance from that border.
#include "operations.h"
#include "print.h"

static const uint64_t doubles[] = {
    0,
    1,
    0x8000000000000003,
    0x0008000000000000,
    0x0010000000000000,
    0x0018000000000001,
    0x8020000000000000,
    0x1FF8000000000000,
    0x2000000000000001,
    0x3FE0000000000000,
    0xBFD8000000000000,
    0x3FF0000000000000,
    0x4008000000000000,
    0x47E0000000000000,
};
static const uint32_t singles[] = {
    0,          1,          0x80000003, 0x00400000, 0x00800000, 0x00C00001, 0x81000000,
    0x1FC00000, 0x20000001, 0x3F000000, 0xBEC00000, 0x3F800000, 0x40400000, 0x4B000000,
};
#define COUNT(array) (sizeof(array) / sizeof *(array))

int main(void) {
    for (uint32_t mode = 0; mode < 2; ++mode) {
        for (unsigned i = 0; i < COUNT(doubles); ++i)
            for (unsigned j = 0; j < COUNT(doubles); ++j) {
                const double a = double_of(doubles[i]), b = double_of(doubles[j]);
                set_control(1u << 24 | mode);
                print_double(add_d(a, b));
                print_double(sub_d(a, b));
                print_double(mul_d(a, b));
                if (j != 0) print_double(div_d(a, b));
                end_line();
            }
        for (unsigned i = 0; i < COUNT(singles); ++i)
            for (unsigned j = 0; j < COUNT(singles); ++j) {
                const float a = single_of(singles[i]), b = single_of(singles[j]);
                set_control(1u << 24 | mode);
                print_single(add_s(a, b));
                print_single(sub_s(a, b));
                print_single(mul_s(a, b));
                if (j != 0) print_single(div_s(a, b));
                float s, same;
                __asm__ volatile("cvt.s.d %0, %1"
                                 : "=f"(s)
                                 : "f"((double)a * 0.25 * (j ? (double)b : 1.0)));
                __asm__ volatile("neg.s %0, %1" : "=f"(same) : "f"(a));
                print_single(s);
                print_single(same);
                end_line();
            }
    }
    text("control ");
    hex(control() & 0xFF800FFF & ~0x7Cu);
    end_line();
    return 0;
}
