// Every operation of <splitc.h>, every value checked (docs/split-c.md, "What is tested").
//
//   conformance [h] PART...     h: polling mode; parts: p t s b c m, none: all
#include "check.h"

#include <splitc.h>

enum { nodes = 256, peers_at_most = 16 };

// The peers of this processor: a set of distances, the same for all.
static int distances[peers_at_most], peers;

// All on few processors; on more of them so many that the total is the same, at other distances
// each time: the processor itself, if there is another, and others.
static void choose_peers(int turn) {
    peers = PROCS <= 8 ? PROCS : PROCS <= 64 ? 1 + 48 / PROCS : 1;
    for (int k = 0; k < peers; ++k)
        distances[k] = k == 0 && (peers > 1 || PROCS == 1)
                           ? 0
                           : 1 + (turn * 11 + k * (PROCS / peers)) % (PROCS - 1);
}
static int to_peer(int k) { return (MYPROC + distances[k]) % PROCS; }
static int from_peer(int k) { return (MYPROC + PROCS - distances[k]) % PROCS; }

// --- pointers ------------------------------------------------------------------------------------

static int ring[8];
static double ring_double[8];

static void pointers(void) {
    for (int proc = 0; proc < PROCS; proc += 1 + PROCS / 5) {
        const global(int) g = toglobal(proc, ring);
        CHECK(toproc(g) == proc && tolocal(g) == ring);
        CHECK(toproc(ptr_add(g, 3)) == proc && tolocal(ptr_add(g, 3)) == ring + 3);
        CHECK(ptr_equal(ptr_add(ptr_add(g, 7), -7), g));
        CHECK(ptr_diff(ptr_add(g, 5), g) == 5 && ptr_diff(g, ptr_add(g, 5)) == -5);
        CHECK(!ptr_equal(g, ptr_add(g, 1)) &&
              !ptr_equal(g, toglobal((proc + 1) % (PROCS + 1), ring)));
        const global(void) v = global_cast(void, g);
        CHECK(toproc(v) == proc && tolocal(v) == ring);
        CHECK(ptr_equal(global_cast(int, v), g));

        const spread(double) s = tospread(proc, ring_double);
        spread(double) up = s, down = tospread(proc, ring_double + 7);
        for (int n = 0; n < 3 * PROCS + 2; n += 1 + n / 7) {
            up = ptr_add(s, n);
            CHECK(toproc(up) == (proc + n) % PROCS);
            CHECK(tolocal(up) == ring_double + (proc + n) / PROCS);
            CHECK(ptr_diff(up, s) == n && ptr_diff(s, up) == -n);
            CHECK(ptr_equal(ptr_add(up, -n), s));
            CHECK(ptr_equal(ptr_add(ptr_add(s, n / 2), n - n / 2), up));
            const spread(double) back = ptr_add(down, -n);
            CHECK(ptr_diff(back, down) == -n && ptr_equal(ptr_add(back, n), down));
            CHECK(toproc(back) >= 0 && toproc(back) < PROCS);
        }
        CHECK(ptr_equal(tospread(toglobal(s)), s));
    }
    spread(double) p = tospread(0, ring_double);
    for (int n = 0; n < 4 * PROCS; ++n, p = ptr_add(p, 1))
        CHECK(toproc(p) == n % PROCS && tolocal(p) == ring_double + n / PROCS);
    for (int n = 4 * PROCS - 1; n >= 0; --n) {
        p = ptr_add(p, -1);
        CHECK(toproc(p) == n % PROCS && tolocal(p) == ring_double + n / PROCS);
    }
}

// --- all operations on every type ----------------------------------------------------------------

typedef unsigned char byte;
typedef long long wide;
typedef int *address;
typedef struct {
    char c[2];
} bytes_2;
typedef struct {
    char c[3];
} bytes_3;
typedef struct {
    char c[5];
} bytes_5;
typedef struct {
    short s[3];
} shorts_3;
typedef struct {
    char c[7];
} bytes_7;
typedef struct {
    char c[8];
} bytes_8;
typedef struct {
    int i[2];
} ints_2;
typedef struct {
    int i[3];
} ints_3;
typedef struct {
    double re, im;
} complex_double;
typedef struct {
    char c[33];
} bytes_33;
typedef struct {
    int i[25];
} ints_25;
typedef struct {
    char c[1001];
} bytes_1001;
SPLITC_ALIAS(byte, uint8_t);
SPLITC_ALIAS(wide, int64_t);
SPLITC_TYPE(address);
SPLITC_TYPE(bytes_2);
SPLITC_TYPE(bytes_3);
SPLITC_TYPE(bytes_5);
SPLITC_TYPE(shorts_3);
SPLITC_TYPE(bytes_7);
SPLITC_TYPE(bytes_8);
SPLITC_TYPE(ints_2);
SPLITC_TYPE(ints_3);
SPLITC_TYPE(complex_double);
SPLITC_TYPE(bytes_33);
SPLITC_TYPE(ints_25);
SPLITC_TYPE(bytes_1001);

// One of each: padding is not compared.
typedef struct {
    char c;
    double d;
    short s;
} padded;
SPLITC_TYPE(padded);

// In each array element k of a processor belongs to peer k; no processor accesses one more on each
// side.
#define TYPE(T)                                                                                    \
    static T own_##T[peers_at_most + 2], in_##T[5][peers_at_most + 2], got_##T[peers_at_most + 2]; \
    static void of_##T(unsigned round) {                                                           \
        for (int k = 0; k < peers; ++k)                                                            \
            fill(&own_##T[k + 1], sizeof(T), (unsigned)MYPROC, round + k);                         \
        memset(in_##T, 0x5A, sizeof in_##T);                                                       \
        memset(got_##T, 0x5A, sizeof got_##T);                                                     \
        barrier();                                                                                 \
        for (int k = 0; k < peers; ++k) {                                                          \
            const int peer = to_peer(k);                                                           \
            const global(T) own = toglobal(peer, &own_##T[k + 1]);                                 \
            T v = read(own);                                                                       \
            CHECK(filled(&v, sizeof v, (unsigned)peer, round + k));                                \
            v = read(tospread(own));                                                               \
            CHECK(filled(&v, sizeof v, (unsigned)peer, round + k));                                \
            get(&got_##T[k + 1], own);                                                             \
            fill(&v, sizeof v, round + 1000, (unsigned)(MYPROC * nodes + peer));                   \
            put(toglobal(peer, &in_##T[0][k + 1]), v);                                             \
            store(toglobal(peer, &in_##T[1][k + 1]), v);                                           \
            write(toglobal(peer, &in_##T[2][k + 1]), v);                                           \
            put(tospread(peer, &in_##T[3][k + 1]), v);                                             \
            store(tospread(peer, &in_##T[4][k + 1]), v);                                           \
            const T again = read(toglobal(peer, &in_##T[2][k + 1]));                               \
            CHECK(memcmp(&again, &v, sizeof v) == 0);                                              \
            memset(&v, 0, sizeof v);                                                               \
        }                                                                                          \
        sync();                                                                                    \
        for (int k = 0; k < peers; ++k)                                                            \
            CHECK(filled(&got_##T[k + 1], sizeof(T), (unsigned)to_peer(k), round + k));            \
        CHECK(all_are(got_##T, sizeof(T), 0x5A));                                                  \
        CHECK(all_are(&got_##T[peers + 1], sizeof(T), 0x5A));                                      \
        store_sync(peers *(int)sizeof(T));                                                         \
        store_sync(peers *(int)sizeof(T));                                                         \
        barrier();                                                                                 \
        for (int i = 0; i < 5; ++i) {                                                              \
            CHECK(all_are(in_##T[i], sizeof(T), 0x5A));                                            \
            CHECK(all_are(&in_##T[i][peers + 1], sizeof(T), 0x5A));                                \
            for (int k = 0; k < peers; ++k)                                                        \
                CHECK(filled(&in_##T[i][k + 1], sizeof(T), round + 1000,                           \
                             (unsigned)(from_peer(k) * nodes + MYPROC)));                          \
        }                                                                                          \
    }
TYPE(char)
TYPE(byte)
TYPE(uint16_t)
TYPE(uint32_t)
TYPE(short)
TYPE(int)
TYPE(unsigned)
TYPE(long)
TYPE(wide)
TYPE(float)
TYPE(double)
TYPE(address)
TYPE(bytes_2)
TYPE(bytes_3)
TYPE(bytes_5)
TYPE(shorts_3)
TYPE(bytes_7)
TYPE(bytes_8)
TYPE(ints_2)
TYPE(ints_3)
TYPE(complex_double)
TYPE(bytes_33)
TYPE(ints_25)
TYPE(bytes_1001)

static padded own_padded, in_padded;

static void types(void) {
    static void (*const of[])(unsigned) = {
        of_char,     of_byte,    of_uint16_t,       of_uint32_t, of_short,   of_int,
        of_unsigned, of_long,    of_wide,           of_float,    of_double,  of_address,
        of_bytes_2,  of_bytes_3, of_bytes_5,        of_shorts_3, of_bytes_7, of_bytes_8,
        of_ints_2,   of_ints_3,  of_complex_double, of_bytes_33, of_ints_25, of_bytes_1001};
    for (unsigned i = 0; i < sizeof of / sizeof *of; ++i) {
        choose_peers((int)i);
        of[i](i * 100);
    }
    all_store_sync();

    const int next = (MYPROC + 1) % PROCS, last = (MYPROC + PROCS - 1) % PROCS;
    own_padded = (padded){(char)MYPROC, MYPROC * 0.25, (short)-MYPROC};
    barrier();
    padded p = read(toglobal(next, &own_padded));
    CHECK(p.c == (char)next && p.d == next * 0.25 && p.s == -next);
    put(toglobal(next, &in_padded), own_padded);
    sync();
    barrier();
    CHECK(in_padded.c == (char)last && in_padded.d == last * 0.25 && in_padded.s == -last);
}

// --- synchronization -----------------------------------------------------------------------------

static int from_all[3][nodes], rounds[200];
static double order[64];

static void synchronization(void) {
    // Every processor with every other, three methods, no two at the same time in the same order.
    for (int i = 0; i < PROCS; ++i) {
        const int to = (MYPROC * 7 + i) % PROCS;
        if (PROCS <= 64 || i % 8 == 3) put(toglobal(to, &from_all[0][MYPROC]), MYPROC * 1000 + to);
        store(toglobal(to, &from_all[1][MYPROC]), MYPROC * 1000 + to + 1);
        if (PROCS <= 64) write(toglobal(to, &from_all[2][MYPROC]), MYPROC * 1000 + to + 2);
    }
    store_sync(PROCS * (int)sizeof(int)); // no other processor can have sent to this one
    for (int i = 0; i < PROCS; ++i) CHECK(from_all[1][i] == i * 1000 + MYPROC + 1);
    sync();
    barrier();
    for (int i = 0; i < PROCS; ++i) {
        const int turn = ((MYPROC - i * 7) % PROCS + PROCS) % PROCS; // of processor i, to this one
        const int sent = PROCS <= 64 || turn % 8 == 3;
        CHECK(from_all[0][i] == (sent ? i * 1000 + MYPROC : 0));
        CHECK(PROCS > 64 || from_all[2][i] == i * 1000 + MYPROC + 2);
    }

    // store_sync continues where it ended; a sender may be far ahead.
    const int next = (MYPROC + 1) % PROCS, last = (MYPROC + PROCS - 1) % PROCS;
    for (int i = 0; i < 200; ++i) store(toglobal(next, &rounds[i]), last * 0 + MYPROC * 500 + i);
    dawdle(1, 2000);
    for (int i = 0; i < 200; ++i) {
        store_sync(sizeof(int));
        CHECK(!AM_ORDERED || rounds[i] == last * 500 + i); // bytes count, whichever arrived
    }
    for (int i = 0; i < 200; ++i) CHECK(rounds[i] == last * 500 + i);
    barrier();

    // reset_store_sync discards; later arrivals count.
    store(toglobal(next, &rounds[0]), 1);
    all_store_sync();
    store(toglobal(next, &rounds[1]), 2);
    store_sync(sizeof(int));
    CHECK(rounds[0] == 1 && rounds[1] == 2);
    barrier();
    bulk_store(toglobal(next, rounds), rounds + 10, 20);
    write(toglobal(next, &rounds[2]), 3); // after the store to the same processor
    barrier();
    reset_store_sync();
    barrier();
    bulk_store(toglobal(next, rounds), rounds + 20, 8);
    store_sync(8);
    barrier();

    // all_store_sync counts the stores to each processor, repeatedly without a barrier.
    for (int round = 0; round < 20; ++round) {
        memset(order, 0, sizeof order);
        barrier();
        const int messages = (int)(some((unsigned)MYPROC, (unsigned)round, 3) % 40);
        for (int i = 0; i < messages; ++i) {
            const unsigned to =
                some((unsigned)MYPROC, (unsigned)i, (unsigned)round) % (unsigned)PROCS;
            store(toglobal((int)to, &order[i]), (double)(round * 1000 + i));
        }
        if (round & 1) dawdle((unsigned)round, 3000);
        all_store_sync();
        for (int i = PROCS > 64 ? MYPROC % 8 : 0; i<40; i += PROCS> 64 ? 8 : 1) {
            int expected = 0;
            for (int p = 0; p < PROCS; ++p)
                if (i < (int)(some((unsigned)p, (unsigned)round, 3) % 40) &&
                    some((unsigned)p, (unsigned)i, (unsigned)round) % (unsigned)PROCS ==
                        (unsigned)MYPROC)
                    expected = round * 1000 + i;
            CHECK(order[i] == expected);
        }
        if (round == (PROCS > 64 ? 1 : PROCS > 16 ? 2 : 20)) break; // the check takes long
    }

    barrier(); // all have read their `order`, before others put into it

    // sync waits for all of it and for nothing else; without open operations it returns.
    sync();
    int mine[64];
    for (int i = 0; i < 64; ++i) {
        const int peer = (MYPROC + i) % PROCS;
        get(&mine[i], toglobal(peer, &rounds[i + 100]));
        put(toglobal(peer, &order[i]), (double)peer);
    }
    sync();
    for (int i = 0; i < 64; ++i) {
        const int peer = (MYPROC + i) % PROCS, before = (peer + PROCS - 1) % PROCS;
        CHECK(mine[i] == before * 500 + i + 100);
        CHECK(read(toglobal(peer, &order[i])) == peer);
    }
    barrier();
    const unsigned begun = get_cycles();
    dawdle(5, 2);
    CHECK(get_cycles() - begun < 100000);
    CHECK(get_seconds() * splitc_hertz >= begun);
}

// A flag that a handler writes: a load that is moved out of the loop never sees the change
// (CSD-94-823 3.3).
static int flag, flags_seen;
static AM_SHORT void set(int value) { flag = value; }

static void waiting(void) {
    const int next = (MYPROC + 1) % PROCS;
    for (int i = 1; i < 20; ++i) {
        dawdle((unsigned)i, 300);
        am_short_request_1(next, set, i);
        while (flag != i) splitc_poll();
        ++flags_seen;
        barrier(); // before the next value may arrive
    }
    CHECK(flags_seen == 19);
    for (int i = 1; i < 20; ++i) {
        put(toglobal(next, &flag), -i);
        while (read(toglobal(MYPROC, &flag)) != -i) splitc_poll();
        barrier();
    }
    if (!am_must_poll()) {
        put(toglobal(next, &flag), 1);
        while (read(toglobal(MYPROC, &flag)) != 1) {
        }
    }
    sync();
}

// --- blocks --------------------------------------------------------------------------------------

enum { slots = 16, room = 232, sizes = 201, operations = 5 };
static char from_block[slots][room], to_block[operations][slots][room];

// Over all rounds and processors every size: the processors share them.
static int size_of(int round, int proc) { return (round * PROCS + proc) % sizes; }

// Slot i of each operation's area: misaligned by i % 4 on this processor and by i / 4 on the other,
// each for its own processor.
static void block_round(int round, int away) {
    const int mine = size_of(round, MYPROC);
    int to[slots], from[slots], stored = 0;
    for (int i = 0; i < slots; ++i) {
        const int apart = PROCS > slots ? PROCS / slots : 1;
        const int distance = away ? 1 + (round + i * apart) % (PROCS - 1) : 0;
        to[i] = (MYPROC + distance) % PROCS;
        from[i] = (MYPROC + PROCS - distance) % PROCS;
        stored += size_of(round, from[i]);
        fill(from_block[i], room, (unsigned)MYPROC, (unsigned)(mine * slots + i));
    }
    memset(to_block, 0x5A, sizeof to_block);
    barrier();
    for (int i = 0; i < slots; ++i) {
        const int here = i % 4, there = i / 4 + 4, theirs = size_of(round, to[i]);
        char *const source = from_block[i] + here;
        bulk_read(to_block[0][i] + there, toglobal(to[i], source), theirs);
        bulk_get(to_block[1][i] + there, tospread(to[i], source), theirs);
        bulk_write(toglobal(to[i], to_block[2][i] + there), source, mine);
        bulk_put(toglobal(to[i], to_block[3][i] + there), source, mine);
        bulk_store(tospread(to[i], to_block[4][i] + there), source, mine);
    }
    sync();
    store_sync(stored);
    barrier();
    for (int i = 0; i < slots; ++i) {
        const int here = i % 4, there = i / 4 + 4;
        for (int op = 0; op < operations; ++op) {
            const int source = op < 2 ? to[i] : from[i], size = size_of(round, source);
            static char expected[room];
            if (op % 2 == 0) // for two, and then for three
                fill(expected, room, (unsigned)source, (unsigned)(size * slots + i));
            const char *const block = to_block[op][i];
            CHECK(all_are(block, (unsigned)there, 0x5A));
            CHECK(memcmp(block + there, expected + here, (size_t)size) == 0);
            CHECK(all_are(block + there + size, (unsigned)(room - there - size), 0x5A));
        }
    }
    barrier();
}

// Larger ones, each by each operation; on more than 16 processors not those that take too long for
// all.
static const int large_sizes[] = {511, 512, 513, 1000, 1024, 4099, 20000, 65537};
enum { large = 66000 };
static char large_own[large], large_from[large], large_to[2][large], large_expected[large];

// The work of a processor in a round: an operation and a size. After the last ones 0 bytes.
static int large_size(int job) {
    const int most = PROCS <= 16 ? 8 : 6;
    return job < most * operations ? large_sizes[job / operations] : 0;
}

static void large_round(int round) {
    const int distance = PROCS == 1 ? 0 : 1 + round % (PROCS - 1);
    const int to = (MYPROC + distance) % PROCS, from = (MYPROC + PROCS - distance) % PROCS;
    const int job = round * PROCS + MYPROC, op = job % operations, size = large_size(job);
    const int their_job = round * PROCS + from, their_op = their_job % operations;
    const int their_size = large_size(their_job), most = size > their_size ? size : their_size;
    const int here = job / operations % 4, there = job % 4 + 4;
    const int their_here = their_job / operations % 4, their_there = their_job % 4 + 4;
    // Reads go to `large_own`, writes come from `large_from`.
    fill(large_own + their_here, (unsigned)their_size, (unsigned)MYPROC, (unsigned)round);
    fill(large_from + here, (unsigned)size, (unsigned)MYPROC, (unsigned)round);
    for (int i = 0; i < 2; ++i) memset(large_to[i], 0x5A, (size_t)most + 32);
    barrier();
    char *const target = large_to[op >= 2] + there, *const source = large_from + here;
    if (op == 0) bulk_read(target, toglobal(to, large_own + here), size);
    if (op == 1) bulk_get(target, toglobal(to, large_own + here), size);
    if (op == 2) bulk_write(toglobal(to, target), source, size);
    if (op == 3) bulk_put(toglobal(to, target), source, size);
    if (op == 4) bulk_store(toglobal(to, target), source, size);
    // The source of a write may be changed immediately.
    if (op >= 2 && to != MYPROC) memset(source, 0, (size_t)size);
    sync();
    if (their_op == 4) store_sync(their_size);
    barrier();
    for (int i = 0; i < 2; ++i) {
        const int came = i ? their_op >= 2 : op < 2, bytes = !came ? 0 : i ? their_size : size;
        const int at = i ? their_there : there;
        CHECK(all_are(large_to[i], (unsigned)at, 0x5A));
        CHECK(all_are(large_to[i] + at + bytes, (unsigned)(most + 32 - at - bytes), 0x5A));
        if (!came) continue;
        fill(large_expected, (unsigned)bytes, (unsigned)(i ? from : to), (unsigned)round);
        CHECK(memcmp(large_to[i] + at, large_expected, (size_t)bytes) == 0);
    }
    barrier();
}

static void blocks(void) {
    for (int round = 0; round * PROCS < sizes; ++round) {
        block_round(round, PROCS > 1);
        if (PROCS > 1 && round % 8 == 0) block_round(round, 0);
    }
    for (int round = 0; large_size(round * PROCS); ++round) large_round(round);
}

// --- collectives ---------------------------------------------------------------------------------

// A value of processor p that all types represent exactly, also sums of 256 of them.
static int number(int p, int round) {
    return (int)(some((unsigned)p, (unsigned)round, 7) % 4001) - 2000;
}

// Of 8 bytes both words of an integer matter.
#define NUMBER(T, p) ((T)number(p, round) * (sizeof(T) == 8 ? (T)0x100000001LL : 1))

#define COLLECTIVES(T, op, expression)                                                             \
    do {                                                                                           \
        T a = NUMBER(T, 0), upto = a;                                                              \
        for (int p = 1; p < PROCS; ++p) {                                                          \
            const T b = NUMBER(T, p);                                                              \
            a = expression;                                                                        \
            if (p == MYPROC) upto = a;                                                             \
        }                                                                                          \
        const T mine = NUMBER(T, MYPROC);                                                          \
        CHECK(all_reduce_to_one_##op(mine) == (MYPROC == 0 ? a : 0));                              \
        if (round & 1) dawdle((unsigned)round, 400);                                               \
        CHECK(all_scan_##op(mine) == upto);                                                        \
        CHECK(all_reduce_to_all_##op(mine) == a);                                                  \
        ++round;                                                                                   \
    } while (0)
#define ARITHMETIC(T)                                                                              \
    COLLECTIVES(T, add, a + b);                                                                    \
    COLLECTIVES(T, max, a > b ? a : b);                                                            \
    COLLECTIVES(T, min, a < b ? a : b)
#define BITS(T)                                                                                    \
    COLLECTIVES(T, or, a | b);                                                                     \
    COLLECTIVES(T, and, a &b)

static int phase[2];

static void collectives(void) {
    int round = 0;
    for (int i = 0; i < (PROCS > 64 ? 1 : 3); ++i) {
        ARITHMETIC(int);
        BITS(int);
        ARITHMETIC(unsigned);
        BITS(unsigned);
        ARITHMETIC(long);
        BITS(long);
        ARITHMETIC(uint32_t);
        BITS(unsigned long);
        ARITHMETIC(long long);
        BITS(int64_t);
        ARITHMETIC(unsigned long long);
        BITS(uint64_t);
        ARITHMETIC(float);
        ARITHMETIC(double);
    }
    // One kind after the other, no processor waits for another.
    const int turns = PROCS > 64 ? 6 : 30;
    int sum = 0;
    for (int p = 0; p < PROCS; ++p) sum += p;
    for (int i = 0; i < turns; ++i) {
        if (MYPROC % 3 == i % 3) dawdle((unsigned)i, 200);
        CHECK(all_bcast(MYPROC + i) == i);
    }
    for (int i = 0; i < turns; ++i) {
        if (MYPROC % 3 == i % 3) dawdle((unsigned)i, 200);
        CHECK(all_reduce_to_one_add(MYPROC + i) == (MYPROC ? 0 : sum + PROCS * i));
    }
    for (int i = 0; i < turns; ++i) CHECK(all_scan_add(1) == MYPROC + 1);
    for (int i = 0; i < turns; ++i)
        CHECK(all_reduce_to_all_add(MYPROC ^ i) == ({
                  int s = 0;
                  for (int p = 0; p < PROCS; ++p) s += p ^ i;
                  s;
              }));
    for (int i = 0; i < 40; ++i) { // and mixed, in an order that is the same for all
        const unsigned which = some((unsigned)i, 1, 2) % 5;
        if (which == 0) CHECK(all_bcast(MYPROC * 2 + i) == i);
        if (which == 1) CHECK(all_reduce_to_one_max(MYPROC) == (MYPROC ? 0 : PROCS - 1));
        if (which == 2) CHECK(all_scan_max(MYPROC - i) == MYPROC - i);
        if (which == 3) barrier();
        if (which == 4) CHECK(all_reduce_to_all_min(MYPROC + 3) == 3);
    }
    // Chars and shorts are ints in these, as in C.
    CHECK(all_reduce_to_all_max((char)(MYPROC == PROCS - 1 ? 9 : 1)) == (PROCS == 1 ? 9 : 9));
    CHECK(all_reduce_to_all_add((short)1) == PROCS);
    // A NaN is ignored, at any position.
    for (int p = 0; p < PROCS && p < 5; ++p) {
        const double one = p == MYPROC ? __builtin_nan("") : MYPROC;
        const float others = p == MYPROC ? MYPROC : __builtin_nanf("");
        CHECK(all_reduce_to_all_max(one) == (p == PROCS - 1 ? p - 1 : PROCS - 1) || PROCS == 1);
        CHECK(all_reduce_to_all_min(one) == !p || PROCS == 1);
        CHECK(all_reduce_to_all_max(others) == p && all_reduce_to_all_min(others) == p);
    }
    const double none = all_reduce_to_all_max(__builtin_nan(""));
    CHECK(none != none);

    CHECK(all_bcast(MYPROC * 0.5 + 3) == 3);
    CHECK(all_bcast(MYPROC * 0.5f + 3) == 3);
    CHECK(all_bcast((long long)MYPROC << 40 | 77) == 77);
    CHECK(all_bcast(MYPROC ? (int *)0 : phase) == phase);

    // No processor leaves a barrier before all have arrived.
    const int next = (MYPROC + 1) % PROCS, far = (MYPROC + PROCS / 2) % PROCS;
    for (int i = 1; i < turns; ++i) {
        if (some((unsigned)MYPROC, (unsigned)i, 9) % 4 == 0) dawdle((unsigned)i, 500);
        *(volatile int *)&phase[i & 1] = i;
        barrier();
        CHECK(read(toglobal(next, &phase[i & 1])) == i);
        CHECK(read(toglobal(far, &phase[i & 1])) == i);
        CHECK(read(toglobal(far, &phase[~i & 1])) == i - 1 ||
              read(toglobal(far, &phase[~i & 1])) == i + 1);
    }
    barrier();

    static char buffer[6016];
    static const int sizes[] = {0, 1, 3, 4, 7, 8, 100, 513, 6000};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        const int size = sizes[i], at = MYPROC % 4 + 4; // addresses may differ
        memset(buffer, 0x5A, sizeof buffer);
        char expected[6016];
        fill(expected, (unsigned)size, 0, i);
        if (MYPROC == 0) memcpy(buffer + at, expected, (size_t)size);
        all_bcast_buffer(buffer + at, (size_t)size);
        CHECK(memcmp(buffer + at, expected, (size_t)size) == 0);
        CHECK(all_are(buffer, (unsigned)at, 0x5A) && all_are(buffer + at + size, 8, 0x5A));
    }
    static char gathered[8 + nodes * 100 + 8];
    static const int parts[] = {4, 0, 1, 3, 4, 8, 13, 100};
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; ++i) {
        const int size = parts[i], at = (MYPROC + (int)i) % 4 + 4;
        char mine[100];
        fill(mine, sizeof mine, (unsigned)MYPROC, i);
        memset(gathered, 0x5A, sizeof gathered);
        all_gather(gathered + at, mine, (size_t)size);
        const int step = PROCS > 64 ? 16 : 1; // the processors share the comparisons
        for (int p = MYPROC % step; p < PROCS; p += step) {
            fill(mine, sizeof mine, (unsigned)p, i);
            CHECK(memcmp(gathered + at + p * size, mine, (size_t)size) == 0);
        }
        CHECK(all_are(gathered, (unsigned)at, 0x5A));
        CHECK(all_are(gathered + at + PROCS * size, 4, 0x5A));
    }
}

// --- spread memory -------------------------------------------------------------------------------

static void memory(void) {
    // All processors see the same addresses; blocks do not overlap; freed memory is reused.
    spread(int) a[6];
    for (int round = 0; round < (PROCS > 64 ? 1 : 3); ++round) {
        for (int i = 0; i < 6; ++i) {
            const unsigned count =
                1 + some((unsigned)round, (unsigned)i, 5) % (3u * (unsigned)PROCS);
            a[i] = spread_cast(int, all_spread_malloc(count, sizeof(int)));
            CHECK(toproc(a[i]) == 0 && (uintptr_t)tolocal(a[i]) % 16 == 0);
            CHECK(all_reduce_to_all_max((unsigned)(uintptr_t)tolocal(a[i])) ==
                  (unsigned)(uintptr_t)tolocal(a[i]));
            CHECK(all_reduce_to_all_min((unsigned)(uintptr_t)tolocal(a[i])) ==
                  (unsigned)(uintptr_t)tolocal(a[i]));
            for (unsigned e = (unsigned)MYPROC; e < count; e += (unsigned)PROCS)
                write(ptr_add(a[i], (int)e), (int)some((unsigned)i, e, (unsigned)round));
        }
        barrier();
        for (int i = 0; i < 6; ++i) {
            const unsigned count =
                1 + some((unsigned)round, (unsigned)i, 5) % (3u * (unsigned)PROCS);
            const unsigned step = PROCS > 64 ? 97 : PROCS > 16 ? 17 : 1;
            for (unsigned e = (unsigned)MYPROC % step; e < count; e += step)
                CHECK(read(ptr_add(a[i], (int)e)) == (int)some((unsigned)i, e, (unsigned)round));
        }
        barrier();
        int *const first = tolocal(a[0]);
        for (int i = 0; i < 6; ++i) all_spread_free(a[(i * 5 + round) % 6]);
        const spread(double) again = spread_cast(double, all_spread_malloc(1, 8));
        CHECK((void *)tolocal(again) == (void *)first);
        all_spread_free(again);
    }
    // Blocks of many elements, one for each processor; a large one succeeds only once memory is in
    // one piece.
    const spread(char) block = spread_cast(char, all_spread_malloc((size_t)PROCS, 100000));
    memset(tolocal(block), MYPROC, 100000);
    barrier();
    CHECK(read(ptr_add(toglobal(ptr_add(block, (MYPROC + 1) % PROCS)), 99999)) ==
          (char)((MYPROC + 1) % PROCS));
    barrier();
    all_spread_free(block);
    for (int i = 0; i < 2; ++i) all_spread_free(all_spread_malloc((size_t)PROCS, 4000000));

    // By one processor: all at the same time, each frees its neighbour's block.
    static int *mine;
    const int next = (MYPROC + 1) % PROCS, last = (MYPROC + PROCS - 1) % PROCS;
    const spread(int) own = spread_cast(int, spread_malloc((size_t)PROCS * 2, sizeof(int)));
    mine = tolocal(own);
    for (int i = 0; i < 2 * PROCS; i += 1 + PROCS / 9) put(ptr_add(own, i), MYPROC * 1000 + i);
    sync();
    barrier();
    for (int i = 0; i < 2 * PROCS; i += 1 + PROCS / 9)
        CHECK(read(ptr_add(own, i)) == MYPROC * 1000 + i);
    barrier();
    int *const address_of_mine = tolocal(own);
    bulk_write(toglobal(next, &mine), &address_of_mine, sizeof mine);
    barrier();
    CHECK(PROCS == 1 || mine != tolocal(own));
    CHECK(read(ptr_add(tospread(0, mine), 0)) == last * 1000);
    barrier();
    spread_free(tospread(0, mine));
    barrier();
}

int splitc_main(int argc, char **argv) {
    int first = 1;
    const int hold = argc > 1 && argv[1][0] == 'h';
    if (hold) {
        am_hold();
        ++first;
    }
    const char *parts = "ptswbcm";
    for (int i = first; i <= argc && (i < argc || i == first); ++i) {
        if (i < argc) parts = argv[i];
        for (const char *part = parts; *part; ++part) {
            switch (*part) {
            case 'p': pointers(); break;
            case 't': types(); break;
            case 's': synchronization(); break;
            case 'w': waiting(); break;
            case 'b': blocks(); break;
            case 'c': collectives(); break;
            case 'm': memory(); break;
            default: xnet_fail("no part %c", *part);
            }
            barrier();
        }
    }
    if (hold) am_release();
    return 0;
}
