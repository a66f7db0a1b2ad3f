// Host services of the C library (docs/ncube2-abi.md, "Host services"); host.S has those that are
// functions.
#pragma once

#include <stdint.h>

/// Offset from a call to the value of __builtin_return_address: the shortest call has two bytes, so
/// this points into it.
enum { host_call_bytes = 1 };

/// Service 8: ends the run of all nodes with a message that names `pc` as the place.
static inline _Noreturn void host_fail(uintptr_t pc, const char *message, unsigned bytes) {
    unsigned service = 8;
    __asm__ volatile("int $0x80" : "+a"(service) : "b"(pc), "c"(message), "d"(bytes) : "memory");
    __builtin_unreachable();
}

/// Service 9: maps [begin, end), adjacent to mapped memory. Returns the largest end that the heap
/// can have; 0: all memory is mapped already.
static inline char *host_heap(char *begin, char *end) {
    unsigned result = 9;
    __asm__ volatile("int $0x80" : "+a"(result) : "b"(begin), "c"(end) : "memory");
    return (char *)result;
}

/// Service 10: unmaps the pages [begin, end) of the heap, below a thread's stack.
static inline void host_guard(char *begin, char *end) {
    unsigned service = 10;
    __asm__ volatile("int $0x80" : "+a"(service) : "b"(begin), "c"(end) : "memory");
}

/// Services 11 to 18: names of files (runtime/lib/libc/src/file_store.c), the clock.
static inline int host_names(unsigned service, uintptr_t a, uintptr_t b, uintptr_t c) {
    unsigned result = service;
    __asm__ volatile("int $0x80" : "+a"(result) : "b"(a), "c"(b), "d"(c) : "memory");
    return (int)result;
}
