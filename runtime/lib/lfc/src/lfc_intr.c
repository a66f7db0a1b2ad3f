// Interrupts (001 3.7, Table 3.1): a packet's upcall runs while the client computes. A handler
// defers the work to main (am_defer): immediately where messages interrupt, in the next poll
// elsewhere. A separate file, so that clients without interrupts do not link it.
#include "lfc_intr.h"

#include "lfc.h"

#include <am_core.h>
#include <fail.h>

static void interrupt(void) { am_defer(__lfc_take_in); }

void lfc_intr_disable(void) { ++__lfc_disabled; }

void lfc_intr_enable(void) {
    if (!__lfc_disabled) xnet_fail_at(__builtin_return_address(0), "lfc_intr_enable: is enabled");
    __lfc_interrupt = interrupt;
    if (--__lfc_disabled == 0) __lfc_take_in(); // work that arrived meanwhile
}
