// One-sided communication: random operations in every kind of epoch against a sequential memory;
// locks, counters and exchanges; data types, dynamic windows, requests, attributes. The argument is
// a seed.
#include "../lfc/check.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { words = 96, columns = 4 };
static int rank, size;

/// The same sequence in all processes.
static unsigned state;
static unsigned next(unsigned below) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % below;
}

enum epoch { fence, post_start, lock_each, lock_all, epochs };

/// Opens an epoch in which all processes access all, or closes it.
static void open_epoch(enum epoch kind, MPI_Group all, MPI_Win win) {
    switch (kind) {
    case fence: MPI_Win_fence(0, win); break;
    case post_start:
        MPI_Win_post(all, 0, win);
        MPI_Win_start(all, 0, win);
        break;
    case lock_each:
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < size; ++i) MPI_Win_lock(MPI_LOCK_SHARED, i, 0, win);
        break;
    default: MPI_Barrier(MPI_COMM_WORLD); MPI_Win_lock_all(0, win);
    }
}
static void close_epoch(enum epoch kind, MPI_Win win) {
    switch (kind) {
    case fence: MPI_Win_fence(MPI_MODE_NOSUCCEED, win); break;
    case post_start:
        MPI_Win_complete(win);
        MPI_Win_wait(win);
        break;
    case lock_each:
        for (int i = size; i-- > 0;) MPI_Win_unlock(i, win);
        MPI_Barrier(MPI_COMM_WORLD);
        break;
    default:
        MPI_Win_flush_all(win);
        MPI_Win_unlock_all(win);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/// Every process knows all operations of a round, and does them on a model of all memories. A word
/// is put, or added to by several, or read in a round.
static void random_rounds(int rounds, MPI_Info info) {
    int *memory, *model = calloc((size_t)(size * words), sizeof(int));
    MPI_Win win;
    MPI_Group all;
    MPI_Win_allocate(words * sizeof(int), sizeof(int), info, MPI_COMM_WORLD, &memory, &win);
    memset(memory, 0, words * sizeof(int));
    MPI_Win_get_group(win, &all);
    MPI_Datatype every_third;
    MPI_Type_vector(3, 1, 3, MPI_INT, &every_third);
    MPI_Type_commit(&every_third);
    for (int round = 0; round < rounds; ++round) {
        const enum epoch kind = (enum epoch)next(epochs);
        enum { places = words / 8, most = 64 };
        struct got {
            int data[8], expected[8], count;
        } *got = calloc(most, sizeof *got);
        int count = 0, values[most][8];
        // What is read is as it was: nobody writes it in this round.
        char *use = calloc((size_t)(size * places), 1); // 1: put, 2: added to, 3: read
        open_epoch(kind, all, win);
        for (int i = 0; i < 4 * size && count < most; ++i) {
            const int from = (int)next((unsigned)size), to = (int)next((unsigned)size),
                      place = (int)next(places), what = (int)next(5), at = place * 8,
                      cell = to * words + at, value = (int)next(1000);
            char *const used = &use[to * places + place];
            const int as = what == 0 || what == 4 ? 1 : what == 1 ? 2 : 3;
            if (*used && (*used == 1 || *used != as)) continue;
            *used = (char)as;
            const int mine = from == rank;
            int *const v = values[count];
            for (int k = 0; k < 8; ++k) v[k] = value + k;
            switch (what) {
            case 0:
                if (mine) MPI_Put(v, 8, MPI_INT, to, at, 8, MPI_INT, win);
                for (int k = 0; k < 8; ++k) model[cell + k] = v[k];
                break;
            case 1:
                if (mine) MPI_Accumulate(v, 8, MPI_INT, to, at, 8, MPI_INT, MPI_SUM, win);
                for (int k = 0; k < 8; ++k) model[cell + k] += v[k];
                break;
            case 2:
                if (mine) MPI_Get(got[count].data, 8, MPI_INT, to, at, 8, MPI_INT, win);
                for (int k = 0; k < 8; ++k) got[count].expected[k] = model[cell + k];
                got[count].count = mine ? 8 : 0;
                break;
            case 3: // three words of the target, one after the other here
                if (mine)
                    MPI_Get_accumulate(0, 0, MPI_INT, got[count].data, 3, MPI_INT, to, at, 1,
                                       every_third, MPI_NO_OP, win);
                for (int k = 0; k < 3; ++k) got[count].expected[k] = model[cell + 3 * k];
                got[count].count = mine ? 3 : 0;
                break;
            default: // every third word here and there
                if (mine)
                    MPI_Accumulate(v, 1, every_third, to, at, 1, every_third, MPI_REPLACE, win);
                for (int k = 0; k < 3; ++k) model[cell + 3 * k] = v[3 * k];
            }
            ++count;
        }
        close_epoch(kind, win);
        for (int i = 0; i < count; ++i)
            CHECK(!memcmp(got[i].data, got[i].expected, (size_t)got[i].count * sizeof(int)));
        CHECK(!memcmp(memory, model + rank * words, sizeof(int) * words));
        free(got), free(use);
        MPI_Barrier(MPI_COMM_WORLD); // the memory has been looked at
    }
    MPI_Type_free(&every_third);
    MPI_Group_free(&all);
    MPI_Win_free(&win);
    CHECK(win == MPI_WIN_NULL);
    free(model);
}

/// Numbers that all draw, a lock made of an exchange, and one of MPI.
static void atomics(void) {
    struct {
        int ticket, held, sum, pair;
    } memory = {0, -1, 0, 0};
    MPI_Win win;
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    enum { times = 5 };
    int *mine = malloc(sizeof(int) * times), *all = malloc(sizeof(int) * times * (size_t)size);
    const int one = 1, nobody = -1, last = size - 1;
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < times; ++i) {
        MPI_Fetch_and_op(&one, &mine[i], MPI_INT, last, 0, MPI_SUM, win);
        MPI_Win_flush(last, win);
        if (i) CHECK(mine[i] > mine[i - 1]);
        int was; // a spin lock
        do {
            MPI_Compare_and_swap(&rank, &nobody, &was, MPI_INT, last, sizeof(int), win);
            MPI_Win_flush_local(last, win);
        } while (was != nobody);
        int sum;
        MPI_Get(&sum, 1, MPI_INT, last, 2 * sizeof(int), 1, MPI_INT, win);
        MPI_Win_flush(last, win);
        sum += rank + 1;
        MPI_Put(&sum, 1, MPI_INT, last, 2 * sizeof(int), 1, MPI_INT, win);
        MPI_Fetch_and_op(&nobody, &was, MPI_INT, last, sizeof(int), MPI_REPLACE, win);
        MPI_Win_flush(last, win);
        CHECK(was == rank);
    }
    MPI_Win_unlock_all(win);
    for (int i = 0; i < times; ++i) { // nobody else is in between
        int pair;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Get(&pair, 1, MPI_INT, 0, 3 * sizeof(int), 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        ++pair;
        MPI_Put(&pair, 1, MPI_INT, 0, 3 * sizeof(int), 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Gather(mine, times, MPI_INT, all, times, MPI_INT, last, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == last) {
        char *seen = calloc((size_t)(times * size), 1);
        for (int i = 0; i < times * size; ++i)
            if (all[i] >= 0 && all[i] < times * size) seen[all[i]] = 1;
        for (int i = 0; i < times * size; ++i) CHECK(seen[i]);
        CHECK(memory.ticket == times * size && memory.held == -1 &&
              memory.sum == times * size * (size + 1) / 2);
        free(seen);
    }
    if (rank == 0) CHECK(memory.pair == times * size);
    free(mine), free(all);
    MPI_Win_free(&win);
}

/// A process that looks at its own memory again and again gets what others put there.
static void awaited(void) {
    int memory = -1, got = rank ? -1 : size;
    MPI_Win win;
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    while (got < 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
        MPI_Get(&got, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
        MPI_Win_unlock(rank, win);
    }
    CHECK(got == size + rank);
    ++got;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (rank + 1) % size, 0, win);
    MPI_Put(&got, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_unlock((rank + 1) % size, win);
    MPI_Win_free(&win);
}

/// Long operations keep their place among short ones; requests; a target that comes late.
static void long_ones(void) {
    enum { many = 3000 };
    static double memory[many], out[many], in[many];
    const int right = (rank + 1) % size;
    MPI_Win win;
    MPI_Request r[3];
    for (int i = 0; i < many; ++i) memory[i] = 0, out[i] = rank + i;
    MPI_Win_create(memory, sizeof memory, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    const double five = 5;
    MPI_Accumulate(out, many, MPI_DOUBLE, right, 0, many, MPI_DOUBLE, MPI_SUM, win);
    MPI_Accumulate(&five, 1, MPI_DOUBLE, right, 7, 1, MPI_DOUBLE, MPI_REPLACE, win); // behind it
    MPI_Win_fence(0, win);
    const int left = (rank + size - 1) % size;
    for (int i = 0; i < many; ++i) CHECK(memory[i] == (i == 7 ? 5 : left + i));
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Rget(in, many, MPI_DOUBLE, right, 0, many, MPI_DOUBLE, win, &r[0]);
    MPI_Rget_accumulate(0, 0, MPI_DOUBLE, out, 1, MPI_DOUBLE, right, 9, 1, MPI_DOUBLE, MPI_NO_OP,
                        win, &r[1]);
    MPI_Rput(&five, 1, MPI_DOUBLE, MPI_PROC_NULL, 0, 1, MPI_DOUBLE, win, &r[2]);
    MPI_Waitall(3, r, MPI_STATUSES_IGNORE);
    MPI_Win_unlock(right, win);
    CHECK(in[7] == 5 && in[8] == rank + 8 && in[many - 1] == rank + many - 1 && out[0] == rank + 9);
    MPI_Win_free(&win);
}

void *_sbrk(ptrdiff_t increment); ///< the heap's end
/// Many long operations in one epoch take a bounded part of the heap.
static void many_long_ones(void) {
    enum { many = 24, bytes = 65536, bound = 900 * 1024 };
    static char memory[bytes], out[bytes], in[bytes];
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Win win;
    memset(memory, rank % 50, bytes);
    memset(out, 50 + rank % 50, bytes);
    MPI_Win_create(memory, bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    const char *const before = _sbrk(0);
    MPI_Win_fence(0, win);
    for (int i = 0; i < many; ++i) MPI_Get(in, bytes, MPI_BYTE, right, 0, bytes, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    CHECK(in[0] == right % 50 && in[bytes - 1] == right % 50);
    for (int i = 0; i < many; ++i) MPI_Put(out, bytes, MPI_BYTE, right, 0, bytes, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    CHECK(memory[0] == 50 + left % 50 && memory[bytes - 1] == 50 + left % 50);
    CHECK((const char *)_sbrk(0) - before <= bound);
    int got[1100]; // more than may be under way
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    for (int i = 0; i < 1100; ++i) MPI_Get(&got[i], 4, MPI_BYTE, right, i, 4, MPI_BYTE, win);
    MPI_Win_unlock(right, win);
    for (int i = 0; i < 1100; ++i) CHECK(((char *)&got[i])[3] == 50 + rank % 50);
    MPI_Win_free(&win);
}

/// Pairs with padding: a run of a value and an int, of which several processes take the largest.
static void pairs(void) {
    struct pair {
        short value;
        int at;
    } memory[3] = {{-1, -1}, {-1, -1}, {-1, -1}}, mine[3], got[3];
    struct {
        double value;
        int at;
    } wide = {-1, -1}, large = {rank + 0.5, rank};
    MPI_Win win, wide_win;
    for (int i = 0; i < 3; ++i) mine[i] = (struct pair){(short)(rank * (i + 1)), rank + 10 * i};
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create(&wide, sizeof wide, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &wide_win);
    MPI_Win_fence(0, win), MPI_Win_fence(0, wide_win);
    MPI_Accumulate(mine, 3, MPI_SHORT_INT, 0, 0, 3, MPI_SHORT_INT, MPI_MAXLOC, win);
    MPI_Accumulate(&large, 1, MPI_DOUBLE_INT, 0, 0, 1, MPI_DOUBLE_INT, MPI_MAXLOC, wide_win);
    MPI_Win_fence(0, win), MPI_Win_fence(0, wide_win);
    MPI_Get(got, 3, MPI_SHORT_INT, 0, 0, 3, MPI_SHORT_INT, win);
    MPI_Win_fence(0, win);
    const int last = size - 1;
    for (int i = 0; i < 3; ++i) CHECK(got[i].value == last * (i + 1) && got[i].at == last + 10 * i);
    if (rank == 0) CHECK(wide.value == last + 0.5 && wide.at == last);
    MPI_Win_fence(0, win);
    if (rank == last) {
        MPI_Get_accumulate(mine, 2, MPI_SHORT_INT, got, 2, MPI_SHORT_INT, 0, 1, 2, MPI_SHORT_INT,
                           MPI_REPLACE, win);
    }
    MPI_Win_fence(0, win);
    if (rank == last) CHECK(got[1].value == last * 3 && got[1].at == last + 20);
    if (rank == 0) CHECK(memory[2].value == last * 2 && memory[2].at == last + 10);
    MPI_Win_free(&win), MPI_Win_free(&wide_win);
}

static int raised;
static void note(MPI_Win *win, int *code, ...) {
    (void)win;
    MPI_Error_class(*code, &raised);
}
/// Objects, attributes and errors.
static void objects(void) {
    MPI_Win win;
    MPI_Errhandler handler;
    int *memory, n, flag, *model, key;
    MPI_Aint *bytes;
    void *base;
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Win_allocate(40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_get_attr(win, MPI_WIN_BASE, &base, &flag);
    CHECK(flag && base == memory);
    MPI_Win_get_attr(win, MPI_WIN_SIZE, &bytes, &flag);
    CHECK(flag && *bytes == 40);
    MPI_Win_get_attr(win, MPI_WIN_MODEL, &model, &flag);
    CHECK(flag && *model == MPI_WIN_UNIFIED);
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &key, 0);
    MPI_Win_set_attr(win, key, &n);
    MPI_Win_get_attr(win, key, &base, &flag);
    CHECK(flag && base == &n);
    MPI_Win_free_keyval(&key);
    MPI_Win_set_name(win, "mine");
    MPI_Win_get_name(win, name, &n);
    CHECK(n == 4 && !strcmp(name, "mine"));
    MPI_Win_create_errhandler(note, &handler);
    MPI_Win_set_errhandler(win, handler);
    MPI_Errhandler_free(&handler);
#define RAISES(error_class, call)                                                                  \
    do {                                                                                           \
        raised = 0;                                                                                \
        CHECK((call) == (error_class) && raised == (error_class));                                 \
    } while (0)
    RAISES(MPI_ERR_RMA_SYNC, MPI_Put(&n, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
    RAISES(MPI_ERR_RMA_SYNC, MPI_Win_unlock(0, win));
    RAISES(MPI_ERR_RMA_SYNC, MPI_Win_complete(win));
    RAISES(MPI_ERR_RMA_SYNC, MPI_Win_wait(win));
    RAISES(MPI_ERR_LOCKTYPE, MPI_Win_lock(9, 0, 0, win));
    RAISES(MPI_ERR_ASSERT, MPI_Win_lock(MPI_LOCK_SHARED, 0, 32, win));
    RAISES(MPI_ERR_ASSERT, MPI_Win_fence(-1, win));
    RAISES(MPI_ERR_RMA_FLAVOR, MPI_Win_attach(win, memory, 4));
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    RAISES(MPI_ERR_RMA_RANGE, MPI_Put(&n, 1, MPI_INT, 0, 10, 1, MPI_INT, win));
    RAISES(MPI_ERR_DISP, MPI_Put(&n, 1, MPI_INT, 0, -1, 1, MPI_INT, win));
    RAISES(MPI_ERR_RANK, MPI_Put(&n, 1, MPI_INT, size, 0, 1, MPI_INT, win));
    RAISES(MPI_ERR_ARG, MPI_Put(&n, 1, MPI_INT, 0, 0, 2, MPI_INT, win));
    RAISES(MPI_ERR_TYPE, MPI_Compare_and_swap(&n, &n, &n, MPI_FLOAT, 0, 0, win));
    MPI_Request request = MPI_REQUEST_NULL; // an operation that has not begun makes none
    RAISES(MPI_ERR_RMA_RANGE, MPI_Rget(&n, 1, MPI_INT, 0, 10, 1, MPI_INT, win, &request));
    CHECK(request == MPI_REQUEST_NULL);
    RAISES(MPI_ERR_RMA_SYNC, MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win));
    RAISES(MPI_ERR_RMA_SYNC, MPI_Win_fence(0, win));
    MPI_Win_unlock(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Win_allocate_shared(8, 1, MPI_INFO_NULL, MPI_COMM_SELF, &memory, &win);
    MPI_Win_shared_query(win, 0, bytes = (MPI_Aint[]){0}, &n, &base);
    CHECK(*bytes == 8 && n == 1 && base == memory);
    MPI_Win_free(&win);
    // Memory that is attached later.
    int cell = 100 + rank;
    MPI_Aint mine, *there = malloc(sizeof *there * (size_t)size);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, &cell, sizeof cell);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    CHECK(MPI_Win_attach(win, &cell, 1) == MPI_ERR_RMA_ATTACH);
    CHECK(MPI_Win_detach(win, name) == MPI_ERR_RMA_ATTACH);
    MPI_Win_set_errhandler(win, MPI_ERRORS_ARE_FATAL);
    MPI_Get_address(&cell, &mine);
    MPI_Allgather(&mine, 1, MPI_AINT, there, 1, MPI_AINT, MPI_COMM_WORLD);
    const int right = (rank + 1) % size;
    int got = 0;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, win);
    MPI_Fetch_and_op(&rank, &got, MPI_INT, right, there[right], MPI_SUM, win);
    MPI_Win_unlock(right, win);
    CHECK(got == 100 + right);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(cell == 100 + rank + (rank + size - 1) % size);
    MPI_Win_detach(win, &cell);
    MPI_Win_free(&win);
    free(there);
}

/// Accesses of one epoch that conflict are told by the window that is checked, at the end of the
/// epoch, to the process that has the memory.
static void conflicts(MPI_Info checked) {
    static int memory[4];
    const int last = size - 1, one = 1;
    int got[2] = {0}, flag;
    MPI_Win win;
    MPI_Info info;
    MPI_Errhandler handler;
    MPI_Win_create(memory, sizeof memory, sizeof(int), checked, MPI_COMM_WORLD, &win);
    char value[8];
    MPI_Win_get_info(win, &info);
    MPI_Info_get(info, "inlet_check_conflicts", 7, value, &flag);
    CHECK(flag && !strcmp(value, "true"));
    MPI_Info_free(&info);
    MPI_Win_create_errhandler(note, &handler);
    MPI_Win_set_errhandler(win, handler);
    MPI_Errhandler_free(&handler);
    // The first and the last process (which may be one) access word 0 of the first one; `first` and
    // `second` are their calls.
#define EPOCH(is_conflict, first, second)                                                          \
    do {                                                                                           \
        MPI_Win_fence(0, win);                                                                     \
        if (rank == 0) first;                                                                      \
        if (rank == last) second;                                                                  \
        const int wanted = (is_conflict) && rank == 0 ? MPI_ERR_RMA_CONFLICT : MPI_SUCCESS;        \
        raised = MPI_SUCCESS;                                                                      \
        CHECK(MPI_Win_fence(0, win) == wanted && raised == wanted);                                \
    } while (0)
#define ADD(op) MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, op, win)
#define READ(into) MPI_Get(into, 1, MPI_INT, 0, 0, 1, MPI_INT, win)
#define WRITE(at) MPI_Put(&one, 1, MPI_INT, 0, at, 1, MPI_INT, win)
    EPOCH(1, WRITE(0), WRITE(0));
    EPOCH(0, WRITE(0), WRITE(1));
    EPOCH(0, WRITE(1), WRITE(0)); // not with those of the epoch before
    EPOCH(1, READ(got), WRITE(0));
    EPOCH(0, READ(got), READ(got + 1));
    EPOCH(0, ADD(MPI_SUM), ADD(MPI_SUM));
    EPOCH(1, ADD(MPI_SUM), ADD(MPI_MAX));
    EPOCH(1, ADD(MPI_SUM), READ(got));
    EPOCH(0, ADD(MPI_SUM), MPI_Fetch_and_op(0, got, MPI_INT, 0, 0, MPI_NO_OP, win));
    EPOCH(0, READ(got), MPI_Fetch_and_op(0, got + 1, MPI_INT, 0, 0, MPI_NO_OP, win));
    EPOCH(1, WRITE(0), MPI_Compare_and_swap(&one, &one, got, MPI_INT, 0, 0, win));
    EPOCH(1, MPI_Put(memory, 3, MPI_INT, 0, 0, 3, MPI_INT, win), WRITE(2));
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    // Exposure epochs.
    MPI_Group all;
    MPI_Win_get_group(win, &all);
    for (int twice = 1; twice >= 0; --twice) {
        open_epoch(post_start, all, win);
        if (rank == 0) WRITE(0);
        if (rank == last) WRITE(!twice);
        MPI_Win_complete(win);
        const int wanted = twice && rank == 0 ? MPI_ERR_RMA_CONFLICT : MPI_SUCCESS;
        CHECK(MPI_Win_wait(win) == wanted);
    }
    MPI_Group_free(&all);
    // Locks: operations of which a flush or another lock comes between are of two epochs. Nobody
    // has to call anything at the memory, so MPI_Win_free tells.
    if (rank == last) {
        for (int i = 0; i < 2; ++i) {
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
            WRITE(0);
            MPI_Win_flush(0, win);
            WRITE(0);
            MPI_Win_unlock(0, win);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    if (rank == last) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        WRITE(0);
        ADD(MPI_SUM);
        MPI_Win_unlock(0, win);
    }
    raised = MPI_SUCCESS;
    const int wanted = rank == 0 ? MPI_ERR_RMA_CONFLICT : MPI_SUCCESS;
    CHECK(MPI_Win_free(&win) == wanted && raised == wanted && win == MPI_WIN_NULL);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    state = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
    MPI_Info checked;
    MPI_Info_create(&checked);
    MPI_Info_set(checked, "inlet_check_conflicts", "true");
    random_rounds(12, MPI_INFO_NULL);
    random_rounds(6, checked); // nothing in them conflicts
    atomics();
    awaited();
    long_ones();
    many_long_ones();
    pairs();
    objects();
    conflicts(checked);
    MPI_Info_free(&checked);
    MPI_Finalize();
    printf("%d of %d: %d wrong\n", rank, size, wrong);
    return wrong != 0;
}
