// run: --nodes 4
// flags: -g
// expect-error: splitc_gather_and_reduction.c
// expect-error: collective 2 of this processor is
// expect-error: but another processor's is all_
#include <splitc.h>

int splitc_main(int argc, char **argv) {
    (void)argc, (void)argv;
    static int all[4];
    if (MYPROC == 2)
        all_gather(all, &argc, sizeof argc);
    else
        all_reduce_to_all_add(1);
    return 0;
}
