// Random programs with wildcards against a sequential model of matching: every process knows from
// the seed all messages for it. In each phase, which has its own communicator, all receives of a
// process use the same kind of pattern (source and tag, one of them, or none), so that none can
// take a message that another one needs. Afterwards the model checks the receives in the order in
// which they were posted: each has the first matching message of its source that no earlier receive
// has.
//
//   mpi_random [SEED]       Every node prints one line.
#include "check.h"

#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

enum { phases = 5, most_of_pair = 4, most = 64, tags = 3, longest = 5000 };

static int rank, size;
static uint32_t seed;

static uint32_t mix(uint32_t a, uint32_t b) {
    uint32_t x = a * 0x9E3779B1u ^ (b + 0x7F4A7C15u) * 0x85EBCA77u;
    x ^= x >> 15, x *= 0x2C1B3C6Du, x ^= x >> 12, x *= 0x297A2D39u;
    return x ^ x >> 15;
}
/// A number of the run that every process computes equally.
static uint32_t known(uint32_t what, uint32_t phase, uint32_t from, uint32_t to, uint32_t k) {
    return mix(mix(mix(mix(mix(seed, what), phase), from), to), k);
}
enum { of_count, of_tag, of_bytes, of_way, of_pattern, of_mode };

/// Messages of a pair in a phase: about eight a process.
static int count_of(int phase, int from, int to) {
    const uint32_t n = known(of_count, phase, from, to, 0);
    return n % (uint32_t)size < 4 || size < 4 ? (int)(n / 64 % (most_of_pair + 1)) : 0;
}
static int tag_of(int phase, int from, int to, int k) {
    return (int)(known(of_tag, phase, from, to, k) % tags);
}
static int bytes_of(int phase, int from, int to, int k) {
    static const int bytes[] = {0, 1, 4, 40, 1000, 1024, 3000, 4096, 4097, longest};
    return bytes[known(of_bytes, phase, from, to, k) % (sizeof bytes / sizeof *bytes)];
}
static unsigned char byte_of(int phase, int from, int to, int k, int i) {
    return (unsigned char)(known(of_way, phase, from, to, k) + i * 7);
}

// The choices that no other process needs.
static uint32_t own;
static uint32_t choose(uint32_t n) {
    own = mix(own, 77);
    return own % n;
}
static void shuffle(int *list, int n) {
    for (int i = n - 1; i > 0; --i) {
        const int j = (int)choose((uint32_t)i + 1), was = list[i];
        list[i] = list[j];
        list[j] = was;
    }
}

typedef struct {
    int source, tag; ///< its pattern
    MPI_Status status;
    MPI_Request request;
    unsigned char *data;
} receive;
static receive receives[most];
static int received;

typedef struct {
    int to, k;
    MPI_Request request;
    unsigned char *data;
} sending;
static sending sends[most];
static int sent;

static void plan(int phase) {
    const uint32_t pattern = known(of_pattern, phase, 0, (uint32_t)rank, 0) % 4;
    received = sent = 0;
    for (int other = 0; other < size; ++other) {
        for (int k = 0; k < count_of(phase, other, rank) && received < most; ++k)
            receives[received++] = (receive){
                pattern & 1 ? MPI_ANY_SOURCE : other,
                pattern & 2 ? MPI_ANY_TAG : tag_of(phase, other, rank, k),
                {0, 0, 0, 0, 0},
                MPI_REQUEST_NULL,
                malloc(longest),
            };
        for (int k = 0; k < count_of(phase, rank, other) && sent < most; ++k) {
            unsigned char *const data = malloc(longest);
            for (int i = 0; i < bytes_of(phase, rank, other, k); ++i)
                data[i] = byte_of(phase, rank, other, k, i);
            sends[sent++] = (sending){other, k, MPI_REQUEST_NULL, data};
        }
    }
    if (received == most || sent == most) printf("%d: too many messages\n", rank), abort();
    for (int i = received - 1; i > 0; --i) {
        const int j = (int)choose((uint32_t)i + 1);
        const receive was = receives[i];
        receives[i] = receives[j];
        receives[j] = was;
    }
}

/// Messages of a pair keep their order, those of different pairs are exchanged.
static void send_all(int phase, MPI_Comm comm, int may_block) {
    int next[most], order[most];
    for (int i = 0; i < sent; ++i) next[i] = order[i] = i;
    shuffle(order, sent);
    for (int i = 0; i < sent; ++i) {
        int s = order[i]; // the first remaining one of its pair
        for (s = 0; s < sent; ++s)
            if (next[s] >= 0 && sends[s].to == sends[order[i]].to) break;
        next[s] = -1;
        const int to = sends[s].to, k = sends[s].k, tag = tag_of(phase, rank, to, k);
        const int bytes = bytes_of(phase, rank, to, k);
        switch (may_block && to != rank ? choose(3) : 0) {
        case 0: MPI_Isend(sends[s].data, bytes, MPI_BYTE, to, tag, comm, &sends[s].request); break;
        case 1: MPI_Send(sends[s].data, bytes, MPI_BYTE, to, tag, comm); break;
        default: MPI_Ssend(sends[s].data, bytes, MPI_BYTE, to, tag, comm); break;
        }
    }
}

static void post_all(MPI_Comm comm) {
    for (int i = 0; i < received; ++i)
        MPI_Irecv(receives[i].data, longest, MPI_BYTE, receives[i].source, receives[i].tag, comm,
                  &receives[i].request);
}

static void complete_all(void) {
    int order[most], left = received;
    for (int i = 0; i < received; ++i) order[i] = i;
    shuffle(order, received);
    switch (choose(3)) {
    case 0:
        for (int i = 0; i < received; ++i)
            MPI_Wait(&receives[order[i]].request, &receives[order[i]].status);
        break;
    case 1: { // until all are complete, in the order of the shuffled requests
        MPI_Request requests[most];
        for (int i = 0; i < received; ++i) requests[i] = receives[order[i]].request;
        for (; left; --left) {
            int which = -1;
            MPI_Status status;
            MPI_Waitany(received, requests, &which, &status);
            CHECK(which >= 0 && which < received && requests[which] == MPI_REQUEST_NULL);
            if (which < 0) return;
            receives[order[which]].status = status;
        }
        break;
    }
    default:
        while (left)
            for (int i = 0; i < received; ++i) {
                receive *const r = &receives[order[i]];
                int done = 0;
                if (r->request == MPI_REQUEST_NULL) continue;
                MPI_Test(&r->request, &done, &r->status);
                left -= done;
            }
    }
}

/// One after the other; with `probes`, a probed message is received by its source and tag.
static void receive_all(MPI_Comm comm, int probes) {
    for (int i = 0; i < received; ++i) {
        receive *const r = &receives[i];
        if (probes) {
            MPI_Status found;
            int there = 0, bytes = 0, count = 0;
            if (choose(2))
                MPI_Probe(r->source, r->tag, comm, &found);
            else
                while (!there) MPI_Iprobe(r->source, r->tag, comm, &there, &found);
            CHECK(r->source == MPI_ANY_SOURCE || r->source == found.MPI_SOURCE);
            CHECK(r->tag == MPI_ANY_TAG || r->tag == found.MPI_TAG);
            MPI_Get_count(&found, MPI_BYTE, &bytes);
            MPI_Recv(r->data, bytes, MPI_BYTE, found.MPI_SOURCE, found.MPI_TAG, comm, &r->status);
            MPI_Get_count(&r->status, MPI_BYTE, &count);
            CHECK(count == bytes);
        } else {
            MPI_Recv(r->data, longest, MPI_BYTE, r->source, r->tag, comm, &r->status);
        }
    }
}

static void compare_with_model(int phase) {
    static unsigned char taken[64][most_of_pair];
    for (int from = 0; from < size; ++from)
        for (int k = 0; k < most_of_pair; ++k) taken[from][k] = 0;
    for (int i = 0; i < received; ++i) {
        const receive *const r = &receives[i];
        const int from = r->status.MPI_SOURCE;
        CHECK(from >= 0 && from < size && (r->source == MPI_ANY_SOURCE || r->source == from));
        if (from < 0 || from >= size) continue;
        int k = 0, bytes = -1;
        while (
            k < count_of(phase, from, rank) &&
            (taken[from][k] || (r->tag != MPI_ANY_TAG && r->tag != tag_of(phase, from, rank, k))))
            ++k;
        CHECK(k < count_of(phase, from, rank));
        if (k == count_of(phase, from, rank)) continue;
        taken[from][k] = 1;
        CHECK(r->status.MPI_TAG == tag_of(phase, from, rank, k));
        MPI_Get_count(&r->status, MPI_BYTE, &bytes);
        CHECK(bytes == bytes_of(phase, from, rank, k));
        for (int at = 0; at < bytes; ++at)
            if (r->data[at] != byte_of(phase, from, rank, k, at)) {
                CHECK(!"the bytes that were sent");
                break;
            }
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    seed = argc > 1 ? (uint32_t)atoi(argv[1]) : 1;
    own = mix(seed, (uint32_t)rank + 1000);
    MPI_Comm comms[phases];
    for (int phase = 0; phase < phases; ++phase) MPI_Comm_dup(MPI_COMM_WORLD, &comms[phase]);
    int messages = 0;
    for (int phase = 0; phase < phases; ++phase) {
        plan(phase);
        // A send may wait for its receive only where all processes post theirs first.
        switch (known(of_mode, phase, 0, 0, 0) % 3) {
        case 0:
            post_all(comms[phase]);
            send_all(phase, comms[phase], 1);
            complete_all();
            break;
        case 1:
            send_all(phase, comms[phase], 0);
            if (choose(2))
                post_all(comms[phase]), complete_all();
            else
                receive_all(comms[phase], 0);
            break;
        default: send_all(phase, comms[phase], 0); receive_all(comms[phase], 1);
        }
        for (int i = 0; i < sent; ++i) MPI_Wait(&sends[i].request, MPI_STATUS_IGNORE);
        compare_with_model(phase);
        messages += received;
        for (int i = 0; i < received; ++i) free(receives[i].data);
        for (int i = 0; i < sent; ++i) free(sends[i].data);
    }
    int all = 0;
    MPI_Allreduce(&messages, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("%d of %d, %d messages in all: %d wrong\n", rank, size, all, wrong);
    MPI_Finalize();
    return wrong != 0;
}
