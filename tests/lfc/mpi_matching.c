// Matching: by source, tag and communicator, in order, with wildcards; messages without a receive
// so far; short and long ones; synchronous ones. Every node prints one line.
#include "check.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;

enum { longest = 20000 };
static unsigned char buffer[longest];

static void fill(unsigned char *to, int bytes, int seed) {
    for (int i = 0; i < bytes; ++i) to[i] = (unsigned char)(seed + i * 7);
}
static int is(const unsigned char *from, int bytes, int seed) {
    for (int i = 0; i < bytes; ++i)
        if (from[i] != (unsigned char)(seed + i * 7)) return 0;
    return 1;
}

/// Sizes around packets, the eager limit and beyond; in order to the right neighbour.
static void sizes(void) {
    static const int bytes[] = {0,    1,    3,    4,    900,  1000, 1016,
                                1017, 1024, 2047, 4096, 4097, 9999, longest};
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    static unsigned char out[longest];
    for (int i = 0; i < (int)(sizeof bytes / sizeof *bytes); ++i) {
        fill(out, bytes[i], rank + i);
        MPI_Status status;
        int count;
        MPI_Sendrecv(out, bytes[i], MPI_BYTE, right, i, buffer, longest, MPI_BYTE, left, i,
                     MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_BYTE, &count);
        CHECK(count == bytes[i] && status.MPI_SOURCE == left && status.MPI_TAG == i);
        CHECK(is(buffer, bytes[i], left + i));
    }
}

/// Every process sends to 0 with several tags before 0 receives: by tag, then by source, then any.
static void unexpected(void) {
    enum { tags = 4, each = 3 };
    if (rank) {
        for (int n = 0; n < each; ++n)
            for (int tag = 0; tag < tags; ++tag) {
                const int value = rank * 1000 + tag * 100 + n;
                MPI_Send(&value, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
            }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Status status;
        int value;
        int next[64][tags] = {{0}};
        for (int source = size - 1; source > 0; --source) // one of tag 2 from each, backwards
            for (int n = 0; n < each; ++n) {
                MPI_Recv(&value, 1, MPI_INT, source, 2, MPI_COMM_WORLD, &status);
                CHECK(value == source * 1000 + 200 + n);
            }
        for (int i = 0; i < (size - 1) * each; ++i) {
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &status);
            CHECK(value == status.MPI_SOURCE * 1000 + 100 + next[status.MPI_SOURCE][1]++);
        }
        for (int i = 0; i < (size - 1) * each * 2; ++i) {
            MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            const int source = status.MPI_SOURCE, tag = status.MPI_TAG;
            MPI_Recv(&value, 1, MPI_INT, source, tag, MPI_COMM_WORLD, &status);
            CHECK(value == source * 1000 + tag * 100 + next[source][tag]++);
        }
        int flag;
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status);
        CHECK(!flag);
    }
}

/// A message in one communicator does not match a receive in another.
static void communicators(void) {
    MPI_Comm copy, half;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    int in_half, of_half;
    MPI_Comm_rank(half, &in_half);
    MPI_Comm_size(half, &of_half);
    CHECK(of_half == (size + 1 - rank % 2) / 2);
    CHECK(in_half == (size - 1 - rank) / 2);
    int mine[3] = {rank, rank + 100, rank + 200}, got[3] = {-1, -1, -1};
    MPI_Request in[3], out[3];
    // Posted in an order different from the sends.
    MPI_Irecv(&got[2], 1, MPI_INT, (rank + size - 1) % size, 5, copy, &in[2]);
    MPI_Irecv(&got[1], 1, MPI_INT, (in_half + of_half - 1) % of_half, 5, half, &in[1]);
    MPI_Irecv(&got[0], 1, MPI_INT, (rank + size - 1) % size, 5, MPI_COMM_WORLD, &in[0]);
    MPI_Isend(&mine[0], 1, MPI_INT, (rank + 1) % size, 5, MPI_COMM_WORLD, &out[0]);
    MPI_Isend(&mine[1], 1, MPI_INT, (in_half + 1) % of_half, 5, half, &out[1]);
    MPI_Isend(&mine[2], 1, MPI_INT, (rank + 1) % size, 5, copy, &out[2]);
    MPI_Waitall(3, in, MPI_STATUSES_IGNORE);
    MPI_Waitall(3, out, MPI_STATUSES_IGNORE);
    const int left = (rank + size - 1) % size;
    CHECK(got[0] == left && got[2] == left + 200);
    // In `half` ranks decrease.
    int below = rank + 2;
    if (below >= size) below = rank % 2;
    CHECK(got[1] == below + 100);
    MPI_Comm_free(&half);
    MPI_Comm_free(&copy);
}

static void synchronous(void) {
    int value = rank, got = -1;
    MPI_Request in;
    MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &in);
    MPI_Ssend(&value, 1, MPI_INT, (rank + 1) % size, 9, MPI_COMM_WORLD);
    int flag = 0;
    MPI_Status status;
    while (!flag) MPI_Test(&in, &flag, &status);
    CHECK(got == (rank + size - 1) % size && status.MPI_SOURCE == got && in == MPI_REQUEST_NULL);
    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL && value == rank);
}

/// Columns of a matrix as one type.
static void vectors(void) {
    enum { n = 12 };
    static int matrix[n][n], column[n];
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) matrix[i][j] = rank * 1000 + i * n + j;
    MPI_Datatype type;
    MPI_Type_vector(n, 1, n, MPI_INT, &type);
    MPI_Type_commit(&type);
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Sendrecv(&matrix[0][3], 1, type, right, 0, column, n, MPI_INT, left, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    for (int i = 0; i < n; ++i) CHECK(column[i] == left * 1000 + i * n + 3);
    MPI_Sendrecv(column, n, MPI_INT, left, 1, &matrix[0][7], 1, type, right, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    for (int i = 0; i < n; ++i) CHECK(matrix[i][7] == rank * 1000 + i * n + 3);
    MPI_Type_free(&type);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    sizes();
    unexpected();
    communicators();
    synchronous();
    vectors();
    MPI_Finalize();
    printf("%d of %d: %d wrong\n", rank, size, wrong);
    return wrong != 0;
}
