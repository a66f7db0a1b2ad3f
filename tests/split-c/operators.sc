/* Far pointers as values, each operator on each type and size, arithmetic against counting. */
#include "check.h"
char c; unsigned char uc; short s; unsigned short us; int i; unsigned u; long l; long long ll; float f; double d;
char *name; int *global gi = NULL; int *spread gs = 0;
int *global table[3];
struct pair { int *global a; char x; int *spread b; } pr;
typedef struct { char b[3]; } b3; typedef struct { char b[9]; } b9; typedef struct { short h[7]; } h7; typedef struct { int w[4]; } w4; typedef struct { int w[33]; } w33;
b3 v3; b9 v9; h7 v7; w4 v4; w33 v33;

int *global pick(int n, int *global p, double x, int *global q) { return n ? p : q; }
struct pair both(int *global a, int *spread b) { struct pair r; r.a = a; r.b = b; r.x = 'x'; return r; }
int sum(int *global a[], int n) { int t = 0, k; for (k = 0; k < n; k++) t += *a[k]; return t; }

#define EACH(T, var, e1, e2) { T *global p = toglobal(NEXT, &var); T v; \
    barrier(); var = (T)(e1); barrier(); v = *p; CHECK(v == (T)(MYPROC, e1)); barrier(); \
    *p = (T)(e2); barrier(); CHECK(var == (T)(e2)); barrier(); \
    v := *p; sync(); CHECK(v == (T)(e2)); *p := (T)(e1); sync(); barrier(); CHECK(var == (T)(e1)); barrier(); \
    *p :- (T)(e2); store_sync(sizeof(T)); CHECK(var == (T)(e2)); barrier(); \
    *p += 1; barrier(); CHECK(var == (T)((T)(e2) + 1)); barrier(); }
#define BLOCK(T, var) { T *global p = toglobal(NEXT, &var); T v, w; int k; \
    memset(&w, 3, sizeof w); barrier(); *p = w; barrier(); CHECK(!memcmp(&var, &w, sizeof w)); barrier(); \
    memset(&w, 5 + MYPROC, sizeof w); *p := w; sync(); barrier(); v = *p; CHECK(!memcmp(&v, &w, sizeof w)); \
    v := *p; sync(); CHECK(!memcmp(&v, &w, sizeof w)); barrier(); \
    memset(&w, 70 + MYPROC, sizeof w); *p :- w; store_sync(sizeof(T)); for (k = 0; k < sizeof w; k++) CHECK(((char *)&var)[k] == 70 + BEFORE); barrier(); }

void arithmetic(int n)
{
    short A[n]::;
    short *spread p, *spread q;
    int j, k;
    for (j = -3 * PROCS; j <= 3 * PROCS; j++) {
        p = A; p += j;
        q = A + j;
        CHECK(p == q && p - A == j && A - p == -j);
        CHECK(toproc(p) == ((j % PROCS) + PROCS) % PROCS);
        for (q = A, k = 0; k < (j < 0 ? -j : j); k++) if (j < 0) q--; else q++;
        CHECK(p == q);
        CHECK((p < A) == (j < 0) && (p >= A) == (j >= 0) && (p > A + 1) == (j > 1));
        CHECK(&p[-j] == A && p - j == A);
    }
}

splitc_main()
{
    int *global p, *global q;
    struct pair two;
    int k;
    EACH(char, c, 100 - 3, -7) EACH(unsigned char, uc, 250, 3) EACH(short, s, -30000, 12345) EACH(unsigned short, us, 60000, 7)
    EACH(int, i, -2000000000, 99) EACH(unsigned, u, 4000000000u, 1) EACH(long, l, 123456789, -1)
    EACH(long long, ll, 0x123456789abcdefLL, -5) EACH(float, f, 1.5, -0.25) EACH(double, d, 3.25, 1e100)
    BLOCK(b3, v3) BLOCK(b9, v9) BLOCK(h7, v7) BLOCK(w4, v4) BLOCK(w33, v33)

    CHECK(gi == NULL && gs == 0 && !gi && !gs && !table[1]);
    i = 1000 + MYPROC; barrier();
    p = toglobal(NEXT, &i); q = toglobal(MYPROC, &i);
    CHECK(p && *pick(1, p, 2.5, q) == 1000 + NEXT && *pick(0, p, 2.5, q) == 1000 + MYPROC);
    table[0] = p; table[1] = q; table[2] = p;
    CHECK(sum(table, 3) == 3000 + 2 * NEXT + MYPROC);
    two = both(p, tospread(p));
    CHECK(two.a == p && two.x == 'x' && *two.b == *p && (void *global)two.a == (void *global)p);
    pr = two;
    CHECK(*pr.a == 1000 + NEXT);
    CHECK((int *global)&i == q && (int *)p == &i && (int *global)(int *)0 == NULL);
    CHECK(*(k = 3, p) == 1000 + NEXT && k == 3);
    { int *global *global pp = toglobal(NEXT, &table[0]); barrier(); CHECK(**pp == 1000 + (MYPROC + 2) % PROCS); barrier(); }
    { char buf[8]; name = buf; strcpy(buf, "abc"); barrier();
      { char *global *w = (char *global *)&two.a; *w = toglobal(MYPROC, buf); CHECK((*w)[1] == 'b' && *(*w + 2) == 'c'); (*w)++; CHECK(**w == 'b'); } }
    memcpy(&k, (void *)0 == 0 ? &i : &i, 4);
    arithmetic(3 * PROCS + 1);
    barrier();
    return wrong;
}
