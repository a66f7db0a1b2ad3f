// Conformance of <am.h>: am_store, am_store_async and am_get of every size at every misalignment,
// with guards around the bytes; larger ones; overlapping ones to oneself; all to all.
//
//   bulk MODE LAST STEP LARGEST PEERS
//
// MODE 0: interrupts, 1: polling; sizes 0 to LAST by STEP at every misalignment, some others up to
// LARGEST; at the end each node with PEERS of them.
#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { guard = 0xa5, margin = 8, shifts = 16, most = 201, large = 65536 + 64 };

/// Byte `i` of what `from` sends in transfer `tag`.
static unsigned char byte(int from, int tag, int i) {
    return (unsigned char)(from * 29 + tag * 101 + i * 7 + (i >> 8) * 13);
}

static void fill(unsigned char *at, int from, int tag, int n) {
    for (int i = 0; i < n; ++i) at[i] = byte(from, tag, i);
}

static int right(const unsigned char *at, int from, int tag, int n) {
    for (int i = 0; i < n; ++i)
        if (at[i] != byte(from, tag, i)) return 0;
    return 1;
}

static int all_guard(const unsigned char *at, int n) {
    for (int i = 0; i < n; ++i)
        if (at[i] != guard) return 0;
    return 1;
}

// A place where bytes come in, guards on both sides.
struct place {
    unsigned char *at;
    int from, tag, n;
};

/// All bytes are there when the handler runs. For stores `arg` is the place at the receiver.
static volatile int stored, got, ended;
static void check_place(int src, unsigned char *address, int n, const struct place *place) {
    CHECK_EQUAL(src, place->from);
    CHECK_EQUAL(address, place->at);
    CHECK_EQUAL(n, place->n);
    CHECK(right(address, place->from, place->tag, n));
}
static void store_h(int src, void *address, int n, void *arg) {
    check_place(src, address, n, arg);
    ++stored;
}
static void get_h(int src, void *address, int n, void *arg) {
    check_place(src, address, n, arg);
    ++got;
}
static void end(int dest, void *address, int n, void *arg) { // not a handler
    const struct place *place = arg;
    CHECK_EQUAL(dest, place->from);
    CHECK_EQUAL(address, place->at);
    CHECK_EQUAL(n, place->n);
    memset(address, 0, (size_t)n); // from here on it is ours again
    ++ended;
}

static _Alignas(8) unsigned char in[2][shifts][margin + 4 + most + margin], out[shifts][4 + most];
static struct place places[2][shifts];

static void guards(const unsigned char *area, int size, const unsigned char *at, int n) {
    CHECK(all_guard(area, (int)(at - area)));
    CHECK(all_guard(at + n, size - (int)(at - area) - n));
}

/// One size, to `next` and from there, at all 16 misalignments of source and destination.
static void size(int n, int next, int previous) {
    const int me = am_my_proc();
    memset(in, guard, sizeof in);
    for (int s = 0; s < shifts; ++s) {
        places[0][s] = (struct place){in[0][s] + margin + s / 4, previous, n + s, n};
        places[1][s] = (struct place){in[1][s] + margin + s / 4, next, n + s, n};
        fill(out[s] + s % 4, me, n + s, n);
    }
    am_enable(AM_INTERRUPTS + (__xnet_holds != 0)); // all are ready
    for (int s = 0; s < shifts; ++s)
        am_get(next, out[s] + s % 4, places[1][s].at, n, get_h, &places[1][s]);
    am_wait(&got, shifts);
    am_enable(AM_INTERRUPTS + (__xnet_holds != 0)); // all have what they wanted of `out`
    for (int s = 0; s < shifts; ++s) {
        unsigned char *from = out[s] + s % 4;
        if (s % 3 == 0) {
            const struct place it = {from, next, 0, n};
            am_store_async(next, from, places[0][s].at, n, store_h, &places[0][s], end,
                           (void *)&it);
            am_wait(&ended, 1);
        } else {
            am_store(next, from, places[0][s].at, n, store_h, &places[0][s]);
            memset(from, 0, (size_t)n);
        }
    }
    am_wait(&stored, shifts);
    for (int s = 0; s < shifts; ++s)
        for (int k = 0; k < 2; ++k) {
            const struct place *p = &places[k][s];
            CHECK(right(p->at, p->from, p->tag, n));
            guards(in[k][s], sizeof in[k][s], p->at, n);
        }
    am_enable(AM_INTERRUPTS + (__xnet_holds != 0));
}

static _Alignas(8) unsigned char big_in[2][large], big_out[large];
static struct place big[2];

static void large_size(int n, int shift, int next, int previous) {
    const int me = am_my_proc();
    memset(big_in, guard, sizeof big_in);
    big[0] = (struct place){big_in[0] + margin + shift / 4, previous, n, n};
    big[1] = (struct place){big_in[1] + margin + shift / 4, next, n, n};
    fill(big_out + shift % 4, me, n, n);
    am_enable(AM_INTERRUPTS + (__xnet_holds != 0));
    am_get(next, big_out + shift % 4, big[1].at, n, get_h, &big[1]); // both at once
    am_store(next, big_out + shift % 4, big[0].at, n, store_h, &big[0]);
    am_wait(&got, 1);
    am_wait(&stored, 1);
    for (int k = 0; k < 2; ++k) guards(big_in[k], large, big[k].at, n);
    am_enable(AM_INTERRUPTS + (__xnet_holds != 0));
}

/// To oneself, source and destination in one array.
static void overlapping(void) {
    static unsigned char area[300];
    static struct place place;
    const int me = am_my_proc();
    for (int by = -70; by <= 70; by += 7) {
        place = (struct place){area + 80 + by, me, 5, 133};
        fill(area + 80, me, 5, 133);
        am_store(me, area + 80, area + 80 + by, 133, store_h, &place);
        am_wait(&stored, 1);
        CHECK(right(area + 80 + by, me, 5, 133));
        fill(area + 80, me, 5, 133);
        am_get(me, area + 80, area + 80 + by, 133, get_h, &place);
        am_wait(&got, 1);
        CHECK(right(area + 80 + by, me, 5, 133));
    }
}

enum { most_nodes = 256, part = 96 };
static unsigned char mesh_in[2][most_nodes][part], mesh_out[most_nodes][part];
static struct place mesh[2][most_nodes];

/// Everybody stores to and gets from `peers` nodes, if that is all of them all to all, without
/// waiting in between.
static void all_to_all(unsigned seed, int peers) {
    const int me = am_my_proc(), n = am_procs();
    memset(mesh_in, guard, sizeof mesh_in);
    for (int i = 0; i < n; ++i) { // sizes and places are functions of the pair
        unsigned a = seed + (unsigned)(i * n + me), b = seed + (unsigned)(me * n + i);
        int at = random_below(&a, 16), size = random_below(&a, part - 16 + 1);
        mesh[0][i] = (struct place){mesh_in[0][i] + at, i, i * n + me, size};
        at = random_below(&b, 16), size = random_below(&b, part - 16 + 1);
        mesh[1][i] = (struct place){mesh_in[1][i] + at, i, i * n + me, size};
        fill(mesh_out[i], me, me * n + i, part);
    }
    am_enable(AM_INTERRUPTS + (__xnet_holds != 0));
    for (int k = 0; k < peers; ++k) {
        const int to = (me + k * (n / peers)) % n;
        unsigned b = seed + (unsigned)(me * n + to);
        const int at = random_below(&b, 16), size = random_below(&b, part - 16 + 1);
        am_get(to, mesh_out[me], mesh[1][to].at, mesh[1][to].n, get_h, &mesh[1][to]);
        am_store(to, mesh_out[to], mesh_in[0][me] + at, size, store_h, &mesh[0][me]);
    }
    am_wait(&stored, peers);
    am_wait(&got, peers);
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < 2; ++k) guards(mesh_in[k][i], part, mesh[k][i].at, mesh[k][i].n);
    am_enable(AM_INTERRUPTS + (__xnet_holds != 0));
}

int main(int argc, char **argv) {
    const int mode = argc > 1 && atoi(argv[1]) ? AM_POLLING : AM_INTERRUPTS;
    const int last = argc > 2 ? atoi(argv[2]) : most - 1, step = argc > 3 ? atoi(argv[3]) : 1;
    const int largest = argc > 4 ? atoi(argv[4]) : large - 64;
    static const int sizes[] = {255,  256,  257,  511,  512,   513,   1000,  1023, 1024,
                                1025, 1537, 4095, 4096, 16383, 32768, 65535, 65536};
    const int n = am_procs(), next = (am_my_proc() + 1) % n, previous = (am_my_proc() + n - 1) % n;
    const int peers = argc > 5 ? atoi(argv[5]) : n;
    if (last >= most || largest > large - 64 || n > most_nodes || peers < 1 || peers > n) return 2;
    xnet_set_vlr(11); // the program's own
    am_enable(mode);
    for (int i = 0; i <= last; i += step) size(i, next, previous);
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; ++i)
        if (sizes[i] <= largest) {
            large_size(sizes[i], 0, next, previous);
            large_size(sizes[i], (int)i * 7 % 16, next, previous);
        }
    overlapping();
    all_to_all(1, peers);
    all_to_all(2, peers);
    CHECK_EQUAL(xnet_get_vlr(), 11);
    am_disable();
    return finish("bulk");
}
