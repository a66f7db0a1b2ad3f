// The semantics of the operations a second time, as x86-64 instructions. alu.def, branch.def,
// memory.def and trap.def say what they must do; compiled_test and the oracle compare.
#include "cpu/mips/compiled/translate.h"

#include "cpu/memory.h"
#include "cpu/mips/compiled/float_calls.h"
#include "cpu/mips/compiled/registers.h"

#include <algorithm>
#include <asmjit/x86.h>
#include <cstddef>
#include <functional>
#include <numeric>
#include <optional>
#include <set>

namespace inlet::mips {

namespace {

namespace x86 = asmjit::x86;
using asmjit::Label;
using Cond = x86::CondCode;
using x86::Gp;
namespace Inst = x86::Inst;

// Host registers. The rest hold guest registers.
const Gp state = x86::rbp, left = x86::r15, count = x86::r14;
const Gp a1 = x86::eax, a2 = x86::ecx, a3 = x86::edx; // of one operation
const Gp guest_homes[] = {x86::ebx, x86::r12d, x86::r13d, x86::esi, x86::edi,
                          x86::r8d, x86::r9d,  x86::r10d, x86::r11d};
constexpr unsigned kept_by_calls = 3; // so many of them, in this order

// What compiled code keeps on the stack, which is aligned for a call.
enum Slot : std::int32_t {
    at_read = 0,
    at_write = 8,
    at_bytes = 16, // both words of Frame at once
    at_writable = 20,
    at_until = 24,
    at_latch = 32,
    at_frame = 40,
    stack_bytes = 56
};

static_assert(offsetof(Frame, writable) - offsetof(Frame, bytes) == at_writable - at_bytes);

x86::Mem stack(Slot slot) { return x86::qword_ptr(x86::rsp, slot); }

x86::Mem field(std::size_t offset) {
    return x86::dword_ptr(state, static_cast<std::int32_t>(offset));
}
x86::Mem field64(std::size_t offset) {
    return x86::qword_ptr(state, static_cast<std::int32_t>(offset));
}
/// Of a register of coprocessor 1, or a pair.
std::size_t float_at(unsigned number) { return offsetof(State, f) + 4 * number; }
std::size_t pair_at(unsigned number) { return float_at(number & ~1u); }
const std::size_t spin_branch = offsetof(State, spin) + offsetof(SpinRecord, branch);
const std::size_t spin_now = offsetof(State, spin) + offsetof(SpinRecord, now);
const std::size_t spin_instructions = offsetof(State, spin) + offsetof(SpinRecord, instructions);
const std::size_t spin_turns = offsetof(State, spin) + offsetof(SpinRecord, turns);
const std::size_t spin_registers = offsetof(State, spin) + offsetof(SpinRecord, registers);

std::int32_t signed_imm(std::uint32_t v) { return static_cast<std::int32_t>(v); }

struct Condition {
    std::optional<bool> constant;
    Cond code = Cond::kE;
};

Condition negate(Condition c) {
    if (c.constant) return {!*c.constant, {}};
    return {{}, x86::negateCond(c.code)};
}

class Failure : public asmjit::ErrorHandler {
  public:
    void handleError(asmjit::Error, const char *, asmjit::BaseEmitter *) override { failed = true; }
    bool failed = false;
};

class Translator {
  public:
    Translator(const Program &program, const Region &region, asmjit::CodeHolder &code)
        : program_(program), region_(region), ops_(program.ops()), a_(&code),
          movbe_(asmjit::CpuInfo::host().features().x86().hasMOVBE()),
          bmi2_(asmjit::CpuInfo::host().features().x86().hasBMI2()) {
        choose_homes();
        for (std::size_t i = 0; i < region_.blocks.size(); ++i) {
            heads_.push_back(a_.newLabel());
            bodies_.push_back(a_.newLabel());
        }
        jump_miss_ = a_.newLabel();
        finish_ = a_.newLabel();
    }

    void run() {
        prologue();
        for (std::size_t i = 0; i < region_.blocks.size(); ++i) block(i);
        // Each may ask for another.
        for (std::size_t i = 0; i < later_.size(); ++i) {
            const std::function<void()> emit = later_[i];
            emit();
        }
        if (jumps_away_) {
            a_.bind(jump_miss_);
            a_.xor_(x86::edx, x86::edx);
            a_.jmp(finish_);
        }
        epilogue();
        jump_table();
    }

    const std::vector<Label> &heads() const { return heads_; }
    /// False: there is an operation in the region that only the interpreter has.
    bool complete() const { return complete_; }

  private:
    // --- Guest registers ---------------------------------------------------------------------

    void choose_homes() {
        const RegisterUse use = register_use(program_, region_);
        std::array<unsigned, guest_registers> order;
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(),
                         [&](unsigned x, unsigned y) { return use.weight[x] > use.weight[y]; });
        unsigned next = 0;
        for (const unsigned guest : order) {
            if (!use.weight[guest] || next == std::size(guest_homes)) break;
            if (guest == 0) continue;
            home_[guest] = &guest_homes[next++];
            loaded_.push_back(guest);
            if (use.written >> guest & 1) stored_.push_back(guest);
        }
    }

    x86::Mem place(unsigned guest) const {
        if (guest == hi_number) return field(offsetof(State, hi));
        if (guest == lo_number) return field(offsetof(State, lo));
        return field(offsetof(State, r) + 4 * guest);
    }
    /// A register or memory; $0 is memory that holds 0.
    asmjit::Operand value(unsigned guest) const {
        if (home_[guest]) return *home_[guest];
        return place(guest);
    }
    /// Loads into a register that the caller may change. Leaves the flags alone.
    void copy(const Gp &to, unsigned guest) {
        if (guest == 0)
            a_.mov(to, 0);
        else if (!home_[guest])
            a_.mov(to, place(guest));
        else if (home_[guest]->id() != to.id())
            a_.mov(to, *home_[guest]);
    }
    /// A register that holds the value, `spare` where it has none of its own.
    Gp reg(unsigned guest, const Gp &spare) {
        if (home_[guest]) return *home_[guest];
        copy(spare, guest);
        return spare;
    }
    void set(unsigned guest, const Gp &from) {
        if (guest == sink) return;
        if (!home_[guest])
            a_.mov(place(guest), from);
        else if (home_[guest]->id() != from.id())
            a_.mov(*home_[guest], from);
    }
    void set(unsigned guest, std::uint32_t constant) {
        if (guest == sink) return;
        if (home_[guest])
            a_.mov(*home_[guest], constant);
        else
            a_.mov(place(guest), constant);
    }
    /// Where a result is made: its home, or a1.
    Gp result(unsigned guest) const { return home_[guest] ? *home_[guest] : a1; }

    // --- Ways in and out ---------------------------------------------------------------------

    void prologue() {
        for (const Gp &r : {x86::rbp, x86::rbx, x86::r12, x86::r13, x86::r14, x86::r15}) a_.push(r);
        a_.sub(x86::rsp, stack_bytes);
        a_.mov(x86::rdx, x86::rsi);
        for (const auto &[slot, offset] : {std::pair{at_read, offsetof(Frame, read)},
                                           std::pair{at_write, offsetof(Frame, write)},
                                           std::pair{at_bytes, offsetof(Frame, bytes)},
                                           std::pair{at_until, offsetof(Frame, until)}}) {
            a_.mov(x86::rax, x86::qword_ptr(x86::rdi, static_cast<std::int32_t>(offset)));
            a_.mov(stack(slot), x86::rax);
        }
        a_.mov(stack(at_frame), x86::rdi);
        a_.mov(state, x86::qword_ptr(x86::rdi, offsetof(Frame, state)));
        a_.mov(left, x86::qword_ptr(x86::rdi, offsetof(Frame, left)));
        a_.mov(count, x86::qword_ptr(x86::rdi, offsetof(Frame, count)));
        for (const unsigned guest : loaded_) a_.mov(*home_[guest], place(guest));
        a_.jmp(x86::rdx);
    }

    /// rax: pc and carry, rdx: why (as Left is returned).
    void epilogue() {
        a_.bind(finish_);
        for (const unsigned guest : stored_) a_.mov(place(guest), *home_[guest]);
        a_.mov(x86::rcx, stack(at_frame));
        a_.mov(x86::qword_ptr(x86::rcx, offsetof(Frame, left)), left);
        a_.mov(x86::qword_ptr(x86::rcx, offsetof(Frame, count)), count);
        a_.add(x86::rsp, stack_bytes);
        for (const Gp &r : {x86::r15, x86::r14, x86::r13, x86::r12, x86::rbx, x86::rbp}) a_.pop(r);
        a_.ret();
    }

    void leave(std::uint32_t pc, Late carry, std::uint64_t why) {
        if (carry)
            a_.mov(x86::rax, std::uint64_t{packed(carry)} << 32 | pc);
        else
            a_.mov(x86::eax, pc);
        if (why)
            a_.mov(x86::edx, why);
        else
            a_.xor_(x86::edx, x86::edx);
        a_.jmp(finish_);
    }
    static constexpr std::uint64_t go_on = static_cast<std::uint64_t>(Leave::go_on);
    static constexpr std::uint64_t stepper = static_cast<std::uint64_t>(Leave::stepper);

    void pay(std::uint32_t cycles) { a_.sub(left, cycles); }
    void give_back(std::uint32_t cycles, std::uint32_t instructions) {
        if (cycles) a_.add(left, cycles);
        if (instructions) a_.sub(count, instructions);
    }

    template <typename Emit> Label cold(Emit emit) {
        const Label label = a_.newLabel();
        later_.push_back([this, label, emit] {
            a_.bind(label);
            emit();
        });
        return label;
    }

    /// Where the operation at k goes when it cannot be completed: the rest of the block is given
    /// back.
    Label bail() {
        if (!bail_.isValid() || bail_for_ != k_) {
            bail_for_ = k_;
            bail_ = cold([this, cycles = ops_[k_].to_end - block_->cycles_behind,
                          instructions = ops_[k_].count - block_->count_behind, pc = ops_[k_].pc] {
                give_back(cycles, instructions);
                leave(pc, 0, stepper);
            });
        }
        return bail_;
    }

    // --- Blocks ------------------------------------------------------------------------------

    void block(std::size_t number) {
        const Block &b = region_.blocks[number];
        block_ = &b;
        a_.bind(heads_[number]);
        pay(b.cycles);
        a_.jb(cold([this, cycles = b.cycles, pc = ops_[b.first].pc] {
            give_back(cycles, 0);
            leave(pc, 0, stepper); // as far as it fits
        }));
        a_.add(count, b.count);
        a_.bind(bodies_[number]);
        for (k_ = b.first; k_ < b.end; ++k_) operation(ops_[k_]);
        if (!b.branches) go(b.end, b.carry);
    }

    std::size_t number(const Block &b) const {
        return static_cast<std::size_t>(&b - region_.blocks.data());
    }

    /// Whether the block at a stream index is emitted just behind the one in work.
    bool follows(const Block &b) const { return &b == block_ + 1; }

    /// A label that leads to a stream index after a block whose last instruction loads `carry`.
    Label way(std::uint32_t index, Late carry) {
        const Block *const b = region_.at(index);
        const bool stalls = carry & ops_[index].uses && program_.timing().load_use;
        if (b && !stalls) return heads_[number(*b)];
        return cold([this, index, carry] { edge(index, carry); });
    }

    /// Emits that way, out of line.
    void edge(std::uint32_t index, Late carry) {
        const Op &op = ops_[index];
        if (op.code == Code::SPIN_EXIT) {
            a_.mov(field(spin_branch), 0);
            edge(op.target, carry);
            return;
        }
        if (op.code == Code::SPIN) {
            spin(op, carry);
            edge(op.target, carry);
            return;
        }
        const Block *const b = region_.at(index);
        if (!b) {
            leave(op.pc, carry, go_on);
            return;
        }
        if (!(carry & op.uses) || !program_.timing().load_use) {
            a_.jmp(heads_[number(*b)]);
            return;
        }
        const std::uint32_t need = b->cycles + program_.timing().load_use;
        pay(need);
        a_.jb(cold([this, need, pc = op.pc, carry] {
            give_back(need, 0);
            leave(pc, carry, stepper);
        }));
        a_.add(count, b->count);
        a_.jmp(bodies_[number(*b)]);
    }

    /// The way to a stream index, in line.
    void go(std::uint32_t index, Late carry) {
        const Block *const b = region_.at(index);
        const bool stalls = carry & ops_[index].uses && program_.timing().load_use;
        if (b && !stalls) {
            if (!follows(*b)) a_.jmp(heads_[number(*b)]);
            return;
        }
        edge(index, carry);
    }

    /// Spin: the same as turned() (spin.h) where the registers differ from the last turn's.
    void spin(const Op &op, Late carry) {
        const SpinLoop &loop = program_.spin_loop(op.imm);
        const auto last = [](unsigned i) { return field(spin_registers + 4 * i); };
        const Label differs = a_.newLabel();
        a_.cmp(field(spin_branch), loop.branch_pc);
        a_.jne(differs);
        for (unsigned i = 0; i < loop.count; ++i) {
            a_.cmp(reg(loop.registers[i], a1), last(i));
            a_.jne(differs);
        }
        leave(op.pc, carry, static_cast<std::uint64_t>(Leave::spin) + op.imm);
        a_.bind(differs);
        for (unsigned i = 0; i < loop.count; ++i) a_.mov(last(i), reg(loop.registers[i], a1));
        a_.mov(field(spin_turns), 0);
        a_.mov(field(spin_branch), loop.branch_pc);
        a_.mov(x86::rax, stack(at_until));
        a_.sub(x86::rax, left);
        a_.mov(field64(spin_now), x86::rax);
        a_.mov(field64(spin_instructions), count);
    }

    void branch(const Op &op, Condition condition) {
        if (condition.constant) {
            go(*condition.constant ? op.target : op.next, op.carry);
            return;
        }
        const Block *const taken = region_.at(op.target);
        if (taken && follows(*taken)) {
            a_.j(negate(condition).code, way(op.next, op.carry));
            go(op.target, op.carry);
        } else {
            a_.j(condition.code, way(op.target, op.carry));
            go(op.next, op.carry);
        }
    }

    /// To the address in a1, known only now.
    void jump_away(Late carry) {
        // The table has the places where this region's calls return to; nothing there stalls.
        if (carry || region_.returns.empty()) {
            if (carry) {
                a_.mov(x86::rcx, std::uint64_t{packed(carry)} << 32);
                a_.or_(x86::rax, x86::rcx);
            }
            a_.xor_(x86::edx, x86::edx);
            a_.jmp(finish_);
            return;
        }
        jumps_away_ = true;
        if (!table_.isValid()) table_ = a_.newLabel();
        a_.mov(a2, a1);
        a_.and_(a2, jump_mask() << 2);
        a_.lea(x86::rdx, x86::ptr(table_));
        a_.lea(x86::rdx, x86::ptr(x86::rdx, x86::rcx, 2));
        a_.cmp(a1, x86::dword_ptr(x86::rdx, 8));
        a_.jne(jump_miss_);
        a_.jmp(x86::qword_ptr(x86::rdx));
    }

    /// Entries of 16 bytes, found by the low bits of the word address.
    std::uint32_t jump_mask() {
        if (jump_mask_) return jump_mask_;
        for (std::uint32_t size = 4;; size *= 2) {
            std::set<std::uint32_t> used;
            bool alone = true;
            for (const std::uint32_t index : region_.returns)
                alone &= used.insert(ops_[index].pc >> 2 & (size - 1)).second;
            if (alone || size >= 1024) return jump_mask_ = size - 1;
        }
    }

    void jump_table() {
        if (!jumps_away_) return;
        std::vector<const Block *> entries(jump_mask() + 1);
        for (const std::uint32_t index : region_.returns)
            entries[ops_[index].pc >> 2 & jump_mask()] = region_.at(index);
        a_.align(asmjit::AlignMode::kData, 16);
        a_.bind(table_);
        for (std::size_t i = 0; i < entries.size(); ++i) {
            if (const Block *b = entries[i]) {
                a_.embedLabel(heads_[number(*b)], 8);
                a_.embedUInt64(ops_[b->first].pc);
            } else { // an address that is never looked for at this place
                a_.embedUInt64(0);
                a_.embedUInt64(i == 0 ? 4 : 0);
            }
        }
    }

    // --- Operations --------------------------------------------------------------------------

    /// D = S id T.
    void binary(Inst::Id id, const Op &op, bool commutes) {
        if (op.to == sink) return;
        if (home_[op.to] && op.to == op.rt && op.to != op.rs) {
            if (commutes) {
                a_.emit(id, *home_[op.to], value(op.rs));
                return;
            }
            copy(a1, op.rs);
            a_.emit(id, a1, value(op.rt));
            set(op.to, a1);
            return;
        }
        const Gp d = result(op.to);
        copy(d, op.rs);
        a_.emit(id, d, value(op.rt));
        set(op.to, d);
    }

    void binary_imm(Inst::Id id, const Op &op) {
        if (op.to == sink) return;
        const Gp d = result(op.to);
        copy(d, op.rs);
        a_.emit(id, d, asmjit::Imm(signed_imm(op.imm)));
        set(op.to, d);
    }

    void add(const Op &op) {
        if (op.rs == 0 || op.rt == 0) {
            move(op.to, op.rs ? op.rs : op.rt);
        } else if (home_[op.to] && home_[op.rs] && home_[op.rt] && op.to != op.rs &&
                   op.to != op.rt) {
            a_.lea(*home_[op.to], x86::ptr(home_[op.rs]->r64(), home_[op.rt]->r64()));
        } else {
            binary(Inst::kIdAdd, op, true);
        }
    }

    void add_imm(const Op &op) {
        if (op.to == sink) return;
        if (op.rs == 0)
            set(op.to, op.imm);
        else if (op.imm == 0)
            move(op.to, op.rs);
        else if (home_[op.to] && home_[op.rs] && op.to != op.rs)
            a_.lea(*home_[op.to], x86::ptr(home_[op.rs]->r64(), signed_imm(op.imm)));
        else
            binary_imm(Inst::kIdAdd, op);
    }

    void move(unsigned to, unsigned from) {
        if (to == sink || to == from) return;
        if (from == 0) {
            set(to, 0u);
            return;
        }
        const Gp d = home_[to] ? *home_[to] : reg(from, a1);
        copy(d, from);
        set(to, d);
    }

    void shift_imm(Inst::Id id, const Op &op) {
        if (op.to == sink) return;
        const Gp d = result(op.to);
        copy(d, op.rt);
        if (op.sa) a_.emit(id, d, asmjit::Imm(op.sa));
        set(op.to, d);
    }

    void shift(Inst::Id id, Inst::Id bmi2, const Op &op) {
        if (op.to == sink) return;
        if (bmi2_) {
            const Gp d = result(op.to);
            a_.emit(bmi2, d, value(op.rt), reg(op.rs, a2));
            set(op.to, d);
            return;
        }
        copy(a2, op.rs);
        copy(a1, op.rt);
        a_.emit(id, a1, x86::cl);
        set(op.to, a1);
    }

    /// Flags of S - T.
    void compare(unsigned s, unsigned t) {
        if (t == 0 && home_[s])
            a_.test(*home_[s], *home_[s]);
        else if (t == 0)
            a_.cmp(place(s), 0);
        else if (home_[s] || !home_[t])
            a_.emit(Inst::kIdCmp, reg(s, a1), value(t));
        else
            a_.cmp(place(s), *home_[t]);
    }
    void compare_imm(unsigned s, std::uint32_t imm) {
        if (home_[s] && imm == 0)
            a_.test(*home_[s], *home_[s]);
        else
            a_.emit(Inst::kIdCmp, value(s), asmjit::Imm(signed_imm(imm)));
    }
    /// D = condition, of the flags.
    void set_if(unsigned to, Cond condition) {
        a_.set(condition, x86::al);
        const Gp d = result(to);
        a_.movzx(d, x86::al);
        set(to, d);
    }

    /// D = S if T meets the condition against 0.
    void move_if(Cond condition, const Op &op) {
        if (op.to == sink) return;
        const Gp d = result(op.to);
        copy(d, op.to);
        compare(op.rt, 0);
        a_.emit(Inst::cmovccFromCond(condition), d, value(op.rs));
        set(op.to, d);
    }

    void leading_zeros(bool of_ones, const Op &op) {
        copy(a1, op.rs);
        if (of_ones) a_.not_(a1);
        a_.mov(a3, 63); // none is one more than 31, and what bsr gives counts from below
        a_.bsr(a2, a1);
        a_.cmovz(a2, a3);
        a_.xor_(a2, 31);
        set(op.to, a2);
    }

    /// The 64-bit product in rax.
    void multiply(bool is_signed, const Op &op) {
        const auto wide = [&](const Gp &to, unsigned guest) {
            if (!is_signed)
                copy(to.r32(), guest);
            else if (home_[guest])
                a_.movsxd(to, *home_[guest]);
            else
                a_.movsxd(to, place(guest));
        };
        wide(x86::rax, op.rs);
        wide(x86::rcx, op.rt);
        a_.imul(x86::rax, x86::rcx);
    }
    void set_hi_lo() { // from rax
        set(lo_number, a1);
        a_.shr(x86::rax, 32);
        set(hi_number, a1);
    }
    void product(bool is_signed, const Op &op) {
        multiply(is_signed, op);
        set_hi_lo();
    }
    void accumulate(bool is_signed, bool subtract, const Op &op) {
        multiply(is_signed, op);
        copy(a2, hi_number);
        copy(a3, lo_number);
        a_.shl(x86::rcx, 32);
        a_.or_(x86::rcx, x86::rdx);
        if (subtract)
            a_.sub(x86::rcx, x86::rax);
        else
            a_.add(x86::rcx, x86::rax);
        a_.mov(x86::rax, x86::rcx);
        set_hi_lo();
    }

    void quotient(bool is_signed, const Op &op) {
        const Label done = a_.newLabel(), store = a_.newLabel();
        copy(a2, op.rt);
        copy(a1, op.rs);
        a_.test(a2, a2);
        a_.jz(done);
        if (is_signed) {
            const Label divide = a_.newLabel();
            a_.cmp(a2, -1);
            a_.jne(divide);
            a_.neg(a1); // the host would trap on the smallest number
            a_.xor_(a3, a3);
            a_.jmp(store);
            a_.bind(divide);
            a_.cdq();
            a_.idiv(a2);
        } else {
            a_.xor_(a3, a3);
            a_.div(a2);
        }
        a_.bind(store);
        set(lo_number, a1);
        set(hi_number, a3);
        a_.bind(done);
    }

    // --- Memory ------------------------------------------------------------------------------

    /// The host address of S + I as rcx + rax, and rax is its place in its page; bails out where
    /// there is none. Changes a1 to a3.
    x86::Mem element(const Op &op, std::uint32_t size, Slot table) {
        if (op.rs == 0) {
            a_.mov(a1, op.imm);
        } else if (home_[op.rs]) {
            a_.lea(a1, x86::ptr(home_[op.rs]->r64(), signed_imm(op.imm)));
        } else {
            copy(a1, op.rs);
            if (op.imm) a_.add(a1, signed_imm(op.imm));
        }
        if (size > 1) {
            a_.test(x86::al, size - 1);
            a_.jnz(bail());
        }
        a_.mov(a2, a1);
        a_.mov(x86::rdx, stack(table));
        a_.shr(a2, page_bits);
        a_.cmp(a1, x86::dword_ptr(x86::rsp, table == at_write ? at_writable : at_bytes));
        a_.jae(bail());
        a_.mov(x86::rcx, x86::qword_ptr(x86::rdx, x86::rcx, 3));
        a_.and_(a1, page_bytes - 1);
        a_.test(x86::rcx, x86::rcx);
        a_.jz(bail());
        return x86::ptr(x86::rcx, x86::rax, 0, 0, size);
    }

    void load_byte(const Op &op, Inst::Id id) {
        const x86::Mem from = element(op, 1, at_read);
        if (op.to == sink) return;
        const Gp d = result(op.to);
        a_.emit(id, d, from);
        set(op.to, d);
    }

    void load_half(const Op &op, Inst::Id id) {
        const x86::Mem from = element(op, 2, at_read);
        if (op.to == sink) return;
        a_.movzx(a1, from);
        a_.rol(x86::ax, 8);
        const Gp d = result(op.to);
        a_.emit(id, d, x86::ax);
        set(op.to, d);
    }

    void load_guest_word(const Gp &to, const x86::Mem &from) {
        if (movbe_) {
            a_.movbe(to, from);
        } else {
            a_.mov(to, from);
            a_.bswap(to);
        }
    }
    void store_guest_word(const x86::Mem &to, const Gp &from) {
        if (movbe_) {
            a_.movbe(to, from);
        } else {
            const Gp spare = from.isGpq() ? x86::rdx : a3;
            a_.mov(spare, from);
            a_.bswap(spare);
            a_.mov(to, spare);
        }
    }

    void load_word(const Op &op) {
        const x86::Mem from = element(op, 4, at_read);
        if (op.to == sink) return;
        const Gp d = result(op.to);
        load_guest_word(d, from);
        set(op.to, d);
    }

    void store_byte(const Op &op) {
        const x86::Mem to = element(op, 1, at_write);
        a_.mov(to, reg(op.rt, a3).r8());
    }
    void store_half(const Op &op) {
        const x86::Mem to = element(op, 2, at_write);
        copy(a3, op.rt);
        a_.rol(x86::dx, 8);
        a_.mov(to, x86::dx);
    }
    void store_word(const Op &op) {
        const x86::Mem to = element(op, 4, at_write);
        store_guest_word(to, reg(op.rt, a3));
    }

    void load_float(const Op &op) {
        load_guest_word(a1, element(op, 4, at_read));
        a_.mov(field(float_at(op.rt)), a1);
    }
    void store_float(const Op &op) {
        const x86::Mem to = element(op, 4, at_write);
        a_.mov(a3, field(float_at(op.rt)));
        store_guest_word(to, a3);
    }
    void load_double(const Op &op) { // the first word is the high one
        const x86::Mem from = element(op, 8, at_read);
        load_guest_word(x86::rax, from);
        a_.mov(field64(pair_at(op.rt)), x86::rax);
    }
    void store_double(const Op &op) {
        const x86::Mem to = element(op, 8, at_write);
        a_.mov(x86::rdx, field64(pair_at(op.rt)));
        store_guest_word(to, x86::rdx);
    }

    /// The aligned word that contains S + I: its host address in rax, and in ecx how far the shift
    /// is for the byte's place in it: 8 * k, or 24 - 8 * k.
    void part(const Op &op, Slot table, bool from_the_right) {
        element(op, 1, table);
        a_.mov(a3, a1);
        a_.and_(a1, ~3u & (page_bytes - 1));
        a_.add(x86::rax, x86::rcx);
        a_.mov(a2, a3);
        a_.and_(a2, 3);
        if (from_the_right) a_.xor_(a2, 3);
        a_.shl(a2, 3);
    }
    void load_part(const Op &op, bool right) {
        part(op, at_read, right);
        if (op.to == sink) return;
        load_guest_word(a1, x86::dword_ptr(x86::rax));
        a_.mov(a3, -1);
        a_.emit(right ? Inst::kIdShr : Inst::kIdShl, a1, x86::cl);
        a_.emit(right ? Inst::kIdShr : Inst::kIdShl, a3, x86::cl);
        a_.not_(a3); // what stays of T
        a_.emit(Inst::kIdAnd, a3, value(op.rt));
        a_.or_(a1, a3);
        set(op.to, a1);
    }
    void store_part(const Op &op, bool right) {
        part(op, at_write, right);
        const Inst::Id id = right ? Inst::kIdShl : Inst::kIdShr;
        a_.mov(a3, -1);
        a_.emit(id, a3, x86::cl);
        a_.not_(a3); // what stays of memory
        a_.bswap(a3);
        a_.and_(x86::dword_ptr(x86::rax), a3);
        copy(a3, op.rt);
        a_.emit(id, a3, x86::cl);
        a_.bswap(a3);
        a_.or_(x86::dword_ptr(x86::rax), a3);
    }

    // --- Floating point ----------------------------------------------------------------------

    /// The function changes the state, where all of floating point is, and D.
    void call(FloatCall function, const Op &op) {
        const auto kept = [this](unsigned guest) {
            return home_[guest] < guest_homes + kept_by_calls;
        };
        for (const unsigned guest : stored_)
            if (!kept(guest) || guest == op.rs || guest == op.rt || guest == op.to)
                a_.mov(place(guest), *home_[guest]);
        a_.mov(x86::rdi, state);
        a_.mov(x86::rsi, reinterpret_cast<std::uint64_t>(&op));
        a_.mov(x86::rax, reinterpret_cast<std::uint64_t>(function));
        a_.call(x86::rax);
        for (const unsigned guest : loaded_)
            if (!kept(guest) || guest == op.to) a_.mov(*home_[guest], place(guest));
        a_.test(x86::al, x86::al);
        a_.jz(bail());
    }

    // --- Branches and traps ------------------------------------------------------------------

    Condition sign_test(const Op &op, Cond condition, bool for_zero) {
        if (op.rs == 0) return {for_zero, {}};
        compare(op.rs, 0);
        return {{}, condition};
    }
    Condition equality(const Op &op, bool equal) {
        if (op.rs == op.rt) return {equal, {}};
        if (op.rs == 0)
            compare(op.rt, 0);
        else
            compare(op.rs, op.rt);
        return {{}, equal ? Cond::kE : Cond::kNE};
    }
    Condition condition_2(bool wanted) {
        a_.cmp(x86::byte_ptr(state, offsetof(State, condition)), 0);
        return {{}, wanted ? Cond::kNE : Cond::kE};
    }
    Condition condition_1(const Op &op, bool wanted) {
        a_.test(field(offsetof(State, fcsr)), 1u << op.rt);
        return {{}, wanted ? Cond::kNZ : Cond::kZ};
    }

    void latch(Condition condition) {
        const x86::Mem kept = x86::byte_ptr(x86::rsp, at_latch);
        if (condition.constant)
            a_.mov(kept, *condition.constant ? 1 : 0);
        else
            a_.set(condition.code, kept);
    }

    /// A trap on S and T, or S and I.
    void trap_if(Cond condition) { a_.j(condition, bail()); }
    void trap_arithmetic(Inst::Id id, const Op &op, bool immediate) {
        copy(a1, op.rs);
        if (immediate)
            a_.emit(id, a1, asmjit::Imm(signed_imm(op.imm)));
        else
            a_.emit(id, a1, value(op.rt));
        a_.jo(bail());
        set(op.to, a1);
    }

    void operation(const Op &op) {
        switch (op.code) {
        case Code::NOP:
        case Code::PREF:
        case Code::SYNC: break;
        case Code::SLL: shift_imm(Inst::kIdShl, op); break;
        case Code::SRL: shift_imm(Inst::kIdShr, op); break;
        case Code::SRA: shift_imm(Inst::kIdSar, op); break;
        case Code::SLLV: shift(Inst::kIdShl, Inst::kIdShlx, op); break;
        case Code::SRLV: shift(Inst::kIdShr, Inst::kIdShrx, op); break;
        case Code::SRAV: shift(Inst::kIdSar, Inst::kIdSarx, op); break;
        case Code::ADDU: add(op); break;
        case Code::SUBU: binary(Inst::kIdSub, op, false); break;
        case Code::AND: binary(Inst::kIdAnd, op, true); break;
        case Code::OR:
            if (op.rs == 0 || op.rt == 0)
                move(op.to, op.rs ? op.rs : op.rt);
            else
                binary(Inst::kIdOr, op, true);
            break;
        case Code::XOR: binary(Inst::kIdXor, op, true); break;
        case Code::NOR: {
            if (op.to == sink) break;
            const bool swap = op.to == op.rt;
            const Gp d = result(op.to);
            copy(d, swap ? op.rt : op.rs);
            a_.emit(Inst::kIdOr, d, value(swap ? op.rs : op.rt));
            a_.not_(d);
            set(op.to, d);
            break;
        }
        case Code::SLT:
            compare(op.rs, op.rt);
            set_if(op.to, Cond::kL);
            break;
        case Code::SLTU:
            if (op.rs == 0) {
                compare(op.rt, 0);
                set_if(op.to, Cond::kNE);
            } else {
                compare(op.rs, op.rt);
                set_if(op.to, Cond::kB);
            }
            break;
        case Code::SLTI:
            compare_imm(op.rs, op.imm);
            set_if(op.to, Cond::kL);
            break;
        case Code::SLTIU:
            compare_imm(op.rs, op.imm);
            set_if(op.to, Cond::kB);
            break;
        case Code::ADDIU: add_imm(op); break;
        case Code::ANDI: binary_imm(Inst::kIdAnd, op); break;
        case Code::ORI:
            if (op.rs == 0)
                set(op.to, op.imm);
            else
                binary_imm(Inst::kIdOr, op);
            break;
        case Code::XORI: binary_imm(Inst::kIdXor, op); break;
        case Code::LUI: set(op.to, op.imm); break;
        case Code::MFHI: move(op.to, hi_number); break;
        case Code::MFLO: move(op.to, lo_number); break;
        case Code::MTHI: move(hi_number, op.rs); break;
        case Code::MTLO: move(lo_number, op.rs); break;
        case Code::MULT: product(true, op); break;
        case Code::MULTU: product(false, op); break;
        case Code::DIV: quotient(true, op); break;
        case Code::DIVU: quotient(false, op); break;

        case Code::MOVZ: move_if(Cond::kE, op); break;
        case Code::MOVN: move_if(Cond::kNE, op); break;
        case Code::MUL: binary(Inst::kIdImul, op, true); break;
        case Code::CLZ: leading_zeros(false, op); break;
        case Code::CLO: leading_zeros(true, op); break;
        case Code::MADD: accumulate(true, false, op); break;
        case Code::MADDU: accumulate(false, false, op); break;
        case Code::MSUB: accumulate(true, true, op); break;
        case Code::MSUBU: accumulate(false, true, op); break;

        case Code::ADD: trap_arithmetic(Inst::kIdAdd, op, false); break;
        case Code::ADDI: trap_arithmetic(Inst::kIdAdd, op, true); break;
        case Code::SUB: trap_arithmetic(Inst::kIdSub, op, false); break;
        case Code::TEQ: compare(op.rs, op.rt), trap_if(Cond::kE); break;
        case Code::TNE: compare(op.rs, op.rt), trap_if(Cond::kNE); break;
        case Code::TGE: compare(op.rs, op.rt), trap_if(Cond::kGE); break;
        case Code::TGEU: compare(op.rs, op.rt), trap_if(Cond::kAE); break;
        case Code::TLT: compare(op.rs, op.rt), trap_if(Cond::kL); break;
        case Code::TLTU: compare(op.rs, op.rt), trap_if(Cond::kB); break;
        case Code::TEQI: compare_imm(op.rs, op.imm), trap_if(Cond::kE); break;
        case Code::TNEI: compare_imm(op.rs, op.imm), trap_if(Cond::kNE); break;
        case Code::TGEI: compare_imm(op.rs, op.imm), trap_if(Cond::kGE); break;
        case Code::TGEIU: compare_imm(op.rs, op.imm), trap_if(Cond::kAE); break;
        case Code::TLTI: compare_imm(op.rs, op.imm), trap_if(Cond::kL); break;
        case Code::TLTIU: compare_imm(op.rs, op.imm), trap_if(Cond::kB); break;

        case Code::LB: load_byte(op, Inst::kIdMovsx); break;
        case Code::LBU: load_byte(op, Inst::kIdMovzx); break;
        case Code::LH: load_half(op, Inst::kIdMovsx); break;
        case Code::LHU: load_half(op, Inst::kIdMovzx); break;
        case Code::LW: load_word(op); break;
        case Code::SB: store_byte(op); break;
        case Code::SH: store_half(op); break;
        case Code::SW: store_word(op); break;
        case Code::LWL: load_part(op, false); break;
        case Code::LWR: load_part(op, true); break;
        case Code::SWL: store_part(op, false); break;
        case Code::SWR: store_part(op, true); break;
        case Code::LWC1: load_float(op); break;
        case Code::SWC1: store_float(op); break;
        case Code::LDC1: load_double(op); break;
        case Code::SDC1: store_double(op); break;

        case Code::MFC1:
            a_.mov(a1, field(float_at(op.rs)));
            set(op.to, a1);
            break;
        case Code::MTC1: a_.mov(field(float_at(op.rs)), reg(op.rt, a1)); break;
        case Code::MOV_S:
            a_.mov(a1, field(float_at(op.rs)));
            a_.mov(field(float_at(op.sa)), a1);
            break;
        case Code::MOV_D:
            a_.mov(x86::rax, field64(pair_at(op.rs)));
            a_.mov(field64(pair_at(op.sa)), x86::rax);
            break;

#define BOTH(name, condition)                                                                      \
    case Code::name: branch(op, condition); break;                                                 \
    case Code::LATCH_##name: latch(condition); break;
            BOTH(BEQ, equality(op, true))
            BOTH(BNE, equality(op, false))
            BOTH(BLEZ, sign_test(op, Cond::kLE, true))
            BOTH(BGTZ, sign_test(op, Cond::kG, false))
            BOTH(BLTZ, sign_test(op, Cond::kL, false))
            BOTH(BGEZ, sign_test(op, Cond::kGE, true))
            BOTH(BC2F, condition_2(false))
            BOTH(BC2T, condition_2(true))
            BOTH(BC1F, condition_1(op, false))
            BOTH(BC1T, condition_1(op, true))
#undef BOTH
        case Code::BRANCH_LATCHED:
            a_.cmp(x86::byte_ptr(x86::rsp, at_latch), 0);
            branch(op, {{}, Cond::kNE});
            break;
        case Code::JAL: set(31, op.imm); [[fallthrough]];
        case Code::J: go(op.target, op.carry); break;
        case Code::JALR:
            copy(a1, op.rs);
            set(op.to, op.imm);
            jump_away(op.carry);
            break;
        case Code::JR:
            copy(a1, op.rs);
            jump_away(op.carry);
            break;
        default:
            if (const FloatCall function = float_call(op.code))
                call(function, op);
            else
                complete_ = false;
            break;
        }
    }

    const Program &program_;
    const Region &region_;
    const Op *ops_;
    x86::Assembler a_;
    bool movbe_, bmi2_;
    const Gp *home_[guest_registers] = {};
    std::vector<unsigned> loaded_, stored_;
    std::vector<Label> heads_, bodies_;        ///< of each block: with and without paying for it
    std::vector<std::function<void()>> later_; ///< what is rarely run, behind everything else
    Label jump_miss_, finish_, table_;
    bool jumps_away_ = false;
    bool complete_ = true;
    std::uint32_t jump_mask_ = 0;
    const Block *block_ = nullptr; ///< in work
    std::uint32_t k_ = 0;          ///< its operation in work
    Label bail_;
    std::uint32_t bail_for_ = 0;
};

} // namespace

bool compilable(Code code) {
    switch (code) {
    case Code::BREAK: // always a trap
    case Code::LEAVE:
    case Code::CARRY:
    case Code::AWAIT_HILO:
    case Code::FETCH:
    case Code::SPIN:
    case Code::SPIN_EXIT:
    case Code::HEAD:
    case Code::COUNT: return false;
    default: return true;
    }
}

Translation translate(const Program &program, const Region &region, asmjit::JitRuntime &runtime) {
    asmjit::CodeHolder code;
    Failure failure;
    code.init(runtime.environment());
    code.setErrorHandler(&failure);
    Translator translator(program, region, code);
    translator.run();
    Translation result;
    if (failure.failed || !translator.complete() ||
        runtime.add(&result.enter, &code) != asmjit::kErrorOk)
        return {};
    const auto *const base = reinterpret_cast<const std::uint8_t *>(result.enter);
    for (const Label &head : translator.heads())
        result.blocks.push_back(base + code.labelOffset(head));
    result.bytes = code.codeSize();
    return result;
}

} // namespace inlet::mips
