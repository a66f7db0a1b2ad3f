/* Spread arrays as parameters and in blocks, two dimensions over processors, members, bit-fields. */
#include "check.h"
typedef struct node {
    int key;
    char name[5];
    short s;
    unsigned low : 3, high : 7;
    double weight;
    struct node *global next;
} node_t;

typedef struct { int a, b, c; } triple_t;


void fill(int v, int w, int q, int r, int X[v][w]::[q][r])
{
    int i, j;
    int (*loc)[r];
    loc = tolocal(X[MYPROC / w][MYPROC % w]);
    for (i = 0; i < q; i++)
        for (j = 0; j < r; j++) loc[i][j] = 1000 * MYPROC + 10 * i + j;
}

void check(int v, int w, int q, int r, int X[v][w]::[q][r])
{
    int ii, jj, i, j;
    for (ii = 0; ii < v; ii++)
        for (jj = 0; jj < w; jj++)
            for (i = 0; i < q; i++)
                for (j = 0; j < r; j++) {
                    int p = (ii * w + jj) % PROCS;
                    int g;
                    CHECK(X[ii][jj][i][j] == 1000 * p + 10 * i + j);
                    CHECK(*(*(*(*(X + ii) + jj) + i) + j) == 1000 * p + 10 * i + j);
                    g := X[ii][jj][i][j];
                    sync();
                    CHECK(g == 1000 * p + 10 * i + j);
                    CHECK(toproc(&X[ii][jj][i][j]) == p);
                    CHECK(toproc(X[ii][jj]) == p);
                }
}

struct node here;
triple_t make(int n) { triple_t t; t.a = n; t.b = 2 * n; t.c = 3 * n; return t; }
triple_t tt;

int rec(int depth)
{
    int N[PROCS]::[depth + 1];
    int k, sum = 0;
    for (k = 0; k <= depth; k++) N[MYPROC][k] = depth + k + MYPROC;
    barrier();
    for (k = 0; k <= depth; k++) sum += N[(MYPROC + 1) % PROCS][k];
    if (depth) sum += rec(depth - 1);
    barrier();
    return sum;
}

#define GHOST(arr, dst) { register int j; if (PROCS > 1) for (j = 0; j < 3; j++) dst[j] := arr[(MYPROC + 1) % PROCS][j]; \
    else for (j = 0; j < 3; j++) dst[j] = arr[0][j]; sync(); }

splitc_main(int argc, char *argv[])
{
    int v = 1, w = PROCS, i, k, n, lab;
    int (*spread X)[4][3];
    int Y[v][w]::[4][3];
    double u[7 * PROCS + 2]::;
    double *spread uc;
    double *spread *ucp;
    int G[PROCS]::[3], ghost[3];
    node_t *global p;
    triple_t *global tp;
    triple_t t;

    X = all_spread_malloc(v * w, 4 * 3 * sizeof(int));
    CHECK(X != NULL);
    fill(v, w, 4, 3, X);
    fill(v, w, 4, 3, Y);
    barrier();
    check(v, w, 4, 3, X);
    check(v, w, 4, 3, Y);
    barrier();
    all_spread_free(X);

    here.key = MYPROC; here.s = -MYPROC; here.low = MYPROC & 7; here.high = 64 + MYPROC;
    here.weight = MYPROC / 4.0; here.name[4] = 'a' + MYPROC;
    here.next = toglobal((MYPROC + 1) % PROCS, &here);
    barrier();
    p = here.next;
    n = (MYPROC + 1) % PROCS;
    CHECK(p->key == n && p->s == -n && p->low == (n & 7) && p->high == 64 + n);
    CHECK(p->weight == n / 4.0 && p->name[4] == 'a' + n && (*p).key == n);
    CHECK(p->next->next->key == (MYPROC + 3) % PROCS);
    CHECK(toproc(&p->name[2]) == n && tolocal(&p->name[2]) == &here.name[2]);
    barrier();
    p->low = 5; p->weight += 1; p->s := 99; p->key++; sync();
    barrier();
    CHECK(here.low == 5 && here.high == 64 + MYPROC && here.s == 99 && here.weight == MYPROC / 4.0 + 1 && here.key == MYPROC + 1);
    barrier();

    tp = toglobal((MYPROC + 1) % PROCS, &tt);
    *tp = make(MYPROC);
    barrier();
    CHECK(tt.a == (MYPROC + PROCS - 1) % PROCS && tt.c == 3 * tt.a);
    t = *tp;
    CHECK(t.b == 2 * MYPROC);
    t := *tp; sync();
    CHECK(t.c == 3 * MYPROC);
    barrier();
    t = make(50 + MYPROC);
    *tp := t; sync(); barrier();
    CHECK(tt.a == 50 + (MYPROC + PROCS - 1) % PROCS);
    barrier();
    *tp :- make(90 + MYPROC); all_store_sync();
    CHECK(tt.b == 2 * (90 + (MYPROC + PROCS - 1) % PROCS));

    uc = u;
    ucp = &uc;
    for_my_1d(i, 7 * PROCS + 2) u[i] = i / 2.0;
    barrier();
    for (i = 0; i < 7 * PROCS + 2; i++) CHECK(uc[i] == i / 2.0 && (*ucp)[i] == u[i]);
    for (i = 0, uc = u; i < 7 * PROCS + 2; i++) CHECK(*uc++ == i / 2.0);
    CHECK(uc - u == 7 * PROCS + 2 && u < uc && uc != u);
    uc -= 3; uc--; --uc;
    CHECK(*uc == (7 * PROCS - 3) / 2.0);
    for (i = -3; i < 3; i++) CHECK(uc[i] == (7 * PROCS - 3 + i) / 2.0);
    uc = &u[0]; CHECK(uc == u);
    barrier();

    for (k = 0; k < 3; k++) G[MYPROC][k] = 7 * MYPROC + k;
    barrier();
    if (PROCS > 0) GHOST(G, ghost)
    for (k = 0; k < 3; k++) CHECK(ghost[k] == 7 * ((MYPROC + 1) % PROCS) + k);
    barrier();
    n = rec(4);
    CHECK(n == 60 + 15 * ((MYPROC + 1) % PROCS));
    i = n ? -3 :-4; CHECK(i == -3);
    switch (i) { case -3:-i; break; default:wrong++; }
    lab = i;
    *toglobal(MYPROC, &lab) := i; CHECK(lab == -3);
    return wrong;
}
