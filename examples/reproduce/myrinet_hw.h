// What the host (myrinet_hw.c) and its control program (myrinet_hw_control.c) share, at the address
// LANAI_SHARED of SRAM. Words are big-endian.
#pragma once

#include <stdint.h>

enum {
    HW_BYTES = 8192,
    HW_BUFFER = 0x10000
}; // the buffer in SRAM, the route in the 12 bytes before

enum hw_command { HW_NONE, HW_DMA, HW_SEND, HW_RECEIVE };

struct hw_shared {
    uint32_t turn; // written last: the number of the command, from 1 on
    uint32_t command, times, bytes;
    uint32_t to_host, memory; // of DMA: direction, address in the host's memory
    uint32_t done;            // address of a word of the host, which gets `turn` at the end
    uint32_t route_bytes;
};
