// What a message and a barrier of MPI cost on more and more nodes, for docs/mpi.md: two neighbours
// exchange 4 bytes while all others wait in MPI_Barrier, then all meet.
#include "costs.h"

#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size, word = 0;
    unsigned start = 0;
    char what[64];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = -1; i < rounds && rank < 2; ++i) {
        if (i == 0) start = am_cycles();
        if (rank == 0) MPI_Send(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(&word, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1) MPI_Send(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    const unsigned there_and_back = (am_cycles() - start) / rounds;
    MPI_Barrier(MPI_COMM_WORLD);
    start = am_cycles();
    for (int i = 0; i < rounds; ++i) MPI_Barrier(MPI_COMM_WORLD);
    const unsigned barrier = (am_cycles() - start) / rounds;
    if (rank == 0) {
        snprintf(what, sizeof what, "there and back, %d nodes", size);
        row(what, there_and_back);
        snprintf(what, sizeof what, "`MPI_Barrier`, %d nodes", size);
        row(what, barrier);
    }
    MPI_Finalize();
}
