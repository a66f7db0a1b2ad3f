// run: --machine t1-gang --nodes 16 all 5000
// with: streams.c sort.c blocks.c rows.c
// interlocked: the registers of gang scheduling are not for machines with exposed hazards
// Programs share the nodes of a machine; all nodes switch between them at once, while their
// messages are in the network. Arguments: `all` or the names of those that run, with commas; cycles
// of a slice; columns of the grid, if not as square as possible.
#include "programs.h"

#include <gang.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xnet.h>

int columns;

static const struct one {
    struct gang_program program;
    void (*print)(void);
} all[] = {{{"streams", streams_main}, streams_print},
           {{"sort", sort_main}, sort_print},
           {{"blocks", blocks_main}, blocks_print},
           {{"rows", rows_main}, rows_print}};
enum { programs = sizeof all / sizeof *all };

static const char *which = "all";

static int runs(const struct one *one) {
    return !strcmp(which, "all") || strstr(which, one->program.name);
}

static void done(const struct gang_totals *totals) {
    if (xnet_node()) return;
    for (int i = 0; i < programs; ++i)
        if (runs(&all[i])) all[i].print();
    printf("gang: %u switches, %u messages stored, %u of them on their way\n", totals->switches,
           totals->stored, totals->away);
    printf("gang: %u with vectors, %u copies of multicasts, %u multicasts on their way\n",
           totals->vectors, totals->copies, totals->rests);
}

int main(int argc, char **argv) {
    static struct gang_program chosen[programs];
    const unsigned slice = argc > 2 ? (unsigned)atoi(argv[2]) : 3000;
    int count = 0;
    if (argc > 1) which = argv[1];
    columns = argc > 3 ? atoi(argv[3]) : 1;
    while (argc <= 3 && columns * columns < xnet_nodes()) ++columns; // docs/network.md
    for (int i = 0; i < programs; ++i)
        if (runs(&all[i])) chosen[count++] = all[i].program;
    if (count) gang_run(chosen, count, slice, done);
    if (xnet_node() == 0) puts("usage: time_share [all | PROGRAM,... [CYCLES [COLUMNS]]]");
    return 2;
}
