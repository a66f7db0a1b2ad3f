// 32-bit PowerPC, as in the 604: user instructions, big-endian. "MPCFPE32B" is Motorola's PowerPC
// Microprocessor Family: The Programming Environments for 32-Bit Microprocessors (1997).
#pragma once

#include "cpu/engine/instruction_set.h"
#include "inlet/isa/ppc.h"
#include "inlet/ppc_config.h"

#include <array>
#include <cstdint>
#include <optional>

namespace inlet::ppc {

using engine::Instruction;
using engine::Kind;
using engine::State;
using engine::Stop;
using isa::ppc::CostKey;
using isa::ppc::Op;

/// Cycles per instruction by cost key (isa/: the key; the machine file: the number).
using CostTable = std::array<std::uint32_t, static_cast<std::size_t>(CostKey::COUNT)>;

/// Timing in cycles.
struct Timing {
    CostTable costs{};
    /// Stall of the next instruction if it needs a loaded value or a floating-point result.
    std::uint32_t load_use = 0;
    std::uint32_t line = 64; ///< bytes of a line of the data cache, which DCBZ clears
    /// An address of the device that SYNC waits for (LineOperation::barrier). 0: SYNC only costs.
    std::uint32_t barrier = 0;
    CachesConfig caches{};
    std::optional<PpcNetworkConfig> network{}; ///< not empty: primary opcode 5 has instructions

    operator engine::Timing() const { return {load_use, 1, caches}; }
};

/// What the instruction `word` of the network interface needs.
NetworkNeeds needs(const isa::ppc::Encoding &row, std::uint32_t word);
/// Decodes the word at `pc`. Words that are in no table are illegal.
Instruction decode(std::uint32_t word, std::uint32_t pc, const Timing &timing);
/// Lifts an instruction to operations. Adds none if only the stepper implements it.
void lift(const Instruction &in, std::uint32_t pc, engine::UopBuilder &group);
/// The functions of CALL operations, by number.
std::span<const engine::Function> functions();

class Set final : public engine::InstructionSet {
  public:
    explicit Set(const Timing &timing) : InstructionSet(timing), timing_(timing) {}

    std::string_view name() const override { return "ppc32"; }
    unsigned words() const override;
    const engine::Abi &abi() const override;
    void reset(State &state) const override;
    bool sound(const State &state) const override;
    bool has_float() const override { return true; }
    Instruction decode(std::span<const std::uint8_t> bytes, std::uint32_t pc) const override;
    void lift(const Instruction &in, std::uint32_t pc, engine::UopBuilder &group) const override {
        ppc::lift(in, pc, group);
    }
    std::span<const engine::Function> functions() const override { return ppc::functions(); }
    bool may_run(const State &state, Memory &memory, const engine::Program &program) const override;
    Stop step(State &state, Memory &memory, const engine::Program &program,
              engine::Stepped &stepped, Caches *caches) const override;
    Stop execute(State &state, Memory &memory, const Instruction &in,
                 engine::Rare &rare) const override;
    bool trap(State &state, Memory &memory, const Fault &fault,
              const std::function<void()> &entering) const override;
    std::optional<std::vector<std::uint32_t>> calls(const State &state, const Memory &memory,
                                                    const engine::Program &program,
                                                    std::uint32_t function,
                                                    std::size_t most) const override;

    const char *architecture() const override { return "powerpc:common"; }
    std::span<const RegisterInfo> registers() const override;
    std::uint32_t read_register(const State &state, unsigned number) const override;
    bool write_register(State &state, unsigned number, std::uint32_t value) const override;
    void read_wide(const State &state, unsigned number,
                   std::span<std::uint8_t> bytes) const override;
    bool write_wide(State &state, unsigned number,
                    std::span<const std::uint8_t> bytes) const override;

  private:
    Timing timing_;
};

} // namespace inlet::ppc
