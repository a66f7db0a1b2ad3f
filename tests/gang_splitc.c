// A Split-C program and one of raw multicasts share the nodes (docs/gang.md): with
// examples/gang/rows.c and a program that has splitc_main. Argument: cycles of a slice.
#include "programs.h"

#include <gang.h>
#include <splitc.h>
#include <stdio.h>
#include <stdlib.h>

int columns = 4;

static void split_c(void) {
    static char *arguments[] = {"split_c", 0};
    const int status = splitc_run(1, arguments);
    if (status) printf("status %d\n", status);
}

static void done(const struct gang_totals *totals) {
    if (MYPROC) return;
    rows_print();
    printf("gang: %u with vectors\n", totals->vectors);
}

int main(int argc, char **argv) {
    static const struct gang_program programs[] = {{"split_c", split_c}, {"rows", rows_main}};
    if (argc > 1) gang_run(programs, 2, (unsigned)atoi(argv[1]), done);
    return 2;
}
