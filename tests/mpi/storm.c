// A storm of messages that nobody receives yet: what they take at the receiver is bounded, and all
// of them come in the end, in order. Then one of sends that are open, received from the last one.
#include "../lfc/check.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { messages = 200, medium = 900, bound = 64 * 1024 };
void *_sbrk(ptrdiff_t increment); ///< the heap's end
static int rank, size;
static char buffer[medium];

static int bytes_of(int i) { return i % 5 == 0 ? medium : i % 5 == 1 ? 0 : 4; }

static void blocking(void) {
    if (rank) {
        for (int i = 0; i < messages; ++i) {
            memset(buffer, i, sizeof buffer);
            MPI_Send(buffer, bytes_of(i), MPI_BYTE, 0, i % 7, MPI_COMM_WORLD);
        }
        return;
    }
    const char *const before = _sbrk(0);
    int flag;
    for (int i = 0; i < 300; ++i) MPI_Iprobe(0, 99, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    const ptrdiff_t taken = (const char *)_sbrk(0) - before;
    CHECK(taken <= bound);
    if (taken > bound) printf("0: the storm takes %u bytes\n", (unsigned)taken);
    for (int i = 0; i < messages; ++i)
        for (int from = size - 1; from > 0; --from) {
            MPI_Status status;
            int bytes;
            MPI_Recv(buffer, medium, MPI_BYTE, from, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_BYTE, &bytes);
            CHECK(status.MPI_TAG == i % 7 && bytes == bytes_of(i));
            CHECK(!bytes || (buffer[0] == (char)i && buffer[bytes - 1] == (char)i));
        }
}

static void open_sends(void) {
    static int values[messages];
    static MPI_Request r[messages];
    if (rank) {
        for (int i = 0; i < messages; ++i) {
            values[i] = rank * 1000 + i;
            MPI_Isend(&values[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &r[i]);
        }
        MPI_Waitall(messages, r, MPI_STATUSES_IGNORE);
        return;
    }
    for (int i = messages - 1; i >= 0; --i)
        for (int from = 1; from < size; ++from) {
            int value = -1;
            MPI_Recv(&value, 1, MPI_INT, from, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(value == from * 1000 + i);
        }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    blocking();
    open_sends();
    MPI_Finalize();
    printf("%d of %d: %d wrong\n", rank, size, wrong);
    return wrong != 0;
}
