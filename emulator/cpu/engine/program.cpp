#include "cpu/engine/program.h"

#include "cpu/engine/engine.h"
#include "memory/memory.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace inlet::mips {

namespace {

/// The engine's code for an instruction that is neither branch nor jump; nothing where only the
/// stepper has it.
std::optional<Code> simple_code(const Instruction &in) {
    if (in.kind == Kind::illegal || in.kind == Kind::absent) return {};
    if (in.op == Mips::PREF || (in.op == Mips::SLL && in.to == sink)) return Code::NOP;
    switch (in.op) {
#define ALU(name, effect)                                                                          \
    case Mips::name:                                                                               \
        return Code::name;
#define FLOAT_MOVE(name, effect) ALU(name, effect)
#define FLOAT(name, operation, effect) ALU(name, effect)
#define FLOAT_CONTROL(name, value) ALU(name, value)
#define TRAP(name, condition, kind, effect) ALU(name, effect)
#define LOAD(name, type, effect) ALU(name, effect)
#define LOAD_PART(name, effect) ALU(name, effect)
#define STORE(name, type, effect) ALU(name, effect)
#define STORE_PART(name, effect) ALU(name, effect)
#include "cpu/engine/alu.def"
#include "cpu/engine/fp.def"
#include "cpu/engine/memory.def"
#include "cpu/engine/trap.def"
#undef ALU
#undef FLOAT_MOVE
#undef FLOAT
#undef FLOAT_CONTROL
#undef TRAP
#undef LOAD
#undef LOAD_PART
#undef STORE
#undef STORE_PART
    default: return {};
    }
}

struct BranchCode {
    Code code, latched;
};

std::optional<BranchCode> branch_code(Mips op) {
    switch (op) {
#define BRANCH(name, condition)                                                                    \
    case Mips::name:                                                                               \
        return BranchCode{Code::name, Code::LATCH_##name};
#include "cpu/engine/branch.def"
#undef BRANCH
    default: return {};
    }
}

std::optional<Code> jump_code(Mips op) {
    switch (op) {
    case Mips::J: return Code::J;
    case Mips::JAL: return Code::JAL;
    case Mips::JR: return Code::JR;
    case Mips::JALR: return Code::JALR;
    default: return {};
    }
}

/// A block is cut where it has this many operations, so that Op::count and Op::to_end hold its
/// sums: a cost and a load-use stall are at most 10^6 cycles each (machines/schema.json).
constexpr std::uint32_t longest_straight = 1000;

/// Builds the stream of operations in two passes: groups in the order of the text, then where
/// branches lead.
class Stream {
  public:
    Stream(std::uint32_t base, const std::vector<Instruction> &text,
           const std::vector<SpinLoop> &spins, const Timing &timing)
        : base_(base), text_(text), spins_(spins), load_use_(timing.load_use),
          fetch_line_(timing.caches.fetch_line()), code_(engine_code(timing.caches.any())) {}

    void build() {
        for (std::uint32_t i = 0; i < text_.size(); ++i) group(i);
        leave(static_cast<std::uint32_t>(text_.size()));
        link_branches();
        sum_costs();
    }

    std::vector<Op> ops;
    std::vector<std::uint32_t> index;

  private:
    struct Local {
        std::uint32_t cycles = 0; ///< of the operation alone
        std::uint32_t stall = 0;  ///< load-use stall when the instruction before ran just before
        std::uint16_t count = 0;
        bool ends = false;     ///< the block
        bool in_group = false; ///< not its group's first: bails out with the whole group
    };

    std::uint32_t pc(std::uint32_t i) const { return base_ + 4 * i; }

    std::uint32_t static_stall(std::uint32_t i) const {
        return i && (text_[i - 1].loads & text_[i].awaits) ? load_use_ : 0;
    }

    Op &push(std::uint32_t at, Code code, const Instruction *in, Local local) {
        Op op;
        op.go = code_[static_cast<std::size_t>(code)];
        op.pc = at;
        op.code = code;
        if (in) {
            op.imm = in->imm;
            op.to = in->to;
            op.rs = in->rs;
            op.rt = in->rt;
            op.sa = in->sa;
        }
        ops.push_back(op);
        locals_.push_back(local);
        straight_ = local.ends ? 0 : straight_ + 1;
        return ops.back();
    }

    /// The straight way into a block that begins with the group at i. Jumps go to the operation
    /// behind it, with what their slot loads.
    void carry(std::uint32_t i) {
        Local local;
        local.ends = true;
        push(pc(i), Code::CARRY, nullptr, local).carry = text_[i - 1].loads;
    }

    /// The group at i begins a block with `code`, wherever one comes from.
    Op &block(std::uint32_t i, Code code) {
        Local local;
        local.ends = true;
        if (i) carry(i);
        index.push_back(static_cast<std::uint32_t>(ops.size()));
        return push(pc(i), code, nullptr, local);
    }

    void leave(std::uint32_t i) { block(i, Code::LEAVE); }

    /// Whether the instruction at i begins a line of the instruction cache.
    bool begins_line(std::uint32_t i) const { return fetch_line_ && pc(i) % fetch_line_ == 0; }

    /// What is left of the stall behind the FETCH at the beginning of a line.
    std::uint32_t group_stall(std::uint32_t i) const {
        return begins_line(i) ? 0 : static_stall(i);
    }

    /// Fetches the line of the instruction at i, `after` cycles after the start of the group at
    /// `at`.
    void fetch(std::uint32_t at, std::uint32_t i, std::uint32_t after, Local local) {
        Op &op = push(pc(at), Code::FETCH, nullptr, local);
        op.imm = pc(i);
        op.next = after;
    }

    /// Where the group at i is entered. `in`, its instruction or its slot's, issues `after` cycles
    /// after the group's beginning if it need not wait.
    void enter(std::uint32_t i, const Instruction &in, std::uint32_t after) {
        if (in.waits_hilo) {
            Op &op = block(i, Code::AWAIT_HILO);
            op.imm = after;
            op.next = in.latency;
            return;
        }
        // Who enters a block here enters behind the FETCH: the engine fetches where it enters.
        if (straight_ >= longest_straight)
            carry(i);
        else if (begins_line(i) && i)
            fetch(i, i, 0, Local{0, static_stall(i), 0, false, false});
        index.push_back(static_cast<std::uint32_t>(ops.size()));
    }

    /// Whether the engine can run a group whose slot begins a line: what waits or may bail out
    /// behind a FETCH is the stepper's.
    bool slot_fits(std::uint32_t i, const Instruction &slot) const {
        return !begins_line(i + 1) || (slot.kind == Kind::plain && !slot.waits_hilo);
    }

    void group(std::uint32_t i) {
        const Instruction &in = text_[i];
        const Instruction *slot = i + 1 < text_.size() ? &text_[i + 1] : nullptr;
        const Local alone{in.cost, group_stall(i), 1, false, false};
        if (in.kind == Kind::branch || in.kind == Kind::jump) {
            const auto slot_code = slot ? simple_code(*slot) : std::nullopt;
            if (slot_code && slot_fits(i, *slot) &&
                (in.kind == Kind::branch ? branch(i, *slot, *slot_code)
                                         : jump(i, *slot, *slot_code)))
                return;
        } else if (const auto code = simple_code(in)) {
            enter(i, in, 0);
            push(pc(i), *code, &in, alone).uses = in.awaits;
            return;
        }
        leave(i);
    }

    bool branch(std::uint32_t i, const Instruction &slot, Code slot_code) {
        const Instruction &in = text_[i];
        const auto code = branch_code(in.op);
        if (!code) return false;
        const bool on_float = in.op == Mips::BC1F || in.op == Mips::BC1T;
        const bool latch = slot.writes & in.uses || (on_float && slot.kind == Kind::floating);
        const Local head{in.cost, group_stall(i), 1, false, false};
        enter(i, slot, in.cost);
        const std::size_t first = ops.size();
        if (latch) push(pc(i), code->latched, &in, head);
        group_end(i, slot, slot_code, latch ? Code::BRANCH_LATCHED : code->code, latch);
        ops[first].uses = in.awaits;
        return true;
    }

    bool jump(std::uint32_t i, const Instruction &slot, Code slot_code) {
        const Instruction &in = text_[i];
        // The engine writes the link after the slot and reads the target after it too.
        if ((slot.uses | slot.writes) & in.writes || slot.writes & in.uses) return false;
        enter(i, slot, in.cost);
        const std::size_t first = ops.size();
        group_end(i, slot, slot_code, *jump_code(in.op), false);
        ops[first].uses = in.awaits;
        return true;
    }

    /// The slot's operation (none for a NOP) and the one that ends the block.
    void group_end(std::uint32_t i, const Instruction &slot, Code slot_code, Code end_code,
                   bool latched) {
        const Instruction &in = text_[i];
        Local end{in.cost, group_stall(i), 1, true, false};
        if (latched) end = Local{0, 0, 0, true, true};
        if (begins_line(i + 1)) {
            fetch(i, i + 1, in.cost, Local{0, end.stall, 0, false, end.in_group});
            end.in_group = true;
        }
        if (slot_code == Code::NOP) {
            end.cycles += slot.cost;
            ++end.count;
        } else {
            push(pc(i), slot_code, &slot, Local{slot.cost, end.stall, 1, false, end.in_group})
                .next = in.cost;
            end.in_group = true;
        }
        Op &op = push(pc(i), end_code, &in, end);
        op.carry = slot.loads;
        branches_.push_back({static_cast<std::uint32_t>(ops.size()) - 1, i});
    }

    std::uint32_t destination(std::uint32_t address) {
        const std::uint32_t offset = address - base_;
        if (!(offset & 3) && offset / 4 < text_.size()) return index[offset / 4];
        Local local;
        local.ends = true;
        push(address, Code::LEAVE, nullptr, local); // the stepper says what is wrong there
        return static_cast<std::uint32_t>(ops.size()) - 1;
    }

    void link_branches() {
        for (const auto &[at, i] : branches_) {
            const Instruction &in = text_[i];
            if (in.op == Mips::JR || in.op == Mips::JALR) {
                ops[at].imm = pc(i + 2); // the link
                continue;
            }
            std::uint32_t target = destination(in.imm), next = destination(pc(i + 2));
            if (in.leaves_spin && !in.spin) target = spin(Code::SPIN_EXIT, in.imm, 0, target);
            if (in.spin) {
                const std::uint32_t number = in.spin - 1u;
                target = spin(Code::SPIN, spins_[number].head_pc, number, target);
                next = spin(Code::SPIN_EXIT, pc(i + 2), number, next);
            }
            ops[at].target = target;
            ops[at].next = next;
            ops[at].imm = pc(i + 2); // JAL's link
        }
    }

    std::uint32_t spin(Code code, std::uint32_t at, std::uint32_t number, std::uint32_t to) {
        Local local;
        local.ends = true;
        Op &op = push(at, code, nullptr, local);
        op.imm = number;
        op.target = to;
        return static_cast<std::uint32_t>(ops.size()) - 1;
    }

    void sum_costs() {
        for (std::size_t k = ops.size(); k-- > 0;) {
            Op &op = ops[k];
            const Local &local = locals_[k];
            op.to_end = local.cycles;
            op.count = local.count;
            if (local.ends) continue;
            const std::uint32_t stall = locals_[k + 1].in_group ? 0 : locals_[k + 1].stall;
            op.to_end += stall + ops[k + 1].to_end;
            op.count = static_cast<std::uint16_t>(op.count + ops[k + 1].count);
        }
        // A slot behind a latch bails out to its branch, so it gives the whole group back.
        for (std::size_t k = 1; k < ops.size(); ++k)
            if (locals_[k].in_group && !locals_[k].ends) {
                ops[k].to_end = ops[k - 1].to_end;
                ops[k].count = ops[k - 1].count;
            }
    }

    std::uint32_t base_;
    const std::vector<Instruction> &text_;
    const std::vector<SpinLoop> &spins_;
    std::uint32_t load_use_;
    std::uint32_t fetch_line_; ///< bytes; 0: instructions are not fetched from a cache
    const void *const *code_;
    std::vector<Local> locals_;
    std::uint32_t straight_ = 0; ///< operations since the last block's end
    struct Branch {
        std::uint32_t op, instruction;
    };
    std::vector<Branch> branches_;
};

/// HI, LO and the registers of floating point are not compared between the turns of a loop, so what
/// changes them is no wait (the rest of floating point is no Kind that may be in one).
bool writes_hidden(Mips op) {
    switch (op) {
    case Mips::MULT:
    case Mips::MULTU:
    case Mips::DIV:
    case Mips::DIVU:
    case Mips::MADD:
    case Mips::MADDU:
    case Mips::MSUB:
    case Mips::MSUBU:
    case Mips::MTHI:
    case Mips::MTLO:
    case Mips::LWC1:
    case Mips::LDC1: return true;
    default: return false;
    }
}

/// Longer loops than this do not only wait.
constexpr std::uint32_t longest_spin = 16; // instructions

} // namespace

Program::Program(std::uint32_t base, std::span<const std::uint8_t> text, const Timing &timing,
                 Features features, std::span<const std::uint32_t> without)
    : base_(base), timing_(timing), has_fpu_(features.fpu) {
    instructions_.reserve(text.size() / 4);
    Instruction absent;
    absent.kind = Kind::absent;
    absent.to = sink;
    for (std::uint32_t at = 0; at + 4 <= text.size(); at += 4) {
        if (std::ranges::binary_search(without, (base + at) >> page_bits))
            instructions_.push_back(absent);
        else
            instructions_.push_back(
                decode(from_guest<std::uint32_t>(text.data() + at), base + at, timing, features));
    }
    bytes_ = static_cast<std::uint32_t>(4 * instructions_.size());
    for (const Instruction &in : instructions_)
        if (in.kind != Kind::system) needs_ |= in.needs;
    find_spin_loops();
    Stream stream(base_, instructions_, spins_, timing_);
    stream.build();
    ops_ = std::move(stream.ops);
    index_ = std::move(stream.index);
}

void Program::use_compiled(const CompileOptions &options) {
    if (!has_caches()) compiled_ = std::make_unique<Compiled>(base_, bytes_ / 4, ops_, options);
}

void Program::find_spin_loops() {
    for (std::uint32_t i = 0; i + 1 < instructions_.size(); ++i) {
        Instruction &closing = instructions_[i];
        const std::uint32_t pc = base_ + 4 * i;
        const bool closes = closing.kind == Kind::branch || closing.op == Mips::J;
        if (!closes || closing.writes || closing.imm > pc || closing.imm < base_ ||
            pc - closing.imm > 4 * longest_spin || spins_.size() >= 0xFFFE)
            continue;
        SpinLoop loop{pc, closing.imm, {}, 0};
        const std::uint32_t head = (closing.imm - base_) / 4;
        if (!spins(head, i, loop)) continue;
        for (std::uint32_t k = head; k < i; ++k)
            if (loop.left_by(instructions_[k])) instructions_[k].leaves_spin = true;
        spins_.push_back(loop);
        closing.spin = static_cast<std::uint16_t>(spins_.size());
    }
}

/// Whether some register is changed only by adding a constant, in every turn: then no turn ends as
/// the one before it.
bool Program::counts(std::uint32_t head, std::uint32_t closing) const {
    std::uint32_t once = 0, more = 0;
    for (std::uint32_t k = head; k <= closing + 1; ++k) {
        more |= once & instructions_[k].writes;
        once |= instructions_[k].writes;
    }
    std::uint32_t passed = base_; // a branch inside may lead past what is before this
    for (std::uint32_t k = head; k <= closing + 1; ++k) {
        const Instruction &in = instructions_[k];
        const std::uint32_t pc = base_ + 4 * k;
        if (in.op == Mips::ADDIU && in.rs == in.rt && in.imm && (in.writes & once & ~more) &&
            pc >= passed)
            return true;
        if ((in.kind == Kind::branch || in.op == Mips::J) && in.imm <= base_ + 4 * closing)
            passed = std::max(passed, in.imm);
    }
    return false;
}

/// Whether a turn from `head` through the branch at `closing` and its slot only loads and computes,
/// and every branch on the way leads out or, as in code that is not optimised, stays inside. Fills
/// in the registers that a turn writes.
bool Program::spins(std::uint32_t head, std::uint32_t closing, SpinLoop &loop) const {
    std::uint32_t writes = 0;
    for (std::uint32_t k = head; k <= closing + 1; ++k) {
        const Instruction &in = instructions_[k];
        writes |= in.writes;
        if (k == closing) continue;
        const bool pure = (in.kind == Kind::plain || in.kind == Kind::load) &&
                          !writes_hidden(in.op) && in.op != Mips::LL && !in.waits_hilo;
        const bool inside = (in.kind == Kind::branch || in.op == Mips::J) && !in.writes &&
                            in.imm >= loop.head_pc && in.imm <= loop.branch_pc;
        if (!pure && (k > closing || (!inside && !loop.left_by(in)))) return false;
    }
    if (std::popcount(writes) > static_cast<int>(std::size(loop.registers))) return false;
    if (counts(head, closing)) return false;
    for (; writes; writes &= writes - 1)
        loop.registers[loop.count++] = static_cast<std::uint8_t>(std::countr_zero(writes));
    return true;
}

} // namespace inlet::mips
