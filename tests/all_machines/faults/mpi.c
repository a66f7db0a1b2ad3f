// Faults of programs of MPI, by number, on four nodes: faults.txt has the message of each on every
// machine.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    const int which = argc > 1 ? atoi(argv[1]) : 0;
    int me, count, value = 5;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    switch (which) {
    case 1:
        if (me == 0) MPI_Send(&value, 1, MPI_INT, count, 3, MPI_COMM_WORLD);
        break;
    case 2:
        if (me == 1) MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &status);
        break;
    case 3:
        if (me == 0) MPI_Barrier(MPI_COMM_WORLD);
        break;
    case 4:
        if (me == 1) MPI_Abort(MPI_COMM_WORLD, 7);
        break;
    }
    MPI_Finalize();
}
