// Packs elements of a data type into contiguous bytes and back, run by run.
#include "mpi_internal.h"

#include <stdlib.h>
#include <string.h>

/// The contiguous side.
struct cursor {
    char *at;
    size_t left;
    int unpacks;
};

enum { few_bytes = 12 };
/// Copies a run of bytes.
static inline void run(struct cursor *c, char *memory, size_t bytes) {
    const size_t n = bytes < c->left ? bytes : c->left;
    char *const from = c->unpacks ? c->at : memory, *const to = c->unpacks ? memory : c->at;
    // Columns of matrices, pairs: no call for each element.
    if (n <= few_bytes && ((n | (uintptr_t)from | (uintptr_t)to) & 3) == 0) {
        for (size_t i = 0; i < n; i += 4)
            *(uint32_t *)(void *)(to + i) = *(const uint32_t *)(const void *)(from + i);
    } else {
        memcpy(to, from, n);
    }
    c->at += n;
    c->left -= n;
}

static void walk(const struct mpi_type *t, char *memory, int count, struct cursor *c) {
    if (!t->size) return;
    if (t->dense || (t->one_run && count == 1)) {
        run(c, memory + t->true_lb, t->size * (size_t)count);
        return;
    }
    const ptrdiff_t extent = mpi_extent(t);
    for (int i = 0; i < count && c->left; ++i, memory += extent) {
        if (t->one_run) {
            run(c, memory + t->true_lb, t->size);
        } else if (t->holds == mpi_holds_vector) {
            const struct mpi_type *old = t->blocks[0].type;
            const int block = t->blocks[0].count;
            if (old->dense || (old->one_run && block == 1)) {
                const size_t bytes = old->size * (size_t)block;
                char *at = memory + old->true_lb;
                for (int b = 0; b < t->count && c->left; ++b, at += t->stride) run(c, at, bytes);
            } else {
                char *at = memory;
                for (int b = 0; b < t->count && c->left; ++b, at += t->stride)
                    walk(old, at, block, c);
            }
        } else {
            for (int b = 0; b < t->count && c->left; ++b)
                walk(t->blocks[b].type, memory + t->blocks[b].at, t->blocks[b].count, c);
        }
    }
}

void mpi_pack(const struct mpi_type *type, const void *from, int count, void *to) {
    struct cursor c = {to, type->size * (size_t)count, 0};
    walk(type, (char *)from, count, &c);
}
void mpi_unpack(const struct mpi_type *type, const void *from, size_t bytes, void *to) {
    struct cursor c = {(char *)from, bytes, 1};
    if (bytes) walk(type, to, (int)((bytes + type->size - 1) / type->size), &c);
}
void mpi_copy(const char *call, const struct mpi_type *type, const void *from, int count,
              const struct mpi_type *to_type, void *to, size_t bytes) {
    if (!bytes) return;
    if (type->one_run && (type->dense || count == 1)) {
        mpi_unpack(to_type, (const char *)from + type->true_lb, bytes, to);
    } else if (to_type->dense && bytes == type->size * (size_t)count) {
        mpi_pack(type, from, count, (char *)to + to_type->true_lb);
    } else if (type == to_type && type->one_run) {
        struct cursor c = {0, bytes, 0};
        for (ptrdiff_t at = type->true_lb; c.left; at += mpi_extent(type)) {
            c.at = (char *)to + at;
            run(&c, (char *)from + at, type->size);
        }
    } else {
        char *packed = mpi_get(call, type->size * (size_t)count);
        mpi_pack(type, from, count, packed);
        mpi_unpack(to_type, packed, bytes, to);
        free(packed);
    }
}

/// Checks the arguments of both directions; the type and the bytes of its elements.
static int check_packing(const char *call, int count, MPI_Datatype type, int size,
                         const int *position, MPI_Comm comm, struct mpi_type **t, size_t *bytes) {
    int error;
    MPI_COMM_OF(c, call, comm);
    MPI_NOT_NULL(position, c, call);
    *t = mpi_type(call, c, type, count, &error);
    if (!*t) return error;
    *bytes = (*t)->size * (size_t)count;
    MPI_CHECK(size < 0 || *position < 0 || *position > size || *bytes > (size_t)(size - *position),
              c, MPI_ERR_ARG, call, "%u bytes at %d, in a buffer of %d", (unsigned)*bytes,
              *position, size);
    return MPI_SUCCESS;
}
MPI_CALL(Pack)
(const void *inbuf, int count, MPI_Datatype type, void *outbuf, int outsize, int *position,
 MPI_Comm comm) {
    struct mpi_type *t;
    size_t bytes;
    MPI_TRY(check_packing("MPI_Pack", count, type, outsize, position, comm, &t, &bytes));
    mpi_pack(t, inbuf, count, (char *)outbuf + *position);
    *position += (int)bytes;
    return MPI_SUCCESS;
}
MPI_CALL(Unpack)
(const void *inbuf, int insize, int *position, void *outbuf, int count, MPI_Datatype type,
 MPI_Comm comm) {
    struct mpi_type *t;
    size_t bytes;
    MPI_TRY(check_packing("MPI_Unpack", count, type, insize, position, comm, &t, &bytes));
    mpi_unpack(t, (const char *)inbuf + *position, bytes, outbuf);
    *position += (int)bytes;
    return MPI_SUCCESS;
}
MPI_CALL(Pack_size)(int count, MPI_Datatype type, MPI_Comm comm, int *size) {
    int error;
    MPI_COMM_OF(c, "MPI_Pack_size", comm);
    MPI_NOT_NULL(size, c, "MPI_Pack_size");
    const struct mpi_type *t = mpi_type("MPI_Pack_size", c, type, count, &error);
    if (!t) return error;
    *size = (int)(t->size * (size_t)count);
    return MPI_SUCCESS;
}
