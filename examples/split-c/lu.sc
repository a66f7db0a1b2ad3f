// run: --nodes 4
// flags: -O2
// Blocked LU decomposition without pivoting, the blocks cyclic over the processors (Culler et al.,
// Supercomputing 1993, section 7). Numbers are integers modulo a prime, so that the product of the
// factors is the matrix, exactly; processor 0 compares them with the factors that it computes alone.
//
//   lu [size of a block [blocks in a row, up to 8]]
#include <split-c/split-c.h>
#include <split-c/control.h>
#include <stdio.h>
#include <stdlib.h>

enum { most = 8, most_blocks = 8, prime = 30011 };

unsigned get_cycles();

int original(int i, int j) { return (i * 1237 + j * 7919 + (i ^ j) * 31 + (i == j) * 17) % prime; }
int inverse(int v)
{
    int power, result = 1;
    for (power = prime - 2; power; power >>= 1, v = v * v % prime)
        if (power & 1) result = result * v % prime;
    return result;
}
int minus(int v, int w) { return (v - w + prime) % prime; }

// x = L U, in place; L has ones on its diagonal.
void factor(int n, int x[n][n])
{
    int i, j, k;
    for (k = 0; k < n; k++) {
        int pivot = inverse(x[k][k]);
        for (i = k + 1; i < n; i++) {
            x[i][k] = x[i][k] * pivot % prime;
            for (j = k + 1; j < n; j++) x[i][j] = minus(x[i][j], x[i][k] * x[k][j] % prime);
        }
    }
}
// x = x U^-1, for the blocks below, and x = L^-1 x, for those to the right.
void below(int n, int x[n][n], int lu[n][n])
{
    int i, j, k;
    for (j = 0; j < n; j++) {
        int pivot = inverse(lu[j][j]);
        for (i = 0; i < n; i++) {
            for (k = 0; k < j; k++) x[i][j] = minus(x[i][j], x[i][k] * lu[k][j] % prime);
            x[i][j] = x[i][j] * pivot % prime;
        }
    }
}
void right(int n, int x[n][n], int lu[n][n])
{
    int i, j, k;
    for (i = 0; i < n; i++)
        for (k = 0; k < i; k++)
            for (j = 0; j < n; j++) x[i][j] = minus(x[i][j], lu[i][k] * x[k][j] % prime);
}
void update(int n, int x[n][n], int l[n][n], int u[n][n])
{
    int i, j, k;
    for (i = 0; i < n; i++)
        for (k = 0; k < n; k++)
            for (j = 0; j < n; j++) x[i][j] = minus(x[i][j], l[i][k] * u[k][j] % prime);
}

int lu(int blocks, int n)
{
    int A[blocks][blocks]::[n][n];
    int diagonal[n][n], l[n][n], u[n][n], i, j, k, bi, bj, wrong = 0, bytes = n * n * sizeof(int);
    unsigned cycles;
    for_my_2d(bi, bj, blocks, blocks)
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j++) A[bi][bj][i][j] = original(bi * n + i, bj * n + j);
    barrier();
    cycles = get_cycles();
    for (k = 0; k < blocks; k++) {
        if (toproc(A[k][k]) == MYPROC) factor(n, tolocal(A[k][k]));
        barrier();
        bulk_read(diagonal, A[k][k], bytes);
        for (i = k + 1; i < blocks; i++) {
            if (toproc(A[i][k]) == MYPROC) below(n, tolocal(A[i][k]), diagonal);
            if (toproc(A[k][i]) == MYPROC) right(n, tolocal(A[k][i]), diagonal);
        }
        barrier();
        for_my_2d(bi, bj, blocks, blocks)
            if (bi > k && bj > k) {
                bulk_get(l, A[bi][k], bytes);
                bulk_get(u, A[k][bj], bytes);
                sync();
                update(n, tolocal(A[bi][bj]), l, u);
            }
        barrier();
    }
    cycles = all_reduce_to_one_max(get_cycles() - cycles);
    on_one {
        static int whole[most * most_blocks * most * most_blocks];
        int size = blocks * n, (*w)[size] = (int (*)[size])whole;
        for (i = 0; i < size; i++)
            for (j = 0; j < size; j++) w[i][j] = original(i, j);
        factor(size, w);
        for (i = 0; i < size; i++)
            for (j = 0; j < size; j++) wrong += A[i / n][j / n][i % n][j % n] != w[i][j];
        printf("%d x %d in blocks of %d x %d on %d processors: %u cycles%s\n", size, size, n, n, PROCS, cycles, wrong ? ", wrong" : "");
    }
    barrier();
    return wrong != 0;
}

splitc_main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4, blocks = argc > 2 ? atoi(argv[2]) : 5;
    if (n < 1 || n > most || blocks < 1 || blocks > most_blocks) {
        on_one puts("usage: lu [1 to 8 [1 to 8]]");
        return 2;
    }
    return lu(blocks, n);
}
