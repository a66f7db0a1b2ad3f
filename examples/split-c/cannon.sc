// run: --nodes 16
// flags: -O2
// Cannon's matrix multiplication (1969), as Culler et al. do it in Split-C (Supercomputing 1993, section
// 7): C = A * B by blocks on a square of processors. In each step every processor multiplies its blocks
// and passes A's to the left, B's upwards. The blocks travel by bulk_store. Numbers are integers, and
// processor 0 compares the result with that of the three loops.
//
//   cannon [size of a block, up to 16]
#include <split-c/split-c.h>
#include <stdio.h>
#include <stdlib.h>

enum { most = 16, most_side = 8 };

unsigned get_cycles();

int a(int i, int j) { return (i * 3 + j * 5) % 11 - 5; }
int b(int i, int j) { return (i * 7 - j * 2) % 13 - 6; }

void multiply(int n, int c[n][n], int x[n][n], int y[n][n])
{
    int i, j, k;
    for (i = 0; i < n; i++)
        for (k = 0; k < n; k++)
            for (j = 0; j < n; j++) c[i][j] += x[i][k] * y[k][j];
}

int cannon(int side, int n)
{
    // Two of each: while one is used the other one arrives.
    int A[2][side][side]::[n][n], B[2][side][side]::[n][n], C[side][side]::[n][n];
    int row = MYPROC / side, column = MYPROC % side, i, j, k, step, wrong = 0, bytes = n * n * sizeof(int);
    int (*c)[n] = tolocal(C[row][column]), (*x)[n], (*y)[n];
    unsigned cycles;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            // Aligned as the first multiplication needs them.
            k = (row + column) % side;
            A[0][row][column][i][j] = a(row * n + i, k * n + j);
            B[0][row][column][i][j] = b(k * n + i, column * n + j);
            c[i][j] = 0;
        }
    barrier();
    cycles = get_cycles();
    for (step = 0; step < side; step++) {
        int now = step % 2, then = 1 - now;
        x = tolocal(A[now][row][column]);
        y = tolocal(B[now][row][column]);
        bulk_store(A[then][row][(column + side - 1) % side], x, bytes);
        bulk_store(B[then][(row + side - 1) % side][column], y, bytes);
        multiply(n, c, x, y);
        store_sync(2 * bytes);
        barrier(); // nobody's next store comes before this use is over
    }
    cycles = all_reduce_to_one_max(get_cycles() - cycles);
    on_one {
        for (i = 0; i < side * n; i++)
            for (j = 0; j < side * n; j++) {
                int sum = 0;
                for (k = 0; k < side * n; k++) sum += a(i, k) * b(k, j);
                wrong += C[i / n][j / n][i % n][j % n] != sum;
            }
        printf("%d x %d on %d x %d processors: %u cycles%s\n", side * n, side * n, side, side, cycles, wrong ? ", wrong" : "");
    }
    barrier();
    return wrong != 0;
}

splitc_main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 6, side = 1;
    while (side * side < PROCS) side++;
    if (side * side != PROCS || side > most_side || n < 1 || n > most) {
        on_one puts("usage: cannon [1 to 16], on 1, 4, 9 ... 64 nodes");
        return 2;
    }
    return cannon(side, n);
}
