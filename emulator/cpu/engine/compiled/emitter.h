// Shared by all parts of the translator (x86-64): the assembler, host registers, locations of guest
// registers, and exits of an operation.
#pragma once

#include "cpu/engine/compiled/direct_loads.h"
#include "cpu/engine/compiled/flag_use.h"
#include "cpu/engine/compiled/known_pages.h"
#include "cpu/engine/compiled/links.h"
#include "cpu/engine/compiled/registers.h"
#include "cpu/engine/compiled/translate.h"
#include "cpu/engine/flags.h"
#include "cpu/engine/float_stack.h"
#include "cpu/engine/instruction_set.h"

#include <asmjit/x86.h>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace inlet::engine {

namespace x86 = asmjit::x86;
using asmjit::Label;
using x86::Gp;
namespace Inst = x86::Inst;

// Host registers. The rest hold guest registers.
inline constexpr Gp state = x86::rbp, left = x86::r15, count = x86::r14;
inline constexpr Gp a1 = x86::eax, a2 = x86::ecx, a3 = x86::edx; // of one operation

/// A field of the State.
x86::Mem field(std::size_t offset);
x86::Mem field64(std::size_t offset);

/// The stack frame of compiled code, from rsp: its own words, then the arguments of Entry.
enum Slot : std::int32_t {
    at_pages = 0,  ///< of each KnownPages::Page: where in host memory its register points, or 0
    at_latch = 32, ///< a byte
    at_float = 36, ///< two bytes: a status word of the host's x87 (host_float.cpp)
    at_read = 40,
    at_write = 48,
    at_until = 112, ///< behind the saved registers and the return address
    at_bytes = 120, // Limits
    at_writable = 124,
    at_caches = 128,
};
inline x86::Mem stack(Slot slot) { return x86::qword_ptr(x86::rsp, slot); }

inline std::int32_t signed_imm(std::uint32_t v) { return static_cast<std::int32_t>(v); }

/// The exit of an operation that cannot be completed: where it leaves the node, and the corrections
/// of `left` and `count`, which stand for the end or the beginning of the block.
struct Bail {
    Leave why = Leave::stepper;
    std::uint32_t pc = 0;
    std::int32_t cycles = 0;
    std::int32_t instructions = 0;
    /// The unit, which it would have occupied, is ready at the group's beginning.
    bool frees_unit = false;
    std::function<void()> flags = {}; ///< stores condition codes
};

class Emitter {
  public:
    /// `number` is that of the code, as Left has it.
    Emitter(asmjit::CodeHolder &code, const RegisterUse &use, const Function *functions,
            const WindowMoves *windows, const FloatStackUse *floats, const CachesConfig *caches,
            const Links &links, const DirectLoads &direct, std::uint32_t number);

    x86::Assembler a;
    const Function *const functions;   ///< of the instruction set
    const WindowMoves *const windows;  ///< its, or nullptr
    const FloatStackUse *const floats; ///< its, or nullptr
    const CachesConfig *const caches;  ///< of the node, or nullptr
    const bool movbe, bmi2;            ///< the host has these instructions

    // --- Guest registers ---

    /// The host register of a guest register, or nullptr.
    const Gp *home(unsigned guest) const { return home_[guest]; }
    /// Its location in the State.
    x86::Mem place(unsigned guest) const;
    /// A register or memory; $0 is memory that holds 0.
    asmjit::Operand value(unsigned guest) const;
    /// Loads into a register that the caller may change. Leaves the flags alone.
    void copy(const Gp &to, unsigned guest);
    /// A host register with the value: its own, or `spare`.
    Gp reg(unsigned guest, const Gp &spare);
    void set(unsigned guest, const Gp &from);
    void set(unsigned guest, std::uint32_t constant);
    /// The host register for a result: its own, or a1.
    Gp result(unsigned guest) const { return home_[guest] ? *home_[guest] : a1; }
    /// Flags of s - t. May change a1.
    void compare(unsigned s, unsigned t);
    void compare_imm(unsigned s, std::uint32_t imm);

    // --- Ways in and out ---

    void prologue();
    void epilogue();
    /// Leaves compiled code at `pc`, where `carry` is State::load_mask.
    void leave(std::uint32_t pc, Late carry, std::uint64_t why);
    void leave(std::uint32_t pc, Late carry, Leave why) {
        leave(pc, carry, static_cast<std::uint64_t>(why));
    }
    /// The same with pc, or pc and carry, in rax.
    void leave_at_rax();
    /// Continues in the compiled code for the address in rax (its upper half is 0); leaves if there
    /// is none. No load delay may be pending.
    void go_to_rax();
    /// An entry for other compiled code, with the registers in the State, that continues at
    /// `label`.
    Label linked(const Label &label);
    /// Leaves in the slot at State::pc before any effect.
    void leave_as_entered_in_slot();
    /// Takes `cycles` off `left` and adds to `count`.
    void spend(std::int32_t cycles, std::int32_t instructions);

    /// The operation that is emitted next begins so many cycles before the block's end.
    void begin_operation(std::uint32_t to_end) { to_end_ = to_end; }
    /// Cycles from `after` cycles behind its beginning to the block's end.
    std::int32_t before_end(std::uint32_t after) const { return signed_imm(to_end_ - after); }

    /// Sets the exit that bail() takes.
    void on_bail(const Bail &bail);
    Label bail();

    /// A label for cold code, which is emitted behind everything else.
    Label cold(std::function<void()> emit);
    void emit_cold();

    /// Calls a function of the host that changes the state, where all of floating point is, and the
    /// register op.to; with `any` all registers. Bails out where it returns false.
    void call(Function function, const Uop &op, bool any = false) {
        call(function, op, any, bail());
    }
    void call(Function function, const Uop &op, bool any, const Label &bail);
    /// The code computes with the host's x87.
    void use_host_float() { uses_host_float_ = true; }
    bool uses_host_float() const { return uses_host_float_; }

    // --- Direct loads ---

    struct Load {
        std::size_t at = 0;
        Label otherwise;
        std::uint32_t pc = 0;
    };
    bool loads_directly(const Uop &op) const { return !caches && direct_.at(op.pc); }
    /// The instruction that is emitted next is a direct load, of `op`; it bails out if it faults.
    void next_loads_directly(const Uop &op) { loads_.push_back({a.offset(), bail(), op.pc}); }
    const std::vector<Load> &loads() const { return loads_; }

    // --- Condition codes (flags.h) ---

    /// The operation that probably set the flags before the next operation.
    FlagKind expected_flags() const { return expected_flags_; }
    void expect_flags(FlagKind kind) { expected_flags_ = kind; }
    /// The operation that certainly set the flags, and its operands while they are in their
    /// registers.
    struct KnownFlags {
        FlagKind kind = flags_bits;
        bool operands = false, immediate = false;
        unsigned a = 0, b = 0;
        std::uint32_t imm = 0;
        unsigned shift = 0; ///< of operands of fewer than 32 bits, which are at the top of words
    };
    const std::optional<KnownFlags> &known_flags() const { return known_flags_; }
    void know_flags(const KnownFlags &known) {
        known_flags_ = known;
        expected_flags_ = known.kind;
        host_flags_.reset();
    }
    /// Forgets all of this, at an entry of code or where another operation sets the flags.
    void forget_flags() {
        known_flags_.reset();
        known_order_.reset();
        host_flags_.reset();
        host_logic_.reset();
        host_carry_.reset();
    }
    /// Notes that the host's carry, or its complement, is what register `guest` has, until more
    /// code is emitted.
    void host_has_carry(unsigned guest, bool complement) {
        host_carry_ = {a.offset(), guest, complement};
    }
    /// Whether it is the complement; nothing if it is neither.
    std::optional<bool> host_carry(unsigned guest) const {
        if (!host_carry_ || host_carry_->at != a.offset() || host_carry_->guest != guest) return {};
        return host_carry_->complement;
    }
    void forget_host_carry() { host_carry_.reset(); }
    /// Whether nobody can see what `op` writes to its carry.
    bool carry_is_dead(const Uop &op) const { return engine::carry_is_dead(&op, block_end_); }
    /// Whether the next operation makes the condition codes of this one's result.
    bool is_followed_by_flags(const Uop &op) const {
        return &op + 1 < block_end_ && (&op + 1)->code == UopCode::MOVE_F;
    }
    /// Whether something is known that does not hold for jumps to this place.
    bool knows_flags() const { return known_flags_ || known_order_; }
    /// Notes that the host's flags are the guest's, perhaps without the carry, until more code is
    /// emitted.
    void host_has_flags(bool carry = true) { host_flags_ = {a.offset(), carry}; }
    bool has_host_flags(bool carry) const {
        return known_flags_ && host_flags_ && host_flags_->at == a.offset() &&
               (host_flags_->carry || !carry);
    }
    /// The same flags as those of a logical operation whose result is in register `guest`.
    void host_has_logic(unsigned guest) { host_logic_ = {a.offset(), guest}; }
    bool has_host_logic(unsigned guest) const {
        return host_logic_ && host_logic_->at == a.offset() && host_logic_->guest == guest;
    }
    /// Notes that the condition codes of `op` are dead.
    bool flags_are_dead(const Uop &op) const { return engine::flags_are_dead(&op, block_end_); }
    bool flags_are_read(const Uop &op) const { return engine::flags_are_read(&op, block_end_); }
    /// The operation up to which registers must keep what defer_flags() reads; nullptr: condition
    /// codes of `op` must be stored.
    const Uop *last_to_see_flags(const Uop &op) const {
        return defers_ ? engine::last_to_see_flags(&op, block_end_) : nullptr;
    }
    /// Only what bails out sees the condition codes of the operation in work: `store` emits their
    /// words there, with the registers as they are behind it.
    void defer_flags(std::function<void()> store) {
        forget_flags();
        new_flags_ = std::move(store);
    }
    /// Permits defer_flags(). The caller promises that code is left only at operations that bail
    /// out, and that it is not entered at an operation where defers_flags() is true.
    void allow_deferred_flags() { defers_ = true; }
    bool defers_flags() const { return deferred_flags_ != nullptr; }
    /// `end` is behind the operations that are emitted together.
    void begin_operations(const Uop *end) {
        block_end_ = end;
        deferred_flags_ = nullptr;
    }
    const Uop *operations_end() const { return block_end_; }

    /// The pages that accesses behind a first one need not look up.
    KnownPages pages;
    /// A label for who comes to `here` from elsewhere, where the pages known there may be others.
    Label without_pages(const Label &here);

    /// The last comparison that made a field of PowerPC's CR, while its operands are in their
    /// registers.
    struct KnownOrder {
        unsigned field = 0; ///< register
        bool is_signed = false, immediate = false;
        unsigned a = 0, b = 0;
        std::uint32_t imm = 0;
        std::size_t at = 0; ///< the host's flags are this comparison's where code is so long
    };
    const std::optional<KnownOrder> &known_order() const { return known_order_; }
    void know_order(const KnownOrder &known) { known_order_ = known; }

    /// An operation has written its registers.
    void wrote(const Uop &op) {
        pages.wrote(op);
        if (!leaves_flags(op)) deferred_flags_ = std::exchange(new_flags_, nullptr);
        const auto in = [&](unsigned guest) {
            return guest != 0 && (guest == op.to || guest == op.to + 1u);
        };
        if (known_order_ &&
            (in(known_order_->a) || (!known_order_->immediate && in(known_order_->b)) ||
             (in(known_order_->field) && !makes_order(op.code))))
            known_order_.reset();
        if (!known_flags_) return;
        if (in(known_flags_->a) || (!known_flags_->immediate && in(known_flags_->b)))
            known_flags_->operands = false;
    }
    /// Loads the guest's flags, all six of an x86, into the host's, whatever set them. Slow.
    void load_host_flags();
    /// The same where a1 has them as flags_host does.
    void flags_from_a1();
    /// Notes that code from `before` bytes on leaves the host's flags as they were.
    void kept_host_flags(std::size_t before) {
        if (host_flags_ && host_flags_->at == before) host_flags_->at = a.offset();
    }

    /// False: an operation cannot be emitted.
    bool complete() const { return complete_; }
    void is_incomplete() { complete_ = false; }

  private:
    void choose_homes(const RegisterUse &use);
    /// State::unit_ready is no later than the clock.
    void free_unit();

    const Gp *home_[guest_registers] = {};
    std::vector<unsigned> loaded_, stored_;
    struct Cold {
        Label label;
        std::function<void()> emit;
    };
    std::vector<Cold> cold_;
    const Links &links_;
    const DirectLoads &direct_;
    std::vector<Load> loads_;
    const std::uint32_t number_;
    Label finish_, load_, go_;
    std::uint32_t to_end_ = 0;
    Bail bail_;
    Label bail_label_; ///< not valid until it is used
    bool defers_ = false;
    std::function<void()> deferred_flags_, new_flags_;
    bool complete_ = true, uses_host_float_ = false;
    FlagKind expected_flags_ = flags_sub;
    std::optional<KnownFlags> known_flags_;
    std::optional<KnownOrder> known_order_;
    struct HostFlags {
        std::size_t at = 0; ///< behind so many bytes of code
        bool carry = false;
    };
    std::optional<HostFlags> host_flags_;
    struct HostLogic {
        std::size_t at = 0;
        unsigned guest = 0;
    };
    std::optional<HostLogic> host_logic_;
    struct HostCarry {
        std::size_t at = 0;
        unsigned guest = 0;
        bool complement = false;
    };
    std::optional<HostCarry> host_carry_;
    const Uop *block_end_ = nullptr;
};

} // namespace inlet::engine
