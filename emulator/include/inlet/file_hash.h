// A hash of a file's bytes, to distinguish programs. It need not resist attacks.
#pragma once

#include <cstdint>
#include <span>

namespace inlet {

/// FNV-1a.
constexpr std::uint64_t file_hash(std::span<const std::uint8_t> bytes) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
    return hash;
}

} // namespace inlet
