/* The control program around the state machines of protocol.h: send ring, engines of the interface,
 * timer, buffers in SRAM. It is compiled for a Lanai (main.c) and, by the model test, for the build
 * host, which has an SRAM in an array and functions for the special registers. */
#ifndef LFC_CONTROL_H
#define LFC_CONTROL_H

#include "lfc_layout.h"
#include "protocol.h"

struct lfc_control {
    struct lfc_ni ni;
    uint16_t ring_next; /* the launch that is taken next */
    uint32_t turn;      /* its number of the pass */
    /* Receive buffers: the one that is armed, and those that are free. */
    uint16_t armed, free_receives;
    uint16_t receive_next[LFC_BUFFERS];
    uint16_t first_receive; /* buffers below it are the host's for sending, and fetch&add's */
    uint16_t host_next;     /* in lfc_shared.host_buffer */
    uint8_t dma;            /* enum lfc_dma: what the host DMA does */
    uint8_t watch_due;      /* the timer has expired; the host's counters are to be fetched */
    uint32_t fetch_adds;
    /* Where the DMA engines read: a control packet, and the host's counters. */
    uint32_t control_packet[LFC_DATA_AT / 4 + 1];
    struct lfc_watch_words watch;
    uint32_t buffer[LFC_BUFFERS][LFC_BUFFER_BYTES / 4];
};

enum lfc_dma { LFC_DMA_IDLE, LFC_DMA_DELIVER, LFC_DMA_WATCH };

/* Waits for `go`, and takes the host's parameters. */
void lfc_control_start(struct lfc_control *c, volatile struct lfc_shared *shared);
/* One pass of the main loop. */
void lfc_control_turn(struct lfc_control *c, volatile struct lfc_shared *shared);

#endif
