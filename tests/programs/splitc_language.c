// run: --nodes 5
// expect: one
// expect: three
// expect: all right
// Names of the language of 1993: on_one, on_proc, PROCSLOG, all_bcast_*, spread arrays, NULL.
#include <splitc.h>
#include <stddef.h>
#include <stdio.h>

spread_array(int, squares, 4);
spread_array(double, halves, 2);

int splitc_main(int argc, char **argv) {
    (void)argc, (void)argv;
    int wrong = PROCSLOG != 2;
    on_one puts("one");
    barrier();
    on_proc(3) { puts("three"); }
    barrier();
    for (int i = MYPROC; i < 4 * PROCS; i += PROCS) *tolocal(ptr_add(squares, i)) = i * i;
    barrier();
    for (int i = 0; i < 4 * PROCS; ++i) wrong += read(ptr_add(squares, i)) != i * i;
    on_one for (int i = 0; i < 2 * PROCS; ++i) write(ptr_add(halves, i), i / 2.0);
    barrier();
    for (int i = 0; i < 2; ++i) wrong += halves_here_[i] != (i * PROCS + MYPROC) / 2.0;
    wrong += all_bcast_i(MYPROC - 1) != -1 || all_bcast_u(MYPROC + 7u) != 7;
    wrong += all_bcast_l(MYPROC - 2L) != -2 || all_bcast_ul(MYPROC + 3ul) != 3;
    wrong += all_bcast_ll(MYPROC + (1ll << 40)) != 1ll << 40 || all_bcast_ull(5ull - MYPROC) != 5;
    wrong += all_bcast_f(MYPROC + 0.5f) != 0.5f || all_bcast_d(MYPROC + 0.25) != 0.25;
    wrong += all_bcast_p(MYPROC ? NULL : &wrong) != &wrong;
    global(int) none = toglobal(2, (int *)NULL);
    wrong +=
        !ptr_equal(none, NULL) || ptr_equal(toglobal(squares), NULL) || ptr_equal(squares, NULL);
    wrong = all_reduce_to_all_add(wrong);
    on_one puts(wrong ? "wrong" : "all right");
    return wrong;
}
