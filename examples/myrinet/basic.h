// What both sides of the basic protocol share: this structure, at LANAI_SHARED in the interface's
// memory. Its words are big-endian.
#pragma once

#include <stdint.h>

enum { BASIC_SLOTS = 8, BASIC_BYTES = 1024, BASIC_RING = 64, BASIC_NODES = 64 };

struct basic_packet {
    uint8_t route[12]; // the control program writes it, so that it ends here
    uint32_t bytes;    // the first word on the wire
    uint32_t data[BASIC_BYTES / 4];
};

struct basic_shared {
    uint32_t ring;  // host: address of BASIC_RING packets of the host's memory
    uint32_t sends; // host: packets launched so far
    uint32_t sent;  // control program: packets whose slot is free again
    uint32_t dest[BASIC_SLOTS];
    struct {
        uint32_t bytes;
        uint8_t route[12];
    } route[BASIC_NODES];
    struct basic_packet packet[BASIC_SLOTS];
};

// A packet in the host's memory. It is delivered so that it ends at the end: `bytes` comes last.
struct basic_arrival {
    uint32_t data[BASIC_BYTES / 4];
    uint32_t bytes; // with the top bit, so that it is not 0
};
