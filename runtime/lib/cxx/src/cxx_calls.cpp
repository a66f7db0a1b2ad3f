// Functions that compiled C++ calls: a failure ends the run. runtime/build makes these symbols
// weak, as all of cxx_*.cpp: what libc++.a has of the same names takes precedence.
#include <fail.h>
#include <stdarg.h>

namespace std {
inline namespace __1 {
[[noreturn]] void __libcpp_verbose_abort(const char *format, ...);
}
} // namespace std

#define CALLER __builtin_return_address(0)

extern "C" {

void *__dso_handle = nullptr;

[[noreturn]] void __cxa_pure_virtual() { xnet_fail_at(CALLER, "pure virtual function called"); }
[[noreturn]] void __cxa_deleted_virtual() {
    xnet_fail_at(CALLER, "deleted virtual function called");
}
}

/// In programs that throw or catch: throws what the message names (libcxx/throw.cpp).
extern "C" __attribute__((weak)) void __cxx_throw(const char *format, va_list arguments);

// libc++'s headers call it where they would throw, if they are compiled without exceptions, or
// where one of their checks fails.
void std::__1::__libcpp_verbose_abort(const char *format, ...) {
    va_list arguments;
    if (__cxx_throw) {
        va_start(arguments, format);
        __cxx_throw(format, arguments);
    }
    va_start(arguments, format);
    xnet_vfail_at(CALLER, format, arguments);
}
