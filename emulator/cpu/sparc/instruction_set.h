// SPARC V7 and V8 as an instruction set of the engine. Sections "V8" are those of The SPARC
// Architecture Manual, Version 8 (SPARC International, 1992).
#pragma once

#include "cpu/engine/instruction_set.h"
#include "inlet/isa/sparc.h"
#include "inlet/sparc_config.h"

#include <array>
#include <cstdint>
#include <optional>

namespace inlet::sparc {

using engine::Instruction;
using engine::Kind;
using engine::State;
using engine::Stop;
using isa::sparc::CostKey;
using isa::sparc::Op;

/// Cycles per instruction by cost key (isa/: the key; the machine file: the number). For
/// floating-point operations, the latency of the result.
using CostTable = std::array<std::uint32_t, static_cast<std::size_t>(CostKey::COUNT)>;

/// Timing in cycles.
struct Timing {
    CostTable costs{};
    std::uint32_t load_use = 0;      ///< stall of the next instruction if it needs a loaded value
    std::uint32_t annulled_slot = 1; ///< cost of the slot that a branch skips
    CachesConfig caches{};
    /// Not empty: the coprocessor is a network interface, whose instructions are Kind::network.
    std::optional<SparcNetworkConfig> network{};

    operator engine::Timing() const { return {load_use, annulled_slot, caches}; }
};

/// Software traps that call the host: ta 0x60 + service.
inline constexpr std::uint32_t first_host_trap = 0x60, last_host_trap = 0x72;

/// Numbers of traps (V8 table 7-1) for FaultKind::unit_disabled.
inline constexpr std::uint32_t privileged_instruction = 0x03, fp_disabled = 0x04,
                               cp_disabled = 0x24;

/// Decodes the word at `pc`. Words that are in no table, and without `v8` those of V8, are illegal.
Instruction decode(std::uint32_t word, std::uint32_t pc, const Timing &timing, bool v8);
/// Lifts an instruction to operations. Adds none if only the stepper implements it.
void lift(const Instruction &in, std::uint32_t pc, engine::UopBuilder &group);
/// The functions of CALL operations, by number.
std::span<const engine::Function> functions();
/// Whether FBfcc's condition holds for a value of fcc (V8 F.6). CBccc's conditions on ccc are the
/// same.
bool float_condition_holds(unsigned condition, std::uint32_t fcc);

class Set final : public engine::InstructionSet {
  public:
    explicit Set(const Timing &timing, bool v8 = false)
        : InstructionSet(timing), timing_(timing), v8_(v8) {}

    std::string_view name() const override { return v8_ ? "sparc8" : "sparc7"; }
    unsigned words() const override;
    const engine::Abi &abi() const override;
    void reset(State &state) const override;
    bool sound(const State &state) const override;
    bool has_float() const override { return true; }
    bool has_couples() const override { return true; }
    Instruction decode(std::span<const std::uint8_t> bytes, std::uint32_t pc) const override;
    void lift(const Instruction &in, std::uint32_t pc, engine::UopBuilder &group) const override {
        sparc::lift(in, pc, group);
    }
    std::span<const engine::Function> functions() const override { return sparc::functions(); }
    const engine::WindowMoves *window_moves() const override;
    bool may_run(const State &state, Memory &memory, const engine::Program &program) const override;
    std::uint32_t disabled(const State &state, std::uint32_t units) const override;
    Stop step(State &state, Memory &memory, const engine::Program &program,
              engine::Stepped &stepped, Caches *caches) const override;
    Stop execute(State &state, Memory &memory, const Instruction &in,
                 engine::Rare &rare) const override;
    Stop before(State &state, Memory &memory) const override;
    bool trap(State &state, Memory &memory, const Fault &fault,
              const std::function<void()> &entering) const override;
    /// The number of the trap.
    std::uint32_t cause(const State &state) const override;
    /// `asked`: bit n is the interrupt of level n, 1 to 15.
    bool interrupts(State &state, std::uint32_t all, std::uint32_t asked) const override;
    std::optional<std::vector<std::uint32_t>> calls(const State &state, const Memory &memory,
                                                    const engine::Program &program,
                                                    std::uint32_t function,
                                                    std::size_t most) const override;

    const char *architecture() const override { return "sparc"; }
    std::span<const RegisterInfo> registers() const override;
    std::uint32_t read_register(const State &state, unsigned number) const override;
    bool write_register(State &state, unsigned number, std::uint32_t value) const override;
    void show_memory(const State &state, std::uint32_t address,
                     std::span<std::uint8_t> bytes) const override;

  private:
    Timing timing_;
    bool v8_;
};

} // namespace inlet::sparc
