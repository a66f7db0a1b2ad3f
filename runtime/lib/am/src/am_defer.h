// The parts of am_defer; not for programs (am_defer.c).
#pragma once

/// Cycles between two checks whether main is still in a hold.
#define AM_DEFER_LATER 256

#ifndef __ASSEMBLER__

/// Functions that wait, and whether one is running or is about to. Main and handlers of every level
/// write them.
extern volatile int __am_deferred, __am_defer_running;

/// A machine calls this on main's level: runs all waiting functions, unless main is in a hold or in
/// a send of the runtime.
void __am_run_deferred(void);

/// Called afterwards, where main's level has its own way back (x86): no function runs any more.
void __am_defer_leave(void);

/// Polled machines: the work of am_poll after the handlers, and the holds with which main begins.
/// It is defined beside the am_poll that does this, so the linker takes that am_poll.
void __am_poll_deferred(void);
extern const int __am_holds_of_main;

#endif
