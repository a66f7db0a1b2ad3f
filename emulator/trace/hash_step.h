// The step of trace hashes.
#pragma once

#include <cstdint>

namespace inlet::trace {

/// Adds `value` to `hash`. A bijection of `hash` for each `value`: two different hashes become
/// equal only if later values differ too, with probability 2^-64.
inline std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

} // namespace inlet::trace
