// What tools say of a processor's instructions: a class beside its InstructionSet, in
// cpu/NAME/text.cpp. cpu/processors.cpp lists them.
#pragma once

#include "cpu/engine/instruction_set.h"
#include "inlet/config.h"
#include "inlet/disassembler.h"
#include "inlet/fault.h"
#include "inlet/image.h"
#include "inlet/instruction_class.h"
#include "inlet/network_parts.h"
#include "inlet/observer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace inlet {

/// An instruction that asks the network interface or the clock, which no operation stands for.
struct NetworkUse {
    enum class Kind : std::uint8_t {
        none,
        clock, ///< reads the clock of the processor into Instruction::writes
        read,  ///< reads a register of the interface
        write, ///< writes one
        send,
        other,
    } kind = Kind::none;
    unsigned to = engine::sink; ///< read: general register written
    unsigned from = 0;          ///< write: general register read
    /// read, write: the register of the interface, by isa::ni; empty: `selector` has it.
    std::optional<std::uint32_t> number{};
    unsigned selector = 0;
    /// read: the result goes to memory at a register + `displacement`, not to `to`.
    std::optional<unsigned> base{};
    std::uint32_t displacement = 0;
};

/// Cycles of an instruction's issue, or of an exception's entry, that are accesses of memory, and
/// stalls of the prefetch unit.
struct IssueParts {
    std::uint64_t access = 0, stall = 0;
};

class ProcessorText {
  public:
    ProcessorText() = default;
    virtual ~ProcessorText() = default;
    ProcessorText(const ProcessorText &) = delete;
    ProcessorText &operator=(const ProcessorText &) = delete;

    // Words are the first four bytes of instructions.

    /// "lw", or "(unknown)".
    virtual std::string mnemonic(std::uint32_t word) const = 0;
    /// In assembler syntax, with the symbols of `names` as targets. A longer instruction is
    /// completed from the program if the program has `word` at `pc`. `features`: those of a MIPS.
    virtual std::string text(const Image &names, std::uint32_t pc, std::uint32_t word,
                             mips::Features features) const = 0;
    /// The same for the bytes that were executed.
    virtual std::string executed(const Image &names, const InstructionEvent &event,
                                 mips::Features features) const {
        return text(names, event.pc, event.word, features);
    }
    /// Bytes of the shortest instruction; all are multiples of it.
    virtual std::uint32_t least_length() const { return 4; }
    /// The instruction of the program at `pc`. Empty: the program has no text there.
    virtual std::optional<Disassembler::Listed> in_program(const Image &names,
                                                           std::uint32_t pc) const;
    virtual InstructionClass classify(std::uint32_t word) const = 0;
    /// Whether machines charge accesses of memory and stalls apart from an instruction's base cost.
    virtual bool splits_issue() const { return false; }
    /// What these are of the issue of this instruction, or of an exception's entry of so many
    /// cycles.
    virtual IssueParts issue_parts(const InstructionEvent &, const MachineConfig &) const {
        return {};
    }
    virtual IssueParts entry_parts(std::uint64_t cycles, const MachineConfig &) const {
        static_cast<void>(cycles);
        return {};
    }

    /// Whether branches, calls and returns have a delay slot.
    virtual bool delay_slots() const { return false; }
    /// Fast tests before classify(): whether `word` may call or return; whether it may load or
    /// store.
    virtual bool may_transfer(std::uint32_t) const { return true; }
    virtual bool may_access(std::uint32_t) const { return true; }
    /// Whether an instruction in a slot may trap to a handler that returns into the slot, and
    /// `word` ends such a handler.
    virtual bool slots_trap() const { return false; }
    virtual bool ends_trap(std::uint32_t) const { return false; }

    /// Whether `word` enters a kernel.
    virtual bool traps(std::uint32_t) const { return false; }
    /// Whether `word` maintains the cache, because a device reads and writes memory.
    virtual bool maintains_cache(std::uint32_t) const { return false; }
    /// Traps for register windows.
    enum class WindowTrap : std::uint8_t { none, overflow, underflow };
    virtual bool has_windows() const { return false; }
    /// `cause`: events::Exception::cause.
    virtual WindowTrap window_trap(std::uint32_t cause) const {
        static_cast<void>(cause);
        return WindowTrap::none;
    }

    /// The set with all instructions that some machine has: a program executes only those of its
    /// own.
    virtual std::shared_ptr<const engine::InstructionSet> full_set() const = 0;
    virtual NetworkUse network_use(const engine::Instruction &in) const = 0;
    /// What the instruction `word` of the network interface needs.
    virtual NetworkNeeds network_needs(std::uint32_t) const { return {}; }
    /// The registers, as in Instruction::uses, that an instruction reads only to keep flags that no
    /// branch reads.
    virtual std::uint64_t keeps(const engine::Instruction &) const { return 0; }
    /// Whether a rare instruction only writes back or touches a line of a cache.
    virtual bool flushes(const engine::Instruction &) const { return false; }

    // Of faults (inlet/processor.h).

    /// The kind of access of the faulting instruction `word`.
    virtual std::string_view access(std::uint32_t word, FaultKind) const;
    virtual FaultKind meaning(const Fault &fault) const { return fault.kind; }
    virtual std::string trap(const Fault &fault) const { return describe(fault.kind); }
    /// What a user does about a fault. nullptr: what holds on every processor.
    virtual const char *advice(FaultKind) const { return nullptr; }
    /// fault_note().
    virtual std::string note(const Fault &, const Image &) const { return ""; }
};

const ProcessorText &text_of(Processor processor);

} // namespace inlet
