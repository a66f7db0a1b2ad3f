// Distributed graphs, and exchanges between the neighbours of graphs and grids.
//
//   neighbours [SEED]
#include "../lfc/check.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;
static unsigned state;
static int choose(int n) {
    state = state * 1664525u + 1013904223u;
    return (int)((state >> 8) % (unsigned)n);
}

/// In a grid what goes to one side comes from the other, also where both are one process.
static void grid(int columns) {
    MPI_Comm comm, copy;
    MPI_Request r;
    int dims[2] = {0, columns}, periods[2] = {1, columns == 2}, ranks[4], in[4], out[4], all[4];
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &comm);
    MPI_Comm_dup(comm, &copy);
    for (int d = 0; d < 2; ++d) MPI_Cart_shift(comm, d, 1, &ranks[2 * d], &ranks[2 * d + 1]);
    for (int i = 0; i < 4; ++i) in[i] = all[i] = -1, out[i] = 10 * rank + i;
    MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, copy);
    MPI_Ineighbor_allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, comm, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    for (int i = 0; i < 4; ++i) {
        const int there = ranks[i] != MPI_PROC_NULL;
        CHECK(in[i] == (there ? 10 * ranks[i] + (i ^ 1) : -1));
        CHECK(all[i] == (there ? ranks[i] : -1));
    }
    MPI_Comm_free(&comm), MPI_Comm_free(&copy);
}

enum { most = 400 };
/// A random graph, with several edges between some processes: each process tells a part of it.
static void random_graph(void) {
    struct {
        int from, to, weight;
    } edges[most];
    const int n = 3 * size < most ? 3 * size : most;
    int sources[most], degrees[most], ends[most], weights[most], own = 0, in, out, weighted;
    for (int i = 0; i < n; ++i) {
        edges[i].from = choose(size);
        edges[i].to = choose(size);
        edges[i].weight = choose(100);
    }
    for (int i = rank; i < n; i += size) {
        sources[own] = edges[i].from, degrees[own] = 1;
        ends[own] = edges[i].to, weights[own++] = edges[i].weight;
    }
    MPI_Comm graph, copy;
    MPI_Dist_graph_create(MPI_COMM_WORLD, own, sources, degrees, ends, weights, MPI_INFO_NULL, 0,
                          &graph);
    MPI_Comm_dup(graph, &copy);
    MPI_Topo_test(copy, &in);
    CHECK(in == MPI_DIST_GRAPH);
    MPI_Dist_graph_neighbors_count(copy, &in, &out, &weighted);
    int from[most], from_weights[most], to[most], to_weights[most], wanted_in = 0, wanted_out = 0,
                                                                    sum = 0;
    for (int i = 0; i < n; ++i) {
        wanted_in += edges[i].to == rank, wanted_out += edges[i].from == rank;
        if (edges[i].to == rank) sum += edges[i].weight * (edges[i].from + 1);
        if (edges[i].from == rank) sum += edges[i].weight * (1000 + edges[i].to);
    }
    CHECK(in == wanted_in && out == wanted_out && weighted);
    MPI_Dist_graph_neighbors(copy, most, from, from_weights, most, to, to_weights);
    for (int i = 0; i < in; ++i) sum -= from_weights[i] * (from[i] + 1);
    for (int i = 0; i < out; ++i) sum -= to_weights[i] * (1000 + to[i]);
    CHECK(sum == 0);
    // Edge k of a process to another one carries k: they come in order. Their sizes differ.
    int counts[most], places[most], out_counts[most], out_places[most], sent[4 * most],
        got[4 * most], seen[most];
    MPI_Aint bytes[most], out_bytes[most];
    MPI_Datatype types[most];
    memset(seen, 0, sizeof seen);
    for (int i = 0, at = 0; i < out; ++i) {
        out_counts[i] = 1 + (rank + to[i]) % 3;
        out_places[i] = at;
        out_bytes[i] = 4 * at;
        for (int k = 0; k < out_counts[i]; ++k) sent[at++] = 1000 * rank + seen[to[i]];
        ++seen[to[i]];
    }
    for (int i = 0; i < in; ++i) {
        counts[i] = 1 + (rank + from[i]) % 3;
        places[i] = 4 * i;
        bytes[i] = 16 * i;
    }
    for (int i = 0; i < most; ++i) types[i] = MPI_INT;
    for (int round = 0; round < 3; ++round) {
        MPI_Request r;
        memset(got, 0xee, sizeof got);
        if (round == 0) {
            MPI_Neighbor_alltoallv(sent, out_counts, out_places, MPI_INT, got, counts, places,
                                   MPI_INT, graph);
        } else if (round == 1) {
            MPI_Neighbor_alltoallw(sent, out_counts, out_bytes, types, got, counts, bytes, types,
                                   graph);
        } else {
            MPI_Ineighbor_alltoallv(sent, out_counts, out_places, MPI_INT, got, counts, places,
                                    MPI_INT, copy, &r);
            MPI_Wait(&r, MPI_STATUS_IGNORE);
        }
        memset(seen, 0, sizeof seen);
        for (int i = 0; i < in; ++i) {
            for (int k = 0; k < counts[i]; ++k)
                CHECK(got[4 * i + k] == 1000 * from[i] + seen[from[i]]);
            CHECK(got[4 * i + counts[i]] == (int)0xeeeeeeee);
            ++seen[from[i]];
        }
    }
    for (int i = 0; i < in; ++i) counts[i] = 2, places[i] = 3 * (in - 1 - i);
    const int two[2] = {rank, -rank};
    MPI_Neighbor_allgatherv(two, 2, MPI_INT, got, counts, places, MPI_INT, graph);
    for (int i = 0; i < in; ++i) CHECK(got[places[i]] == from[i] && got[places[i] + 1] == -from[i]);
    MPI_Comm_free(&graph), MPI_Comm_free(&copy);
}

/// A ring, as a graph that all know and as one of which each knows its neighbours.
static void rings(void) {
    const int left = (rank + size - 1) % size, right = (rank + 1) % size, in[1] = {left},
              out[1] = {right};
    int got = -1, n, m, weighted, from[2], weights[2] = {-5, -5}, to[2];
    MPI_Comm ring;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, in, MPI_UNWEIGHTED, 1, out, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 1, &ring);
    MPI_Dist_graph_neighbors_count(ring, &n, &m, &weighted);
    MPI_Dist_graph_neighbors(ring, 1, from, weights, 1, to, MPI_UNWEIGHTED);
    CHECK(n == 1 && m == 1 && !weighted && from[0] == left && to[0] == right && weights[0] == -5);
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, &got, 1, MPI_INT, ring);
    CHECK(got == left);
    MPI_Comm_free(&ring);
    int *const index = malloc(sizeof(int) * (size_t)size),
               *const edges = malloc(sizeof(int) * 2 * (size_t)size), both[2];
    for (int i = 0; i < size; ++i) {
        index[i] = 2 * i + 2;
        edges[2 * i] = (i + size - 1) % size;
        edges[2 * i + 1] = (i + 1) % size;
    }
    MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &ring);
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, both, 1, MPI_INT, ring);
    CHECK(both[0] == left && both[1] == right);
    MPI_Comm_free(&ring);
    free(index), free(edges);
    // Nobody.
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, 0, MPI_WEIGHTS_EMPTY, 0, 0, MPI_WEIGHTS_EMPTY,
                                   MPI_INFO_NULL, 0, &ring);
    MPI_Dist_graph_neighbors_count(ring, &n, &m, &weighted);
    CHECK(n == 0 && m == 0 && weighted);
    MPI_Neighbor_alltoall(0, 0, MPI_INT, 0, 0, MPI_INT, ring);
    MPI_Comm_free(&ring);
    MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    CHECK(MPI_Neighbor_allgather(&rank, 1, MPI_INT, both, 1, MPI_INT, MPI_COMM_WORLD) ==
          MPI_ERR_TOPOLOGY);
    CHECK(MPI_Dist_graph_neighbors_count(MPI_COMM_WORLD, &n, &m, &weighted) == MPI_ERR_TOPOLOGY);
    MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    state = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
    for (int columns = 1; columns < 4; ++columns)
        if (size % columns == 0) grid(columns);
    for (int i = 0; i < 3; ++i) random_graph();
    rings();
    MPI_Finalize();
    printf("%d of %d: %d wrong\n", rank, size, wrong);
    return wrong != 0;
}
