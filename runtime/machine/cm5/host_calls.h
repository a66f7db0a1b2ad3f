// Host services of the C library's (docs/cm5-abi.md, "Host services"); host.S has those that are
// functions.
#pragma once

#include <stdint.h>

/// Bytes from a call to what __builtin_return_address says: it gives %i7, which is the call itself.
enum { host_call_bytes = 0 };

/// Service 8: ends the run of all nodes with a message that names `pc` as the place.
static inline _Noreturn void host_fail(uintptr_t pc, const char *message, unsigned bytes) {
    register uintptr_t o0 __asm__("o0") = pc;
    register const char *o1 __asm__("o1") = message;
    register unsigned o2 __asm__("o2") = bytes;
    __asm__ volatile("ta 0x68" : : "r"(o0), "r"(o1), "r"(o2) : "memory");
    __builtin_unreachable();
}

/// Service 9: maps [begin, end), which is next to memory that is there. Returns where the heap ends
/// at most; 0: all memory is there anyway.
static inline char *host_heap(char *begin, char *end) {
    register char *o0 __asm__("o0") = begin;
    register char *o1 __asm__("o1") = end;
    __asm__ volatile("ta 0x69" : "+r"(o0) : "r"(o1) : "memory");
    return o0;
}
