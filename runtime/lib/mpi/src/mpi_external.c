// Packing in a format that is the same on all machines: external32 (MPI-3.0, 13.5.2). Its numbers
// are big-endian, and have sizes of their own.
#include "mpi_internal.h"

#include <string.h>

enum form { unsigned_number, signed_number, real, quad };
struct external {
    uint8_t bytes, parts, form; ///< bytes: of a part
};
#define INDEX(handle) ((handle) & ((1 << mpi_kind_shift) - 1))
static const struct external externals[] = {
    [INDEX(MPI_CHAR)] = {1, 1, signed_number},
    [INDEX(MPI_SIGNED_CHAR)] = {1, 1, signed_number},
    [INDEX(MPI_UNSIGNED_CHAR)] = {1, 1, unsigned_number},
    [INDEX(MPI_BYTE)] = {1, 1, unsigned_number},
    [INDEX(MPI_SHORT)] = {2, 1, signed_number},
    [INDEX(MPI_UNSIGNED_SHORT)] = {2, 1, unsigned_number},
    [INDEX(MPI_INT)] = {4, 1, signed_number},
    [INDEX(MPI_UNSIGNED)] = {4, 1, unsigned_number},
    [INDEX(MPI_LONG)] = {4, 1, signed_number},
    [INDEX(MPI_UNSIGNED_LONG)] = {4, 1, unsigned_number},
    [INDEX(MPI_LONG_LONG)] = {8, 1, signed_number},
    [INDEX(MPI_UNSIGNED_LONG_LONG)] = {8, 1, unsigned_number},
    [INDEX(MPI_FLOAT)] = {4, 1, real},
    [INDEX(MPI_DOUBLE)] = {8, 1, real},
    [INDEX(MPI_LONG_DOUBLE)] = {16, 1, quad},
    [INDEX(MPI_PACKED)] = {1, 1, unsigned_number},
    [INDEX(MPI_WCHAR)] = {2, 1, unsigned_number},
    [INDEX(MPI_INT8_T)] = {1, 1, signed_number},
    [INDEX(MPI_INT16_T)] = {2, 1, signed_number},
    [INDEX(MPI_INT32_T)] = {4, 1, signed_number},
    [INDEX(MPI_INT64_T)] = {8, 1, signed_number},
    [INDEX(MPI_UINT8_T)] = {1, 1, unsigned_number},
    [INDEX(MPI_UINT16_T)] = {2, 1, unsigned_number},
    [INDEX(MPI_UINT32_T)] = {4, 1, unsigned_number},
    [INDEX(MPI_UINT64_T)] = {8, 1, unsigned_number},
    [INDEX(MPI_AINT)] = {8, 1, signed_number},
    [INDEX(MPI_OFFSET)] = {8, 1, signed_number},
    [INDEX(MPI_C_BOOL)] = {4, 1, unsigned_number},
    [INDEX(MPI_C_FLOAT_COMPLEX)] = {4, 2, real},
    [INDEX(MPI_C_DOUBLE_COMPLEX)] = {8, 2, real},
    [INDEX(MPI_C_LONG_DOUBLE_COMPLEX)] = {16, 2, quad},
    [INDEX(MPI_COUNT)] = {8, 1, signed_number},
};

/// A basic type that is no pair.
static int is_leaf(const struct mpi_type *t) { return t->basic && !t->holds; }
static const struct external *external_of(const struct mpi_type *t) {
    static const struct external none;
    return t->basic < sizeof externals / sizeof *externals ? &externals[t->basic] : &none;
}

static size_t external_size(const struct mpi_type *t) {
    if (!t->size) return 0;
    if (is_leaf(t)) return (size_t)external_of(t)->bytes * external_of(t)->parts;
    const int vector = t->holds == mpi_holds_vector;
    size_t bytes = 0;
    for (int i = 0; i < (vector ? 1 : t->count); ++i)
        bytes += external_size(t->blocks[i].type) * (size_t)t->blocks[i].count;
    return vector ? bytes * (size_t)t->count : bytes;
}

// --- numbers -------------------------------------------------------------------------------------

static uint64_t load(const void *from, size_t bytes) {
    uint8_t one;
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    switch (bytes) {
    case 1: memcpy(&one, from, 1); return one;
    case 2: memcpy(&two, from, 2); return two;
    case 4: memcpy(&four, from, 4); return four;
    default: memcpy(&eight, from, 8); return eight;
    }
}
static void store(void *to, uint64_t value, size_t bytes) {
    const uint8_t one = (uint8_t)value;
    const uint16_t two = (uint16_t)value;
    const uint32_t four = (uint32_t)value;
    switch (bytes) {
    case 1: memcpy(to, &one, 1); break;
    case 2: memcpy(to, &two, 2); break;
    case 4: memcpy(to, &four, 4); break;
    default: memcpy(to, &value, 8); break;
    }
}
static uint64_t load_big(const uint8_t *from, unsigned bytes) {
    uint64_t value = 0;
    for (unsigned i = 0; i < bytes; ++i) value = value << 8 | from[i];
    return value;
}
static void store_big(uint8_t *to, uint64_t value, unsigned bytes) {
    for (unsigned i = bytes; i-- > 0; value >>= 8) to[i] = (uint8_t)value;
}
/// A number of fewer bytes, as one of 64 bits.
static uint64_t widen(uint64_t value, size_t bytes, int has_sign) {
    if (!has_sign || bytes == 8) return value;
    const uint64_t sign = 1ull << (8 * bytes - 1);
    return (value ^ sign) - sign;
}

// A quad has a sign, an exponent of 15 bits and a fraction of 112 bits.
_Static_assert(sizeof(long double) == 8, "long double is double");
enum { fraction_bits = 52, quad_bias = 16383, bias = 1023, quad_most = 0x7fff, most = 0x7ff };
static void store_quad(uint8_t *to, uint64_t value) {
    const uint64_t sign = value >> 63;
    uint64_t fraction = value & ((1ull << fraction_bits) - 1);
    int exponent = (int)(value >> fraction_bits & most);
    if (exponent == most) {
        exponent = quad_most;
    } else if (exponent || fraction) {
        if (!exponent) { // a denormal number is a normal one as a quad
            exponent = 1;
            for (; !(fraction >> fraction_bits); --exponent) fraction <<= 1;
            fraction &= (1ull << fraction_bits) - 1;
        }
        exponent += quad_bias - bias;
    }
    // The first 48 bits of the fraction are in the high word.
    store_big(to, sign << 63 | (uint64_t)exponent << 48 | fraction >> 4, 8);
    store_big(to + 8, fraction << 60, 8);
}
/// The nearest smaller double in magnitude.
static uint64_t load_quad(const uint8_t *from) {
    const uint64_t high = load_big(from, 8), low = load_big(from + 8, 8), sign = high >> 63 << 63;
    uint64_t fraction = (high & ((1ull << 48) - 1)) << 4 | low >> 60;
    const int quad_exponent = (int)(high >> 48 & quad_most);
    int exponent = quad_exponent - quad_bias + bias;
    if (quad_exponent == quad_most) {
        if (!fraction && low) fraction = 1; // not a number
        exponent = most;
    } else if (exponent >= most) { // infinite
        exponent = most;
        fraction = 0;
    } else if (exponent <= 0) {
        fraction |= 1ull << fraction_bits;
        fraction = exponent > -fraction_bits ? fraction >> (1 - exponent) : 0;
        exponent = 0;
    }
    return sign | (uint64_t)exponent << fraction_bits | fraction;
}

// --- packing -------------------------------------------------------------------------------------

static uint8_t *convert(const struct mpi_type *t, char *memory, uint8_t *packed, int unpacks) {
    const struct external *const e = external_of(t);
    const size_t bytes = t->size / e->parts;
    const int has_sign = e->form == signed_number;
    for (int i = 0; i < e->parts; ++i, memory += bytes, packed += e->bytes) {
        if (e->form == quad && unpacks)
            store(memory, load_quad(packed), bytes);
        else if (e->form == quad)
            store_quad(packed, load(memory, bytes));
        else if (unpacks)
            store(memory, widen(load_big(packed, e->bytes), e->bytes, has_sign), bytes);
        else
            store_big(packed, widen(load(memory, bytes), bytes, has_sign), e->bytes);
    }
    return packed;
}
/// Converts `count` elements. The place behind them in the packed bytes.
static uint8_t *walk(const struct mpi_type *t, char *memory, int count, uint8_t *packed,
                     int unpacks) {
    if (!t->size) return packed;
    for (int i = 0; i < count; ++i, memory += mpi_extent(t)) {
        if (is_leaf(t)) {
            packed = convert(t, memory, packed, unpacks);
            continue;
        }
        const int vector = t->holds == mpi_holds_vector;
        for (int b = 0; b < t->count; ++b) {
            const struct mpi_block *const block = &t->blocks[vector ? 0 : b];
            packed = walk(block->type, memory + (vector ? b * t->stride : block->at), block->count,
                          packed, unpacks);
        }
    }
    return packed;
}

static int check(const char *call, const char *format, int count, MPI_Datatype type,
                 struct mpi_type **t, MPI_Aint *bytes) {
    int error;
    mpi_check_started(call);
    MPI_CHECK(!format || strcmp(format, "external32"), 0, MPI_ERR_ARG, call,
              "no format of MPI, which has external32");
    *t = mpi_type(call, 0, type, count, &error);
    if (!*t) return error;
    *bytes = (MPI_Aint)(external_size(*t) * (size_t)count);
    return MPI_SUCCESS;
}
static int check_room(const char *call, MPI_Aint bytes, MPI_Aint size, const MPI_Aint *position) {
    MPI_NOT_NULL(position, 0, call);
    MPI_CHECK(size < 0 || *position < 0 || *position > size || bytes > size - *position, 0,
              MPI_ERR_ARG, call, "%ld bytes at %ld, in a buffer of %ld", (long)bytes,
              (long)*position, (long)size);
    return MPI_SUCCESS;
}
MPI_CALL(Pack_external)
(const char *format, const void *inbuf, int count, MPI_Datatype type, void *outbuf,
 MPI_Aint outsize, MPI_Aint *position) {
    static const char call[] = "MPI_Pack_external";
    struct mpi_type *t;
    MPI_Aint bytes;
    MPI_TRY(check(call, format, count, type, &t, &bytes));
    MPI_TRY(check_room(call, bytes, outsize, position));
    walk(t, (char *)inbuf, count, (uint8_t *)outbuf + *position, 0);
    *position += bytes;
    return MPI_SUCCESS;
}
MPI_CALL(Unpack_external)
(const char *format, const void *inbuf, MPI_Aint insize, MPI_Aint *position, void *outbuf,
 int count, MPI_Datatype type) {
    static const char call[] = "MPI_Unpack_external";
    struct mpi_type *t;
    MPI_Aint bytes;
    MPI_TRY(check(call, format, count, type, &t, &bytes));
    MPI_TRY(check_room(call, bytes, insize, position));
    walk(t, outbuf, count, (uint8_t *)inbuf + *position, 1);
    *position += bytes;
    return MPI_SUCCESS;
}
MPI_CALL(Pack_external_size)
(const char *format, int count, MPI_Datatype type, MPI_Aint *size) {
    static const char call[] = "MPI_Pack_external_size";
    struct mpi_type *t;
    MPI_NOT_NULL(size, 0, call);
    return check(call, format, count, type, &t, size);
}
