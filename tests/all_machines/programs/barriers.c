// MPI: a ring of messages, short ones and a long one, with barriers between the rounds, whose work
// is uneven, and a reduction.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank, size, token = 0, all = 0;
    static volatile int work;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int round = 0; round < 3; ++round) {
        const int right = (rank + 1) % size, left = (rank + size - 1) % size;
        const int mine = rank + round;
        MPI_Request request;
        MPI_Isend(&mine, 1, MPI_INT, right, round, MPI_COMM_WORLD, &request);
        MPI_Recv(&token, 1, MPI_INT, left, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int i = 0; i < 400 * rank; ++i) work += token;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    static int row[600], above[600];
    MPI_Sendrecv(row, 600, MPI_INT, (rank + 1) % size, 9, above, 600, MPI_INT,
                 (rank + size - 1) % size, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allreduce(&token, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) printf("tokens %d\n", all);
    MPI_Finalize();
    return 0;
}
