/* <split-c/atomic.h>, under contention. */
#include "check.h"
#include <split-c/atomic.h>

int counter, lock, inside, last, swapped, most_of[PROCS]::;
struct { int sum, count; } pair;
int add_pair(p, a, b) int *p; { p[0] += a * b; return ++p[1]; }
int peek(p) int *p; { return *p + 1000; }
int four(int *p, int a, int b, int c, int d) { *p = a + 10 * b + 100 * c + 1000 * d; return -*p; }

splitc_main()
{
    int i, n, *global c = toglobal(PROCS - 1, &counter), *global l = toglobal(0, &lock);
    for (i = 0; i < 20; i++) { n = fetch_and_add(c, MYPROC + 1); CHECK(n >= 0); }
    barrier();
    CHECK(*c == 20 * PROCS * (PROCS + 1) / 2);
    for (i = 0; i < 5 && MYPROC < 3; i++) { /* more of them would keep processor 0 from its own work */
        while (test_and_set(l)) for (n = 0; n < 2000; n++) splitc_poll();
        *toglobal(0, &inside) = *toglobal(0, &inside) + 1;
        *l = 0;
    }
    barrier();
    CHECK(*toglobal(0, &inside) == 5 * (PROCS < 3 ? PROCS : 3) && *l == 0);
    n = exchange(toglobal(0, &last), MYPROC + 1);
    CHECK(n >= 0 && n <= PROCS);
    n = cmp_and_swap(toglobal(0, &swapped), 0, MYPROC + 1);
    CHECK(all_reduce_to_all_add(n) == 1);
    CHECK(all_reduce_to_all_add(n ? MYPROC + 1 : 0) == *toglobal(0, &swapped));
    CHECK(atomic(add_pair, toglobal(NEXT, &pair), 3, 5) == 1);
    barrier();
    CHECK(pair.sum == 15 && pair.count == 1 && atomic(peek, &most_of[NEXT]) == 1000);
    barrier();
    CHECK(atomic(four, &most_of[NEXT], 1, 2, 3, 4) == -4321);
    barrier();
    CHECK(most_of[MYPROC] == 4321);
    barrier();
    return wrong;
}
