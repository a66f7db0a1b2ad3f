// The interface between a program and the kernel of an nCUBE/2 (000 4.2.2, Figure 4-9;
// docs/ncube2-abi.md), and the kernel's traps.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Words of the handshake. Buffers are the user's view: word 0 is the handler.
struct ncube2_shared {
    uint32_t *volatile outbuf;             ///< to be filled and sent
    uint32_t *kept;                        ///< for NCUBE2_KEEP
    uint32_t *volatile inbuf;              ///< message that a handler consumes
    volatile uint32_t interrupted, eflags; ///< for the stub
    volatile uint8_t flags;                ///< NCUBE2_IN_HANDLER ...
};
extern struct ncube2_shared __ncube2_shared;

#define NCUBE2_IN_HANDLER 1
#define NCUBE2_MSG_PENDING 2
#define NCUBE2_IN_CRITICAL 4

// The kernel changes the flags between any two instructions: each of these is one instruction.
#define NCUBE2_INLINE static inline __attribute__((always_inline, nodebug, unused))
NCUBE2_INLINE void ncube2_set_flags(unsigned flags) {
    __asm__ volatile("orb %1, %0"
                     : "+m"(__ncube2_shared.flags)
                     : "qi"((unsigned char)flags)
                     : "cc", "memory");
}
/// Whether any other flag is set.
NCUBE2_INLINE int ncube2_clear_flags(unsigned flags) {
    int others;
    __asm__ volatile("andb %2, %0"
                     : "+m"(__ncube2_shared.flags), "=@ccnz"(others)
                     : "qi"((unsigned char)~flags)
                     : "memory");
    return others;
}

/// Sends `bytes` bytes of *outbuf and the word before it, which the kernel writes. 0: sent, and
/// outbuf is another buffer. 1: in a handler or critical section, the channel is busy.
NCUBE2_INLINE int ncube2_send(int node, unsigned bytes) {
    int result;
    unsigned length = bytes + 4, scratch;
    __asm__ volatile("int $0x21"
                     : "=a"(result), "+d"(length), "=c"(scratch)
                     : "0"(node)
                     : "cc", "memory");
    return result;
}
/// As above for *inbuf, from its handler; inbuf is another buffer afterwards.
NCUBE2_INLINE int ncube2_reply(int node, unsigned bytes) {
    int result;
    unsigned length = bytes + 4, scratch;
    __asm__ volatile("int $0x22"
                     : "=a"(result), "+d"(length), "=c"(scratch)
                     : "0"(node)
                     : "cc", "memory");
    return result;
}
/// The next waiting message becomes *inbuf, and NCUBE2_MSG_PENDING stays set; 0: no message waits,
/// that flag and NCUBE2_IN_HANDLER are cleared, and messages interrupt again. (Where main holds
/// them off, one may set the flag before the next instruction, so the flag is not conclusive.)
NCUBE2_INLINE int ncube2_recv(void) {
    int there;
    unsigned other;
    __asm__ volatile("int $0x23" : "=a"(there), "=d"(other) : : "ecx", "cc", "memory");
    return there;
}
/// NCUBE2_EXCHANGE: outbuf becomes another buffer, and the next exchange restores it.
/// NCUBE2_KEEP: the buffer of 2 KiB that *kept names and that of the next exchange change places.
enum { NCUBE2_NODE, NCUBE2_NODES, NCUBE2_CYCLES, NCUBE2_READY, NCUBE2_EXCHANGE, NCUBE2_KEEP };
NCUBE2_INLINE unsigned ncube2_info(unsigned what) {
    __asm__ volatile("int $0x24" : "+a"(what) : : "edx", "ecx", "cc", "memory");
    return what;
}

#ifdef __cplusplus
}
#endif
