// MPI's ping-pong by size, and its barrier: the cycles of one, the mean of some after one that is
// not counted. The ping-pong is between processes 0 and 1 (docs/what-instructions-buy.md).
#include <am.h>
#include <mpi.h>
#include <stdio.h>

enum { rounds = 8, longest = 16384 };
static char from[longest] __attribute__((aligned(8))), to[longest] __attribute__((aligned(8)));

static void there_and_back(int rank, int bytes) {
    if (rank == 0) MPI_Send(from, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    if (rank <= 1) MPI_Recv(to, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1) MPI_Send(from, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    unsigned start = 0;
    for (int bytes = 0; size == 2 && bytes <= longest; bytes = bytes ? bytes * 16 : 64) {
        for (int i = -1; i < rounds; ++i) {
            if (i == 0) start = am_cycles();
            there_and_back(rank, bytes);
        }
        if (rank == 0) printf("mpi of %d: %u cycles\n", bytes, (am_cycles() - start) / rounds);
    }
    for (int i = -1; i < rounds; ++i) {
        if (i == 0) start = am_cycles();
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == 0) printf("barrier of %d: %u cycles\n", size, (am_cycles() - start) / rounds);
    return MPI_Finalize();
}
