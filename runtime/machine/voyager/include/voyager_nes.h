// StarT-Voyager's network endpoint as its processors see it: addresses and formats
// (docs/voyager.md). For programs and firmware; C, C++ and assembly.
#pragma once

// Queues, transmit and receive: even ones have low priority, odd ones high. A processor has its
// own.
#define NES_EXPRESS 0     // to 7: the program's (aP)
#define NES_BASIC 8       // to 15: the program's
#define NES_SP_EXPRESS 16 // and 17: firmware's (sP)
#define NES_SP_BASIC 18   // and 19: firmware's
#define NES_MISS 20       // receive only, firmware's: messages for no resident or a full queue
#define NES_EVENTS 21     // receive only, firmware's: stores of the program into NES_SERVICED

// Destination n is site n's queue of the same kind, priority and processor; n + NES_OTHER that of
// the other processor. Sources are numbered likewise: NES_OTHER + n is the sP of site n. What an sP
// sends to an aP comes to queues 2 and 3, or 10 and 11.
#define NES_OTHER 32
#define NES_EXPRESS_OF_SP 2
#define NES_BASIC_OF_SP 10

#define NES_WINDOW 0xA0000000u   // Basic messages, cached: 32-byte lines
#define NES_POINTERS 0xA8000000u // + queue * NES_PAGE + one of the next
#define NES_PAGE 0x1000
#define NES_TX_PRODUCER 0
#define NES_TX_CONSUMER 4
#define NES_RX_PRODUCER 8
#define NES_RX_CONSUMER 12
#define NES_RX_FREE 16 // firmware's load: free places of a program's queue
// What a processor knows of its site.
#define NES_SITE 0xA801F000u
#define NES_SITES 0xA801F004u
#define NES_EXPRESS_ENTRIES 0xA801F008u
#define NES_BASIC_ENTRIES 0xA801F00Cu
#define NES_MISS_ENTRIES 0xA801F010u

#define NES_EXPRESS_RECEIVE 0xA9000000u // + queue * NES_PAGE: loads take a message
#define NES_ONE_POLL 0xAA000000u        // + set of queues, from the processor's first one on, << 3
// A store of 4 bytes sends an Express message: number among the processor's Express queues << 25,
// destination << 8, tag of 5 bits << 3.
#define NES_EXPRESS_SEND 0xB0000000u
// Added to such an address: a Tag-On message takes 1 to 3 lines of the pool along (004 3.5), which
// must have been cleaned and are read before the transmit queue's consumer pointer passes it.
#define NES_TAG_ON(first_line, lines) ((first_line) << 16 | (lines) << 14)
#define NES_POOL_LINES 128
#define NES_SERVICED 0xC0000000u // stores of the program become events of firmware

// The first word of what a load takes: source << 5 | tag, or, of NES_FOUND, no more than the queue;
// its second word is then producer << 16 | consumer.
#define NES_VALID 0x80000000u
#define NES_HIGH 0x40000000u
#define NES_KIND(first) ((first) >> 28 & 3)
#define NES_IS_EXPRESS 0
#define NES_FOUND 1
#define NES_IS_EVENT 2
#define NES_IS_DMA 3 // data: slot << 1, and 1 if the source has been read
#define NES_QUEUE(first) ((first) >> 23 & 31)
#define NES_SOURCE(first) ((first) >> 5 & 1023)
#define NES_TAG(first) ((first)&31)
#define NES_LINES(first) ((first) >> 15 & 3) // of a Tag-On message (nes_tagged)

// An entry of a Basic queue: a header and 4 to 22 words. To send: destination << 8 | words;
// received: NES_VALID, NES_HIGH, source << 8 | words. One of the miss queue has a second word
// before the message: logical queue | tag << 16 | lines << 24.
#define NES_ENTRY 128
#define NES_LINE 32
#define NES_WORDS(header) ((header)&31)
#define NES_BASIC_SOURCE(header) ((header) >> 8 & 1023)
#define NES_BASIC_MESSAGE 0x20000000u // of the miss queue: not an Express message
#define NES_LEAST_WORDS 4
#define NES_MOST_WORDS 22

// Firmware's control registers.
#define NES_TAGS 0xD0000000u         // + 4 * queue: logical queue | NES_VALID
#define NES_TAGS_IF_NONE 0xD0000100u // the same, if the miss queue is empty
#define NES_TABLES 0xD0001000u       // + 4 * (64 * queue + destination)
#define NES_RECLAIMS 0xD0004000u     // bit n: Reclaim for queue n
#define NES_REFILL 0xD000400Cu       // queue << 24 | offset of an entry: into a program's queue
#define NES_BUS_ADDRESS 0xD0004010u  // an address in the program's memory
#define NES_BUS_COPY 0xD0004014u     // lines << 24 | offset, | NES_BUS_WRITES: to memory
#define NES_BUS_BUSY 0xD0004018u
#define NES_BUS_WRITES 0x80000000u
#define NES_DMA_SOURCE 0xD0004020u // an address in this program's memory
#define NES_DMA_TARGET 0xD0004024u // one in the receiver's
#define NES_DMA_WHERE 0xD0004028u  // site << 8 | slot of the receiver
#define NES_DMA_START 0xD000402Cu  // bytes; 1 while the engine works
#define NES_DMA_SLOTS 0xD0004100u  // + 4 * slot, of 32: bytes that are to come

// A DMA request to the runtime's firmware (004 3.4): a Basic message from a program to the sP of
// its site, NES_OTHER + NES_SITE, with the words
//   kind | token << 8, node, address here, address there, bytes (at least 1)
// and up to 17 more, which the sP of the side that receives sends to its program when all bytes are
// in place: of a put to NES_BASIC, of a get to NES_BASIC + 1. When the source of a put has been
// read, its program gets the token in an Express message in NES_EXPRESS_OF_SP + 1. At most
// NES_DMA_REQUESTS requests of a program may wait.
#define NES_DMA_PUT 1
#define NES_DMA_GET 2
#define NES_DMA_REQUESTS 16

#ifndef __ASSEMBLER__

#include <stdint.h>

static inline uint32_t nes_load(uint32_t address) {
    return *(volatile uint32_t *)(uintptr_t)address;
}
static inline void nes_store(uint32_t address, uint32_t value) {
    *(volatile uint32_t *)(uintptr_t)address = value;
}
static inline uint32_t nes_pointer(unsigned queue, unsigned which) {
    return NES_POINTERS + queue * NES_PAGE + which;
}
/// A message of two words, by one load: of an address of NES_ONE_POLL or NES_EXPRESS_RECEIVE.
struct nes_message {
    uint32_t first, second;
};
static inline struct nes_message nes_take(uint32_t address) {
    union {
        double both;
        struct nes_message message;
    } taken;
    taken.both = *(volatile double *)(uintptr_t)address;
    return taken.message;
}
/// The address of an Express message: the number of the queue among the processor's.
static inline uint32_t nes_express(unsigned number, unsigned destination, unsigned tag) {
    return NES_EXPRESS_SEND + (number << 25) + (destination << 8) + (tag << 3);
}
/// Writes the line of the message back: the endpoint reads its memory, not the cache.
static inline void nes_clean(const volatile void *at) {
    __asm__ volatile("dcbst 0, %0" : : "r"(at) : "memory");
}
/// Drops the line, so that the next load of it fetches what the endpoint has written.
static inline void nes_flush(const volatile void *at) {
    __asm__ volatile("dcbf 0, %0" : : "r"(at) : "memory");
}
/// Waits until what was written has reached the endpoint.
static inline void nes_sync(void) { __asm__ volatile("sync" : : : "memory"); }
/// The program's pool of lines for Tag-On messages.
static inline volatile uint32_t *nes_pool(unsigned entries) {
    return (volatile uint32_t *)(uintptr_t)(NES_WINDOW + 16 * entries * NES_ENTRY);
}
/// The lines that came with the `count`th Tag-On message of a program's Express queue. They are
/// freed by a store to the queue's NES_RX_CONSUMER.
static inline volatile uint32_t *nes_tagged(unsigned queue, unsigned entries, uint32_t count) {
    return nes_pool(entries) + (32 + queue * entries + (count & (entries - 1))) * (NES_ENTRY / 4);
}
/// The entry of a Basic queue, by its place among the processor's Basic queues; `entries` is what
/// NES_BASIC_ENTRIES has. `pairs`: 8 of a program, 2 of firmware.
static inline volatile uint32_t *nes_entry(unsigned pairs, unsigned place, int receives,
                                           unsigned entries, uint32_t count) {
    return (volatile uint32_t *)(uintptr_t)(NES_WINDOW +
                                            (((receives ? pairs : 0) + place) * entries +
                                             (count & (entries - 1))) *
                                                NES_ENTRY);
}

#endif
