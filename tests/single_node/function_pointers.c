// Calls through pointers: tables, callbacks with a context, functions that return functions, a
// state machine.
#include "check.h"

typedef int (*operation)(int, int);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int times(int a, int b) { return a * b; }
static int larger(int a, int b) { return a > b ? a : b; }
static int apply_twice(int a, int b);
static const operation operations[] = {add, subtract, times, larger, apply_twice};

static int apply_twice(int a, int b) { return operations[2](operations[0](a, b), b); }

static operation choose(const char *name) {
    static const struct {
        const char *name;
        operation what;
    } table[] = {{"add", add}, {"times", times}, {"larger", larger}};
    for (unsigned i = 0; i < sizeof table / sizeof *table; ++i)
        if (!strcmp(table[i].name, name)) return table[i].what;
    return subtract;
}

static void each(const int *from, int n, void (*visit)(void *context, int value), void *context) {
    for (int i = 0; i < n; ++i) visit(context, from[i]);
}
struct totals {
    int sum, odd;
    int (*keep)(int);
};
static int odd(int v) { return v & 1; }
static int big(int v) { return v > 10; }
static void total(void *context, int value) {
    struct totals *t = context;
    t->sum += value;
    t->odd += t->keep(value) != 0;
}

/// Words and numbers in a text, as a machine whose states are functions.
struct machine {
    const void *(*state)(struct machine *, char);
    int words, numbers, others;
};
typedef const void *(*state)(struct machine *, char);
static const void *outside(struct machine *m, char c);
static const void *in_word(struct machine *m, char c) {
    if (c >= 'a' && c <= 'z') return in_word;
    ++m->words;
    return outside(m, c);
}
static const void *in_number(struct machine *m, char c) {
    if (c >= '0' && c <= '9') return in_number;
    ++m->numbers;
    return outside(m, c);
}
static const void *outside(struct machine *m, char c) {
    if (c >= 'a' && c <= 'z') return in_word;
    if (c >= '0' && c <= '9') return in_number;
    m->others += c != ' ';
    return outside;
}

static int fold(operation f, const int *v, int n, int start) {
    for (int i = 0; i < n; ++i) start = f(start, v[i]);
    return start;
}

int main(void) {
    const int numbers[] = {3, 14, 15, 92, 6, 5, 35, 8, 97, 9};
    for (unsigned i = 0; i < sizeof operations / sizeof *operations; ++i)
        printf("%d %d\n", operations[i](12, -5), fold(operations[i], numbers, 10, 1));
    printf("%d %d %d\n", choose("add")(1, 2), choose("larger")(1, 2), choose("none")(1, 2));
    struct totals t = {0, 0, odd};
    each(numbers, 10, total, &t);
    t.keep = big;
    each(numbers, 5, total, &t);
    printf("%d %d\n", t.sum, t.odd);
    struct machine m = {outside, 0, 0, 0};
    for (const char *c = "there are 99 words, 12 numbers; and x2 3y "; *c; ++c)
        m.state = (state)m.state(&m, *c);
    printf("%d %d %d\n", m.words, m.numbers, m.others);
    operation volatile hidden = apply_twice;
    return hidden(2, 3);
}
