// HrxHmc's protocol on the host (001 8.2.2, 8.2.5): windows, numbers, acknowledgements, timers and
// fetch&add, which other implementations have in the interface. It is the interface's source
// (../../lanai/lfc/retransmit.c), compiled for the host: what it sends is launched, and what it
// frees are buffers in the interface's memory. lfc.c calls it with LFC's other work held off.
#pragma once

#include <lfc_layout.h>
#include <stdint.h>

/// A packet as it is launched; the header's fields.
struct hrx_packet {
    unsigned dest, buffer; ///< LFC_NO_BUFFER: no data, or `word`
    unsigned tag, ack, size, tree, number;
    int has_word;
    uint32_t word;
};

/// Delays in units of 0.5 us. The library's clock is written to `watch`.
void hrx_start(unsigned me, unsigned nodes, unsigned window, unsigned retransmission, unsigned ack,
               volatile struct lfc_watch_words *watch);
void hrx_add_tree(unsigned tree, const uint16_t *children, unsigned count);

void hrx_unicast(unsigned buffer, unsigned dest, unsigned size);
/// To the children of this process in `tree`.
void hrx_multicast(unsigned buffer, unsigned tree, unsigned size);
/// The same with a packet that came from `src` with `number`: the acknowledgement follows when it
/// has been launched to all children.
void hrx_forward(unsigned buffer, unsigned src, unsigned number, unsigned tree, unsigned size);
void hrx_fetch_add(unsigned dest);
/// Whether its reply has come; once for each.
int hrx_fetch_add_done(uint32_t *was);

/// A packet that has arrived. `has_room`: the client can have it; else, if it has data, it is
/// dropped, and its sender sends it again. 1: it is for the client. 0: it has been dealt with.
int hrx_take(const struct lfc_trailer *trailer, const void *data, int has_room);
/// A send buffer that is free again, or -1.
int hrx_freed(void);
/// Reads the clock if timers run, and does what is due.
void hrx_look_at_clock(void);
void hrx_add_counts(struct lfc_counts *counts);

/// Of lfc.c: launches a packet. Its data are read later.
void hrx_transmit(const struct hrx_packet *packet);
