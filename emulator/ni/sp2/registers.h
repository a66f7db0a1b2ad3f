// Where a program finds the SP-2's adapter. The paper (003 2.1) says what there is and no address;
// the addresses are ours.
#pragma once

#include "inlet/tb2_config.h"

#include <cstdint>

namespace inlet::sp2 {

/// Registers: not cached, each access goes over the Micro Channel.
inline constexpr std::uint32_t registers_base = 0x80000000, registers_bytes = 0x1000;
/// The FIFOs: pages of main memory that the driver has pinned and mapped here. Cached, and DMA does
/// not look into the cache.
inline constexpr std::uint32_t send_fifo = registers_base + 0x10000;
inline constexpr std::uint32_t send_fifo_bytes = Tb2Config::send_entries * Tb2Config::entry_bytes;
inline constexpr std::uint32_t receive_fifo = registers_base + 0x20000;
/// With 16 nodes of 64 entries.
inline constexpr std::uint32_t most_receive_bytes = 0x40000;
inline constexpr std::uint32_t device_bytes = receive_fifo + most_receive_bytes - registers_base;

enum Register : std::uint32_t {
    lengths = 0x000, ///< 128 bytes: a store of 1 or 4 of them; 0 changes nothing; reads 0: fetched
    pop = 0x100,     ///< st n: n entries of the receive FIFO are free again
    entries = 0x10C, ///< ld: entries of the receive FIFO
    node = 0x110,    ///< ld: this node's number
    nodes = 0x114,   ///< ld: nodes of the machine
    line = 0x118,    ///< ld: bytes of a cache line
    dropped = 0x11C, ///< ld: packets lost, by a full FIFO or a fault of the switch
    quiet = 0x120,   ///< st: the program does nothing but ask for messages, and expects no answer
};

/// The first word of an entry, from the highest byte down: destination, or where the entry was
/// received, source; route; and two bytes that are software's.
inline constexpr unsigned node_shift = 24, route_shift = 16;
inline constexpr std::uint32_t routes = 4;
/// Bytes of a packet: more than the first word's, and what fits in a byte of the length array.
inline constexpr std::uint32_t shortest_packet = 4, longest_packet = 255;

} // namespace inlet::sp2
