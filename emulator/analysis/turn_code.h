// Instructions of recorded turns, decoded and lifted by their instruction set, for analyses that
// follow values.
#pragma once

#include "cpu/processor_text.h"
#include "inlet/image.h"
#include "inlet/observer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace inlet {

struct TurnCode {
    engine::Instruction in;
    std::vector<engine::Uop> ops; ///< empty: the stepper executes it
    NetworkUse network;
};

/// The code of a program, by address. Decodes an instruction again if its bytes have changed.
class TurnDecoder {
  public:
    explicit TurnDecoder(Processor processor);

    const TurnCode &at(std::uint32_t pc, std::uint32_t word, const InstructionTail &tail);
    const engine::InstructionSet &set() const { return *set_; }
    /// Whether a rare instruction only writes back or touches a line of a cache.
    bool flushes(const engine::Instruction &in) const;

  private:
    struct Entry {
        std::uint32_t word = 0;
        InstructionTail tail{};
        TurnCode code;
    };

    const ProcessorText &processor_;
    std::shared_ptr<const engine::InstructionSet> set_;
    std::unordered_map<std::uint32_t, Entry> entries_;
};

} // namespace inlet
