// run: --nodes 2
// expect-error: 4 bytes more have come by stores than store_sync waited for
#include <split-c/split-c.h>
int x[4];
splitc_main()
{
    x[0] = 0;
    barrier();
    *toglobal(1 - MYPROC, &x[1]) :- 3;
    store_sync(4);
    *toglobal(1 - MYPROC, &x[2]) :- 4;
}
