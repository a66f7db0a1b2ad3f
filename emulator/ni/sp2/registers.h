// Addresses of the SP-2's adapter. The paper (003 2.1) lists its parts without addresses; these are
// ours.
#pragma once

#include "../../../runtime/machine/sp2/include/sp2_am.h"
#include "inlet/tb2_config.h"

#include <cstddef>
#include <cstdint>

namespace inlet::sp2 {

/// Registers, which are not cached: each access goes over the Micro Channel.
inline constexpr std::uint32_t registers_base = 0x80000000, registers_bytes = 0x1000;
/// The FIFOs: pages of main memory that the driver has pinned and mapped here. They are cached, and
/// DMA is not coherent with the cache.
inline constexpr std::uint32_t send_fifo = registers_base + 0x10000;
inline constexpr std::uint32_t send_fifo_bytes = Tb2Config::send_entries * Tb2Config::entry_bytes;
inline constexpr std::uint32_t receive_fifo = registers_base + 0x20000;
/// With 512 nodes of 64 entries.
inline constexpr std::uint32_t most_receive_bytes = 0x800000;
inline constexpr std::uint32_t device_bytes = receive_fifo + most_receive_bytes - registers_base;

enum Register : std::uint32_t {
    lengths = 0x000, ///< 128 bytes, stored by 1 or 4; a 0 has no effect; reads as 0 once fetched
    pop = 0x100,     ///< st n: frees n entries of the receive FIFO
    entries = 0x10C, ///< ld: size of the receive FIFO in entries
    node = 0x110,    ///< ld: number of this node
    nodes = 0x114,   ///< ld: number of nodes
    line = 0x118,    ///< ld: size of a cache line in bytes
    dropped = 0x11C, ///< ld: number of packets lost by a full FIFO or a fault of the switch
    quiet = 0x120,   ///< st: the program reports that it only polls
    wide = 0x124,    ///< ld: number of this node; from then on, headers have nine bits for a node
};

/// The values of `quiet`: everything is acknowledged, or it waits for acknowledgements.
inline constexpr std::uint32_t quiet_done = 1, quiet_waits = 2;

/// The first word of an entry, from the highest byte down: destination (source in a received
/// entry), route, and two bytes for software. After a load of `wide`, the node has nine bits and
/// the route seven.
inline constexpr unsigned node_shift = 24, wide_node_shift = 23, route_shift = 16;
inline constexpr std::uint32_t routes = 4;
/// Limits of a packet in bytes: more than the first word, and at most what a byte of the length
/// array holds.
inline constexpr std::uint32_t shortest_packet = 4, longest_packet = 255;

/// The packets of the runtime's protocol, for observers (runtime/machine/sp2/include/sp2_am.h has
/// the layout): the third byte of the first word is the type. The machine treats all packets alike.
namespace software {
inline constexpr unsigned type_shift = 8;
inline constexpr std::uint32_t request = SP2_IS_REQUEST, reply = SP2_IS_REPLY;
/// Of requests and replies: the word with the handler's address, above these bits.
inline constexpr std::size_t handler_word = 3;
inline constexpr std::uint32_t handler_flags = 3;
} // namespace software

} // namespace inlet::sp2
