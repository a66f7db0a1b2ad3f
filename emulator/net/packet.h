// What travels: one message as a packet.
#pragma once

#include "net/grid.h"

#include <array>
#include <cstdint>

namespace inlet {
class Archive;
}

namespace inlet::net {

/// Request and reply network (CSD-94-823 3.5): logically apart, sharing the links.
enum class Priority : std::uint8_t { low, high };
inline constexpr unsigned priorities = 2;

/// $4, $5, $6, $7, $29 (CSD-94-823 A.1).
inline constexpr unsigned scalar_words = 5;

struct Packet {
    std::uint32_t source = 0;      ///< node
    std::uint32_t destination = 0; ///< node
    std::uint32_t number = 0;      ///< 1 for the first message that `source` sent
    std::uint32_t handler = 0;     ///< byte address
    Priority priority = Priority::low;
    std::uint8_t words = 0; ///< scalar data words, 0..5
    std::array<std::uint32_t, scalar_words> data{};
    /// Every node on the way gets a copy (CSD-94-823 A.8). Destination and number are the same in
    /// all.
    bool multicast = false;
    bool user = false;             ///< sent in user mode (CSD-94-823 A.6)
    std::uint8_t vector_words = 0; ///< of its vector, 0..32
    std::uint32_t vector = 0;      ///< with any: which of Mesh's payloads they are
    Way rest{}; ///< of a multicast that ended at a router that drains: to the nodes without a copy

    bool operator==(const Packet &) const = default;
    void archive(Archive &ar);
};

} // namespace inlet::net
