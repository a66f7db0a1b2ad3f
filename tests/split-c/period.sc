/* C as it was written in 1993: no types, no prototypes, K&R definitions, strings of several lines,
   extern inline, labels beside :=, names of the library that are the program's here. */
#include "check.h"

FILE *outfile;
FILE *outfile;
static seen;
int got, x;

extern inline twice(n) { return 2 * n; }
__inline__ static three(n) { return 3 * n; }
plain(a, b, p, X, n)
    int a, *b, n;
    int *global p;
    int X[n]::[2];
{
    *b = a;
    *p := a + 1;
    sync();
    return X[MYPROC][1];
}
int all_gather(n) { return n + 1; }
int get_cycles() { return 77; }
void all_bcast_buffer() { seen = 9; }
int global_count, spread_count;

void labels(n)
{
    int lab;
    x = n; barrier();
    lab := *toglobal(NEXT, &x); sync();  barrier();
    CHECK(lab == n);
    switch (n) {
    case 1:-n; break;
    case 3:got = n > 2 ?-5:-6; break;
    default:x = 1;
    }
    goto end;
again:
    got++;
    return;
end:got = got;
    goto again;
}

void splitc_main()
{
    int global = 3, spread = 4; /* only behind a * these are words of the language */
    int local, v, (*spread P)[2];
    int Q[PROCS]::[2];
    register i;
    char *text = "one
two";
    struct { unsigned a : 3, b : 2; } s;
    Q[MYPROC][1] = 5 * MYPROC;
    s.a = 5; s.b = 1;
    barrier();
    P = Q;
    v = plain(11, &local, toglobal(NEXT, &x), P, PROCS);
    barrier();
    CHECK(v == 5 * MYPROC && local == 11 && x == 12);
    barrier();
    CHECK(strlen(text) == 7 && text[3] == '\n' && global + spread == 7 && s.a == 5);
    CHECK(twice(4) == 8 && three(5) == 15 && all_gather(3) == 4 && get_cycles() == 77);
    all_bcast_buffer(); CHECK(seen == 9);
    labels(3); CHECK(got == -4);
    CHECK((PROCS & PROCS - 1 ? -1 : 0) == (PROCSLOG < 0 ? -1 : 0) && (PROCSLOG < 0 || 1 << PROCSLOG == PROCS));
    x = MYPROC; barrier();
    for (i = 0; i < 3; i++) { got := *toglobal(NEXT, &x); sync(); CHECK(got == NEXT); }
    CHECK(all_reduce_to_all_add(MYPROC) == PROCS * (PROCS - 1) / 2 && all_bcast(MYPROC + 3) == 3);
    CHECK(all_reduce_to_all_dmin(MYPROC + 0.5) == 0.5 && all_scan_add(1) == MYPROC + 1 && all_bcast_d(MYPROC + 1.5) == 1.5);
    CHECK(all_bcast(toglobal(MYPROC, &x)) == toglobal(0, &x));
    on_one outfile = stdout;
    on_proc(PROCS - 1) seen = 4;
    CHECK((MYPROC == PROCS - 1) == (seen == 4));
    CHECK(is_sync());
    barrier();
    if (wrong) exit(1);
}
