// run: --machine t1-gang --nodes 16 all 2000
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

static void done(const struct gang_totals *totals) {
    if (xnet_node()) return;
    printf("gang: %u switches, %u messages stored, %u of them on their way\n", totals->switches,
           totals->stored, totals->away);
    printf("gang: %u with vectors, %u copies of multicasts, %u multicasts on their way\n",
           totals->vectors, totals->copies, totals->rests);
}

int main(int argc, char **argv) {
    static const struct gang_program all[] = {{"streams", streams_main},
                                              {"sort", sort_main},
                                              {"blocks", blocks_main},
                                              {"rows", rows_main}};
    static struct gang_program programs[4];
    const char *which = argc > 1 ? argv[1] : "all";
    const unsigned slice = argc > 2 ? (unsigned)atoi(argv[2]) : 3000;
    int count = 0;
    columns = argc > 3 ? atoi(argv[3]) : 1;
    while (argc <= 3 && columns * columns < xnet_nodes()) ++columns; // docs/network.md
    for (int i = 0; i < 4; ++i)
        if (!strcmp(which, "all") || strstr(which, all[i].name)) programs[count++] = all[i];
    if (count) gang_run(programs, count, slice, done);
    if (xnet_node() == 0) puts("usage: time_share [all | PROGRAM,... [CYCLES [COLUMNS]]]");
    return 2;
}
