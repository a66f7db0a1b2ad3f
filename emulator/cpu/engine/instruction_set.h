// What a processor has to provide. Everything here is asked when code is decoded, when an
// instruction is rare, or at a trap; never between two instructions of a block.
//
// How a front end is written (cpu/mips and cpu/sparc are two):
//
//  1. Derive a class from InstructionSet and give registers numbers in the file of uop.h. Register
//     0 is always 0, and what would write it writes `sink`: a set without such a register begins at
//     1. State that only rare
//     instructions touch (windows, masks) is words behind the file, from State::r[registers] on;
//     words() says how many words there are in all.
//  2. decode() fills an Instruction from bytes: kind, operands, `uses` and `writes` (exact for
//     registers 0 to 63, flags included: the slot of a branch is checked against them), the cost,
//     what of its results arrives late and what it awaits. Branches and jumps with a known target
//     have it in `imm`, and `direct`; those with a delay slot have `slot`.
//  3. lift() says in micro-operations what the instruction does; most are one operation:
//
//         case Op::ADD: return group.op(UopCode::ADDU, in.to, in.rs, in.rt);
//         case Op::LD:  return group.op(UopCode::LW, in.to, in.rs, 0, in.imm);
//         case Op::BNE: return group.branch(UopCode::BFLAGS, 0, 0, not_equal);
//         case Op::CALL: return group.jump(15, pc);
//
//     The semantics of an operation are a line in alu.def, branch.def, memory.def, trap.def or
//     beyond_mips.def. What is rare is a function of the set (UopBuilder::call), of a few lines of
//     C++; what changes modes or masks, and whatever lift() leaves empty, is execute()'s, in the
//     stepper only. The rules are verify()'s.
//  4. trap() enters the program's own handler; abi() says where arguments and the stack are.
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

class Program;

/// The operations of one instruction. Its rules:
///  * nothing that may bail out (a load, store, trap or call) stands behind what writes a register
///    that is not a temporary or a latch: a bail-out gives the whole group back;
///  * temporaries are written before they are read, and no other group reads them;
///  * a branch or jump is the last operation; its slot's operations are put before it.
class UopBuilder {
  public:
    static constexpr std::size_t most = 13;

    /// An operation: registers written and read, and what else it has (uop.h).
    void op(UopCode code, unsigned to, unsigned a, unsigned b, std::uint32_t imm = 0,
            unsigned c = 0);
    /// Function number `function` of the instruction set, with these operands.
    void call(unsigned function, unsigned to, unsigned a, unsigned b, std::uint32_t imm = 0) {
        op(UopCode::CALL, to, a, b, imm, function);
    }
    /// A conditional branch to Instruction::imm.
    void branch(UopCode condition, unsigned a, unsigned b, unsigned c = 0) {
        op(condition, sink, a, b, 0, c);
    }
    /// A jump to Instruction::imm; `link` becomes `value`, behind the slot.
    void jump() { op(UopCode::J, sink, 0, 0); }
    void jump(unsigned link, std::uint32_t value) { op(UopCode::JAL, link, 0, 0, value); }
    /// The same to the address in a register, which is read behind the slot.
    void jump_to(unsigned target) { op(UopCode::JR, sink, target, 0); }
    void jump_to(unsigned target, unsigned link, std::uint32_t value) {
        op(UopCode::JALR, link, target, 0, value);
    }
    /// The same without a link and a slot, if register `a` has a bit of `mask`, or `has` none.
    void jump_to_if(unsigned target, unsigned a, unsigned mask, bool has) {
        op(has ? UopCode::JR_BITS : UopCode::JR_NO_BITS, sink, a, target, 0, mask);
    }

    std::span<const Uop> ops() const { return {ops_.data(), count_}; }
    void clear() { count_ = 0; }

  private:
    std::array<Uop, most> ops_{};
    std::size_t count_ = 0;
};

/// What is wrong with a group by the rules above; nothing: it may run.
std::optional<std::string_view> verify(std::span<const Uop> group);

/// What one step did, for an observer.
struct Stepped {
    std::uint32_t pc = 0;
    std::uint64_t cycle = 0; ///< when it started
    const Instruction *instruction = nullptr;
    Cost cost;
};

/// A function that all tiers call for a rare instruction. It changes registers only. False: nothing
/// has changed but State::fault, which says why.
using Function = bool (*)(State &, const Uop &);

/// An access of data.
struct DataAccess {
    std::uint32_t address = 0, bytes = 0;
    bool store = false;
};

/// What else a rare instruction does.
struct Rare {
    std::uint32_t next;                 ///< where the program goes on behind it (given)
    std::uint32_t target;               ///< the same, unless it branches
    std::uint32_t cycles;               ///< more than its cost, modulo 2^32
    bool branches;                      ///< to `target`; behind its slot if it has one
    bool annuls;                        ///< its slot is skipped
    std::optional<DataAccess> access{}; ///< what it costs where there are caches is not in its cost
};

/// How programs are called, and call the host.
struct Abi {
    std::uint8_t stack;          ///< register
    std::uint8_t first_argument; ///< register; the others are behind it
    std::uint8_t result;         ///< register
    std::uint32_t frame;         ///< bytes that a caller leaves free above the stack's end
    std::uint32_t first_service; ///< Instruction::imm of the host's first service
    /// Register with the number of the host's service; 0: it is Instruction::imm.
    std::uint8_t service = 0;
    bool little = false; ///< words have their low byte first
    /// Programs get a stack, arguments and the number of nodes; without, a kernel of their own sets
    /// all of it up.
    bool arguments = true;
};

/// What a program asks the host for (docs/t1-abi.md, "Host services").
enum class Service : std::uint8_t {
    none,
    exit,
    write, ///< to the console
    io,    ///< an I/O node's
    fail,
    heap,
    // Services of programs that bring their own kernel (Abi::arguments is false).
    number,    ///< a number to the console
    fail_here, ///< the fault is at the call
    exception, ///< the kernel reports an exception that it does not handle
    mark,      ///< notes the cycle
};

/// Registers of the file that are those of one of several windows: two of the set's functions move
/// to the next window, as compiled code can do itself. Each adds its operands (registers `a` and
/// `b` and the immediate) in the old window, and writes the sum to register `to` in the new one. It
/// is false where the new window is not free.
struct WindowMoves {
    unsigned count = 0;   ///< windows; a power of two. One moves down to the next lower number
    unsigned outs = 0;    ///< register: the first of 8, the ins of the window below
    unsigned locals = 0;  ///< register: the first of 8, with 8 ins behind them
    unsigned places = 0;  ///< word of State::r: locals and ins of window 0, of window 1, ...
    unsigned current = 0; ///< word of State::r: the window whose registers the file has
    unsigned invalid = 0; ///< word of State::r: bit n: window n is not free
    std::uint8_t down = 0, up = 0; ///< numbers of the functions
};

class InstructionSet {
  public:
    explicit InstructionSet(const Timing &timing) : timing_(timing) {}
    virtual ~InstructionSet() = default;
    InstructionSet(const InstructionSet &) = delete;
    InstructionSet &operator=(const InstructionSet &) = delete;

    virtual std::string_view name() const = 0;
    /// Instructions begin at multiples of 1 << shift(), and have this length if all have the same.
    virtual unsigned shift() const { return 2; }
    virtual unsigned length() const { return 4; } ///< 0: they differ
    /// Words of State::r that it uses: what is copied to run ahead, compared and saved.
    virtual unsigned words() const = 0;
    virtual bool has_float() const = 0;
    /// Its programs may be compiled for the host (compiled/).
    virtual bool compiles() const { return true; }
    const Timing &timing() const { return timing_; }

    /// Decodes what is at `pc`; `bytes` go as far as the text does. Kind::illegal where they are no
    /// instruction, its length then as far as it goes on; Kind::absent where they end within one.
    virtual Instruction decode(std::span<const std::uint8_t> bytes, std::uint32_t pc) const = 0;
    /// Writes the operations of an instruction that is not illegal; none: it is the stepper's.
    virtual void lift(const Instruction &in, std::uint32_t pc, UopBuilder &group) const = 0;
    /// Operations of an instruction that execute() has in the stepper, for the usual case of it:
    /// they bail out in any other. A branch among them leads to Instruction::imm. Where there are
    /// caches they are not used.
    virtual void lift_rare(const Instruction &in, std::uint32_t pc, UopBuilder &group) const {
        static_cast<void>(in), static_cast<void>(pc), static_cast<void>(group);
    }
    /// What UopCode::CALL calls, by number. They stay as long as the process.
    virtual std::span<const Function> functions() const { return {}; }

    /// nullptr: it has no windows.
    virtual const WindowMoves *window_moves() const { return nullptr; }

    /// Whether blocks of `program` may run: they do not ask for modes, masks and interrupts. Called
    /// often. Makes `memory` as the core's mode has it.
    virtual bool may_run(const State &state, Memory &memory, const Program &program) const = 0;
    /// One instruction (engine.h, step()). The usual one executes what lift() gives.
    virtual Stop step(State &state, Memory &memory, const Program &program, Stepped &stepped,
                      Caches *caches) const;
    /// Whether a transfer may be in the slot of another, so that in_slot does not mean that npc is
    /// an outcome of the branch before pc.
    virtual bool has_couples() const { return false; }
    /// Whether step() is the usual one.
    virtual bool steps_by_operations() const { return true; }

    // --- What the usual step() asks ---

    /// Before the instruction at pc: Stop::fault where an interrupt comes first.
    virtual Stop before(State &, Memory &) const { return Stop::budget; }
    /// Executes what lift() left empty. `budget`: done; `system`: done, and modes or masks may have
    /// changed; `fault`: nothing has changed but State::fault. Memory that is watched
    /// (Memory::watched) must not be written: FaultKind::text_write then.
    virtual Stop execute(State &state, Memory &memory, const Instruction &in, Rare &rare) const;

    // --- Traps ---

    /// Enters the program's handler for a fault; calls `entering` first, when that is certain.
    /// False: it has none, or this is no trap of its, and nothing has changed.
    virtual bool trap(State &state, Memory &memory, const Fault &fault,
                      const std::function<void()> &entering) const = 0;
    /// Memory that trap() and the entry of an interrupt write, which must not be decoded code.
    virtual std::optional<DataAccess> frame(const State &state) const {
        return static_cast<void>(state), std::nullopt;
    }

    /// Why the handler that was entered last runs: MIPS has Cause, SPARC the trap's number.
    virtual std::uint32_t cause(const State &state) const {
        static_cast<void>(state);
        return 0;
    }
    /// Devices ask for the interrupts `asked` of those that there are; the bits are the set's own
    /// (PlacedDevice::lines). Called when that may have changed. True: the processor takes one now,
    /// so may_run() is false and before() (or a step() of the set's own) is a fault that trap()
    /// takes.
    virtual bool interrupts(State &state, std::uint32_t all, std::uint32_t asked) const {
        static_cast<void>(state), static_cast<void>(all), static_cast<void>(asked);
        return false;
    }
    /// An event between a branch and its slot makes the branch run again: whether that can be
    /// something else than running it once.
    virtual bool repeats_otherwise(std::uint32_t branch) const {
        static_cast<void>(branch);
        return false;
    }
    /// Addresses from here on are not the running code's.
    virtual std::uint32_t limit(const State &state) const {
        static_cast<void>(state);
        return ~0u;
    }

    // --- Debuggers ---

    /// gdb's name of the architecture.
    virtual const char *architecture() const { return ""; }
    /// By gdb's numbers. None: Machine::Control has them itself (MIPS).
    virtual std::span<const RegisterInfo> registers() const { return {}; }
    /// `number` is that of one of registers().
    virtual std::uint32_t read_register(const State &, unsigned number) const {
        return static_cast<void>(number), 0;
    }
    /// False: it cannot be written.
    virtual bool write_register(State &, unsigned number, std::uint32_t value) const {
        return static_cast<void>(number), static_cast<void>(value), false;
    }
    /// gdb's definitions of types that registers() name and gdb does not know.
    virtual const char *register_types() const { return ""; }
    /// The same for registers of more than 32 bits: their bytes, the lowest first.
    virtual void read_wide(const State &, unsigned number, std::span<std::uint8_t> bytes) const {
        static_cast<void>(number), static_cast<void>(bytes);
    }
    virtual bool write_wide(State &, unsigned number, std::span<const std::uint8_t> bytes) const {
        return static_cast<void>(number), static_cast<void>(bytes), false;
    }
    /// What an instruction without operations would access, of those that debuggers watch.
    virtual std::vector<DataAccess> rare_accesses(const State &, const Instruction &) const {
        return {};
    }
    /// What a debugger sees of memory at `address`, of which `bytes` are a copy: what is still in
    /// registers and has its place there (SPARC's windows).
    virtual void show_memory(const State &, std::uint32_t address,
                             std::span<std::uint8_t> bytes) const {
        static_cast<void>(address), static_cast<void>(bytes);
    }

    // --- The program's surroundings ---

    /// The calls that are open: addresses of the call instructions, innermost first, `most` at
    /// most. `function`: where the function at pc begins. Nothing: they have to be found in the
    /// code (node/callers.h, which knows MIPS's).
    virtual std::optional<std::vector<std::uint32_t>>
    calls(const State &state, const Memory &memory, const Program &program, std::uint32_t function,
          std::size_t most) const;

    virtual const Abi &abi() const = 0;
    /// By the number that a program gives.
    virtual Service service(std::uint32_t code) const;
    /// Where a program's address is in memory; nothing: not all of its bytes are.
    virtual std::optional<std::uint32_t> physical(const State &state, const Memory &memory,
                                                  std::uint32_t address,
                                                  std::uint32_t bytes) const {
        static_cast<void>(state), static_cast<void>(memory), static_cast<void>(bytes);
        return address;
    }
    /// The fault that the program's kernel reports (Service::exception): `what` is its number.
    virtual Fault reported(const State &state, const Memory &memory, std::uint32_t what) const {
        static_cast<void>(memory);
        return {FaultKind::trap, 0, state.now, state.pc, what};
    }
    /// The registers of a core that starts, but for pc, stack and arguments.
    virtual void reset(State &state) const = 0;

  private:
    Timing timing_;
};

} // namespace inlet::engine
