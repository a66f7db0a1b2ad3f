// The step of trace hashes.
#pragma once

#include <cstdint>

namespace inlet::trace {

/// One-to-one for a given value, so a difference is never lost again but by a coincidence of 1 in
/// 2^64.
inline std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

} // namespace inlet::trace
