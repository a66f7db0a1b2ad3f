// run: --nodes 1
// flags: -g
// expect-error: out_of_range was thrown in -fno-exceptions mode with message "stoi"
// expect-error: called from
// expect-error: cxx_library_message.cpp:9)
// Messages of the C++ library appear formatted, with the place of the call.
#include <string>

int main(int argc, char **) { return std::stoi(argc > 7 ? "1" : "99999999999"); }
