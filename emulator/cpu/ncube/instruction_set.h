// The nCUBE/2's own processor on the engine (docs/ncube2.md). "P1" is US patent 5,113,523.
//
// The stepper executes every instruction by execute(). lift() covers the common ones for the
// interpreter. Blocks run while PSW has neither REP nor integer overflow enabled.
#pragma once

#include "cpu/engine/instruction_set.h"
#include "cpu/ncube/execute.h"
#include "cpu/ncube/instruction.h"

#include <memory>
#include <vector>

namespace inlet::ncube {

/// Data accesses of the last instruction that the stepper executed. ChannelInterface checks them
/// against the buffers of the DMA channels.
using AccessLog = std::vector<DataAccess>;

/// Converts an instruction that the engine has decoded.
Instruction decoded(const engine::Instruction &in);
/// Lifts an instruction to operations. Adds no operation if only the stepper implements it.
void lift(const Instruction &in, std::uint32_t pc, engine::UopBuilder &group);
/// The functions of CALL operations, by number.
std::span<const engine::Function> functions();

/// Converts an exception of the instruction at pc to a fault of the engine.
Fault fault_of(const Step &step, const engine::State &state, const engine::Instruction &in);
/// The vector of a fault, or 0.
unsigned vector_of(const Fault &fault);

class Set final : public engine::InstructionSet {
  public:
    /// With a `log`, the stepper executes every instruction and notes its accesses there.
    explicit Set(const Costs &costs, std::shared_ptr<AccessLog> log = nullptr)
        : InstructionSet(engine::Timing{}), costs_(costs), log_(std::move(log)) {}

    const Costs &costs() const { return costs_; }

    std::string_view name() const override { return "ncube2"; }
    unsigned shift() const override { return 0; }
    unsigned length() const override { return 0; }
    unsigned words() const override;
    bool has_float() const override { return false; }
    bool compiles() const override { return false; }
    engine::Instruction decode(std::span<const std::uint8_t> bytes,
                               std::uint32_t pc) const override;
    void lift(const engine::Instruction &in, std::uint32_t pc,
              engine::UopBuilder &group) const override {
        ncube::lift(decoded(in), pc, group);
    }
    std::span<const engine::Function> functions() const override { return ncube::functions(); }
    bool may_run(const engine::State &state, Memory &memory,
                 const engine::Program &program) const override;
    engine::Stop step(engine::State &state, Memory &memory, const engine::Program &program,
                      engine::Stepped &stepped, Caches *caches) const override;
    bool trap(engine::State &state, Memory &memory, const Fault &fault,
              const std::function<void()> &entering) const override;
    std::optional<engine::DataAccess> frame(const engine::State &state) const override;
    std::uint32_t cause(const engine::State &state) const override;
    std::optional<std::uint32_t> physical(const engine::State &state, const Memory &memory,
                                          std::uint32_t address,
                                          std::uint32_t bytes) const override;
    engine::Service service(std::uint32_t code) const override;
    Fault reported(const engine::State &state, const Memory &memory,
                   std::uint32_t what) const override;
    const char *architecture() const override { return "ncube2"; }
    std::span<const RegisterInfo> registers() const override;
    std::uint32_t read_register(const engine::State &state, unsigned number) const override;
    bool write_register(engine::State &state, unsigned number, std::uint32_t value) const override;
    std::optional<std::vector<std::uint32_t>>
    calls(const engine::State &state, const Memory &memory, const engine::Program &program,
          std::uint32_t function, std::size_t most) const override;
    const engine::Abi &abi() const override;
    void reset(engine::State &state) const override;

  private:
    Costs costs_;
    std::shared_ptr<AccessLog> log_;
};

} // namespace inlet::ncube
