// Ends of a program that do not return: the run ends, with the caller's place.
#include <fail.h>
#include <stdlib.h>

#undef assert

// Its unwind tables are for debuggers only: no program loads them.
__asm__(".cfi_sections .debug_frame");

_Noreturn void abort(void) { xnet_fail_at(__builtin_return_address(0), "abort() was called"); }

_Noreturn void __assert_func(const char *file, int line, const char *function, const char *what) {
    xnet_fail_at(__builtin_return_address(0), "assertion failed: %s (%s:%d%s%s)", what, file, line,
                 function ? ", " : "", function ? function : "");
}

_Noreturn void __assert(const char *file, int line, const char *what) {
    xnet_fail_at(__builtin_return_address(0), "assertion failed: %s (%s:%d)", what, file, line);
}
