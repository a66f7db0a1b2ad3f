// What loads, stores, sends and arrivals of vectors do to registers and memory, for random programs
// on any processor (CSD-94-823 A.3, A.6, A.9).
#pragma once

#include "cpu/engine/state.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

namespace inlet::xnet_test {

inline std::vector<std::uint32_t> numbered(std::uint32_t first, std::size_t words) {
    std::vector<std::uint32_t> all(words);
    std::iota(all.begin(), all.end(), first);
    return all;
}

struct Meaning {
    enum class Kind : std::uint8_t { load, store, send, length, leave, nothing } kind;
    unsigned vector = 0, place = 0;
};

struct VectorModel {
    std::uint32_t length = 32;
    std::array<std::array<std::uint32_t, 32>, 32> shared{};
    std::array<std::array<std::uint32_t, 32>, 2> events{};
    std::map<std::uint32_t, std::uint32_t> memory;
    std::vector<unsigned> levels; ///< 0: low, 1: high; the last one runs
    std::vector<std::vector<std::uint32_t>> sent;

    std::array<std::uint32_t, 32> &at(unsigned number) {
        return number == 1 && !levels.empty() ? events[levels.back()] : shared[number];
    }
    void arrive(unsigned level, const std::vector<std::uint32_t> &words) {
        levels.push_back(level);
        std::copy(words.begin(), words.end(), events[level].begin());
    }
    void step(const Meaning &m, const engine::State &s) {
        using Kind = Meaning::Kind;
        switch (m.kind) {
        case Kind::leave: levels.pop_back(); break;
        case Kind::length: length = s.r[m.place]; break;
        case Kind::send:
            sent.emplace_back(at(m.vector).begin(), at(m.vector).begin() + length);
            break;
        case Kind::load:
        case Kind::store:
            for (unsigned i = 0; i < length; ++i) {
                std::uint32_t &there = memory[s.r[m.place] + 4 * i], &here = at(m.vector)[i];
                (m.kind == Kind::store ? there = here : here = there);
            }
            break;
        case Kind::nothing: break;
        }
    }
};

} // namespace inlet::xnet_test
