// run: --nodes 5
// expect: one
// expect: three
// expect: all right
// The same names in C++, and pointers compared with nullptr.
#include <cstdio>
#include <splitc.hpp>

spread_array(int, squares, 4);

int splitc_main(int, char **) {
    int wrong = PROCSLOG != 2;
    on_one std::puts("one");
    barrier();
    on_proc(3) { std::puts("three"); }
    barrier();
    for (int i = MYPROC; i < 4 * PROCS; i += PROCS) *(squares + i).local() = i * i;
    barrier();
    for (int i = 0; i < 4 * PROCS; ++i) wrong += squares[i] != i * i;
    wrong += all_bcast_i(MYPROC - 1) != -1 || all_bcast_d(MYPROC + 0.25) != 0.25;
    global_ptr<int> none = nullptr;
    const global_ptr<int> elsewhere(3, nullptr);
    wrong += none != nullptr || !(elsewhere == nullptr) || squares == nullptr;
    wrong = all_reduce_to_all_add(wrong);
    on_one std::puts(wrong ? "wrong" : "all right");
    return wrong;
}
