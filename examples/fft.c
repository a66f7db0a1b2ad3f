// run: --nodes 16
// flags: -O2
// A fast Fourier transform whose only communication is one remap, as in von Eicken's thesis,
// section 4.3.6: the first log(n/P) columns of the butterfly need no other processor in a cyclic
// layout (row r on processor r mod P), the last log P none in a blocked one (row r on processor r /
// (n/P)). In between every processor sends n/P^2 points to each other one, a point in a message, in
// one of four ways:
//   naive       from its first row to its last: all begin with processor 0
//   staggered   processor i begins with the rows for processor i
//   barriers    the same with a barrier after each n/P^2 messages, so that nobody drifts
//   both        the same, every other message on the second network: T1's high priority
//
// The thesis has complex floating-point numbers. T1 has no floating point, so a point is a Gaussian
// integer modulo 8191 = 2^13 - 1: roots of unity of order up to 8192, a butterfly of ten operations
// as with complex numbers, and exact, so the result can be compared with that of a recursive
// transform on processor 0. Cycles are those of the processor where they are most.
//
//   fft [n, a power of two, at least P^2 and at most 8192, ...; default 1024 4096]
#include <am_core.h>
#include <splitc.h>
#include <stdio.h>
#include <stdlib.h>

enum { p = 8191, most = 8192 };

typedef struct {
    int re, im; // 0 to p - 1
} number;

static int n, share;                         // share = n/P
static number *cyclic, *blocked, *root_of_n; // root_of_n: its powers, n/2
static volatile int low, high;               // points that came at each priority

static int modulo(int x) { // 0 <= x < 2^27
    x = (x & p) + (x >> 13);
    x = (x & p) + (x >> 13);
    return x >= p ? x - p : x;
}
static number plus(number a, number b) {
    return (number){modulo(a.re + b.re), modulo(a.im + b.im)};
}
static number minus(number a, number b) {
    return (number){modulo(a.re + p - b.re), modulo(a.im + p - b.im)};
}
static number times(number a, number b) {
    return (number){modulo(a.re * b.re + p * p - a.im * b.im), modulo(a.re * b.im + a.im * b.re)};
}
static number power(number x, int e) {
    number result = {1, 0};
    for (; e; e >>= 1, x = times(x, x))
        if (e & 1) result = times(result, x);
    return result;
}

// A number of order 8192: z* / z has norm 1, and so an order that divides p + 1.
static number root(void) {
    for (int a = 2;; ++a) {
        const number z = {a, 1}, conjugate = {a, p - 1}, norm = times(z, conjugate);
        const number u = times(times(conjugate, conjugate), power(norm, p - 2));
        if (power(u, most / 2).re == p - 1) return u;
    }
}

static number input(int row) { return (number){row * 37 % p, (row * row % p * 5 + 11) % p}; }

// The columns whose butterflies join rows `half` and less apart, down to `last`. Local index i is
// row first + i * step.
static void columns(number *data, int half, int last, int first, int step) {
    for (; half >= last; half /= 2) {
        const int apart = half / step, every = n / (2 * half); // roots of order 2 half
        for (int begin = 0; begin < share; begin += 2 * apart) {
            number *a = data + begin, *b = a + apart;
            const number *w = root_of_n + first % step * every;
            for (int i = 0; i < apart; ++i, w += step * every) {
                const number difference = minus(a[i], b[i]);
                a[i] = plus(a[i], b[i]);
                b[i] = times(difference, *w);
            }
        }
    }
}

static AM_SHORT void put_low(number *to, int re, int im) {
    to->re = re;
    to->im = im;
    ++low;
}
static AM_SHORT void put_high(number *to, int re, int im) {
    to->re = re;
    to->im = im;
    ++high; // not `low`: this handler may interrupt the other
}

// Sends local rows begin to end - 1, which are for one processor, next to each other there.
#define SEND_ROWS(send, put)                                                                       \
    for (; from != end; ++from, to += PROCS) send(proc, put, to, from->re, from->im)

static void send_to(int proc) {
    const int rows = share / PROCS;
    const number *from = cyclic + proc * rows, *const end = from + rows;
    number *to = blocked + MYPROC;
    SEND_ROWS(am_short_request_3, put_low);
}
static void send_to_on_both(int proc) {
    const int rows = share / PROCS;
    const number *from = cyclic + proc * rows, *const end = from + rows;
    number *to = blocked + MYPROC;
    for (; end - from >= 2; from += 2, to += 2 * PROCS) {
        am_short_request_3(proc, put_low, to, from[0].re, from[0].im);
        am_short_reply_3(proc, put_high, to + PROCS, from[1].re, from[1].im);
    }
    SEND_ROWS(am_short_request_3, put_low);
}

static void naive(void) {
    for (int proc = 0; proc < PROCS; ++proc) send_to(proc);
}
static void staggered(void) {
    for (int i = 0; i < PROCS; ++i) send_to((MYPROC + i) & (PROCS - 1));
}
static void barriers(void) {
    for (int i = 0; i < PROCS; ++i) {
        send_to((MYPROC + i) & (PROCS - 1));
        barrier();
    }
}
static void both(void) {
    for (int i = 0; i < PROCS; ++i) send_to_on_both((MYPROC + i) & (PROCS - 1));
}

static void remap(void (*way)(void), const char *name) {
    for (int i = 0; i < share; ++i) blocked[i] = (number){0, 0};
    low = high = 0;
    barrier();
    const unsigned start = get_cycles();
    way();
    while (low + high < share) am_poll();
    const unsigned cycles = all_reduce_to_one_max(get_cycles() - start);
    if (MYPROC == 0) printf("  remap %s: %u cycles\n", name, cycles);
}

// The transform of `count` points that are `step` apart in `from`.
static void recursive(number *to, const number *from, int count, int step) {
    if (count == 1) {
        *to = *from;
        return;
    }
    const int half = count / 2;
    recursive(to, from, half, 2 * step);
    recursive(to + half, from + step, half, 2 * step);
    for (int i = 0; i < half; ++i) {
        const number odd = times(to[half + i], root_of_n[i * step]), even = to[i];
        to[i] = plus(even, odd);
        to[half + i] = minus(even, odd);
    }
}

// On processor 0: how many elements of the result, in the order of reversed bits, are wrong.
static int wrong_elements(void) {
    static number all[most], right[most], part[most];
    int bits = 0, wrong = 0;
    while (1 << bits < n) ++bits;
    for (int row = 0; row < n; ++row) all[row] = input(row);
    recursive(right, all, n, 1);
    for (int proc = 0; proc < PROCS; ++proc) {
        bulk_read(part, toglobal(proc, (void *)blocked), share * sizeof *part);
        for (int i = 0; i < share; ++i) {
            int reversed = 0;
            for (int bit = 0; bit < bits; ++bit)
                reversed |= ((proc * share + i) >> bit & 1) << (bits - 1 - bit);
            wrong += part[i].re != right[reversed].re || part[i].im != right[reversed].im;
        }
    }
    return wrong;
}

static int transform(void) {
    const number w = power(root(), most / n);
    root_of_n[0] = (number){1, 0};
    for (int i = 1; i < n / 2; ++i) root_of_n[i] = times(root_of_n[i - 1], w);
    share = n / PROCS;
    for (int i = 0; i < share; ++i) cyclic[i] = input(i * PROCS + MYPROC);
    barrier();
    const unsigned start = get_cycles();
    columns(cyclic, n / 2, PROCS, MYPROC, PROCS);
    const unsigned first = all_reduce_to_one_max(get_cycles() - start);
    if (MYPROC == 0) {
        printf("n = %d on %d processors\n", n, PROCS);
        printf("  computing in the cyclic layout: %u cycles\n", first);
    }
    remap(naive, "naive");
    remap(staggered, "staggered");
    remap(barriers, "staggered, with barriers");
    remap(both, "staggered, both priorities");
    const unsigned again = get_cycles();
    columns(blocked, PROCS / 2, 1, MYPROC * share, 1);
    const unsigned second = all_reduce_to_one_max(get_cycles() - again);
    if (MYPROC == 0) printf("  computing in the blocked layout: %u cycles\n", second);
    barrier();
    const int wrong = MYPROC == 0 ? wrong_elements() : 0;
    barrier(); // processor 0 has read it all
    return wrong;
}

int splitc_main(int argc, char **argv) {
    static char *usual[] = {"1024", "4096"};
    const int count = argc > 1 ? argc - 1 : 2;
    char **const sizes = argc > 1 ? argv + 1 : usual;
    int wrong = 0;
    cyclic = tolocal(all_spread_malloc(most, sizeof(number)));
    blocked = tolocal(all_spread_malloc(most, sizeof(number)));
    root_of_n = tolocal(all_spread_malloc(most / 2 * PROCS, sizeof(number)));
    for (int i = 0; i < count; ++i) {
        n = atoi(sizes[i]);
        if (PROCS < 2 || PROCS & (PROCS - 1) || n < PROCS * PROCS || n > most || n & (n - 1)) {
            if (MYPROC == 0)
                puts("usage: fft [n...], n a power of two, P^2 to 8192, on P = 2^k >= 2 nodes");
            return 2;
        }
        wrong += transform();
    }
    if (MYPROC == 0) puts(wrong ? "wrong" : "all points are right");
    return wrong != 0;
}
