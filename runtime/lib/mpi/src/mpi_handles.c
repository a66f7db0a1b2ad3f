// Tables of objects by handle, and memory.
#include "mpi_internal.h"

#include <stdlib.h>

struct mpi_table mpi_tables[mpi_kinds];

void *mpi_get(const char *call, size_t bytes) {
    void *memory = malloc(bytes ? bytes : 1);
    MPI_WRONG(!memory, call, "no memory for %u bytes", (unsigned)bytes);
    return memory;
}

int mpi_add(const char *call, enum mpi_kind kind, void *object) {
    struct mpi_table *t = &mpi_tables[kind];
    unsigned index = 1; // 0 is no object
    while (index < t->used && t->objects[index]) ++index;
    if (index >= t->room) {
        t->room = t->room ? 2 * t->room : 16;
        t->objects = realloc(t->objects, t->room * sizeof *t->objects);
        MPI_WRONG(!t->objects, call, "no memory for %u handles", t->room);
    }
    if (!t->used) t->objects[0] = 0;
    if (index >= t->used) t->used = index + 1;
    t->objects[index] = object;
    return (int)(((unsigned)kind << mpi_kind_shift) + index);
}

void mpi_remove(enum mpi_kind kind, int handle) {
    mpi_tables[kind].objects[(unsigned)handle & ((1u << mpi_kind_shift) - 1)] = 0;
}
