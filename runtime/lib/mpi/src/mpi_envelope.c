// What a data type was made of (MPI-3.0, 4.1.13).
#include "mpi_envelope.h"

#include <stdlib.h>

struct mpi_contents {
    int references, combiner;
    int ints, addresses, types; ///< of the lists so far
    int *int_list;
    MPI_Aint *address_list;
    struct mpi_type **type_list;
    // Of lists of blocks: the type's own, so that long lists are kept once.
    const struct mpi_block *blocks;
    int block_count;
    ptrdiff_t extent; ///< of displacements in elements; 0: they are bytes
};

struct mpi_contents *mpi_made_of(const char *call, MPI_Datatype made, int combiner, int ints,
                                 int addresses, int types) {
    struct mpi_type *const t = mpi_object(mpi_kind_type, made);
    struct mpi_contents *const c = mpi_get(
        call, sizeof *c + (size_t)addresses * sizeof *c->address_list +
                  (size_t)types * sizeof *c->type_list + (size_t)ints * sizeof *c->int_list);
    *c = (struct mpi_contents){.references = 1, .combiner = combiner};
    c->address_list = (MPI_Aint *)(c + 1);
    c->type_list = (struct mpi_type **)(c->address_list + addresses);
    c->int_list = (int *)(c->type_list + types);
    if (t->contents) mpi_contents_release(t->contents);
    return t->contents = c;
}
void mpi_contents_release(struct mpi_contents *c) {
    if (--c->references) return;
    for (int i = 0; i < c->types; ++i) mpi_type_release(c->type_list[i]);
    free(c);
}
struct mpi_contents *mpi_contents_share(struct mpi_contents *c) {
    if (c) ++c->references;
    return c;
}
void mpi_keep_int(struct mpi_contents *c, int value) { c->int_list[c->ints++] = value; }
void mpi_keep_ints(struct mpi_contents *c, const int *list, int count) {
    for (int i = 0; i < count; ++i) mpi_keep_int(c, list[i]);
}
void mpi_keep_addresses(struct mpi_contents *c, const MPI_Aint *list, int count) {
    for (int i = 0; i < count; ++i) c->address_list[c->addresses++] = list[i];
}
void mpi_keep_type(struct mpi_contents *c, struct mpi_type *type) {
    ++type->references;
    c->type_list[c->types++] = type;
}

void mpi_keep_blocks(struct mpi_contents *c, const struct mpi_type *of, ptrdiff_t extent) {
    c->blocks = of->blocks;
    c->block_count = of->count;
    c->extent = extent;
    c->ints += of->count * (extent ? 2 : 1);
    c->addresses = extent ? 0 : of->count;
}
/// Where the lists of a type with mpi_keep_blocks are read: the lengths of its blocks, behind the
/// first int, and their places.
static void give_blocks(const struct mpi_contents *c, int *ints, MPI_Aint *addresses) {
    const int n = c->block_count;
    for (int i = 0; i < n; ++i) {
        ints[i + 1] = c->blocks[i].count;
        if (c->extent)
            ints[n + i + 1] = (int)(c->blocks[i].at / c->extent);
        else
            addresses[i] = c->blocks[i].at;
    }
}

MPI_CALL(Type_get_envelope)
(MPI_Datatype type, int *ints, int *addresses, int *types, int *combiner) {
    static const char call[] = "MPI_Type_get_envelope";
    mpi_check_started(call);
    const struct mpi_type *const t = mpi_object(mpi_kind_type, type);
    MPI_CHECK(!t, 0, MPI_ERR_TYPE, call, "%d is no data type", type);
    MPI_NOT_NULL(ints && addresses && types && combiner, 0, call);
    static const struct mpi_contents named = {.combiner = MPI_COMBINER_NAMED};
    const struct mpi_contents *const c = t->contents ? t->contents : &named;
    *ints = c->ints;
    *addresses = c->addresses;
    *types = c->types;
    *combiner = c->combiner;
    return MPI_SUCCESS;
}

/// The program gets types that it frees, but for basic ones.
MPI_CALL(Type_get_contents)
(MPI_Datatype type, int max_ints, int max_addresses, int max_types, int *ints, MPI_Aint *addresses,
 MPI_Datatype *types) {
    static const char call[] = "MPI_Type_get_contents";
    mpi_check_started(call);
    const struct mpi_type *const t = mpi_object(mpi_kind_type, type);
    MPI_CHECK(!t, 0, MPI_ERR_TYPE, call, "%d is no data type", type);
    const struct mpi_contents *const c = t->contents;
    MPI_CHECK(!c, 0, MPI_ERR_TYPE, call, "%s is a basic type", mpi_type_text(t));
    MPI_CHECK(max_ints < c->ints || max_addresses < c->addresses || max_types < c->types, 0,
              MPI_ERR_ARG, call, "room for %d, %d and %d of %d, %d and %d elements", max_ints,
              max_addresses, max_types, c->ints, c->addresses, c->types);
    if (c->blocks) {
        ints[0] = c->int_list[0];
        give_blocks(c, ints, addresses);
    } else {
        for (int i = 0; i < c->ints; ++i) ints[i] = c->int_list[i];
        for (int i = 0; i < c->addresses; ++i) addresses[i] = c->address_list[i];
    }
    for (int i = 0; i < c->types; ++i)
        types[i] = c->type_list[i]->basic ? c->type_list[i]->handle
                                          : mpi_type_copy(call, c->type_list[i])->handle;
    return MPI_SUCCESS;
}
