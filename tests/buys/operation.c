// Repeats one operation between two nodes: `operation WHAT COUNT`. What a run of 2N spends more
// than a run of N, divided by N, is one operation, of both nodes together (tests/buys/run).
#include <am.h>
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { longest = 65536 };
static uint32_t from[longest / 4] __attribute__((aligned(8))),
    to[longest / 4] __attribute__((aligned(8)));
static volatile int answers, stored, ended;

static AM_SHORT void answer_h(int unused) {
    (void)unused;
    ++answers;
}
static AM_SHORT void ask_h(int source) { am_short_answer_1(source, answer_h, 0); }
static void stored_answer_h(int source) {
    (void)source;
    ++stored;
}
static void stored_h(int source, void *at, int bytes, void *unused) {
    (void)at, (void)bytes, (void)unused;
    am_reply_0(source, stored_answer_h);
}
static void end_h(int source) {
    (void)source;
    ++ended;
}

static void round_trip(void) {
    am_short_request_0_from(1, ask_h);
    am_wait(&answers, 1);
}
static void block(void) {
    am_store_async(1, from, to, longest, stored_h, 0, 0, 0);
    am_wait(&stored, 1);
}
static void there_and_back(int rank, int bytes) {
    if (rank == 0) MPI_Send(from, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(to, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1) MPI_Send(from, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    const char *what = argv[1];
    const int count = atoi(argv[2]), rank = am_my_proc();
    if (!strcmp(what, "trip") || !strcmp(what, "block")) {
        am_enable(AM_INTERRUPTS);
        if (rank != 0) {
            am_wait(&ended, 1);
            return 0;
        }
        for (int i = 0; i < count; ++i)
            if (what[0] == 't')
                round_trip();
            else
                block();
        am_request_0(1, end_h);
        return 0;
    }
    MPI_Init(&argc, &argv);
    const int barrier = !strcmp(what, "barrier");
    const int bytes = barrier ? 0 : atoi(what);
    for (int i = 0; i < count; ++i)
        if (barrier)
            MPI_Barrier(MPI_COMM_WORLD);
        else
            there_and_back(rank, bytes);
    return MPI_Finalize();
}
