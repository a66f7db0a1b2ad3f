// Pseudo-random numbers that are a function of a seed and of what they are for.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace inlet::net {

inline std::uint64_t mix(std::uint64_t seed, std::initializer_list<std::uint64_t> parts) {
    for (const std::uint64_t part : parts) {
        seed = (seed ^ part) * 0x9E3779B97F4A7C15u;
        seed ^= seed >> 29;
    }
    return seed;
}

/// Jitter of the head of packet (source, number) at a router of a network that holds paths: for
/// three heads in four up to 2 cycles, for few up to 199. Seed 0: none.
inline std::uint64_t head_jitter(std::uint64_t seed, std::uint32_t source, std::uint32_t number,
                                 std::uint32_t router) {
    if (!seed) return 0;
    const std::uint64_t random = mix(seed, {source, number, router}) >> 20;
    return random % 64 == 0 ? random / 64 % 200 : random % 4 ? random / 4 % 3 : 0;
}

/// Whether a fault of the network, of `per_million` in a million, hits packet (source, number).
inline bool fault_hits(std::uint64_t seed, std::uint32_t per_million, std::uint32_t source,
                       std::uint32_t number) {
    return per_million && (mix(seed, {source, number}) >> 20) % 1000000 < per_million;
}

} // namespace inlet::net
