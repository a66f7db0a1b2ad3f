// Interrupts of LFC (lfc_intr.c); not for programs.
#pragma once

/// lfc_intr_disable()s that are open.
extern volatile int __lfc_disabled;
/// What a handler calls that finds interrupts on and main outside of LFC.
extern void (*__lfc_interrupt)(void);
/// On main: drains and makes upcalls, unless interrupts are off or main is inside LFC.
void __lfc_take_in(void);
