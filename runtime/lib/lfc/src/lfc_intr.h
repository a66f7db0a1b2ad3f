// Interrupts of LFC (lfc_intr.c); not for programs.
#pragma once

#include <am_core.h>

/// The number of open lfc_intr_disable()s.
#ifdef AM_SIGNALS // the network interface reads it
#include <lfc_layout.h>
extern volatile struct lfc_watch_words __lfc_watch;
#define __lfc_disabled __lfc_watch.disabled
#else
extern volatile int __lfc_disabled;
#endif
/// Called by a handler, or an interrupt, that finds interrupts on and main outside LFC.
extern void (*__lfc_interrupt)(void);
/// On main: drains and makes upcalls, unless interrupts are off or main is inside LFC.
void __lfc_take_in(void);
