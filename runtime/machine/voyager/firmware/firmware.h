// The parts of the firmware of a service processor.
#pragma once

#include <voyager_nes.h>

enum { low, high, priorities };

extern unsigned basic_entries; ///< messages of a Basic queue
extern unsigned this_site;

/// Takes an event from its queue, for later. A store of the program is retried while the queue is
/// full, and delays operations of the sP on the program's bus (main.c).
void take_early(void);

// The sP's Basic messages (send.c).
enum { sp_pairs = 2 };
int has_basic_room(unsigned priority);
/// The entry of the next message. launch_basic() launches its header and `words` words; the caller
/// has looked for room.
volatile uint32_t *next_basic(unsigned priority);
void launch_basic(unsigned priority, unsigned words);
/// Messages launched so far; whether the endpoint has read so many.
uint32_t basic_launched(unsigned priority);
int basic_are_read(unsigned priority, uint32_t launched);

/// A message of the miss queue in the sP's memory, as it was there.
struct message {
    struct message *next;
    uint32_t entry[NES_ENTRY / 4];
};

// Queues of the program (queues.c), by their logical names (004 4.3).
struct queue {
    struct message *first, **end; ///< messages that have no place, the oldest first
    enum {
        in_memory, ///< its messages go to the program's memory
        loading,   ///< the same, until the program has read them
        resident,  ///< they go to a hardware queue
        leaving    ///< the program moves those of the hardware queue to its memory
    } state;
    unsigned hardware;        ///< loading, resident, leaving: the hardware queue
    uint32_t memory;          ///< struct nes_queue_memory of the program; 0: none
    uint32_t written, read;   ///< messages of the ring for received ones
    uint32_t composed, sent;  ///< messages of the ring for those to send
    uint32_t sends, receives; ///< what the program is told: 1 + the hardware queue it may use, or 0
    uint32_t answered, left;  ///< requests that have been answered; what the last one left
};
enum { logical_queues = 512, hardware_queues = 16, none = -1 };
extern struct queue queues[logical_queues];
extern int bound[hardware_queues]; ///< the logical queue that has this hardware queue, or none
void start_queues(void);
/// A store of the program into NES_SERVICED, in words from its beginning.
void take_event(unsigned about, uint32_t value);
/// The same of a pointer only, without an operation on the program's bus; returns whether it is
/// one.
int take_pointer(unsigned about, uint32_t value);
/// Sends what can be sent, and ends transitions of queues.
///
/// This and continue_dma() take few instructions if they change nothing, since a loop of more than
/// 256 is not recognised as a wait.
void continue_queues(void);
/// Moves messages into the program's memory while it has places.
void fill_memory(struct queue *q);

// The miss queue (miss.c).
void start_miss(void);
void take_missed(void);
/// 0: not before there is memory, or another message.
int can_take_missed(void);
/// Moves messages from memory into the hardware queues that they are for.
void refill_queues(void);
/// The queue has got a hardware queue, without a tag; or loses it.
void start_refill(const struct queue *q);
void stop_refill(const struct queue *q);
/// The offset of an entry of the sP's SRAM for an operation.
uint32_t next_scratch(void);
volatile uint32_t *sram(uint32_t offset);
/// Removes the first message of a queue.
void drop_first(struct queue *q);

// DMA (dma.c).
void start_dma(void);
/// A Basic message to the sP, and an Express message of another sP.
void take_basic(unsigned source, const volatile uint32_t *words, unsigned count);
void take_ready(unsigned source, uint32_t data);
/// An entry of the events queue: a slot << 1, and 1 if the source has been read.
void take_dma_event(uint32_t data);
/// Begins what can begin.
void continue_dma(void);
