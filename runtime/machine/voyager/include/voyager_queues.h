// Queues of StarT-Voyager by their logical names (004 4.1, 4.3): a site has 512, and the endpoint
// has eight pairs of hardware queues for those with Basic messages. Every queue from 8 on sends and
// receives Basic messages, resident or not; firmware moves the messages of those that are not
// (docs/voyager.md, "Queues that are not resident"). Odd queues have high priority.
//
// At first hardware queue n has queue n. The runtime uses 8 to 11; 12 to 15 are the program's.
#pragma once

#include <voyager_nes.h>

// Stores into the Serviced Space, in words: one of these * 512 + the queue.
#define NES_QUEUE_OPEN 0    // the address of its nes_queue_memory
#define NES_QUEUE_SENT 1    // the producer pointer of the ring `sent`
#define NES_QUEUE_READ 2    // the consumer pointer of the ring `received`
#define NES_QUEUE_LOAD 3    // a hardware queue that the queue gets
#define NES_QUEUE_EVICT 4   // it gives its hardware queue back
#define NES_QUEUE_EVICTED 5 // the producer pointer of `received`, behind what was in the queue
// Of an event of such a store: its word in the Serviced Space.
#define NES_ABOUT 0x7FFF

#define NES_RING 16 // messages of a ring in memory

#ifndef __ASSEMBLER__

#ifdef __cplusplus
extern "C" {
#endif

/// The program's memory of a queue. Firmware writes the first line, whole.
struct nes_queue_memory {
    uint32_t consumed;       ///< messages of `sent` that it has read
    uint32_t written;        ///< messages that it has put into `received`
    uint32_t sends;          ///< 1 + the hardware queue to send by; 0: `sent`
    uint32_t receives;       ///< likewise, when `received` is empty
    uint32_t answered, left; ///< requests; messages in the hardware queue at the last one
    uint32_t unused[26];
    uint32_t received[NES_RING][NES_ENTRY / 4]; ///< as entries of the miss queue
    uint32_t sent[NES_RING][NES_ENTRY / 4];     ///< as entries of a Basic queue
} __attribute__((aligned(NES_ENTRY)));

struct nes_queue {
    unsigned number;
    volatile struct nes_queue_memory *memory;
    uint32_t composed, read, requests;
    // Of the hardware queue.
    uint32_t producer, freed, consumer;
};

/// Begins to use a queue. `memory` is zero, and no other queue's.
void nes_queue_open(struct nes_queue *q, unsigned number, struct nes_queue_memory *memory);
/// Sends 4 to 22 words to the queue of the same name of a site; 0: there is no room.
int nes_queue_send(struct nes_queue *q, unsigned site, const uint32_t *words, unsigned count);
/// The words of the next message, up to 22, and the site that has sent it; 0: there is none.
unsigned nes_queue_receive(struct nes_queue *q, uint32_t *words, unsigned *source);
/// Requests to firmware: the queue gets a hardware queue of its priority, 8 to 15, that no queue
/// has; it gives it back. Both wait until what was composed has been read.
void nes_queue_load(struct nes_queue *q, unsigned hardware);
void nes_queue_evict(struct nes_queue *q);

#ifdef __cplusplus
}
#endif

#endif
