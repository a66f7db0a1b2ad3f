// The protocol's interface to the adapter (ni/sp2/registers.h of the emulator has the addresses). A
// test on the host defines SP2_PORT and provides the same functions.
#pragma once

#include <stdint.h>

#ifdef SP2_PORT
#include SP2_PORT
#else

#include <xnet_trace.h>

struct sp2_endpoint;

/// Code sections that `inlet report` counts: "sent again", "refused".
#define sp2_begins(what) xnet_trace_begin(what)
#define sp2_ends(what) xnet_trace_end(what)

#define SP2_REGISTERS 0x80000000u
#define SP2_LENGTH (SP2_REGISTERS + 0x000)
#define SP2_POP (SP2_REGISTERS + 0x100)
#define SP2_ENTRIES (SP2_REGISTERS + 0x10C)
#define SP2_NODE (SP2_REGISTERS + 0x124) ///< with it, headers have nine bits for a node
#define SP2_NODES (SP2_REGISTERS + 0x114)
#define SP2_LINE (SP2_REGISTERS + 0x118)
#define SP2_QUIET (SP2_REGISTERS + 0x120)

static inline uint32_t sp2_register(uint32_t address) { return *(volatile uint32_t *)address; }

static inline volatile uint32_t *sp2_send_entry(struct sp2_endpoint *e, uint32_t entry) {
    (void)e;
    return (volatile uint32_t *)(SP2_REGISTERS + 0x10000 + entry * 256);
}
static inline volatile uint32_t *sp2_receive_entry(struct sp2_endpoint *e, uint32_t entry) {
    (void)e;
    return (volatile uint32_t *)(SP2_REGISTERS + 0x20000 + entry * 256);
}
/// Writes a line to memory, where the adapter reads it, and removes it from the cache.
static inline void sp2_flush(volatile void *line) {
    __asm__ volatile("dcbf 0, %0" : : "r"(line) : "memory");
}
/// Zeroes the line without fetching it.
static inline void sp2_zero(volatile void *line) {
    __asm__ volatile("dcbz 0, %0" : : "r"(line) : "memory");
}
/// Waits until flushed lines are in memory.
static inline void sp2_sync(void) { __asm__ volatile("sync" : : : "memory"); }

/// Rings entries: one length, or four of an aligned group.
static inline void sp2_ring(struct sp2_endpoint *e, uint32_t entry, uint32_t bytes) {
    (void)e;
    *(volatile uint8_t *)(SP2_LENGTH + entry) = (uint8_t)bytes;
}
static inline void sp2_ring_four(struct sp2_endpoint *e, uint32_t entry, uint32_t lengths) {
    (void)e;
    *(volatile uint32_t *)(SP2_LENGTH + entry) = lengths;
}
static inline uint32_t sp2_length(struct sp2_endpoint *e, uint32_t entry) {
    (void)e;
    return *(volatile uint8_t *)(SP2_LENGTH + entry);
}
/// Bit 0 of the handler's address: the handler gets the source first (am_core.h).
static inline void sp2_run(struct sp2_endpoint *e, uint32_t handler, unsigned source,
                           const uint32_t *w, unsigned count) {
    typedef void handler_t(uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t);
    handler_t *const run = (handler_t *)(handler & ~3u);
    (void)e, (void)count;
    if (handler & 1)
        run(source, w[0], w[1], w[2], w[3], w[4]);
    else
        run(w[0], w[1], w[2], w[3], w[4], 0);
}
/// This node only polls; whether it has nothing unacknowledged.
static inline void sp2_say_quiet(struct sp2_endpoint *e, int acknowledged) {
    (void)e;
    *(volatile uint32_t *)SP2_QUIET = acknowledged ? 1 : 2;
}
static inline void sp2_pop(struct sp2_endpoint *e, uint32_t entries) {
    (void)e;
    *(volatile uint32_t *)SP2_POP = entries;
}

#endif
