// The interface that a processor implements. The engine calls it when it decodes code, when it
// executes a rare instruction and when it takes a trap, but never between two instructions of a
// block.
//
// How to write a front end (cpu/mips and cpu/sparc are examples):
//
//  1. Derive a class from InstructionSet and assign its registers numbers in the register file of
//     uop.h. Register 0 always reads as 0, and an instruction that would write it writes `sink`. An
//     instruction set without such a register starts at 1. State that only rare instructions use
//     (windows, masks) lies in words behind the file, from State::r[registers] on; words() returns
//     the number of all words.
//  2. decode() fills an Instruction from bytes: its kind, operands, `uses` and `writes` (exact for
//     registers 0 to 63, flags included, because the slot of a branch is checked against them), its
//     cost, which of its results arrive late, and which results it awaits. Branches and jumps with
//     a known target have the target in `imm`, and set `direct`; those with a delay slot set
//     `slot`.
//  3. lift() writes the micro-operations of an instruction. Most instructions need one:
//
//         case Op::ADD: return group.op(UopCode::ADDU, in.to, in.rs, in.rt);
//         case Op::LD:  return group.op(UopCode::LW, in.to, in.rs, 0, in.imm);
//         case Op::BNE: return group.branch(UopCode::BFLAGS, 0, 0, not_equal);
//         case Op::CALL: return group.jump(15, pc);
//
//     The meaning of an operation is one line in alu.def, branch.def, memory.def, trap.def or
//     beyond_mips.def. A rare instruction calls a C++ function of the instruction set
//     (UopBuilder::call). The stepper passes an instruction that changes modes or masks, or that
//     lift() leaves empty, to execute(). verify() checks the rules for groups.
//  4. trap() enters the program's own handler. abi() names the registers of arguments and stack.
//
// The interpreter, the stepper, the compiled tier, waits, exact stops and running ahead then work.
#pragma once

#include "cpu/engine/instruction.h"
#include "cpu/engine/state.h"
#include "inlet/cost.h"
#include "inlet/register_info.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace inlet {
class Caches;
class Memory;
} // namespace inlet

namespace inlet::engine {

struct FloatStackUse;
class Program;

/// Builds a group: the operations of one instruction. A group obeys these rules:
///  * An operation that may bail out (a load, store, trap or call) comes before all operations that
///    write a register other than a temporary or a latch, because a bail-out undoes the group.
///  * Temporaries are written before they are read, and no other group reads them.
///  * A branch or jump is the last operation. The operations of its slot are put before it.
class UopBuilder {
  public:
    static constexpr std::size_t most = 13;

    /// Adds an operation: the register that it writes, those that it reads, and the rest (uop.h).
    void op(UopCode code, unsigned to, unsigned a, unsigned b, std::uint32_t imm = 0,
            unsigned c = 0);
    /// Adds a call of function number `function` of the instruction set.
    void call(unsigned function, unsigned to, unsigned a, unsigned b, std::uint32_t imm = 0) {
        op(UopCode::CALL, to, a, b, imm, function);
    }
    /// Adds a conditional branch to Instruction::imm.
    void branch(UopCode condition, unsigned a, unsigned b, unsigned c = 0) {
        op(condition, sink, a, b, 0, c);
    }
    /// Adds a jump to Instruction::imm. Sets `link` to `value` after the slot.
    void jump() { op(UopCode::J, sink, 0, 0); }
    void jump(unsigned link, std::uint32_t value) { op(UopCode::JAL, link, 0, 0, value); }
    /// Adds a jump to the address in a register, which is read after the slot.
    void jump_to(unsigned target) { op(UopCode::JR, sink, target, 0); }
    void jump_to(unsigned target, unsigned link, std::uint32_t value) {
        op(UopCode::JALR, link, target, 0, value);
    }
    /// Adds a jump without link and slot. It is taken if register `a` has a bit of `mask` set, or,
    /// where `has` is false, if it has none of them set.
    void jump_to_if(unsigned target, unsigned a, unsigned mask, bool has) {
        op(has ? UopCode::JR_BITS : UopCode::JR_NO_BITS, sink, a, target, 0, mask);
    }

    std::span<const Uop> ops() const { return {ops_.data(), count_}; }
    void clear() { count_ = 0; }

  private:
    std::array<Uop, most> ops_{};
    std::size_t count_ = 0;
};

/// Returns the rule above that a group breaks, or nothing if it may run.
std::optional<std::string_view> verify(std::span<const Uop> group);

/// What one step did. Observers are told of it.
struct Stepped {
    std::uint32_t pc = 0;
    std::uint64_t cycle = 0; ///< when the instruction started
    const Instruction *instruction = nullptr;
    Cost cost;
};

/// A function that all tiers call for a rare instruction. It changes only registers. Returns false
/// if it has changed nothing but State::fault, which holds the reason.
using Function = bool (*)(State &, const Uop &);

/// An access to data.
struct DataAccess {
    std::uint32_t address = 0, bytes = 0;
    bool store = false;
};

/// The effects of a rare instruction beyond registers and memory.
struct Rare {
    std::uint32_t next;                 ///< address of the following instruction (an input)
    std::uint32_t target;               ///< target of the branch; `next` if it does not branch
    std::uint32_t cycles;               ///< added to its cost, modulo 2^32
    bool branches;                      ///< goes to `target`, after its slot if it has one
    bool annuls;                        ///< skips its slot
    std::optional<DataAccess> access{}; ///< its cache misses are not in its cost
};

/// A program that has trapped into its kernel: the trap instruction, the address behind it, and the
/// stack pointer.
struct Trapped {
    std::uint32_t trap = 0, pc = 0, stack = 0;
};

/// How programs are called, and how they call the host.
struct Abi {
    std::uint8_t stack;          ///< register
    std::uint8_t first_argument; ///< register; the other arguments follow
    std::uint8_t result;         ///< register
    std::uint32_t frame;         ///< bytes that a caller reserves above the stack pointer
    std::uint32_t first_service; ///< Instruction::imm of the host's first service
    /// Register that holds the number of the host service. 0: Instruction::imm holds it.
    std::uint8_t service = 0;
    bool little = false; ///< little-endian
    /// Programs start with a stack, arguments and the number of nodes. If false, a kernel in the
    /// program sets all of this up.
    bool arguments = true;
};

/// The services that the host offers to programs (docs/t1-abi.md, "Host services").
enum class Service : std::uint8_t {
    none,
    exit,
    write, ///< writes to the console
    io,    ///< a service of an I/O node
    fail,
    heap,
    guard, ///< unmaps pages below a thread's stack
    // Services for programs with a kernel of their own (Abi::arguments is false).
    number,    ///< writes a number to the console
    fail_here, ///< fails at the call
    exception, ///< reports an exception that the kernel does not handle
    mark,      ///< records the cycle
};

/// Register windows. Two functions of the instruction set move to the next window; compiled code
/// can do the same by itself. Each function adds its operands (registers `a` and `b` and the
/// immediate) in the old window, and writes the sum to register `to` in the new window. It returns
/// false if the new window is not free.
struct WindowMoves {
    unsigned count = 0;   ///< number of windows, a power of two. Down is to the next lower number
    unsigned outs = 0;    ///< register: the first of 8; they are the ins of the window below
    unsigned locals = 0;  ///< register: the first of 8; 8 ins follow
    unsigned places = 0;  ///< word of State::r: locals and ins of window 0, then of window 1, ...
    unsigned current = 0; ///< word of State::r: number of the window that the file holds
    unsigned invalid = 0; ///< word of State::r: bit n is set if window n is not free
    std::uint8_t down = 0, up = 0; ///< numbers of the two functions
};

class InstructionSet {
  public:
    explicit InstructionSet(const Timing &timing) : timing_(timing) {}
    virtual ~InstructionSet() = default;
    InstructionSet(const InstructionSet &) = delete;
    InstructionSet &operator=(const InstructionSet &) = delete;

    virtual std::string_view name() const = 0;
    /// Instructions are aligned to 1 << shift() bytes.
    virtual unsigned shift() const { return 2; }
    /// Length of all instructions in bytes; 0 if their lengths differ.
    virtual unsigned length() const { return 4; }
    /// Number of words of State::r that are copied to run ahead, compared and saved.
    virtual unsigned words() const = 0;
    virtual bool has_float() const = 0;
    /// Whether programs may be compiled for the host (compiled/).
    virtual bool compiles() const { return true; }
    const Timing &timing() const { return timing_; }

    /// Decodes the instruction at `pc`; `bytes` extend to the end of the text. Returns
    /// Kind::illegal if the bytes are not an instruction; its length then says where decoding
    /// resumes. Returns Kind::absent if the bytes end within an instruction.
    virtual Instruction decode(std::span<const std::uint8_t> bytes, std::uint32_t pc) const = 0;
    /// Writes the operations of a legal instruction. With none, execute() executes it.
    virtual void lift(const Instruction &in, std::uint32_t pc, UopBuilder &group) const = 0;
    /// Writes operations for the usual case of an instruction that lift() leaves to execute(). They
    /// bail out in all other cases. A branch among them goes to Instruction::imm. They are not used
    /// on nodes with caches.
    virtual void lift_rare(const Instruction &in, std::uint32_t pc, UopBuilder &group) const {
        static_cast<void>(in), static_cast<void>(pc), static_cast<void>(group);
    }
    /// The functions that UopCode::CALL calls, by number. They live as long as the process.
    virtual std::span<const Function> functions() const { return {}; }

    /// nullptr if there are no register windows.
    virtual const WindowMoves *window_moves() const { return nullptr; }
    /// nullptr if there is no stack of floating-point numbers (float_stack.h).
    virtual const FloatStackUse *float_stack() const { return nullptr; }

    /// Whether blocks of `program` may run. Blocks do not check modes, masks and interrupts. Maps
    /// `memory` as the mode of the core requires. Called often.
    virtual bool may_run(const State &state, Memory &memory, const Program &program) const = 0;
    /// Those of `units` (Instruction::needs) that are disabled.
    virtual std::uint32_t disabled(const State &state, std::uint32_t units) const {
        static_cast<void>(state), static_cast<void>(units);
        return 0;
    }
    /// Executes one instruction (engine.h, step()). By default, executes the operations of lift().
    virtual Stop step(State &state, Memory &memory, const Program &program, Stepped &stepped,
                      Caches *caches) const;
    /// Whether the slot of a branch may hold another branch. If so, in_slot does not imply that npc
    /// is an outcome of the branch before pc.
    virtual bool has_couples() const { return false; }
    /// Whether step() is the default one.
    virtual bool steps_by_operations() const { return true; }

    // --- Called by the default step() ---

    /// Called before the instruction at pc. Returns Stop::fault if an interrupt comes first.
    virtual Stop before(State &, Memory &) const { return Stop::budget; }
    /// Executes an instruction that lift() leaves empty. Returns `budget` if it is done, `system`
    /// if it is done and modes or masks may have changed, and `fault` if nothing has changed but
    /// State::fault. It must not write watched memory (Memory::watched); it returns
    /// FaultKind::text_write instead.
    virtual Stop execute(State &state, Memory &memory, const Instruction &in, Rare &rare) const;

    // --- Traps ---

    /// Enters the program's handler for a fault. Calls `entering` before it changes anything.
    /// Returns false, with nothing changed, if there is no handler or the fault is not a trap of
    /// this processor.
    virtual bool trap(State &state, Memory &memory, const Fault &fault,
                      const std::function<void()> &entering) const = 0;
    /// Memory that trap() and the entry of an interrupt write. It must not hold decoded code.
    virtual std::optional<DataAccess> frame(const State &state) const {
        return static_cast<void>(state), std::nullopt;
    }

    /// The cause of the last trap: the Cause register on MIPS, the number of the trap on SPARC.
    virtual std::uint32_t cause(const State &state) const {
        static_cast<void>(state);
        return 0;
    }
    /// Tells the processor which interrupts devices request: `asked`, of `all` that there are. Each
    /// instruction set defines its bits (PlacedDevice::lines). Called when the requests may have
    /// changed. Returns true if the processor takes an interrupt now: may_run() is then false, and
    /// before() (or the set's own step()) returns a fault that trap() takes.
    virtual bool interrupts(State &state, std::uint32_t all, std::uint32_t asked) const {
        static_cast<void>(state), static_cast<void>(all), static_cast<void>(asked);
        return false;
    }
    /// An event between a branch and its slot makes the branch execute twice. Returns whether the
    /// second execution of `branch` may have another effect than the first.
    virtual bool repeats_otherwise(std::uint32_t branch) const {
        static_cast<void>(branch);
        return false;
    }
    /// The running code may not use addresses from here on.
    virtual std::uint32_t limit(const State &state) const {
        static_cast<void>(state);
        return ~0u;
    }

    // --- Debuggers ---

    /// The name that gdb has for the architecture.
    virtual const char *architecture() const { return ""; }
    /// Registers by gdb's numbers.
    virtual std::span<const RegisterInfo> registers() const { return {}; }
    /// `number` is an index of registers().
    virtual std::uint32_t read_register(const State &, unsigned number) const {
        return static_cast<void>(number), 0;
    }
    /// Returns false if the register cannot be written.
    virtual bool write_register(State &, unsigned number, std::uint32_t value) const {
        return static_cast<void>(number), static_cast<void>(value), false;
    }
    /// Definitions, in gdb's format, of the types of registers() that gdb does not know.
    virtual const char *register_types() const { return ""; }
    /// Read and write registers of more than 32 bits as bytes, the lowest first.
    virtual void read_wide(const State &, unsigned number, std::span<std::uint8_t> bytes) const {
        static_cast<void>(number), static_cast<void>(bytes);
    }
    virtual bool write_wide(State &, unsigned number, std::span<const std::uint8_t> bytes) const {
        return static_cast<void>(number), static_cast<void>(bytes), false;
    }
    /// Whether caches see the accesses of rare_accesses(). Otherwise they see Rare::access.
    virtual bool costs_rare_accesses() const { return false; }
    /// The accesses that an instruction without operations would make, for watchpoints.
    virtual std::vector<DataAccess> rare_accesses(const State &, const Instruction &) const {
        return {};
    }
    /// Changes `bytes`, a copy of memory at `address`, to what a debugger should see: values that
    /// are still in registers but belong to this memory (SPARC's windows).
    virtual void show_memory(const State &, std::uint32_t address,
                             std::span<std::uint8_t> bytes) const {
        static_cast<void>(address), static_cast<void>(bytes);
    }

    // --- The environment of the program ---

    /// The call stack: addresses of the call instructions, innermost first, at most `most` of them.
    /// `function` is the entry of the function at pc. Returns nothing if the stack has to be
    /// derived from the code (node/callers.h, for MIPS).
    virtual std::optional<std::vector<std::uint32_t>>
    calls(const State &state, const Memory &memory, const Program &program, std::uint32_t function,
          std::size_t most) const;

    // Where it returns an empty list, call frame information may show more (node/callers.h):

    /// The places of the registers that DWARF numbers from 0 on; empty: calls() is all there is.
    virtual std::span<const std::uint8_t> frame_registers() const { return {}; }
    /// The address of the call instruction that returns to `back`.
    virtual std::optional<std::uint32_t> call_before(const Program &program,
                                                     std::uint32_t back) const {
        static_cast<void>(program);
        return back;
    }
    /// The program whose trap the running kernel serves.
    virtual std::optional<Trapped> trapped(const State &state, const Memory &memory,
                                           const Program &program) const {
        static_cast<void>(state), static_cast<void>(memory), static_cast<void>(program);
        return std::nullopt;
    }

    virtual const Abi &abi() const = 0;
    /// The service that a program requests by number `code`.
    virtual Service service(std::uint32_t code) const;
    /// Translates an address of the program to one of memory. Returns nothing if some of the bytes
    /// are not mapped.
    virtual std::optional<std::uint32_t> physical(const State &state, const Memory &memory,
                                                  std::uint32_t address,
                                                  std::uint32_t bytes) const {
        static_cast<void>(state), static_cast<void>(memory), static_cast<void>(bytes);
        return address;
    }
    /// The fault that the kernel in the program reports by Service::exception. `what` is its
    /// number.
    virtual Fault reported(const State &state, const Memory &memory, std::uint32_t what) const {
        static_cast<void>(memory);
        return {FaultKind::trap, 0, state.now, state.pc, what};
    }
    /// Sets the registers of a core that starts, except pc, stack and arguments.
    virtual void reset(State &state) const = 0;
    /// Whether the registers of a loaded snapshot have values on which execution relies: flags of
    /// one bit, numbers of registers.
    virtual bool sound(const State &) const { return true; }

  private:
    Timing timing_;
};

} // namespace inlet::engine
