// Random PowerPC instructions and operands, for tests. Accesses are at r1 and r1 + r2, which no
// instruction writes.
#pragma once

#include "cpu/engine/fp.h"
#include "cpu/ppc/instruction_set.h"
#include "ppc_core.h"

#include <cstdint>
#include <iterator>
#include <random>
#include <vector>

namespace inlet::ppc_test {

using isa::ppc::Encoding;
using isa::ppc::Op;
namespace field = isa::ppc::field;

class Generator {
  public:
    Generator(std::uint32_t seed, bool (*is_tried)(const Encoding &)) : random_(seed) {
        for (const Encoding &row : isa::ppc::encodings)
            if (is_tried(row)) rows_.push_back(&row);
    }

    std::uint32_t instruction() {
        const Encoding &row = *rows_[random_() % rows_.size()];
        std::uint32_t word = row.match | (bits() & ~row.mask);
        using isa::ppc::CostKey;
        switch (row.cost) {
        case CostKey::load:
        case CostKey::store:
        case CostKey::multiple:
        case CostKey::reserve:
        case CostKey::cache_flush:
        case CostKey::cache_zero: return access(row, word);
        case CostKey::special: {
            static constexpr std::uint32_t numbers[] = {1, 8, 9};
            // Processors differ in the reserved bits of XER.
            const unsigned kind = row.op == Op::MTSPR ? 1 + random_() % 2 : random_() % 3;
            word = field::spr.set(word, numbers[kind] << 5);
            break;
        }
        default: break;
        }
        // r1 and r2 hold addresses and are not written.
        if (writes_address(word)) return 0x60000000;
        return word;
    }
    std::uint32_t bits() { return static_cast<std::uint32_t>(random_()); }
    /// Numbers near limits, or arbitrary ones.
    std::uint32_t value() {
        static constexpr std::uint32_t ends[] = {0,          1,  0xFFFFFFFF, 0x7FFFFFFF,
                                                 0x80000000, 31, 32,         63};
        return random_() % 3 ? bits() : ends[random_() % std::size(ends)];
    }
    std::uint64_t number() {
        const std::uint64_t sign = std::uint64_t{bits() & 1} << 63;
        const std::uint64_t any = std::uint64_t{bits()} << 32 | bits();
        switch (random_() % 8) {
        case 0: return sign;
        case 1: return sign | 0x7FF0000000000000;
        case 2: return sign | 0x7FF8000000000000 | (any & 0xFFFF);
        case 3: return sign | (any & 0x000FFFFFFFFFFFFF);                     // subnormal
        case 4: return engine::fp::wider(0x30000000 + (bits() & 0x1FFFFFFF)); // a single
        case 5: return sign | std::uint64_t{0x3F0 + random_() % 32} << 52;    // a power of 2
        default: return sign | (0x3C00000000000000 + (any & 0x07FFFFFFFFFFFFFF));
        }
    }

  private:
    static bool writes_address(std::uint32_t word) {
        const engine::Instruction in = ppc::decode(word, code, ppc::Timing{});
        return (in.writes & 6) != 0 || in.kind == engine::Kind::illegal;
    }
    /// At r1 + a small displacement, or r1 + r2.
    std::uint32_t access(const Encoding &row, std::uint32_t word) {
        word = field::ra.set(word, 1);
        const bool indexed = (word >> 26) == 31;
        const bool by_words = row.op == Op::LMW || row.op == Op::STMW;
        if (indexed && row.op != Op::LSWI && row.op != Op::STSWI)
            word = field::rb.set(word, 2);
        else if (!indexed)
            word = field::simm.set(word, by_words ? (bits() % 64) * 4 : bits() % 512);
        // r1 and r2 stay unchanged.
        if (writes_address(word)) return 0x60000000;
        return word;
    }

    std::mt19937 random_;
    std::vector<const Encoding *> rows_;
};

} // namespace inlet::ppc_test
