// A hash of a file's bytes, to distinguish programs. It need not resist attacks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace inlet {

/// FNV-1a. Eight zero bytes, of which linkers write many, are one product.
inline std::uint64_t file_hash(std::span<const std::uint8_t> bytes) {
    constexpr std::uint64_t prime = 0x100000001b3;
    constexpr std::uint64_t second = prime * prime, fourth = second * second;
    std::uint64_t hash = 0xcbf29ce484222325;
    for (std::size_t i = 0; i < bytes.size();) {
        std::uint64_t word = 1;
        if (bytes.size() - i >= sizeof word) std::memcpy(&word, &bytes[i], sizeof word);
        if (word == 0) {
            hash *= fourth * fourth;
            i += sizeof word;
            continue;
        }
        for (std::size_t end = bytes.size() - i > 8 ? i + 8 : bytes.size(); i < end; ++i)
            hash = (hash ^ bytes[i]) * prime;
    }
    return hash;
}

} // namespace inlet
