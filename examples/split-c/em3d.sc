// run: --nodes 16
// flags: -O2
// EM3D in the language of its paper: Culler et al., "Parallel Programming in Split-C", Supercomputing
// 1993, section 3. Electromagnetic waves on an irregular graph: the nodes, of the kinds E and H, are
// spread over the processors; in each half of a step the values of one kind change by a weighted sum
// of neighbours of the other kind. The paper's versions, each faster than the one before:
//   simple   *p of every neighbour, wherever it is
//   bundle   each remote value is read once in a half step, into a copy here (a ghost)
//   get      the same, with :=, so that all reads are on their way at once
//   store    the owner sends each value to its ghosts with :-, as soon as all are computed
//   bulk     the same, all values for one processor in one block
// The graph is that of ../em3d.c, which has the same versions with the library, and so is the result.
// Processor 0 compares it with that of the whole graph by itself.
//
//   em3d [nodes of a kind on each processor, up to 64 [percent of remote neighbours...]]
#include <split-c/split-c.h>
#include <stdio.h>
#include <stdlib.h>

enum { most = 64, most_procs = 64, degree = 8, reach = 4, steps = 2, most_ghosts = most * degree };

unsigned get_cycles();

int count, percent;

// Blocks of a processor: the values of its nodes, and the ghosts of others' nodes.
static int E[PROCS]::[most], H[PROCS]::[most];
static int ghost_E[PROCS]::[most_ghosts], ghost_H[PROCS]::[most_ghosts];
int (*spread values[2])[most], (*spread ghosts[2])[most_ghosts];

int *global far[2][most][degree]; // the neighbours, wherever they are
int *near[2][most][degree];       // the neighbours here, or their ghosts

// For each kind the ghosts here, in the order of their owners, and the ghosts elsewhere of the values
// here.
typedef struct {
    int *global from; // the value, or the ghost
    int slot;         // of the ghost, or of the value
} copy_t;
copy_t wanted[2][most_ghosts], sent[2][most_procs * most];
int wants[2], sends[2];

// --- the graph, a function of its parameters, so that everybody knows all of it ---

int weight(int kind, int edge) { return (edge * 7 + kind) % 5 - 2; }
int initial(int kind, int proc, int index) { return kind * 1000 + proc * 100 + index; }

void neighbour(int kind, int proc, int index, int edge, int *to_proc, int *to_index)
{
    unsigned random = (((kind * 64u + proc) * 64u + index) * degree + edge) * 2654435761u;
    random ^= random >> 15;
    *to_proc = proc;
    *to_index = (random & 0xFFFF) * (unsigned)count >> 16;
    if ((random >> 25) * 100 < (unsigned)percent * 128) { // on one of the next processors
        *to_proc += 1 + (random >> 20 & reach - 1);
        if (*to_proc >= PROCS) *to_proc -= PROCS;
    }
}

// The slots of the ghosts that processor `proc` needs of a kind; -1: none. Returns their number.
int slots(int kind, int proc, int slot[most_procs][most])
{
    int q, i, edge, p, k, n = 0;
    for (q = 0; q < PROCS; q++)
        for (i = 0; i < count; i++) slot[q][i] = -1;
    for (i = 0; i < count; i++)
        for (edge = 0; edge < degree; edge++) {
            neighbour(!kind, proc, i, edge, &p, &k);
            if (p != proc) slot[p][k] = 0;
        }
    for (q = 0; q < PROCS; q++)
        for (i = 0; i < count; i++)
            if (slot[q][i] == 0) slot[q][i] = n++;
    return n;
}

void connect()
{
    static int slot[most_procs][most];
    int kind, before, q, i, edge, p, k;
    for (kind = 0; kind < 2; kind++) {
        sends[kind] = 0;
        for (before = 1; before <= reach; before++) {
            q = (MYPROC + PROCS - before) % PROCS;
            slots(kind, q, slot);
            for (i = 0; i < count; i++)
                if (slot[MYPROC][i] >= 0) {
                    sent[kind][sends[kind]].from = &ghosts[kind][q][slot[MYPROC][i]];
                    sent[kind][sends[kind]++].slot = i;
                }
        }
        wants[kind] = slots(kind, MYPROC, slot);
        for (q = 0; q < PROCS; q++)
            for (i = 0; i < count; i++)
                if (slot[q][i] >= 0) {
                    wanted[kind][slot[q][i]].from = &values[kind][q][i];
                    wanted[kind][slot[q][i]].slot = slot[q][i];
                }
        for (i = 0; i < count; i++) // those of the other kind look at ghosts of this one
            for (edge = 0; edge < degree; edge++) {
                neighbour(!kind, MYPROC, i, edge, &p, &k);
                far[!kind][i][edge] = &values[kind][p][k];
                near[!kind][i][edge] = p == MYPROC ? tolocal(&values[kind][p][k])
                                                   : tolocal(&ghosts[kind][MYPROC][slot[p][k]]);
            }
    }
}

// --- the versions: one half step, in which the values of `kind` change ---

void compute(int kind)
{
    int *value = tolocal(values[kind][MYPROC]), i, edge, sum;
    for (i = 0; i < count; i++) {
        for (sum = 0, edge = 0; edge < degree; edge++)
            sum += weight(kind, edge) * *near[kind][i][edge];
        value[i] -= sum;
    }
}

void simple(int kind)
{
    int *value = tolocal(values[kind][MYPROC]), i, edge, sum;
    for (i = 0; i < count; i++) {
        for (sum = 0, edge = 0; edge < degree; edge++)
            sum += weight(kind, edge) * *far[kind][i][edge];
        value[i] -= sum;
    }
    barrier();
}

void bundle(int kind)
{
    int *ghost = tolocal(ghosts[!kind][MYPROC]), i;
    for (i = 0; i < wants[!kind]; i++) ghost[i] = *wanted[!kind][i].from;
    compute(kind);
    barrier();
}

void by_get(int kind)
{
    int *ghost = tolocal(ghosts[!kind][MYPROC]), i;
    for (i = 0; i < wants[!kind]; i++) ghost[i] := *wanted[!kind][i].from;
    sync();
    compute(kind);
    barrier();
}

// Here the ghosts are right before the half step, and made right for the next one. Everybody knows
// how much comes.
void by_store(int kind)
{
    int *value = tolocal(values[kind][MYPROC]), i;
    compute(kind);
    for (i = 0; i < sends[kind]; i++) *sent[kind][i].from :- value[sent[kind][i].slot];
    store_sync(wants[kind] * sizeof(int));
    barrier();
}

void by_bulk(int kind)
{
    int *value = tolocal(values[kind][MYPROC]), block[most], i, n;
    compute(kind);
    for (i = 0; i < sends[kind];) {
        int *global first = sent[kind][i].from;
        for (n = 0; i < sends[kind] && toproc(sent[kind][i].from) == toproc(first); i++)
            block[n++] = value[sent[kind][i].slot];
        bulk_store(first, block, n * sizeof(int));
    }
    store_sync(wants[kind] * sizeof(int));
    barrier();
}

// --- the whole ---

int all[2][most_procs][most];
void alone()
{
    int kind, proc, i, edge, half, p, k;
    for (kind = 0; kind < 2; kind++)
        for (proc = 0; proc < PROCS; proc++)
            for (i = 0; i < count; i++) all[kind][proc][i] = initial(kind, proc, i);
    for (half = 0; half < 2 * steps; half++)
        for (proc = 0, kind = half & 1; proc < PROCS; proc++)
            for (i = 0; i < count; i++)
                for (edge = 0; edge < degree; edge++) {
                    neighbour(kind, proc, i, edge, &p, &k);
                    all[kind][proc][i] -= weight(kind, edge) * all[!kind][p][k];
                }
}

unsigned last; // cycles of the version before
int run(void (*half_step)(int), char *name)
{
    int kind, i, p, half, wrong = 0;
    unsigned cycles;
    for (kind = 0; kind < 2; kind++) {
        for (i = 0; i < count; i++) values[kind][MYPROC][i] = initial(kind, MYPROC, i);
        for (i = 0; i < wants[kind]; i++) {
            int *global from = wanted[kind][i].from;
            ghosts[kind][MYPROC][i] = initial(kind, toproc(from), tolocal(from) - tolocal(values[kind][0]));
        }
    }
    barrier();
    cycles = get_cycles();
    for (half = 0; half < 2 * steps; half++) half_step(half & 1);
    cycles = all_reduce_to_all_max(get_cycles() - cycles);
    on_one {
        for (kind = 0; kind < 2; kind++)
            for (p = 0; p < PROCS; p++)
                for (i = 0; i < count; i++) wrong += values[kind][p][i] != all[kind][p][i];
        printf("  %s: %u cycles%s%s\n", name, cycles, last && cycles >= last ? ", slower" : "", wrong ? ", wrong" : "");
    }
    last = cycles;
    barrier();
    return wrong;
}

int versions()
{
    int remote;
    connect();
    remote = all_reduce_to_one_add(wants[0] + wants[1]);
    on_one {
        alone();
        printf("%d + %d nodes on each of %d processors, %d %% of the neighbours remote: %d ghosts\n",
               count, count, PROCS, percent, remote);
    }
    last = 0;
    return run(simple, "simple") + run(bundle, "bundle") + run(by_get, "get") + run(by_store, "store") + run(by_bulk, "bulk");
}

splitc_main(int argc, char **argv)
{
    int i, wrong = 0;
    count = argc > 1 ? atoi(argv[1]) : 32;
    if (PROCS < 5 || PROCS > most_procs || count < 1 || count > most) {
        on_one puts("usage: em3d [1 to 64 [percent...]], on 5 to 64 nodes");
        return 2;
    }
    values[0] = E, values[1] = H;
    ghosts[0] = ghost_E, ghosts[1] = ghost_H;
    if (argc <= 2) {
        percent = 10;
        wrong += versions();
        percent = 50;
        wrong += versions();
    }
    for (i = 2; i < argc; i++) {
        percent = atoi(argv[i]);
        wrong += versions();
    }
    on_one puts(wrong ? "wrong" : "all values are right");
    return wrong != 0;
}
