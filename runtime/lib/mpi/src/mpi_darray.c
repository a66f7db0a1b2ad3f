// A process's part of an array that is distributed over a grid of processes (MPI-3.0, 4.1.4).
#include "mpi_envelope.h"

#include <stdlib.h>

/// The elements of one dimension that a process has: blocks of `length`, `period` apart.
struct share {
    int first, length, period;
};
static int share_of(const char *call, int size, int distribution, int argument, int processes,
                    int at, struct share *s) {
    MPI_CHECK(size < 1 || processes < 1, 0, MPI_ERR_ARG, call, "%d elements on %d processes", size,
              processes);
    MPI_CHECK(argument != MPI_DISTRIBUTE_DFLT_DARG && argument < 1, 0, MPI_ERR_ARG, call,
              "blocks of %d elements", argument);
    int block = argument;
    switch (distribution) {
    case MPI_DISTRIBUTE_NONE:
        MPI_CHECK(processes != 1, 0, MPI_ERR_ARG, call,
                  "%d processes in a dimension that is not distributed", processes);
        block = size;
        break;
    case MPI_DISTRIBUTE_BLOCK:
        if (block == MPI_DISTRIBUTE_DFLT_DARG) block = (size + processes - 1) / processes;
        MPI_CHECK((long long)block * processes < size, 0, MPI_ERR_ARG, call,
                  "%d blocks of %d elements for %d", processes, block, size);
        break;
    case MPI_DISTRIBUTE_CYCLIC:
        if (block == MPI_DISTRIBUTE_DFLT_DARG) block = 1;
        break;
    default: return MPI_RAISE(0, MPI_ERR_ARG, call, "a distribution of %d", distribution);
    }
    *s = (struct share){at * block, block, processes * block};
    return MPI_SUCCESS;
}

/// A type of a process's elements of one dimension; `inner` is one of them, `stride` bytes apart.
static int distribute(const char *call, const struct share *s, int size, MPI_Datatype inner,
                      MPI_Aint stride, MPI_Datatype *made) {
    const int most = size / s->period + 1;
    int blocks = 0;
    int *const lengths = mpi_get(call, (size_t)most * sizeof *lengths);
    MPI_Aint *const at = mpi_get(call, (size_t)most * sizeof *at);
    for (int first = s->first; first < size; first += s->period) {
        lengths[blocks] = size - first < s->length ? size - first : s->length;
        at[blocks++] = first * stride;
    }
    MPI_Datatype spaced;
    int error = PMPI_Type_create_resized(inner, 0, stride, &spaced);
    if (error == MPI_SUCCESS) {
        error = PMPI_Type_create_hindexed(blocks, lengths, at, spaced, made);
        PMPI_Type_free(&spaced);
    }
    free(lengths);
    free(at);
    return error;
}

MPI_CALL(Type_create_darray)
(int processes, int rank, int dims, const int *sizes, const int *distributions,
 const int *arguments, const int *process_sizes, int order, MPI_Datatype old, MPI_Datatype *made) {
    static const char call[] = "MPI_Type_create_darray";
    mpi_check_started(call);
    struct mpi_type *const o = mpi_object(mpi_kind_type, old);
    MPI_CHECK(!o, 0, MPI_ERR_TYPE, call, "%d is no data type", old);
    MPI_CHECK(dims < 1, 0, MPI_ERR_ARG, call, "%d dimensions", dims);
    MPI_CHECK(processes < 1 || rank < 0 || rank >= processes, 0, MPI_ERR_ARG, call,
              "there is no rank %d among %d", rank, processes);
    MPI_CHECK(order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN, 0, MPI_ERR_ARG, call,
              "an order of %d", order);
    // Ranks are in the order of C in both cases.
    struct share *const shares = mpi_get(call, (size_t)dims * sizeof *shares);
    int error = MPI_SUCCESS, left = rank, all = 1;
    for (int i = dims - 1; i >= 0 && error == MPI_SUCCESS; --i) {
        const int many = process_sizes[i];
        error = share_of(call, sizes[i], distributions[i], arguments[i], many,
                         many > 0 ? left % many : 0, &shares[i]);
        if (many > 0) left /= many;
        all *= many;
    }
    if (error == MPI_SUCCESS && all != processes)
        error = MPI_RAISE(0, MPI_ERR_ARG, call, "a grid of %d for %d processes", all, processes);
    MPI_Datatype inner = old;
    MPI_Aint stride = mpi_extent(o);
    for (int i = 0; i < dims && error == MPI_SUCCESS; ++i) {
        const int d = order == MPI_ORDER_C ? dims - 1 - i : i;
        MPI_Datatype outer;
        error = distribute(call, &shares[d], sizes[d], inner, stride, &outer);
        if (inner != old) PMPI_Type_free(&inner);
        inner = outer;
        stride *= sizes[d];
    }
    free(shares);
    MPI_TRY(error);
    MPI_TRY(PMPI_Type_create_resized(inner, 0, stride, made));
    struct mpi_contents *const c =
        mpi_made_of(call, *made, MPI_COMBINER_DARRAY, 4 * dims + 4, 0, 1);
    mpi_keep_int(c, processes);
    mpi_keep_int(c, rank);
    mpi_keep_int(c, dims);
    mpi_keep_ints(c, sizes, dims);
    mpi_keep_ints(c, distributions, dims);
    mpi_keep_ints(c, arguments, dims);
    mpi_keep_ints(c, process_sizes, dims);
    mpi_keep_int(c, order);
    mpi_keep_type(c, o);
    return PMPI_Type_free(&inner);
}
