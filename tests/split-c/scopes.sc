/* Automatic spread arrays end with their scope, in whatever way it is left. */
#include "check.h"
int leave(int n)
{
    int A[PROCS]::[1000];
    A[MYPROC][0] = n;
    if (n & 1) { double B[3 * PROCS]::; B[MYPROC] = 1; return n; }
    switch (n & 6) {
    case 2: { int C[PROCS]::[7]; C[MYPROC][6] = n; break; }
    case 4: { int D[1]::; if (MYPROC == 0) D[0] = 3; goto out; }
    default: ;
    }
out:
    return A[MYPROC][0];
}
/* No two live arrays share memory; the last elements are on some processors only. */
void neighbours()
{
    int A[PROCS + 1]::[4], B[PROCS]::[4], i;
    for (i = 0; i < 4; i++) { B[MYPROC][i] = -1; A[MYPROC][i] = MYPROC; }
    barrier();
    if (MYPROC == 0) for (i = 0; i < 4; i++) A[PROCS][i] = 1000;
    barrier();
    for (i = 0; i < 4; i++) CHECK(B[MYPROC][i] == -1 && A[MYPROC][i] == MYPROC && A[PROCS][i] == 1000);
    barrier();
}
splitc_main(int argc, char **argv)
{
    int i, first = 0;
    for (i = 0; i < 20000; i++) {
        int E[PROCS]::[i % 10 + 1];
        if (i == 0) first = (int)tolocal(E[MYPROC]);
        if ((int)tolocal(E[MYPROC]) != first) wrong++;
        if (i % 3 == 0) continue;
        if (leave(i) != i) wrong++;
        if (i == 15000) break;
    }
    neighbours();
    barrier();
    return wrong;
}
