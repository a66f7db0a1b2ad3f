// run: --nodes 16
// flags: -O2
// EM3D: electromagnetic waves on an irregular graph, the example of Culler et al., "Parallel
// Programming in Split-C", Supercomputing 1993. Nodes of two kinds, E and H, are spread over the
// processors; in each half of a step the values of one kind change by a weighted sum of neighbours
// of the other kind. Some of the neighbours are on other processors. Five versions:
//   read     waits for each remote value where it is needed
//   ghosts   reads each remote value once in each half step, into a copy here (a ghost)
//   get      the same, but all reads are on their way at once
//   store    the owner sends each value to its ghosts, as soon as all are computed; nobody asks
//   bulk     the same, all values for one processor in one block
// Values are integers, since T1 has no floating point; the sums wrap. Communicating are remote
// reads, gets, stores and the waits for them and for each other; each number is of the processor
// where it is most. Processor 0 compares the result with that of the whole graph by itself.
//
//   em3d [nodes of a kind on each processor, up to 64 [percent of remote neighbours...]]
#include "phases.h"

#include <splitc.h>
#include <stdio.h>
#include <stdlib.h>

enum { most = 64, most_procs = 64, degree = 8, reach = 4, steps = 2, most_ghosts = most * degree };

static int count, percent;
static int *value[2];                         // [count]: of this processor's nodes of each kind
static int *ghost[2];                         // [most_ghosts]: copies of others' nodes of each kind
static const int *neighbour[2][most][degree]; // of the other kind: nodes here or ghosts

// The graph, a function of its parameters, so that everybody knows all of it.
struct node {
    int proc, index;
};

static int weight(int kind, int edge) { return (edge * 7 + kind) % 5 - 2; }
static int initial(int kind, int proc, int index) { return kind * 1000 + proc * 100 + index; }

static struct node neighbour_of(int kind, int proc, int index, int edge) {
    unsigned random = (((kind * 64u + proc) * 64u + index) * degree + edge) * 2654435761u;
    random ^= random >> 15;
    struct node n = {proc, (int)((random & 0xFFFF) * (unsigned)count >> 16)};
    if ((random >> 25) * 100 < (unsigned)percent * 128) { // on one of the next processors
        n.proc += 1 + (int)(random >> 20 & (reach - 1));
        if (n.proc >= PROCS) n.proc -= PROCS;
    }
    return n;
}

// --- ghosts: in the order of their owners ---

struct ghost_place {
    int proc, index, slot;
};
static struct ghost_place asked[2][most_ghosts]; // the ghosts here and where the values are
static int ghosts[2];
static struct ghost_place sent[2][most_procs * most]; // values here and where their ghosts are
static int sends[2];

// Calls found(owner, index, slot) for each ghost that nodes of `proc` need of the kind.
static void for_each_ghost(int kind, int proc, void (*found)(int, int, int, int)) {
    static char needed[most_procs][most];
    for (int q = 0; q < PROCS; ++q)
        for (int i = 0; i < count; ++i) needed[q][i] = 0;
    for (int i = 0; i < count; ++i)
        for (int edge = 0; edge < degree; ++edge) {
            const struct node n = neighbour_of(!kind, proc, i, edge);
            needed[n.proc][n.index] = 1;
        }
    int slot = 0;
    for (int q = 0; q < PROCS; ++q)
        for (int i = 0; i < count && q != proc; ++i)
            if (needed[q][i]) found(kind, q, i, slot++);
}

static int *slot_of[most_procs][most];
static int for_whom;

static void is_here(int kind, int owner, int index, int slot) {
    asked[kind][ghosts[kind]++] = (struct ghost_place){owner, index, slot};
    slot_of[owner][index] = ghost[kind] + slot;
}
static void is_there(int kind, int owner, int index, int slot) {
    if (owner == MYPROC) sent[kind][sends[kind]++] = (struct ghost_place){for_whom, index, slot};
}

static void connect(void) {
    for (int kind = 0; kind < 2; ++kind) {
        ghosts[kind] = sends[kind] = 0;
        for_each_ghost(kind, MYPROC, is_here);
        for (int before = 1; before <= reach; ++before) {
            for_whom = (MYPROC + PROCS - before) % PROCS;
            for_each_ghost(kind, for_whom, is_there);
        }
        for (int i = 0; i < count; ++i) // those of the other kind look at ghosts of this one
            for (int edge = 0; edge < degree; ++edge) {
                const struct node n = neighbour_of(!kind, MYPROC, i, edge);
                neighbour[!kind][i][edge] =
                    n.proc == MYPROC ? value[kind] + n.index : slot_of[n.proc][n.index];
            }
    }
}

// --- the versions: one half step, in which the values of `kind` change ---

static void compute(int kind) {
    for (int i = 0; i < count; ++i) {
        int sum = 0;
        for (int edge = 0; edge < degree; ++edge)
            sum += weight(kind, edge) * *neighbour[kind][i][edge];
        value[kind][i] -= sum;
    }
}

static struct node where[2][most][degree]; // for the first version
static void remember(void) {
    for (int kind = 0; kind < 2; ++kind)
        for (int i = 0; i < count; ++i)
            for (int edge = 0; edge < degree; ++edge)
                where[kind][i][edge] = neighbour_of(kind, MYPROC, i, edge);
}

static void by_read(int kind) {
    unsigned cycles = 0, reading = 0;
    int *const there = value[!kind];
    TIMED(
        cycles, for (int i = 0; i < count; ++i) {
            int sum = 0;
            for (int edge = 0; edge < degree; ++edge) {
                const struct node n = where[kind][i][edge];
                int v;
                if (n.proc == MYPROC)
                    v = there[n.index];
                else
                    TIMED(reading, v = read(toglobal(n.proc, there + n.index)));
                sum += weight(kind, edge) * v;
            }
            value[kind][i] -= sum;
        });
    computing += cycles - reading;
    communicating += reading;
    TIMED(communicating, barrier());
}

static void by_ghosts(int kind) {
    const int other = !kind;
    TIMED(
        communicating, for (int i = 0; i < ghosts[other]; ++i) {
            const struct ghost_place *from = &asked[other][i];
            ghost[other][i] = read(toglobal(from->proc, value[other] + from->index));
        });
    TIMED(computing, compute(kind));
    TIMED(communicating, barrier());
}

static void by_get(int kind) {
    const int other = !kind;
    TIMED(
        communicating, for (int i = 0; i < ghosts[other]; ++i) {
            const struct ghost_place *from = &asked[other][i];
            get(ghost[other] + i, toglobal(from->proc, value[other] + from->index));
        } sync());
    TIMED(computing, compute(kind));
    TIMED(communicating, barrier());
}

// Everybody knows how much comes, so this does what all_store_sync would, in less time.
static void wait_for_ghosts(int kind) {
    store_sync(ghosts[kind] * (int)sizeof(int));
    barrier();
}

// Here the ghosts are right before the half step, and made right for the next one.
static void by_store(int kind) {
    TIMED(computing, compute(kind));
    TIMED(
        communicating, for (int i = 0; i < sends[kind]; ++i) {
            const struct ghost_place *to = &sent[kind][i];
            store(toglobal(to->proc, ghost[kind] + to->slot), value[kind][to->index]);
        } wait_for_ghosts(kind));
}

static void send_bulk(int kind) {
    for (int i = 0; i < sends[kind];) {
        int block[most], n = 0;
        const struct ghost_place *first = &sent[kind][i];
        for (; i < sends[kind] && sent[kind][i].proc == first->proc; ++i)
            block[n++] = value[kind][sent[kind][i].index];
        bulk_store(toglobal(first->proc, ghost[kind] + first->slot), block, n * sizeof *block);
    }
    wait_for_ghosts(kind);
}
static void by_bulk(int kind) {
    TIMED(computing, compute(kind));
    TIMED(communicating, send_bulk(kind));
}

// --- the whole ---

// Values of all nodes, by a processor alone.
static int all[2][most_procs][most];
static void alone(void) {
    for (int kind = 0; kind < 2; ++kind)
        for (int proc = 0; proc < PROCS; ++proc)
            for (int i = 0; i < count; ++i) all[kind][proc][i] = initial(kind, proc, i);
    for (int half = 0; half < 2 * steps; ++half)
        for (int proc = 0, kind = half & 1; proc < PROCS; ++proc)
            for (int i = 0; i < count; ++i)
                for (int edge = 0; edge < degree; ++edge) {
                    const struct node n = neighbour_of(kind, proc, i, edge);
                    all[kind][proc][i] -= weight(kind, edge) * all[!kind][n.proc][n.index];
                }
}

static int wrong_values(void) {
    int part[most], wrong = 0;
    for (int kind = 0; kind < 2; ++kind)
        for (int proc = 0; proc < PROCS; ++proc) {
            bulk_read(part, toglobal(proc, value[kind]), count * sizeof *part);
            for (int i = 0; i < count; ++i) wrong += part[i] != all[kind][proc][i];
        }
    return wrong;
}

static int run(void (*half_step)(int), const char *name) {
    for (int kind = 0; kind < 2; ++kind) {
        for (int i = 0; i < count; ++i) value[kind][i] = initial(kind, MYPROC, i);
        for (int i = 0; i < ghosts[kind]; ++i) {
            const struct ghost_place *from = &asked[kind][i];
            ghost[kind][i] = initial(kind, from->proc, from->index);
        }
    }
    computing = communicating = 0;
    unsigned cycles = 0;
    barrier();
    TIMED(cycles, for (int half = 0; half < 2 * steps; ++half) half_step(half & 1));
    const int wrong = MYPROC == 0 ? wrong_values() : 0;
    barrier(); // processor 0 has read it all
    print_phases(name, cycles, wrong);
    return wrong;
}

static int all_versions(void) {
    connect();
    remember();
    const int remote = all_reduce_to_one_add(ghosts[0] + ghosts[1]);
    if (MYPROC == 0) {
        alone();
        printf(
            "%d + %d nodes on each of %d processors, %d %% of the neighbours remote: %d ghosts\n",
            count, count, PROCS, percent, remote);
    }
    return run(by_read, "read") + run(by_ghosts, "ghosts") + run(by_get, "get") +
           run(by_store, "store") + run(by_bulk, "bulk");
}

int splitc_main(int argc, char **argv) {
    int wrong = 0;
    count = argc > 1 ? atoi(argv[1]) : 32;
    if (PROCS < 5 || PROCS > most_procs || count < 1 || count > most) {
        if (MYPROC == 0) puts("usage: em3d [1 to 64 [percent...]], on 5 to 64 nodes");
        return 2;
    }
    for (int kind = 0; kind < 2; ++kind) {
        value[kind] = tolocal(all_spread_malloc(PROCS * most, sizeof(int)));
        ghost[kind] = tolocal(all_spread_malloc(PROCS * most_ghosts, sizeof(int)));
    }
    if (argc <= 2) {
        percent = 10;
        wrong += all_versions();
        percent = 50;
        wrong += all_versions();
    }
    for (int i = 2; i < argc; ++i) {
        percent = atoi(argv[i]);
        wrong += all_versions();
    }
    if (MYPROC == 0) puts(wrong ? "wrong" : "all values are right");
    return wrong != 0;
}
