// MIPS-II and MIPS32 of T1 as an instruction set of the engine.
#pragma once

#include "cpu/engine/instruction_set.h"
#include "inlet/features.h"
#include "inlet/isa/t1_isa.h"

#include <array>
#include <cstdint>
#include <vector>

namespace inlet::mips {

using engine::Instruction;
using engine::Kind;
using engine::State;
using isa::Mips;

/// Cycles per instruction by cost key (isa/: the key; the machine file: the number).
using CostTable = std::array<std::uint32_t, static_cast<std::size_t>(isa::CostKey::COUNT)>;

/// Timing in cycles.
struct Timing {
    CostTable costs{};
    std::uint32_t load_use = 0; ///< stall of the next instruction if it needs a late result
    /// Cycles from the issue of MULT (DIV) until HI and LO are accessible. 0: the issue cost.
    std::uint32_t multiply_latency = 0, divide_latency = 0;
    std::uint32_t annulled_slot = 1; ///< cost of the slot that a likely branch skips
    CachesConfig caches{};

    /// Whether HI and LO may be pending when the next instruction issues.
    bool hilo_waits() const {
        return multiply_latency > costs[static_cast<std::size_t>(isa::CostKey::mult)] ||
               divide_latency > costs[static_cast<std::size_t>(isa::CostKey::div)];
    }
    operator engine::Timing() const { return {load_use, annulled_slot, caches}; }
};

/// Decodes the word at `pc`. Words that are in no table or need a missing feature are
/// Kind::illegal.
Instruction decode(std::uint32_t word, std::uint32_t pc, const Timing &timing,
                   Features features = {});
/// Lifts an instruction to operations. Adds none if only the stepper implements it.
void lift(const Instruction &in, std::uint32_t pc, engine::UopBuilder &group);
/// Executes one instruction by the architecture's manual. This is the reference.
engine::Stop step(State &state, Memory &memory, const engine::Program &program,
                  engine::Stepped &stepped, Caches *caches);

class Set final : public engine::InstructionSet {
  public:
    explicit Set(const Timing &timing, Features features = {})
        : InstructionSet(timing), timing_(timing), features_(features) {}

    std::string_view name() const override { return features_.mips32 ? "mips32" : "mips2"; }
    unsigned words() const override;
    bool has_float() const override { return features_.fpu; }
    Instruction decode(std::span<const std::uint8_t> bytes, std::uint32_t pc) const override;
    void lift(const Instruction &in, std::uint32_t pc, engine::UopBuilder &group) const override {
        mips::lift(in, pc, group);
    }
    bool may_run(const State &state, Memory &memory, const engine::Program &program) const override;
    std::uint32_t disabled(const State &state, std::uint32_t units) const override;
    engine::Stop step(State &state, Memory &memory, const engine::Program &program,
                      engine::Stepped &stepped, Caches *caches) const override {
        return mips::step(state, memory, program, stepped, caches);
    }
    bool steps_by_operations() const override { return false; }
    bool trap(State &state, Memory &memory, const Fault &fault,
              const std::function<void()> &entering) const override;
    std::uint32_t cause(const State &state) const override;
    /// `asked`: bits IP4 to IP6 of Cause (cause::device_interrupts).
    bool interrupts(State &state, std::uint32_t all, std::uint32_t asked) const override;
    bool repeats_otherwise(std::uint32_t branch) const override;
    std::uint32_t limit(const State &state) const override;
    const engine::Abi &abi() const override;
    const char *architecture() const override { return "mips"; }
    std::span<const RegisterInfo> registers() const override;
    std::uint32_t read_register(const State &state, unsigned number) const override;
    bool write_register(State &state, unsigned number, std::uint32_t value) const override;
    std::vector<engine::DataAccess> rare_accesses(const State &state,
                                                  const Instruction &in) const override;
    void reset(State &state) const override;

  private:
    Timing timing_;
    Features features_;
};

} // namespace inlet::mips
