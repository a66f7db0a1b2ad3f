#include "several_files.h"

int counters, shared_total = 100;

struct counter make_counter(int step) {
    ++counters;
    return (struct counter){step, 0};
}
int count(struct counter *c, int times) { return c->value += c->step * times; }
int apply(int (*f)(int), int v) { return f(v) + 1; }
int add_shared(int v) { return shared_total += v; }
double mean(const double *v, int n) {
    double s = 0;
    for (int i = 0; i < n; ++i) s += v[i];
    return s / n;
}
__attribute__((noinline)) int not_inlined(int v) { return v + 1; }
