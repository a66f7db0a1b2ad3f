// Operations of reductions: MPI's own, and the program's.
#include "mpi_internal.h"

#include <stdlib.h>

#define INDEX(handle) ((handle) & ((1 << mpi_kind_shift) - 1))
#define OWN(handle) [INDEX(handle)] = {1, handle, 1, 0, INDEX(handle)}
static struct mpi_op own[] = {
    OWN(MPI_MAX),    OWN(MPI_MIN),    OWN(MPI_SUM),     OWN(MPI_PROD),  OWN(MPI_LAND),
    OWN(MPI_BAND),   OWN(MPI_LOR),    OWN(MPI_BOR),     OWN(MPI_LXOR),  OWN(MPI_BXOR),
    OWN(MPI_MAXLOC), OWN(MPI_MINLOC), OWN(MPI_REPLACE), OWN(MPI_NO_OP),
};
static const char *const names[] = {
    "",         "MPI_MAX",    "MPI_MIN",    "MPI_SUM",     "MPI_PROD",
    "MPI_LAND", "MPI_BAND",   "MPI_LOR",    "MPI_BOR",     "MPI_LXOR",
    "MPI_BXOR", "MPI_MAXLOC", "MPI_MINLOC", "MPI_REPLACE", "MPI_NO_OP",
};
enum { own_count = sizeof own / sizeof *own };

void mpi_ops_start(void) {
    for (int i = 1; i < own_count; ++i) mpi_add("MPI_Init", mpi_kind_op, &own[i]);
}

// --- what is defined for what --------------------------------------------------------------------

/// How the elements of basic types are calculated with.
enum number {
    no_number,
    i8,
    u8,
    i16,
    u16,
    i32,
    u32,
    i64,
    u64,
    f32,
    f64,
    long_double,
    c32,
    c64,
    bytes,
    pair_int,
    pair_float,
    pair_double,
    pair_long,
    pair_short,
    pair_long_double
};
#define SIGNED(type)                                                                               \
    (sizeof(type) == 8 ? i64 : sizeof(type) == 4 ? i32 : sizeof(type) == 2 ? i16 : i8)
#define UNSIGNED(type)                                                                             \
    (sizeof(type) == 8 ? u64 : sizeof(type) == 4 ? u32 : sizeof(type) == 2 ? u16 : u8)
static const uint8_t numbers[] = {
    [INDEX(MPI_CHAR)] = i8,
    [INDEX(MPI_SIGNED_CHAR)] = i8,
    [INDEX(MPI_UNSIGNED_CHAR)] = u8,
    [INDEX(MPI_BYTE)] = bytes,
    [INDEX(MPI_SHORT)] = i16,
    [INDEX(MPI_UNSIGNED_SHORT)] = u16,
    [INDEX(MPI_INT)] = i32,
    [INDEX(MPI_UNSIGNED)] = u32,
    [INDEX(MPI_LONG)] = SIGNED(long),
    [INDEX(MPI_UNSIGNED_LONG)] = UNSIGNED(long),
    [INDEX(MPI_LONG_LONG)] = i64,
    [INDEX(MPI_UNSIGNED_LONG_LONG)] = u64,
    [INDEX(MPI_FLOAT)] = f32,
    [INDEX(MPI_DOUBLE)] = f64,
    [INDEX(MPI_LONG_DOUBLE)] = long_double,
    [INDEX(MPI_WCHAR)] = SIGNED(wchar_t),
    [INDEX(MPI_INT8_T)] = i8,
    [INDEX(MPI_INT16_T)] = i16,
    [INDEX(MPI_INT32_T)] = i32,
    [INDEX(MPI_INT64_T)] = i64,
    [INDEX(MPI_UINT8_T)] = u8,
    [INDEX(MPI_UINT16_T)] = u16,
    [INDEX(MPI_UINT32_T)] = u32,
    [INDEX(MPI_UINT64_T)] = u64,
    [INDEX(MPI_AINT)] = SIGNED(MPI_Aint),
    [INDEX(MPI_OFFSET)] = i64,
    [INDEX(MPI_COUNT)] = i64,
    [INDEX(MPI_C_BOOL)] = u8,
    [INDEX(MPI_C_FLOAT_COMPLEX)] = c32,
    [INDEX(MPI_C_DOUBLE_COMPLEX)] = c64,
    [INDEX(MPI_C_LONG_DOUBLE_COMPLEX)] = sizeof(long double) == sizeof(double) ? c64 : no_number,
    [INDEX(MPI_2INT)] = pair_int,
    [INDEX(MPI_FLOAT_INT)] = pair_float,
    [INDEX(MPI_DOUBLE_INT)] = pair_double,
    [INDEX(MPI_LONG_INT)] = pair_long,
    [INDEX(MPI_SHORT_INT)] = pair_short,
    [INDEX(MPI_LONG_DOUBLE_INT)] = pair_long_double,
};

static enum number number_of(const struct mpi_type *t) {
    return t->basic < sizeof numbers ? numbers[t->basic] : no_number;
}

/// Whether MPI's operation is defined for the type (MPI-1.3, 4.9.2 and 4.9.3).
static int is_defined(int op, const struct mpi_type *type) {
    const enum number n = number_of(type);
    const int integer = n >= i8 && n <= u64;
    switch (op) {
    case INDEX(MPI_MAX):
    case INDEX(MPI_MIN): return integer || (n >= f32 && n <= long_double);
    case INDEX(MPI_SUM):
    case INDEX(MPI_PROD): return integer || (n >= f32 && n <= c64);
    case INDEX(MPI_LAND):
    case INDEX(MPI_LOR):
    case INDEX(MPI_LXOR): return integer;
    case INDEX(MPI_BAND):
    case INDEX(MPI_BOR):
    case INDEX(MPI_BXOR): return integer || n == bytes;
    case INDEX(MPI_MAXLOC):
    case INDEX(MPI_MINLOC): return n >= pair_int;
    default: return 0;
    }
}

int mpi_is_integer(const struct mpi_type *type) { return is_defined(INDEX(MPI_BAND), type); }

struct mpi_op *mpi_op(const char *call, struct mpi_comm *comm, MPI_Op op,
                      const struct mpi_type *type, int *error) {
    struct mpi_op *o = mpi_object(mpi_kind_op, op);
    if (!o) {
        *error = MPI_RAISE(comm, MPI_ERR_OP, call, "%d is no operation", op);
    } else if (!o->function && !is_defined(o->number, type)) {
        *error = MPI_RAISE(comm, MPI_ERR_OP, call, "%s is not defined for %s", names[o->number],
                           mpi_type_text(type));
        o = 0;
    }
    return o;
}

// --- calculating ---------------------------------------------------------------------------------

#define EACH(type, expression)                                                                     \
    {                                                                                              \
        const type *x = in;                                                                        \
        type *y = inout;                                                                           \
        for (int i = 0; i < count; ++i) y[i] = (type)(expression);                                 \
        return;                                                                                    \
    }
#define SUMS(type)                                                                                 \
    if (op == INDEX(MPI_SUM)) EACH(type, x[i] + y[i])                                              \
    if (op == INDEX(MPI_PROD)) EACH(type, x[i] * y[i])
#define NUMBERS(type)                                                                              \
    SUMS(type)                                                                                     \
    if (op == INDEX(MPI_MAX)) EACH(type, x[i] < y[i] ? y[i] : x[i])                                \
    EACH(type, y[i] < x[i] ? y[i] : x[i])
#define BITS(type)                                                                                 \
    if (op == INDEX(MPI_BAND)) EACH(type, x[i] & y[i])                                             \
    if (op == INDEX(MPI_BOR)) EACH(type, x[i] | y[i])                                              \
    if (op == INDEX(MPI_BXOR)) EACH(type, x[i] ^ y[i])
#define INTEGERS(type)                                                                             \
    if (op == INDEX(MPI_LAND)) EACH(type, x[i] && y[i])                                            \
    if (op == INDEX(MPI_LOR)) EACH(type, x[i] || y[i])                                             \
    if (op == INDEX(MPI_LXOR)) EACH(type, !x[i] != !y[i])                                          \
    BITS(type)                                                                                     \
    NUMBERS(type)
// Of equal values, the one with the smaller index (MPI-1.3, 4.9.3).
#define PAIRS(type)                                                                                \
    {                                                                                              \
        struct pair {                                                                              \
            type value;                                                                            \
            int at;                                                                                \
        };                                                                                         \
        const struct pair *x = in;                                                                 \
        struct pair *y = inout;                                                                    \
        for (int i = 0; i < count; ++i) {                                                          \
            const int better =                                                                     \
                op == INDEX(MPI_MAXLOC) ? y[i].value < x[i].value : x[i].value < y[i].value;       \
            if (!better && !(x[i].value == y[i].value && x[i].at < y[i].at)) continue;             \
            y[i].value = x[i].value; /* padding stays as it is */                                  \
            y[i].at = x[i].at;                                                                     \
        }                                                                                          \
        return;                                                                                    \
    }

static void combine_own(int op, enum number number, const void *in, void *inout, int count) {
    switch (number) {
    case i8: INTEGERS(int8_t)
    case u8: INTEGERS(uint8_t)
    case i16: INTEGERS(int16_t)
    case u16: INTEGERS(uint16_t)
    case i32: INTEGERS(int32_t)
    case u32: INTEGERS(uint32_t)
    case i64: INTEGERS(int64_t)
    case u64: INTEGERS(uint64_t)
    case f32: NUMBERS(float)
    case f64: NUMBERS(double)
    case long_double: NUMBERS(long double)
    case c32: SUMS(float _Complex) return;
    case c64: SUMS(double _Complex) return;
    case bytes: BITS(uint8_t) return;
    case pair_int: PAIRS(int)
    case pair_float: PAIRS(float)
    case pair_double: PAIRS(double)
    case pair_long: PAIRS(long)
    case pair_short: PAIRS(short)
    case pair_long_double: PAIRS(long double)
    case no_number: return;
    }
}

void mpi_combine(const struct mpi_op *op, const struct mpi_type *type, const void *in, void *inout,
                 int count) {
    if (op->function) {
        MPI_Datatype handle = type->handle;
        if (count) op->function((void *)in, inout, &count, &handle);
    } else {
        combine_own(op->number, number_of(type), in, inout, count);
    }
}

// --- the program's -------------------------------------------------------------------------------

MPI_CALL(Op_create)(MPI_User_function *function, int commute, MPI_Op *op) {
    mpi_check_started("MPI_Op_create");
    MPI_NOT_NULL(op, 0, "MPI_Op_create");
    MPI_CHECK(!function, 0, MPI_ERR_ARG, "MPI_Op_create", "a null function");
    struct mpi_op *o = mpi_get("MPI_Op_create", sizeof *o);
    *o = (struct mpi_op){1, 0, commute != 0, function, 0};
    *op = o->handle = mpi_add("MPI_Op_create", mpi_kind_op, o);
    return MPI_SUCCESS;
}
void mpi_op_release(struct mpi_op *op) {
    if (--op->references == 0) free(op);
}
MPI_CALL(Op_free)(MPI_Op *op) {
    MPI_NOT_NULL(op, 0, "MPI_Op_free");
    mpi_check_started("MPI_Op_free");
    struct mpi_op *o = mpi_object(mpi_kind_op, *op);
    MPI_CHECK(!o, 0, MPI_ERR_OP, "MPI_Op_free", "%d is no operation", *op);
    MPI_CHECK(!o->function, 0, MPI_ERR_OP, "MPI_Op_free", "%s is MPI's own", names[o->number]);
    mpi_remove(mpi_kind_op, *op);
    mpi_op_release(o);
    *op = MPI_OP_NULL;
    return MPI_SUCCESS;
}
MPI_CALL(Op_commutative)(MPI_Op op, int *commute) {
    mpi_check_started("MPI_Op_commutative");
    MPI_NOT_NULL(commute, 0, "MPI_Op_commutative");
    const struct mpi_op *o = mpi_object(mpi_kind_op, op);
    MPI_CHECK(!o, 0, MPI_ERR_OP, "MPI_Op_commutative", "%d is no operation", op);
    *commute = o->commutes;
    return MPI_SUCCESS;
}
MPI_CALL(Reduce_local)(const void *in, void *inout, int count, MPI_Datatype type, MPI_Op op) {
    static const char call[] = "MPI_Reduce_local";
    int error;
    mpi_check_started(call);
    const struct mpi_type *t = mpi_type(call, 0, type, count, &error);
    if (!t) return error;
    const struct mpi_op *o = mpi_op(call, 0, op, t, &error);
    if (!o) return error;
    MPI_CHECK(in == MPI_IN_PLACE || inout == MPI_IN_PLACE, 0, MPI_ERR_BUFFER, call, "MPI_IN_PLACE");
    mpi_combine(o, t, in, inout, count);
    return MPI_SUCCESS;
}
