// run: --nodes 3
// flags: -g
// expect-error: split_c_no_processor.sc:10)
// expect-error: SEND to a node that is not there: 3
#include <split-c/split-c.h>
int x;
splitc_main()
{
    int *global p = toglobal(PROCS, &x);
    return *p;
}
