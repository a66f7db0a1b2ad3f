// A packet: one message.
#pragma once

#include "net/grid.h"

#include <array>
#include <cstdint>

namespace inlet {
class Archive;
}

namespace inlet::net {

/// Channels of T1's network: request and reply (CSD-94-823 3.5), logically separate, with shared
/// links. A channel is a number; these are T1's names.
struct PriorityNames {
    enum Priority : std::uint8_t { low, high };
};
using Priority = PriorityNames::Priority;
inline constexpr unsigned priorities = 2;
/// Maximum of all networks: the dimensions of the largest hypercube.
inline constexpr unsigned most_channels = 13;

/// $4, $5, $6, $7, $29 (CSD-94-823 A.1); the data words of a CM-5 packet (000 4.3.1).
inline constexpr unsigned scalar_words = 5;

struct Packet {
    std::uint32_t source = 0;      ///< node
    std::uint32_t destination = 0; ///< node
    std::uint32_t number = 0;      ///< 1 for the first message that `source` sent
    /// Selects the action of the receiver's interface. T1: the handler's byte address. CM-5: four
    /// bits. SP-2: the first word of the hardware header, with the route.
    std::uint32_t tag = 0;
    std::uint8_t channel = 0;
    std::uint8_t words = 0; ///< of `data`, 0..5
    std::array<std::uint32_t, scalar_words> data{};
    /// Every node on the way gets a copy (CSD-94-823 A.8). Destination and number are the same in
    /// all.
    bool multicast = false;
    bool user = false;         ///< sent in user mode (CSD-94-823 A.6)
    std::uint16_t bytes = 0;   ///< size of the payload behind `data`, which the network keeps
    std::uint32_t payload = 0; ///< if there is one: its number in Payloads
    Way rest{};                ///< of a drained multicast: the route to the nodes without a copy

    /// The payload of a message of T1's instructions is its vector, 0..32 words.
    std::uint32_t vector_words() const { return bytes / 4u; }
    bool may_be_vector() const { return bytes <= 128 && bytes % 4 == 0; }
    bool operator==(const Packet &) const = default;
    void archive(Archive &ar);
};

} // namespace inlet::net
