// Host services of the C library (docs/cm5-abi.md, "Host services"); host.S has those that are
// functions.
#pragma once

#include <stdint.h>

/// Offset from a call to the value of __builtin_return_address: that is %i7, the call itself.
enum { host_call_bytes = 0 };

/// Service 8: ends the run of all nodes with a message that names `pc` as the place.
static inline _Noreturn void host_fail(uintptr_t pc, const char *message, unsigned bytes) {
    register uintptr_t o0 __asm__("o0") = pc;
    register const char *o1 __asm__("o1") = message;
    register unsigned o2 __asm__("o2") = bytes;
    __asm__ volatile("ta 0x68" : : "r"(o0), "r"(o1), "r"(o2) : "memory");
    __builtin_unreachable();
}

/// Service 9: maps [begin, end), adjacent to mapped memory. Returns the largest end that the heap
/// can have; 0: all memory is mapped already.
static inline char *host_heap(char *begin, char *end) {
    register char *o0 __asm__("o0") = begin;
    register char *o1 __asm__("o1") = end;
    __asm__ volatile("ta 0x69" : "+r"(o0) : "r"(o1) : "memory");
    return o0;
}

/// Service 10: unmaps the pages [begin, end) of the heap, below a thread's stack.
static inline void host_guard(char *begin, char *end) {
    register char *o0 __asm__("o0") = begin;
    register char *o1 __asm__("o1") = end;
    __asm__ volatile("ta 0x6a" : : "r"(o0), "r"(o1) : "memory");
}

/// Services 11 to 18: names of files (runtime/lib/libc/src/file_store.c), the clock. `service` is a
/// constant.
__attribute__((always_inline)) static inline int host_names(unsigned service, uintptr_t a,
                                                            uintptr_t b, uintptr_t c) {
    register uintptr_t o0 __asm__("o0") = a;
    register uintptr_t o1 __asm__("o1") = b;
    register uintptr_t o2 __asm__("o2") = c;
    __asm__ volatile("ta 0x60 + %3" : "+r"(o0) : "r"(o1), "r"(o2), "i"(service) : "memory");
    return (int)o0;
}
