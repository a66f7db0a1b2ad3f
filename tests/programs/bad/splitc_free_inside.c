// run: --nodes 3
// flags: -g
// expect-error: node 2, cycle
// expect-error: splitc_free_inside.c:11): 0x
// expect-error: is not spread memory in use: freed twice, or never allocated
#include <splitc.h>

int splitc_main(int argc, char **argv) {
    (void)argc, (void)argv;
    const spread(void) p = spread_malloc(10, 8);
    if (MYPROC == 2) spread_free(ptr_add(p, PROCS * 8));
    barrier();
    return 0;
}
