// Shared by the files of the runtime.
#pragma once

#include <stdint.h>

/// The code that runs.
enum { AM_MAIN, AM_IN_REQUEST, AM_IN_REPLY };
extern int __am_level;

/// Priorities.
enum { low, high, priorities };

/// A handler of the runtime's own: it gets the words of a Basic message behind its address, in
/// memory that is valid until it returns. Basic messages of a pair of nodes and a priority come in
/// order: long ones, and short ones of at least two words. `count` may be larger than what was
/// sent, since a Basic message has at least 4 words.
typedef void am_long_handler(unsigned source, const uint32_t *words, unsigned count);
enum { long_words = 21 };

/// A long message: `first` words of `head`, then `bytes` bytes, which fill words in memory order.
struct am_long {
    am_long_handler *handler;
    uint32_t head[5];
    unsigned first;
    const void *data;
    unsigned bytes;
};
/// Sends it if `places` messages have room; returns whether it did.
int __am_try_long(unsigned priority, int dest, const struct am_long *message, unsigned places);
/// Sends it, and handles meanwhile what the running code may.
void __am_long(unsigned priority, int dest, const struct am_long *message, unsigned places);
