// A protocol of its own between the control programs of two nodes: each packet of a host is
// acknowledged by the interface of its receiver. Both sides share struct basic_shared
// (examples/myrinet/basic.h), where `sent` counts acknowledged packets.
#pragma once

#include "basic.h"

// The first word of a data packet is the number of its bytes; data[0] is its sender.
// For hosts that read acknowledgements: `ring` is the address in SRAM of the one that has come, and
// these elements of `dest` count those that have come and that have been read.
enum { OWN_ARRIVED = 6, OWN_READ = 7 };
enum { OWN_ACKNOWLEDGEMENT = 0x7FFF0000, OWN_COUNT = 12, OWN_SLOTS = 4, OWN_BYTES = 32 };
