// LLVM's Lanai as an instruction set of the engine: the processor of a Myrinet interface, 32 bits,
// big-endian (docs/lanai.md).
#pragma once

#include "cpu/engine/instruction_set.h"
#include "cpu/lanai/word.h"

#include <cstdint>
#include <optional>

namespace inlet::lanai {

using engine::Instruction;
using engine::Kind;
using engine::State;
using engine::Stop;

/// Cycles of the node's clock. The processor of a LANai 4.1 makes one memory access a cycle: one
/// for an instruction, one more for its data (001 5.3.1).
struct Timing {
    std::uint32_t instruction = 6; ///< an instruction
    std::uint32_t data = 6;        ///< additional cost of a load or store of memory
    std::uint32_t load_use = 0;    ///< stall of the next instruction if it needs a loaded value

    operator engine::Timing() const { return {load_use, 1, {}}; }
};

/// Special registers lie from here on, at the end of the address space. Accesses that name them
/// by %r0 and a negative offset do not cost Timing::data.
inline constexpr std::uint32_t special_registers = 0xFFFFFF00;

/// Numbers of host services: `add %r0, 0x60 + service, %r0`, which has no effect on a real Lanai.
inline constexpr std::uint32_t first_service = 0x60, last_service = 0x69;

/// The number of an instruction for the engine. A load into %pc includes its two delay slots.
enum class Op : std::uint16_t { word, load_pc };

/// Where an instruction that names this register as its result writes: nothing keeps what is
/// written to %r0, %r1 and %pc.
constexpr std::uint8_t written(unsigned number) {
    return number <= pc_register ? std::uint8_t{engine::sink} : static_cast<std::uint8_t>(number);
}

Instruction decode(std::span<const std::uint8_t> bytes, std::uint32_t pc, const Timing &timing);
void lift(const Instruction &in, std::uint32_t pc, engine::UopBuilder &group);
std::span<const engine::Function> functions();

/// The result of an operation, with C and V.
struct Result {
    std::uint32_t value = 0;
    bool carry = false, overflow = false;
};
Result operate(Alu alu, std::uint32_t a, std::uint32_t b, bool carry);
/// Whether condition DDDI holds for the state's flags.
bool holds(const State &state, unsigned condition);
/// C. The engine's flags hold its inverse, the borrow of a subtraction.
bool carry_of(const State &state);

class Set final : public engine::InstructionSet {
  public:
    explicit Set(const Timing &timing) : InstructionSet(timing), timing_(timing) {}

    std::string_view name() const override { return "lanai"; }
    unsigned length() const override { return 0; } // loads into %pc have 12 bytes
    unsigned words() const override { return engine::first_float; }
    bool has_float() const override { return false; }
    const engine::Abi &abi() const override;
    void reset(State &state) const override;
    Instruction decode(std::span<const std::uint8_t> bytes, std::uint32_t pc) const override {
        return lanai::decode(bytes, pc, timing_);
    }
    void lift(const Instruction &in, std::uint32_t pc, engine::UopBuilder &group) const override {
        lanai::lift(in, pc, group);
    }
    std::span<const engine::Function> functions() const override { return lanai::functions(); }
    bool may_run(const State &state, Memory &memory, const engine::Program &program) const override;
    Stop step(State &state, Memory &memory, const engine::Program &program,
              engine::Stepped &stepped, Caches *caches) const override;
    Stop execute(State &state, Memory &memory, const Instruction &in,
                 engine::Rare &rare) const override;
    /// The processor has no traps.
    bool trap(State &state, Memory &memory, const Fault &fault,
              const std::function<void()> &entering) const override;
    std::optional<std::vector<std::uint32_t>> calls(const State &state, const Memory &memory,
                                                    const engine::Program &program,
                                                    std::uint32_t function,
                                                    std::size_t most) const override;
    const char *architecture() const override { return "lanai"; } // gdb does not know it
    std::span<const RegisterInfo> registers() const override;
    std::uint32_t read_register(const State &state, unsigned number) const override;
    bool write_register(State &state, unsigned number, std::uint32_t value) const override;

  private:
    Timing timing_;
};

} // namespace inlet::lanai
