// Communicators; start and end.
#include "mpi_internal.h"

#include <am_core.h>
#include <pan.h>
#include <stdio.h>
#include <stdlib.h>

enum { comms = 64 };
static struct mpi_comm table[comms + 1]; ///< from 1 on
static enum { before, running, ended } state;

void mpi_check_started(const char *call) {
    MPI_WRONG(state == before, call, "MPI_Init comes first");
    MPI_WRONG(state == ended, call, "after MPI_Finalize");
}

struct mpi_comm *mpi_comm(const char *call, MPI_Comm comm) {
    mpi_check_started(call);
    MPI_WRONG(comm < 1 || comm > comms || !table[comm].used, call, "%d is no communicator", comm);
    return &table[comm];
}

int mpi_process(const struct mpi_comm *comm, int rank) {
    return comm->process ? comm->process[rank] : rank;
}

int MPI_Init(int *argc, char ***argv) {
    (void)argc, (void)argv;
    MPI_WRONG(state != before, "MPI_Init", "called twice");
    pan_init();
    const int size = (int)pan_nr_processes(), rank = (int)pan_my_pid();
    table[MPI_COMM_WORLD] = (struct mpi_comm){.used = 1, .context = 0, .size = size, .rank = rank};
    static int self;
    self = rank;
    table[MPI_COMM_SELF] = (struct mpi_comm){.used = 1, .context = 2, .size = 1, .process = &self};
    mpi_point_start();
    mpi_collectives_start();
    state = running;
    MPI_Barrier(MPI_COMM_WORLD); // all access points exist
    return MPI_SUCCESS;
}
int MPI_Initialized(int *flag) {
    *flag = state != before;
    return MPI_SUCCESS;
}
int MPI_Finalize(void) {
    MPI_Barrier(MPI_COMM_WORLD);
    mpi_point_end();
    pan_end();
    state = ended;
    return MPI_SUCCESS;
}
int MPI_Abort(MPI_Comm comm, int code) {
    (void)comm;
    xnet_fail("MPI_Abort with code %d", code);
}

double MPI_Wtime(void) {
    // The clock wraps: two calls are less than one wrap apart.
    static unsigned last;
    static unsigned long long all;
    const unsigned now = am_cycles();
    all += now - last;
    last = now;
    return (double)all / AM_HERTZ;
}
double MPI_Wtick(void) { return 1.0 / AM_HERTZ; }

int MPI_Get_processor_name(char *name, int *length) {
    *length = snprintf(name, MPI_MAX_PROCESSOR_NAME, "node %d", am_my_proc());
    return MPI_SUCCESS;
}

int MPI_Comm_size(MPI_Comm comm, int *size) {
    *size = mpi_comm("MPI_Comm_size", comm)->size;
    return MPI_SUCCESS;
}
int MPI_Comm_rank(MPI_Comm comm, int *rank) {
    *rank = mpi_comm("MPI_Comm_rank", comm)->rank;
    return MPI_SUCCESS;
}

/// A context that no member uses: all members agree on it.
static int agree_on_context(MPI_Comm comm) {
    static int next = 4;
    int mine = next, all;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MAX, comm);
    next = all + 2;
    MPI_WRONG(all > 65000, "MPI_Comm_dup", "no more contexts");
    return all;
}

static MPI_Comm unused(const char *call) {
    for (MPI_Comm c = 1; c <= comms; ++c)
        if (!table[c].used) return c;
    xnet_fail("%s: more than %d communicators", call, comms);
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *copy) {
    const struct mpi_comm *old = mpi_comm("MPI_Comm_dup", comm);
    const int context = agree_on_context(comm);
    *copy = unused("MPI_Comm_dup");
    struct mpi_comm *made = &table[*copy];
    *made = *old;
    made->context = context;
    if (old->process) {
        made->process = mpi_get("MPI_Comm_dup", sizeof(int) * (size_t)old->size);
        for (int i = 0; i < old->size; ++i) made->process[i] = old->process[i];
    }
    return MPI_SUCCESS;
}

struct choice {
    int color, key, rank;
};

/// By key; equal keys by rank.
static int earlier(const void *a, const void *b) {
    const struct choice *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return x->rank - y->rank;
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *part) {
    const struct mpi_comm *old = mpi_comm("MPI_Comm_split", comm);
    MPI_WRONG(color < 0 && color != MPI_UNDEFINED, "MPI_Comm_split", "a color of %d", color);
    struct choice *all = mpi_get("MPI_Comm_split", sizeof *all * (size_t)old->size);
    const struct choice mine = {color, key, old->rank};
    MPI_Allgather(&mine, 3, MPI_INT, all, 3, MPI_INT, comm);
    // One context serves all parts: no process is in two of them.
    const int context = agree_on_context(comm);
    *part = MPI_COMM_NULL;
    if (color != MPI_UNDEFINED) {
        int count = 0;
        for (int i = 0; i < old->size; ++i)
            if (all[i].color == color) all[count++] = all[i];
        qsort(all, (size_t)count, sizeof *all, earlier);
        *part = unused("MPI_Comm_split");
        struct mpi_comm *made = &table[*part];
        *made = (struct mpi_comm){.used = 1, .context = context, .size = count};
        made->process = mpi_get("MPI_Comm_split", sizeof(int) * (size_t)count);
        for (int i = 0; i < count; ++i) {
            made->process[i] = mpi_process(old, all[i].rank);
            if (all[i].rank == old->rank) made->rank = i;
        }
    }
    free(all);
    return MPI_SUCCESS;
}

int MPI_Comm_free(MPI_Comm *comm) {
    struct mpi_comm *c = mpi_comm("MPI_Comm_free", *comm);
    MPI_WRONG(*comm <= MPI_COMM_SELF, "MPI_Comm_free", "it is MPI's own");
    free(c->process);
    c->used = 0;
    *comm = MPI_COMM_NULL;
    return MPI_SUCCESS;
}
