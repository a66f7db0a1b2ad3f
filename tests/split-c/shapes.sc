/* Up to five dimensions over processors; extents that only the run knows; parameters of other shapes;
   loops over one's own elements; bulk operations; spread memory of one processor. */
#include "check.h"

void five(int a, int b, int c, int d, int e, int X[a][b][c][d][e]::[2])
{
    int i, j, k, l, m, n = 0;
    for (i = 0; i < a; i++) for (j = 0; j < b; j++) for (k = 0; k < c; k++) for (l = 0; l < d; l++) for (m = 0; m < e; m++, n++) {
        CHECK(toproc(&X[i][j][k][l][m][1]) == n % PROCS);
        CHECK(tolocal(X[i][j][k][l][m]) == tolocal(X[0][0][0][0][0]) + 2 * (n / PROCS));
        CHECK(*(*(*(*(*(*(X + i) + j) + k) + l) + m) + 1) == 10 * n + 1);
        CHECK(&X[i][j][k][l][m] - &X[0][0][0][0][0] == n);
        CHECK(&X[i][j] - &X[0][0] == i * b + j && &X[i] - X == i);
    }
    { int (*spread p)[b][c][d][e][2]; int steps = 0; p = (int (*spread)[b][c][d][e][2])X; p++; CHECK(toproc(p) == 1 % PROCS); CHECK(p - 1 == (int (*spread)[b][c][d][e][2])X); steps++; }
}

void flat(int n, int X[n]::, int value) { int i; for_my_1d(i, n) CHECK(X[i] == value + i); }
int first_of(int (*spread X)[3]) { return X[0][1]; }
void pairs(int n, int m, double M[n][m]::)
{
    int i, j, count = 0;
    for_my_2d(i, j, n, m) { CHECK(toproc(&M[i][j]) == MYPROC); M[i][j] = 100.0 * i + j; count++; }
    CHECK(all_reduce_to_all_add(count) == n * m);
    barrier();
    for (i = 0; i < n; i++) for (j = 0; j < m; j++) CHECK(M[i][j] == 100.0 * i + j);
    barrier();
}

void bulk(int n)
{
    char S[PROCS]::[n], R[PROCS]::[n];
    char *buffer = malloc(n), *mine = tolocal(S[MYPROC]), *theirs = tolocal(R[MYPROC]);
    int i;
    for (i = 0; i < n; i++) mine[i] = i * 7 + MYPROC;
    memset(theirs, 0, n);
    barrier();
    bulk_read(buffer, S[NEXT], n); for (i = 0; i < n; i++) CHECK(buffer[i] == (char)(i * 7 + NEXT));
    memset(buffer, 0, n); bulk_get(buffer, S[BEFORE], n); sync(); for (i = 0; i < n; i++) CHECK(buffer[i] == (char)(i * 7 + BEFORE));
    bulk_write(R[NEXT], mine, n); barrier(); for (i = 0; i < n; i++) CHECK(theirs[i] == (char)(i * 7 + BEFORE)); barrier();
    bulk_put(R[BEFORE], mine, n); sync(); barrier(); for (i = 0; i < n; i++) CHECK(theirs[i] == (char)(i * 7 + NEXT)); barrier();
    bulk_store(R[NEXT], mine, n); store_sync(n); for (i = 0; i < n; i++) CHECK(theirs[i] == (char)(i * 7 + BEFORE)); barrier();
    free(buffer);
}

splitc_main()
{
    int a = 1 + PROCS % 2, i, j, k, l, m, n = 0;
    int V[a][2][3][1][2]::[2], T[3][5]::[3];
    int *spread one;
    int *own;
    for (i = 0; i < a; i++) for (j = 0; j < 2; j++) for (k = 0; k < 3; k++) for (l = 0; l < 1; l++) for (m = 0; m < 2; m++, n++)
        if (n % PROCS == MYPROC) V[i][j][k][l][m][1] = 10 * n + 1;
    barrier();
    five(a, 2, 3, 1, 2, V);
    pairs(3, 4, (double (*spread)[4])all_spread_malloc(12, sizeof(double)));
    pairs(PROCS, 2, (double (*spread)[2])all_spread_malloc(2 * PROCS, sizeof(double)));
    for (i = 0; i < 3; i++) for (j = 0; j < 5; j++) if ((5 * i + j) % PROCS == MYPROC) T[i][j][1] = i - j;
    barrier();
    for (i = 0; i < 3; i++) CHECK(first_of(T[i]) == i && T[i][4][1] == i - 4);
    bulk(1); bulk(4); bulk(37); bulk(600);
    if (MYPROC == PROCS - 1) { one = spread_malloc(2 * PROCS, sizeof(int)); for (i = 0; i < 2 * PROCS; i++) one[i] = 40 + i; }
    barrier();
    one = *toglobal(PROCS - 1, &one);
    flat(2 * PROCS, one, 40);
    CHECK(toproc(one) == 0 && one[PROCS] == 40 + PROCS);
    barrier();
    if (MYPROC == PROCS - 1) spread_free(one);
    own = tolocal(&one[0]);
    return wrong;
}
