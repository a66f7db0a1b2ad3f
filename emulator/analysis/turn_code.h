// Instructions of recorded turns, decoded and lifted by their instruction set, for analyses that
// follow values.
#pragma once

#include "cpu/engine/instruction_set.h"
#include "inlet/image.h"
#include "inlet/observer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace inlet {

/// An instruction that asks the network interface or the clock, which no operation stands for.
struct NetworkUse {
    enum class Kind : std::uint8_t {
        none,
        clock, ///< reads the clock of the processor
        read,  ///< reads a register of the interface
        write, ///< writes one
        send,
        other,
    } kind = Kind::none;
    unsigned to = engine::sink; ///< clock, read: general register written
    unsigned from = 0;          ///< write: general register read
    /// read, write: the register of the interface, by isa::ni; empty: `selector` has it.
    std::optional<std::uint32_t> number{};
    unsigned selector = 0;
    /// read: the result goes to memory at a register + `displacement`, not to `to`.
    std::optional<unsigned> base{};
    std::uint32_t displacement = 0;
};

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

    Processor processor_;
    std::shared_ptr<const engine::InstructionSet> set_;
    std::unordered_map<std::uint32_t, Entry> entries_;
};

} // namespace inlet
