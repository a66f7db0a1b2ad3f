// Cycles of all nodes by cause in equal intervals of time, for a table of the page.
#pragma once

#include "analysis/ledger.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace inlet {

class CauseLoad final : public Ledger {
  public:
    static constexpr std::size_t contexts = 3;
    using Cell = std::array<std::uint64_t, causes * contexts>;

    explicit CauseLoad(std::uint64_t cycles) {
        constexpr std::uint64_t most_cells = 1024;
        while (cycles / width_ >= most_cells) width_ *= 2;
        cells_.resize(cycles / width_ + 1);
    }
    std::uint64_t width() const { return width_; }
    /// By interval, then cause * contexts + context.
    const std::vector<Cell> &cells() const { return cells_; }

  private:
    void charge(const Charge &charge) override {
        if (charge.instruction == nullptr || charge.cause >= first_wait)
            return add(charge.cycle, charge.cycles, charge.cause, charge.context);
        std::uint64_t at = charge.cycle;
        for (std::size_t part = 0; part < cost_parts.size(); ++part) {
            const std::uint64_t cycles = charge.instruction->cost.*cost_parts[part];
            add(at, cycles, part ? static_cast<Cause>(part) : charge.cause, charge.context);
            at += cycles;
        }
    }
    void add(std::uint64_t from, std::uint64_t cycles, Cause cause, Context context) {
        const std::size_t what =
            static_cast<std::size_t>(cause) * contexts + static_cast<std::size_t>(context);
        while (cycles != 0 && from / width_ < cells_.size()) {
            const std::uint64_t part = std::min(cycles, width_ - from % width_);
            cells_[from / width_][what] += part;
            from += part;
            cycles -= part;
        }
    }

    std::uint64_t width_ = 1;
    std::vector<Cell> cells_;
};

} // namespace inlet
