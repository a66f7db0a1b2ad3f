// Data from one node of T1 to all nodes, by multicasts in two phases (CSD-94-823 3.9, Figure 9):
// along the row of the source, then from each node of that row along its column. Part of no layer;
// MPI's broadcast uses it.
#pragma once

#include <am_core.h>

#if AM_ASYNC && AM_ORDERED // not in lib/polled

#define AM_SPREADS 1

#ifdef __cplusplus
extern "C" {
#endif

/// Where spread data arrive: a static object, at the same address on all nodes, each with its own
/// contents.
struct am_spread_place {
    char *to;                    ///< of words
    volatile unsigned come;      ///< words that have been stored there
    volatile unsigned told;      ///< `about` of the source
    volatile unsigned *arrivals; ///< handlers increment it after each part; not null
};

/// On each node, before a message of am_spread can come.
void am_spread_start(void);

/// Whether data of `source` can be spread: its row is a whole one. The same on all nodes.
int am_can_spread(int source);

/// From main of a node that can. Each other node stores `words` words of `from` at the byte offset
/// `at` of its `place->to`, counts them in `come`, and stores `about` in `told`; this node counts
/// them, and stores nothing. `from` is free when it returns. Two nodes may spread to one place only
/// one after the other, when all nodes have got the data of the first.
void am_spread(struct am_spread_place *place, unsigned at, const void *from, unsigned words,
               unsigned about);

#ifdef __cplusplus
}
#endif

#else
#define AM_SPREADS 0
#endif
