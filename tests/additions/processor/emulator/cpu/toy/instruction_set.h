// The toy processor: twelve instructions in either byte order. It is an example of a front end with
// features that MIPS lacks: instructions of 2 and 6 bytes, no delay slots, condition codes, several
// operations for one instruction, unaligned accesses, and a branch that costs more when taken.
//
// An instruction has a unit of 16 bits: bits 15..12 operation, 11..8 d, 7..4 s, 3..0 n. Register 0
// is 0, register 15 the stack pointer.
//
//   0 add    d = d + s, flags
//   1 sub    d = d - s, flags
//   2 cmp    flags of d - s
//   3 load   d = word at s + n
//   4 store  word at s + n = d
//   5 b      if condition d (flags.h): by the low 8 bits, in units
//   6 push   d
//   7 ret
//   8 movi   d = the next 4 bytes
//   9 call   the address in the next 4 bytes
//  10 host   service n
//  11 irq    n = 0: interrupts go to d from now on; n = 1: return from an interrupt
#pragma once

#include "cpu/engine/instruction_set.h"

#include <cstdint>

namespace inlet {

class ToySet final : public engine::InstructionSet {
  public:
    enum Operation { add, sub, cmp, load, store, b, push, ret, movi, call, host, irq };
    static constexpr unsigned stack = 15;
    /// Words of State::r: the interrupt that is requested, the handler (0: none, or it runs), the
    /// handler that runs, and where it returns to.
    enum : unsigned { asked = 40, handler, running, back };

    /// `slow`: by so much all costs are multiplied.
    explicit ToySet(bool little, unsigned slow = 1)
        : InstructionSet({.load_use = 2 * slow}), little_(little), slow_(slow) {}

    std::string_view name() const override { return "toy"; }
    unsigned shift() const override { return 1; }
    unsigned length() const override { return 0; }
    unsigned words() const override { return engine::first_float; }
    bool has_float() const override { return false; }

    engine::Instruction decode(std::span<const std::uint8_t> bytes,
                               std::uint32_t pc) const override;
    void lift(const engine::Instruction &in, std::uint32_t pc,
              engine::UopBuilder &group) const override;
    bool may_run(const engine::State &state, Memory &, const engine::Program &) const override;
    engine::Stop before(engine::State &state, Memory &) const override;
    engine::Stop execute(engine::State &state, Memory &, const engine::Instruction &in,
                         engine::Rare &rare) const override;
    bool interrupts(engine::State &state, std::uint32_t, std::uint32_t lines) const override;
    bool trap(engine::State &state, Memory &, const Fault &fault,
              const std::function<void()> &entering) const override;
    const engine::Abi &abi() const override;
    void reset(engine::State &) const override {}

  private:
    std::uint32_t number(std::span<const std::uint8_t> bytes, unsigned size) const;
    static bool interrupted(const engine::State &state);

    bool little_;
    unsigned slow_;
};

} // namespace inlet
