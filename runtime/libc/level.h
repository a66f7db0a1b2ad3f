// Which of the three levels this is: main, a low or a high handler.
#pragma once

#include <xnet.h>

enum { LEVEL_MAIN, LEVEL_LOW, LEVEL_HIGH, LEVELS };

/// The set of $4-$9 and $29 that is visible (CSD-94-823 A.10, "Initialization of Event Set
/// Registers").
static inline int level(void) {
    const unsigned nistat = xnet_get_nistat();
    if (!(nistat & XNET_NISTAT_EE)) return LEVEL_HIGH;
    return nistat & XNET_NISTAT_LPEE ? LEVEL_MAIN : LEVEL_LOW;
}
