// run: --machine t1-gang --nodes 16 both 2000
// with: streams.c sort.c
// interlocked: the registers of gang scheduling are not for machines with exposed hazards
// Two programs share the nodes of a machine; all nodes switch between them at once, while their
// messages are in the network. Arguments: `both` or the one that runs alone; cycles of a slice.
#include "programs.h"

#include <gang.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xnet.h>

static void done(const struct gang_totals *totals) {
    if (xnet_node() == 0)
        printf("gang: %u switches, %u messages stored, %u of them on their way\n", totals->switches,
               totals->stored, totals->away);
}

int main(int argc, char **argv) {
    static const struct gang_program programs[] = {{"streams", streams_main}, {"sort", sort_main}};
    const char *which = argc > 1 ? argv[1] : "both";
    const unsigned slice = argc > 2 ? (unsigned)atoi(argv[2]) : 3000;
    if (!strcmp(which, "both")) gang_run(programs, 2, slice, done);
    gang_run(programs + (strcmp(which, "streams") != 0), 1, slice, done);
}
