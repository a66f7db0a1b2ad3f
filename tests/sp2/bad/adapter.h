// The adapter's registers and FIFOs (docs/sp2.md) for programs that misuse them.
#pragma once

#include <stdint.h>

#define REGISTER(type, offset) (*(volatile type *)(0x80000000u + (offset)))
enum { POP = 0x100, SEND = 0x10000, RECEIVE = 0x20000 };

static inline void flush(uint32_t offset) {
    __asm__ volatile("dcbf 0, %0\n\tsync" : : "r"(0x80000000u + offset) : "memory");
}
/// Fills the first entry: destination, route, and its length in bytes.
static inline void send(uint32_t destination, uint32_t route, uint8_t bytes) {
    REGISTER(uint32_t, SEND) = destination << 24 | route << 16;
    flush(SEND);
    REGISTER(uint8_t, 0) = bytes;
}
