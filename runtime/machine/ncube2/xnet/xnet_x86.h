// The network interface's instructions on an x86 node of ncube2-xnet, as forms of UD1 that any
// assembler knows (docs/ncube2-xnet.md): `rep; ud1l r/m, reg`, where reg is the operation.
#pragma once

// Registers of the interface: T1's numbers, and ours.
#define XNET_X86_COUNT 9
#define XNET_X86_NISTAT 19
#define XNET_X86_NIID 22
#define XNET_X86_OUTH 24
#define XNET_X86_HANDLER_RETURN 28
#define XNET_X86_LOW_STACK 29
#define XNET_X86_HIGH_STACK 30

#define XNET_X86_NISTAT_OPEN 0x019c0000 /* HPMM, LPMM, LPEE, EE, AME */

#ifdef __ASSEMBLER__
// clang-format off
        .macro  xnet_ctc value                  // interface register EAX = value
        rep
        ud1l    \value, %esp
        .endm
        .macro  xnet_cfc value
        rep
        ud1l    \value, %ebx
        .endm
        .macro  xnet_hret
        rep
        ud1l    %eax, %edx
        .endm
// clang-format on
#else

#include <stdint.h>

#define XNET_X86_INLINE static inline __attribute__((always_inline, nodebug, unused))

XNET_X86_INLINE uint32_t xnet_x86_read(uint32_t number) {
    uint32_t value;
    __asm__ volatile("rep; ud1l %0, %%ebx" : "=r"(value) : "a"(number) : "memory");
    return value;
}
XNET_X86_INLINE void xnet_x86_write(uint32_t number, uint32_t value) {
    __asm__ volatile("rep; ud1l %0, %%esp" : : "r"(value), "a"(number) : "memory");
}

/// Sends `count` words, 0 to 5, to `handler` on node `dest`. 1: the channel is busy.
XNET_X86_INLINE int xnet_x86_send(int high, int dest, void *handler, unsigned count,
                                  const uint32_t *words) {
    int refused;
    if (count == 1 && high)
        __asm__ volatile("rep; ud1l %1, %%ecx"
                         : "=@ccc"(refused)
                         : "r"(words[0]), "a"(dest), "d"(handler)
                         : "memory");
    else if (count == 1)
        __asm__ volatile("rep; ud1l %1, %%eax"
                         : "=@ccc"(refused)
                         : "r"(words[0]), "a"(dest), "d"(handler)
                         : "memory");
    else if (high)
        __asm__ volatile("rep; ud1l %1, %%ecx"
                         : "=@ccc"(refused)
                         : "m"(*(const uint32_t(*)[5])words), "a"(dest), "d"(handler), "c"(count)
                         : "memory");
    else
        __asm__ volatile("rep; ud1l %1, %%eax"
                         : "=@ccc"(refused)
                         : "m"(*(const uint32_t(*)[5])words), "a"(dest), "d"(handler), "c"(count)
                         : "memory");
    return refused;
}
#endif
