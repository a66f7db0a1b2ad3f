// needs: new
//
// Values computed at compile time: tables, sorting, strings, hashes; and the same values computed
// at run time.
#include "show.h"

struct table {
    uint32_t v[256];
};
constexpr table crc_table() {
    table t{};
    for (uint32_t i = 0; i < 256; ++i) {
        uint32_t c = i;
        for (int k = 0; k < 8; ++k) c = (c >> 1) ^ ((c & 1) ? 0xEDB88320u : 0);
        t.v[i] = c;
    }
    return t;
}
constexpr table crcs = crc_table();

constexpr uint32_t crc(const char *s) {
    uint32_t c = ~0u;
    for (; *s; ++s) c = crcs.v[(c ^ static_cast<unsigned char>(*s)) & 255] ^ (c >> 8);
    return ~c;
}
static_assert(crc("123456789") == 0xCBF43926);

struct list {
    int v[10];
};
constexpr list sorted(list l) {
    for (int i = 1; i < 10; ++i)
        for (int j = i; j && l.v[j] < l.v[j - 1]; --j) {
            const int t = l.v[j];
            l.v[j] = l.v[j - 1];
            l.v[j - 1] = t;
        }
    return l;
}
constexpr list unsorted = {{5, 3, 9, -1, 7, 7, 0, 100, -50, 2}};
constexpr list in_order = sorted(unsorted);
static_assert(in_order.v[0] == -50 && in_order.v[9] == 100);

constexpr double root(double v) {
    double x = v;
    for (int i = 0; i < 40; ++i) x = 0.5 * (x + v / x);
    return x;
}
constexpr double constant_root = root(2.0);

constexpr int choose(int v) {
    if (__builtin_is_constant_evaluated()) {
        return v + 1000;
    } else {
        return v;
    }
}

int main() {
    char text[] = "the same at run time";
    constexpr uint32_t expected = crc("the same at run time");
    volatile char *t = text;
    t[0] = 't';
    printf("%d %08x\n", crc(text) == expected, static_cast<unsigned>(expected));
    list l = unsorted;
    l.v[OPAQUE(int, 3)] = -1;
    const list s = sorted(l);
    for (int i = 0; i < 10; ++i) printf("%d %d, ", s.v[i], in_order.v[i]);
    printf("\n");
    show_double("constant", constant_root);
    show_double("computed", root(OPAQUE(double, 2.0)));
    constexpr int at_compile_time = choose(1);
    printf("%d %d\n", at_compile_time, choose(OPAQUE(int, 2)));
    return 0;
}
