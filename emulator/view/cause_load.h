// Cycles of all nodes by cause in equal intervals of time, for a table of the page.
#pragma once

#include "analysis/cause_split.h"
#include "analysis/ledger.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace inlet {

class CauseLoad final : public Ledger {
  public:
    static constexpr std::size_t contexts = 3;
    using Cell = std::array<std::uint64_t, causes * contexts>;

    CauseLoad(std::uint64_t cycles, CauseSplit split) : split_(std::move(split)) {
        constexpr std::uint64_t most_cells = 1024;
        while (cycles / width_ >= most_cells) width_ *= 2;
        cells_.resize(cycles / width_ + 1);
    }
    std::uint64_t width() const { return width_; }
    /// By interval, then cause * contexts + context.
    const std::vector<Cell> &cells() const { return cells_; }

  private:
    void charge(const Charge &charge) override {
        std::uint64_t at = charge.cycle;
        const auto next = [&](Cause cause, std::uint64_t cycles) {
            add(at, cycles, cause, charge.context);
            at += cycles;
        };
        if (charge.instruction != nullptr && charge.cause < first_wait)
            split_.each(*charge.instruction, next);
        else
            split_.each(charge.cause, charge.cycles, next);
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

    CauseSplit split_;
    std::uint64_t width_ = 1;
    std::vector<Cell> cells_;
};

} // namespace inlet
