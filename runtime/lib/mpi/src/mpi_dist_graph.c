// Graphs whose processes know their own neighbours only (MPI-2.2, 7.5.4). Ranks keep their order.
#include "mpi_collectives.h"

#include <stdlib.h>

static int check_ranks(const char *call, struct mpi_comm *c, int count, const int *ranks) {
    MPI_CHECK(count < 0, c, MPI_ERR_ARG, call, "%d neighbours", count);
    MPI_CHECK(count && !ranks, c, MPI_ERR_ARG, call, "a null pointer");
    for (int i = 0; i < count; ++i)
        MPI_CHECK((ranks[i] < 0 || ranks[i] >= c->size) && ranks[i] != MPI_PROC_NULL, c,
                  MPI_ERR_RANK, call, "there is no rank %d among %d", ranks[i], c->size);
    return MPI_SUCCESS;
}
static int check_weights(const char *call, struct mpi_comm *c, int count, const int *weights) {
    for (int i = 0; i < (weights == MPI_UNWEIGHTED || weights == MPI_WEIGHTS_EMPTY ? 0 : count);
         ++i) {
        MPI_NOT_NULL(weights, c, call);
        MPI_CHECK(weights[i] < 0, c, MPI_ERR_ARG, call, "a weight of %d", weights[i]);
    }
    return MPI_SUCCESS;
}

/// A copy of a communicator with lists of neighbours, which have room for `in` and `out`.
static int make(const char *call, struct mpi_comm *c, int in, int out, int is_weighted,
                struct mpi_comm **made) {
    MPI_TRY(mpi_comm_make(call, c, c->group, made));
    struct mpi_topology *const t = (*made)->topology = mpi_get(call, sizeof *t);
    *t = (struct mpi_topology){.kind = MPI_DIST_GRAPH, .is_weighted = is_weighted};
    t->in.ranks = mpi_get(call, (size_t)in * sizeof(int));
    t->out.ranks = mpi_get(call, (size_t)out * sizeof(int));
    t->in.weights = mpi_get(call, (size_t)in * sizeof(int));
    t->out.weights = mpi_get(call, (size_t)out * sizeof(int));
    return MPI_SUCCESS;
}
static void append(struct mpi_neighbours *n, int rank, int weight) {
    n->ranks[n->count] = rank;
    n->weights[n->count++] = weight;
}
static int weight_of(const int *weights, int i) {
    return weights == MPI_UNWEIGHTED || weights == MPI_WEIGHTS_EMPTY ? 1 : weights[i];
}

MPI_CALL(Dist_graph_create_adjacent)
(MPI_Comm comm, int in, const int *sources, const int *source_weights, int out,
 const int *destinations, const int *destination_weights, MPI_Info info, int reorder,
 MPI_Comm *made) {
    static const char call[] = "MPI_Dist_graph_create_adjacent";
    (void)info, (void)reorder;
    MPI_COMM_OF(c, call, comm);
    MPI_CHECK(c->remote, c, MPI_ERR_COMM, call, "an intercommunicator");
    MPI_NOT_NULL(made, c, call);
    MPI_TRY(check_ranks(call, c, in, sources));
    MPI_TRY(check_ranks(call, c, out, destinations));
    const int is_weighted =
        source_weights != MPI_UNWEIGHTED && destination_weights != MPI_UNWEIGHTED;
    MPI_TRY(check_weights(call, c, in, source_weights));
    MPI_TRY(check_weights(call, c, out, destination_weights));
    struct mpi_comm *n;
    MPI_TRY(make(call, c, in, out, is_weighted, &n));
    for (int i = 0; i < in; ++i) append(&n->topology->in, sources[i], weight_of(source_weights, i));
    for (int i = 0; i < out; ++i)
        append(&n->topology->out, destinations[i], weight_of(destination_weights, i));
    *made = n->handle;
    return MPI_SUCCESS;
}

struct edge {
    int from, to, weight;
};
/// All edges, of all processes, in the order of ranks: *edges, to be freed. Their number in *all.
static int gather_edges(const char *call, struct mpi_comm *c, const struct edge *mine, int count,
                        struct edge **edges, int *all) {
    int *const counts = mpi_get(call, 2 * (size_t)c->size * sizeof(int)), *const places =
                                                                              counts + c->size;
    const int ints = 3 * count;
    _Static_assert(sizeof *mine == 3 * sizeof(int), "ints");
    int error = mpi_allgather_ints(call, &ints, 1, counts, c), sum = 0;
    for (int i = 0; i < c->size && error == MPI_SUCCESS; ++i) {
        places[i] = sum;
        sum += counts[i];
    }
    *edges = mpi_get(call, (size_t)sum * sizeof(int));
    *all = sum / 3;
    if (error == MPI_SUCCESS)
        error = PMPI_Allgatherv(mine, ints, MPI_INT, *edges, counts, places, MPI_INT, c->handle);
    free(counts);
    return error;
}
MPI_CALL(Dist_graph_create)
(MPI_Comm comm, int count, const int *sources, const int *degrees, const int *destinations,
 const int *weights, MPI_Info info, int reorder, MPI_Comm *made) {
    static const char call[] = "MPI_Dist_graph_create";
    (void)info, (void)reorder;
    MPI_COMM_OF(c, call, comm);
    MPI_CHECK(c->remote, c, MPI_ERR_COMM, call, "an intercommunicator");
    MPI_NOT_NULL(made, c, call);
    MPI_TRY(check_ranks(call, c, count, sources));
    MPI_CHECK(count && !degrees, c, MPI_ERR_ARG, call, "a null pointer");
    int own = 0;
    for (int i = 0; i < count; ++i) {
        MPI_CHECK(degrees[i] < 0, c, MPI_ERR_ARG, call, "a degree of %d", degrees[i]);
        own += degrees[i];
    }
    MPI_TRY(check_ranks(call, c, own, destinations));
    MPI_TRY(check_weights(call, c, own, weights));
    struct edge *const mine = mpi_get(call, (size_t)own * sizeof *mine), *edges;
    for (int i = 0, k = 0; i < count; ++i)
        for (int end = k + degrees[i]; k < end; ++k)
            mine[k] = (struct edge){sources[i], destinations[k], weight_of(weights, k)};
    int all, in = 0, out = 0;
    const int error = gather_edges(call, c, mine, own, &edges, &all);
    free(mine);
    if (error != MPI_SUCCESS) {
        free(edges);
        return error;
    }
    for (int i = 0; i < all; ++i) {
        in += edges[i].to == c->rank;
        out += edges[i].from == c->rank;
    }
    struct mpi_comm *n;
    const int failed = make(call, c, in, out, weights != MPI_UNWEIGHTED, &n);
    for (int i = 0; i < all && failed == MPI_SUCCESS; ++i) {
        if (edges[i].to == c->rank) append(&n->topology->in, edges[i].from, edges[i].weight);
        if (edges[i].from == c->rank) append(&n->topology->out, edges[i].to, edges[i].weight);
    }
    free(edges);
    MPI_TRY(failed);
    *made = n->handle;
    return MPI_SUCCESS;
}

#define DIST_GRAPH_OF(c, t, call, comm)                                                            \
    MPI_COMM_OF(c, call, comm);                                                                    \
    const struct mpi_topology *const t = c->topology;                                              \
    MPI_CHECK(!t || t->kind != MPI_DIST_GRAPH, c, MPI_ERR_TOPOLOGY, call,                          \
              "the communicator has no distributed graph")

MPI_CALL(Dist_graph_neighbors_count)(MPI_Comm comm, int *in, int *out, int *weighted) {
    static const char call[] = "MPI_Dist_graph_neighbors_count";
    DIST_GRAPH_OF(c, t, call, comm);
    MPI_NOT_NULL(in && out && weighted, c, call);
    *in = t->in.count;
    *out = t->out.count;
    *weighted = t->is_weighted;
    return MPI_SUCCESS;
}
static void give(const struct mpi_neighbours *n, int most, int is_weighted, int *ranks,
                 int *weights) {
    for (int i = 0; i < n->count && i < most; ++i) {
        ranks[i] = n->ranks[i];
        if (is_weighted && weights != MPI_UNWEIGHTED) weights[i] = n->weights[i];
    }
}
MPI_CALL(Dist_graph_neighbors)
(MPI_Comm comm, int most_in, int *sources, int *source_weights, int most_out, int *destinations,
 int *destination_weights) {
    static const char call[] = "MPI_Dist_graph_neighbors";
    DIST_GRAPH_OF(c, t, call, comm);
    MPI_CHECK(most_in < 0 || most_out < 0, c, MPI_ERR_ARG, call, "room below 0");
    give(&t->in, most_in, t->is_weighted, sources, source_weights);
    give(&t->out, most_out, t->is_weighted, destinations, destination_weights);
    return MPI_SUCCESS;
}
