// run: --nodes 3
// expect: 30 31 3 1
// Types without a default constructor, and members of spread objects, by every standard of C++ that
// the compiler supports.
#include <cstdio>
#include <splitc.hpp>

struct point {
    int x, y;
    constexpr point(int x, int y) : x(x), y(y) {}
};
static point mine(0, 0);

int splitc_main(int, char **) {
    mine = point(10 * MYPROC, 10 * MYPROC + 1);
    barrier();
    const spread_ptr<point> first = tospread(0, &mine), last = first + (PROCS - 1);
    if (MYPROC == 0) {
        const point there = *last;
        const int sum = there.x + *(first + 1).member(&point::x);
        *last.member(&point::y) = *last.member(&point::y) + 10;
        const point after = *last;
        int places = 0;
        for (spread_ptr<point> p = first; p != last + 1; ++p) ++places;
        std::printf("%d %d %d %d\n", sum, after.y, places, toglobal(last) != toglobal(first));
    }
    barrier();
    return 0;
}
