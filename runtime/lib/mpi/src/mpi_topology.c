// Cartesian topologies and graphs. Ranks keep their order.
#include "mpi_internal.h"

#include <stdlib.h>
#include <string.h>

static int *copy_ints(const char *call, const int *from, int count) {
    int *to = mpi_get(call, (size_t)count * sizeof(int));
    for (int i = 0; i < count; ++i) to[i] = from[i];
    return to;
}

void mpi_topology_free(struct mpi_topology *t) {
    free(t->sizes);
    free(t->periods);
    free(t->coords);
    free(t->index);
    free(t->edges);
    free(t->in.ranks);
    free(t->in.weights);
    free(t->out.ranks);
    free(t->out.weights);
    free(t);
}
static void copy_neighbours(const char *call, struct mpi_neighbours *n) {
    n->ranks = copy_ints(call, n->ranks, n->count);
    n->weights = copy_ints(call, n->weights, n->count);
}
int mpi_topology_copy(const char *call, const struct mpi_topology *from,
                      struct mpi_topology **made) {
    struct mpi_topology *t = *made = mpi_get(call, sizeof *t);
    *t = *from;
    t->sizes = copy_ints(call, from->sizes, from->dims);
    t->periods = copy_ints(call, from->periods, from->dims);
    t->coords = copy_ints(call, from->coords, from->dims);
    t->index = copy_ints(call, from->index, from->nodes);
    t->edges = copy_ints(call, from->edges, from->nodes ? from->index[from->nodes - 1] : 0);
    copy_neighbours(call, &t->in);
    copy_neighbours(call, &t->out);
    return MPI_SUCCESS;
}

/// A search for the sizes of `open` dimensions, which do not increase.
struct search {
    const int *divisors; ///< of the number of nodes, increasing
    int many, open;
    int *sizes, *best;
};
/// Whether sizes are closer to each other than others: the largest and the smallest one differ by
/// less, or by as much and the smallest ones are larger.
static int are_closer(const int *sizes, const int *than, int open) {
    const int spread = sizes[0] - sizes[open - 1], other = than[0] - than[open - 1];
    if (spread != other) return spread < other;
    for (int i = open - 1; i >= 0; --i)
        if (sizes[i] != than[i]) return sizes[i] > than[i];
    return 0;
}
/// Whether `size` in each of `many` dimensions makes at least `nodes`.
static int reaches(int size, int many, int nodes) {
    long long all = 1;
    for (int i = 0; i < many && all < nodes; ++i) all *= size;
    return all >= nodes;
}
/// Tries all sizes of the dimensions from `at` on, whose product is `nodes`.
static void try_sizes(struct search *s, int at, int nodes) {
    const int most = at ? s->sizes[at - 1] : nodes;
    if (at == s->open - 1) {
        if (nodes > most) return;
        s->sizes[at] = nodes;
        if (!are_closer(s->sizes, s->best, s->open)) return;
        for (int i = 0; i < s->open; ++i) s->best[i] = s->sizes[i];
        return;
    }
    for (int i = s->many - 1; i >= 0; --i) {
        const int size = s->divisors[i];
        if (size > most || nodes % size) continue;
        if (!reaches(size, s->open - at, nodes)) return;
        s->sizes[at] = size;
        try_sizes(s, at + 1, nodes / size);
    }
}
enum { most_divisors = 1536 }; ///< of a number of 31 bits
/// Fills in the divisors of a number, the smallest first. How many there are.
static int find_divisors(int number, int *divisors) {
    int many = 0;
    for (int d = 1; d <= number / d; ++d)
        if (number % d == 0) divisors[many++] = d;
    for (int i = many - 1; i >= 0; --i)
        if (divisors[i] != number / divisors[i]) divisors[many++] = number / divisors[i];
    return many;
}
/// The sizes of `open` dimensions with `nodes` nodes, the largest first.
static void closest_sizes(const char *call, int nodes, int open, int *best) {
    int *const divisors = mpi_get(call, (size_t)(most_divisors + open) * sizeof(int));
    struct search s = {divisors, find_divisors(nodes, divisors), open, divisors + most_divisors,
                       best};
    best[0] = nodes;
    for (int i = 1; i < open; ++i) best[i] = 1;
    try_sizes(&s, 0, nodes);
    free(divisors);
}
MPI_CALL(Dims_create)(int nodes, int dims, int *sizes) {
    static const char call[] = "MPI_Dims_create";
    mpi_check_started(call);
    MPI_CHECK(nodes < 1 || dims < 0, 0, MPI_ERR_DIMS, call, "%d nodes in %d dimensions", nodes,
              dims);
    MPI_CHECK(dims && !sizes, 0, MPI_ERR_ARG, call, "a null pointer");
    int left = nodes, open = 0;
    for (int i = 0; i < dims; ++i) {
        MPI_CHECK(sizes[i] < 0, 0, MPI_ERR_DIMS, call, "a size of %d", sizes[i]);
        if (!sizes[i]) {
            ++open;
            continue;
        }
        MPI_CHECK(left % sizes[i], 0, MPI_ERR_DIMS, call, "%d nodes in a dimension of %d", left,
                  sizes[i]);
        left /= sizes[i];
    }
    if (!open) {
        MPI_CHECK(left != 1, 0, MPI_ERR_DIMS, call, "the sizes leave %d nodes", left);
        return MPI_SUCCESS;
    }
    int *made = mpi_get(call, (size_t)open * sizeof(int));
    closest_sizes(call, left, open, made);
    for (int i = 0, k = 0; i < dims; ++i)
        if (!sizes[i]) sizes[i] = made[k++];
    free(made);
    return MPI_SUCCESS;
}

static void set_coords(const struct mpi_topology *t, int rank, int *coords) {
    for (int d = t->dims - 1; d >= 0; --d) {
        coords[d] = rank % t->sizes[d];
        rank /= t->sizes[d];
    }
}

/// A communicator of the first `count` ranks of another.
static int make_of_first(const char *call, struct mpi_comm *c, int count, struct mpi_comm **made) {
    struct mpi_group *g;
    MPI_TRY(mpi_group_new(call, count, &g));
    for (int i = 0; i < count; ++i) g->process[i] = mpi_group_process(c->group, i);
    g->rank = mpi_group_rank(g, mpid_self);
    if (count == mpid_processes && !c->process) { // all processes, in order
        free(g->process);
        g->process = 0;
    }
    const int error = mpi_comm_make(call, c, g, made);
    mpi_group_release(g);
    return error;
}

static int product(const char *call, struct mpi_comm *c, int dims, const int *sizes, int *all) {
    MPI_CHECK(dims < 0, c, MPI_ERR_DIMS, call, "%d dimensions", dims);
    *all = 1;
    for (int i = 0; i < dims; ++i) {
        MPI_CHECK(sizes[i] < 1, c, MPI_ERR_DIMS, call, "a size of %d", sizes[i]);
        *all *= sizes[i];
        MPI_CHECK(*all > c->size, c, MPI_ERR_TOPOLOGY, call, "more than the %d processes", c->size);
    }
    return MPI_SUCCESS;
}

MPI_CALL(Cart_create)
(MPI_Comm comm, int dims, const int *sizes, const int *periods, int reorder, MPI_Comm *made) {
    static const char call[] = "MPI_Cart_create";
    (void)reorder;
    MPI_COMM_OF(c, call, comm);
    MPI_NOT_NULL(made, c, call);
    MPI_CHECK(c->remote, c, MPI_ERR_COMM, call, "an intercommunicator");
    MPI_CHECK(dims > 0 && (!sizes || !periods), c, MPI_ERR_ARG, call, "a null pointer");
    int all;
    MPI_TRY(product(call, c, dims, sizes, &all));
    struct mpi_comm *n;
    MPI_TRY(make_of_first(call, c, all, &n));
    *made = MPI_COMM_NULL;
    if (!n) return MPI_SUCCESS;
    *made = n->handle;
    struct mpi_topology *t = n->topology = mpi_get(call, sizeof *t);
    *t = (struct mpi_topology){.kind = MPI_CART, .dims = dims};
    t->sizes = copy_ints(call, sizes, dims);
    t->periods = copy_ints(call, periods, dims);
    for (int i = 0; i < dims; ++i) t->periods[i] = t->periods[i] != 0;
    t->coords = copy_ints(call, sizes, dims);
    set_coords(t, n->rank, t->coords);
    return MPI_SUCCESS;
}

#define CART_OF(c, t, call, comm)                                                                  \
    MPI_COMM_OF(c, call, comm);                                                                    \
    const struct mpi_topology *const t = c->topology;                                              \
    MPI_CHECK(!t || t->kind != MPI_CART, c, MPI_ERR_TOPOLOGY, call,                                \
              "the communicator has no Cartesian topology")

MPI_CALL(Cartdim_get)(MPI_Comm comm, int *dims) {
    CART_OF(c, t, "MPI_Cartdim_get", comm);
    MPI_NOT_NULL(dims, c, "MPI_Cartdim_get");
    *dims = t->dims;
    return MPI_SUCCESS;
}
MPI_CALL(Cart_get)(MPI_Comm comm, int dims, int *sizes, int *periods, int *coords) {
    CART_OF(c, t, "MPI_Cart_get", comm);
    MPI_CHECK(dims < t->dims, c, MPI_ERR_ARG, "MPI_Cart_get", "room for %d of %d dimensions", dims,
              t->dims);
    for (int i = 0; i < t->dims; ++i) {
        sizes[i] = t->sizes[i];
        periods[i] = t->periods[i];
        coords[i] = t->coords[i];
    }
    return MPI_SUCCESS;
}
MPI_CALL(Cart_rank)(MPI_Comm comm, const int *coords, int *rank) {
    CART_OF(c, t, "MPI_Cart_rank", comm);
    MPI_NOT_NULL((coords || !t->dims) && rank, c, "MPI_Cart_rank");
    *rank = 0;
    for (int i = 0; i < t->dims; ++i) {
        int at = coords[i];
        const int size = t->sizes[i];
        if (t->periods[i]) at = (at % size + size) % size;
        MPI_CHECK(at < 0 || at >= size, c, MPI_ERR_ARG, "MPI_Cart_rank",
                  "coordinate %d in a dimension of %d", at, size);
        *rank = *rank * size + at;
    }
    return MPI_SUCCESS;
}
MPI_CALL(Cart_coords)(MPI_Comm comm, int rank, int dims, int *coords) {
    CART_OF(c, t, "MPI_Cart_coords", comm);
    MPI_NOT_NULL(coords || !t->dims, c, "MPI_Cart_coords");
    MPI_CHECK(rank < 0 || rank >= c->size, c, MPI_ERR_RANK, "MPI_Cart_coords",
              "there is no rank %d among %d", rank, c->size);
    MPI_CHECK(dims < t->dims, c, MPI_ERR_ARG, "MPI_Cart_coords", "room for %d of %d dimensions",
              dims, t->dims);
    set_coords(t, rank, coords);
    return MPI_SUCCESS;
}
MPI_CALL(Cart_shift)(MPI_Comm comm, int direction, int displacement, int *source, int *dest) {
    static const char call[] = "MPI_Cart_shift";
    CART_OF(c, t, call, comm);
    MPI_NOT_NULL(source && dest, c, call);
    MPI_CHECK(direction < 0 || direction >= t->dims, c, MPI_ERR_ARG, call,
              "direction %d of %d dimensions", direction, t->dims);
    int step = 1;
    for (int i = t->dims - 1; i > direction; --i) step *= t->sizes[i];
    const int size = t->sizes[direction], at = t->coords[direction];
    for (int side = 0; side < 2; ++side) {
        int there = side ? at + displacement : at - displacement;
        if (t->periods[direction]) there = (there % size + size) % size;
        *(side ? dest : source) =
            there < 0 || there >= size ? MPI_PROC_NULL : c->rank + (there - at) * step;
    }
    return MPI_SUCCESS;
}
MPI_CALL(Cart_sub)(MPI_Comm comm, const int *remain, MPI_Comm *made) {
    static const char call[] = "MPI_Cart_sub";
    CART_OF(c, t, call, comm);
    MPI_NOT_NULL(made && (remain || !t->dims), c, call);
    int color = 0, key = 0, dims = 0;
    for (int i = 0; i < t->dims; ++i)
        if (remain[i]) {
            key = key * t->sizes[i] + t->coords[i];
            ++dims;
        } else {
            color = color * t->sizes[i] + t->coords[i];
        }
    MPI_TRY(PMPI_Comm_split(comm, color, key, made));
    struct mpi_comm *n = mpi_object(mpi_kind_comm, *made);
    struct mpi_topology *s = n->topology = mpi_get(call, sizeof *s);
    *s = (struct mpi_topology){.kind = MPI_CART, .dims = dims};
    s->sizes = mpi_get(call, (size_t)dims * sizeof(int));
    s->periods = mpi_get(call, (size_t)dims * sizeof(int));
    s->coords = mpi_get(call, (size_t)dims * sizeof(int));
    for (int i = 0, k = 0; i < t->dims; ++i)
        if (remain[i]) {
            s->sizes[k] = t->sizes[i];
            s->periods[k] = t->periods[i];
            s->coords[k++] = t->coords[i];
        }
    return MPI_SUCCESS;
}
MPI_CALL(Cart_map)(MPI_Comm comm, int dims, const int *sizes, const int *periods, int *rank) {
    (void)periods;
    MPI_COMM_OF(c, "MPI_Cart_map", comm);
    MPI_NOT_NULL(rank, c, "MPI_Cart_map");
    int all;
    MPI_TRY(product("MPI_Cart_map", c, dims, sizes, &all));
    *rank = c->rank < all ? c->rank : MPI_UNDEFINED;
    return MPI_SUCCESS;
}

// --- graphs --------------------------------------------------------------------------------------

MPI_CALL(Graph_create)
(MPI_Comm comm, int nodes, const int *index, const int *edges, int reorder, MPI_Comm *made) {
    static const char call[] = "MPI_Graph_create";
    (void)reorder;
    MPI_COMM_OF(c, call, comm);
    MPI_NOT_NULL(made, c, call);
    MPI_CHECK(c->remote, c, MPI_ERR_COMM, call, "an intercommunicator");
    MPI_CHECK(nodes < 0 || nodes > c->size, c, MPI_ERR_TOPOLOGY, call, "%d nodes of %d processes",
              nodes, c->size);
    *made = MPI_COMM_NULL;
    if (!nodes) return MPI_SUCCESS;
    for (int i = 0; i < nodes; ++i)
        MPI_CHECK(index[i] < (i ? index[i - 1] : 0), c, MPI_ERR_TOPOLOGY, call,
                  "index %d is below the one before", i);
    for (int i = 0; i < index[nodes - 1]; ++i)
        MPI_CHECK(edges[i] < 0 || edges[i] >= nodes, c, MPI_ERR_TOPOLOGY, call,
                  "an edge to node %d of %d", edges[i], nodes);
    struct mpi_comm *n;
    MPI_TRY(make_of_first(call, c, nodes, &n));
    if (!n) return MPI_SUCCESS;
    *made = n->handle;
    struct mpi_topology *t = n->topology = mpi_get(call, sizeof *t);
    *t = (struct mpi_topology){.kind = MPI_GRAPH, .nodes = nodes};
    t->index = copy_ints(call, index, nodes);
    t->edges = copy_ints(call, edges, index[nodes - 1]);
    return MPI_SUCCESS;
}

#define GRAPH_OF(c, t, call, comm)                                                                 \
    MPI_COMM_OF(c, call, comm);                                                                    \
    const struct mpi_topology *const t = c->topology;                                              \
    MPI_CHECK(!t || t->kind != MPI_GRAPH, c, MPI_ERR_TOPOLOGY, call,                               \
              "the communicator has no graph")

MPI_CALL(Graphdims_get)(MPI_Comm comm, int *nodes, int *edges) {
    GRAPH_OF(c, t, "MPI_Graphdims_get", comm);
    MPI_NOT_NULL(nodes && edges, c, "MPI_Graphdims_get");
    *nodes = t->nodes;
    *edges = t->index[t->nodes - 1];
    return MPI_SUCCESS;
}
MPI_CALL(Graph_get)(MPI_Comm comm, int maxindex, int maxedges, int *index, int *edges) {
    GRAPH_OF(c, t, "MPI_Graph_get", comm);
    MPI_NOT_NULL((index || !maxindex) && (edges || !maxedges), c, "MPI_Graph_get");
    MPI_CHECK(maxindex < 0 || maxedges < 0, c, MPI_ERR_ARG, "MPI_Graph_get", "room below 0");
    for (int i = 0; i < t->nodes && i < maxindex; ++i) index[i] = t->index[i];
    for (int i = 0; i < t->index[t->nodes - 1] && i < maxedges; ++i) edges[i] = t->edges[i];
    return MPI_SUCCESS;
}
static int neighbors(const char *call, struct mpi_comm *c, const struct mpi_topology *t, int rank,
                     const int **first, int *count) {
    MPI_CHECK(rank < 0 || rank >= t->nodes, c, MPI_ERR_RANK, call, "there is no rank %d among %d",
              rank, t->nodes);
    const int begin = rank ? t->index[rank - 1] : 0;
    *first = t->edges + begin;
    *count = t->index[rank] - begin;
    return MPI_SUCCESS;
}
MPI_CALL(Graph_neighbors_count)(MPI_Comm comm, int rank, int *count) {
    GRAPH_OF(c, t, "MPI_Graph_neighbors_count", comm);
    MPI_NOT_NULL(count, c, "MPI_Graph_neighbors_count");
    const int *first;
    return neighbors("MPI_Graph_neighbors_count", c, t, rank, &first, count);
}
MPI_CALL(Graph_neighbors)(MPI_Comm comm, int rank, int max, int *list) {
    GRAPH_OF(c, t, "MPI_Graph_neighbors", comm);
    const int *first;
    int count;
    MPI_TRY(neighbors("MPI_Graph_neighbors", c, t, rank, &first, &count));
    for (int i = 0; i < count && i < max; ++i) list[i] = first[i];
    return MPI_SUCCESS;
}
MPI_CALL(Graph_map)(MPI_Comm comm, int nodes, const int *index, const int *edges, int *rank) {
    (void)index, (void)edges;
    MPI_COMM_OF(c, "MPI_Graph_map", comm);
    MPI_NOT_NULL(rank, c, "MPI_Graph_map");
    MPI_CHECK(nodes < 1 || nodes > c->size, c, MPI_ERR_TOPOLOGY, "MPI_Graph_map",
              "%d nodes of %d processes", nodes, c->size);
    *rank = c->rank < nodes ? c->rank : MPI_UNDEFINED;
    return MPI_SUCCESS;
}
MPI_CALL(Topo_test)(MPI_Comm comm, int *topology) {
    MPI_COMM_OF(c, "MPI_Topo_test", comm);
    MPI_NOT_NULL(topology, c, "MPI_Topo_test");
    *topology = c->topology ? c->topology->kind : MPI_UNDEFINED;
    return MPI_SUCCESS;
}
