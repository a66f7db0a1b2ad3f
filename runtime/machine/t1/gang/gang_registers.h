// Coprocessor 2 control registers of a machine with `gang_scheduling` (docs/gang.md), for C and for
// assembly. Kernel mode only.
#pragma once

/// Read/write. When Count equals it, IP7 of Cause is set, which interrupts where IM7 and IEc allow
/// it. A write clears IP7; the first write arms it.
#define GANG_TIMER 10

/// Read/write. Bits:
/// - drain: user packets end at this node's router. A multicast leaves its copy and ends there,
///   with `mcst` set and hops left, for the nodes that have no copy yet.
/// - divert: a message sent in user mode invokes GANG_KMH in kernel mode, not its handler or dmh.
/// - stored: the kernel has low or high messages in memory that are older than arriving ones. The
///   event of an arrival is then pending (lpmp, hpmp); where the program admits it, it invokes
///   GANG_KMH in kernel mode and takes nothing from the network.
#define GANG_DRAIN 11

/// Read/write. The kernel's message handler.
#define GANG_KMH 12

/// Read-only, in a message handler: 10-0 the message's destination, 15 it was sent in user mode,
/// 31-16 remaining hops (0: a copy, or it is at its destination), 14-13 the direction of the first
/// of them.
#define GANG_DEST 13

/// Read/write, in a handler, of its level: 15-0 the low half of nistat, and the bits below.
#define GANG_LEVEL 14

/// Read-only. Messages sent from here in user mode (a multicast: its receivers) minus those taken
/// here (a drained multicast: its receivers without a copy), modulo 2^32.
#define GANG_BALANCE 15

#define GANG_DRAIN_DRAIN 1
#define GANG_DRAIN_DIVERT 2
#define GANG_DRAIN_STORED_LOW 4
#define GANG_DRAIN_STORED_HIGH 8
#define GANG_DEST_ID 0x07FF
#define GANG_DEST_DIRECTION_SHIFT 13 // two bits: direction of the first hop
#define GANG_DEST_NORTH 0
#define GANG_DEST_SOUTH 1
#define GANG_DEST_WEST 2
#define GANG_DEST_EAST 3
#define GANG_DEST_HOPS_SHIFT 16
#define GANG_LEVEL_USER 0x10000       // the mode that HRET restores
#define GANG_LEVEL_OF_MESSAGE 0x20000 // HRET restores a mode
