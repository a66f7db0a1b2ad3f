// run: --nodes 2
// flags: -g
// expect-error: split_c_wait_for_store.sc:12
// expect-error: deadlock
// expect-error: (store_sync_bytes)
#include <split-c/split-c.h>
int x;
splitc_main()
{
    barrier();
    if (MYPROC == 1) return 0;
    store_sync(4);
}
