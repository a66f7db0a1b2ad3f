// Conversions between floating point and integers of all widths, and between the two precisions.
#include "show.h"

int main(void) {
    const double values[] = {0.0, 0.49,  0.5,      0.51,    0.99,         1.0,       1.5,
                             2.5, 127.9, 32767.99, 65535.5, 2147483000.7, 16777217.0};
    for (int i = 0; i < (int)(sizeof values / sizeof values[0]); ++i) {
        const double v = OPAQUE(double, values[i]);
        printf("%d %d %u ", (int)v, (int)-v, (unsigned)v);
        show_float("single", (float)v);
        show64("wide", (uint64_t)(int64_t)(v * 1e9));
        show64("minus", (uint64_t)(int64_t)(-v * 1e9));
    }
    const int64_t integers[] = {0,
                                1,
                                -1,
                                16777217,
                                33554435,
                                INT32_MIN,
                                INT32_MAX,
                                9007199254740993,
                                -9007199254740995,
                                INT64_MAX,
                                INT64_MIN,
                                0x7FFFFFBFFFFFFFFF,
                                0x7FFFFFC000000000};
    for (int i = 0; i < (int)(sizeof integers / sizeof integers[0]); ++i) {
        const int64_t v = OPAQUE(int64_t, integers[i]);
        show_float("float of i64", (float)v);
        show_double("double of i64", (double)v);
        show_float("float of u64", (float)(uint64_t)v);
        show_double("double of u64", (double)(uint64_t)v);
        show_float("float of i32", (float)(int32_t)v);
        show_double("double of u32", (double)(uint32_t)v);
    }
    show64("u64", (uint64_t)OPAQUE(double, 18446744073709549568.0));
    show_hex("u32", (uint32_t)OPAQUE(double, 4294967295.0));
    show_double("widened", OPAQUE(float, 1e-40f));
    show_float("narrowed", (float)OPAQUE(double, 1e-40));
    show_float("overflow", (float)OPAQUE(double, 1e39));
    return 0;
}
