#include "cpu/engine/compiled/ways.h"

#include "cpu/engine/compiled/cache_access.h"

#include <set>

namespace inlet::engine {

namespace {

using Cond = x86::CondCode;

const std::size_t spin_branch = offsetof(State, spin) + offsetof(SpinRecord, branch);
const std::size_t spin_now = offsetof(State, spin) + offsetof(SpinRecord, now);
const std::size_t spin_instructions = offsetof(State, spin) + offsetof(SpinRecord, instructions);
const std::size_t spin_turns = offsetof(State, spin) + offsetof(SpinRecord, turns);
const std::size_t spin_registers = offsetof(State, spin) + offsetof(SpinRecord, registers);

Condition negate(Condition c) {
    if (c.constant) return {!*c.constant, {}};
    return {{}, x86::negateCond(c.code)};
}

} // namespace

Ways::Ways(Emitter &emitter, const Program &program, const Region &region, bool exact)
    : e_(emitter), program_(program), region_(region), ops_(program.ops()), exact_(exact),
      jump_miss_(e_.a.newLabel()) {
    for (std::size_t i = 0; i < region_.blocks.size(); ++i) {
        heads_.push_back(e_.a.newLabel());
        bodies_.push_back(e_.a.newLabel());
        if (exact_) beginnings_.push_back(e_.a.newLabel());
    }
}

std::size_t Ways::number(const Block &b) const {
    return static_cast<std::size_t>(&b - region_.blocks.data());
}

/// Whether a block is emitted just behind the one in work.
bool Ways::follows(const Block &b) const { return block_ && &b == block_ + 1; }

/// Whether the instruction at a stream index waits for what was loaded just before it.
bool Ways::stalls(std::uint32_t index, Late carry) const {
    return carry & ops_[index].uses && program_.timing().load_use;
}

void Ways::begin(std::size_t number) {
    block_ = &region_.blocks[number];
    e_.expect_flags(flags_sub);
    e_.forget_flags();
    e_.pages.forget();
    e_.a.bind(heads_[number]);
    pay(*block_, 0);
    e_.a.bind(bodies_[number]);
}

/// For a block, and for the stall before it if there is any.
void Ways::pay(const Block &b, Late carry) {
    if (b.awaits) return pay_and_wait(b, carry);
    const Uop &op = ops_[b.first];
    const std::uint32_t stall = stalls(b.first, carry) ? program_.timing().load_use : 0;
    const std::uint32_t need = b.cycles + stall;
    e_.a.sub(left, need);
    e_.a.jb(e_.cold([this, need, stall, pc = op.pc, carry, number = number(b)] {
        e_.a.add(left, need);
        if (!exact_) {
            e_.leave(pc, carry, Leave::cut);
            return;
        }
        e_.a.jz(e_.cold([this, pc, carry] { e_.leave(pc, carry, Leave::go_on); }));
        if (stall) e_.a.sub(left, stall);
        e_.a.jmp(beginnings_[number]);
    }));
    e_.a.add(count, b.count);
}

/// The same for a block whose first group waits until the unit is ready, as AWAIT of the
/// interpreter does, and may occupy it. One that does not fit is the interpreter's.
void Ways::pay_and_wait(const Block &b, Late carry) {
    const Uop &await = ops_[b.first - 1];
    const std::uint32_t stall = stalls(b.first, carry) ? program_.timing().load_use : 0;
    if (e_.caches) // a fetch that takes time takes it while the unit is not ready
        check_line(e_, ops_[b.first].pc, e_.cold([this, pc = ops_[b.first].pc, carry] {
            e_.leave(pc, carry, Leave::go_on);
        }));
    const x86::Mem ready = field64(offsetof(State, unit_ready));
    e_.a.mov(x86::rax, stack(at_until));
    e_.a.sub(x86::rax, left);
    if (stall + await.imm) e_.a.add(x86::rax, stall + await.imm); // when it wants to issue
    e_.a.xor_(a2, a2);
    e_.a.mov(x86::rdx, ready);
    e_.a.sub(x86::rdx, x86::rax);
    e_.a.cmovb(x86::rdx, x86::rcx); // it need not wait
    e_.a.lea(x86::rcx, x86::ptr(x86::rdx, signed_imm(b.cycles + stall)));
    e_.a.sub(left, x86::rcx);
    e_.a.jb(e_.cold([this, pc = ops_[b.first].pc, carry] {
        e_.a.add(left, x86::rcx);
        e_.leave(pc, carry, Leave::cut);
    }));
    e_.a.add(count, b.count);
    if (!await.next) return;
    e_.a.lea(x86::rax, x86::ptr(x86::rax, x86::rdx, 0, signed_imm(await.next)));
    e_.a.mov(ready, x86::rax);
}

/// A label that leads there.
Label Ways::way(std::uint32_t index, Late carry, Then then) {
    if (ops_[index].code == UopCode::AWAIT) ++index; // its block waits
    const Block *const b = region_.at(index);
    if (then == Then::enter && b && !stalls(index, carry)) return heads_[number(*b)];
    return e_.cold([this, index, carry, then] { edge(index, carry, then); });
}

/// Emits the way there, out of line.
void Ways::edge(std::uint32_t index, Late carry, Then then) {
    const Uop &op = ops_[index];
    if (op.code == UopCode::CARRY || op.code == UopCode::AWAIT) {
        edge(index + 1, carry, then); // CARRY says what `carry` says
        return;
    }
    if (op.code == UopCode::SPIN_EXIT) {
        e_.a.mov(field(spin_branch), 0);
        edge(op.target, carry, then);
        return;
    }
    if (op.code == UopCode::SPIN) {
        spin(op, carry);
        edge(op.target, carry, then);
        return;
    }
    if (op.code == UopCode::CHARGE) { // it may take more than is left
        e_.a.sub(left, signed_imm(op.imm));
        if (then == Then::enter)
            e_.a.js(e_.cold([this, to = op.target, carry] { edge(to, carry, Then::leave); }));
        edge(op.target, carry, then);
        return;
    }
    const Block *const b = region_.at(index);
    if (!b && then == Then::enter && compilable(op.code) && !stalls(index, carry)) {
        e_.a.mov(a1, op.pc);
        e_.go_to_rax();
        return;
    }
    if (!b || then == Then::leave) {
        e_.leave(op.pc, carry, Leave::go_on);
        return;
    }
    if (!stalls(index, carry)) {
        e_.a.jmp(heads_[number(*b)]);
        return;
    }
    pay(*b, carry);
    e_.a.jmp(bodies_[number(*b)]);
}

void Ways::go(std::uint32_t index, Late carry, Then then) {
    while (ops_[index].code == UopCode::CARRY || ops_[index].code == UopCode::AWAIT) ++index;
    const Block *const b = region_.at(index);
    if (then == Then::enter && b && !stalls(index, carry)) {
        if (!follows(*b)) e_.a.jmp(heads_[number(*b)]);
        return;
    }
    edge(index, carry, then);
}

/// The same as turned() (spin.h) where the registers differ from the last turn's. Where only
/// condition codes may differ, turned() decides.
void Ways::spin(const Uop &op, Late carry) {
    const SpinLoop &loop = program_.spin_loop(op.imm);
    const auto last = [](unsigned i) { return field(spin_registers + 4 * i); };
    const Label differs = e_.a.newLabel();
    e_.a.cmp(field(spin_branch), loop.branch_pc);
    e_.a.jne(differs);
    for (unsigned i = 0; i < loop.plain; ++i) {
        e_.a.cmp(e_.reg(loop.registers[i], a1), last(i));
        e_.a.jne(differs);
    }
    e_.leave(op.pc, carry, static_cast<std::uint64_t>(Leave::spin) + op.imm);
    e_.a.bind(differs);
    for (unsigned i = 0; i < loop.count; ++i) e_.a.mov(last(i), e_.reg(loop.registers[i], a1));
    e_.a.mov(field(spin_turns), 0);
    e_.a.mov(field(spin_branch), loop.branch_pc);
    e_.a.mov(x86::rax, stack(at_until));
    e_.a.sub(x86::rax, left);
    e_.a.mov(field64(spin_now), x86::rax);
    e_.a.mov(field64(spin_instructions), count);
}

void Ways::branch(const Uop &op, Condition condition, Then then) {
    if (condition.constant) {
        go(*condition.constant ? op.target : op.next, op.carry, then);
        return;
    }
    const Block *const taken = region_.at(op.target);
    if (taken && follows(*taken)) {
        e_.a.j(negate(condition).code, way(op.next, op.carry, then));
        go(op.target, op.carry, then);
    } else {
        e_.a.j(condition.code, way(op.target, op.carry, then));
        go(op.next, op.carry, then);
    }
}

void Ways::end(const Uop &op, Then then) {
    switch (op.code) {
    case UopCode::JAL: e_.set(op.to, op.imm); [[fallthrough]];
    case UopCode::J: go(op.target, op.carry, then); break;
    case UopCode::JALR:
        e_.copy(a1, op.a);
        e_.set(op.to, op.imm);
        jump_away(op.carry, then);
        break;
    case UopCode::JR:
        e_.copy(a1, op.a);
        jump_away(op.carry, then);
        break;
    case UopCode::JR_BITS:
    case UopCode::JR_NO_BITS:
        e_.a.j(emit_condition(e_, op)->code, e_.cold([this, &op, then] {
            e_.copy(a1, op.b);
            jump_away(op.carry, then);
        }));
        go(op.next, op.carry, then);
        break;
    default: branch(op, *emit_condition(e_, op), then);
    }
}

void Ways::end_of_slot(const Uop &op, Then then) {
    switch (op.code) {
    case UopCode::JAL:
    case UopCode::J: go(op.target, op.carry, then); break;
    case UopCode::JALR:
    case UopCode::JR:
        e_.a.mov(a1, field(offsetof(State, npc)));
        jump_away(op.carry, then);
        break;
    default:
        e_.a.cmp(field(offsetof(State, npc)), program_.at(op.pc)->imm);
        branch(op, {{}, Cond::kE}, then);
    }
}

void Ways::outcome(const Uop &op) {
    const x86::Mem npc = field(offsetof(State, npc));
    const std::uint32_t target = program_.at(op.pc)->imm, next = op.pc + 8;
    switch (op.code) {
    case UopCode::JAL: e_.set(op.to, op.imm); [[fallthrough]];
    case UopCode::J: e_.a.mov(npc, target); break;
    case UopCode::JALR:
        e_.a.mov(npc, e_.reg(op.a, a1));
        e_.set(op.to, op.imm);
        break;
    case UopCode::JR: e_.a.mov(npc, e_.reg(op.a, a1)); break;
    default:
        const Condition condition = *emit_condition(e_, op);
        if (condition.constant) {
            e_.a.mov(npc, *condition.constant ? target : next);
        } else {
            e_.a.mov(a1, next);
            e_.a.mov(a2, target);
            e_.a.cmov(condition.code, a1, a2);
            e_.a.mov(npc, a1);
        }
    }
}

/// To the address in a1, known only now.
void Ways::jump_away(Late carry, Then then) {
    // Nothing stalls where the tables lead.
    if (carry || then == Then::leave) {
        if (carry) {
            e_.a.mov(x86::rcx, std::uint64_t{packed(carry)} << 32);
            e_.a.or_(x86::rax, x86::rcx);
        }
        e_.leave_at_rax();
        return;
    }
    if (region_.entries.empty()) return e_.go_to_rax();
    // This region's table has the places in it that jumps lead to.
    jumps_away_ = true;
    if (!table_.isValid()) table_ = e_.a.newLabel();
    const unsigned shift = program_.set().shift();
    e_.a.mov(a2, a1);
    e_.a.and_(a2, jump_mask() << shift);
    e_.a.lea(x86::rdx, x86::ptr(table_));
    e_.a.shl(a2, 4 - shift);
    e_.a.add(x86::rdx, x86::rcx);
    e_.a.cmp(a1, x86::dword_ptr(x86::rdx, 8));
    e_.a.jne(jump_miss_);
    e_.a.jmp(x86::qword_ptr(x86::rdx));
}

/// Entries of 16 bytes, found by the low bits of an instruction's number.
std::uint32_t Ways::jump_mask() {
    if (jump_mask_) return jump_mask_;
    const unsigned shift = program_.set().shift();
    for (std::uint32_t size = 4;; size *= 2) {
        std::set<std::uint32_t> used;
        bool alone = true;
        for (const std::uint32_t index : region_.entries)
            alone &= used.insert(ops_[index].pc >> shift & (size - 1)).second;
        if (alone || size >= 1024) return jump_mask_ = size - 1;
    }
}

void Ways::jump_table() {
    std::vector<const Block *> entries(jump_mask() + 1);
    for (const std::uint32_t index : region_.entries)
        entries[ops_[index].pc >> program_.set().shift() & jump_mask()] = region_.at(index);
    e_.a.align(asmjit::AlignMode::kData, 16);
    e_.a.bind(table_);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (const Block *b = entries[i]) {
            e_.a.embedLabel(heads_[number(*b)], 8);
            e_.a.embedUInt64(ops_[b->first].pc);
        } else { // an address that is never looked for at this place
            e_.a.embedUInt64(0);
            e_.a.embedUInt64(i == 0 ? 1u << program_.set().shift() : 0);
        }
    }
}

void Ways::emit_shared() {
    if (!jumps_away_) return;
    e_.a.bind(jump_miss_);
    e_.go_to_rax();
    jump_table();
}

} // namespace inlet::engine
