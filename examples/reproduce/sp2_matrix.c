// What `inlet reproduce sp2` runs for the first two rows of Table 6 of 003: blocked matrix
// multiplication in Split-C on 8 nodes (section 7). "The main loop multiplies two blocks while it
// prefetches the two blocks needed in the next iteration." Blocks lie cyclically; each node makes
// those of C that are its own. Node 0 prints for each size the cycles of all, and of the node where
// they are most those that it spent fetching and those that it computed: "curve NAME X CYCLES
// BYTES", where X are the blocks in a row.
//
//   sp2_matrix [blocks of 128 x 128 in a row; default 4, of the paper 8]
#include <splitc.h>
#include <stdio.h>
#include <stdlib.h>

enum { largest = 128, most_blocks = 16 * 16 };

static double *A, *B; // this node's blocks, one behind the other
static double C[largest * largest];
static double fetched[2][2][largest * largest]; // two pairs: one is used while the other comes
static int size, blocks;                        // of a block; in a row
static unsigned fetching;

static double a(int i, int k) { return i % 7 - k % 5; }
static double b(int k, int j) { return k % 3 + j % 11; }

// Adds the product of two blocks to C. Eight elements at a time stay in registers.
static void multiply(const double *x, const double *y) {
    for (int i = 0; i < size; i += 2)
        for (int j = 0; j < size; j += 4) {
            double *c0 = C + i * size + j, *c1 = c0 + size;
            double s00 = c0[0], s01 = c0[1], s02 = c0[2], s03 = c0[3];
            double s10 = c1[0], s11 = c1[1], s12 = c1[2], s13 = c1[3];
            const double *p = x + i * size, *q = y + j;
            for (int k = 0; k < size; ++k, q += size) {
                const double a0 = p[k], a1 = p[k + size];
                s00 += a0 * q[0], s01 += a0 * q[1], s02 += a0 * q[2], s03 += a0 * q[3];
                s10 += a1 * q[0], s11 += a1 * q[1], s12 += a1 * q[2], s13 += a1 * q[3];
            }
            c0[0] = s00, c0[1] = s01, c0[2] = s02, c0[3] = s03;
            c1[0] = s10, c1[1] = s11, c1[2] = s12, c1[3] = s13;
        }
}

static void fetch(int which, int i, int k, int j) {
    const unsigned start = get_cycles();
    const int bytes = size * size * (int)sizeof(double), of_a = i * blocks + k,
              of_b = k * blocks + j;
    bulk_get(fetched[which][0], toglobal(of_a % PROCS, A + of_a / PROCS * size * size), bytes);
    bulk_get(fetched[which][1], toglobal(of_b % PROCS, B + of_b / PROCS * size * size), bytes);
    fetching += get_cycles() - start;
}

static void wait_for_blocks(void) {
    const unsigned start = get_cycles();
    sync();
    fetching += get_cycles() - start;
}

// One element of each block, in closed form only as a sum.
static int wrong_elements(int i, int j) {
    const int row = i * size + 1, column = j * size + 2;
    double sum = 0;
    for (int k = 0; k < blocks * size; ++k) sum += a(row, k) * b(k, column);
    return C[1 * size + 2] != sum;
}

static int run(const char *name, int block, int in_a_row) {
    size = block;
    blocks = in_a_row;
    for (int n = MYPROC; n < blocks * blocks; n += PROCS)
        for (int e = 0; e < size * size; ++e) {
            const int row = n / blocks * size + e / size, column = n % blocks * size + e % size;
            A[n / PROCS * size * size + e] = a(row, column);
            B[n / PROCS * size * size + e] = b(row, column);
        }
    int wrong = 0;
    fetching = 0;
    barrier();
    const unsigned start = get_cycles();
    for (int n = MYPROC; n < blocks * blocks; n += PROCS) {
        const int i = n / blocks, j = n % blocks;
        for (int e = 0; e < size * size; ++e) C[e] = 0;
        fetch(0, i, 0, j);
        for (int k = 0; k < blocks; ++k) {
            wait_for_blocks();
            if (k + 1 < blocks) fetch((k + 1) & 1, i, k + 1, j);
            multiply(fetched[k & 1][0], fetched[k & 1][1]);
        }
        wrong += wrong_elements(i, j);
    }
    const unsigned own = get_cycles() - start;
    barrier();
    const unsigned cycles = all_reduce_to_one_max(get_cycles() - start);
    const unsigned most_fetching = all_reduce_to_one_max(fetching);
    const unsigned most_computing = all_reduce_to_one_max(own - fetching);
    wrong = all_reduce_to_one_add(wrong);
    if (MYPROC == 0) {
        const long bytes = 2L * blocks * blocks * blocks * size * size * (long)sizeof(double);
        printf("curve %s %d %u %ld\n", name, blocks, cycles, bytes);
        printf("curve %s_fetching %d %u 0\n", name, blocks, most_fetching);
        printf("curve %s_computing %d %u 0\n", name, blocks, most_computing);
        if (wrong) printf("%d blocks are wrong\n", wrong);
    }
    return wrong;
}

int splitc_main(int argc, char **argv) {
    const int large = argc > 1 ? atoi(argv[1]) : 4;
    const int elements = large * large * largest * largest / PROCS + largest * largest;
    if (large < 1 || large > 8) return 2;
    A = tolocal(all_spread_malloc(PROCS, elements * sizeof *A));
    B = tolocal(all_spread_malloc(PROCS, elements * sizeof *B));
#ifdef SMALL_BLOCKS_ONLY
    return run(SMALL_BLOCKS_ONLY, 16, 16) != 0;
#else
    return run("mm_16", 16, 16) + run("mm_128", largest, large) != 0;
#endif
}
