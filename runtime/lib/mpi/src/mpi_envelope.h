// What data types were made of. Part of MPI.
#pragma once

#include "mpi_internal.h"

/// A new record of how a type was made, with room for lists of the arguments, which are filled with
/// mpi_keep_...; it replaces an earlier one.
struct mpi_contents *mpi_made_of(const char *call, MPI_Datatype made, int combiner, int ints,
                                 int addresses, int types);
void mpi_keep_int(struct mpi_contents *c, int value);
void mpi_keep_ints(struct mpi_contents *c, const int *list, int count);
void mpi_keep_addresses(struct mpi_contents *c, const MPI_Aint *list, int count);
void mpi_keep_type(struct mpi_contents *c, struct mpi_type *type);
/// The lengths and places of a type's blocks, behind one int: in elements of `extent` bytes, or, if
/// that is 0, in bytes. The type, and what is made of it, keeps its blocks.
void mpi_keep_blocks(struct mpi_contents *c, const struct mpi_type *of, ptrdiff_t extent);
void mpi_contents_release(struct mpi_contents *c);
struct mpi_contents *mpi_contents_share(struct mpi_contents *c);
/// Another type that is the same, without attributes.
struct mpi_type *mpi_type_copy(const char *call, struct mpi_type *type);
