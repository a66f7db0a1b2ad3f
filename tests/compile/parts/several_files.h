#pragma once

#include "../show.h"

struct counter {
    int step, value;
};
struct row {
    const char *name;
    int (*f)(int);
    int v;
};
extern int counters, shared_total;
extern const struct row rows[];
struct counter make_counter(int step);
int count(struct counter *c, int times);
int apply(int (*f)(int), int v);
int add_shared(int v);
double mean(const double *v, int n);
int not_inlined(int v);
int square(int v), negate(int v);
