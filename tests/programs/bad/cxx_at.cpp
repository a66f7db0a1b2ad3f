// run: --nodes 1
// flags: -g
// expect-error: (std::__throw_out_of_range(char const*)+
// expect-error: out_of_range was thrown in -fno-exceptions mode with message "vector"
// expect-error: called from std::vector<int, std::allocator<int> >::__throw_out_of_range() const+
// The library's functions that never return do not save their return address: the report contains
// the callers as far as they are known.
#include <vector>

int main(int argc, char **) { return std::vector<int>(static_cast<unsigned>(argc)).at(7); }
