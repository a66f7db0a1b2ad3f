// The parts of the firmware of a service processor.
#pragma once

#include <voyager_nes.h>

extern unsigned basic_entries; ///< messages of a Basic queue
extern unsigned this_site;

// The miss queue (miss.c).
void start_miss(void);
void take_missed(void);
/// Moves messages from memory into the queues that they are for.
void refill_queues(void);

// DMA (dma.c).
void start_dma(void);
/// A Basic message to the sP, and an Express message of another sP.
void take_basic(unsigned source, const volatile uint32_t *words, unsigned count);
void take_ready(unsigned source, uint32_t data);
/// An entry of the events queue: a slot << 1, and 1 if the source has been read.
void take_dma_event(uint32_t data);
/// Begins what can begin.
void continue_dma(void);
