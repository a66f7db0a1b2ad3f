// <splitc.hpp>: the same operations by global_ptr, spread_ptr and their references.
//
//   conformance [h]     h: polling mode
#include "check.h"

#include <splitc.hpp>

namespace {

template <unsigned Bytes> struct bytes { char c[Bytes]; };
struct complex {
    double re, im;
};
struct entry {
    char tag;
    int row;
    double value;
};

int next() { return (MYPROC + 1) % PROCS; }
int last() { return (MYPROC + PROCS - 1) % PROCS; }

template <typename T> struct area { T own, read, got, in[6], guard; };
template <typename T> area<T> areas;

template <typename T> void of_type(unsigned round) {
    area<T> &a = areas<T>;
    const unsigned me = (unsigned)MYPROC;
    memset(&a, 0x5A, sizeof a);
    fill(&a.own, sizeof(T), me, round);
    barrier();

    const global_ptr<T> there{next(), &a.own};
    const global_ptr<const T> only_read = there;
    T v = *there;
    CHECK(filled(&v, sizeof v, (unsigned)next(), round));
    v = read(there);
    CHECK(filled(&v, sizeof v, (unsigned)next(), round));
    v = *only_read;
    CHECK(filled(&v, sizeof v, (unsigned)next(), round));
    get(&a.read, there);
    get(&a.got, tospread(there));

    fill(&v, sizeof v, me, round + 1);
    const global_ptr<T> in{next(), a.in};
    put(in, v);
    store(in + 1, v);
    in[2] = v;
    write(in + 3, v);
    *(in + 4) = in[2]; // from one processor to another, by way of this one
    store(tospread(in + 5), v);
    sync();
    store_sync(2 * (int)sizeof(T));
    barrier();

    CHECK(filled(&a.read, sizeof(T), (unsigned)next(), round));
    CHECK(filled(&a.got, sizeof(T), (unsigned)next(), round));
    for (const T &t : a.in) CHECK(filled(&t, sizeof(T), (unsigned)last(), round + 1));
    CHECK(all_are(&a.guard, sizeof(T), 0x5A));

    // The same on this processor.
    const global_ptr<T> here{MYPROC, a.in};
    CHECK(here.is_local() && here.proc() == MYPROC && here.local() == a.in);
    fill(&v, sizeof v, me, round + 2);
    *here = v;
    put(here + 1, v);
    store(here + 2, v);
    get(&a.got, here);
    store_sync(sizeof(T));
    sync();
    for (int i = 0; i < 3; ++i) CHECK(memcmp(&a.in[i], &v, sizeof v) == 0);
    CHECK(memcmp(&a.got, &v, sizeof v) == 0);
    v = here[2];
    CHECK(filled(&v, sizeof v, me, round + 2));
    barrier();
}

void types() {
    of_type<char>(1);
    of_type<signed char>(2);
    of_type<unsigned char>(3);
    of_type<short>(4);
    of_type<unsigned short>(5);
    of_type<int>(6);
    of_type<unsigned>(7);
    of_type<long>(8);
    of_type<long long>(9);
    of_type<float>(10);
    of_type<double>(11);
    of_type<int *>(12);
    of_type<bytes<2>>(13);
    of_type<bytes<3>>(14);
    of_type<bytes<5>>(15);
    of_type<bytes<8>>(16);
    of_type<complex>(17);
    of_type<bytes<33>>(18);
    of_type<bytes<513>>(19);
}

int numbers[16];
entry one;

void pointers() {
    const global_ptr<int> p{next(), numbers};
    global_ptr<int> q = p;
    CHECK(q == p && !(q != p) && q++ == p && q == p + 1 && --q == p && q-- == p && q == p - 1);
    q += 5;
    CHECK(q - p == 4 && p < q && 4 + p == q);
    q -= 4;
    CHECK(q == p && toproc(q) == next() && tolocal(q) == numbers && q);
    CHECK(!global_ptr<int>() && toglobal(1, numbers) == global_ptr<int>(1, numbers));

    spread_ptr<int> s{0, numbers};
    for (int n = 0; n < 5 * PROCS; ++n, ++s) {
        CHECK(s.proc() == n % PROCS && s.local() == numbers + n / PROCS);
        CHECK(s - spread_ptr<int>(0, numbers) == n && spread_ptr<int>(0, numbers) + n == s);
        CHECK(s - n == tospread(0, numbers) && global_ptr<int>(s) == toglobal(s));
        CHECK(tospread(toglobal(s)) == s && !(s < s) && s < s + 1 && s - 1 < s);
    }

    one = {'x', MYPROC, MYPROC * 0.5};
    barrier();
    const global_ptr<entry> e{next(), &one};
    CHECK(*e.member(&entry::tag) == 'x' && *e.member(&entry::row) == next());
    *e.member(&entry::value) += 1;
    barrier();
    CHECK(one.value == MYPROC * 0.5 + 1 && one.row == MYPROC && one.tag == 'x');
    int here = 10;
    const global_ptr<int> mine{MYPROC, &here};
    *mine -= 3;
    *mine *= 6;
    CHECK(here == 42 && *mine == 42);
}

// Twenty sizes by each operation: the processors share them. Targets of reads and others' writes.
enum { operations = 5, sizes = 20 };
char from[2000], to[2][2000];

unsigned size_of(int job) {
    unsigned size = 0;
    for (int i = job / operations % sizes; i > 0; --i) size += size / 3 + 1;
    return size;
}

void blocks() {
    fill(from, sizeof from, (unsigned)MYPROC, 0);
    for (int round = 0; round * PROCS < operations * sizes; ++round) {
        const int job = round * PROCS + MYPROC, op = job % operations;
        const int their_job = round * PROCS + last(), their_op = their_job % operations;
        const unsigned size = size_of(job), their_size = size_of(their_job);
        memset(to, 0x5A, sizeof to);
        barrier();
        const global_ptr<char> there_from{next(), from + size % 5},
            there_to{next(), to[1] + size % 3};
        if (op == 0) bulk_read(to[0] + size % 3, there_from, size);
        if (op == 1) bulk_get(to[0] + size % 3, there_from, size);
        if (op == 2) bulk_write(there_to, from + size % 5, size);
        if (op == 3) bulk_put(there_to, from + size % 5, size);
        if (op == 4) bulk_store(there_to, from + size % 5, size);
        sync();
        if (their_op == 4) store_sync((int)their_size);
        barrier();
        for (int i = 0; i < 2; ++i) {
            const bool came = i ? their_op >= 2 : op < 2;
            const unsigned bytes = i ? their_size : size, at = bytes % 3;
            static char expected[sizeof from];
            if (came) {
                fill(expected, sizeof expected, (unsigned)(i ? last() : next()), 0);
                CHECK(memcmp(to[i] + at, expected + bytes % 5, bytes) == 0);
            }
            CHECK(all_are(to[i], at, 0x5A) && all_are(to[i] + at + (came ? bytes : 0), 400, 0x5A));
        }
    }
}

template <typename T> void arithmetic() {
    const int procs = PROCS, me = MYPROC;
    const T all = (T)(procs * (procs + 1) / 2), upto = (T)((me + 1) * (me + 2) / 2),
            mine = (T)(me + 1);
    CHECK(all_reduce_to_all_add(mine) == all);
    CHECK(all_reduce_to_one_add(mine) == (me ? 0 : all));
    CHECK(all_scan_add(mine) == upto);
    CHECK(all_reduce_to_all_max(mine) == (T)procs && all_reduce_to_all_min(mine) == 1);
    CHECK(all_reduce_to_one_max(mine) == (T)(me ? 0 : procs) &&
          all_reduce_to_one_min(mine) == (me ? 0 : 1));
    CHECK(all_scan_max(mine) == mine && all_scan_min(mine) == 1);
    CHECK(all_bcast((T)(me + 3)) == 3);
}
template <typename T> void bits() {
    T all_or = 0, upto_or = 0, upto_and = (T)-1;
    for (int p = 0; p < PROCS; ++p) {
        all_or |= (T)(p + 4);
        if (p > MYPROC) continue;
        upto_or |= (T)(p + 4);
        upto_and &= (T)(p + 4);
    }
    const T mine = (T)(MYPROC + 4);
    CHECK(all_reduce_to_all_or(mine) == all_or && all_scan_or(mine) == upto_or);
    CHECK(all_reduce_to_one_or(mine) == (MYPROC ? 0 : all_or) && all_scan_and(mine) == upto_and);
    CHECK(all_reduce_to_one_and(mine) ==
          (MYPROC == 0 ? all_reduce_to_all_and(mine) : (all_reduce_to_all_and(mine), 0)));
}

void collectives() {
    arithmetic<int>();
    arithmetic<unsigned>();
    arithmetic<long>();
    arithmetic<float>();
    arithmetic<double>();
    bits<int>();
    bits<unsigned>();
    bits<long>();
    arithmetic<unsigned long>();
    arithmetic<long long>();
    bits<unsigned long long>();
    CHECK(all_bcast('a') == 'a' && all_bcast(numbers) == numbers);
    const entry e = all_bcast(entry{(char)MYPROC, MYPROC + 1, MYPROC + 2.0});
    CHECK(e.tag == 0 && e.row == 1 && e.value == 2);
}

void memory() {
    const int n = 3 * PROCS + 1;
    const auto a = all_spread_malloc<double>((unsigned)n);
    for (int i = MYPROC; i < n; i += PROCS) a[i] = i * 0.5;
    barrier();
    double sum = 0, right = 0;
    const int step = PROCS > 16 ? 37 : 1;
    for (spread_ptr<double> p = a + MYPROC % step; p < a + n; p += step) sum += *p;
    for (int i = MYPROC % step; i < n; i += step) right += i * 0.5;
    CHECK(sum == right);
    all_spread_free(a);
    const auto rows = all_spread_malloc<short>((unsigned)PROCS, 10);
    const global_ptr<short> row = rows + next();
    for (int i = 0; i < 10; ++i) row[i] = (short)(MYPROC * 10 + i);
    barrier();
    for (int i = 0; i < 10; ++i) CHECK(rows.local()[i] == last() * 10 + i);
    all_spread_free(rows);
    const auto mine = spread_malloc<int>((unsigned)PROCS);
    mine[next()] = MYPROC;
    CHECK(mine[next()] == MYPROC);
    spread_free(mine);
}

} // namespace

int splitc_main(int argc, char **) {
    if (argc > 1) am_hold();
    pointers();
    types();
    blocks();
    collectives();
    memory();
    barrier();
    if (argc > 1) am_release();
    return 0;
}
