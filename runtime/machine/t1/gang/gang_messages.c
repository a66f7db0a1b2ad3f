// Messages of programs: drains them, sends them to the kernels of their destinations, and puts them
// in order for the program's handlers.
#include "gang.h"
#include "gang_kernel.h"
#include "gang_registers.h"

#include <fail.h>
#include <xnet.h>

enum { most_nodes = 2048 };

static struct gang_messages *current;
/// The first ready message that no handler has had. For __gang_feed.
struct gang_stored *__gang_ready[gang_priorities];

static int priority_of(unsigned information) {
    return information & XNET_NISTAT_PRI ? gang_high : gang_low;
}

/// In a handler: allocates a copy of its message, with the vector.
static struct gang_stored *store(unsigned information, unsigned key, unsigned handler) {
    struct gang_stored *one = __gang_allocate(__gang_vector_words(information));
    one->information = information;
    one->key = key;
    one->handler = handler;
    xnet_store_vector(one->vector);
    return one;
}

// --- drained here -------------------------------------------------------------------------------

/// Diverted: a program's message ends here, whatever its destination.
XNET_HANDLER void __gang_absorb(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e) {
    const unsigned information = xnet_cfc2(GANG_LEVEL) & 0xFFFF;
    struct gang_stored *one = store(information, xnet_cfc2(GANG_DEST), xnet_get_inh());
    one->words[0] = a;
    one->words[1] = b;
    one->words[2] = c;
    one->words[3] = d;
    one->words[4] = e;
    __gang_append(&current->drained[priority_of(information)], one);
}

void __gang_messages_count(struct gang_totals *totals) {
    for (int p = gang_low; p < gang_priorities; ++p)
        for (const struct gang_stored *one = current->drained[p].first; one; one = one->next) {
            ++totals->stored;
            const unsigned away = one->key >> GANG_DEST_HOPS_SHIFT != 0;
            const unsigned multicast = (one->information & XNET_NISTAT_MCST) != 0;
            totals->away += away;
            totals->vectors += __gang_vector_words(one->information) != 0;
            totals->copies += multicast & !away;
            totals->rests += multicast & away;
        }
}

// --- to the nodes that they are for -------------------------------------------------------------

// Messages that carry stored ones: those that left here, and those that handlers counted here.
static volatile unsigned resent, kept;
static struct gang_stored *last_of[most_nodes];

static unsigned resent_now(void) { return resent - kept; }

/// A stored message for this node and, if it has more than two words, the rest of it.
static XNET_HANDLER void keep(unsigned from, unsigned key, unsigned handler, unsigned a,
                              unsigned b) {
    struct gang_stored *one = store(from & 0xFFFF, key, handler);
    one->words[0] = a;
    one->words[1] = b;
    last_of[from >> 16] = one;
    __gang_append(&current->kept[priority_of(from)], one);
    ++kept;
}

static XNET_HANDLER void keep_rest(unsigned from, unsigned c, unsigned d, unsigned e) {
    struct gang_stored *one = last_of[from];
    one->words[2] = c;
    one->words[3] = d;
    one->words[4] = e;
    ++kept;
}

enum { vector_register = 2 };

static void send(const struct gang_stored *one, unsigned to, unsigned key) {
    const unsigned self = (unsigned)xnet_node();
    const unsigned *words = one->words;
    ++resent;
    xnet_set_vlr(__gang_vector_words(one->information));
    xnet_lwv(vector_register, one->vector);
    XNET_UNTIL_SENT(xnet_send5v(to, (void *)keep, vector_register, self << 16 | one->information,
                                key, one->handler, words[0], words[1]));
    if ((one->information & XNET_NISTAT_SLEN) >> XNET_NISTAT_SLEN_SHIFT <= 2) return;
    ++resent;
    XNET_UNTIL_SENT(xnet_send4(to, (void *)keep_rest, self, words[2], words[3], words[4]));
}

/// The node `i` hops further on the straight path that `dest` selects from here.
static unsigned node_on_way(unsigned dest, int i) {
    const int self = xnet_node(), hops = (int)(dest >> GANG_DEST_HOPS_SHIFT);
    const int away = (int)(dest & GANG_DEST_ID) - self;
    const int direction = (int)(dest >> GANG_DEST_DIRECTION_SHIFT & 3);
    if (direction == GANG_DEST_NORTH || direction == GANG_DEST_SOUTH)
        return (unsigned)(self + away / hops * i); // whole rows
    const int step = direction == GANG_DEST_WEST ? -1 : 1;
    // Beyond the edge of the row, it returned by as many nodes as the row has.
    const int columns = step * (hops * step - away);
    if (!columns) return (unsigned)(self + step * i);
    const int column = self % columns;
    return (unsigned)(self - column + (column + step * i + columns) % columns);
}

/// No message waits forever: all kernels store arrivals.
static void resend(struct gang_list *drained) {
    unsigned order = 0;
    for (struct gang_stored *one = drained->first, *next; one; one = next, ++order) {
        next = one->next;
        const unsigned dest = one->key, hops = dest >> GANG_DEST_HOPS_SHIFT;
        if (!(one->information & XNET_NISTAT_MCST))
            send(one, dest & GANG_DEST_ID, hops << 16 | order);
        else if (!hops)
            send(one, (unsigned)xnet_node(), order); // its copy
        for (unsigned i = 1; one->information & XNET_NISTAT_MCST && i <= hops; ++i) {
            const unsigned to = node_on_way(dest, (int)i);
            if (to < (unsigned)xnet_nodes()) send(one, to, i << 16 | order);
        }
        __gang_free(one);
    }
    __gang_clear(drained);
}

void __gang_messages_resend(void) {
    // After this, all nodes have chosen the program.
    __gang_meet();
    for (int p = gang_low; p < gang_priorities; ++p) resend(&current->drained[p]);
    unsigned mask = 0;
    while (__gang_together(resent_now, &mask)) {
    }
}

// --- to the program -----------------------------------------------------------------------------

static void drop(struct gang_list *list) {
    for (struct gang_stored *one = list->first, *next; one; one = next) {
        next = one->next;
        __gang_free(one);
    }
    __gang_clear(list);
}

void __gang_messages_drop(struct gang_messages *messages) {
    for (int p = gang_low; p < gang_priorities; ++p) {
        drop(&messages->drained[p]);
        drop(&messages->kept[p]);
        drop(&messages->ready[p]);
    }
}

void __gang_messages_start(struct gang_messages *messages) {
    for (int p = gang_low; p < gang_priorities; ++p) {
        __gang_clear(&messages->drained[p]);
        __gang_clear(&messages->kept[p]);
        __gang_clear(&messages->ready[p]);
    }
}

void __gang_messages_of(struct gang_messages *messages) { current = messages; }

unsigned __gang_messages_ready(void) {
    unsigned drain = 0;
    for (int p = gang_low; p < gang_priorities; ++p) {
        struct gang_list *ready = &current->ready[p];
        // Messages left over from the last slice are oldest, followed by those that were under way
        // at its end, then by those that other nodes have sent since they resumed the program.
        for (const struct gang_stored *one = current->drained[p].first; one; one = one->next)
            if (one->key >> GANG_DEST_HOPS_SHIFT) xnet_fail("gang: a message went astray");
        __gang_sort(&current->kept[p]);
        __gang_move(ready, &current->kept[p]);
        __gang_move(ready, &current->drained[p]);
        __gang_ready[p] = ready->first;
        if (ready->first) drain |= p == gang_high ? GANG_DRAIN_STORED_HIGH : GANG_DRAIN_STORED_LOW;
    }
    return drain;
}

void __gang_messages_taken(void) {
    for (int p = gang_low; p < gang_priorities; ++p) {
        struct gang_list *ready = &current->ready[p];
        while (ready->first != __gang_ready[p]) {
            struct gang_stored *one = ready->first;
            ready->first = one->next;
            __gang_free(one);
        }
        if (!ready->first) __gang_clear(ready);
    }
}

int __gang_messages_none(const struct gang_messages *messages) {
    for (int p = gang_low; p < gang_priorities; ++p)
        if (messages->drained[p].first || messages->kept[p].first || messages->ready[p].first)
            return 0;
    return 1;
}
