// 32-bit x86, as in the i486, for flat programs at CPL 0 and 3. "SDM" is the Intel 64 and IA-32
// Architectures Software Developer's Manual, volumes 1 to 3.
#pragma once

#include "cpu/engine/instruction_set.h"
#include "inlet/isa/x86.h"
#include "inlet/network_parts.h"

#include <array>
#include <cstdint>

namespace inlet::x86 {

using engine::Instruction;
using engine::Kind;
using engine::State;
using engine::Stop;
using isa::x86::CostKey;
using isa::x86::Encoding;
using isa::x86::Op;
using isa::x86::Operand;

using CostTable = std::array<std::uint32_t, static_cast<std::size_t>(CostKey::COUNT)>;

/// Timing in cycles: base, plus memory for each access, plus the cost of the key.
struct Timing {
    std::uint32_t base = 1, memory = 0;
    CostTable costs{};
    /// Whether the instructions of F3 0F B9 exist, and which of F3 0F FF.
    bool xnet = false;
    NetworkParts parts{};
    std::uint32_t sigreturn = 0; ///< cycles that IRET takes besides
    /// Cycles of RDTSC, which reads the clock, in place of base and costs; 0: it is illegal.
    std::uint32_t time_stamp = 0;
    /// Address of a device's register to which a locked instruction stores 0 before its own
    /// accesses, which makes it a fence there; 0: there is none.
    std::uint32_t fence = 0;
    /// An instruction is fetched from the line of its first byte, and an access is one of the line
    /// of its first byte.
    CachesConfig caches{};
    std::optional<SecondCacheConfig> second{};

    operator engine::Timing() const { return {0, 1, caches, second}; }
};

/// Bits of Instruction::n, set by decode().
namespace packed {
inline constexpr std::uint8_t size = 7, ///< bytes: 1, 2, 4
    memory = 8,                         ///< the r/m operand is memory
    repeat = 16,                        ///< F3
    repeat_unequal = 32,                ///< F2
    locked = 64;
/// It stores to Timing::fence first.
inline constexpr std::uint8_t fences = 128;
inline constexpr std::uint8_t no_register = 8; ///< rs or rt: the address has no such register
} // namespace packed

// Fields of an Instruction: `form` is its row, rd the register field or the opcode's register, rs
// the r/m register or the base, rt the index, sa its scale; imm and displacement.
inline unsigned size_of(const Instruction &in) { return in.n & packed::size; }
inline bool is_memory(const Instruction &in) { return in.n & packed::memory; }
inline const Encoding &row_of(const Instruction &in) { return isa::x86::encodings[in.form]; }
/// Number of memory accesses in its cost.
inline unsigned accesses_of(const Instruction &in) {
    const Encoding &row = row_of(in);
    return row.accesses + (is_memory(in) ? row.memory : 0u);
}

/// What an instruction of the network interface needs.
NetworkNeeds needs(Op op);
/// Decodes the instruction at `pc`. Kind::absent: `bytes` end within it.
Instruction decode(std::span<const std::uint8_t> bytes, std::uint32_t pc, const Timing &timing);
/// Lifts an instruction to operations. Adds none if only the stepper implements it. `fence`: that
/// of Timing.
void lift(const Instruction &in, std::uint32_t pc, engine::UopBuilder &group,
          std::uint32_t fence = 0);
/// Lifts one turn of a string instruction with REP. Adds none for other instructions.
void lift_repeated(const Instruction &in, std::uint32_t pc, engine::UopBuilder &group);
/// The functions of CALL operations, by number.
std::span<const engine::Function> functions();

/// The vector of a fault (SDM 3, 6.3.1); 256: none.
unsigned vector_of(const Fault &fault);

class Set final : public engine::InstructionSet {
  public:
    explicit Set(const Timing &timing) : InstructionSet(timing), timing_(timing) {}

    std::string_view name() const override { return "i386"; }
    unsigned shift() const override { return 0; }
    unsigned length() const override { return 0; }
    unsigned words() const override;
    const engine::Abi &abi() const override;
    void reset(State &state) const override;
    bool sound(const State &state) const override;
    bool has_float() const override { return true; }
    Instruction decode(std::span<const std::uint8_t> bytes, std::uint32_t pc) const override {
        return x86::decode(bytes, pc, timing_);
    }
    void lift(const Instruction &in, std::uint32_t pc, engine::UopBuilder &group) const override {
        x86::lift(in, pc, group, timing_.fence);
    }
    void lift_rare(const Instruction &in, std::uint32_t pc,
                   engine::UopBuilder &group) const override {
        x86::lift_repeated(in, pc, group);
    }
    std::span<const engine::Function> functions() const override { return x86::functions(); }
    const engine::FloatStackUse *float_stack() const override;
    bool may_run(const State &state, Memory &memory, const engine::Program &program) const override;
    Stop before(State &state, Memory &memory) const override;
    Stop execute(State &state, Memory &memory, const Instruction &in,
                 engine::Rare &rare) const override;
    bool trap(State &state, Memory &memory, const Fault &fault,
              const std::function<void()> &entering) const override;
    /// `asked`: the address of the handler, or 0. While IF is set, its entry pushes EFLAGS, CS and
    /// EIP in the same mode and clears IF.
    bool interrupts(State &state, std::uint32_t all, std::uint32_t asked) const override;
    std::optional<engine::DataAccess> frame(const State &state) const override;
    const char *architecture() const override { return "i386"; }
    std::span<const RegisterInfo> registers() const override;
    const char *register_types() const override;
    std::uint32_t read_register(const State &state, unsigned number) const override;
    bool write_register(State &state, unsigned number, std::uint32_t value) const override;
    void read_wide(const State &state, unsigned number,
                   std::span<std::uint8_t> bytes) const override;
    bool write_wide(State &state, unsigned number,
                    std::span<const std::uint8_t> bytes) const override;
    bool costs_rare_accesses() const override { return true; }
    std::vector<engine::DataAccess> rare_accesses(const State &state,
                                                  const Instruction &in) const override;
    std::optional<std::vector<std::uint32_t>> calls(const State &state, const Memory &memory,
                                                    const engine::Program &program,
                                                    std::uint32_t function,
                                                    std::size_t most) const override;
    std::span<const std::uint8_t> frame_registers() const override;
    std::optional<std::uint32_t> call_before(const engine::Program &program,
                                             std::uint32_t back) const override;
    std::optional<engine::Trapped> trapped(const State &state, const Memory &memory,
                                           const engine::Program &program) const override;

  private:
    Timing timing_;
};

} // namespace inlet::x86
