// How many elements of a data type a status counts, and forms of calls on data types with numbers
// beyond an int (MPI-3.0, 4.1.5).
#include "mpi_internal.h"

/// A status has the low bits of its bytes in `bytes_`, and the others behind `cancelled_`. Messages
/// have low ones only.
static uint64_t bytes_of_status(const MPI_Status *status) {
    return (uint64_t)((unsigned)status->cancelled_ >> 1) << 32 | (unsigned)status->bytes_;
}
static void set_bytes(MPI_Status *status, uint64_t bytes) {
    status->bytes_ = (int)(uint32_t)bytes;
    status->cancelled_ = (int)((uint32_t)(bytes >> 32) << 1 | (status->cancelled_ & 1));
}
static int to_int(uint64_t count) { return count <= 0x7fffffff ? (int)count : MPI_UNDEFINED; }

#define TYPE_OF(t, call, type)                                                                     \
    mpi_check_started(call);                                                                       \
    struct mpi_type *const t = mpi_object(mpi_kind_type, type);                                    \
    MPI_CHECK(!t, 0, MPI_ERR_TYPE, call, "%d is no data type", type)

MPI_CALL(Get_count)(const MPI_Status *status, MPI_Datatype type, int *count) {
    TYPE_OF(t, "MPI_Get_count", type);
    MPI_NOT_NULL(status && count, 0, "MPI_Get_count");
    if (t->size == 0) {
        *count = bytes_of_status(status) ? MPI_UNDEFINED : 0;
    } else if (__builtin_expect((status->cancelled_ & ~1) == 0, 1)) {
        const uint32_t bytes = (uint32_t)status->bytes_;
        *count = bytes % t->size ? MPI_UNDEFINED : to_int(bytes / t->size);
    } else {
        const uint64_t bytes = bytes_of_status(status);
        *count = bytes % t->size ? MPI_UNDEFINED : to_int(bytes / t->size);
    }
    return MPI_SUCCESS;
}

/// The basic elements of `*bytes` bytes of `count` elements. Takes these bytes away: a part of a
/// basic element is left.
static size_t elements(const struct mpi_type *t, int count, size_t *bytes) {
    if (!t->size) return 0;
    const size_t whole = *bytes / t->size < (size_t)count ? *bytes / t->size : (size_t)count;
    size_t found = whole * t->elements;
    *bytes -= whole * t->size;
    if (whole == (size_t)count || !*bytes) return found;
    const int vector = t->holds == mpi_holds_vector;
    // A simple basic type holds nothing.
    for (int i = 0; i < t->count && *bytes; ++i) {
        const struct mpi_block *b = &t->blocks[vector ? 0 : i];
        const size_t before = *bytes;
        found += elements(b->type, b->count, bytes);
        if (before - *bytes < b->type->size * (size_t)b->count) break;
    }
    return found;
}
static int get_elements(const char *call, const MPI_Status *status, MPI_Datatype type,
                        MPI_Count *count) {
    TYPE_OF(t, call, type);
    MPI_NOT_NULL(status && count, 0, call);
    const uint64_t bytes = bytes_of_status(status);
    if (!t->size) {
        *count = bytes ? MPI_UNDEFINED : 0;
        return MPI_SUCCESS;
    }
    size_t rest = (size_t)(bytes % t->size);
    *count = (MPI_Count)(bytes / t->size * t->elements + elements(t, 1, &rest));
    if (rest) *count = MPI_UNDEFINED;
    return MPI_SUCCESS;
}
MPI_CALL(Get_elements_x)(const MPI_Status *status, MPI_Datatype type, MPI_Count *count) {
    return get_elements("MPI_Get_elements_x", status, type, count);
}
MPI_CALL(Get_elements)(const MPI_Status *status, MPI_Datatype type, int *count) {
    MPI_Count many;
    MPI_NOT_NULL(count, 0, "MPI_Get_elements");
    MPI_TRY(get_elements("MPI_Get_elements", status, type, &many));
    *count = many < 0 ? MPI_UNDEFINED : to_int((uint64_t)many);
    return MPI_SUCCESS;
}

/// The bytes of the first `*many` basic elements of `count` elements. Takes these away.
static size_t bytes_of(const struct mpi_type *t, int count, size_t *many) {
    if (!t->elements) return 0;
    const size_t whole = *many / t->elements < (size_t)count ? *many / t->elements : (size_t)count;
    size_t bytes = whole * t->size;
    *many -= whole * t->elements;
    if (whole == (size_t)count) return bytes;
    const int vector = t->holds == mpi_holds_vector;
    for (int i = 0; i < t->count && *many; ++i) {
        const struct mpi_block *b = &t->blocks[vector ? 0 : i];
        bytes += bytes_of(b->type, b->count, many);
    }
    return bytes;
}
static int set_elements(const char *call, MPI_Status *status, MPI_Datatype type, MPI_Count count) {
    TYPE_OF(t, call, type);
    MPI_NOT_NULL(status, 0, call);
    MPI_CHECK(count < 0, 0, MPI_ERR_COUNT, call, "a count below 0");
    status->cancelled_ &= 1;
    status->bytes_ = 0;
    if (!t->elements) return MPI_SUCCESS;
    size_t rest = (size_t)((uint64_t)count % t->elements);
    set_bytes(status, (uint64_t)count / t->elements * t->size + bytes_of(t, 1, &rest));
    return MPI_SUCCESS;
}
MPI_CALL(Status_set_elements)(MPI_Status *status, MPI_Datatype type, int count) {
    return set_elements("MPI_Status_set_elements", status, type, count);
}
MPI_CALL(Status_set_elements_x)(MPI_Status *status, MPI_Datatype type, MPI_Count count) {
    return set_elements("MPI_Status_set_elements_x", status, type, count);
}
MPI_CALL(Test_cancelled)(const MPI_Status *status, int *flag) {
    MPI_NOT_NULL(status && flag, 0, "MPI_Test_cancelled");
    *flag = status->cancelled_ & 1;
    return MPI_SUCCESS;
}
MPI_CALL(Status_set_cancelled)(MPI_Status *status, int flag) {
    MPI_NOT_NULL(status, 0, "MPI_Status_set_cancelled");
    status->cancelled_ = (status->cancelled_ & ~1) | (flag != 0);
    return MPI_SUCCESS;
}

MPI_CALL(Type_size_x)(MPI_Datatype type, MPI_Count *size) {
    int bytes;
    MPI_NOT_NULL(size, 0, "MPI_Type_size_x");
    MPI_TRY(PMPI_Type_size(type, &bytes));
    *size = bytes;
    return MPI_SUCCESS;
}
MPI_CALL(Type_get_extent_x)(MPI_Datatype type, MPI_Count *lb, MPI_Count *extent) {
    MPI_Aint low, bytes;
    MPI_NOT_NULL(lb && extent, 0, "MPI_Type_get_extent_x");
    MPI_TRY(PMPI_Type_get_extent(type, &low, &bytes));
    *lb = low;
    *extent = bytes;
    return MPI_SUCCESS;
}
MPI_CALL(Type_get_true_extent_x)(MPI_Datatype type, MPI_Count *lb, MPI_Count *extent) {
    MPI_Aint low, bytes;
    MPI_NOT_NULL(lb && extent, 0, "MPI_Type_get_true_extent_x");
    MPI_TRY(PMPI_Type_get_true_extent(type, &low, &bytes));
    *lb = low;
    *extent = bytes;
    return MPI_SUCCESS;
}
