// run: --nodes 3
// flags: -g
// expect-error: split_c_unequal.sc:12
// expect-error: automatic spread array at different addresses: processor 2 has 0x
#include <split-c/split-c.h>
int first() { int A[PROCS]::[1]; return second(); }
int x;
#define __SPLITC_CHECK__
int y;
int second()
{
    int B[PROCS]::;
    B[MYPROC] = 3;
    return 0;
}
splitc_main() { second(); return MYPROC == 2 ? first() : second(); }
