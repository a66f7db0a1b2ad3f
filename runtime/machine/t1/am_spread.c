// Multicasts in two phases (am_spread.h).
#include <am_spread.h>

#if AM_SPREADS

enum { vector_words = 32 };

/// The ends of this node's column; -1: it is one itself, or there is none.
static int above = -1, below = -1;
/// Of its row. Where the row is a ring, one multicast goes round and comes back here.
static int left = -1, right = -1, around = -1;

int am_can_spread(int source) {
    const int columns = xnet_columns();
    return columns != 0 && source - source % columns + columns <= am_procs();
}

void am_spread_start(void) {
    const int me = am_my_proc(), columns = xnet_columns();
    if (columns == 0) return;
    const int column = me % columns, first = me - column;
    const int bottom = column + (am_procs() - 1 - column) / columns * columns;
    if (column < me) above = column;
    if (bottom > me) below = bottom;
    if (columns == 1 || !am_can_spread(me)) return;
    if (xnet_rows_are_rings()) {
        around = me;
    } else {
        if (first < me) left = first;
        if (first + columns - 1 > me) right = first + columns - 1;
    }
}

AM_INLINE unsigned vector_length(void) {
    return (xnet_get_nistat() & XNET_NISTAT_VLEN) >> XNET_NISTAT_VLEN_SHIFT;
}

AM_INLINE void count(struct am_spread_place *place, unsigned words, unsigned about) {
    place->told = about;
    place->come += words;
    ++*place->arrivals;
}

static AM_SHORT void store(struct am_spread_place *place, unsigned at, unsigned about) {
    count(place, xnet_store_vector(place->to + at), about);
}

/// At a node of the source's row: to its column at high priority, for which a handler of low level
/// may wait (CSD-94-823 A.10).
static AM_SHORT void pass_on(struct am_spread_place *place, unsigned at, unsigned about,
                             int source) {
    const unsigned words = vector_length(), kept = xnet_get_vlr();
    xnet_set_vlr(words);
    if (above >= 0)
        XNET_UNTIL_SENT(xnet_mcst3hv(above, (void *)store, 1, AM_WORD_(place), at, about));
    if (below >= 0)
        XNET_UNTIL_SENT(xnet_mcst3hv(below, (void *)store, 1, AM_WORD_(place), at, about));
    if (source != am_my_proc()) xnet_swv(1, place->to + at);
    xnet_set_vlr(kept);
    count(place, words, about);
}

#define UNTIL_SENT(send)                                                                           \
    while (!(send))                                                                                \
        if (__xnet_holds) am_serve_(AM_LOW_ | AM_HIGH_)

void am_spread(struct am_spread_place *place, unsigned at, const void *from, unsigned words,
               unsigned about) {
    const char *next = from;
    const int me = am_my_proc();
    const unsigned kept = xnet_get_vlr();
    while (words) {
        const unsigned part = words < vector_words ? words : vector_words;
        xnet_set_vlr(part);
        xnet_lwv(1, next);
        if (around >= 0) {
            UNTIL_SENT(xnet_mcst4v(around, (void *)pass_on, 1, AM_WORD_(place), at, about, me));
        } else {
            if (left >= 0)
                UNTIL_SENT(xnet_mcst4v(left, (void *)pass_on, 1, AM_WORD_(place), at, about, me));
            if (right >= 0)
                UNTIL_SENT(xnet_mcst4v(right, (void *)pass_on, 1, AM_WORD_(place), at, about, me));
            if (above >= 0)
                UNTIL_SENT(xnet_mcst3v(above, (void *)store, 1, AM_WORD_(place), at, about));
            if (below >= 0)
                UNTIL_SENT(xnet_mcst3v(below, (void *)store, 1, AM_WORD_(place), at, about));
            place->told = about;
            place->come += part;
        }
        words -= part, at += 4 * part, next += 4 * part;
    }
    xnet_set_vlr(kept);
}

#endif
