// What libc++abi leaves to its platform; programs that throw link it.
#include <am_core.h>
#include <fail.h>
#include <stdarg.h>

namespace {
/// The layout that the ABI of C++ prescribes.
struct Exceptions {
    void *caught;
    unsigned uncaught;
};
/// A handler may throw and catch while the code that it has interrupted handles an exception.
Exceptions of_level[AM_LEVELS];
} // namespace

extern "C" {
Exceptions *__cxa_get_globals() { return &of_level[am_level()]; }
Exceptions *__cxa_get_globals_fast() { return &of_level[am_level()]; }

[[noreturn]] __attribute__((visibility("hidden"))) void abort_message(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    xnet_vfail_at(__builtin_return_address(0), format, arguments);
}
}
