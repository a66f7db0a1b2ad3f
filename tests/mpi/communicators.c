// Groups, communicators, intercommunicators, attributes and topologies; a node's name.
#define _DEFAULT_SOURCE // gethostname
#include "../lfc/check.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, size;

static void groups(void) {
    MPI_Group world, half, rest, both, none, some, copy;
    int n, r, result, flag;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_size(world, &n);
    MPI_Group_rank(world, &r);
    CHECK(n == size && r == rank);
    int range[1][3] = {{0, size - 1, 2}};
    MPI_Group_range_incl(world, 1, range, &half);
    MPI_Group_range_excl(world, 1, range, &rest);
    MPI_Group_size(half, &n);
    CHECK(n == (size + 1) / 2);
    MPI_Group_rank(half, &r);
    CHECK(r == (rank % 2 ? MPI_UNDEFINED : rank / 2));
    MPI_Group_union(half, rest, &both);
    MPI_Group_compare(both, world, &result);
    CHECK(result == (size <= 2 ? MPI_IDENT : MPI_SIMILAR));
    MPI_Group_intersection(half, rest, &none);
    CHECK(none == MPI_GROUP_EMPTY);
    MPI_Group_difference(world, half, &some);
    MPI_Group_compare(some, rest, &result);
    CHECK(result == MPI_IDENT);
    MPI_Group_compare(half, world, &result);
    CHECK(result == (size == 1 ? MPI_IDENT : MPI_UNEQUAL));
    int *ranks = malloc(sizeof(int) * (size_t)size), *there = malloc(sizeof(int) * (size_t)size);
    for (int i = 0; i < size; ++i) ranks[i] = size - 1 - i;
    MPI_Group_incl(world, size, ranks, &copy);
    MPI_Group_translate_ranks(world, size, ranks, copy, there);
    for (int i = 0; i < size; ++i) CHECK(there[i] == i);
    MPI_Group_translate_ranks(world, size, ranks, half, there);
    for (int i = 0; i < size; ++i) CHECK(there[i] == (ranks[i] % 2 ? MPI_UNDEFINED : ranks[i] / 2));
    MPI_Comm made, backwards;
    MPI_Comm_create(MPI_COMM_WORLD, copy, &backwards);
    MPI_Comm_rank(backwards, &r);
    CHECK(r == size - 1 - rank);
    MPI_Comm_compare(backwards, MPI_COMM_WORLD, &result);
    CHECK(result == (size == 1 ? MPI_CONGRUENT : MPI_SIMILAR));
    MPI_Comm_create(MPI_COMM_WORLD, half, &made);
    CHECK((made == MPI_COMM_NULL) == (rank % 2));
    if (made != MPI_COMM_NULL) MPI_Comm_free(&made);
    if (rank % 2 == 0) { // only the members call
        MPI_Comm_create_group(MPI_COMM_WORLD, half, 7, &made);
        int sum, one = 1;
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, made);
        CHECK(sum == (size + 1) / 2);
        MPI_Comm_free(&made);
    }
    MPI_Comm_free(&backwards);
    MPI_Comm_dup(MPI_COMM_WORLD, &made);
    MPI_Comm_compare(made, MPI_COMM_WORLD, &result);
    CHECK(result == MPI_CONGRUENT);
    MPI_Comm_test_inter(made, &flag);
    CHECK(!flag);
    MPI_Comm_free(&made);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made);
    MPI_Comm_size(made, &n);
    CHECK(n == 1);
    MPI_Comm_free(&made);
    MPI_Group_free(&world), MPI_Group_free(&half), MPI_Group_free(&rest), MPI_Group_free(&both);
    MPI_Group_free(&none), MPI_Group_free(&some), MPI_Group_free(&copy);
    CHECK(world == MPI_GROUP_NULL && none == MPI_GROUP_NULL);
    free(ranks), free(there);
}

/// More than a program needs at a time, and many more one after the other.
static void many(void) {
    enum { n = 150 };
    MPI_Comm all[n];
    for (int i = 0; i < n; ++i) MPI_Comm_dup(MPI_COMM_WORLD, &all[i]);
    int in = -1;
    MPI_Request r;
    for (int i = 0; i < n; i += 49) {
        MPI_Irecv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, all[i], &r);
        MPI_Send(&i, 1, MPI_INT, (rank + 1) % size, 0, all[i]);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        CHECK(in == i);
    }
    for (int i = 0; i < n; ++i) MPI_Comm_free(&all[i]);
    for (int i = 0; i < 40; ++i) {
        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &all[0]);
        MPI_Comm_dup(all[0], &all[1]);
        MPI_Comm_free(&all[0]);
        MPI_Comm_free(&all[1]);
    }
    // Those that are freed do not count: more than 2^15.
    for (int i = 0; rank == 0 && i < 40000; ++i) {
        MPI_Comm_dup(MPI_COMM_SELF, &all[0]);
        MPI_Comm_free(&all[0]);
    }
    // A receive keeps its communicator.
    MPI_Comm_dup(MPI_COMM_WORLD, &all[0]);
    MPI_Irecv(&in, 1, MPI_INT, (rank + size - 1) % size, 3, all[0], &r);
    MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, 3, all[0]);
    MPI_Comm_free(&all[0]);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    CHECK(in == (rank + size - 1) % size);
}

/// Messages of one communicator are not received in another one.
static void check_apart(MPI_Comm a, MPI_Comm b) {
    int got[2] = {-1, -1}, me, n;
    MPI_Request r[2];
    MPI_Comm_rank(a, &me);
    MPI_Comm_size(a, &n);
    MPI_Irecv(&got[0], 1, MPI_INT, MPI_ANY_SOURCE, 5, a, &r[0]);
    MPI_Irecv(&got[1], 1, MPI_INT, MPI_ANY_SOURCE, 5, b, &r[1]);
    const int out[2] = {10 + me, 1000 + me};
    MPI_Send(&out[1], 1, MPI_INT, (me + 1) % n, 5, b);
    MPI_Send(&out[0], 1, MPI_INT, (me + 1) % n, 5, a);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    const int from = (me + n - 1) % n;
    CHECK(got[0] == 10 + from && got[1] == 1000 + from);
}

/// Copies that are made while the program does other things.
static void copies_later(void) {
    enum { n = 12 };
    MPI_Comm parents[2], made[n], blocking, alone;
    MPI_Request r[n + 1];
    int value = rank, got = -1;
    // A process waits for a message of one that has called.
    if (rank) MPI_Recv(&got, 1, MPI_INT, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Comm_idup(MPI_COMM_WORLD, &made[0], &r[0]);
    if (rank + 1 < size) MPI_Send(&value, 1, MPI_INT, rank + 1, 1, MPI_COMM_WORLD);
    CHECK(size == 1 || rank == size - 1 || made[0] == MPI_COMM_NULL);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    MPI_Comm_dup(made[0], &parents[0]);
    MPI_Comm_dup_with_info(made[0], MPI_INFO_NULL, &parents[1]);
    check_apart(made[0], parents[0]);
    MPI_Comm_disconnect(&made[0]);
    CHECK(made[0] == MPI_COMM_NULL && MPI_Comm_get_parent(&made[0]) == MPI_SUCCESS);
    // Many at a time. Processes begin with one parent or the other; calls that wait in between.
    for (int i = 0; i < n; ++i) {
        const int which = (rank % 2 * n / 2 + i) % n, second = which >= n / 2;
        MPI_Comm_idup_with_info(parents[second], MPI_INFO_NULL, &made[which], &r[which]);
        if (i == 3) MPI_Comm_dup(MPI_COMM_WORLD, &blocking);
        if (i == 4) MPI_Comm_idup(MPI_COMM_SELF, &alone, &r[n]);
    }
    MPI_Wait(&r[rank % 3], MPI_STATUS_IGNORE);
    MPI_Waitall(n + 1, r, MPI_STATUSES_IGNORE);
    check_apart(made[0], made[n - 1]);
    for (int i = 0; i < n; ++i) {
        check_apart(made[i], blocking);
        MPI_Comm_free(&made[i]);
    }
    MPI_Comm_size(alone, &got);
    CHECK(got == 1);
    MPI_Comm_free(&alone), MPI_Comm_free(&blocking);
    MPI_Comm_free(&parents[0]), MPI_Comm_free(&parents[1]);
}

/// No more can be made: all processes get the error, and can go on.
static void too_many(void) {
    enum { most = 2100 };
    static MPI_Comm all[most];
    int n = 0, error = MPI_SUCCESS;
    MPI_Request r;
    MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    while (n < most && (error = MPI_Comm_dup(MPI_COMM_WORLD, &all[n])) == MPI_SUCCESS) ++n;
    CHECK(error == MPI_ERR_OTHER && n == 2046 && all[n] == MPI_COMM_NULL);
    MPI_Comm_idup(MPI_COMM_WORLD, &all[n], &r);
    CHECK(MPI_Wait(&r, MPI_STATUS_IGNORE) == MPI_ERR_OTHER && all[n] == MPI_COMM_NULL);
    CHECK(MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &all[n]) == MPI_ERR_OTHER);
    for (int i = 0; i < n; ++i) MPI_Comm_free(&all[i]);
    CHECK(MPI_Comm_dup(MPI_COMM_WORLD, &all[0]) == MPI_SUCCESS);
    MPI_Comm_free(&all[0]);
    MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

static int copies, deletions;
static int copy(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag) {
    (void)comm, (void)key;
    ++copies;
    *(int **)out = (int *)in + 1;
    *flag = *(int *)extra;
    return MPI_SUCCESS;
}
static int removed(MPI_Comm comm, int key, void *value, void *extra) {
    (void)comm, (void)key, (void)value, (void)extra;
    ++deletions;
    return MPI_SUCCESS;
}
static int other_key;
static int removes_another(MPI_Comm comm, int key, void *value, void *extra) {
    (void)key, (void)value, (void)extra;
    return MPI_Attr_delete(comm, other_key);
}
static int refuse(MPI_Comm comm, int key, void *value, void *extra) {
    (void)comm, (void)key, (void)value;
    return *(int *)extra ? MPI_ERR_OTHER : MPI_SUCCESS;
}
static void attributes(void) {
    int key, dup_key, null_key, refusing_key, flag, yes = 1, values[3] = {1, 2, 3}, *got,
                                                    refuses = 1;
    MPI_Comm a, b;
    MPI_Keyval_create(copy, removed, &key, &yes);
    MPI_Keyval_create(MPI_DUP_FN, MPI_NULL_DELETE_FN, &dup_key, 0);
    MPI_Keyval_create(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, &null_key, 0);
    MPI_Keyval_create(MPI_NULL_COPY_FN, refuse, &refusing_key, &refuses);
    MPI_Comm_dup(MPI_COMM_WORLD, &a);
    MPI_Attr_get(a, key, &got, &flag);
    CHECK(!flag);
    MPI_Attr_put(a, key, &values[0]);
    MPI_Attr_put(a, dup_key, &values[0]);
    MPI_Attr_put(a, null_key, &values[0]);
    MPI_Comm_dup(a, &b);
    CHECK(copies == 1);
    MPI_Attr_get(b, key, &got, &flag);
    CHECK(flag && got == &values[1]);
    MPI_Attr_get(b, dup_key, &got, &flag);
    CHECK(flag && got == &values[0]);
    MPI_Attr_get(b, null_key, &got, &flag);
    CHECK(!flag);
    MPI_Attr_put(b, key, &values[2]); // deletes the old value
    CHECK(deletions == 1);
    MPI_Attr_delete(b, key);
    CHECK(deletions == 2);
    const int kept = key;
    MPI_Keyval_free(&key); // in use until the last attribute has gone
    CHECK(key == MPI_KEYVAL_INVALID);
    (void)kept;
    MPI_Comm_free(&a);
    CHECK(deletions == 3);
    MPI_Attr_put(b, refusing_key, &values[0]);
    MPI_Errhandler_set(b, MPI_ERRORS_RETURN);
    CHECK(MPI_Comm_free(&b) == MPI_ERR_OTHER && b != MPI_COMM_NULL);
    refuses = 0;
    MPI_Comm_free(&b);
    // A function that is called for one attribute deletes another one.
    MPI_Comm_dup(MPI_COMM_WORLD, &a);
    MPI_Keyval_create(MPI_NULL_COPY_FN, removes_another, &key, 0);
    other_key = dup_key;
    MPI_Attr_put(a, dup_key, &values[0]);
    MPI_Attr_put(a, key, &values[0]);
    MPI_Attr_put(a, null_key, &values[0]);
    MPI_Attr_delete(a, key);
    MPI_Attr_get(a, dup_key, &got, &flag);
    CHECK(!flag);
    MPI_Attr_get(a, null_key, &got, &flag);
    CHECK(flag);
    MPI_Keyval_free(&key);
    MPI_Comm_free(&a);
    MPI_Keyval_free(&dup_key), MPI_Keyval_free(&null_key), MPI_Keyval_free(&refusing_key);
    MPI_Attr_get(MPI_COMM_WORLD, MPI_TAG_UB, &got, &flag);
    CHECK(flag && *got >= 32767);
    MPI_Attr_get(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &got, &flag);
    CHECK(flag && *got == 1);
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Comm_get_name(MPI_COMM_WORLD, name, &flag);
    CHECK(!strcmp(name, "MPI_COMM_WORLD"));
}

static void intercommunicators(void) {
    if (size < 2) return;
    MPI_Comm half, inter, copy, merged;
    MPI_Group remote;
    const int color = rank % 2;
    int n, flag, me, r, in[2] = {-1, -1};
    MPI_Comm_split(MPI_COMM_WORLD, color, rank, &half);
    MPI_Comm_rank(half, &me);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - color, 12, &inter);
    MPI_Comm_test_inter(inter, &flag);
    MPI_Comm_remote_size(inter, &n);
    CHECK(flag && n == (size + color) / 2);
    MPI_Comm_remote_group(inter, &remote);
    MPI_Group_rank(remote, &r);
    CHECK(r == MPI_UNDEFINED);
    MPI_Group_free(&remote);
    MPI_Comm_dup(inter, &copy);
    MPI_Comm_compare(inter, copy, &r);
    CHECK(r == MPI_CONGRUENT);
    // Ranks are those of the other group.
    MPI_Request request;
    MPI_Comm_free(&copy);
    MPI_Comm_idup(inter, &copy, &request);
    MPI_Comm_dup(half, &merged);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_compare(inter, copy, &r);
    CHECK(r == MPI_CONGRUENT);
    MPI_Comm_free(&merged);
    MPI_Status status;
    if (me < n) {
        MPI_Irecv(in, 2, MPI_INT, me, 1, copy, &request);
        int out[2] = {rank, me};
        MPI_Send(out, 2, MPI_INT, me, 1, copy);
        MPI_Wait(&request, &status);
        CHECK(in[0] == (color ? rank - 1 : rank + 1) && in[1] == me && status.MPI_SOURCE == me);
    }
    MPI_Intercomm_merge(copy, color, &merged); // the even ones first
    MPI_Comm_rank(merged, &r);
    MPI_Comm_size(merged, &n);
    CHECK(n == size && r == (color ? (size + 1) / 2 + rank / 2 : rank / 2));
    int sum;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, merged);
    CHECK(sum == size * (size - 1) / 2);
    MPI_Comm_free(&merged), MPI_Comm_free(&copy), MPI_Comm_free(&inter), MPI_Comm_free(&half);
}

/// What one group gives, the other one gets.
static void between_groups(void) {
    if (size < 2) return;
    MPI_Comm half, inter;
    const int color = rank % 2;
    int n, me, mine;
    MPI_Comm_split(MPI_COMM_WORLD, color, rank, &half);
    MPI_Comm_rank(half, &me);
    MPI_Comm_size(half, &mine);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - color, 12, &inter);
    MPI_Comm_remote_size(inter, &n);
    // Ranks of the other group in MPI_COMM_WORLD are 2 * i + 1 - color.
    int *all = malloc(sizeof(int) * 4 * (size_t)size),
        *more = malloc(sizeof(int) * 4 * (size_t)size),
        *counts = malloc(sizeof(int) * (size_t)size), value[2], got[2];
    MPI_Request r;
    MPI_Barrier(inter);
    MPI_Ibarrier(inter, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    for (int from = 0; from < 2; ++from) { // the last process of one group is the root
        const int last = from == color ? mine - 1 : n - 1, root = color != from ? last
                                                                  : me == last  ? MPI_ROOT
                                                                                : MPI_PROC_NULL;
        value[0] = color == from ? 70 + rank : -1, value[1] = value[0] + 1;
        MPI_Bcast(value, 2, MPI_INT, root, inter);
        const int world = 70 + 2 * last + from;
        if (color != from) CHECK(value[0] == world && value[1] == world + 1);
        int sum = -1, expected = 0;
        for (int i = 0; i < n; ++i) expected += 2 * i + 1 - color;
        MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, root, inter);
        CHECK(sum == (root == MPI_ROOT ? expected : -1));
        for (int i = 0; i < size; ++i) all[i] = -1;
        MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, root, inter);
        for (int i = 0; i < n; ++i) CHECK(all[i] == (root == MPI_ROOT ? 2 * i + 1 - color : -1));
        for (int i = 0; i < n; ++i) all[i] = 1000 * rank + i;
        got[0] = -1;
        MPI_Scatter(all, 1, MPI_INT, got, 1, MPI_INT, root, inter);
        CHECK(got[0] == (color == from ? -1 : 1000 * (2 * last + from) + me));
    }
    MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, inter);
    for (int i = 0; i < n; ++i) CHECK(all[i] == 2 * i + 1 - color);
    for (int i = 0; i < n; ++i) counts[i] = 2, more[i] = 3 * i;
    value[0] = rank, value[1] = -rank;
    MPI_Allgatherv(value, 2, MPI_INT, all, counts, more, MPI_INT, inter);
    for (int i = 0; i < n; ++i)
        CHECK(all[3 * i] == 2 * i + 1 - color && all[3 * i + 1] == -all[3 * i]);
    for (int i = 0; i < n; ++i) more[i] = 100 * rank + i;
    MPI_Alltoall(more, 1, MPI_INT, all, 1, MPI_INT, inter);
    for (int i = 0; i < n; ++i) CHECK(all[i] == 100 * (2 * i + 1 - color) + me);
    int least, expected = n;
    MPI_Iallreduce(&rank, &least, 1, MPI_INT, MPI_MIN, inter, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    CHECK(least == 1 - color);
    MPI_Allreduce(&(int){1}, &got[0], 1, MPI_INT, MPI_SUM, inter);
    CHECK(got[0] == expected);
    // Both groups' results have as many elements: mine * n.
    for (int i = 0; i < mine * n && i < 4 * size; ++i) all[i] = i;
    if (mine * n <= 4 * size) {
        for (int i = 0; i < mine; ++i) counts[i] = n;
        MPI_Reduce_scatter(all, more, counts, MPI_INT, MPI_SUM, inter);
        for (int i = 0; i < n; ++i) CHECK(more[i] == n * (me * n + i));
    }
    free(all), free(more), free(counts);
    MPI_Comm_free(&inter), MPI_Comm_free(&half);
}

/// An intercommunicator whose other group has these processes of MPI_COMM_WORLD.
static void check_remote(MPI_Comm inter, const int *expected, int count) {
    CHECK((inter == MPI_COMM_NULL) == (count == 0));
    if (inter == MPI_COMM_NULL) return;
    int flag, n, *all = malloc(sizeof(int) * (size_t)size);
    MPI_Comm_test_inter(inter, &flag);
    MPI_Comm_remote_size(inter, &n);
    CHECK(flag && n == count);
    MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, inter);
    for (int i = 0; i < n && n == count; ++i) CHECK(all[i] == expected[i]);
    free(all);
    MPI_Comm_free(&inter);
}
/// Parts of an intercommunicator.
static void parts_of_groups(void) {
    if (size < 2) return;
    MPI_Comm half, inter, part;
    MPI_Group group, first;
    const int color = rank % 2;
    int n, me, mine, count = 0, *expected = malloc(sizeof(int) * (size_t)size);
    MPI_Comm_split(MPI_COMM_WORLD, color, rank, &half);
    MPI_Comm_rank(half, &me);
    MPI_Comm_size(half, &mine);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - color, 12, &inter);
    MPI_Comm_remote_size(inter, &n);
    // Rank i of the other group is 2 * i + 1 - color of MPI_COMM_WORLD. Keys turn the order.
    MPI_Comm_split(inter, me % 2, -me, &part);
    for (int i = n - 1; i >= 0; --i)
        if (i % 2 == me % 2) expected[count++] = 2 * i + 1 - color;
    check_remote(part, expected, count);
    MPI_Comm_split(inter, me ? 3 : MPI_UNDEFINED, 0, &part);
    for (int i = 1; i < n; ++i) expected[i - 1] = 2 * i + 1 - color;
    check_remote(part, expected, me ? n - 1 : 0);
    // The first half of each group.
    int range[1][3] = {{0, (mine + 1) / 2 - 1, 1}};
    MPI_Comm_group(inter, &group);
    MPI_Group_range_incl(group, 1, range, &first);
    MPI_Comm_create(inter, first, &part);
    for (int i = 0; i < (n + 1) / 2; ++i) expected[i] = 2 * i + 1 - color;
    check_remote(part, expected, me < (mine + 1) / 2 ? (n + 1) / 2 : 0);
    MPI_Comm_create(inter, color ? MPI_GROUP_EMPTY : first, &part);
    CHECK(part == MPI_COMM_NULL);
    MPI_Group_free(&group), MPI_Group_free(&first);
    MPI_Comm_free(&inter), MPI_Comm_free(&half);
    free(expected);
}

static void grids(void) {
    static const int wanted[][5] = {{6, 2, 3, 2, 0},  {12, 3, 3, 2, 2}, {16, 2, 4, 4, 0},
                                    {7, 1, 7, 0, 0},  {64, 3, 4, 4, 4}, {30, 3, 5, 3, 2},
                                    {20, 3, 5, 2, 2}, {1, 2, 1, 1, 0},  {96, 3, 6, 4, 4}};
    for (int i = 0; i < 9; ++i) {
        int dims[3] = {0, 0, 0};
        MPI_Dims_create(wanted[i][0], wanted[i][1], dims);
        for (int d = 0; d < wanted[i][1]; ++d) CHECK(dims[d] == wanted[i][2 + d]);
    }
    int fixed[2] = {0, 3};
    MPI_Dims_create(12, 2, fixed);
    CHECK(fixed[0] == 4 && fixed[1] == 3);
    int some_fixed[4] = {0, 7, 0, 0};
    MPI_Dims_create(140, 4, some_fixed);
    CHECK(some_fixed[0] == 5 && some_fixed[1] == 7 && some_fixed[2] == 2 && some_fixed[3] == 2);
    int dims[2] = {0, 0}, periods[2] = {1, 0}, coords[2], r, source, dest, got[2], p[2], n;
    MPI_Dims_create(size, 2, dims);
    MPI_Comm grid, row;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &grid);
    MPI_Comm_rank(grid, &r);
    MPI_Cart_coords(grid, r, 2, coords);
    CHECK(coords[0] == r / dims[1] && coords[1] == r % dims[1]);
    MPI_Cart_get(grid, 2, got, p, coords);
    CHECK(got[0] == dims[0] && p[0] == 1 && p[1] == 0 && coords[1] == r % dims[1]);
    MPI_Cart_rank(grid, coords, &n);
    CHECK(n == r);
    coords[0] += dims[0] * 3;
    MPI_Cart_rank(grid, coords, &n); // around
    CHECK(n == r);
    MPI_Cart_shift(grid, 0, 1, &source, &dest);
    CHECK(dest == (r + dims[1]) % size && source == (r - dims[1] + size) % size);
    MPI_Cart_shift(grid, 1, 1, &source, &dest);
    CHECK(dest == (r % dims[1] + 1 < dims[1] ? r + 1 : MPI_PROC_NULL));
    CHECK(source == (r % dims[1] ? r - 1 : MPI_PROC_NULL));
    // Beyond the edge are messages from nobody and to nobody.
    int value = r, in = -5;
    MPI_Sendrecv(&value, 1, MPI_INT, dest, 0, &in, 1, MPI_INT, source, 0, grid, MPI_STATUS_IGNORE);
    CHECK(in == (source == MPI_PROC_NULL ? -5 : r - 1));
    const int remain[2] = {0, 1};
    MPI_Cart_sub(grid, remain, &row);
    MPI_Cartdim_get(row, &n);
    CHECK(n == 1);
    MPI_Comm_size(row, &n);
    CHECK(n == dims[1]);
    MPI_Topo_test(row, &n);
    CHECK(n == MPI_CART);
    MPI_Topo_test(MPI_COMM_WORLD, &n);
    CHECK(n == MPI_UNDEFINED);
    MPI_Comm copy;
    MPI_Comm_dup(row, &copy); // with its topology
    MPI_Topo_test(copy, &n);
    CHECK(n == MPI_CART);
    MPI_Comm_free(&copy), MPI_Comm_free(&row), MPI_Comm_free(&grid);
    // A ring as a graph.
    int *index = malloc(sizeof(int) * (size_t)size),
        *edges = malloc(sizeof(int) * 2 * (size_t)size);
    for (int i = 0; i < size; ++i) {
        index[i] = 2 * i + 2;
        edges[2 * i] = (i + size - 1) % size;
        edges[2 * i + 1] = (i + 1) % size;
    }
    MPI_Comm ring;
    MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &ring);
    MPI_Graph_neighbors_count(ring, rank, &n);
    MPI_Graph_neighbors(ring, rank, 2, got);
    CHECK(n == 2 && got[0] == (rank + size - 1) % size && got[1] == (rank + 1) % size);
    MPI_Graphdims_get(ring, &n, &dest);
    CHECK(n == size && dest == 2 * size);
    int *index2 = malloc(sizeof(int) * (size_t)size),
        *edges2 = malloc(sizeof(int) * 2 * (size_t)size);
    MPI_Graph_get(ring, size, 2 * size, index2, edges2);
    CHECK(!memcmp(index, index2, sizeof(int) * (size_t)size) &&
          !memcmp(edges, edges2, sizeof(int) * 2 * (size_t)size));
    MPI_Comm_free(&ring);
    free(index), free(edges), free(index2), free(edges2);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    char name[16], wanted[16];
    snprintf(wanted, sizeof wanted, "node%d", am_my_proc());
    CHECK(gethostname(name, sizeof name) == 0 && !strcmp(name, wanted));
    CHECK(gethostname(name, 5) == -1);
    groups();
    many();
    copies_later();
    attributes();
    intercommunicators();
    between_groups();
    parts_of_groups();
    grids();
    too_many();
    MPI_Finalize();
    printf("%d of %d: %d wrong\n", rank, size, wrong);
    return wrong != 0;
}
