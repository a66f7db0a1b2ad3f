// Delayed effects of network instructions: the hazards of CSD-94-823 A.10 on a machine without
// bypassing. Empty on all others.
#pragma once

#include "cpu/mips/instruction_set.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace inlet {
class Archive;
}

namespace inlet::t1 {

class Late {
  public:
    /// The number of following instructions that do not see an instruction's effect.
    static constexpr std::uint32_t after_load = 1, after_write = 2, after_send = 1;
    /// Effect::number: nicond as seen by BC2T and BC2F. Other numbers are registers of the
    /// interface.
    static constexpr std::uint32_t condition = 32;

    struct Effect {
        std::uint32_t number = 0;
        std::uint32_t value = 0;
        std::uint32_t after = 0; ///< instructions that do not see it yet

        bool operator==(const Effect &) const = default;
    };

    bool operator==(const Late &other) const {
        return std::ranges::equal(effects(), other.effects()) &&
               std::equal(loads_.begin(), loads_.begin() + loads_count_, other.loads_.begin(),
                          other.loads_.begin() + other.loads_count_);
    }

    void archive(Archive &ar);

    bool empty() const { return !effects_count_ && !loads_count_; }
    /// CFC2: $`to` will be `value`.
    void load(unsigned to, std::uint32_t value) {
        loads_[loads_count_++] = {to, value, after_load + 1};
    }
    /// CTC2, SEND. `retired` is still to be called for the instruction itself.
    void effect(const Effect &effect) {
        effects_[effects_count_] = effect;
        ++effects_[effects_count_++].after;
    }
    /// In the program's order.
    std::span<const Effect> effects() const { return {effects_.data(), effects_count_}; }

    /// Called after `in` was executed. Applies the due effects: to registers here, to the interface
    /// by `apply`.
    template <typename Apply>
    void retired(engine::State &state, const engine::Instruction &in, const Apply &apply) {
        // A write by `in` is younger than the value of a CFC2 and prevails. Another CFC2 is
        // delayed, too.
        const std::uint64_t kept = in.op == mips::Mips::CFC2 ? 0 : in.writes;
        const auto loads = loads_;
        const unsigned loads_count = loads_count_;
        loads_count_ = 0;
        for (unsigned i = 0; i < loads_count; ++i) {
            if (const Effect &load = loads[i]; load.after > 1)
                loads_[loads_count_++] = {load.number, load.value, load.after - 1};
            else if (!(kept >> load.number & 1))
                state.r[load.number] = load.value;
        }
        const auto effects = effects_;
        const unsigned effects_count = effects_count_;
        effects_count_ = 0;
        for (unsigned i = 0; i < effects_count; ++i)
            if (effects[i].after > 1)
                effects_[effects_count_++] = {effects[i].number, effects[i].value,
                                              effects[i].after - 1};
        for (unsigned i = 0; i < effects_count; ++i)
            if (effects[i].after == 1) apply(effects[i]);
    }
    /// Applies loads into the registers of an event set, before the set is swapped.
    void load_swapped(engine::State &state) {
        unsigned kept = 0;
        for (unsigned i = 0; i < loads_count_; ++i) {
            const Effect &load = loads_[i];
            if ((load.number >= 4 && load.number <= 9) || load.number == 29)
                state.r[load.number] = load.value;
            else
                loads_[kept++] = load;
        }
        loads_count_ = kept;
    }
    /// Applies all loads.
    void load_all(engine::State &state) {
        for (unsigned i = 0; i < loads_count_; ++i) state.r[loads_[i].number] = loads_[i].value;
        loads_count_ = 0;
    }
    void forget_conditions() {
        unsigned kept = 0;
        for (unsigned i = 0; i < effects_count_; ++i)
            if (effects_[i].number != condition) effects_[kept++] = effects_[i];
        effects_count_ = kept;
    }

  private:
    // An instruction adds one effect, and each is applied after two more at the latest.
    std::array<Effect, 3> loads_{}, effects_{};
    unsigned loads_count_ = 0, effects_count_ = 0;
};

} // namespace inlet::t1
