/* The control program around the state machines of protocol.h: send ring, engines of the interface,
 * timer, buffers in SRAM. It is compiled for a Lanai (main.c) and, by the model test, for the build
 * host, which has an SRAM in an array and functions for the special registers. */
#ifndef LFC_CONTROL_H
#define LFC_CONTROL_H

#include "lfc_layout.h"
#include "protocol.h"

enum lfc_dma { LFC_DMA_IDLE, LFC_DMA_DELIVER, LFC_DMA_WATCH };

/* What each packet needs comes first: a Lanai's loads of halfwords have offsets below 512. */
struct lfc_control {
    volatile const struct lfc_launch *launch; /* the one that is taken next */
    uint32_t turn;                            /* its number of the pass */
    uint32_t waits;         /* not 0: a packet waits for a buffer of the host, which the NI polls */
    uint32_t dma;           /* what the host DMA does: enum lfc_dma */
    uint32_t watch_due;     /* the timer has expired; the host's counters are to be fetched */
    uint32_t first_receive; /* buffers below it are the host's for sending, and fetch&add's */
    volatile uint32_t *host_next, *host_end; /* in lfc_shared.host_buffer */
    uint32_t fetch_adds;
    /* Receive buffers: the one that is armed, and those that are free. */
    uint16_t armed, free_receives;
#if LFC_RETRANSMITS != LFC_NOBODY
    uint32_t free_count;                 /* in free_receives */
    uint32_t watch_deadline, watch_runs; /* INTR's timer */
#if LFC_RETRANSMITS == LFC_HOST
    uint32_t clock_deadline, clock_period;
    uint32_t clock_due; /* as watch_due */
#endif
#endif
    struct lfc_ni ni;
    uint16_t receive_next[LFC_BUFFERS];
    /* Where the DMA engines read: a control packet, and the host's counters. */
    uint32_t control_packet[LFC_DATA_AT / 4 + 1];
    struct lfc_watch_words watch;
    uint32_t buffer[LFC_BUFFERS][LFC_BUFFER_BYTES / 4];
};

/* Waits for `go`, and takes the host's parameters. */
LFC_FUNCTION void lfc_control_start(struct lfc_control *c, volatile struct lfc_shared *shared);
/* One pass of the main loop. */
LFC_FUNCTION void lfc_control_turn(struct lfc_control *c, volatile struct lfc_shared *shared);

#endif
