// Coprocessor 2 control registers of a machine with `gang_scheduling` (docs/gang.md), for C and for
// assembly. Kernel mode only.
#pragma once

#define GANG_TIMER 10   // Count that sets IP7 of Cause; a write clears it
#define GANG_DRAIN 11   // bits below
#define GANG_KMH 12     // kernel handler of messages that are diverted or stored
#define GANG_DEST 13    // in a handler: where its message was to go, and the hops from here
#define GANG_LEVEL 14   // in a handler: nistat's low half, and bits below
#define GANG_BALANCE 15 // receivers of user messages sent from here minus those taken here

#define GANG_DRAIN_DRAIN 1
#define GANG_DRAIN_DIVERT 2
#define GANG_DRAIN_STORED_LOW 4
#define GANG_DRAIN_STORED_HIGH 8
#define GANG_DEST_ID 0x07FF
#define GANG_DEST_DIRECTION_SHIFT 13 // two bits: of the first of the hops
#define GANG_DEST_NORTH 0
#define GANG_DEST_SOUTH 1
#define GANG_DEST_WEST 2
#define GANG_DEST_EAST 3
#define GANG_DEST_HOPS_SHIFT 16
#define GANG_LEVEL_USER 0x10000       // the mode that HRET restores
#define GANG_LEVEL_OF_MESSAGE 0x20000 // it restores one
