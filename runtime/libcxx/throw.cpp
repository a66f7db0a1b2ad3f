// libc++abi's __cxa_throw and its family, and with them what makes functions of the runtime throw
// that are compiled without exceptions (runtime/lib/cxx): programs that neither throw nor catch
// link none of it.
#include "cxa_exception.cpp"

#include <cstdarg>
#include <cstring>
#include <new>
#include <stdexcept>

/// `format` and `arguments` are those of __libcpp_verbose_abort, in headers that are compiled
/// without exceptions: `NAME was thrown in -fno-exceptions mode with message "%s"`. Returns if they
/// name no exception that has a message.
extern "C" void __cxx_throw(const char *format, va_list arguments) {
    const char *name = std::strstr(format, " was thrown in ");
    if (!name || !std::strstr(format, "%s")) return;
    const auto length = static_cast<std::size_t>(name - format);
    const auto is = [&](const char *other) {
        return std::strlen(other) == length && std::memcmp(format, other, length) == 0;
    };
    const char *message = va_arg(arguments, const char *);
    if (is("out_of_range")) throw std::out_of_range(message);
    if (is("length_error")) throw std::length_error(message);
    if (is("invalid_argument")) throw std::invalid_argument(message);
    if (is("logic_error")) throw std::logic_error(message);
    if (is("domain_error")) throw std::domain_error(message);
    if (is("range_error")) throw std::range_error(message);
    if (is("overflow_error")) throw std::overflow_error(message);
    if (is("underflow_error")) throw std::underflow_error(message);
    throw std::runtime_error(message);
}

/// A program's own operator new, called for the forms with nothrow
/// (runtime/lib/cxx/src/cxx_new.cpp).
extern "C" void *__cxx_try_new(void *(*allocate)(std::size_t), std::size_t bytes) {
    try {
        return allocate(bytes);
    } catch (...) {
        return nullptr;
    }
}
extern "C" void *__cxx_try_new_aligned(void *(*allocate)(std::size_t, std::align_val_t),
                                       std::size_t bytes, std::align_val_t alignment) {
    try {
        return allocate(bytes, alignment);
    } catch (...) {
        return nullptr;
    }
}
