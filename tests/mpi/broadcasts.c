// Broadcasts of random sizes from random roots, to buffers of any alignment, with other messages in
// between and processes that come late: everyone has the root's bytes, and nothing else is written.
//
//   broadcasts [SEED [BROADCASTS]]
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { longest = 9000, guard = 8 };
static unsigned char memory[guard + longest + 3 + guard] __attribute__((aligned(8)));
static int rank, size, wrong;

static unsigned next_random(unsigned *state) {
    *state = *state * 1103515245 + 12345;
    return *state >> 16;
}

/// The k-th byte of a broadcast.
static unsigned char byte_of(int number, int k) {
    return (unsigned char)(7 * number + k + k / 251);
}

static void check(int condition, const char *what, int number) {
    if (condition) return;
    ++wrong;
    if (wrong < 5) printf("process %d, broadcast %d: %s\n", rank, number, what);
}

/// What is not the buffer's is as it was.
static int is_whole(const unsigned char *buffer, int bytes) {
    for (const unsigned char *at = memory; at < memory + sizeof memory; ++at)
        if ((at < buffer || at >= buffer + bytes) && *at != 0xee) return 0;
    return 1;
}

/// `sent` bytes from the root; the others have room for `room`.
static void broadcast(int number, int root, int sent, int room, unsigned mine) {
    const int bytes = rank == root ? sent : room, least = sent < room ? sent : room;
    unsigned char *const buffer = memory + guard + mine % 4;
    memset(memory, 0xee, sizeof memory);
    if (rank == root)
        for (int k = 0; k < sent; ++k) buffer[k] = byte_of(number, k);
    const int error = MPI_Bcast(buffer, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
    int equal = 1;
    for (int k = 0; k < least; ++k) equal &= buffer[k] == byte_of(number, k);
    check(equal, "other bytes", number);
    check(is_whole(buffer, bytes), "bytes beside the buffer", number);
    // By a tree a process passes on what it has room for, so only some notice.
    check(error == MPI_SUCCESS || (room < sent && error == MPI_ERR_TRUNCATE), "error", number);
}

int main(int argc, char **argv) {
    static const int sizes[] = {0,   1,   2,   3,   4,   5,    8,    127,    128,
                                129, 509, 512, 513, 516, 1024, 4097, longest};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    const unsigned seed = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
    const int all = argc > 2 ? atoi(argv[2]) : 60;
    unsigned common = seed, own = seed * 31 + (unsigned)rank;
    int open = 0, got = -1;
    MPI_Request request;
    for (int i = 0; i < all; ++i) {
        const int root = (int)(next_random(&common) % (unsigned)size);
        const unsigned kind = next_random(&common) % (sizeof sizes / sizeof *sizes);
        const int is_short = next_random(&common) % 8 == 0, sent = sizes[kind];
        if (!open && size > 1 && i % 3 == 0) {
            MPI_Irecv(&got, 1, MPI_INT, (rank + size - 1) % size, i, MPI_COMM_WORLD, &request);
            open = 1;
        }
        for (volatile unsigned late = next_random(&own) % 2000; late; --late) {
        }
        broadcast(i, root, sent, is_short ? sent - sent / 3 : sent, next_random(&own));
        if (open && i % 3 == 1) {
            MPI_Send(&i, 1, MPI_INT, (rank + 1) % size, i - 1, MPI_COMM_WORLD);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            check(got == i, "another message", i);
            open = 0;
        }
    }
    if (open) {
        MPI_Send(&all, 1, MPI_INT, (rank + 1) % size, all - 1 - (all - 1) % 3, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    printf("process %d: %d wrong\n", rank, wrong);
    MPI_Finalize();
    return wrong != 0;
}
