// Data types: the basic ones, and vectors of others.
#include "mpi_internal.h"

#include <stdlib.h>
#include <string.h>

struct type {
    int used, contiguous;
    size_t size, extent; ///< of one element: in a message, in memory
    // A vector: `count` blocks of `block` elements of `old`, `stride` elements apart.
    int count, block, stride;
    MPI_Datatype old;
};

// MPI_MAXLOC and MPI_MINLOC use pairs of a value and an int.
struct float_int {
    float value;
    int at;
};
struct double_int {
    double value;
    int at;
};
struct long_int {
    long value;
    int at;
};
struct short_int {
    short value;
    int at;
};

enum { first_derived = 32, types = 96 };
#define BASIC(bytes)                                                                               \
    { 1, 1, bytes, bytes, 0, 0, 0, 0 }
static struct type table[types] = {
    [MPI_CHAR] = BASIC(1),
    [MPI_SIGNED_CHAR] = BASIC(1),
    [MPI_UNSIGNED_CHAR] = BASIC(1),
    [MPI_BYTE] = BASIC(1),
    [MPI_SHORT] = BASIC(sizeof(short)),
    [MPI_UNSIGNED_SHORT] = BASIC(sizeof(short)),
    [MPI_INT] = BASIC(sizeof(int)),
    [MPI_UNSIGNED] = BASIC(sizeof(int)),
    [MPI_LONG] = BASIC(sizeof(long)),
    [MPI_UNSIGNED_LONG] = BASIC(sizeof(long)),
    [MPI_LONG_LONG] = BASIC(sizeof(long long)),
    [MPI_UNSIGNED_LONG_LONG] = BASIC(sizeof(long long)),
    [MPI_FLOAT] = BASIC(sizeof(float)),
    [MPI_DOUBLE] = BASIC(sizeof(double)),
    [MPI_2INT] = BASIC(2 * sizeof(int)),
    [MPI_FLOAT_INT] = BASIC(sizeof(struct float_int)),
    [MPI_DOUBLE_INT] = BASIC(sizeof(struct double_int)),
    [MPI_LONG_INT] = BASIC(sizeof(struct long_int)),
    [MPI_SHORT_INT] = BASIC(sizeof(struct short_int)),
};

static struct type *find(const char *call, MPI_Datatype type) {
    MPI_WRONG(type <= 0 || type >= types || !table[type].used, call, "%d is no data type", type);
    return &table[type];
}

size_t mpi_size(const char *call, MPI_Datatype type, int count) {
    const struct type *t = find(call, type);
    MPI_WRONG(count < 0, call, "a count of %d", count);
    return t->size * (size_t)count;
}
size_t mpi_extent(MPI_Datatype type) { return table[type].extent; }
int mpi_is_contiguous(MPI_Datatype type) { return table[type].contiguous; }

/// Copies one element: to a message (`from_message` 0) or from it, up to `left` bytes. Returns the
/// next position in the message.
static char *copy(MPI_Datatype type, char *memory, char *message, size_t *left, int from_message) {
    const struct type *t = &table[type];
    if (t->contiguous) {
        const size_t n = t->size < *left ? t->size : *left;
        if (from_message)
            memcpy(memory, message, n);
        else
            memcpy(message, memory, n);
        *left -= n;
        return message + n;
    }
    const size_t extent = table[t->old].extent;
    for (int b = 0; b < t->count; ++b)
        for (int e = 0; e < t->block; ++e)
            message = copy(t->old, memory + (ptrdiff_t)extent * ((ptrdiff_t)b * t->stride + e),
                           message, left, from_message);
    return message;
}

void mpi_pack(MPI_Datatype type, const void *from, int count, void *to) {
    size_t left = table[type].size * (size_t)count;
    for (int i = 0; i < count; ++i)
        to = copy(type, (char *)from + (size_t)i * table[type].extent, to, &left, 0);
}
void mpi_unpack(MPI_Datatype type, const void *from, size_t bytes, void *to) {
    char *message = (char *)from;
    for (size_t i = 0; bytes; ++i)
        message = copy(type, (char *)to + i * table[type].extent, message, &bytes, 1);
}

static MPI_Datatype make(const char *call, int count, int block, int stride, MPI_Datatype old) {
    const struct type *o = find(call, old);
    MPI_WRONG(count < 0 || block < 0, call, "%d blocks of %d elements", count, block);
    MPI_WRONG(stride < 0, call, "a stride of %d", stride);
    for (MPI_Datatype type = first_derived; type < types; ++type) {
        struct type *t = &table[type];
        if (t->used) continue;
        const size_t elements =
            count && block ? (size_t)(count - 1) * (size_t)stride + (size_t)block : 0;
        *t = (struct type){.used = 1,
                           .contiguous = o->contiguous && (stride == block || count <= 1),
                           .size = o->size * (size_t)count * (size_t)block,
                           .extent = o->extent * elements,
                           .count = count,
                           .block = block,
                           .stride = stride,
                           .old = old};
        return type;
    }
    xnet_fail("%s: more than %d data types", call, types - first_derived);
}

int MPI_Type_contiguous(int count, MPI_Datatype old, MPI_Datatype *made) {
    *made = make("MPI_Type_contiguous", 1, count, count, old);
    return MPI_SUCCESS;
}
int MPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype old, MPI_Datatype *made) {
    *made = make("MPI_Type_vector", count, blocklength, stride, old);
    return MPI_SUCCESS;
}
int MPI_Type_commit(MPI_Datatype *type) {
    find("MPI_Type_commit", *type);
    return MPI_SUCCESS;
}
int MPI_Type_free(MPI_Datatype *type) {
    find("MPI_Type_free", *type);
    MPI_WRONG(*type < first_derived, "MPI_Type_free", "%d is a basic type", *type);
    table[*type].used = 0;
    *type = MPI_DATATYPE_NULL;
    return MPI_SUCCESS;
}
int MPI_Type_size(MPI_Datatype type, int *size) {
    *size = (int)mpi_size("MPI_Type_size", type, 1);
    return MPI_SUCCESS;
}

int MPI_Get_count(const MPI_Status *status, MPI_Datatype type, int *count) {
    const size_t size = mpi_size("MPI_Get_count", type, 1), bytes = (size_t)status->bytes_;
    *count = size == 0 ? 0 : bytes % size ? MPI_UNDEFINED : (int)(bytes / size);
    return MPI_SUCCESS;
}

// --- operations of reductions --------------------------------------------------------------------

#define EACH(type, expression)                                                                     \
    {                                                                                              \
        type *x = a;                                                                               \
        const type *y = b;                                                                         \
        for (int i = 0; i < count; ++i) x[i] = (type)(expression);                                 \
        return;                                                                                    \
    }
#define NUMBERS(type)                                                                              \
    switch (op) {                                                                                  \
    case MPI_SUM: EACH(type, x[i] + y[i])                                                          \
    case MPI_PROD: EACH(type, x[i] * y[i])                                                         \
    case MPI_MAX: EACH(type, x[i] < y[i] ? y[i] : x[i])                                            \
    case MPI_MIN: EACH(type, y[i] < x[i] ? y[i] : x[i])                                            \
    default: break;                                                                                \
    }
#define INTEGERS(type)                                                                             \
    NUMBERS(type)                                                                                  \
    switch (op) {                                                                                  \
    case MPI_LAND: EACH(type, x[i] && y[i])                                                        \
    case MPI_LOR: EACH(type, x[i] || y[i])                                                         \
    case MPI_LXOR: EACH(type, !x[i] != !y[i])                                                      \
    case MPI_BAND: EACH(type, x[i] & y[i])                                                         \
    case MPI_BOR: EACH(type, x[i] | y[i])                                                          \
    case MPI_BXOR: EACH(type, x[i] ^ y[i])                                                         \
    default: break;                                                                                \
    }
// Of equal values, the one with the smaller index (MPI-1 4.9.3).
#define PAIRS(type)                                                                                \
    if (op == MPI_MAXLOC || op == MPI_MINLOC) {                                                    \
        type *x = a;                                                                               \
        const type *y = b;                                                                         \
        for (int i = 0; i < count; ++i) {                                                          \
            const int better =                                                                     \
                op == MPI_MAXLOC ? x[i].value < y[i].value : y[i].value < x[i].value;              \
            if (better || (x[i].value == y[i].value && y[i].at < x[i].at)) x[i] = y[i];            \
        }                                                                                          \
        return;                                                                                    \
    }

struct int_int {
    int value, at;
};

/// Names for messages.
static const char *type_name(MPI_Datatype type) {
    static const char *const names[] = {
        [MPI_CHAR] = "MPI_CHAR",
        [MPI_SIGNED_CHAR] = "MPI_SIGNED_CHAR",
        [MPI_UNSIGNED_CHAR] = "MPI_UNSIGNED_CHAR",
        [MPI_BYTE] = "MPI_BYTE",
        [MPI_SHORT] = "MPI_SHORT",
        [MPI_UNSIGNED_SHORT] = "MPI_UNSIGNED_SHORT",
        [MPI_INT] = "MPI_INT",
        [MPI_UNSIGNED] = "MPI_UNSIGNED",
        [MPI_LONG] = "MPI_LONG",
        [MPI_UNSIGNED_LONG] = "MPI_UNSIGNED_LONG",
        [MPI_LONG_LONG] = "MPI_LONG_LONG",
        [MPI_UNSIGNED_LONG_LONG] = "MPI_UNSIGNED_LONG_LONG",
        [MPI_FLOAT] = "MPI_FLOAT",
        [MPI_DOUBLE] = "MPI_DOUBLE",
        [MPI_2INT] = "MPI_2INT",
        [MPI_FLOAT_INT] = "MPI_FLOAT_INT",
        [MPI_DOUBLE_INT] = "MPI_DOUBLE_INT",
        [MPI_LONG_INT] = "MPI_LONG_INT",
        [MPI_SHORT_INT] = "MPI_SHORT_INT",
    };
    return type < first_derived ? names[type] : "a derived data type";
}

/// A null pointer if there is no such operation.
static const char *operation_name(MPI_Op op) {
    static const char *const names[] = {
        [MPI_SUM] = "MPI_SUM",   [MPI_PROD] = "MPI_PROD",     [MPI_MAX] = "MPI_MAX",
        [MPI_MIN] = "MPI_MIN",   [MPI_LAND] = "MPI_LAND",     [MPI_LOR] = "MPI_LOR",
        [MPI_LXOR] = "MPI_LXOR", [MPI_BAND] = "MPI_BAND",     [MPI_BOR] = "MPI_BOR",
        [MPI_BXOR] = "MPI_BXOR", [MPI_MAXLOC] = "MPI_MAXLOC", [MPI_MINLOC] = "MPI_MINLOC",
    };
    return op > 0 && op < (int)(sizeof names / sizeof *names) ? names[op] : 0;
}

void mpi_combine(const char *call, MPI_Op op, MPI_Datatype type, void *a, const void *b,
                 int count) {
    switch (type) {
    case MPI_CHAR:
    case MPI_SIGNED_CHAR: INTEGERS(signed char) break;
    case MPI_UNSIGNED_CHAR:
    case MPI_BYTE: INTEGERS(unsigned char) break;
    case MPI_SHORT: INTEGERS(short) break;
    case MPI_UNSIGNED_SHORT: INTEGERS(unsigned short) break;
    case MPI_INT: INTEGERS(int) break;
    case MPI_UNSIGNED: INTEGERS(unsigned) break;
    case MPI_LONG: INTEGERS(long) break;
    case MPI_UNSIGNED_LONG: INTEGERS(unsigned long) break;
    case MPI_LONG_LONG: INTEGERS(long long) break;
    case MPI_UNSIGNED_LONG_LONG: INTEGERS(unsigned long long) break;
    case MPI_FLOAT: NUMBERS(float) break;
    case MPI_DOUBLE: NUMBERS(double) break;
    case MPI_2INT: PAIRS(struct int_int) break;
    case MPI_FLOAT_INT: PAIRS(struct float_int) break;
    case MPI_DOUBLE_INT: PAIRS(struct double_int) break;
    case MPI_LONG_INT: PAIRS(struct long_int) break;
    case MPI_SHORT_INT: PAIRS(struct short_int) break;
    default: break;
    }
    MPI_WRONG(!operation_name(op), call, "%d is no operation", op);
    xnet_fail("%s: %s is not defined for %s", call, operation_name(op), type_name(type));
}
