// Functions that compiled C++ calls, without exceptions: the heap is C's, and a failure ends the
// run.
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

// libc++'s headers call it where they would throw or where one of their checks fails.
void std::__1::__libcpp_verbose_abort(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    xnet_vfail_at(CALLER, format, arguments);
}
