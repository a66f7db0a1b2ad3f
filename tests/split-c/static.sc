/* Spread arrays at file scope, of this file and of another one, and in blocks with static. */
#include "check.h"

int A[PROCS]::;
double B[2 * PROCS]::[3];
static int C[10]::;
extern short shared[PROCS]::[5];
extern int filled_by_other[PROCS * 3]::;
int tentative[PROCS]::;
int tentative[PROCS]::;
int grid[PROCS][2]::[2];
int *spread start = NULL;
void fill_other();

int next(void) { static int N[PROCS]::; return ++N[MYPROC]; }

splitc_main(int argc, char **argv)
{
    int i, k;
    CHECK(A[NEXT] == 0 && tolocal(A[MYPROC]) == tolocal(&A[MYPROC]));
    barrier();
    A[MYPROC] = MYPROC + 1;
    for (i = MYPROC; i < 2 * PROCS; i += PROCS)
        for (k = 0; k < 3; k++) B[i][k] = 10 * i + k;
    for (i = MYPROC; i < 10; i += PROCS) C[i] = i * i;
    for (k = 0; k < 5; k++) shared[MYPROC][k] = 100 * MYPROC + k;
    for (i = 0; i < 2; i++) grid[MYPROC][i][1] = 2 * MYPROC + i;
    tentative[MYPROC] = -MYPROC;
    fill_other();
    next(); next();
    barrier();
    for (i = 0; i < PROCS; i++) CHECK(A[i] == i + 1 && shared[i][4] == 100 * i + 4 && tentative[i] == -i);
    for (i = 0; i < PROCS; i++) for (k = 0; k < 2; k++) CHECK(grid[i][k][1] == 2 * i + k && toproc(grid[i][k]) == (2 * i + k) % PROCS);
    for (i = 0; i < 2 * PROCS; i++) CHECK(B[i][2] == 10 * i + 2);
    for (i = 0; i < 10; i++) CHECK(C[i] == i * i);
    for (i = 0; i < 3 * PROCS; i++) CHECK(filled_by_other[i] == 7 * i);
    CHECK(next() == 3 && start == 0);
    start = A; CHECK(start[NEXT] == NEXT + 1);
    CHECK(A[3 % PROCS] == 3 % PROCS + 1); /* no warning of the extent */
    barrier();
    return wrong;
}
