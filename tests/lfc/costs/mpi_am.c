// The cost of MPI calls over Active Messages, for docs/mpi.md, beside what the machine's own
// messages cost: the mean of some rounds, after one that is not counted. A collective is timed from
// one cycle, which process 0 chooses, to the end of the last process.
#include "costs.h"

#include <mpi.h>
#include <stdint.h>

enum { longest = 65536 };
static char buffer[longest] __attribute__((aligned(8))),
    answer[longest] __attribute__((aligned(8)));
static int rank, size;

// --- the machine's messages ----------------------------------------------------------------------

static volatile int answers, transfers;
static AM_SHORT void answer_h(int unused) {
    (void)unused;
    ++answers;
}
static AM_SHORT void ask_h(int src) { am_short_answer_1(src, answer_h, 0); }
static AM_BULK_HANDLER void bulk_h(int proc, void *to, unsigned bytes, unsigned arg) {
    (void)proc, (void)to, (void)bytes, (void)arg;
    ++transfers;
}
static void wait_for(volatile int *count, int value) {
    while (*count < value) am_poll();
}

static unsigned round_trip_of_machine(void) {
    unsigned start = 0;
    answers = 0;
    for (int i = -1; i < rounds; ++i) {
        if (i == 0) start = am_cycles();
        am_short_request_0_from(1, ask_h);
        wait_for(&answers, i + 2);
    }
    return (am_cycles() - start) / rounds;
}
static unsigned bulk_of_machine(int bytes) {
    unsigned start = 0;
    for (int i = -1; i < rounds; ++i) {
        if (i == 0) start = am_cycles();
        if (rank == 0) am_bulk_request(1, answer, buffer, (unsigned)bytes, bulk_h, 0);
        wait_for(&transfers, i + 2);
        if (rank == 1) am_bulk_request(0, answer, buffer, (unsigned)bytes, bulk_h, 0);
    }
    return (am_cycles() - start) / rounds;
}

// --- MPI -----------------------------------------------------------------------------------------

static unsigned round_trip(int bytes, int other) {
    unsigned start = 0;
    for (int i = -1; i < rounds; ++i) {
        if (i == 0) start = am_cycles();
        if (rank == 0) {
            MPI_Send(buffer, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD);
            MPI_Recv(answer, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (rank == other) {
            MPI_Recv(answer, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(buffer, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
        }
    }
    return (am_cycles() - start) / rounds;
}

static unsigned to_itself(int bytes) {
    unsigned start = am_cycles();
    MPI_Request r;
    for (int i = 0; i < rounds; ++i) {
        MPI_Irecv(answer, bytes, MPI_BYTE, rank, 0, MPI_COMM_WORLD, &r);
        MPI_Send(buffer, bytes, MPI_BYTE, rank, 0, MPI_COMM_WORLD);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    }
    return (am_cycles() - start) / rounds;
}

enum which { bcast, allreduce, barrier, alltoall, allgather };

static void collective(const char *what, enum which which, int bytes) {
    double value = rank, sum;
    unsigned all = 0;
    for (int i = -1; i < rounds; ++i) {
        unsigned begin = am_cycles() + 100000;
        MPI_Bcast(&begin, 1, MPI_UNSIGNED, 0, MPI_COMM_WORLD);
        while ((int)(am_cycles() - begin) < 0) am_poll();
        switch (which) {
        case bcast: MPI_Bcast(buffer, bytes, MPI_BYTE, 0, MPI_COMM_WORLD); break;
        case allreduce: MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); break;
        case barrier: MPI_Barrier(MPI_COMM_WORLD); break;
        case alltoall:
            MPI_Alltoall(buffer, bytes, MPI_BYTE, answer, bytes, MPI_BYTE, MPI_COMM_WORLD);
            break;
        case allgather:
            MPI_Allgather(buffer, bytes, MPI_BYTE, answer, bytes, MPI_BYTE, MPI_COMM_WORLD);
        }
        unsigned mine = am_cycles() - begin, last;
        MPI_Reduce(&mine, &last, 1, MPI_UNSIGNED, MPI_MAX, 0, MPI_COMM_WORLD);
        if (i >= 0) all += last;
    }
    if (rank == 0) row(what, all / rounds);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) row("Active Message and its answer", round_trip_of_machine());
    MPI_Barrier(MPI_COMM_WORLD);
    static const struct {
        const char *what;
        int bytes;
    } messages[] = {
        {"`MPI_Send`, `MPI_Recv`, there and back, 0 bytes", 0},
        {"there and back, 8 bytes", 8},
        {"there and back, 64 bytes", 64},
        {"there and back, 1 KB", 1024},
        {"there and back, 16 KB (rendezvous)", 16384},
        {"there and back, 64 KB", longest},
    };
    for (unsigned i = 0; i < sizeof messages / sizeof *messages; ++i) {
        const unsigned cycles = round_trip(messages[i].bytes, 1);
        if (rank == 0) row(messages[i].what, cycles);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank < 2) {
        const unsigned cycles = bulk_of_machine(longest);
        if (rank == 0) row("the machine's bulk transfer of 64 KB, there and back", cycles);
        if (rank == 0) row("4 KB to itself", to_itself(4096));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    collective("`MPI_Barrier`", barrier, 0);
    collective("`MPI_Allreduce`, a double", allreduce, 0);
    collective("`MPI_Bcast`, 8 bytes", bcast, 8);
    collective("`MPI_Bcast`, 1 KB", bcast, 1024);
    collective("`MPI_Bcast`, 16 KB", bcast, 16384);
    collective("`MPI_Allgather`, 64 bytes", allgather, 64);
    collective("`MPI_Alltoall`, 64 bytes", alltoall, 64);
    MPI_Finalize();
}
