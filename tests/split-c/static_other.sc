/* The second file of static.sc. */
#include <split-c/split-c.h>
#include <split-c/control.h>
short shared[PROCS]::[5];
int filled_by_other[PROCS * 3]::;
void fill_other() { int i; for_my_1d(i, 3 * PROCS) filled_by_other[i] = 7 * i; }
