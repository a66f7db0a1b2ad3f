/* Values that are no plain number: complex ones, structs as arguments and results, packed and volatile
   members, bit-fields, booleans, long doubles, vectors; qualifiers, typedefs, comparison with local
   pointers; local accesses of other types than the far one. */
#include "check.h"

_Complex double z;
const int constant = 5;
int ints[4] = {1, 2, 3, 4};
struct in { int a[3]; struct { double d; char c; } s; } st;
typedef int *global gp_t;
typedef int row[4];
struct packed { char c; int i; double d; short s; } __attribute__((packed)) pk;
struct bits { unsigned low : 3; int mid : 9; unsigned long long wide : 33; } bt;
_Bool truth;
long double ld;
typedef int four __attribute__((vector_size(16)));
four vec;
enum color { red, green, blue } color;
union either { int i; float f; double d; char c[12]; } un;
float fl;
long lg;
int *local_pointer;
void (*function)(int);
typedef struct { int a, b, c; double d; } wide_t;
wide_t wide;
struct list { int value; struct list *global next; struct list *spread other; } item;

int sum_of(wide_t w, int n) { return w.a + w.b + w.c + (int)w.d + n; }
wide_t make(int n) { wide_t w; w.a = n; w.b = n + 1; w.c = n + 2; w.d = n / 2.0; return w; }
static int called;
void call_me(int n) { called += n; }

void qualifiers()
{
    _Complex double *global p = toglobal(NEXT, &z), w;
    const int *global cp = toglobal(0, &constant);
    int *const global q = toglobal(1 % PROCS, ints);
    int *global const r = q;
    volatile int *global vp = toglobal(NEXT, &ints[3]);
    gp_t t = q + 1;
    row *global rp = (row *global)q;
    struct in *global sp = toglobal(NEXT, &st);
    int v = q[2], i;
    row Y[PROCS]::;
    int (*spread yp)[4] = Y;
    z = MYPROC + 2.0i; barrier();
    w = *p; CHECK(w == NEXT + 2.0i); barrier();
    *p := w + 1.0; sync(); barrier(); CHECK(z == MYPROC + 1 + 2.0i);
    w := *p; sync(); CHECK(w == NEXT + 1 + 2.0i);
    CHECK(*cp == 5 && q[3] == 4 && *r == 1 && *t == 2 && v == 3 && (*rp)[3] == 4 && rp[0][1] == 2);
    CHECK(*vp == 4);
    st.a[2] = MYPROC; st.s.d = MYPROC / 2.0; st.s.c = 'a'; barrier();
    CHECK(sp->a[2] == NEXT && sp->s.d == NEXT / 2.0 && sp->s.c == 'a' && (&sp->s)->c == 'a' && *(sp->a + 2) == sp->a[2]);
    Y[MYPROC][3] = 9 * MYPROC; barrier();
    for (i = 0; i < PROCS; i++) CHECK(Y[i][3] == 9 * i && yp[i][3] == 9 * i);
    for (i = 0; i < PROCS; i++) CHECK((*yp++)[3] == 9 * i && yp - Y == i + 1);
    barrier();
}

void kinds()
{
    struct packed *global pp = toglobal(NEXT, &pk), pl;
    struct bits *global bp = toglobal(NEXT, &bt);
    _Bool *global tp = toglobal(NEXT, &truth);
    long double *global lp = toglobal(NEXT, &ld), l;
    four *global fp = toglobal(NEXT, &vec), f;
    enum color *global ep = toglobal(NEXT, &color);
    union either *global up = toglobal(NEXT, &un), u;
    wide_t *global wp = toglobal(NEXT, &wide), w;
    pk.c = 1; pk.i = 100 + MYPROC; pk.d = MYPROC + 0.25; pk.s = -MYPROC;
    bt.low = MYPROC; bt.mid = -MYPROC; bt.wide = 0x100000000ull + MYPROC;
    truth = MYPROC & 1; ld = MYPROC * 3.5L; vec = (four){1, 2, 3, MYPROC}; color = MYPROC % 3;
    un.d = MYPROC; wide = make(MYPROC);
    barrier();
    CHECK(pp->i == 100 + NEXT && pp->d == NEXT + 0.25 && pp->s == -NEXT && pp->c == 1);
    pl = *pp; CHECK(pl.i == 100 + NEXT && pl.s == -NEXT);
    CHECK(bp->low == (NEXT & 7) && bp->mid == -NEXT && bp->wide == 0x100000000ull + NEXT);
    CHECK(*tp == (NEXT & 1) && *lp == NEXT * 3.5L && *ep == NEXT % 3 && up->d == NEXT);
    f = *fp; CHECK(f[0] == 1 && f[3] == NEXT);
    CHECK(sum_of(*wp, 1) == 3 * NEXT + 4 + NEXT / 2);
    w = *wp; CHECK(w.c == NEXT + 2);
    l := *lp; f := *fp; u := *up; pl := *pp; sync();
    CHECK(l == NEXT * 3.5L && f[3] == NEXT && u.d == NEXT && pl.i == 100 + NEXT);
    barrier();
    pp->i = 7; pp->d := 8.5; pp->s :- 9; bp->mid = 77; bp->wide = 3; *tp := 5; *lp := 2.25L; *fp = (four){9, 8, 7, 6}; *ep = blue;
    *up = (union either){.i = 17}; *wp = make(40);
    all_store_sync(); sync(); barrier();
    CHECK(pk.i == 7 && pk.d == 8.5 && pk.s == 9 && pk.c == 1 && bt.mid == 77 && bt.wide == 3 && bt.low == (MYPROC & 7));
    CHECK(truth == 1 && ld == 2.25L && vec[0] == 9 && vec[3] == 6 && color == blue && un.i == 17 && wide.b == 41 && wide.d == 20);
    barrier();
    *wp := make(60); sync(); barrier(); CHECK(wide.c == 62); barrier();
    *wp :- make(70); store_sync(sizeof(wide_t)); CHECK(wide.a == 70); barrier();
    *wp = *toglobal((NEXT + 1) % PROCS, &wide); barrier(); CHECK(wide.a == 70);
    (*ep)--; (*tp) = 0; *lp += 1; barrier(); CHECK(color == green && truth == 0 && ld == 3.25L); barrier();
}

/* The compiler may not move the program's accesses across far ones of the same object. */
void aliases()
{
    float *global fp = toglobal(MYPROC, &fl);
    long *global gp = toglobal(MYPROC, &lg);
    int *global ip = (int *global)gp;
    int n = 2;
    float was;
    fl = 1.5; was = *fp; CHECK(was == 1.5);
    *fp = 2.5; CHECK(fl == 2.5);
    lg = 3; CHECK(*gp == 3); *gp = 4; CHECK(lg == 4);
    local_pointer = &n; { int *global *global pp; int **global lp = toglobal(MYPROC, &local_pointer); CHECK(*lp == &n); *lp = &ints[0]; CHECK(local_pointer == ints); pp = 0; CHECK(!pp); }
    function = call_me; { void (**global xp)(int) = toglobal(NEXT, &function); barrier(); (*xp)(3); CHECK(called == 3); barrier(); }
    n = *ip; CHECK(n == 4 || n == 0);
}

void locals()
{
    int *global g = toglobal(MYPROC, &ints[1]), *global far = toglobal(NEXT, &ints[1]);
    int *spread s = tospread(MYPROC, &ints[1]);
    int *l = &ints[1], *null = 0;
    CHECK(g == l && l == g && s == l && l == s && (void *global)g == s);
    CHECK((far == l) == (PROCS == 1) && (l != far) == (PROCS != 1));
    CHECK(g > &ints[0] && &ints[2] > g && toglobal(l) == g && tospread(l) == s);
    CHECK((int *global)null == NULL && toglobal(null) == 0 && !toglobal(null) && (int *spread)null == 0);
    CHECK(tolocal(far) == l && toproc(far) == NEXT && tolocal(l) == l);
    CHECK((l ? g : 0) == g && (l ? far : NULL) == far && (null ? far : g) == g);
    CHECK(toglobal(NEXT, 0) != g && (int)g == (int)l);
    CHECK(g[1] == 3 && *(g - 1) == 1 && &g[2] - g == 2 && g - &g[2] == -2);
    item.value = MYPROC; item.next = toglobal(NEXT, &item); item.other = tospread(BEFORE, &item);
    barrier();
    CHECK(item.next->next->value == (MYPROC + 2) % PROCS && item.other->other->value == (MYPROC + 2 * PROCS - 2) % PROCS);
    CHECK(toproc(item.next->other) == MYPROC && item.next->other->value == MYPROC && &item.next->value == &item.next->value);
    barrier();
}

splitc_main()
{
    qualifiers();
    kinds();
    aliases();
    locals();
    return wrong;
}
