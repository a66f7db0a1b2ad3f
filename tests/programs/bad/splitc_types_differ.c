// run: --nodes 2
// flags: -g
// expect-error: splitc_types_differ.c:11): collective 2 of this processor
// expect-error: this processor is all_reduce_to_one_add of int, but
// expect-error: another processor's is all_reduce_to_one_add of double
#include <splitc.h>

int splitc_main(int argc, char **argv) {
    (void)argc, (void)argv;
    if (MYPROC == 0)
        all_reduce_to_one_add(1);
    else
        all_reduce_to_one_add(1.0);
    return 0;
}
