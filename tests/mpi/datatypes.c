// Data types: how they were made, their external form, and distributed arrays.
#include "../lfc/check.h"

#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;

static int ints[32];
static MPI_Aint addresses[8];
static MPI_Datatype types[4];
/// The lists of a type have these lengths, and are fetched.
static void open_type(MPI_Datatype type, int combiner, int n_ints, int n_addresses, int n_types) {
    int i, a, t, c;
    MPI_Type_get_envelope(type, &i, &a, &t, &c);
    CHECK(c == combiner && i == n_ints && a == n_addresses && t == n_types);
    MPI_Type_get_contents(type, 32, 8, 4, ints, addresses, types);
}
static void has_ints(int count, const int *expected) {
    CHECK(!memcmp(ints, expected, (size_t)count * sizeof *ints));
}
#define HAS(...)                                                                                   \
    has_ints(sizeof((const int[]){__VA_ARGS__}) / sizeof(int), (const int[]){__VA_ARGS__})

static void envelopes(void) {
    const int lengths[2] = {3, 1}, places[2] = {4, 0}, starts[2] = {1, 3}, sizes[2] = {4, 6},
              parts[2] = {2, 3};
    const MPI_Aint bytes[2] = {16, -8};
    MPI_Datatype a, b, both[2] = {MPI_INT, MPI_DOUBLE};
    int i, n, t, c;
    MPI_Type_get_envelope(MPI_DOUBLE_INT, &i, &n, &t, &c);
    CHECK(c == MPI_COMBINER_NAMED && !i && !n && !t);
    MPI_Type_contiguous(5, MPI_INT, &a);
    open_type(a, MPI_COMBINER_CONTIGUOUS, 1, 0, 1);
    HAS(5);
    CHECK(types[0] == MPI_INT);
    MPI_Type_vector(2, 3, -7, a, &b);
    MPI_Type_free(&a); // what it was made of is still known
    open_type(b, MPI_COMBINER_VECTOR, 3, 0, 1);
    HAS(2, 3, -7);
    a = types[0];
    open_type(a, MPI_COMBINER_CONTIGUOUS, 1, 0, 1);
    HAS(5);
    MPI_Type_size(a, &n);
    CHECK(n == 20);
    MPI_Type_dup(b, &types[1]);
    MPI_Type_free(&a), MPI_Type_free(&b);
    a = types[1];
    open_type(a, MPI_COMBINER_DUP, 0, 0, 1);
    MPI_Type_free(&a);
    a = types[0];
    open_type(a, MPI_COMBINER_VECTOR, 3, 0, 1);
    MPI_Type_free(&a), MPI_Type_free(&types[0]);
    MPI_Type_create_hvector(2, 3, 40, MPI_FLOAT, &a);
    open_type(a, MPI_COMBINER_HVECTOR, 2, 1, 1);
    HAS(2, 3);
    CHECK(addresses[0] == 40 && types[0] == MPI_FLOAT);
    MPI_Type_free(&a);
    MPI_Type_indexed(2, lengths, places, MPI_INT, &a);
    open_type(a, MPI_COMBINER_INDEXED, 5, 0, 1);
    HAS(2, 3, 1, 4, 0);
    MPI_Type_free(&a);
    MPI_Type_create_hindexed(2, lengths, bytes, MPI_INT, &a);
    open_type(a, MPI_COMBINER_HINDEXED, 3, 2, 1);
    HAS(2, 3, 1);
    CHECK(addresses[0] == 16 && addresses[1] == -8);
    MPI_Type_free(&a);
    MPI_Type_create_indexed_block(2, 9, places, MPI_INT, &a);
    open_type(a, MPI_COMBINER_INDEXED_BLOCK, 4, 0, 1);
    HAS(2, 9, 4, 0);
    MPI_Type_free(&a);
    MPI_Type_create_hindexed_block(2, 9, bytes, MPI_INT, &a);
    open_type(a, MPI_COMBINER_HINDEXED_BLOCK, 2, 2, 1);
    HAS(2, 9);
    MPI_Type_free(&a);
    MPI_Type_create_struct(2, lengths, bytes, both, &a);
    open_type(a, MPI_COMBINER_STRUCT, 3, 2, 2);
    HAS(2, 3, 1);
    CHECK(addresses[1] == -8 && types[0] == MPI_INT && types[1] == MPI_DOUBLE);
    MPI_Type_create_resized(a, -16, 99, &b);
    MPI_Type_free(&a);
    open_type(b, MPI_COMBINER_RESIZED, 0, 2, 1);
    CHECK(addresses[0] == -16 && addresses[1] == 99);
    MPI_Count size_x, lb, extent;
    MPI_Type_size_x(b, &size_x);
    MPI_Type_get_extent_x(b, &lb, &extent);
    CHECK(size_x == 20 && lb == -16 && extent == 99);
    MPI_Type_get_true_extent_x(b, &lb, &extent);
    CHECK(lb == -8 && extent == 36);
    MPI_Status status;
    MPI_Status_set_elements_x(&status, b, 7);
    MPI_Get_elements_x(&status, b, &lb);
    CHECK(lb == 7);
    MPI_Status_set_cancelled(&status, 1);
    MPI_Status_set_elements_x(&status, b, 5000000001);
    MPI_Get_elements_x(&status, b, &lb);
    MPI_Get_elements(&status, b, &n);
    MPI_Test_cancelled(&status, &i);
    CHECK(lb == 5000000001 && n == MPI_UNDEFINED && i);
    MPI_Status_set_elements_x(&status, MPI_BYTE, 1ll << 33);
    MPI_Type_contiguous(1 << 20, MPI_BYTE, &a);
    MPI_Get_count(&status, a, &n);
    CHECK(n == 1 << 13);
    MPI_Get_count(&status, MPI_BYTE, &n);
    CHECK(n == MPI_UNDEFINED);
    MPI_Type_free(&a);
    MPI_Type_free(&types[0]), MPI_Type_free(&b);
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &a);
    open_type(a, MPI_COMBINER_SUBARRAY, 8, 0, 1);
    HAS(2, 4, 6, 2, 3, 1, 3, MPI_ORDER_C);
    MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    CHECK(MPI_Type_get_contents(a, 7, 0, 1, ints, addresses, types) == MPI_ERR_ARG);
    CHECK(MPI_Type_get_contents(MPI_INT, 7, 7, 1, ints, addresses, types) == MPI_ERR_TYPE);
    CHECK(MPI_Type_get_envelope(a, 0, &n, &t, &c) == MPI_ERR_ARG);
    MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Type_free(&a);
}

/// Values have these bytes on every machine, and come back.
static void external_of(MPI_Datatype type, const void *value, int bytes, const char *expected) {
    char packed[64], back[64];
    MPI_Aint length, at = 0;
    int native;
    MPI_Type_size(type, &native);
    MPI_Pack_external_size("external32", 1, type, &length);
    CHECK(length == bytes);
    MPI_Pack_external("external32", value, 1, type, packed, sizeof packed, &at);
    CHECK(at == bytes && !memcmp(packed, expected, (size_t)bytes));
    at = 0;
    MPI_Unpack_external("external32", packed, bytes, &at, back, 1, type);
    CHECK(at == bytes && !memcmp(back, value, (size_t)native));
}
#define EXTERNAL(type, c_type, value, bytes)                                                       \
    external_of(type, &(c_type){value}, sizeof(bytes) - 1, bytes)

static void externals(void) {
    EXTERNAL(MPI_CHAR, char, 'a', "a");
    EXTERNAL(MPI_SHORT, short, -2, "\xff\xfe");
    EXTERNAL(MPI_INT, int, 0x01020304, "\1\2\3\4");
    EXTERNAL(MPI_LONG, long, -1, "\xff\xff\xff\xff");
    EXTERNAL(MPI_LONG_LONG, long long, 0x0102030405060708, "\1\2\3\4\5\6\7\10");
    EXTERNAL(MPI_AINT, MPI_Aint, -3, "\xff\xff\xff\xff\xff\xff\xff\xfd");
    EXTERNAL(MPI_COUNT, MPI_Count, -3, "\xff\xff\xff\xff\xff\xff\xff\xfd");
    EXTERNAL(MPI_C_BOOL, _Bool, 1, "\0\0\0\1");
    EXTERNAL(MPI_WCHAR, wchar_t, 0x263a, "\x26\x3a");
    EXTERNAL(MPI_FLOAT, float, 1.5f, "\x3f\xc0\0\0");
    EXTERNAL(MPI_DOUBLE, double, -2, "\xc0\0\0\0\0\0\0\0");
    EXTERNAL(MPI_LONG_DOUBLE, long double, 1, "\x3f\xff\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
    EXTERNAL(MPI_LONG_DOUBLE, long double, 0, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
    EXTERNAL(MPI_LONG_DOUBLE, long double, -1.1,
             "\xbf\xff\x19\x99\x99\x99\x99\x99\xa0\0\0\0\0\0\0\0");
    EXTERNAL(MPI_LONG_DOUBLE, long double, 0x1p-1074, // the smallest number
             "\x3b\xcd\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
    EXTERNAL(MPI_LONG_DOUBLE, long double, INFINITY, "\x7f\xff\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
    const struct {
        short value;
        int at;
    } pair = {7, -1};
    char packed[100];
    MPI_Aint at = 0;
    MPI_Pack_external("external32", &pair, 1, MPI_SHORT_INT, packed, sizeof packed, &at);
    CHECK(at == 6 && !memcmp(packed, "\0\7\xff\xff\xff\xff", 6));
    // Every second number of a list, from one machine's form to another's.
    MPI_Datatype type;
    int list[6] = {1, 2, 3, 4, 5, 6}, back[6] = {0};
    MPI_Type_vector(3, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Pack_external("external32", list, 1, type, packed, sizeof packed, &at);
    CHECK(at == 18 && packed[9] == 1 && packed[13] == 3 && packed[17] == 5);
    at = 6;
    MPI_Unpack_external("external32", packed, 18, &at, back, 1, type);
    for (int i = 0; i < 6; ++i) CHECK(back[i] == (i % 2 ? 0 : list[i]));
    MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    CHECK(MPI_Pack_external("native", list, 1, type, packed, 100, &at) == MPI_ERR_ARG);
    at = 90;
    CHECK(MPI_Pack_external("external32", list, 1, type, packed, 100, &at) == MPI_ERR_ARG);
    MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Type_free(&type);
}

/// Whether a process has an element of a dimension.
static int is_owner(int element, int elements, int distribution, int block, int processes, int at) {
    if (distribution == MPI_DISTRIBUTE_NONE) return 1;
    if (distribution == MPI_DISTRIBUTE_BLOCK) {
        if (block == MPI_DISTRIBUTE_DFLT_DARG) block = (elements + processes - 1) / processes;
        return element / block == at;
    }
    if (block == MPI_DISTRIBUTE_DFLT_DARG) block = 1;
    return element / block % processes == at;
}
/// All processes' parts of matrices of 7 rows and 10 columns.
static void distributed(void) {
    enum { rows = 7, columns = 10 };
    static const int distributions[3] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC,
                                         MPI_DISTRIBUTE_NONE},
                     blocks[3] = {MPI_DISTRIBUTE_DFLT_DARG, 2, 6};
    int matrix[rows * columns], part[rows * columns], at;
    for (int i = 0; i < rows * columns; ++i) matrix[i] = i;
    for (int round = 0; round < 54; ++round) {
        const int d[2] = {distributions[round % 3], distributions[round / 3 % 3]},
                  b[2] = {blocks[round / 9 % 3], blocks[round / 2 % 3]},
                  elements[2] = {rows, columns},
                  order = round / 27 ? MPI_ORDER_FORTRAN : MPI_ORDER_C,
                  p[2] = {d[0] == MPI_DISTRIBUTE_NONE ? 1 : 3, d[1] == MPI_DISTRIBUTE_NONE ? 1 : 2};
        if (d[0] == MPI_DISTRIBUTE_BLOCK && b[0] > 0 && b[0] * p[0] < rows) continue;
        if (d[1] == MPI_DISTRIBUTE_BLOCK && b[1] > 0 && b[1] * p[1] < columns) continue;
        for (int process = 0; process < p[0] * p[1]; ++process) {
            MPI_Datatype type;
            MPI_Aint lb, extent;
            int bytes, many = 0;
            MPI_Type_create_darray(p[0] * p[1], process, 2, elements, d, b, p, order, MPI_INT,
                                   &type);
            MPI_Type_commit(&type);
            MPI_Type_get_extent(type, &lb, &extent);
            CHECK(lb == 0 && extent == sizeof matrix);
            MPI_Type_size(type, &bytes);
            at = 0;
            MPI_Pack(matrix, 1, type, part, sizeof part, &at, MPI_COMM_SELF);
            CHECK(at == bytes);
            for (int i = 0; i < rows * columns; ++i) {
                const int row = order == MPI_ORDER_C ? i / columns : i % rows,
                          column = order == MPI_ORDER_C ? i % columns : i / rows;
                if (is_owner(row, rows, d[0], b[0], p[0], process / p[1]) &&
                    is_owner(column, columns, d[1], b[1], p[1], process % p[1]))
                    CHECK(many < bytes / 4 && part[many++] == i);
            }
            CHECK(many == bytes / 4);
            open_type(type, MPI_COMBINER_DARRAY, 12, 0, 1);
            HAS(p[0] * p[1], process, 2, rows, columns, d[0], d[1], b[0], b[1], p[0], p[1], order);
            MPI_Type_free(&type);
        }
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    envelopes();
    externals();
    distributed();
    MPI_Finalize();
    printf("%d of %d: %d wrong\n", rank, size, wrong);
    return wrong != 0;
}
