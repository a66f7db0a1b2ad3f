// Initial values: designators, nested aggregates, strings, addresses, compound literals, partial
// arrays, constant tables.
#include "show.h"

static const int powers[] = {[0] = 1, [3] = 27, [5] = 243, [1] = 3};
static const struct {
    const char *name;
    int v[3];
    struct {
        uint8_t r, g, b;
    } color;
} things[] = {
    {"apple", {1, 2}, {255, 0, 10}},
    [2] = {.color = {.b = 9}, .name = "plum", .v = {[2] = 7}},
    [1] = {.v = {4, 5, 6}, .name = "pear"},
};
static const char text[9] = "full len", cut[3] = {'a', 'b', 'c'};
static int values[4] = {10, 20, 30, 40};
static int *pointers[] = {&values[3], values, values + 2, 0};
static const char *const strings[] = {"zero",
                                      "one"
                                      "joined",
                                      &"t\0wo"[2], "\x41\102\n"};
static struct list {
    int v;
    const struct list *next;
} const third = {3, 0}, second = {2, &third}, first = {1, &second};
static const double reals[] = {1, 0.5, 1e-3, -2.5e10};
static uint64_t wide[] = {1, ~0ull, 1ull << 40};

static int total(const int *v, int n) {
    int s = 0;
    while (n--) s = s * 7 + *v++;
    return s;
}

int main(void) {
    printf("%d %d\n", (int)(sizeof powers / sizeof *powers), total(powers, 6));
    for (int i = 0; i < 3; ++i)
        printf("%s %d %d %d %d %d %d\n", things[i].name, things[i].v[0], things[i].v[1],
               things[i].v[2], things[i].color.r, things[i].color.g, things[i].color.b);
    printf("%c%c %c %d\n", text[0], text[7], cut[2], (int)sizeof text);
    for (int i = 0; pointers[i]; ++i) printf("%d ", ++*pointers[i]);
    printf("%s %s %s %s", strings[0], strings[1], strings[2], strings[3]);
    for (const struct list *l = &first; l; l = l->next) printf("%d ", l->v);
    printf("%d\n", total((const int[]){1, 2, 3, OPAQUE(int, 4)}, 4));
    for (int i = 0; i < 4; ++i) show_double("real", reals[i]);
    for (int i = 0; i < 3; ++i) show64("wide", wide[i]++);
    for (int i = 0; i < 3; ++i) {
        int local[5] = {i, [3] = i * i};
        static int calls = 100;
        calls += total(local, 5);
        printf("%d ", calls);
    }
    struct {
        char c[3];
        int n;
    } zero = {0}, copy = zero;
    printf("%d %d\n", copy.n, copy.c[2]);
    return 0;
}
