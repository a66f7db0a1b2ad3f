// run: --nodes 4
// flags: -g
// expect-error: splitc_barrier_and_reduction.c
// expect-error: collective 2 of this processor is
// expect-error: but another processor's is
#include <splitc.h>

int splitc_main(int argc, char **argv) {
    (void)argc, (void)argv;
    if (MYPROC == 2)
        return all_reduce_to_all_add(1);
    else
        barrier();
    return 0;
}
