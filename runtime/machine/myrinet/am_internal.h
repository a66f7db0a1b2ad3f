// Shared by the files of Active Messages over LFC.
#pragma once

#include <am_core.h>
#include <lfc_layout.h>
#include <stdint.h>

/// __am_level: the code that runs.
enum { AM_MAIN, AM_IN_REQUEST, AM_IN_REPLY };

/// The first word of a message, whose second one is its handler (lfc_layout.h).
enum {
    am_from = 1,                                   ///< the source is the handler's first parameter
    am_reply = LFC_REPLY,                          ///< else it is a request
    am_long = 4,                                   ///< the handler is an am_long_handler
    am_head_bytes = 8,                             ///< of both words
    am_most_bytes = LFC_DATA_BYTES - am_head_bytes ///< of the others
};

/// A handler of the runtime's own: it gets the words behind the first two, in memory that is valid
/// until it returns.
typedef void am_long_handler(unsigned source, const uint32_t *words, unsigned bytes);

/// A long message: `first` words of `head`, then `bytes` bytes, together at most am_most_bytes.
struct am_long {
    am_long_handler *handler;
    uint32_t head[4];
    unsigned first;
    const void *data;
    unsigned bytes;
};
/// Sends it, with am_reply or without, and handles meanwhile what the running code may.
void __am_long(unsigned how, int dest, const struct am_long *message);

// Of lfc.c:

/// Starts LFC with its defaults.
void __lfc_start_active(void);
/// The data of a free packet, or 0.
uint32_t *__lfc_try_alloc(void);
/// Takes arrivals out of LFC's buffers, and calls no handler.
void __lfc_drain(void);
void __lfc_launch_active(unsigned dest, void *data, unsigned bytes);
/// The next message: its data, until __lfc_done(). 0: there is none.
const uint32_t *__lfc_take_active(unsigned *source, unsigned *bytes);
void __lfc_done(const void *data);
