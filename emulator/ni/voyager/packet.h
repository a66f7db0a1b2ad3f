// Packets of StarT-Voyager's endpoints, and words of messages.
#pragma once

#include "net/packet.h"
#include "ni/voyager/registers.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace inlet::voyager {

// Packet::tag has the logical receive queue, the source identifier, five bits of an Express
// message, and a bit that is set for Basic messages.
inline constexpr unsigned packet_source_shift = 10, packet_tag_shift = 20;
inline constexpr std::uint32_t packet_basic = 1u << 25;

inline std::uint32_t logical(const net::Packet &packet) { return packet.tag & table_mask; }
inline std::uint32_t source(const net::Packet &packet) {
    return packet.tag >> packet_source_shift & source_mask;
}

inline std::uint32_t word_of(std::span<const std::uint8_t> bytes, std::size_t at) {
    return static_cast<std::uint32_t>(bytes[at]) << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 |
           bytes[at + 3];
}
inline void put_word(std::vector<std::uint8_t> &bytes, std::uint32_t word) {
    for (unsigned shift = 32; shift > 0; shift -= 8)
        bytes.push_back(static_cast<std::uint8_t>(word >> (shift - 8)));
}

inline bool is_length(std::uint32_t words) {
    return words >= NesConfig::least_words && words <= NesConfig::most_words;
}

} // namespace inlet::voyager
