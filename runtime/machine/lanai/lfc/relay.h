/* Hrx (001 8.2.2): the host numbers packets, acknowledges them, and sends them again; the interface
 * passes packets on, drops those for which it has no buffer, and is the host's clock. protocol.h
 * includes this file. */
#ifndef LFC_RELAY_H
#define LFC_RELAY_H

struct lfc_buffer {
    uint16_t size;
    uint16_t next; /* in the queue of deliveries */
};

struct lfc_ni {
    struct lfc_queue deliveries;
    uint16_t sending, delivering; /* not LFC_NONE: the engine is busy */
    uint8_t timer;                /* INTR (001 4.4) */
    uint32_t delivered, last_processed;
    uint32_t last_looked; /* the time that the host had recorded when the clock last struck */
    struct lfc_counts counts;
    struct lfc_buffer buffer[LFC_BUFFERS];
};

/* The clock (001 8.2.5). Called once in each period, with what the host has in its memory: whether
 * timers run there, and the time at which it last looked at its clock. 1: the host must be
 * interrupted, since timers run and it has not looked for a period. */
LFC_FUNCTION int lfc_clock_strikes(struct lfc_ni *ni, uint32_t timers, uint32_t looked);

#endif
