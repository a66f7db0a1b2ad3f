// The cost of MPI calls, for docs/mpi.md: the mean of some rounds, after one that is not counted. A
// collective is timed from a barrier's end on process 0 to the end of the last process.
#include "costs.h"

#include <mpi.h>
#include <stdint.h>

enum { longest = 16384 };
static char buffer[longest], answer[longest];
static int rank, size;

static void round_trip(const char *what, int bytes, int other) {
    unsigned start = 0;
    for (int i = -1; i < rounds; ++i) {
        if (i == 0) start = am_cycles();
        if (rank == 0) {
            MPI_Send(buffer, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD);
            MPI_Recv(answer, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (rank == other) {
            MPI_Recv(answer, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(buffer, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
        }
    }
    if (rank == 0) row(what, (am_cycles() - start) / rounds);
}

enum { bcast, bcast_by_tree, allreduce, barrier };

static void collective(const char *what, int which, int bytes) {
    double value = rank, sum;
    unsigned all = 0;
    for (int i = -1; i < rounds; ++i) {
        // All begin at one cycle, which process 0 chooses.
        unsigned begin = am_cycles() + 100000;
        MPIX_Bcast_by(MPIX_BCAST_LFC);
        MPI_Bcast(&begin, 1, MPI_UNSIGNED, 0, MPI_COMM_WORLD);
        if (which == bcast_by_tree) MPIX_Bcast_by(MPIX_BCAST_TREE);
        while ((int)(am_cycles() - begin) < 0) am_poll();
        switch (which) {
        case bcast:
        case bcast_by_tree: MPI_Bcast(buffer, bytes, MPI_BYTE, 0, MPI_COMM_WORLD); break;
        case allreduce: MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); break;
        default: MPI_Barrier(MPI_COMM_WORLD);
        }
        unsigned mine = am_cycles() - begin, last;
        MPI_Reduce(&mine, &last, 1, MPI_UNSIGNED, MPI_MAX, 0, MPI_COMM_WORLD);
        if (i >= 0) all += last;
    }
    if (rank == 0) row(what, all / rounds);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    round_trip("`MPI_Send`, `MPI_Recv`, there and back, 0 bytes", 0, 1);
    round_trip("there and back, 1 KB", 1024, 1);
    round_trip("there and back, 16 KB (rendezvous)", longest, 1);
    collective("`MPI_Barrier`", barrier, 0);
    collective("`MPI_Allreduce`, a double", allreduce, 0);
    collective("`MPI_Bcast`, 8 bytes", bcast, 8);
    collective("`MPI_Bcast`, 1 KB", bcast, 1024);
    collective("`MPI_Bcast`, 16 KB", bcast, longest);
    collective("`MPI_Bcast` by messages (MPI-default), 8 bytes", bcast_by_tree, 8);
    collective("`MPI_Bcast` by messages, 16 KB", bcast_by_tree, longest);
    MPI_Finalize();
}
