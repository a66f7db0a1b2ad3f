#include "cpu/ncube/instruction_set.h"

#include "cpu/engine/engine.h"
#include "cpu/engine/spin.h"
#include "cpu/ncube/registers.h"
#include "cpu/ncube/space.h"

#include <algorithm>
#include <array>

namespace inlet::ncube {

using engine::Kind;
using engine::Stepped;
using engine::Stop;

namespace {

constexpr unsigned head_bytes = 4; // of Instruction::word

std::uint64_t bit(unsigned reg) { return std::uint64_t{1} << reg; }
unsigned general(unsigned number) { return r0 + (number & 15u); }

bool changes_flags(Op op) {
    switch (op) {
    case Op::mov:
    case Op::movu:
    case Op::mova:
    case Op::ldpr:
    case Op::lcnt:
    case Op::lptr:
    case Op::nop:
    case Op::jmp:
    case Op::call:
    case Op::ret:
    case Op::retp: return false;
    default: return !is_branch(op);
    }
}

/// Registers that an operand's mode and use read and write.
void note(const Operand &operand, const Slot &slot, std::uint64_t &uses, std::uint64_t &writes) {
    const std::uint64_t own = bit(general(operand.reg)), next = bit(general(operand.reg + 1u));
    switch (operand.mode) {
    case Mode::reg: {
        const std::uint64_t all = slot.bytes == 8 ? own | next : own;
        if (slot.use != Use::write) uses |= all;
        if (slot.use == Use::write || slot.use == Use::modify || slot.use == Use::counter)
            writes |= all;
        return;
    }
    case Mode::skip: uses |= next; [[fallthrough]];
    case Mode::increment:
    case Mode::increment_at:
    case Mode::decrement: writes |= own; [[fallthrough]];
    case Mode::indirect:
    case Mode::offset:
    case Mode::offset_at: uses |= own; return;
    case Mode::stack: writes |= bit(sp_register); [[fallthrough]];
    case Mode::sp_offset:
    case Mode::sp_offset_at: uses |= bit(sp_register); return;
    default: return;
    }
}

Kind kind_of(const Instruction &in) {
    const Row &row = *in.row;
    switch (row.op) {
    case Op::ldpr:
    case Op::stpr:
    case Op::lcnt:
    case Op::lptr:
    case Op::rset: return Kind::network;
    case Op::trap:
        if (in.operands[0].is_constant() && (in.operands[0].value & 0xFF) == vector::host)
            return Kind::host;
        return Kind::system;
    case Op::rep:
    case Op::repz:
    case Op::repnz:
    case Op::eron:
    case Op::erof:
    case Op::bkpt:
    case Op::ei:
    case Op::di:
    case Op::reti:
    case Op::wait: return Kind::system;
    case Op::jmp:
    case Op::call:
    case Op::ret:
    case Op::retp: return Kind::jump;
    case Op::div:
    case Op::dvr:
    case Op::rem: return Kind::trapping;
    default: break;
    }
    if (is_branch(row.op)) return Kind::branch;
    bool loads = false;
    for (unsigned n = 0; n < in.count; ++n) {
        const Operand &operand = in.operands[n];
        const Use use = row.slots[n].use;
        if (operand.is_constant() || operand.mode == Mode::reg) continue;
        if (use == Use::write || use == Use::modify) return Kind::store;
        loads |= use != Use::address || operand.is_deferred();
    }
    return loads ? Kind::load : Kind::plain;
}

FaultKind kind_of(unsigned number) {
    switch (number) {
    case vector::overflow: return FaultKind::overflow;
    case vector::zero_divide: return FaultKind::division_by_zero;
    case vector::address: return FaultKind::unmapped;
    case vector::breakpoint: return FaultKind::breakpoint;
    case vector::privileged: return FaultKind::privileged;
    default: return FaultKind::illegal;
    }
}

Stop fault(engine::State &s, FaultKind kind, std::uint32_t value, std::uint32_t size = 0) {
    s.fault = Fault{kind, 0, s.now, s.pc, value, size};
    return Stop::fault;
}

} // namespace

Instruction decoded(const engine::Instruction &in) {
    std::array<std::uint8_t, longest_instruction> bytes{};
    for (unsigned i = 0; i < in.length; ++i)
        bytes[i] =
            i < head_bytes ? static_cast<std::uint8_t>(in.word >> 8 * i) : in.tail[i - head_bytes];
    return ncube::decode({bytes.data(), in.length});
}

engine::Instruction Set::decode(std::span<const std::uint8_t> bytes, std::uint32_t pc) const {
    const Instruction in = ncube::decode(bytes);
    engine::Instruction out;
    out.length = std::max<std::uint8_t>(in.length, 1);
    out.word = 0;
    for (unsigned i = 0; i < std::min<std::size_t>(out.length, bytes.size()); ++i)
        if (i < head_bytes)
            out.word |= std::uint32_t{bytes[i]} << 8 * i;
        else
            out.tail[i - head_bytes] = bytes[i];
    if (in.bad == Bad::truncated) {
        out.kind = Kind::absent;
        return out;
    }
    if (in.bad != Bad::none) {
        out.kind = Kind::illegal;
        out.n = static_cast<std::uint8_t>(in.bad);
        return out;
    }
    const Row &row = *in.row;
    out.op = row.op;
    out.kind = kind_of(in);
    out.cost = cost_of(in, costs_).cycles();
    out.uses = out.writes = 0;
    for (unsigned n = 0; n < in.count; ++n)
        note(in.operands[n], row.slots[n], out.uses, out.writes);
    if (changes_flags(row.op)) out.writes |= bit(psw_register);
    out.uses |= bit(psw_register);
    if (row.op == Op::call || row.op == Op::ret || row.op == Op::retp) {
        out.uses |= bit(sp_register);
        out.writes |= bit(sp_register);
    }
    if (row.op == Op::wait) { // repeats itself until an interrupt
        out.direct = true;
        out.imm = pc;
    }
    if (row.slots[0].use == Use::address && row.op != Op::mova) {
        const Operand &target = in.operands[0];
        const auto value = static_cast<std::uint32_t>(target.value);
        out.direct = target.mode == Mode::literal || target.mode == Mode::pc_offset ||
                     target.mode == Mode::direct;
        out.imm = target.mode == Mode::direct ? value : pc + value;
    }
    return out;
}

unsigned Set::words() const { return ncube::words; }

/// Blocks implement neither the PSW modes that change instructions nor segments whose physical
/// address differs from their virtual one.
bool Set::may_run(const engine::State &s, Memory &, const engine::Program &program) const {
    const std::uint32_t status = s.r[psw_register];
    if (log_ || status & (psw::repeat_mask | psw::overflow_enable)) return false;
    if (status & psw::kernel) return true;
    for (unsigned n = 0; n < segments; ++n) {
        const std::uint32_t *segment = &s.r[segments_register + 3 * n];
        if (s.pc - segment[0] >= segment[1]) continue;
        return segment[2] == segment[0] && program.begin() >= segment[0] &&
               program.end() - segment[0] <= segment[1];
    }
    return false;
}

Stop Set::step(engine::State &s, Memory &m, const engine::Program &program, Stepped &stepped,
               Caches *) const {
    stepped = Stepped{s.pc, s.now, nullptr, {}};
    State state = registers_of(s);
    if (log_) log_->clear();
    Space space(m, log_.get());
    const auto at = space.translate(state, s.pc, 1);
    if (!at) return fault(s, FaultKind::unmapped, s.pc, 1);
    if (*at != s.pc) return fault(s, FaultKind::moved_text, s.pc, 1);
    const engine::Instruction *const found = program.at(s.pc);
    if (!found || found->kind == Kind::absent) return fault(s, FaultKind::not_decoded, s.pc, 1);
    for (unsigned i = 1; i < found->length; ++i)
        if (!space.translate(state, s.pc + i, 1)) return fault(s, FaultKind::unmapped, s.pc + i, 1);
    if (found->kind == Kind::illegal)
        return fault(s, FaultKind::illegal, found->word, ncube::vector_of(Bad{found->n}));
    stepped.instruction = found;
    if (found->kind == Kind::network) return Stop::network;
    if (found->kind == Kind::host) return Stop::host;

    const std::uint32_t pc = s.pc;
    const Step done = ncube::execute(state, space, nullptr, costs_, decoded(*found));
    switch (done.outcome) {
    case Outcome::exception: s.fault = fault_of(done, s, *found); return Stop::fault;
    case Outcome::watched: return fault(s, FaultKind::text_write, done.address);
    case Outcome::host: return Stop::host;
    case Outcome::wait:
        state.now += found->cost;
        s.r[waiting_register] = 1;
        break;
    case Outcome::not_known:
    case Outcome::error:
    case Outcome::done: break;
    }
    const bool waits = done.outcome == Outcome::wait;
    stepped.cost.issue = static_cast<std::uint32_t>(state.now - s.now);
    if (done.vector) s.r[cause_register] = done.vector;
    put_registers(state, s);
    ++s.instructions;
    if (found->kind == Kind::system && !waits) return Stop::system;
    if (found->spin) {
        const engine::SpinLoop &loop = program.spin_loop(found->spin - 1u);
        if (s.pc == loop.head_pc)
            return engine::turned(s, loop, program.turns_to_see_a_wait()) ? Stop::spin
                                                                          : Stop::budget;
        engine::left_loop(s);
    } else if (found->leaves_spin && s.pc == found->imm && s.pc != pc + found->length) {
        engine::left_loop(s);
    }
    return done.vector ? Stop::system : Stop::budget;
}

Fault fault_of(const Step &step, const engine::State &s, const engine::Instruction &in) {
    const bool address = step.vector == vector::address;
    return {kind_of(step.vector),
            0,
            s.now,
            s.pc,
            address ? step.address : in.word,
            step.vector == vector::operand ? step.vector : 0};
}

unsigned vector_of(const Fault &fault) {
    switch (fault.kind) {
    case FaultKind::unmapped: return vector::address;
    case FaultKind::illegal: return fault.size ? fault.size : vector::opcode;
    case FaultKind::never_written: return vector::opcode;
    case FaultKind::overflow: return vector::overflow;
    case FaultKind::division_by_zero: return vector::zero_divide;
    case FaultKind::privileged: return vector::privileged;
    default: return 0;
    }
}

bool Set::trap(engine::State &s, Memory &m, const Fault &fault,
               const std::function<void()> &entering) const {
    const unsigned number = ncube::vector_of(fault);
    if (!number) return false;
    State state = registers_of(s);
    Space space(m);
    if (!enter(state, space, number)) return false;
    entering();
    put_registers(state, s);
    s.r[cause_register] = number;
    if (number == vector::address) s.r[fault_register] = fault.value;
    engine::left_loop(s);
    return true;
}

std::optional<engine::DataAccess> Set::frame(const engine::State &s) const {
    const std::uint32_t top = in_kernel(s) ? s.r[sp_register] : s.r[other_sp_register];
    return engine::DataAccess{top - frame_bytes, frame_bytes, true};
}

std::uint32_t Set::cause(const engine::State &s) const { return s.r[cause_register]; }

std::optional<std::uint32_t> Set::physical(const engine::State &s, const Memory &m,
                                           std::uint32_t address, std::uint32_t bytes) const {
    return Space::translate(registers_of(s), m.bytes(), address, std::max(bytes, 1u));
}

engine::Service Set::service(std::uint32_t code) const {
    using engine::Service;
    constexpr Service all[] = {Service::exit,      Service::write,     Service::number,
                               Service::fail_here, Service::exception, Service::mark};
    return code < std::size(all) ? all[code] : Service::none;
}

/// The faulting PC is on top of the kernel's stack.
Fault Set::reported(const engine::State &s, const Memory &m, std::uint32_t what) const {
    std::array<std::uint8_t, 4> word{};
    Fault told{kind_of(what), 0, s.now, s.pc, 0, 1};
    if (what == vector::address) told.value = s.r[fault_register];
    if (m.copy_out(s.r[sp_register], word)) told.pc = from_little<std::uint32_t>(word.data());
    std::array<std::uint8_t, longest_instruction> there{};
    if (m.copy_out(told.pc, there)) told.word = decode(there, told.pc).word;
    // The stack pointer is where the failed push began.
    constexpr std::uint32_t longest_push = 64;
    const std::uint32_t user = in_kernel(s) ? s.r[other_sp_register] : s.r[sp_register];
    for (unsigned n = 0; n < segments; ++n) {
        const std::uint32_t *segment = &s.r[segments_register + 3 * n];
        if (segment[1] && user - segment[0] < longest_push) told.kind = FaultKind::main_stack;
    }
    return told;
}

namespace {

enum Number : unsigned {
    general_0 = 0,
    stack_number = 16,
    pc_number,
    psw_number,
    other_number,
    count
};

constexpr std::array<RegisterInfo, count> make_registers() {
    constexpr const char *names[] = {"r0",  "r1",  "r2", "r3",  "r4",  "r5",      "r6",
                                     "r7",  "r8",  "r9", "r10", "r11", "r12",     "r13",
                                     "r14", "r15", "sp", "pc",  "psw", "other_sp"};
    std::array<RegisterInfo, count> all{};
    for (unsigned i = 0; i < count; ++i)
        all[i] = {names[i], "org.inlet.ncube2",
                  i == pc_number                           ? "code_ptr"
                  : i == stack_number || i == other_number ? "data_ptr"
                                                           : "uint32"};
    return all;
}

unsigned place_of(unsigned number) {
    switch (number) {
    case stack_number: return sp_register;
    case psw_number: return psw_register;
    case other_number: return other_sp_register;
    default: return r0 + number;
    }
}

} // namespace

std::span<const RegisterInfo> Set::registers() const {
    static constexpr auto all = make_registers();
    return all;
}

std::uint32_t Set::read_register(const engine::State &s, unsigned number) const {
    return number == pc_number ? s.pc : s.r[place_of(number)];
}

bool Set::write_register(engine::State &s, unsigned number, std::uint32_t value) const {
    if (number >= count) return false;
    if (number == pc_number) {
        s.jump(value);
    } else if (number == psw_number) {
        State state = registers_of(s);
        state.psw = value;
        put_registers(state, s); // the other mode has another stack pointer
    } else {
        s.r[place_of(number)] = value;
    }
    return true;
}

/// Frames are not linked, so only the code shows the callers.
std::optional<std::vector<std::uint32_t>> Set::calls(const engine::State &, const Memory &,
                                                     const engine::Program &, std::uint32_t,
                                                     std::size_t) const {
    return std::vector<std::uint32_t>();
}

const engine::Abi &Set::abi() const {
    static constexpr engine::Abi abi{.stack = sp_register,
                                     .first_argument = r0 + 1,
                                     .result = engine::sink,
                                     .frame = 0,
                                     .first_service = 0,
                                     .service = r0,
                                     .little = true,
                                     .arguments = false};
    return abi;
}

void Set::reset(engine::State &s) const {
    s.r.fill(0);
    s.r[psw_register] = psw::kernel;
}

} // namespace inlet::ncube
