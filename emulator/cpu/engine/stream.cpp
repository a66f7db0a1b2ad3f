// The stream of operations of a program: groups in the order of the text, cut into blocks.
#include "cpu/engine/stream.h"

#include "cpu/engine/engine.h"
#include "cpu/engine/take_pages.h"

namespace inlet::engine {

namespace {

/// A block is cut where it has this many operations, so that Uop::count and Uop::to_end hold its
/// sums: a cost and a load-use stall are at most 10^6 cycles each (machines/schema-t1.json).
constexpr std::uint32_t longest_straight = 1000;

bool accesses(UopCode code) {
    switch (code) {
#define LOAD(name, type, effect)                                                                   \
    case UopCode::name:                                                                            \
    case UopCode::name##_X:
#define LOAD_PART(name, effect) case UopCode::name:
#define STORE(name, type, effect) LOAD(name, type, effect)
#define STORE_PART(name, effect) case UopCode::name:
#define LOAD_ANY(name, type, effect) LOAD(name, type, effect)
#define STORE_ANY(name, type, effect) LOAD(name, type, effect)
#define ALU(name, effect)
#define TRAP(name, condition, kind, effect)
#define BRANCH(name, condition)
#include "cpu/engine/beyond_mips.def"
#include "cpu/engine/memory.def"
#undef LOAD
#undef LOAD_PART
#undef STORE
#undef STORE_PART
#undef LOAD_ANY
#undef STORE_ANY
#undef ALU
#undef TRAP
#undef BRANCH
        return true;
    default: return false;
    }
}

std::uint64_t bit(unsigned number) { return number < 64 ? std::uint64_t{1} << number : 0; }

} // namespace

StreamBuilder::StreamBuilder(const Program &program)
    : program_(program), load_use_(program.timing_.load_use),
      fetch_line_(program.timing_.caches.fetch_line()),
      code_(engine_code(program.timing_.caches.any())) {}

void StreamBuilder::build() {
    const std::uint32_t end = program_.size();
    index = ZeroWords(std::size_t{end} + 1);
    const std::size_t instructions = program_.instructions_.size();
    ops.reserve(program_.length_ ? instructions + instructions / 4 : 3 * instructions);
    locals_.reserve(ops.capacity());
    for (std::uint32_t i = 0; i < end; i = program_.next(i)) group(i);
    leave(end);
    link_branches();
    sum_costs();
}

std::uint32_t StreamBuilder::static_stall(std::uint32_t i) const {
    return i && (program_.before(i).loads & program_.instruction(i).awaits) ? load_use_ : 0;
}

bool StreamBuilder::begins_line(std::uint32_t i) const {
    if (!fetch_line_) return false;
    if (program_.length_) return pc(i) % fetch_line_ == 0;
    if (i == 0) return true;
    const Instruction &before = program_.before(i);
    return before.kind == Kind::absent || (pc(i) ^ (pc(i) - before.length)) & ~(fetch_line_ - 1);
}

Uop &StreamBuilder::push(std::uint32_t at, UopCode code, Local local) {
    Uop op;
    op.code = code;
    return push(at, op, local);
}

Uop &StreamBuilder::push(std::uint32_t at, const Uop &lifted, Local local) {
    take_pages(ops);
    take_pages(locals_);
    Uop &op = ops.emplace_back(lifted);
    op.go = code_[static_cast<std::size_t>(op.code)];
    op.pc = at;
    locals_.push_back(local);
    straight_ = local.ends ? 0 : straight_ + 1;
    return op;
}

/// The straight way into a block that begins with the group at i. Jumps go to the operation
/// behind it, with what their slot loads.
void StreamBuilder::carry(std::uint32_t i) {
    Local local;
    local.ends = true;
    push(pc(i), UopCode::CARRY, local).carry = program_.before(i).loads;
}

/// The group at i begins a block with `code`, wherever one comes from.
Uop &StreamBuilder::block(std::uint32_t i, UopCode code) {
    Local local;
    local.ends = true;
    if (i && ops.back().code != UopCode::LEAVE) carry(i); // nothing runs straight on behind LEAVE
    index[i] = static_cast<std::uint32_t>(ops.size()) + 1;
    return push(pc(i), code, local);
}

/// Fetches the line of the instruction at `address`, `after` cycles after the start of the group at
/// `at`.
void StreamBuilder::fetch(std::uint32_t at, std::uint32_t address, std::uint32_t after,
                          Local local) {
    Uop &op = push(at, UopCode::FETCH, local);
    op.imm = address;
    op.next = after;
}

/// Where the group at i is entered. `in`, its instruction or its slot's, issues `after` cycles
/// after the group's beginning if it need not wait.
void StreamBuilder::enter(std::uint32_t i, const Instruction &in, std::uint32_t after) {
    if (in.waits_unit) {
        Uop &op = block(i, UopCode::AWAIT);
        op.imm = after;
        op.next = in.latency;
        return;
    }
    // Who enters a block here enters behind the FETCH: the engine fetches where it enters.
    if (straight_ >= longest_straight)
        carry(i);
    else if (begins_line(i) && i)
        fetch(pc(i), pc(i), 0, Local{0, static_stall(i), 0, false, false});
    index[i] = static_cast<std::uint32_t>(ops.size()) + 1;
}

/// Whether the engine can run a group whose slot begins a line: what waits or may bail out behind a
/// FETCH is the stepper's.
bool StreamBuilder::slot_fits(std::uint32_t i, const Instruction &slot) const {
    return !begins_line(i) || (slot.kind == Kind::plain && !slot.waits_unit);
}

/// The operations of the instruction at i; none: it is the stepper's.
std::span<const Uop> StreamBuilder::lift(std::uint32_t i, UopBuilder &group) const {
    const Instruction &in = program_.instruction(i);
    group.clear();
    if (in.kind == Kind::illegal || in.kind == Kind::absent) return {};
    if (program_.units_off_ && in.needs) return {};
    program_.set().lift(in, pc(i), group);
    if (!program_.has_caches()) {
        if (group.ops().empty()) program_.set().lift_rare(in, pc(i), group);
        return group.ops();
    }
    // An access that is made again costs again.
    return std::ranges::count_if(group.ops(), [](const Uop &op) { return accesses(op.code); }) > 1
               ? std::span<const Uop>()
               : group.ops();
}

void StreamBuilder::group(std::uint32_t i) {
    const Instruction &in = program_.instruction(i);
    const std::span<const Uop> own = lift(i, own_);
    if (own.empty()) {
        leave(i);
    } else if (!ends_block(own.back().code)) {
        enter(i, in, 0);
        const std::size_t first = ops.size();
        all_of(pc(i), own, Local{in.cost, group_stall(i), 1, false, false});
        ops[first].uses = in.awaits;
    } else if (!in.slot) {
        enter(i, in, 0);
        const std::size_t first = ops.size();
        Local end{in.cost, group_stall(i), 1, true, false};
        if (own.size() > 1) {
            Local head = end;
            head.ends = false;
            all_of(pc(i), own.first(own.size() - 1), head);
            end = Local{0, 0, 0, true, true};
        }
        end_of_block(i, own.back(), end);
        ops[first].uses = in.awaits;
    } else if (!with_slot(i, own)) {
        leave(i);
    }
}

/// Operations that do not end a block; the first has the cost of all.
void StreamBuilder::all_of(std::uint32_t at, std::span<const Uop> group, Local local) {
    for (const Uop &op : group) {
        push(at, op, local);
        local = Local{0, 0, 0, false, true};
    }
}

void StreamBuilder::end_of_block(std::uint32_t i, const Uop &end, Local local) {
    push(pc(i), end, local);
    branches_.push_back({static_cast<std::uint32_t>(ops.size()) - 1, i});
}

/// A branch or jump and its slot as one group. False: they are the stepper's.
bool StreamBuilder::with_slot(std::uint32_t i, std::span<const Uop> own) {
    const Instruction &in = program_.instruction(i);
    const std::uint32_t k = program_.next(i);
    if (k >= program_.size()) return false;
    const Instruction &slot = program_.instruction(k);
    const std::span<const Uop> its = lift(k, slot_);
    if (its.empty() || ends_block(its.back().code) || !slot_fits(k, slot)) return false;
    Uop end = own.back();
    bool latch = false;
    if (in.kind == Kind::branch) {
        latch = slot.writes & in.uses || (in.hidden && slot.kind == Kind::floating);
    } else {
        // The engine writes the link after the slot and reads the target after it too.
        const std::uint64_t links = in.writes & ~bit(sink);
        const bool away = end.code == UopCode::JR || end.code == UopCode::JALR;
        if ((slot.uses | slot.writes) & links || (away && slot.writes & bit(end.a))) return false;
    }
    // A group waits once, at its beginning; what may bail out before the slot has not waited for
    // it.
    if (slot.waits_unit && (in.waits_unit || own.size() > 1)) return false;
    if (in.waits_unit)
        enter(i, in, 0);
    else
        enter(i, slot, in.cost);
    const std::size_t first = ops.size();
    Local local{in.cost, group_stall(i), 1, false, false};
    bool begun = false;
    const auto head = [&](const Uop &op) { // of the branch itself, before the slot
        push(pc(i), op, begun ? Local{0, 0, 0, false, true} : local);
        begun = true;
    };
    for (const Uop &op : own.first(own.size() - 1)) head(op);
    if (latch) {
        Uop kept = end;
        kept.code = latch_of(end.code);
        head(kept);
        end.code = UopCode::BRANCH_LATCHED;
    }
    Local last = begun ? Local{0, 0, 0, true, true} : Local{in.cost, local.stall, 1, true, false};
    if (begins_line(k)) {
        fetch(pc(i), pc(k), in.cost, Local{0, last.stall, 0, false, last.in_group});
        last.in_group = true;
    }
    if (its.size() == 1 && its[0].code == UopCode::NOP) {
        last.cycles += slot.cost;
        ++last.count;
    } else {
        const std::size_t from = ops.size();
        all_of(pc(i), its, Local{slot.cost, last.stall, 1, false, last.in_group});
        for (std::size_t n = from; n < ops.size(); ++n) {
            ops[n].next = in.cost;
            ops[n].in_slot = true;
        }
        last.in_group = true;
    }
    end_of_block(i, end, last);
    ops.back().carry = slot.loads;
    ops[first].uses = in.awaits;
    return true;
}

/// A LEAVE at an address: the stepper says what is wrong there.
std::uint32_t StreamBuilder::end_at(std::uint32_t address) {
    Local local;
    local.ends = true;
    push(address, UopCode::LEAVE, local);
    return static_cast<std::uint32_t>(ops.size()) - 1;
}

std::uint32_t StreamBuilder::destination(std::uint32_t address) {
    const std::uint32_t offset = address - program_.base_;
    const std::uint32_t i = offset >> program_.shift_;
    if (!(offset & program_.odd_) && i < program_.size() && index[i]) return index[i] - 1;
    return end_at(address);
}

void StreamBuilder::link_branches() {
    for (const auto &[at, i] : branches_) {
        const Instruction &in = program_.instruction(i);
        if (ops[at].code == UopCode::JR || ops[at].code == UopCode::JALR) continue;
        const std::uint32_t behind = pc(program_.behind_branch(i));
        if (is_jump_away(ops[at].code)) {
            ops[at].next = destination(behind);
            continue;
        }
        std::uint32_t target = destination(in.imm), next = destination(behind);
        if (in.leaves_spin && !in.spin) target = spin(UopCode::SPIN_EXIT, in.imm, 0, target);
        if (in.spin) {
            const std::uint32_t number = in.spin - 1u;
            target = spin(UopCode::SPIN, program_.spins_[number].head_pc, number, target);
            next = spin(UopCode::SPIN_EXIT, behind, number, next);
        }
        if (in.taken) target = spin(UopCode::CHARGE, in.imm, in.taken, target);
        ops[at].target = target;
        ops[at].next = next;
    }
}

/// An operation on the edge to an address, whose group is at `to` in the stream.
std::uint32_t StreamBuilder::spin(UopCode code, std::uint32_t address, std::uint32_t number,
                                  std::uint32_t to) {
    Local local;
    local.ends = true;
    Uop &op = push(address, code, local);
    op.imm = number;
    op.target = to;
    return static_cast<std::uint32_t>(ops.size()) - 1;
}

void StreamBuilder::sum_costs() {
    for (std::size_t k = ops.size(); k-- > 0;) {
        Uop &op = ops[k];
        const Local &local = locals_[k];
        op.to_end = local.cycles;
        op.count = local.count;
        if (local.ends) continue;
        const std::uint32_t stall = locals_[k + 1].in_group ? 0 : locals_[k + 1].stall;
        op.to_end += stall + ops[k + 1].to_end;
        op.count = static_cast<std::uint16_t>(op.count + ops[k + 1].count);
    }
    // What is not its group's first bails out to it, so it gives the whole group back.
    for (std::size_t k = 1; k < ops.size(); ++k)
        if (locals_[k].in_group && !locals_[k].ends) {
            ops[k].to_end = ops[k - 1].to_end;
            ops[k].count = ops[k - 1].count;
        }
}

} // namespace inlet::engine
