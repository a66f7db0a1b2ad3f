// What am_defer is made of; not for programs (am_defer.c).
#pragma once

/// Cycles after which it is looked again whether main is still in a hold.
#define AM_DEFER_LATER 256

#ifndef __ASSEMBLER__

/// Functions that wait, and whether one runs or the way to it has begun. Main and handlers of every
/// level write them.
extern volatile int __am_deferred, __am_defer_running;

/// What a machine calls on main's level: runs all that wait, unless main is in a hold or in a send
/// of the runtime.
void __am_run_deferred(void);

/// Behind that, where main's level has a way back of its own (x86): nothing runs any more.
void __am_defer_leave(void);

/// Polled machines: what am_poll does behind the handlers; and the holds with which main begins. It
/// is defined beside the am_poll that does it, so that the linker takes that one.
void __am_poll_deferred(void);
extern const int __am_holds_of_main;

#endif
