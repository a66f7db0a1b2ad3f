// Unions: tagged values, views of one size, and structures with a common beginning.
#include "show.h"

union word {
    float f;
    uint32_t u;
    int32_t i;
};
struct tagged {
    enum { INTEGER, REAL, TEXT, PAIR } kind;
    union {
        int64_t integer;
        double real;
        const char *text;
        struct {
            int16_t first, second;
        } pair;
    };
};

static void print(struct tagged t) {
    switch (t.kind) {
    case INTEGER: show64("integer", (uint64_t)t.integer); break;
    case REAL: show_double("real", t.real); break;
    case TEXT: printf("text %s\n", t.text); break;
    case PAIR: printf("pair %d %d\n", t.pair.first, t.pair.second); break;
    }
}

// The inverse square root of C. Lomont's note, 2003: a view of a float as an integer.
static float inverse_root(float v) {
    union word w = {.f = v};
    w.u = 0x5F3759DF - (w.u >> 1);
    for (int i = 0; i < 3; ++i) w.f = w.f * (1.5f - 0.5f * v * w.f * w.f);
    return w.f;
}

int main(void) {
    const struct tagged all[] = {{INTEGER, .integer = -12345678901},
                                 {REAL, .real = 0.15625},
                                 {TEXT, .text = "hello"},
                                 {PAIR, .pair = {-7, 300}}};
    for (int i = 0; i < 4; ++i) print(all[OPAQUE(int, i)]);
    for (int i = 1; i < 6; ++i) show_float("inverse root", inverse_root((float)OPAQUE(int, i)));
    union word w = {.i = -1};
    show_hex("bits", w.u);
    w.f = -0.0f;
    show_hex("minus zero", w.u);
    return 0;
}
