// Costs of the parts of a program that have names (<xnet_trace.h>).
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

/// An instruction belongs to the innermost open name of its node and level. A handler begins
/// without open names. A name that begins again before its end, as in a loop, does not nest.
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
        std::uint64_t times = 0; ///< number of its beginnings
    };

    explicit Categories(const std::vector<Mark> &marks, Processor processor = Processor::mips);

    Wants wants() const override { return {any(), any(), false}; }
    bool any() const { return !names_at_.empty(); }
    /// All levels and names that occur. Cycles without an instruction belong to `elsewhere`.
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

    std::unordered_map<std::uint32_t, std::vector<Here>> names_at_; ///< marks by address
    std::vector<std::string> names_;                                ///< [0]: elsewhere
    Processor processor_;
    std::map<Key, Sum> sums_;
    std::vector<std::array<Level, 3>> levels_; ///< by node
};

} // namespace inlet
