// What the parts of the code that a program names cost (<xnet_trace.h>).
#pragma once

#include "analysis/ledger.h"
#include "inlet/image.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace inlet {

/// An instruction belongs to the name that began last and has not ended, on its node and level; a
/// handler begins with none. What begins again before it ended, in a loop, is not deeper.
class Categories final : public Ledger {
  public:
    static constexpr const char *elsewhere = "(elsewhere)";

    struct Key {
        Context level;
        std::string name;
        auto operator<=>(const Key &) const = default;
    };
    struct Sum {
        std::uint64_t instructions = 0, memory_accesses = 0, cycles = 0;
        std::uint64_t times = 0; ///< that it began
    };

    explicit Categories(const std::vector<Mark> &marks, Processor processor = Processor::mips);

    Wants wants() const override { return {any(), any(), false}; }
    bool any() const { return !names_at_.empty(); }
    /// All levels and names with anything in them. Cycles that no instruction took are elsewhere.
    const std::map<Key, Sum> &sums() const { return sums_; }

  private:
    struct Here {
        bool begins;
        std::uint32_t name;
    };
    struct Level {
        std::vector<std::uint32_t> open; ///< names, the innermost last
        Sum *sum = nullptr;              ///< of the innermost
    };

    void charge(const Charge &charge) override;
    bool counts_turns() const override { return true; }
    void told(const MessageEvent &event) override;
    Level &level(std::uint32_t node, Context context);
    void settle(Level &level, Context context);

    std::unordered_map<std::uint32_t, std::vector<Here>> names_at_; ///< by address
    std::vector<std::string> names_;                                ///< [0]: elsewhere
    Processor processor_;
    std::map<Key, Sum> sums_;
    std::vector<std::array<Level, 3>> levels_; ///< by node
};

} // namespace inlet
