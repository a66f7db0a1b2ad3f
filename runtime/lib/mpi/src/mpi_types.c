// Data types: the basic ones, and those that are made of others.
#include "mpi_envelope.h"

#include <stdlib.h>
#include <string.h>

#define INDEX(handle) ((handle) & ((1 << mpi_kind_shift) - 1))
#define BASIC(handle, text, bytes, alignment, parts)                                               \
    [INDEX(handle)] = {.references = 1,                                                            \
                       .basic = INDEX(handle),                                                     \
                       .is_committed = 1,                                                          \
                       .one_run = 1,                                                               \
                       .dense = 1,                                                                 \
                       .align = (alignment),                                                       \
                       .size = (bytes),                                                            \
                       .elements = (parts),                                                        \
                       .ub = (bytes),                                                              \
                       .true_ub = (bytes),                                                         \
                       .name = text}
#define OF(handle, type)                                                                           \
    BASIC(handle, #handle, sizeof(type),                                                           \
          offsetof(                                                                                \
              struct {                                                                             \
                  char c;                                                                          \
                  type x;                                                                          \
              },                                                                                   \
              x),                                                                                  \
          1)
/// A value and an int, as a structure of C has them. Padding is no data.
#define PAIR(handle, type, value)                                                                  \
    [INDEX(handle)] = {                                                                            \
        .references = 1,                                                                           \
        .basic = INDEX(handle),                                                                    \
        .is_committed = 1,                                                                         \
        .one_run = offsetof(PAIR_OF(type), at) == sizeof(type),                                    \
        .dense = sizeof(PAIR_OF(type)) == sizeof(type) + sizeof(int),                              \
        .holds = mpi_holds_list,                                                                   \
        .align = offsetof(                                                                         \
            struct {                                                                               \
                char c;                                                                            \
                PAIR_OF(type) x;                                                                   \
            },                                                                                     \
            x),                                                                                    \
        .size = sizeof(type) + sizeof(int),                                                        \
        .elements = 2,                                                                             \
        .ub = sizeof(PAIR_OF(type)),                                                               \
        .true_ub = offsetof(PAIR_OF(type), at) + sizeof(int),                                      \
        .count = 2,                                                                                \
        .blocks = (struct mpi_block[]){{0, 1, &basics[INDEX(value)]},                              \
                                       {offsetof(PAIR_OF(type), at), 1, &basics[INDEX(MPI_INT)]}}, \
        .name = #handle}
#define PAIR_OF(type)                                                                              \
    struct {                                                                                       \
        type x;                                                                                    \
        int at;                                                                                    \
    }

static struct mpi_type basics[] = {
    OF(MPI_CHAR, char),
    OF(MPI_SIGNED_CHAR, signed char),
    OF(MPI_UNSIGNED_CHAR, unsigned char),
    OF(MPI_BYTE, char),
    OF(MPI_SHORT, short),
    OF(MPI_UNSIGNED_SHORT, unsigned short),
    OF(MPI_INT, int),
    OF(MPI_UNSIGNED, unsigned),
    OF(MPI_LONG, long),
    OF(MPI_UNSIGNED_LONG, unsigned long),
    OF(MPI_LONG_LONG, long long),
    OF(MPI_UNSIGNED_LONG_LONG, unsigned long long),
    OF(MPI_FLOAT, float),
    OF(MPI_DOUBLE, double),
    OF(MPI_LONG_DOUBLE, long double),
    OF(MPI_PACKED, char),
    OF(MPI_WCHAR, wchar_t),
    OF(MPI_INT8_T, int8_t),
    OF(MPI_INT16_T, int16_t),
    OF(MPI_INT32_T, int32_t),
    OF(MPI_INT64_T, int64_t),
    OF(MPI_UINT8_T, uint8_t),
    OF(MPI_UINT16_T, uint16_t),
    OF(MPI_UINT32_T, uint32_t),
    OF(MPI_UINT64_T, uint64_t),
    OF(MPI_AINT, MPI_Aint),
    OF(MPI_OFFSET, MPI_Offset),
    OF(MPI_C_BOOL, _Bool),
    OF(MPI_C_FLOAT_COMPLEX, float _Complex),
    OF(MPI_C_DOUBLE_COMPLEX, double _Complex),
    PAIR(MPI_2INT, int, MPI_INT),
    PAIR(MPI_FLOAT_INT, float, MPI_FLOAT),
    PAIR(MPI_DOUBLE_INT, double, MPI_DOUBLE),
    PAIR(MPI_LONG_INT, long, MPI_LONG),
    PAIR(MPI_SHORT_INT, short, MPI_SHORT),
    PAIR(MPI_LONG_DOUBLE_INT, long double, MPI_LONG_DOUBLE),
    BASIC(MPI_LB, "MPI_LB", 0, 1, 0),
    BASIC(MPI_UB, "MPI_UB", 0, 1, 0),
    OF(MPI_COUNT, MPI_Count),
    OF(MPI_C_LONG_DOUBLE_COMPLEX, long double _Complex),
};

void mpi_types_start(void) {
    basics[INDEX(MPI_LB)].lower_marked = basics[INDEX(MPI_UB)].upper_marked = 1;
    for (unsigned i = 1; i < sizeof basics / sizeof *basics; ++i)
        basics[i].handle = mpi_add("MPI_Init", mpi_kind_type, &basics[i]);
}

struct mpi_type *mpi_padded(struct mpi_type *type) {
    enum { first = INDEX(MPI_2INT), end = INDEX(MPI_LONG_DOUBLE_INT) + 1 };
    static struct mpi_type padded[end - first]; // made when needed
    if (type->basic < first || type->basic >= end || type->dense) return type;
    struct mpi_type *const p = &padded[type->basic - first];
    if (!p->basic) {
        *p = *type;
        p->one_run = p->dense = 1;
        p->size = (size_t)p->ub;
        p->true_ub = p->ub;
    }
    return p;
}

const char *mpi_type_text(const struct mpi_type *type) {
    return type->name[0] ? type->name : "a derived data type";
}

struct mpi_type *mpi_type_slow(const char *call, struct mpi_comm *comm, MPI_Datatype type,
                               int count, int *error) {
    struct mpi_type *t = mpi_object(mpi_kind_type, type);
    mpi_check_started(call);
    if (count < 0)
        *error = MPI_RAISE(comm, MPI_ERR_COUNT, call, "a count of %d", count);
    else if (!t && count == 0 && type == MPI_DATATYPE_NULL)
        return &basics[INDEX(MPI_BYTE)];
    else if (!t && type == MPI_DATATYPE_NULL)
        *error = MPI_RAISE(comm, MPI_ERR_TYPE, call, "MPI_DATATYPE_NULL");
    else if (!t)
        *error = MPI_RAISE(comm, MPI_ERR_TYPE, call, "%d is no data type", type);
    else
        *error = MPI_RAISE(comm, MPI_ERR_TYPE, call, "%s is not committed", mpi_type_text(t));
    return 0;
}

// --- making --------------------------------------------------------------------------------------

/// What the blocks of a type add up to.
struct bounds {
    int any, any_data, any_lower, any_upper;
    ptrdiff_t lb, ub, lower, upper, true_lb, true_ub;
};
static void widen(int *any, ptrdiff_t *low, ptrdiff_t *high, ptrdiff_t from, ptrdiff_t to) {
    if (!*any || from < *low) *low = from;
    if (!*any || to > *high) *high = to;
    *any = 1;
}
/// `count` elements at `at`.
static void take_in(struct bounds *b, ptrdiff_t at, int count, const struct mpi_type *t) {
    if (count == 0) return;
    const ptrdiff_t last = (count - 1) * mpi_extent(t), low = at + (last < 0 ? last : 0),
                    high = at + (last > 0 ? last : 0);
    // Markers count alone if there are any.
    if (t->basic != INDEX(MPI_LB) && t->basic != INDEX(MPI_UB))
        widen(&b->any, &b->lb, &b->ub, low + t->lb, high + t->ub);
    if (t->lower_marked && (!b->any_lower++ || low + t->lb < b->lower)) b->lower = low + t->lb;
    if (t->upper_marked && (!b->any_upper++ || high + t->ub > b->upper)) b->upper = high + t->ub;
    if (t->size) widen(&b->any_data, &b->true_lb, &b->true_ub, low + t->true_lb, high + t->true_ub);
}
static void set_bounds(struct mpi_type *t, const struct bounds *b) {
    t->lower_marked = b->any_lower != 0;
    t->upper_marked = b->any_upper != 0;
    t->lb = b->any_lower ? b->lower : b->lb;
    t->ub = b->any_upper ? b->upper : b->ub;
    t->true_lb = b->true_lb;
    t->true_ub = b->true_ub;
}

/// A type with room for `blocks` blocks.
static struct mpi_type *new_type(const char *call, int blocks) {
    struct mpi_type *t = mpi_get(call, sizeof *t + (size_t)blocks * sizeof *t->blocks);
    memset(t, 0, sizeof *t);
    t->references = 1;
    t->align = 1;
    t->blocks = (struct mpi_block *)(t + 1);
    t->holds = mpi_holds_list;
    return t;
}
static void keep(struct mpi_type *t, ptrdiff_t at, int count, struct mpi_type *old) {
    t->blocks[t->count++] = (struct mpi_block){at, count, old};
    ++old->references;
    if (count && old->align > t->align) t->align = old->align;
}
static int finish(const char *call, struct mpi_type *t, MPI_Datatype *made) {
    t->dense = t->one_run && mpi_extent(t) == (ptrdiff_t)t->size;
    *made = t->handle = mpi_add(call, mpi_kind_type, t);
    return MPI_SUCCESS;
}

/// Whether `count` elements at `at` are one run of bytes that begins at `*end`, which is moved
/// behind it.
static int continues(ptrdiff_t *end, int *any, ptrdiff_t at, int count, const struct mpi_type *t) {
    if (!t->size || !count) return 1;
    if (!t->one_run || (count > 1 && !t->dense)) return 0;
    if (*any && at + t->true_lb != *end) return 0;
    *any = 1;
    *end = at + t->true_lb + (ptrdiff_t)t->size * count;
    return 1;
}

/// A list of blocks. `pad`: as a C compiler pads a structure.
static int finish_list(const char *call, struct mpi_type *t, int pad, MPI_Datatype *made) {
    struct bounds b = {0};
    ptrdiff_t end = 0;
    int any = 0;
    t->one_run = 1;
    for (int i = 0; i < t->count; ++i) {
        const struct mpi_block *k = &t->blocks[i];
        take_in(&b, k->at, k->count, k->type);
        t->size += k->type->size * (size_t)k->count;
        t->elements += k->type->elements * (size_t)k->count;
        t->one_run &= (uint8_t)continues(&end, &any, k->at, k->count, k->type);
    }
    set_bounds(t, &b);
    if (pad && !t->upper_marked && mpi_extent(t) % (ptrdiff_t)t->align)
        t->ub += (ptrdiff_t)t->align - mpi_extent(t) % (ptrdiff_t)t->align;
    return finish(call, t, made);
}

static int make_vector(const char *call, int count, int block, ptrdiff_t stride,
                       struct mpi_type *old, MPI_Datatype *made) {
    struct mpi_type *t = new_type(call, 1);
    keep(t, 0, block, old);
    t->holds = mpi_holds_vector;
    t->count = count;
    t->stride = stride;
    t->size = old->size * (size_t)block * (size_t)count;
    t->elements = old->elements * (size_t)block * (size_t)count;
    struct bounds b = {0};
    if (count) {
        take_in(&b, 0, block, old);
        take_in(&b, (count - 1) * stride, block, old);
    }
    set_bounds(t, &b);
    t->one_run = t->size == 0 || (old->one_run && (block == 1 || old->dense) &&
                                  (count == 1 || (stride == (ptrdiff_t)old->size * block)));
    return finish(call, t, made);
}

/// The old type of a call.
#define OLD_OF(o, call, old)                                                                       \
    mpi_check_started(call);                                                                       \
    struct mpi_type *const o = mpi_object(mpi_kind_type, old);                                     \
    MPI_CHECK(!o, 0, MPI_ERR_TYPE, call, "%d is no data type", old)
#define COUNTS(call, count, block)                                                                 \
    MPI_CHECK((count) < 0, 0, MPI_ERR_COUNT, call, "a count of %d", count);                        \
    MPI_CHECK((block) < 0, 0, MPI_ERR_ARG, call, "a block of %d elements", block)

MPI_CALL(Type_contiguous)(int count, MPI_Datatype old, MPI_Datatype *made) {
    static const char call[] = "MPI_Type_contiguous";
    OLD_OF(o, call, old);
    MPI_NOT_NULL(made, 0, call);
    COUNTS(call, count, 0);
    MPI_TRY(make_vector(call, 1, count, 0, o, made));
    struct mpi_contents *const c = mpi_made_of(call, *made, MPI_COMBINER_CONTIGUOUS, 1, 0, 1);
    mpi_keep_int(c, count);
    mpi_keep_type(c, o);
    return MPI_SUCCESS;
}
MPI_CALL(Type_vector)
(int count, int blocklength, int stride, MPI_Datatype old, MPI_Datatype *made) {
    static const char call[] = "MPI_Type_vector";
    OLD_OF(o, call, old);
    MPI_NOT_NULL(made, 0, call);
    COUNTS(call, count, blocklength);
    MPI_TRY(make_vector(call, count, blocklength, stride * mpi_extent(o), o, made));
    struct mpi_contents *const c = mpi_made_of(call, *made, MPI_COMBINER_VECTOR, 3, 0, 1);
    mpi_keep_int(c, count);
    mpi_keep_int(c, blocklength);
    mpi_keep_int(c, stride);
    mpi_keep_type(c, o);
    return MPI_SUCCESS;
}
static int hvector(const char *call, int count, int blocklength, MPI_Aint stride, MPI_Datatype old,
                   MPI_Datatype *made) {
    OLD_OF(o, call, old);
    COUNTS(call, count, blocklength);
    MPI_NOT_NULL(made, 0, call);
    MPI_TRY(make_vector(call, count, blocklength, stride, o, made));
    struct mpi_contents *const c = mpi_made_of(call, *made, MPI_COMBINER_HVECTOR, 2, 1, 1);
    mpi_keep_int(c, count);
    mpi_keep_int(c, blocklength);
    mpi_keep_addresses(c, &stride, 1);
    mpi_keep_type(c, o);
    return MPI_SUCCESS;
}
MPI_CALL(Type_hvector)
(int count, int blocklength, MPI_Aint stride, MPI_Datatype old, MPI_Datatype *made) {
    return hvector("MPI_Type_hvector", count, blocklength, stride, old, made);
}
MPI_CALL(Type_create_hvector)
(int count, int blocklength, MPI_Aint stride, MPI_Datatype old, MPI_Datatype *made) {
    return hvector("MPI_Type_create_hvector", count, blocklength, stride, old, made);
}

/// Blocks of one type. One of `lengths` and `length`; displacements in elements, or in bytes.
static int indexed(const char *call, int count, const int *lengths, int length, const int *elements,
                   const MPI_Aint *bytes, MPI_Datatype old, MPI_Datatype *made) {
    OLD_OF(o, call, old);
    COUNTS(call, count, length);
    MPI_NOT_NULL(made, 0, call);
    MPI_CHECK(count && !elements && !bytes, 0, MPI_ERR_ARG, call, "a null pointer");
    for (int i = 0; i < count && lengths; ++i) {
        COUNTS(call, 0, lengths[i]);
    }
    struct mpi_type *t = new_type(call, count);
    for (int i = 0; i < count; ++i)
        keep(t, bytes ? bytes[i] : elements[i] * mpi_extent(o), lengths ? lengths[i] : length, o);
    MPI_TRY(finish_list(call, t, 0, made));
    const int combiner = lengths
                             ? (bytes ? MPI_COMBINER_HINDEXED : MPI_COMBINER_INDEXED)
                             : (bytes ? MPI_COMBINER_HINDEXED_BLOCK : MPI_COMBINER_INDEXED_BLOCK);
    // Elements without an extent have lost their displacements.
    if (lengths && (bytes || mpi_extent(o))) {
        struct mpi_contents *const c = mpi_made_of(call, *made, combiner, 1, 0, 1);
        mpi_keep_int(c, count);
        mpi_keep_blocks(c, t, bytes ? 0 : mpi_extent(o));
        mpi_keep_type(c, o);
        return MPI_SUCCESS;
    }
    struct mpi_contents *const c =
        mpi_made_of(call, *made, combiner, 1 + (lengths ? count : 1) + (bytes ? 0 : count),
                    bytes ? count : 0, 1);
    mpi_keep_int(c, count);
    mpi_keep_ints(c, lengths ? lengths : &length, lengths ? count : 1);
    if (bytes)
        mpi_keep_addresses(c, bytes, count);
    else
        mpi_keep_ints(c, elements, count);
    mpi_keep_type(c, o);
    return MPI_SUCCESS;
}
MPI_CALL(Type_indexed)
(int count, const int *blocklengths, const int *displacements, MPI_Datatype old,
 MPI_Datatype *made) {
    return indexed("MPI_Type_indexed", count, blocklengths, 0, displacements, 0, old, made);
}
MPI_CALL(Type_hindexed)
(int count, const int *blocklengths, const MPI_Aint *displacements, MPI_Datatype old,
 MPI_Datatype *made) {
    return indexed("MPI_Type_hindexed", count, blocklengths, 0, 0, displacements, old, made);
}
MPI_CALL(Type_create_hindexed)
(int count, const int *blocklengths, const MPI_Aint *displacements, MPI_Datatype old,
 MPI_Datatype *made) {
    return indexed("MPI_Type_create_hindexed", count, blocklengths, 0, 0, displacements, old, made);
}
MPI_CALL(Type_create_indexed_block)
(int count, int blocklength, const int *displacements, MPI_Datatype old, MPI_Datatype *made) {
    return indexed("MPI_Type_create_indexed_block", count, 0, blocklength, displacements, 0, old,
                   made);
}
MPI_CALL(Type_create_hindexed_block)
(int count, int blocklength, const MPI_Aint *displacements, MPI_Datatype old, MPI_Datatype *made) {
    return indexed("MPI_Type_create_hindexed_block", count, 0, blocklength, 0, displacements, old,
                   made);
}

static int structure(const char *call, int count, const int *lengths, const MPI_Aint *bytes,
                     const MPI_Datatype *types, MPI_Datatype *made) {
    mpi_check_started(call);
    COUNTS(call, count, 0);
    MPI_NOT_NULL(made && (!count || (lengths && bytes && types)), 0, call);
    for (int i = 0; i < count; ++i) {
        COUNTS(call, 0, lengths[i]);
        MPI_CHECK(!mpi_object(mpi_kind_type, types[i]), 0, MPI_ERR_TYPE, call, "%d is no data type",
                  types[i]);
    }
    struct mpi_type *t = new_type(call, count);
    for (int i = 0; i < count; ++i)
        keep(t, bytes[i], lengths[i], mpi_object(mpi_kind_type, types[i]));
    MPI_TRY(finish_list(call, t, 1, made));
    struct mpi_contents *const c = mpi_made_of(call, *made, MPI_COMBINER_STRUCT, 1, 0, count);
    mpi_keep_int(c, count);
    mpi_keep_blocks(c, t, 0);
    for (int i = 0; i < count; ++i) mpi_keep_type(c, mpi_object(mpi_kind_type, types[i]));
    return MPI_SUCCESS;
}
MPI_CALL(Type_struct)
(int count, const int *blocklengths, const MPI_Aint *displacements, const MPI_Datatype *types,
 MPI_Datatype *made) {
    return structure("MPI_Type_struct", count, blocklengths, displacements, types, made);
}
MPI_CALL(Type_create_struct)
(int count, const int *blocklengths, const MPI_Aint *displacements, const MPI_Datatype *types,
 MPI_Datatype *made) {
    return structure("MPI_Type_create_struct", count, blocklengths, displacements, types, made);
}

/// One element at a displacement, with other bounds.
static int resized(const char *call, struct mpi_type *o, ptrdiff_t at, ptrdiff_t lb,
                   ptrdiff_t extent, MPI_Datatype *made) {
    struct mpi_type *t = new_type(call, 1);
    keep(t, at, 1, o);
    t->size = o->size;
    t->elements = o->elements;
    t->one_run = o->one_run;
    t->true_lb = at + o->true_lb;
    t->true_ub = at + o->true_ub;
    t->lb = lb;
    t->ub = lb + extent;
    t->lower_marked = t->upper_marked = 1;
    return finish(call, t, made);
}
MPI_CALL(Type_create_resized)(MPI_Datatype old, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *made) {
    static const char call[] = "MPI_Type_create_resized";
    OLD_OF(o, call, old);
    MPI_NOT_NULL(made, 0, call);
    MPI_TRY(resized(call, o, 0, lb, extent, made));
    struct mpi_contents *const c = mpi_made_of(call, *made, MPI_COMBINER_RESIZED, 0, 2, 1);
    mpi_keep_addresses(c, &lb, 1);
    mpi_keep_addresses(c, &extent, 1);
    mpi_keep_type(c, o);
    return MPI_SUCCESS;
}

struct mpi_type *mpi_type_copy(const char *call, struct mpi_type *o) {
    struct mpi_type *t = new_type(call, 1);
    struct mpi_block *const blocks = t->blocks;
    MPI_Datatype handle;
    keep(t, 0, 1, o);
    *t = *o;
    t->references = 1;
    t->basic = 0;
    t->holds = mpi_holds_list;
    t->count = 1;
    t->blocks = blocks;
    t->contents = mpi_contents_share(o->contents);
    t->attributes = 0;
    finish(call, t, &handle);
    return t;
}
MPI_CALL(Type_dup)(MPI_Datatype old, MPI_Datatype *made) {
    static const char call[] = "MPI_Type_dup";
    OLD_OF(o, call, old);
    MPI_NOT_NULL(made, 0, call);
    struct mpi_type *const t = mpi_type_copy(call, o);
    const int error = mpi_attributes_copy(o->attributes, old, &t->attributes);
    if (error != MPI_SUCCESS) {
        PMPI_Type_free(&t->handle);
        return mpi_raise(0, error);
    }
    *made = t->handle;
    mpi_keep_type(mpi_made_of(call, *made, MPI_COMBINER_DUP, 0, 0, 1), o);
    return MPI_SUCCESS;
}

MPI_CALL(Type_create_subarray)
(int dims, const int *sizes, const int *subsizes, const int *starts, int order, MPI_Datatype old,
 MPI_Datatype *made) {
    static const char call[] = "MPI_Type_create_subarray";
    OLD_OF(o, call, old);
    MPI_NOT_NULL(made && sizes && subsizes && starts, 0, call);
    MPI_CHECK(dims < 1, 0, MPI_ERR_ARG, call, "%d dimensions", dims);
    MPI_CHECK(order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN, 0, MPI_ERR_ARG, call,
              "an order of %d", order);
    for (int i = 0; i < dims; ++i)
        MPI_CHECK(sizes[i] < 1 || subsizes[i] < 1 || starts[i] < 0 ||
                      starts[i] + subsizes[i] > sizes[i],
                  0, MPI_ERR_ARG, call, "dimension %d: %d elements from %d on, of %d", i,
                  subsizes[i], starts[i], sizes[i]);
    MPI_Datatype inner = old;
    ptrdiff_t stride = mpi_extent(o), at = 0;
    for (int i = 0; i < dims; ++i) { // from the dimension whose elements are neighbours
        const int d = order == MPI_ORDER_C ? dims - 1 - i : i;
        MPI_Datatype outer;
        MPI_TRY(
            make_vector(call, subsizes[d], 1, stride, mpi_object(mpi_kind_type, inner), &outer));
        if (inner != old) PMPI_Type_free(&inner);
        inner = outer;
        at += starts[d] * stride;
        stride *= sizes[d];
    }
    MPI_TRY(resized(call, mpi_object(mpi_kind_type, inner), at, 0, stride, made));
    struct mpi_contents *const c =
        mpi_made_of(call, *made, MPI_COMBINER_SUBARRAY, 3 * dims + 2, 0, 1);
    mpi_keep_int(c, dims);
    mpi_keep_ints(c, sizes, dims);
    mpi_keep_ints(c, subsizes, dims);
    mpi_keep_ints(c, starts, dims);
    mpi_keep_int(c, order);
    mpi_keep_type(c, o);
    return PMPI_Type_free(&inner);
}

MPI_CALL(Type_commit)(MPI_Datatype *type) {
    MPI_NOT_NULL(type, 0, "MPI_Type_commit");
    OLD_OF(t, "MPI_Type_commit", *type);
    t->is_committed = 1;
    return MPI_SUCCESS;
}

void mpi_type_release(struct mpi_type *t) {
    if (--t->references) return;
    for (int i = 0; i < (t->holds == mpi_holds_vector ? 1 : t->count); ++i)
        mpi_type_release(t->blocks[i].type);
    if (t->contents) mpi_contents_release(t->contents);
    free(t);
}
MPI_CALL(Type_free)(MPI_Datatype *type) {
    static const char call[] = "MPI_Type_free";
    MPI_NOT_NULL(type, 0, call);
    OLD_OF(t, call, *type);
    MPI_CHECK(t->basic, 0, MPI_ERR_TYPE, call, "%s is a basic type", mpi_type_text(t));
    const int error = mpi_attributes_delete(&t->attributes, *type);
    if (error != MPI_SUCCESS) return mpi_raise(0, error);
    mpi_remove(mpi_kind_type, *type);
    mpi_type_release(t);
    *type = MPI_DATATYPE_NULL;
    return MPI_SUCCESS;
}

// --- asking --------------------------------------------------------------------------------------

MPI_CALL(Type_size)(MPI_Datatype type, int *size) {
    OLD_OF(t, "MPI_Type_size", type);
    MPI_NOT_NULL(size, 0, "MPI_Type_size");
    *size = (int)t->size;
    return MPI_SUCCESS;
}
MPI_CALL(Type_extent)(MPI_Datatype type, MPI_Aint *extent) {
    OLD_OF(t, "MPI_Type_extent", type);
    MPI_NOT_NULL(extent, 0, "MPI_Type_extent");
    *extent = mpi_extent(t);
    return MPI_SUCCESS;
}
MPI_CALL(Type_lb)(MPI_Datatype type, MPI_Aint *displacement) {
    OLD_OF(t, "MPI_Type_lb", type);
    MPI_NOT_NULL(displacement, 0, "MPI_Type_lb");
    *displacement = t->lb;
    return MPI_SUCCESS;
}
MPI_CALL(Type_ub)(MPI_Datatype type, MPI_Aint *displacement) {
    OLD_OF(t, "MPI_Type_ub", type);
    MPI_NOT_NULL(displacement, 0, "MPI_Type_ub");
    *displacement = t->ub;
    return MPI_SUCCESS;
}
MPI_CALL(Type_get_extent)(MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent) {
    OLD_OF(t, "MPI_Type_get_extent", type);
    MPI_NOT_NULL(lb && extent, 0, "MPI_Type_get_extent");
    *lb = t->lb;
    *extent = mpi_extent(t);
    return MPI_SUCCESS;
}
MPI_CALL(Type_get_true_extent)(MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent) {
    OLD_OF(t, "MPI_Type_get_true_extent", type);
    MPI_NOT_NULL(lb && extent, 0, "MPI_Type_get_true_extent");
    *lb = t->true_lb;
    *extent = t->true_ub - t->true_lb;
    return MPI_SUCCESS;
}
MPI_CALL(Type_set_name)(MPI_Datatype type, const char *name) {
    OLD_OF(t, "MPI_Type_set_name", type);
    MPI_NOT_NULL(name, 0, "MPI_Type_set_name");
    strncpy(t->name, name, MPI_MAX_OBJECT_NAME - 1);
    return MPI_SUCCESS;
}
MPI_CALL(Type_get_name)(MPI_Datatype type, char *name, int *length) {
    OLD_OF(t, "MPI_Type_get_name", type);
    MPI_NOT_NULL(name && length, 0, "MPI_Type_get_name");
    strcpy(name, t->name);
    *length = (int)strlen(name);
    return MPI_SUCCESS;
}
