#include "cpu/mips/instruction_set.h"

#include "cpu/engine/program.h"
#include "cpu/mips/system.h"
#include "memory/memory.h"

namespace inlet::mips {

unsigned Set::words() const { return features_.fpu ? words_with_float : words_without_float; }

Instruction Set::decode(std::span<const std::uint8_t> bytes, std::uint32_t pc) const {
    return mips::decode(from_guest<std::uint32_t>(bytes.data()), pc, timing_, features_);
}

std::uint32_t Set::disabled(const State &state, std::uint32_t units) const {
    return units & ~system(state).status;
}

/// Blocks check neither usable coprocessors nor interrupts. In user mode, the stepper executes a
/// program that reaches into the kernel's memory.
bool Set::may_run(const State &state, Memory &memory, const engine::Program &program) const {
    const System system = mips::system(state);
    if (disabled(state, program.needs()) || system.interrupted()) return false;
    const std::uint32_t limit = system.limit();
    if (program.end() > limit) return false;
    memory.protect_from(limit);
    return true;
}

bool Set::trap(State &state, Memory &memory, const Fault &fault,
               const std::function<void()> &entering) const {
    const System system = mips::system(state);
    // A handler cannot handle faults of its own first instruction.
    if (!system.vector || system.vector == state.pc) return false;
    const std::uint8_t *bytes = state.pc & 3 ? nullptr : memory.read<std::uint32_t>(state.pc);
    const auto word = bytes ? std::optional(from_guest<std::uint32_t>(bytes)) : std::nullopt;
    const auto exception = exception_of(fault, system, word);
    if (!exception) return false;
    entering();
    enter_exception(state, *exception);
    return true;
}

std::uint32_t Set::cause(const State &state) const { return system(state).cause; }

bool Set::interrupts(State &state, std::uint32_t all, std::uint32_t asked) const {
    const MutableSystem system = mips::system(state);
    system.cause = (system.cause & ~all) | asked;
    return system.interrupted();
}

bool Set::repeats_otherwise(std::uint32_t branch) const { return !repeatable(branch); }

std::uint32_t Set::limit(const State &state) const { return system(state).limit(); }

const engine::Abi &Set::abi() const {
    // o32: a caller reserves four argument words.
    static constexpr engine::Abi o32{29, 4, 2, 16, first_host_service};
    return o32;
}

/// Kernel mode with all coprocessors of the processor usable.
void Set::reset(State &state) const {
    using status::coprocessor;
    std::uint32_t &status = system(state).status;
    status = coprocessor(0) | coprocessor(2);
    if (features_.fpu) status |= coprocessor(1);
}

} // namespace inlet::mips
