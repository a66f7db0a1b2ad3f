// run: --nodes 3
// flags: -g -D__SPLITC_CHECK__
// expect-error: split_c_other_size.sc:8
// expect-error: automatic spread array of different sizes: processor 2 has 32 bytes, processor 0 has 16
#include <split-c/split-c.h>
int first(n)
{
    int A[PROCS]::[n];
    return A[MYPROC][0];
}
splitc_main() { return first(MYPROC == 2 ? 5 : 4); }
