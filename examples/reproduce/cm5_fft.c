// run: --machine cm5 --nodes 128
// levels: -O2
// The fast Fourier transform of 000 4.3.6, for `inlet reproduce cm5` and docs/cm5.md: complex
// doubles, log(n/P) columns of the butterfly in a cyclic layout, one remap, log P columns in a
// blocked one. A point is 16 bytes, and so one message into a segment of the node that it is for.
// The remap is done in each of the paper's ways:
//   naive        every node from its first row to its last: all begin with node 0
//   staggered    node i begins with the rows for node i
//   synchronized the same with a barrier after each n/P^2 messages
//   double       staggered, every other message as a reply, and so on the other network
//
// For each n it prints points of curves: "curve NAME n CYCLES BYTES", cycles of the node where they
// are most, bytes that a node has (of cyclic and blocked: its floating-point operations, 10 a
// butterfly). Every element of the result is compared with what three impulses transform into.
//
//   cm5_fft [n...]   powers of two, P^2 to 2^16; default: P^2, 2 P^2
#include <cmam.h>
#include <math.h>
#include <splitc.h>
#include <stdio.h>
#include <stdlib.h>

enum { most = 1 << 16, low = 256 };

typedef struct {
    double re, im;
} number;

static int n, share;                // share = n/P
static number *cyclic, *blocked;    // this node's points
static number *twiddles;            // of a phase, in the order in which they are used
static number ones[low], lows[low]; // roots of order n: w^(256 i), w^i

static number times(number a, number b) {
    return (number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/// to[i] = w^(i step), each from one half as far.
static void powers(number *to, int count, int step) {
    const double angle = -8 * atan(1) * step / n;
    const number w = {cos(angle), sin(angle)};
    to[0] = (number){1, 0};
    for (int i = 1; i < count; ++i) {
        const number square = times(to[i / 2], to[i / 2]);
        to[i] = i & 1 ? times(square, w) : square;
    }
}
static number root(int i) {
    i &= n - 1;
    return times(ones[i / low], lows[i % low]);
}

// The impulses: one row each, of height 1, 2 and i.
static const int rows[3] = {1, 77, 471};
static const number heights[3] = {{1, 0}, {2, 0}, {0, 1}};

static number input(int row) {
    number x = {0, 0};
    for (int i = 0; i < 3; ++i)
        if (row == rows[i]) x.re += heights[i].re, x.im += heights[i].im;
    return x;
}
static int is_wrong(number x, int k) {
    for (int i = 0; i < 3; ++i) {
        const number part = times(heights[i], root(rows[i] * k));
        x.re -= part.re, x.im -= part.im;
    }
    return !(fabs(x.re) < 1e-9 && fabs(x.im) < 1e-9);
}

// --- computing -----------------------------------------------------------------------------------

// Columns join rows `half` and less apart, down to `last`; local index i is row first + i * step.
static void make_twiddles(int half, int last, int first, int step) {
    number *to = twiddles;
    for (; half >= last; half /= 2)
        for (int i = 0; i < half / step; ++i)
            *to++ = root((first % step + i * step) * (n / (2 * half)));
}
__attribute__((noinline)) static void columns(number *data, int half, int last, int step) {
    const number *column = twiddles;
    for (; half >= last; half /= 2) {
        const int apart = half / step;
        for (number *a = data; a != data + share; a += apart)
            for (const number *w = column, *end = column + apart; w != end; ++w, ++a) {
                number *const b = a + apart;
                const number difference = {a->re - b->re, a->im - b->im};
                a->re += b->re;
                a->im += b->im;
                *b = times(difference, *w);
            }
        column += apart;
    }
}

static unsigned print_point(const char *name, unsigned cycles, unsigned bytes) {
    cycles = (unsigned)all_reduce_to_one_max((int)cycles);
    if (MYPROC == 0) printf("curve %s %d %u %u\n", name, n, cycles, bytes);
    return cycles;
}
static unsigned compute(const char *name, number *data, int half, int last, int first, int step) {
    int count = 0;
    while (half >> count >= last) ++count;
    make_twiddles(half, last, first, step);
    CMAM_barrier();
    const unsigned start = get_cycles();
    columns(data, half, last, step);
    return print_point(name, get_cycles() - start, 10u * (unsigned)(share / 2 * count));
}

// --- the remap -----------------------------------------------------------------------------------

static volatile int complete;
static int end_of_segment(void *info, void *base) {
    (void)info, (void)base;
    complete = 1;
    return 0;
}
static int segment;

#define WORDS(point)                                                                               \
    ((const int *)(point))[0], ((const int *)(point))[1], ((const int *)(point))[2],               \
        ((const int *)(point))[3]
enum { point_bytes = sizeof(number) };

// The points for one node. They are PROCS apart there.
static const number *own(int proc) {
    const int count = share / PROCS;
    const number *from = cyclic + proc * count;
    for (int i = 0; i < count; ++i) blocked[i * PROCS + MYPROC] = from[i];
    return from;
}
static void send_to(int proc) {
    if (proc == MYPROC) {
        own(proc);
        return;
    }
    const number *from = cyclic + proc * (share / PROCS), *const end = from + share / PROCS;
    for (unsigned to = (unsigned)(MYPROC * point_bytes); from != end;
         ++from, to += (unsigned)(PROCS * point_bytes))
        CMAM_xfer_4i(proc, segment, to, WORDS(from));
}
/// `odd`: the first one is a reply.
static void send_on_both(int proc, int odd) {
    if (proc == MYPROC) {
        own(proc);
        return;
    }
    const number *from = cyclic + proc * (share / PROCS), *const end = from + share / PROCS;
    for (unsigned to = (unsigned)(MYPROC * point_bytes); from != end;
         ++from, to += (unsigned)(PROCS * point_bytes), odd = !odd)
        if (odd)
            CMAM_reply_xfer_4i(proc, segment, to, WORDS(from));
        else
            CMAM_xfer_4i(proc, segment, to, WORDS(from));
}

static void naive(void) {
    for (int proc = 0; proc < PROCS; ++proc) send_to(proc);
}
static void staggered(void) {
    for (int i = 0; i < PROCS; ++i) send_to((MYPROC + i) & (PROCS - 1));
}
static void synchronized(void) {
    for (int i = 0; i < PROCS; ++i) {
        send_to((MYPROC + i) & (PROCS - 1));
        CMAM_barrier();
    }
}
static void on_both(void) {
    for (int i = 0; i < PROCS; ++i) send_on_both((MYPROC + i) & (PROCS - 1), i & 1);
}

static void remap(void (*way)(void), const char *name) {
    for (int i = 0; i < share; ++i) blocked[i] = (number){0, 0};
    complete = 0;
    segment = CMAM_open_segment(blocked, (share - share / PROCS) * point_bytes, end_of_segment, 0);
    CMAM_barrier(); // the same segment everywhere, and open
    const unsigned start = get_cycles();
    way();
    CMAM_wait(&complete, 1);
    print_point(name, get_cycles() - start, (unsigned)(share * point_bytes));
}

static int transform(void) {
    int wrong = 0, bits = 0;
    while (1 << bits < n) ++bits;
    share = n / PROCS;
    powers(ones, n / low, low);
    powers(lows, low, 1);
    for (int i = 0; i < share; ++i) cyclic[i] = input(i * PROCS + MYPROC);
    unsigned cycles = compute("fft_cyclic", cyclic, n / 2, PROCS, MYPROC, PROCS);
    remap(naive, "fft_naive");
    remap(staggered, "fft_staggered");
    remap(synchronized, "fft_synchronized");
    remap(on_both, "fft_double");
    cycles += compute("fft_blocked", blocked, PROCS / 2, 1, 0, 1);
    if (MYPROC == 0)
        printf("curve fft_compute %d %u %u\n", n, cycles, 10u * (unsigned)(share / 2 * bits));
    for (int i = 0; i < share; ++i) {
        int reversed = 0;
        for (int bit = 0; bit < bits; ++bit)
            reversed |= ((MYPROC * share + i) >> bit & 1) << (bits - 1 - bit);
        wrong += is_wrong(blocked[i], reversed);
    }
    return all_reduce_to_all_add(wrong);
}

int splitc_main(int argc, char **argv) {
    int wrong = 0;
    const unsigned bytes = most / (unsigned)PROCS * sizeof(number);
    cyclic = malloc(bytes);
    blocked = malloc(bytes);
    twiddles = malloc(bytes);
    for (int i = 0; i < (argc > 1 ? argc - 1 : 2); ++i) {
        n = argc > 1 ? atoi(argv[i + 1]) : PROCS * PROCS << i;
        if (PROCS < 2 || PROCS & (PROCS - 1) || n < PROCS * PROCS || n < 2 * low || n > most ||
            n & (n - 1)) {
            if (MYPROC == 0) puts("usage: cm5_fft [n...], n a power of two, P^2 to 2^16");
            return 2;
        }
        wrong += transform();
    }
    if (MYPROC == 0) puts(wrong ? "wrong" : "all points are right");
    return wrong != 0;
}
