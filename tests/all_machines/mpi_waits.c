// Process 0 waits in each barrier until process 1 has computed. Prints the cycles of its barriers,
// and how often this process calls each function of MPI.
#include <am_core.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { rounds = 3 };

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size, token = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    unsigned cycles = 0;
    for (int round = 0; round < rounds; ++round) {
        volatile int x = 0;
        if (rank == 1)
            for (int i = 0; i < 20000; ++i) x += i;
        const unsigned begin = am_cycles();
        MPI_Barrier(MPI_COMM_WORLD);
        cycles += am_cycles() - begin;
    }
    if (rank == 0) {
        MPI_Send(&token, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
        MPI_Recv(&token, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("barriers %u\n", cycles);
    } else if (rank == 1) {
        MPI_Recv(&token, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&token, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
    }
    MPI_Finalize();
}
