// What `inlet reproduce clients` and `lfc` measure of Panda-ST and MPI (001 6.5, 7.4.2, 8.5), on
// 16 nodes or more. Node 0 prints a line for each point: "curve NAME X CYCLES BYTES"; a curve
// `..._packets` has packets of one message in place of cycles.
#include <am_core.h>
#include <lfc.h>
#include <mpi.h>
#include <pan.h>
#include <stdio.h>

enum { longest = 65536, rounds = 8, stream = 8 };

static char buffer[longest];
static unsigned me, procs, arrived, latest;
static pan_sap_p ping, pong, all_have;

static void point(const char *name, unsigned x, unsigned value, unsigned bytes) {
    printf("curve %s %u %u %u\n", name, x, value, bytes);
}
static void wait_for(unsigned count) {
    while (arrived < count) pan_wait();
    arrived = 0;
}
static unsigned sent(void) { return lfc_stats_collect().sent; }

// --- Panda-ST

static void pong_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    pan_msg_consume(m, buffer, pan_msg_size(m));
    ++arrived;
}
/// The header says whether an answer is wanted.
static void ping_h(pan_msg_p m, void *proto, unsigned src) {
    const unsigned answer = *(const unsigned *)proto;
    pan_msg_consume(m, buffer, pan_msg_size(m));
    if (answer) pan_unicast(src, pong, 0, 0, 0, 0);
}
static void panda_send(unsigned bytes, unsigned answer) {
    pan_iovec_t part = {buffer, bytes};
    pan_unicast(1, ping, &part, 1, &answer, sizeof answer);
}
/// The time until the last process has a broadcast travels back.
static void all_have_h(pan_msg_p m, void *proto, unsigned src) {
    const unsigned start = *(const unsigned *)proto;
    (void)src;
    if (me) {
        pan_msg_consume(m, buffer, pan_msg_size(m));
        const unsigned took = am_cycles() - start;
        pan_unicast(0, all_have, 0, 0, &took, sizeof took);
    } else {
        pan_msg_discard(m);
        if (start > latest) latest = start;
        ++arrived;
    }
}

static void panda(void) {
    unsigned start = 0;
    for (int i = -1; i < rounds; ++i) {
        if (i == 0) start = am_cycles();
        panda_send(0, 1);
        wait_for(1);
    }
    point("panda_one_way", 0, (am_cycles() - start) / rounds / 2, 0);
    for (unsigned bytes = 1024; bytes <= longest; bytes *= 8) {
        start = am_cycles();
        for (unsigned i = 0; i < stream; ++i) panda_send(bytes, i == stream - 1);
        wait_for(1);
        point("panda_stream", bytes, am_cycles() - start, stream * bytes);
    }
    const unsigned sizes[] = {1024, 4096, 12288}; // a row of ASP, a border of SOR
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        const unsigned before = sent();
        panda_send(sizes[i], 1);
        point("panda_packets", sizes[i], sent() - before, sizes[i]);
        wait_for(1);
    }
    unsigned sum = 0;
    for (int i = -1; i < rounds; ++i) {
        const unsigned now = am_cycles();
        latest = 0;
        pan_multicast(&pan_all, all_have, 0, 0, &now, sizeof now);
        wait_for(procs - 1);
        if (i >= 0) sum += latest;
    }
    point("panda_broadcast", 0, sum / rounds, 0);
}

// --- MPI

static void mpi_one_way(void) {
    unsigned start = 0;
    for (int i = -1; i < rounds && me < 2; ++i) {
        if (i == 0) start = am_cycles();
        if (me == 0) MPI_Send(buffer, 0, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(buffer, 0, MPI_BYTE, (int)(1 - me), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (me) MPI_Send(buffer, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    }
    if (me == 0) point("mpi_one_way", 0, (am_cycles() - start) / rounds / 2, 0);
}

static void mpi_stream(unsigned bytes) {
    if (me > 1) return;
    const unsigned start = am_cycles();
    for (unsigned i = 0; i < stream; ++i)
        if (me == 0)
            MPI_Send(buffer, (int)bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        else
            MPI_Recv(buffer, longest, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (me) MPI_Send(buffer, 0, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    if (me) return;
    MPI_Recv(buffer, 0, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    point("mpi_stream", bytes, am_cycles() - start, stream * bytes);
}

/// From the call until the last process has returned; processes wait for it.
static void mpi_broadcast(const char *name, unsigned bytes) {
    double sum = 0;
    for (int i = -1; i < rounds; ++i) {
        double start, last;
        MPI_Barrier(MPI_COMM_WORLD);
        start = MPI_Wtime();
        MPI_Bcast(buffer, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
        double end = MPI_Wtime();
        MPI_Bcast(&start, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        end -= start;
        MPI_Reduce(&end, &last, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
        if (i >= 0) sum += last;
    }
    if (me == 0) point(name, bytes, (unsigned)(sum / rounds / MPI_Wtick() + 0.5), bytes);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    me = pan_my_pid(), procs = pan_nr_processes();
    ping = pan_sap_create(ping_h);
    pong = pan_sap_create(pong_h);
    all_have = pan_sap_create(all_have_h);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) panda();
    MPI_Barrier(MPI_COMM_WORLD);
    mpi_one_way();
    for (unsigned bytes = 1024; bytes <= longest; bytes *= 8) mpi_stream(bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    const unsigned sizes[] = {0, 64, longest};
    for (int way = MPIX_BCAST_LFC; way <= MPIX_BCAST_TREE; ++way) {
        MPIX_Bcast_by(way);
        for (unsigned i = 0; i < 3; ++i)
            mpi_broadcast(way == MPIX_BCAST_LFC ? "mpi_broadcast" : "mpi_binomial", sizes[i]);
    }
    MPI_Finalize();
}
