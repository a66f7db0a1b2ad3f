// MPI: node 0 computes for longer than a program of Active Messages may leave messages waiting. MPI
// asks for no polls.
#include <mpi.h>
#include <stdio.h>

static volatile int x;

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int me, nodes, sum = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &nodes);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me != 0) {
        MPI_Send(&me, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        for (int i = 0; i < 100000; ++i) x += i;
        for (int i = 1, value; i < nodes; ++i) {
            MPI_Recv(&value, 1, MPI_INT, i, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            sum += value;
        }
        printf("sum %d\n", sum);
    }
    MPI_Finalize();
}
