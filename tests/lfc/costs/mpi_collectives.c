// The cost of every blocking collective of MPI over Active Messages, for docs/mpi.md: `bytes` bytes
// for each process, or for each pair. Timed as in mpi_am.c, from one cycle to the end of the last
// process.
#include "costs.h"

#include <mpi.h>

enum { most = 64, longest = 1024 };
static char from[most * longest] __attribute__((aligned(8))),
    to[most * longest] __attribute__((aligned(8)));
static int rank, size, counts[most], places[most];

enum { collectives = 16 };
static const char *const names[collectives] = {"Barrier",        "Bcast",
                                               "Gather",         "Gatherv",
                                               "Scatter",        "Scatterv",
                                               "Allgather",      "Allgatherv",
                                               "Alltoall",       "Alltoallv",
                                               "Reduce",         "Allreduce",
                                               "Reduce_scatter", "Reduce_scatter_block",
                                               "Scan",           "Exscan"};

static void call(int which, int bytes) {
    const MPI_Comm w = MPI_COMM_WORLD;
    const MPI_Datatype b = MPI_BYTE, d = MPI_DOUBLE;
    const int n = bytes / (int)sizeof(double);
    switch (which) {
    case 0: MPI_Barrier(w); break;
    case 1: MPI_Bcast(to, bytes, b, 0, w); break;
    case 2: MPI_Gather(from, bytes, b, to, bytes, b, 0, w); break;
    case 3: MPI_Gatherv(from, bytes, b, to, counts, places, b, 0, w); break;
    case 4: MPI_Scatter(from, bytes, b, to, bytes, b, 0, w); break;
    case 5: MPI_Scatterv(from, counts, places, b, to, bytes, b, 0, w); break;
    case 6: MPI_Allgather(from, bytes, b, to, bytes, b, w); break;
    case 7: MPI_Allgatherv(from, bytes, b, to, counts, places, b, w); break;
    case 8: MPI_Alltoall(from, bytes, b, to, bytes, b, w); break;
    case 9: MPI_Alltoallv(from, counts, places, b, to, counts, places, b, w); break;
    case 10: MPI_Reduce(from, to, n, d, MPI_SUM, 0, w); break;
    case 11: MPI_Allreduce(from, to, n, d, MPI_SUM, w); break;
    case 12: {
        int each[most];
        for (int i = 0; i < size; ++i) each[i] = n;
        MPI_Reduce_scatter(from, to, each, d, MPI_SUM, w);
        break;
    }
    case 13: MPI_Reduce_scatter_block(from, to, n, d, MPI_SUM, w); break;
    case 14: MPI_Scan(from, to, n, d, MPI_SUM, w); break;
    default: MPI_Exscan(from, to, n, d, MPI_SUM, w); break;
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    static const int sizes[] = {8, longest};
    enum { times = 3 };
    for (int which = 0; which < collectives; ++which)
        for (int s = 0; s < (which ? 2 : 1); ++s) {
            for (int i = 0; i < size; ++i) counts[i] = sizes[s], places[i] = i * sizes[s];
            unsigned all = 0;
            for (int i = -1; i < times; ++i) {
                unsigned begin = am_cycles() + 100000;
                MPI_Bcast(&begin, 1, MPI_UNSIGNED, 0, MPI_COMM_WORLD);
                while ((int)(am_cycles() - begin) < 0) am_poll();
                call(which, sizes[s]);
                unsigned mine = am_cycles() - begin, last;
                MPI_Reduce(&mine, &last, 1, MPI_UNSIGNED, MPI_MAX, 0, MPI_COMM_WORLD);
                if (i >= 0) all += last;
            }
            char what[64];
            if (which == 0)
                snprintf(what, sizeof what, "`MPI_%s`", names[which]);
            else
                snprintf(what, sizeof what, "`MPI_%s`, %s", names[which], s ? "1 KB" : "8 bytes");
            if (rank == 0) row(what, all / times);
        }
    MPI_Finalize();
}
