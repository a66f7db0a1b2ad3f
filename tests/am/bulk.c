// Conformance of <am.h>: am_store, am_store_async and am_get of every size at every misalignment,
// with guards around the bytes; larger ones; overlapping ones on one node; all to all.
//
//   bulk MODE [LAST]     MODE 0: interrupts, 1: polling; LAST: sizes from 0 to that, instead of all
//
// Every run does every size at every misalignment, stored and got, and every larger one (above 17
// nodes to 4096 bytes): the nodes share them, so the work is the same on any number of nodes.
#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { guard = 0xa5, margin = 8, shifts = 16, most = 201, large = 65536 + 64, most_nodes = 256 };

/// The data of node `from` in transfer `tag`: these bytes, repeated, from an offset that is a
/// function of both.
enum { period = 1021 };
static unsigned char pattern[period];
static int phase(int from, int tag) { return (from * 29 + tag * 101) % period; }

static void make_pattern(void) {
    unsigned state = 1;
    for (int i = 0; i < period; ++i) pattern[i] = (unsigned char)random_below(&state, 256);
}

static void fill(unsigned char *at, int from, int tag, int n) {
    for (int i = phase(from, tag), part; n > 0; at += part, n -= part, i = 0) {
        part = n < period - i ? n : period - i;
        memcpy(at, pattern + i, (size_t)part);
    }
}

static int right(const unsigned char *at, int from, int tag, int n) {
    for (int i = phase(from, tag), part; n > 0; at += part, n -= part, i = 0) {
        part = n < period - i ? n : period - i;
        if (memcmp(at, pattern + i, (size_t)part) != 0) return 0;
    }
    return 1;
}

static int all_guard(const unsigned char *at, int n) {
    static const unsigned char guards[] = {[0 ... 255] = guard};
    for (; n > 0; at += sizeof guards, n -= (int)sizeof guards)
        if (memcmp(at, guards, n < (int)sizeof guards ? (size_t)n : sizeof guards) != 0) return 0;
    return 1;
}

static int mode;
static void meet(void) { am_enable(mode); }

/// The node `distance` further.
static int at_distance(int distance) {
    const int n = am_procs();
    return (am_my_proc() + distance % n + n) % n;
}

// A buffer for arriving bytes, with guards on both sides.
struct place {
    unsigned char *at;
    int from, tag, n;
};

/// All bytes are in place when the handler runs. For stores `arg` is the index at the receiver.
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
    memset(address, 0, (size_t)n); // from here on the buffer belongs to main again
    ++ended;
}

static _Alignas(8) unsigned char in[2][shifts][margin + 4 + most + margin], out[shifts][4 + most];
static struct place places[2][shifts];

static void guards(const unsigned char *area, int size, const unsigned char *at, int n) {
    CHECK(all_guard(area, (int)(at - area)));
    CHECK(all_guard(at + n, size - (int)(at - area) - n));
}

/// The transfer of node `node` in round `round`: over all rounds and nodes, every size up to
/// `last`.
static int last = most - 1;
static int size_of(int round, int node) { return (round * am_procs() + node) % (last + 1); }

/// The destination of shift s: another node, if there is one.
static int distance_of(int round, int s) {
    const int n = am_procs();
    return n == 1 ? 0 : 1 + (round + s * (n > shifts ? n / shifts : 1)) % (n - 1);
}

/// Each node has its own size, at all 16 misalignments of source and destination.
static void sizes(int round) {
    const int me = am_my_proc(), mine = size_of(round, me);
    memset(in, guard, sizeof in);
    for (int s = 0; s < shifts; ++s) {
        const int before = at_distance(-distance_of(round, s)), n = size_of(round, before);
        const int behind = at_distance(distance_of(round, s)), m = size_of(round, behind);
        places[0][s] = (struct place){in[0][s] + margin + s / 4, before, n + s, n};
        places[1][s] = (struct place){in[1][s] + margin + s / 4, behind, m + s, m};
        fill(out[s] + s % 4, me, mine + s, mine);
    }
    meet(); // all are ready
    for (int s = 0; s < shifts; ++s) {
        const struct place *p = &places[1][s];
        am_get(p->from, out[s] + s % 4, p->at, p->n, get_h, (void *)p);
    }
    am_wait(&got, shifts);
    meet(); // all have received their data of `out`
    for (int s = 0; s < shifts; ++s) {
        unsigned char *from = out[s] + s % 4, *there = in[0][s] + margin + s / 4;
        const int to = places[1][s].from;
        if ((s + mine + am_procs()) %
            2) { // each size with both calls: on an odd number of nodes, and on an even one
            const struct place it = {from, to, 0, mine};
            am_store_async(to, from, there, mine, store_h, &places[0][s], end, (void *)&it);
            am_wait(&ended, 1);
        } else {
            am_store(to, from, there, mine, store_h, &places[0][s]);
            memset(from, 0, (size_t)mine);
        }
    }
    am_wait(&stored, shifts);
    for (int s = 0; s < shifts; ++s)
        for (int k = 0; k < 2; ++k) {
            const struct place *p = &places[k][s];
            CHECK(right(p->at, p->from, p->tag, p->n));
            guards(in[k][s], sizeof in[k][s], p->at, p->n);
        }
    meet();
}

// The larger ones, aligned and not.
static const int large_sizes[] = {255,  256,  257,  511,  512,   513,   1000,  1023, 1024,
                                  1025, 1537, 4095, 4096, 16383, 32768, 65535, 65536};
enum { large_count = 2 * sizeof large_sizes / sizeof *large_sizes, up_to_4096 = large_count - 8 };
static _Alignas(8) unsigned char big_in[2][large], big_out[large];
static struct place big[2];

/// On more than 17 nodes up to 4096 bytes: otherwise all would wait for the node with 65536.
static int larger_ones(void) { return am_procs() > 17 ? up_to_4096 : large_count; }

/// The size of a node's transfer in a round; none, where the others do the last ones.
static int large_of(int round, int node) { return round * am_procs() + node; }
static int large_size(int i) { return i < larger_ones() ? large_sizes[i / 2] : 0; }
static int large_shift(int i) { return i % 2 ? i / 2 * 7 % 16 : 0; }

static void larger(int round) {
    const int me = am_my_proc(), distance = distance_of(round, 0);
    const int before = at_distance(-distance), behind = at_distance(distance);
    const int from_before = large_of(round, before), from_behind = large_of(round, behind);
    const int mine = large_of(round, me), n = large_size(mine), shift = large_shift(mine);
    big[0] = (struct place){big_in[0] + margin + large_shift(from_before) / 4, before,
                            large_size(from_before), large_size(from_before)};
    big[1] = (struct place){big_in[1] + margin + large_shift(from_behind) / 4, behind,
                            large_size(from_behind), large_size(from_behind)};
    for (int k = 0; k < 2; ++k) memset(big_in[k], guard, (size_t)big[k].n + 32);
    fill(big_out + shift % 4, me, n, n);
    meet();
    am_get(behind, big_out + large_shift(from_behind) % 4, big[1].at, big[1].n, get_h, &big[1]);
    am_store(behind, big_out + shift % 4, big_in[0] + margin + shift / 4, n, store_h, &big[0]);
    am_wait(&got, 1); // both together
    am_wait(&stored, 1);
    for (int k = 0; k < 2; ++k) guards(big_in[k], big[k].n + 32, big[k].at, big[k].n);
    meet();
}

/// To the node itself, source and destination in one array.
static void overlapping(void) {
    static unsigned char area[300];
    static struct place place;
    const int me = am_my_proc();
    for (int by = -70; by <= 70; by += am_procs() <= 17 ? 7 : 35) {
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

enum { part = 96, most_pairs = 4096 };
static unsigned char mesh_in[2][most_nodes][part], mesh_out[most_nodes][part];
static struct place mesh[2][most_nodes];

/// Position and length are functions of the pair and of the step.
static struct place mesh_place(unsigned char *area, unsigned turn, int to, int from) {
    unsigned state = turn + (unsigned)(to * am_procs() + from);
    const int at = random_below(&state, 16), n = random_below(&state, part - 16 + 1);
    return (struct place){area + at, from, from * am_procs() + to, n};
}

/// Every node stores to and gets from every node without waiting in between; from 64 nodes on only
/// for 4096 pairs, at the distances that `turn` selects.
static void all_to_all(int turn) {
    const int me = am_my_proc(), n = am_procs(), peers = n * n <= most_pairs ? n : most_pairs / n;
    const int apart = n / peers, first = turn % apart;
    memset(mesh_in, guard, (size_t)n * part);
    memset(mesh_in[1], guard, (size_t)n * part);
    for (int k = 0; k < peers; ++k) {
        const int before = at_distance(-first - k * apart), behind = at_distance(first + k * apart);
        mesh[0][before] = mesh_place(mesh_in[0][before], (unsigned)turn, me, before);
        mesh[1][behind] = mesh_place(mesh_in[1][behind], (unsigned)turn, me, behind);
        fill(mesh_out[behind], me, me * n + behind, part); // stored there
        fill(mesh_out[before], me, me * n + before, part); // got from there
    }
    meet();
    for (int k = 0; k < peers; ++k) {
        const int to = at_distance(first + k * apart);
        const struct place *p = &mesh[1][to];
        const struct place there = mesh_place(mesh_in[0][me], (unsigned)turn, to, me);
        am_get(to, mesh_out[me], p->at, p->n, get_h, (void *)p);
        am_store(to, mesh_out[to], there.at, there.n, store_h, &mesh[0][me]);
    }
    am_wait(&stored, peers);
    am_wait(&got, peers);
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < 2; ++k) {
            const struct place none = {mesh_in[k][i], 0, 0, 0};
            const int behind_first = ((k ? i - me : me - i) + n) % n - first;
            const int used =
                behind_first >= 0 && behind_first % apart == 0 && behind_first / apart < peers;
            const struct place *p = used ? &mesh[k][i] : &none;
            guards(mesh_in[k][i], part, p->at, p->n);
        }
    meet();
}

int main(int argc, char **argv) {
    mode = argc > 1 && atoi(argv[1]) ? AM_POLLING : AM_INTERRUPTS;
    if (argc > 2) last = atoi(argv[2]);
    const int n = am_procs();
    if (last < 0 || last >= most || n > most_nodes) return 2;
#ifdef XNET_NI_NISTAT // T1
    xnet_set_vlr(11); // the program's own
#endif
    make_pattern();
    meet();
    for (int round = 0; round * n <= last; ++round) sizes(round);
    for (int round = 0; round * n < larger_ones(); ++round) larger(round);
    overlapping();
    all_to_all(1);
    all_to_all(2);
#ifdef XNET_NI_NISTAT
    CHECK_EQUAL(xnet_get_vlr(), 11);
#endif
    am_disable();
    return finish("bulk");
}
