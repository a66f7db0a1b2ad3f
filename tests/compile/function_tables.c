// Pointers to functions: tables, arguments, results, members, comparisons, and functions that
// return them.
#include "show.h"

typedef int (*binary)(int, int);
static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }
static int first(int a, int b) {
    (void)b;
    return a;
}
static const struct {
    char sign;
    binary apply;
} table[] = {{'+', add}, {'-', subtract}, {'*', multiply}};

static binary find(char sign) {
    for (int i = 0; i < 3; ++i)
        if (table[i].sign == sign) return table[i].apply;
    return first;
}
static int fold(binary f, const int *v, int n) {
    int r = v[0];
    for (int i = 1; i < n; ++i) r = f(r, v[i]);
    return r;
}

struct object {
    int state;
    void (*step)(struct object *);
};
static void even(struct object *);
static void odd(struct object *o) {
    o->state = o->state * 3 + 1;
    if (!(o->state & 1)) o->step = even;
}
static void even(struct object *o) {
    o->state /= 2;
    if (o->state & 1) o->step = odd;
}
static double (*choose(int n))(double) {
    extern double half(double), doubled(double);
    return n ? half : doubled;
}
double half(double v) { return v / 2; }
double doubled(double v) { return v * 2; }

int main(void) {
    const int v[] = {7, 3, -2, 5, 1};
    for (const char *s = "+-*?"; *s; ++s) printf("%c %d\n", *s, fold(find(*s), v, 5));
    printf("%d %d\n", find('+') == add, find('-') == find('*'));
    struct object o = {27, odd};
    int steps = 0, highest = 0;
    while (o.state != 1) {
        o.step(&o);
        if (o.state > highest) highest = o.state;
        ++steps;
    }
    printf("%d %d\n", steps, highest);
    for (int i = 0; i < 2; ++i) show_double("chosen", choose(OPAQUE(int, i))(OPAQUE(double, 3.5)));
    binary volatile none = 0;
    printf("%d\n", none ? none(1, 2) : -1);
    return (*find('-'))(50, 8);
}
