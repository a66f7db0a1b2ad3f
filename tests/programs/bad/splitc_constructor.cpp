// run: --nodes 2
// expect-error: malloc has 9
// A constructor takes more than the half of the heap that Split-C leaves for malloc.
#include <cstdlib>
#include <splitc.hpp>

struct Large {
    void *memory = std::malloc(9 << 20);
} large;

int splitc_main(int, char **) { return large.memory == nullptr; }
