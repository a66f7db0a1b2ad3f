// The registers of the network interface (docs/cm5-abi.md), without any library.
#pragma once

#include <stdint.h>

#define NI(offset) (*(volatile uint32_t *)(0x20000000 + (offset)))
#define NI_DOUBLE(offset) (*(volatile uint64_t *)(0x20000000 + (offset)))

enum {
    int_tags = 0x40,
    int_cause = 0x44,
    self = 0x48,
    partition = 0x4C,
    ni_time = 0x70,
    barrier = 0x80
};
enum { left = 0x100, right = 0x140 };             ///< networks
enum { status = 0, send_word = 8, receive = 16 }; ///< from there on
enum { send_ok = 1, rec_ok = 2 };                 ///< bits of a status

static inline uint32_t first(uint32_t network, uint32_t tag, uint32_t words) {
    return (network == left ? 0x800 : 0xC00) + (tag << 6) + (words << 3);
}
static inline uint32_t tag_of(uint32_t status_word) { return status_word >> 12 & 15; }
static inline uint32_t words_of(uint32_t status_word) { return status_word >> 2 & 7; }

/// One try. False: the message was dropped.
static inline int try_send_2(uint32_t network, uint32_t node, uint32_t tag, uint32_t a,
                             uint32_t b) {
    NI(first(network, tag, 2)) = node;
    NI_DOUBLE(network + send_word) = (uint64_t)a << 32 | b;
    return NI(network + status) & send_ok;
}
static inline void enter_barrier(void) { NI(barrier) = 1; }
static inline int barrier_complete(void) { return NI(barrier) & 1; }
