// run: --nodes 4
// expect: processor 0 of 4: my neighbour has 10
// expect: processor 1 of 4: my neighbour has 20
// expect: processor 2 of 4: my neighbour has 30
// expect: processor 3 of 4: my neighbour has 0
// The program of docs/split-c.md; one after the other, so that the order of the lines is known.
#include <splitc.h>
#include <stdio.h>

int x;

int splitc_main(int argc, char **argv) {
    (void)argc, (void)argv;
    x = 10 * MYPROC;
    barrier();
    global(int) there = toglobal((MYPROC + 1) % PROCS, &x);
    int v = read(there);
    for (int turn = 0; turn < PROCS; ++turn) {
        if (turn == MYPROC)
            printf("processor %d of %d: my neighbour has %d\n", MYPROC, PROCS, v);
        barrier();
    }
    return 0;
}
