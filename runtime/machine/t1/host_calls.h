// Host services of the C library (docs/t1-abi.md, "Host services"); host.S has those that are
// functions.
#pragma once

#include <stdint.h>

/// Offset from a call to its return address: the jump and its slot.
enum { host_call_bytes = 8 };

/// Service 8: ends the run of all nodes with a message that names `pc` as the place.
static inline _Noreturn void host_fail(uintptr_t pc, const char *message, unsigned bytes) {
    register uintptr_t r4 __asm__("$4") = pc;
    register const char *r5 __asm__("$5") = message;
    register unsigned r6 __asm__("$6") = bytes;
    __asm__ volatile("syscall 0x1f008" : : "r"(r4), "r"(r5), "r"(r6) : "memory");
    __builtin_unreachable();
}

/// Service 9: maps [begin, end), adjacent to mapped memory. Returns the largest end that the heap
/// can have; 0: all memory is mapped already.
static inline char *host_heap(char *begin, char *end) {
    register char *r4 __asm__("$4") = begin;
    register char *r5 __asm__("$5") = end;
    register char *r2 __asm__("$2");
    __asm__ volatile("syscall 0x1f009" : "=r"(r2) : "r"(r4), "r"(r5) : "memory");
    return r2;
}

/// Service 10: unmaps the pages [begin, end) of the heap, below a thread's stack.
static inline void host_guard(char *begin, char *end) {
    register char *r4 __asm__("$4") = begin;
    register char *r5 __asm__("$5") = end;
    __asm__ volatile("syscall 0x1f00a" : : "r"(r4), "r"(r5) : "memory");
}

/// Services 11 to 18: names of files (runtime/lib/libc/src/file_store.c), the clock. `service` is a
/// constant.
__attribute__((always_inline)) static inline int host_names(unsigned service, uintptr_t a,
                                                            uintptr_t b, uintptr_t c) {
    register uintptr_t r4 __asm__("$4") = a;
    register uintptr_t r5 __asm__("$5") = b;
    register uintptr_t r6 __asm__("$6") = c;
    register int r2 __asm__("$2");
    __asm__ volatile("syscall 0x1f000 + %4"
                     : "=r"(r2)
                     : "r"(r4), "r"(r5), "r"(r6), "i"(service)
                     : "memory");
    return r2;
}
