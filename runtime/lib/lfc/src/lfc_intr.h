// Interrupts of LFC (lfc_intr.c); not for programs.
#pragma once

/// The number of open lfc_intr_disable()s.
extern volatile int __lfc_disabled;
/// Called by a handler that finds interrupts on and main outside LFC.
extern void (*__lfc_interrupt)(void);
/// On main: drains and makes upcalls, unless interrupts are off or main is inside LFC.
void __lfc_take_in(void);
