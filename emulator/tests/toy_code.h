// Programs of the toy processor of tests/additions.
#pragma once

#include "cpu/engine/flags.h"
#include "cpu/toy/instruction_set.h"

#include <cstdint>
#include <vector>

namespace inlet::test {

/// A program of it.
class ToyCode {
  public:
    static constexpr std::uint32_t base = 0x10000;

    explicit ToyCode(bool little) : little_(little) {}

    std::uint32_t here() const { return base + static_cast<std::uint32_t>(bytes_.size()); }
    void unit(unsigned operation, unsigned d, unsigned s = 0, unsigned n = 0) {
        number(operation << 12 | d << 8 | s << 4 | n, 2);
    }
    void long_unit(unsigned operation, unsigned d, std::uint32_t value) {
        unit(operation, d);
        number(value, 4);
    }
    void branch(unsigned condition, std::uint32_t target) {
        number(ToySet::b << 12 | condition << 8 | (((target - here() - 2) / 2) & 0xFF), 2);
    }
    /// Not an instruction: ends the run with a fault.
    void end() { number(0xF000, 2); }
    const std::vector<std::uint8_t> &bytes() const { return bytes_; }

  private:
    void number(std::uint32_t value, unsigned size) {
        for (unsigned i = 0; i < size; ++i)
            bytes_.push_back(static_cast<std::uint8_t>(value >> 8 * (little_ ? i : size - 1 - i)));
    }

    bool little_;
    std::vector<std::uint8_t> bytes_;
};

} // namespace inlet::test
