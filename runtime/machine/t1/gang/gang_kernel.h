// Between the files of the gang kernel.
#pragma once

#include "gang_context.h"

#include <cop0.h>

/// Closes the kernel to events, those of its own handlers included. Returns what
/// __gang_hear_again() takes.
static inline unsigned __gang_deafen(void) {
    const unsigned status = cop0_read(COP0_STATUS);
    cop0_write(COP0_STATUS, status | COP0_STATUS_KD);
    return status;
}
static inline void __gang_hear_again(unsigned status) { cop0_write(COP0_STATUS, status); }

/// A line on this node's console: what a program did wrong (gang_error.c).
void __gang_say_error(const char *program, unsigned cause, unsigned pc);

// --- all nodes together (gang_together.c) -----------------------------------------------------

/// The sum of all nodes' values, and in `mask` the bits that all nodes' masks have. Every node
/// calls it. `value` is asked for as late as possible.
unsigned __gang_together(unsigned (*value)(void), unsigned *mask);
unsigned __gang_nothing(void); ///< 0
/// Returns when all nodes have called it.
void __gang_meet(void);

// --- stored messages (gang_stored.c) ------------------------------------------------------------

struct gang_list {
    struct gang_stored *first, **end; ///< where the next one goes
};

/// Room for a message with so many vector words, from any level of the kernel.
struct gang_stored *__gang_allocate(unsigned vector_words);
void __gang_free(struct gang_stored *one);

void __gang_clear(struct gang_list *list);
void __gang_append(struct gang_list *list, struct gang_stored *one);
/// Puts what `from` has behind what `to` has.
void __gang_move(struct gang_list *to, struct gang_list *from);
/// By key. Those with equal keys stay in order.
void __gang_sort(struct gang_list *list);

// --- messages of programs (gang_messages.c) -----------------------------------------------------

enum { gang_low, gang_high, gang_priorities };

/// A program's messages at a node.
struct gang_messages {
    struct gang_list drained[gang_priorities]; ///< here, for any node; the key is GANG_DEST's value
    struct gang_list kept[gang_priorities];    ///< for this node, from other kernels; by key
    struct gang_list ready[gang_priorities];   ///< for this node's handlers, in order
};

void __gang_messages_start(struct gang_messages *messages);
/// What comes belongs to them from here on.
void __gang_messages_of(struct gang_messages *messages);
/// They may be taken by __gang_feed. Returns bits of GANG_DRAIN: where there are any.
unsigned __gang_messages_ready(void);
/// What __gang_feed has taken is gone.
void __gang_messages_taken(void);
int __gang_messages_none(const struct gang_messages *messages);
void __gang_messages_drop(struct gang_messages *messages);
/// Adds what was drained here.
struct gang_totals;
void __gang_messages_count(struct gang_totals *totals);
/// Sends what was drained here to the kernels of the nodes that it is for. Every node calls it,
/// with events coming in; when it returns all of it is there.
void __gang_messages_resend(void);

/// Handlers in kernel mode: of a message that is diverted, and of one that is stored.
void __gang_absorb(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e);
void __gang_feed(void);
