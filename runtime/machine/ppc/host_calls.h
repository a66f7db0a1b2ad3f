// Host services of the C library (docs/sp2.md, "Host services"); host.S has those that are
// functions.
#pragma once

#include <stdint.h>

/// Offset from a call to the value of __builtin_return_address.
enum { host_call_bytes = 4 };

/// Service 8: ends the run of all nodes with a message that names `pc` as the place.
static inline _Noreturn void host_fail(uintptr_t pc, const char *message, unsigned bytes) {
    register unsigned r0 __asm__("r0") = 8;
    register uintptr_t r3 __asm__("r3") = pc;
    register const char *r4 __asm__("r4") = message;
    register unsigned r5 __asm__("r5") = bytes;
    __asm__ volatile("sc" : : "r"(r0), "r"(r3), "r"(r4), "r"(r5) : "memory");
    __builtin_unreachable();
}

/// Service 9: maps [begin, end), adjacent to mapped memory. Returns the largest end that the heap
/// can have; 0: all memory is mapped already.
static inline char *host_heap(char *begin, char *end) {
    register unsigned r0 __asm__("r0") = 9;
    register char *r3 __asm__("r3") = begin;
    register char *r4 __asm__("r4") = end;
    __asm__ volatile("sc" : "+r"(r3) : "r"(r0), "r"(r4) : "memory");
    return r3;
}

/// Service 10: unmaps the pages [begin, end) of the heap, below a thread's stack.
static inline void host_guard(char *begin, char *end) {
    register unsigned r0 __asm__("r0") = 10;
    register char *r3 __asm__("r3") = begin;
    register char *r4 __asm__("r4") = end;
    __asm__ volatile("sc" : : "r"(r0), "r"(r3), "r"(r4) : "memory");
}

/// Services 11 to 18: names of files (runtime/lib/libc/src/file_store.c), the clock.
static inline int host_names(unsigned service, uintptr_t a, uintptr_t b, uintptr_t c) {
    register unsigned r0 __asm__("r0") = service;
    register uintptr_t r3 __asm__("r3") = a;
    register uintptr_t r4 __asm__("r4") = b;
    register uintptr_t r5 __asm__("r5") = c;
    __asm__ volatile("sc" : "+r"(r3) : "r"(r0), "r"(r4), "r"(r5) : "memory");
    return (int)r3;
}
