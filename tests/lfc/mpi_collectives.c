// Collective operations against their definitions, on all processes and on subsets of them, with
// every root, by both broadcasts.
#include "check.h"

#include <mpi.h>
#include <stdlib.h>

static int rank, size;

enum { most = 2500 }; // ints of a broadcast: several packets
static int numbers[most];

static void check_all(MPI_Comm comm) {
    int me, n;
    MPI_Comm_rank(comm, &me);
    MPI_Comm_size(comm, &n);
    static const int counts[] = {0, 1, 254, 255, 1000, most};
    for (int root = 0; root < n; root += 1 + n / 5)
        for (int k = 0; k < 6; ++k) {
            for (int i = 0; i < counts[k]; ++i) numbers[i] = me == root ? root * 7 + i * 3 : -1;
            MPI_Bcast(numbers, counts[k], MPI_INT, root, comm);
            int good = 1;
            for (int i = 0; i < counts[k]; ++i) good &= numbers[i] == root * 7 + i * 3;
            CHECK(good);
        }
    for (int root = 0; root < n; root += 1 + n / 4) {
        int in[3] = {me + 1, me * me, -me}, out[3] = {0, 0, 0};
        MPI_Reduce(in, out, 3, MPI_INT, MPI_SUM, root, comm);
        if (me == root) {
            int squares = 0;
            for (int i = 0; i < n; ++i) squares += i * i;
            CHECK(out[0] == n * (n + 1) / 2 && out[1] == squares && out[2] == -n * (n - 1) / 2);
        }
        int *all = malloc(sizeof(int) * 2 * (size_t)n);
        const int pair[2] = {me, me + 50};
        MPI_Gather(pair, 2, MPI_INT, all, 2, MPI_INT, root, comm);
        if (me == root)
            for (int i = 0; i < n; ++i) CHECK(all[2 * i] == i && all[2 * i + 1] == i + 50);
        if (me == root)
            for (int i = 0; i < 2 * n; ++i) all[i] = 1000 + i;
        int part[2];
        MPI_Scatter(all, 2, MPI_INT, part, 2, MPI_INT, root, comm);
        CHECK(part[0] == 1000 + 2 * me && part[1] == 1001 + 2 * me);
        free(all);
    }
    double value = 0.5 * me, sum;
    MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
    CHECK(sum == 0.25 * n * (n - 1));
    unsigned bits = 1u << me % 32, or_all;
    MPI_Allreduce(&bits, &or_all, 1, MPI_UNSIGNED, MPI_BOR, comm);
    CHECK(or_all == (n >= 32 ? ~0u : (1u << n) - 1));
    struct {
        double value;
        int at;
    } here = {(me * 5) % n, me}, best;
    MPI_Allreduce(&here, &best, 1, MPI_DOUBLE_INT, MPI_MAXLOC, comm);
    double largest = -1;
    int at = -1;
    for (int i = 0; i < n; ++i)
        if ((i * 5) % n > largest) largest = (i * 5) % n, at = i;
    CHECK(best.value == largest && best.at == at);
    MPI_Allreduce(&here, &best, 1, MPI_DOUBLE_INT, MPI_MINLOC, comm);
    CHECK(best.value == 0 && best.at == 0);

    int *out = malloc(sizeof(int) * (size_t)(n * n + n)),
        *in = malloc(sizeof(int) * (size_t)(n * n + n));
    MPI_Allgather(&me, 1, MPI_INT, in, 1, MPI_INT, comm);
    for (int i = 0; i < n; ++i) CHECK(in[i] == i);
    for (int i = 0; i < n; ++i) out[i] = me * 100 + i;
    MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, comm);
    for (int i = 0; i < n; ++i) CHECK(in[i] == i * 100 + me);
    // Rank i sends i + 1 numbers to all.
    int *counts_of = malloc(sizeof(int) * (size_t)n), *places = malloc(sizeof(int) * (size_t)n);
    int place = 0;
    for (int i = 0; i < n; ++i) {
        counts_of[i] = i + 1;
        places[i] = place;
        place += i + 1;
    }
    for (int i = 0; i <= me; ++i) out[i] = me * 10 + i;
    MPI_Allgatherv(out, me + 1, MPI_INT, in, counts_of, places, MPI_INT, comm);
    for (int i = 0; i < n; ++i)
        for (int k = 0; k <= i; ++k) CHECK(in[places[i] + k] == i * 10 + k);
    MPI_Gatherv(out, me + 1, MPI_INT, in, counts_of, places, MPI_INT, n - 1, comm);
    if (me == n - 1)
        for (int i = 0; i < n; ++i)
            for (int k = 0; k <= i; ++k) CHECK(in[places[i] + k] == i * 10 + k);
    int got[64];
    MPI_Scatterv(in, counts_of, places, MPI_INT, got, 64, MPI_INT, n - 1, comm);
    for (int k = 0; k <= me; ++k) CHECK(got[k] == me * 10 + k);
    free(out), free(in), free(counts_of), free(places);
    MPI_Barrier(comm);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    check_all(MPI_COMM_WORLD);
    MPIX_Bcast_by(MPIX_BCAST_TREE);
    check_all(MPI_COMM_WORLD);
    MPIX_Bcast_by(MPIX_BCAST_LFC);
    MPI_Comm third;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 3 == 0 ? 0 : MPI_UNDEFINED, rank, &third);
    if (third != MPI_COMM_NULL) check_all(third);
    check_all(MPI_COMM_SELF);
    MPI_Finalize();
    printf("%d of %d: %d wrong\n", rank, size, wrong);
    return wrong != 0;
}
