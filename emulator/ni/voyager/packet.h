// Packets of StarT-Voyager's endpoints, and words of messages.
#pragma once

#include "inlet/message_event.h"
#include "net/packet.h"
#include "ni/voyager/registers.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace inlet::voyager {

// Packet::tag has the logical receive queue, the source identifier, five bits of an Express
// message, a bit each that is set for Basic messages
// and for DMA packets, and the number of lines of a Tag-On message.
inline constexpr unsigned packet_source_shift = 10, packet_tag_shift = 20;
inline constexpr std::uint32_t packet_basic = 1u << 25, packet_dma = 1u << 26;
inline constexpr unsigned packet_lines_shift = 27;

inline std::uint32_t logical(const net::Packet &packet) { return packet.tag & table_mask; }
inline std::uint32_t source(const net::Packet &packet) {
    return packet.tag >> packet_source_shift & source_mask;
}

/// The runtime's queues: the first two of each kind (runtime/machine/voyager/include/am_core.h).
/// Their messages begin with a handler's address, whose two low bits are flags. An Express message
/// with a tag has a word in its place, and the tag names one of these handlers. 0: the message
/// names none.
inline std::uint32_t handler_of(const net::Packet &packet,
                                const std::vector<std::uint32_t> &by_tag) {
    const std::uint32_t queue = logical(packet), flags = 3;
    const std::uint32_t tag = packet.tag >> packet_tag_shift & tag_mask;
    if (packet.tag & packet_dma) return 0;
    const bool basic = packet.tag & packet_basic;
    if (basic ? queue / 2 != first_basic / 2 : queue / 2 != 0) return 0;
    if (!tag) return packet.data[0] & ~flags;
    return tag < by_tag.size() ? by_tag[tag] & ~flags : 0;
}

// MessageEvent::handler of a message that names none: 1 + the logical queue, the last of these for
// queues that have no number of their own; to an sP; of the DMA engines.
inline constexpr std::uint32_t dma_number = first_handler - 1, sp_number = first_handler - 2,
                               last_number = first_handler - 3;
inline std::uint32_t number_of(const net::Packet &packet) {
    if (packet.tag & packet_dma) return dma_number;
    if (logical(packet) >= logical_queues) return sp_number;
    return std::min(1 + logical(packet), last_number);
}

inline std::uint32_t word_of(std::span<const std::uint8_t> bytes, std::size_t at) {
    return static_cast<std::uint32_t>(bytes[at]) << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 |
           bytes[at + 3];
}
inline void put_word(std::vector<std::uint8_t> &bytes, std::uint32_t word) {
    for (unsigned shift = 32; shift > 0; shift -= 8)
        bytes.push_back(static_cast<std::uint8_t>(word >> (shift - 8)));
}

/// Cache lines that a Tag-On message carries. 0: the packet is of another kind.
inline std::uint32_t lines_of(const net::Packet &packet) {
    return packet.tag >> packet_lines_shift & tx_lines_mask;
}

inline bool is_length(std::uint32_t words) {
    return words >= NesConfig::least_words && words <= NesConfig::most_words;
}

} // namespace inlet::voyager
