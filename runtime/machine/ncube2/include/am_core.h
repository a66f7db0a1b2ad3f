// The core of Active Messages on a machine with the x86 nodes of an nCUBE/2: the only part of the
// machine that <am.h>, Split-C, fetch&add, threads and the C library use (docs/runtime-port.md
// specifies each function). Programs are compiled for the kernel's traps and interrupts, or for
// instructions (ncube2-clang -mxnet).
#pragma once

#ifdef __x86_xnet
#include <am_core_xnet.h>
#else
#include <am_core_traps.h>
#endif
