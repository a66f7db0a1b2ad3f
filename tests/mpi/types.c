// Data types: random trees of them are packed and unpacked as a byte-wise reference does it, which
// is a list of the places of all bytes; bounds, counts and messages of parts of elements.
//
//   types [SEED]
#include "../lfc/check.h"

#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct short_int {
    short value;
    int at;
};
struct double_int {
    double value;
    int at;
};

static uint32_t state;
static int choose(int n) {
    state = state * 1664525u + 1013904223u;
    return (int)((state >> 8) % (uint32_t)n);
}

/// A type as a list of the places of its bytes, in the order of the message.
enum { most = 3000 };
struct reference {
    MPI_Datatype type;
    int count, lb, ub;
    int at[most];
};
static struct reference pool[24];
static int in_pool;

/// Appends `count` elements of another type at a place.
static int append(struct reference *to, int at, int count, const struct reference *of) {
    const int extent = of->ub - of->lb;
    if (to->count + count * of->count > most) return 0;
    for (int i = 0; i < count; ++i) {
        const int base = at + i * extent;
        for (int k = 0; k < of->count; ++k) to->at[to->count++] = base + of->at[k];
        if (base + of->lb < to->lb) to->lb = base + of->lb;
        if (base + of->ub > to->ub) to->ub = base + of->ub;
    }
    return 1;
}

static void add_basic(MPI_Datatype type, int bytes) {
    struct reference *r = &pool[in_pool++];
    *r = (struct reference){type, bytes, 0, bytes, {0}};
    for (int i = 0; i < bytes; ++i) r->at[i] = i;
}

static void add_pair(MPI_Datatype type, int bytes, int int_at, int extent) {
    struct reference *r = &pool[in_pool++];
    *r = (struct reference){type, bytes + (int)sizeof(int), 0, extent, {0}};
    for (int i = 0; i < bytes; ++i) r->at[i] = i;
    for (int i = 0; i < (int)sizeof(int); ++i) r->at[bytes + i] = int_at + i;
}

static void add_derived(void) {
    static struct reference r;
    const struct reference *old = &pool[choose(in_pool)], *other = &pool[choose(in_pool)];
    const int extent = old->ub - old->lb, n = 1 + choose(4), block = 1 + choose(3);
    int lengths[4], elements[4];
    MPI_Aint bytes[4];
    MPI_Datatype types[4];
    r = (struct reference){0, 0, 1 << 28, -(1 << 28), {0}};
    int good = 1;
    switch (choose(7)) {
    case 0:
        MPI_Type_contiguous(n, old->type, &r.type);
        good = append(&r, 0, n, old);
        break;
    case 1: {
        const int stride = choose(9) - 4;
        MPI_Type_vector(n, block, stride, old->type, &r.type);
        for (int i = 0; i < n; ++i) good &= append(&r, i * stride * extent, block, old);
        break;
    }
    case 2: {
        const int stride = choose(200) - 100;
        MPI_Type_hvector(n, block, stride, old->type, &r.type);
        for (int i = 0; i < n; ++i) good &= append(&r, i * stride, block, old);
        break;
    }
    case 3:
        for (int i = 0; i < n; ++i) {
            lengths[i] = choose(3) + (i == 0);
            elements[i] = choose(12) - 3;
            if (lengths[i]) good &= append(&r, elements[i] * extent, lengths[i], old);
        }
        MPI_Type_indexed(n, lengths, elements, old->type, &r.type);
        break;
    case 4:
        for (int i = 0; i < n; ++i) {
            lengths[i] = choose(3) + (i == 0);
            bytes[i] = choose(120) - 30;
            if (lengths[i]) good &= append(&r, (int)bytes[i], lengths[i], old);
        }
        MPI_Type_hindexed(n, lengths, bytes, old->type, &r.type);
        break;
    case 5: {
        for (int i = 0; i < n; ++i) {
            const struct reference *of = i % 2 ? other : old;
            types[i] = of->type;
            lengths[i] = choose(3) + (i == 0);
            bytes[i] = choose(100) - 20;
            if (lengths[i]) good &= append(&r, (int)bytes[i], lengths[i], of);
        }
        // The bounds are marked: the padding of structures is tested below.
        MPI_Datatype plain;
        MPI_Type_struct(n, lengths, bytes, types, &plain);
        MPI_Type_create_resized(plain, r.lb, r.ub - r.lb, &r.type);
        MPI_Type_free(&plain);
        break;
    }
    default:
        MPI_Type_create_resized(old->type, choose(9) - 4, choose(60) + 1, &r.type);
        MPI_Aint lb, wide;
        MPI_Type_get_extent(r.type, &lb, &wide);
        good = append(&r, 0, 1, old);
        r.lb = (int)lb;
        r.ub = (int)(lb + wide);
    }
    // Marked bounds of an old type hide others: then the list has its bounds from MPI, and only
    // the places of its bytes are compared.
    MPI_Aint lb, ub;
    MPI_Type_lb(r.type, &lb);
    MPI_Type_ub(r.type, &ub);
    CHECK(!good || ((int)lb >= r.lb && (int)ub <= r.ub));
    r.lb = (int)lb;
    r.ub = (int)ub;
    int low = 1 << 28, high = -(1 << 28);
    for (int k = 0; k < r.count; ++k) {
        if (r.at[k] < low) low = r.at[k];
        if (r.at[k] > high) high = r.at[k];
    }
    if (!good || r.lb < -4000 || r.ub > 4000 || low < -4000 || high > 4000) {
        MPI_Type_free(&r.type);
        return;
    }
    int made;
    MPI_Type_size(r.type, &made);
    CHECK(made == r.count);
    if (r.count) {
        MPI_Type_get_true_extent(r.type, &lb, &ub);
        CHECK(lb == low && lb + ub == high + 1);
    }
    MPI_Type_commit(&r.type);
    if (in_pool < 24) {
        pool[in_pool++] = r;
    } else {
        struct reference *was = &pool[9 + choose(15)];
        MPI_Type_free(&was->type); // types that are made of it keep what they need
        *was = r;
    }
}

enum { room = 40000, middle = 20000, elements = 3 };
static unsigned char memory[room], copy[room], packed[3 * most], wanted[3 * most];

static void compare(const struct reference *r) {
    const int extent = r->ub - r->lb, all = r->count * elements;
    if (abs(extent) * elements > 12000) return;
    for (int i = 0; i < room; ++i) memory[i] = (unsigned char)(i * 7 + i / 256);
    for (int e = 0, n = 0; e < elements; ++e)
        for (int k = 0; k < r->count; ++k) wanted[n++] = memory[middle + e * extent + r->at[k]];
    int position = 0, size;
    MPI_Pack_size(elements, r->type, MPI_COMM_SELF, &size);
    CHECK(size == all);
    MPI_Pack(memory + middle, elements, r->type, packed, sizeof packed, &position, MPI_COMM_SELF);
    CHECK(position == all && !memcmp(packed, wanted, (size_t)all));
    // Back, into other memory: nothing else changes. Bytes at one place twice get the last ones.
    memset(copy, 0xee, room);
    position = 0;
    MPI_Unpack(wanted, all, &position, copy + middle, elements, r->type, MPI_COMM_SELF);
    memset(memory, 0xee, room);
    for (int e = 0, n = 0; e < elements; ++e)
        for (int k = 0; k < r->count; ++k) memory[middle + e * extent + r->at[k]] = wanted[n++];
    CHECK(position == all && !memcmp(copy, memory, room));
    // A message of a part of the elements.
    const int part = all ? choose(all + 1) : 0;
    MPI_Status status;
    memset(copy, 0xee, room);
    memset(memory, 0xee, room);
    MPI_Sendrecv(wanted, part, MPI_PACKED, 0, 0, copy + middle, elements, r->type, 0, 0,
                 MPI_COMM_SELF, &status);
    for (int e = 0, n = 0; e < elements; ++e)
        for (int k = 0; k < r->count && n < part; ++k)
            memory[middle + e * extent + r->at[k]] = wanted[n++];
    CHECK(!memcmp(copy, memory, room));
    int count;
    MPI_Get_count(&status, r->type, &count);
    CHECK(count == (r->count == 0 ? 0 : part % r->count ? MPI_UNDEFINED : part / r->count));
}

/// Structures as the compiler lays them out; markers; elements of parts.
static void structures(void) {
    struct mixed {
        char c;
        double d;
        int i[3];
        char e;
    } x[4], y[4];
    MPI_Aint at[4], start, extent;
    const int lengths[4] = {1, 1, 3, 1};
    const MPI_Datatype types[4] = {MPI_CHAR, MPI_DOUBLE, MPI_INT, MPI_CHAR};
    MPI_Datatype type;
    MPI_Address(&x[0], &start);
    MPI_Address(&x[0].c, &at[0]);
    MPI_Get_address(&x[0].d, &at[1]);
    MPI_Address(&x[0].i, &at[2]);
    MPI_Address(&x[0].e, &at[3]);
    for (int i = 0; i < 4; ++i) at[i] = MPI_Aint_diff(at[i], start);
    MPI_Type_struct(4, lengths, at, types, &type);
    MPI_Type_commit(&type);
    MPI_Type_extent(type, &extent);
    CHECK(extent == sizeof(struct mixed));
    memset(x, 0, sizeof x), memset(y, 0, sizeof y);
    for (int i = 0; i < 4; ++i)
        x[i] = (struct mixed){(char)i, i / 3.0, {i, i + 1, i + 2}, (char)(i + 9)};
    MPI_Status status;
    MPI_Sendrecv(x, 4, type, 0, 0, y, 4, type, 0, 0, MPI_COMM_SELF, &status);
    for (int i = 0; i < 4; ++i)
        CHECK(y[i].c == i && y[i].d == i / 3.0 && y[i].i[2] == i + 2 && y[i].e == i + 9);
    int count, n;
    MPI_Get_count(&status, type, &count);
    MPI_Get_elements(&status, type, &n);
    CHECK(count == 4 && n == 24);
    // One element, and its first two parts.
    MPI_Pack_size(1, type, MPI_COMM_SELF, &n);
    char bytes[100];
    int position = 0;
    MPI_Pack(x, 2, type, bytes, sizeof bytes, &position, MPI_COMM_SELF);
    MPI_Sendrecv(bytes, n + 9, MPI_PACKED, 0, 0, y, 4, type, 0, 0, MPI_COMM_SELF, &status);
    MPI_Get_count(&status, type, &count);
    MPI_Get_elements(&status, type, &n);
    CHECK(count == MPI_UNDEFINED && n == 8);
    MPI_Type_free(&type);
    // Markers: they have no data, and their bounds hold for what is made of them.
    const int ones[3] = {1, 1, 1};
    const MPI_Aint marks[3] = {-8, 4, 40};
    const MPI_Datatype marked[3] = {MPI_LB, MPI_INT, MPI_UB};
    MPI_Datatype both;
    MPI_Type_struct(3, ones, marks, marked, &type);
    MPI_Type_contiguous(2, type, &both);
    MPI_Aint lb, ub;
    MPI_Type_lb(both, &lb), MPI_Type_ub(both, &ub), MPI_Type_size(both, &n);
    CHECK(lb == -8 && ub == 88 && n == 8);
    MPI_Type_free(&type), MPI_Type_free(&both);
    // A part of a matrix, from the bottom of memory.
    int matrix[6][5], out[6];
    for (int i = 0; i < 30; ++i) matrix[i / 5][i % 5] = i;
    const int sizes[2] = {6, 5}, sub[2] = {3, 2}, from[2] = {2, 1};
    MPI_Type_create_subarray(2, sizes, sub, from, MPI_ORDER_C, MPI_INT, &type);
    MPI_Type_commit(&type);
    position = 0;
    MPI_Pack(matrix, 1, type, out, sizeof out, &position, MPI_COMM_SELF);
    for (int i = 0; i < 6; ++i) CHECK(out[i] == (2 + i / 2) * 5 + 1 + i % 2);
    MPI_Type_extent(type, &extent);
    CHECK(extent == sizeof matrix && position == 24);
    MPI_Type_free(&type);
    MPI_Aint absolute;
    MPI_Address(&matrix[1][1], &absolute);
    MPI_Type_hindexed(1, ones, &absolute, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Sendrecv(MPI_BOTTOM, 1, type, 0, 0, out, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &status);
    CHECK(out[0] == 6);
    MPI_Type_free(&type);
}

/// Pairs of a value and an int: their padding is not sent.
static void pairs(void) {
    struct short_int x[3] = {{1, 10}, {2, 20}, {3, 30}}, y[3];
    struct double_int d[3] = {{0.5, 1}, {1.5, 2}, {2.5, 3}}, e[3];
    char bytes[100];
    int n, position = 0, count, parts;
    MPI_Aint lb, extent;
    MPI_Status status;
    MPI_Type_size(MPI_SHORT_INT, &n);
    MPI_Type_get_extent(MPI_SHORT_INT, &lb, &extent);
    CHECK(n == sizeof(short) + sizeof(int) && extent == sizeof *x && lb == 0);
    MPI_Type_size(MPI_DOUBLE_INT, &n);
    MPI_Type_get_extent(MPI_DOUBLE_INT, &lb, &extent);
    CHECK(n == sizeof(double) + sizeof(int) && extent == sizeof *d);
    MPI_Type_get_true_extent(MPI_DOUBLE_INT, &lb, &extent);
    CHECK(extent == sizeof(double) + sizeof(int));
    MPI_Type_size(MPI_LONG_DOUBLE_INT, &n);
    CHECK(n == sizeof(long double) + sizeof(int));
    MPI_Pack(x, 3, MPI_SHORT_INT, bytes, sizeof bytes, &position, MPI_COMM_SELF);
    CHECK(position == 18 && !memcmp(bytes, &x[0].value, 2) && !memcmp(bytes + 2, &x[0].at, 4) &&
          !memcmp(bytes + 8, &x[1].at, 4));
    memset(y, 0xee, sizeof y);
    for (int length = 0; length <= 18; ++length) { // messages of parts of pairs
        memset(y, 0xee, sizeof y);
        MPI_Sendrecv(bytes, length, MPI_PACKED, 0, 0, y, 3, MPI_SHORT_INT, 0, 0, MPI_COMM_SELF,
                     &status);
        MPI_Get_count(&status, MPI_SHORT_INT, &count);
        MPI_Get_elements(&status, MPI_SHORT_INT, &parts);
        CHECK(count == (length % 6 ? MPI_UNDEFINED : length / 6));
        const int whole = length % 6 == 0 || length % 6 == 2; // else a part of a number came
        CHECK(parts == (whole ? length / 6 * 2 + length % 6 / 2 : MPI_UNDEFINED));
        if (!whole) continue;
        MPI_Status_set_elements(&status, MPI_SHORT_INT, parts);
        MPI_Get_elements(&status, MPI_SHORT_INT, &n);
        CHECK(n == parts);
    }
    CHECK(y[2].value == 3 && y[2].at == 30 && y[1].value == 2);
    memset(e, 0xee, sizeof e);
    MPI_Sendrecv(d, 3, MPI_DOUBLE_INT, 0, 0, e, 3, MPI_DOUBLE_INT, 0, 0, MPI_COMM_SELF, &status);
    MPI_Get_count(&status, MPI_DOUBLE_INT, &count);
    CHECK(count == 3 && e[2].value == 2.5 && e[2].at == 3 && e[0].at == 1);
}

/// Bytes from `at` on, not data of pairs.
static int are_untouched(const void *pair, size_t at, size_t end) {
    for (; at < end; ++at)
        if (((const unsigned char *)pair)[at] != 0xee) return 0;
    return 1;
}
/// Reductions of pairs, also of more than one, and by an operation of the program. The padding of
/// results stays as it is.
static void copy_larger(void *in, void *inout, int *count, MPI_Datatype *type) {
    struct double_int *x = in, *y = inout;
    (void)type;
    for (int i = 0; i < *count; ++i)
        if (x[i].value > y[i].value) y[i] = x[i];
}
static void reduced_pairs(int rank, int size) {
    enum { n = 200 };
    static struct double_int in[n], out[n];
    static struct short_int small[n], least[n];
    MPI_Op larger;
    MPI_Op_create(copy_larger, 1, &larger);
    for (int i = 0; i < n; ++i) {
        in[i] = (struct double_int){(rank + i) % size, rank};
        small[i] = (struct short_int){(short)((rank + i) % size), rank};
    }
    for (int count = 1; count <= n; count += 199) {
        enum { reduced, all_reduced, in_place, started, ways };
        for (int way = 0; way < ways; ++way) {
            MPI_Request r;
            memset(out, 0xee, sizeof out);
            if (way == in_place)
                for (int i = 0; i < count; ++i) out[i].value = in[i].value, out[i].at = in[i].at;
            switch (way) {
            case reduced:
                MPI_Reduce(in, out, count, MPI_DOUBLE_INT, MPI_MAXLOC, count % size,
                           MPI_COMM_WORLD);
                break;
            case started:
                MPI_Iallreduce(in, out, count, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD, &r);
                MPI_Wait(&r, MPI_STATUS_IGNORE);
                break;
            default:
                MPI_Allreduce(way == in_place ? MPI_IN_PLACE : in, out, count, MPI_DOUBLE_INT,
                              MPI_MAXLOC, MPI_COMM_WORLD);
            }
            for (int i = 0; i < count && (way != reduced || rank == count % size); ++i)
                CHECK(out[i].value == size - 1 && (out[i].at + i) % size == size - 1);
            for (int i = 0; i < n; ++i)
                CHECK(are_untouched(&out[i], offsetof(struct double_int, at) + sizeof(int),
                                    sizeof *out));
        }
        memset(least, 0, sizeof least);
        memset(out, 0, sizeof out);
        MPI_Allreduce(in, out, count, MPI_DOUBLE_INT, larger, MPI_COMM_WORLD);
        for (int i = 0; i < count; ++i)
            CHECK(out[i].value == size - 1 && (out[i].at + i) % size == size - 1);
        MPI_Allreduce(small, least, count, MPI_SHORT_INT, MPI_MINLOC, MPI_COMM_WORLD);
        for (int i = 0; i < count; ++i) CHECK(least[i].value == 0 && (least[i].at + i) % size == 0);
        memset(least, 0, sizeof least);
        MPI_Scan(small, least, count, MPI_SHORT_INT, MPI_MAXLOC, MPI_COMM_WORLD);
        if (rank == size - 1)
            for (int i = 0; i < count; ++i) CHECK(least[i].value == size - 1);
    }
    MPI_Op_free(&larger);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    state = (uint32_t)(argc > 1 ? atoi(argv[1]) : 1) * 977 + (uint32_t)rank;
    add_basic(MPI_CHAR, 1);
    add_basic(MPI_SHORT, 2);
    add_basic(MPI_INT, 4);
    add_basic(MPI_DOUBLE, 8);
    add_basic(MPI_LONG_LONG, 8);
    add_basic(MPI_FLOAT, 4);
    add_basic(MPI_BYTE, 1);
    add_pair(MPI_SHORT_INT, sizeof(short), offsetof(struct short_int, at),
             sizeof(struct short_int));
    add_pair(MPI_DOUBLE_INT, sizeof(double), offsetof(struct double_int, at),
             sizeof(struct double_int));
    for (int i = 0; i < 60; ++i) add_derived();
    for (int i = 0; i < in_pool; ++i) compare(&pool[i]);
    structures();
    pairs();
    reduced_pairs(rank, size);
    MPI_Finalize();
    printf("%d of %d: %d wrong\n", rank, size, wrong);
    return wrong != 0;
}
