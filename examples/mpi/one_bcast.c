// run: --nodes 4
// flags: -O2 -lmpi-lfc
// One MPI_Bcast, for reports: a trace has that call only, on all processes.
#include <mpi.h>
#include <stdio.h>
#include <xnet_trace.h>

int main(int argc, char **argv) {
    int rank, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) value = 42;
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    xnet_trace_on();
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    xnet_trace_off();
    printf("%d\n", value);
    MPI_Finalize();
}
