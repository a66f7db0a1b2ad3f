// with: parts/several_files_part.c parts/several_files_table.c
//
// A program of three files: calls, tables and variables across them, which link-time optimization
// sees together.
#include "parts/several_files.h"

static int twice(int v) { return 2 * v; }

int main(void) {
    struct counter c = make_counter(3);
    for (int i = 0; i < 5; ++i) printf("%d ", count(&c, i));
    printf("%d\n", counters);
    for (const struct row *r = rows; r->name; ++r)
        printf("%s %d %d\n", r->name, r->f(r->v), apply(twice, r->v));
    shared_total += 5;
    const int before = shared_total;
    printf("%d %d\n", before, add_shared(10));
    show_double("mean", mean((const double[]){1, 2, 4, 8.5}, 4));
    return not_inlined(41);
}
