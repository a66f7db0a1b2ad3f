// Functions that compiled C++ calls: the heap is C's, and a failure ends the run. runtime/build
// makes these symbols weak, as all of cxx_*.cpp: what libc++.a has of the same names takes
// precedence.
#include <fail.h>
#include <heap.h>
#include <stdarg.h>

namespace std {
struct nothrow_t {
    explicit nothrow_t() = default;
};
extern const nothrow_t nothrow;
const nothrow_t nothrow{};
enum class align_val_t : size_t {};
inline namespace __1 {
[[noreturn]] void __libcpp_verbose_abort(const char *format, ...);
}
} // namespace std

#define CALLER __builtin_return_address(0)

void *operator new(size_t bytes) { return __heap_allocate(bytes, CALLER); }
void *operator new[](size_t bytes) { return __heap_allocate(bytes, CALLER); }
void *operator new(size_t bytes, const std::nothrow_t &) noexcept { return __heap_try(bytes); }
void *operator new[](size_t bytes, const std::nothrow_t &) noexcept { return __heap_try(bytes); }
void *operator new(size_t bytes, std::align_val_t alignment) {
    return __heap_align(static_cast<size_t>(alignment), bytes, CALLER);
}
void *operator new[](size_t bytes, std::align_val_t alignment) {
    return __heap_align(static_cast<size_t>(alignment), bytes, CALLER);
}

void operator delete(void *p) noexcept { __heap_free(p, "delete", CALLER); }
void operator delete[](void *p) noexcept { __heap_free(p, "delete[]", CALLER); }
void operator delete(void *p, size_t) noexcept { __heap_free(p, "delete", CALLER); }
void operator delete[](void *p, size_t) noexcept { __heap_free(p, "delete[]", CALLER); }
void operator delete(void *p, const std::nothrow_t &) noexcept { __heap_free(p, "delete", CALLER); }
void operator delete[](void *p, const std::nothrow_t &) noexcept {
    __heap_free(p, "delete[]", CALLER);
}
void operator delete(void *p, std::align_val_t) noexcept { __heap_free(p, "delete", CALLER); }
void operator delete[](void *p, std::align_val_t) noexcept { __heap_free(p, "delete[]", CALLER); }
void operator delete(void *p, size_t, std::align_val_t) noexcept {
    __heap_free(p, "delete", CALLER);
}
void operator delete[](void *p, size_t, std::align_val_t) noexcept {
    __heap_free(p, "delete[]", CALLER);
}

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
