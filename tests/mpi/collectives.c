// Every collective operation against a naive one that is made of messages, over random types,
// counts, roots and communicators, waiting and with requests, in place too; reductions with
// operations of the program that do not commute, and with the same bits on all processes.
//
//   collectives [SEED]
#include "../lfc/check.h"

#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uint32_t state; ///< equal on all processes
static int choose(int n) {
    state = state * 1664525u + 1013904223u;
    return (int)((state >> 8) % (uint32_t)n);
}

static int me, n; ///< of the communicator under test
static MPI_Comm comm;
enum { most_ranks = 64, most = 96, room = most_ranks * most * 4 };
static int out[room], in[room], wanted[room], counts[most_ranks], places[most_ranks],
    to_counts[most_ranks], to_places[most_ranks];

/// What rank `from` has for rank `to`.
static int value(int from, int to, int i) { return from * 10007 + to * 101 + i * 3 + 1; }

// A call, with or without a request.
static int with_request;
static MPI_Request request;
static void finish(void) {
    if (!with_request) return;
    int flag = 0;
    if (choose(2)) // other communication meanwhile
        MPI_Barrier(comm);
    if (choose(2))
        while (!flag) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    else
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}
#define CALL(name, ...)                                                                            \
    (with_request ? MPI_I##name(__VA_ARGS__, &request) : MPI_##name##_(__VA_ARGS__), finish())
#define MPI_bcast_ MPI_Bcast
#define MPI_gather_ MPI_Gather
#define MPI_gatherv_ MPI_Gatherv
#define MPI_scatter_ MPI_Scatter
#define MPI_scatterv_ MPI_Scatterv
#define MPI_allgather_ MPI_Allgather
#define MPI_allgatherv_ MPI_Allgatherv
#define MPI_alltoall_ MPI_Alltoall
#define MPI_alltoallv_ MPI_Alltoallv
#define MPI_alltoallw_ MPI_Alltoallw
#define MPI_reduce_ MPI_Reduce
#define MPI_allreduce_ MPI_Allreduce
#define MPI_reduce_scatter_ MPI_Reduce_scatter
#define MPI_reduce_scatter_block_ MPI_Reduce_scatter_block
#define MPI_scan_ MPI_Scan
#define MPI_exscan_ MPI_Exscan

/// Elements of one or of three ints, the latter with gaps.
static MPI_Datatype spaced, type;
static int width, stride; ///< ints of an element, and from one to the next
static void choose_type(void) {
    const int gaps = choose(2);
    type = gaps ? spaced : MPI_INT;
    width = gaps ? 2 : 1;
    stride = gaps ? 3 : 1;
}
/// The `number`-th int of elements that begin at `at`.
static int *place(int *buffer, int at, int number) {
    return &buffer[at * stride + number / width * stride + (number % width) * (stride - 1)];
}
static void clear(int *buffer) { memset(buffer, 0xff, sizeof(int) * room); }
static void check_same(int line) {
    if (memcmp(in, wanted, sizeof in)) check_failed(line, "the buffer is as the naive one");
}

static void layout(int *counts_, int *places_, int count) {
    int at = choose(3);
    for (int i = 0; i < n; ++i) {
        counts_[i] = count < 0 ? choose(5) : count;
        places_[i] = at;
        at += counts_[i] + (count < 0 ? choose(2) : 0);
    }
}

static void one_to_all(void) {
    const int root = choose(n), count = choose(4) ? choose(most) : most * most_ranks / 4;
    choose_type();
    clear(in), clear(wanted);
    for (int i = 0; i < count * width && count * stride < room; ++i)
        *place(wanted, 0, i) = value(root, 0, i);
    if (count * stride >= room) return;
    if (me == root)
        for (int i = 0; i < count * width; ++i) *place(in, 0, i) = value(root, 0, i);
    CALL(bcast, in, count, type, root, comm);
    check_same(__LINE__);
}

static void gathers(void) {
    const int root = choose(n), equal = choose(2), all = choose(2), in_place = choose(3) == 0,
              count = choose(most / 3);
    choose_type();
    layout(counts, places, equal ? count : -1);
    if (equal)
        for (int i = 0; i < n; ++i) places[i] = i * count;
    clear(in), clear(wanted), clear(out);
    for (int i = 0; i < counts[me] * width; ++i) out[i] = value(me, 0, i);
    if (all || me == root) {
        for (int r = 0; r < n; ++r)
            for (int i = 0; i < counts[r] * width; ++i)
                *place(wanted, places[r], i) = value(r, 0, i);
        if (in_place)
            for (int i = 0; i < counts[me] * width; ++i) *place(in, places[me], i) = out[i];
    }
    const int mine = counts[me] * width;
    const void *from = in_place && (all || me == root) ? MPI_IN_PLACE : out;
    if (all && equal)
        CALL(allgather, from, mine, MPI_INT, in, count, type, comm);
    else if (all)
        CALL(allgatherv, from, mine, MPI_INT, in, counts, places, type, comm);
    else if (equal)
        CALL(gather, from, mine, MPI_INT, in, count, type, root, comm);
    else
        CALL(gatherv, from, mine, MPI_INT, in, counts, places, type, root, comm);
    check_same(__LINE__);
}

static void scatters(void) {
    const int root = choose(n), equal = choose(2), count = choose(most / 3);
    choose_type();
    layout(counts, places, equal ? count : -1);
    if (equal)
        for (int i = 0; i < n; ++i) places[i] = i * count;
    clear(in), clear(wanted), clear(out);
    if (me == root)
        for (int r = 0; r < n; ++r)
            for (int i = 0; i < counts[r] * width; ++i)
                *place(out, places[r], i) = value(root, r, i);
    for (int i = 0; i < counts[me] * width; ++i) wanted[i] = value(root, me, i);
    if (equal)
        CALL(scatter, out, count, type, in, counts[me] * width, MPI_INT, root, comm);
    else
        CALL(scatterv, out, counts, places, type, in, counts[me] * width, MPI_INT, root, comm);
    check_same(__LINE__);
}

static void all_to_all(void) {
    const int kind = choose(4), count = choose(most / 8), in_place = kind == 0 && choose(2);
    static MPI_Datatype types[most_ranks], to_types[most_ranks];
    static int bytes[most_ranks], to_bytes[most_ranks];
    choose_type();
    int at = 0, to_at = 0;
    for (int i = 0; i < n; ++i) { // what goes from one rank to another is known to both
        counts[i] = kind == 0 ? count : (me * 3 + i * 5) % 7;
        to_counts[i] = kind == 0 ? count : (i * 3 + me * 5) % 7;
        places[i] = at, to_places[i] = to_at;
        at += counts[i], to_at += to_counts[i];
        bytes[i] = places[i] * 4 * width, to_bytes[i] = to_places[i] * 4 * stride;
        types[i] = MPI_INT, to_types[i] = type;
    }
    clear(in), clear(wanted), clear(out);
    for (int r = 0; r < n; ++r) {
        for (int i = 0; i < counts[r] * width; ++i) {
            out[places[r] * width + i] = value(me, r, i);
            if (in_place) *place(in, places[r], i) = value(me, r, i);
        }
        for (int i = 0; i < to_counts[r] * width; ++i)
            *place(wanted, to_places[r], i) = value(r, me, i);
    }
    // Sent as ints, received as elements.
    static int int_counts[most_ranks], int_places[most_ranks];
    for (int i = 0; i < n; ++i)
        int_counts[i] = counts[i] * width, int_places[i] = places[i] * width;
    if (kind == 0)
        CALL(alltoall, in_place ? MPI_IN_PLACE : out, count * width, MPI_INT, in, count, type,
             comm);
    else if (kind < 3)
        CALL(alltoallv, out, int_counts, int_places, MPI_INT, in, to_counts, to_places, type, comm);
    else
        CALL(alltoallw, out, int_counts, bytes, types, in, to_counts, to_bytes, to_types, comm);
    check_same(__LINE__);
}

// --- reductions ----------------------------------------------------------------------------------

/// Products of 2x2 matrices, modulo a prime, do not commute.
static void multiply(void *in_, void *inout_, int *length, MPI_Datatype *t) {
    int *x = in_, *y = inout_;
    (void)t;
    for (int i = 0; i < *length; ++i, x += 4, y += 4) {
        const int a = (x[0] * y[0] + x[1] * y[2]) % 7919, b = (x[0] * y[1] + x[1] * y[3]) % 7919,
                  c = (x[2] * y[0] + x[3] * y[2]) % 7919, d = (x[2] * y[1] + x[3] * y[3]) % 7919;
        y[0] = a, y[1] = b, y[2] = c, y[3] = d;
    }
}
static MPI_Op product;
static MPI_Datatype matrix;

static void fill_matrices(int rank_, int count, int *to) {
    for (int i = 0; i < count * 4; ++i) to[i] = (rank_ * 31 + i * 17 + 3) % 97;
}
/// The operands of ranks `first` to `last`, from the left.
static void naive(int first, int last, int count, int matrices, int *to) {
    static int next[4 * most];
    for (int r = first; r <= last; ++r) {
        fill_matrices(r, count, r == first ? to : next);
        if (r == first) continue;
        if (matrices) {
            int length = count;
            int was[4 * most];
            memcpy(was, next, sizeof was);
            multiply(to, was, &length, 0);
            memcpy(to, was, sizeof(int) * 4 * (size_t)count);
        } else {
            for (int i = 0; i < 4 * count; ++i) to[i] += next[i];
        }
    }
}

static void reductions(void) {
    const int matrices = choose(2), count = choose(10) ? choose(12) : most, root = choose(n),
              in_place = choose(3) == 0, kind = choose(6);
    const MPI_Op op = matrices ? product : MPI_SUM;
    const MPI_Datatype t = matrices ? matrix : MPI_INT;
    const int many = matrices ? count : 4 * count;
    static int mine[4 * most];
    clear(in), clear(wanted);
    fill_matrices(me, count, mine);
    const void *from = mine;
    if (in_place && (kind != 0 || me == root) && kind < 4) {
        memcpy(in, mine, sizeof(int) * 4 * (size_t)count);
        from = MPI_IN_PLACE;
    }
    switch (kind) {
    case 0:
        if (me == root) naive(0, n - 1, count, matrices, wanted);
        CALL(reduce, from, in, many, t, op, root, comm);
        break;
    case 1:
        naive(0, n - 1, count, matrices, wanted);
        CALL(allreduce, from, in, many, t, op, comm);
        break;
    case 2:
        naive(0, me, count, matrices, wanted);
        CALL(scan, from, in, many, t, op, comm);
        break;
    case 3:
        if (me) naive(0, me - 1, count, matrices, wanted);
        CALL(exscan, from, in, many, t, op, comm);
        if (!me) memcpy(in, wanted, sizeof in); // undefined
        break;
    default: {
        // Parts of a reduction of all elements.
        int parts[most_ranks], first = 0, all = 0, each = 1 + choose(2);
        for (int i = 0; i < n; ++i) {
            parts[i] = kind == 4 ? each : i % 3;
            if (i < me) first += parts[i];
            all += parts[i];
        }
        if (all > most) return;
        static int whole[4 * most];
        naive(0, n - 1, all, 1, whole);
        fill_matrices(me, all, mine);
        memcpy(wanted, whole + 4 * first, sizeof(int) * 4 * (size_t)parts[me]);
        if (kind == 4)
            CALL(reduce_scatter_block, mine, in, each, matrix, product, comm);
        else
            CALL(reduce_scatter, mine, in, parts, matrix, product, comm);
    }
    }
    check_same(__LINE__);
}

/// Sums of floating-point numbers have the same bits on all processes.
static void same_bits(void) {
    double x[20], sum[20], first[20];
    for (int i = 0; i < 20; ++i) x[i] = (me + 1) / 7.0 * (i % 2 ? -1e9 : 1) + 1e-7 * me * i;
    const int count = 1 + choose(20);
    CALL(allreduce, x, sum, count, MPI_DOUBLE, MPI_SUM, comm);
    memcpy(first, sum, sizeof first);
    MPI_Bcast(first, count, MPI_DOUBLE, 0, comm);
    CHECK(!memcmp(first, sum, sizeof(double) * (size_t)count));
}

/// Two operations at a time, completed in another order on each process.
static void two_at_a_time(void) {
    int x = me, y = me == n - 1 ? 77 : 0, sum;
    MPI_Request r[3];
    MPI_Iallreduce(&x, &sum, 1, MPI_INT, MPI_SUM, comm, &r[0]);
    MPI_Ibcast(&y, 1, MPI_INT, n - 1, comm, &r[1]);
    MPI_Ibarrier(comm, &r[2]);
    for (int i = 0; i < 3; ++i) MPI_Wait(&r[(i + me) % 3], MPI_STATUS_IGNORE);
    CHECK(sum == n * (n - 1) / 2 && y == 77);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    state = (uint32_t)(argc > 1 ? atoi(argv[1]) : 1) * 977;
    const int rounds = argc > 2 ? atoi(argv[2]) : 40;
    MPI_Comm backwards;
    MPI_Comm_split(MPI_COMM_WORLD, rank < size - 1 || size == 1 ? 0 : MPI_UNDEFINED, -rank,
                   &backwards);
    MPI_Type_vector(2, 1, 2, MPI_INT, &spaced);
    MPI_Type_commit(&spaced);
    MPI_Type_contiguous(4, MPI_INT, &matrix);
    MPI_Type_commit(&matrix);
    MPI_Op_create(multiply, 0, &product);
    for (int round = 0; round < rounds; ++round) {
        const uint32_t next = state * 69069u + 1;
        comm = choose(3) ? MPI_COMM_WORLD : backwards; // the last process has none
        state = next * 3 + 1;
        with_request = choose(2);
        if (comm != MPI_COMM_NULL) {
            MPI_Comm_rank(comm, &me);
            MPI_Comm_size(comm, &n);
            switch (choose(8)) {
            case 0: one_to_all(); break;
            case 1: gathers(); break;
            case 2: scatters(); break;
            case 3: all_to_all(); break;
            case 4: same_bits(); break;
            case 5: two_at_a_time(); break;
            default: reductions();
            }
        }
        state = next;
    }
    // A freed operation stays until what uses it has ended.
    int one = 1, all;
    MPI_Request r;
    comm = MPI_COMM_WORLD;
    MPI_Iallreduce(&one, &all, 1, MPI_INT, MPI_SUM, comm, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    CHECK(all == size);
    int a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8};
    MPI_Reduce_local(a, b, 1, matrix, product);
    CHECK(b[0] == 19 && b[1] == 22 && b[2] == 43 && b[3] == 50);
    MPI_Op_free(&product);
    MPI_Type_free(&spaced), MPI_Type_free(&matrix);
    if (backwards != MPI_COMM_NULL) MPI_Comm_free(&backwards);
    MPI_Finalize();
    printf("%d of %d: %d wrong\n", rank, size, wrong);
    return wrong != 0;
}
