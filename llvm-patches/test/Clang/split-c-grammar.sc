// REQUIRES: runtime
// RUN: t1-clang -w -fsyntax-only -Xclang -verify %s
// RUN: t1-clang -w -save-temps=obj -c %s -o %t.o
// expected-no-diagnostics

// Where a colon begins := and :-, and where it is the one of C.

#include <split-c/split-c.h>

int x, y, *global g, *global h, A[PROCS]::, B[2 * PROCS]::[3][4], C[PROCS][2]::;
struct bits { int a : 3, b : 2, : 0; };
extern int many[]::[2];

f(n)
{
    int v, w, here[PROCS]::, rows[n][n]::[n];
    v := *g;
    *g := v;
    *g :- v;
    *g := *h;
    *g :- -v;
    *g:=v, *h:=v;
    (*g):-v;
    A[n] := v;
    v := B[n][1][2];
    *(g + 1) := n ? v : w;
    if (n) v := *g; else *g :- v;
    for (v := *g; n; *g := v) {}
    v = n ? w :-1;
    v = n ?w:-w;
    v = n ? (*g := w, 2) : 3;
    v = n ? n ? 1 :-2 : -3;
    switch (n) {
    case 1:-w; break;
    default:-v;
    }
label:
    v = 1;
lab2: -v;
    v := *h;
    goto label;
    goto lab2;
    { int (*spread p)[4] = 0; int *const spread q = 0; int *spread const r = 0; int *global volatile *global s = 0; (void)p, (void)q, (void)r, (void)s; }
    (void)(int *global)0; (void)sizeof(int *spread); (void)sizeof(int (*global)[3]);
    { int global = 1, spread = 2; global = global * spread; *g = global; }
    return "several
lines"[0];
}
// The cases of C without white space.
#define STORE(l, r) l :- r
macro() { STORE(*g, 3); }
int k(int X[]::, int Y[x][y]::[3], int (*spread Z)[3]) { return X[1] + Y[1][2][0] + Z[1][0]; }
