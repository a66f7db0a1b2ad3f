// Split-C as a language: what compiled code calls. The compiler includes this before every file
// *.sc.
//
// A far pointer has 64 bits, the processor in the upper word, the address in the lower one.
// Accesses through far pointers are calls of these functions (clang/lib/CodeGen/SplitCLower.cpp),
// which are the operations of <splitc_core.h>: *p costs what read(p) of <splitc.h> costs.
#pragma once

#ifdef __cplusplus
#error "Split-C is not C++"
#endif

#include <splitc_core.h>

#define SPLITC_HOOK_ static inline __attribute__((always_inline, nodebug, used))
typedef unsigned long long splitc_far_;
#define SPLITC_PROC_(p) ((int)((p) >> 32))
#define SPLITC_ADDR_(p) ((void *)(uintptr_t)(unsigned)(p))

// What the compiler knows: the address on its processor, the processor, pointers from one of the
// other kind or from a processor and a local pointer.
int tolocal() __attribute__((annotate("splitc")));
int toproc() __attribute__((annotate("splitc")));
int toglobal() __attribute__((annotate("splitc")));
int tospread() __attribute__((annotate("splitc")));

// A value of one kind: the type, the size of its messages, the integer in them. The types may alias
// others: the program's own accesses have other types than these.
#define SPLITC_ACCESS_(kind, bytes, type, word)                                                    \
    SPLITC_HOOK_ type splitc_l_read_##kind(splitc_far_ p) {                                        \
        if (SPLITC_PROC_(p) == MYPROC) return *(volatile type *)SPLITC_ADDR_(p);                   \
        const word w = (word)splitc_read_##bytes(SPLITC_PROC_(p), SPLITC_ADDR_(p));                \
        type value;                                                                                \
        __builtin_memcpy(&value, &w, bytes);                                                       \
        return value;                                                                              \
    }                                                                                              \
    SPLITC_STORING_(kind, bytes, type, word, write, )                                              \
    SPLITC_STORING_(kind, bytes, type, word, put, )                                                \
    SPLITC_STORING_(kind, bytes, type, word, store, splitc_store_here += bytes)
#define SPLITC_STORING_(kind, bytes, type, word, operation, here)                                  \
    SPLITC_HOOK_ void splitc_l_##operation##_##kind(splitc_far_ p, type value) {                   \
        if (SPLITC_PROC_(p) == MYPROC) {                                                           \
            *(volatile type *)SPLITC_ADDR_(p) = value;                                             \
            here;                                                                                  \
            return;                                                                                \
        }                                                                                          \
        word w;                                                                                    \
        __builtin_memcpy(&w, &value, bytes);                                                       \
        splitc_##operation##_##bytes(SPLITC_PROC_(p), SPLITC_ADDR_(p), w);                         \
    }
#define SPLITC_ALIASING_ __attribute__((may_alias))
typedef uint8_t SPLITC_ALIASING_ splitc_1_;
typedef uint16_t SPLITC_ALIASING_ splitc_2_;
typedef uint32_t SPLITC_ALIASING_ splitc_4_;
typedef uint64_t SPLITC_ALIASING_ splitc_8_;
typedef float SPLITC_ALIASING_ splitc_f_;
typedef double SPLITC_ALIASING_ splitc_d_;
// Aligned to one word, as far pointers are.
typedef uint64_t __attribute__((may_alias, aligned(4))) splitc_8_4_;
typedef double __attribute__((may_alias, aligned(4))) splitc_d_4_;
SPLITC_ACCESS_(1, 1, splitc_1_, uint8_t)
SPLITC_ACCESS_(2, 2, splitc_2_, uint16_t)
SPLITC_ACCESS_(4, 4, splitc_4_, uint32_t)
SPLITC_ACCESS_(8, 8, splitc_8_, uint64_t)
SPLITC_ACCESS_(8_4, 8, splitc_8_4_, uint64_t)
SPLITC_ACCESS_(f, 4, splitc_f_, uint32_t)
SPLITC_ACCESS_(d, 8, splitc_d_, uint64_t)
SPLITC_ACCESS_(d_4, 8, splitc_d_4_, uint64_t)
#undef SPLITC_ACCESS_
#undef SPLITC_STORING_

// Other sizes. `bytes` and `align` are constants: one copy remains.
SPLITC_HOOK_ void splitc_l_copy(void *to, const void *from, unsigned bytes, unsigned align) {
    if (align % 8 == 0)
        __builtin_memmove(__builtin_assume_aligned(to, 8), __builtin_assume_aligned(from, 8),
                          bytes);
    else if (align % 4 == 0)
        __builtin_memmove(__builtin_assume_aligned(to, 4), __builtin_assume_aligned(from, 4),
                          bytes);
    else if (align % 2 == 0)
        __builtin_memmove(__builtin_assume_aligned(to, 2), __builtin_assume_aligned(from, 2),
                          bytes);
    else
        __builtin_memmove(to, from, bytes);
}
SPLITC_HOOK_ void splitc_l_read_n(void *to, splitc_far_ p, unsigned bytes, unsigned align) {
    if (SPLITC_PROC_(p) == MYPROC)
        splitc_l_copy(to, SPLITC_ADDR_(p), bytes, align);
    else
        splitc_remote_read(to, SPLITC_PROC_(p), SPLITC_ADDR_(p), bytes, align);
}
#define SPLITC_STORING_(operation, here)                                                           \
    SPLITC_HOOK_ void splitc_l_##operation##_n(splitc_far_ p, const void *from, unsigned bytes,    \
                                               unsigned align) {                                   \
        if (SPLITC_PROC_(p) == MYPROC) {                                                           \
            splitc_l_copy(SPLITC_ADDR_(p), from, bytes, align);                                    \
            here;                                                                                  \
        } else                                                                                     \
            splitc_remote_##operation(SPLITC_PROC_(p), SPLITC_ADDR_(p), from, bytes, align);       \
    }
SPLITC_STORING_(write, )
SPLITC_STORING_(put, )
SPLITC_STORING_(store, splitc_store_here += bytes)
#undef SPLITC_STORING_

// to := *from
SPLITC_HOOK_ void splitc_l_get(void *to, const void *global from, unsigned bytes, unsigned align) {
    const splitc_far_ p = (splitc_far_)from;
    if (SPLITC_PROC_(p) == MYPROC)
        splitc_l_copy(to, SPLITC_ADDR_(p), bytes, align);
    else
        splitc_remote_get(to, SPLITC_PROC_(p), SPLITC_ADDR_(p), bytes, align);
}

// A local pointer as a far one. Null stays null.
SPLITC_HOOK_ splitc_far_ splitc_l_here(void *p) {
    return p ? (splitc_far_)MYPROC << 32 | (uintptr_t)p : 0;
}

// Spread pointers: p + n, and p - q, of blocks of `bytes` bytes.
splitc_far_ splitc_at_beyond(splitc_far_ p, int n, int bytes); // past the last or the first one
SPLITC_HOOK_ splitc_far_ splitc_l_at(splitc_far_ p, int n, int bytes) {
    if ((unsigned)(SPLITC_PROC_(p) + n) < (unsigned)PROCS)
        return p + ((splitc_far_)(unsigned)n << 32);
    return splitc_at_beyond(p, n, bytes);
}
SPLITC_HOOK_ int splitc_l_diff(splitc_far_ p, splitc_far_ q, int bytes) {
    return (int)((unsigned)p - (unsigned)q) / bytes * PROCS + (SPLITC_PROC_(p) - SPLITC_PROC_(q));
}

// The blocks of an automatic spread array of `elements` blocks of `bytes` bytes, on the spread
// stack: at one address on all processors that declare the same arrays in the same order. With
// -D__SPLITC_CHECK__ the processors compare their addresses. The result goes to _end when the scope
// is left.
unsigned splitc_block_array(int elements, int bytes);
unsigned splitc_block_array_checked(int elements, int bytes);
void splitc_block_array_end(unsigned blocks);
