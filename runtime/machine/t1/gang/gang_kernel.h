// Shared by the files of the gang kernel.
#pragma once

#include "gang_context.h"

#include <cop0.h>

/// Closes the kernel to events, including those of its own handlers. Returns the argument for
/// __gang_hear_again().
static inline unsigned __gang_deafen(void) {
    const unsigned status = cop0_read(COP0_STATUS);
    cop0_write(COP0_STATUS, status | COP0_STATUS_KD);
    return status;
}
static inline void __gang_hear_again(unsigned status) { cop0_write(COP0_STATUS, status); }

/// Prints a line on this node's console: the error of a program (gang_error.c).
void __gang_say_error(const char *program, unsigned cause, unsigned pc);

// --- all nodes together (gang_together.c) -----------------------------------------------------

/// The sum of all nodes' values, and in `mask` the bits that are set in all nodes' masks. Every
/// node calls it. It reads `value` as late as possible.
unsigned __gang_together(unsigned (*value)(void), unsigned *mask);
unsigned __gang_nothing(void); ///< 0
/// Returns when all nodes have called it.
void __gang_meet(void);

// --- stored messages (gang_stored.c) ------------------------------------------------------------

struct gang_list {
    struct gang_stored *first, **end; ///< link of the next message
};

/// Allocates a message with this many vector words, from any level of the kernel.
struct gang_stored *__gang_allocate(unsigned vector_words);
void __gang_free(struct gang_stored *one);

void __gang_clear(struct gang_list *list);
void __gang_append(struct gang_list *list, struct gang_stored *one);
/// Appends the messages of `from` to `to`.
void __gang_move(struct gang_list *to, struct gang_list *from);
/// Sorts by key. Messages with equal keys keep their order.
void __gang_sort(struct gang_list *list);

// --- messages of programs (gang_messages.c) -----------------------------------------------------

enum { gang_low, gang_high, gang_priorities };

/// A program's messages at a node.
struct gang_messages {
    struct gang_list drained[gang_priorities]; ///< here, for any node; the key is GANG_DEST's value
    struct gang_list kept[gang_priorities];    ///< for this node, from other kernels; by key
    struct gang_list ready[gang_priorities];   ///< ready for this node's handlers, in order
};

void __gang_messages_start(struct gang_messages *messages);
/// From here on, arriving messages belong to these lists.
void __gang_messages_of(struct gang_messages *messages);
/// Permits __gang_feed to take them. Returns bits of GANG_DRAIN: the levels that have messages.
unsigned __gang_messages_ready(void);
/// Frees the messages that __gang_feed has taken.
void __gang_messages_taken(void);
int __gang_messages_none(const struct gang_messages *messages);
void __gang_messages_drop(struct gang_messages *messages);
/// Adds the messages that were drained here.
struct gang_totals;
void __gang_messages_count(struct gang_totals *totals);
/// Sends the messages that were drained here to the kernels of their destinations. Every node calls
/// it, with events enabled; when it returns all messages are there.
void __gang_messages_resend(void);

/// Handlers in kernel mode: for a diverted message, and for a stored one.
void __gang_absorb(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e);
void __gang_feed(void);
