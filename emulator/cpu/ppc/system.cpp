// Instructions of the stepper: arithmetic that sets OV, traps, accesses of several registers,
// reservations, cache operations and the time base.
#include "cpu/engine/arithmetic.h"
#include "cpu/engine/program.h"
#include "cpu/ppc/instruction_set.h"
#include "cpu/ppc/registers.h"
#include "memory/memory.h"

#include <algorithm>
#include <optional>

namespace inlet::ppc {

using engine::Rare;
namespace field = isa::ppc::field;

namespace {

Stop fault(State &s, FaultKind kind, std::uint32_t value, std::uint32_t size = 0) {
    s.fault = Fault{kind, 0, s.now, s.pc, value, size};
    return Stop::fault;
}

/// OE = 1 (MPCFPE32B, 2.1.5): sets OV; SO is sticky.
Stop overflowing(State &s, const Instruction &in) {
    const std::uint32_t a = s.r[general(in.rs)], b = s.r[general(in.rt)];
    const std::int64_t x = engine::sx(a), y = engine::sx(b);
    std::uint32_t &carry = s.r[ca_register];
    std::uint32_t result = 0;
    std::int64_t exact = 0; // the exact value, of which the result is a part
    bool none = false;      // there is no quotient
    const auto sum = [&](std::uint32_t left, std::uint32_t right, std::uint32_t in_carry) {
        exact = std::int64_t{engine::sx(left)} + engine::sx(right) + in_carry;
        std::uint32_t out = 0;
        result = engine::carried_sum(out, left, right, in_carry);
        return out;
    };
    switch (in.op.as<Op>()) {
    case Op::ADD: sum(a, b, 0); break;
    case Op::SUBF: sum(~a, b, 1); break;
    case Op::NEG: sum(~a, 0, 1); break;
    case Op::ADDC: carry = sum(a, b, 0); break;
    case Op::ADDE: carry = sum(a, b, carry); break;
    case Op::SUBFC: carry = sum(~a, b, 1); break;
    case Op::SUBFE: carry = sum(~a, b, carry); break;
    case Op::ADDME: carry = sum(a, 0xFFFFFFFF, carry); break;
    case Op::ADDZE: carry = sum(a, 0, carry); break;
    case Op::SUBFME: carry = sum(~a, 0xFFFFFFFF, carry); break;
    case Op::SUBFZE: carry = sum(~a, 0, carry); break;
    case Op::MULLW:
        exact = x * y;
        result = static_cast<std::uint32_t>(exact);
        break;
    case Op::DIVW:
        none = b == 0 || (a == 0x80000000 && b == 0xFFFFFFFF);
        result = engine::quotient_signed(a, b);
        exact = engine::sx(result);
        break;
    default: // DIVWU
        none = b == 0;
        result = engine::quotient_unsigned(a, b);
        exact = engine::sx(result);
        break;
    }
    s.r[in.to] = result;
    s.r[ov_register] = none || exact != engine::sx(result);
    s.r[so_register] |= s.r[ov_register];
    if (field::record.get(in.word))
        s.r[cr_register] = engine::order(engine::sx(result), 0) | s.r[so_register];
    return Stop::budget;
}

/// TO: less, greater, equal, unsigned less, unsigned greater.
bool traps(std::uint32_t on, std::uint32_t a, std::uint32_t b) {
    const bool holds[] = {a > b, a<b, a == b, engine::sx(a)> engine::sx(b),
                          engine::sx(a) < engine::sx(b)};
    for (unsigned i = 0; i < 5; ++i)
        if (on >> i & 1 && holds[i]) return true;
    return false;
}

/// Checks that bytes can be read or, with `stores`, written. Stop::budget: they can; else the
/// reason.
Stop check(State &s, Memory &m, std::uint32_t at, std::uint32_t bytes, bool stores) {
    for (std::uint32_t i = 0; i < bytes;) {
        const std::uint32_t address = at + i;
        if (!m.read<std::uint8_t>(address))
            return fault(s, FaultKind::unmapped, address, std::min(bytes, 4u));
        if (stores && m.watched(address)) return fault(s, FaultKind::text_write, address);
        if (stores && m.barred(address))
            return fault(s, FaultKind::kernel_memory, address, std::min(bytes, 4u));
        i += page_bytes - (address & (page_bytes - 1));
    }
    return Stop::budget;
}

/// A line of memory of a device: the device executes the operation, which completes the
/// instruction.
std::optional<Stop> of_device(Memory &m, std::uint32_t at, LineOperation line) {
    if (!m.device(at, 1, false, line)) return {};
    return m.read<std::uint8_t>(at) ? Stop::budget : Stop::access;
}

class Multiple {
  public:
    Multiple(State &s, Memory &m, const Instruction &in, Rare &rare)
        : s_(s), m_(m), in_(in), rare_(rare) {}

    Stop execute() {
        std::uint32_t at = s_.r[base(in_.rs)], bytes = 0;
        const bool words = in_.op == Op::LMW || in_.op == Op::STMW;
        const bool stores = in_.op == Op::STMW || in_.op == Op::STSWI || in_.op == Op::STSWX;
        if (words) {
            at += in_.imm;
            bytes = 4 * (32u - in_.rd);
            if (at & 3) return fault(s_, FaultKind::unaligned, at, 4);
        } else if (in_.op == Op::LSWX || in_.op == Op::STSWX) {
            at += s_.r[general(in_.rt)];
            bytes = s_.r[bytes_register];
        } else {
            bytes = in_.rt ? in_.rt : 32;
        }
        if (const Stop stop = check(s_, m_, at, bytes, stores); stop != Stop::budget) return stop;
        for (std::uint32_t i = 0; i < bytes; ++i)
            move(in_.rd + i / 4, 24 - 8 * (i & 3), at + i, stores);
        // The cost applies to each register.
        const std::uint32_t registers = (bytes + 3) / 4;
        rare_.cycles = registers ? (registers - 1) * in_.cost : 0;
        return Stop::budget;
    }

  private:
    /// One byte of a register. Loading the first byte clears the others.
    void move(unsigned number, unsigned shift, std::uint32_t at, bool stores) {
        std::uint32_t &r = s_.r[general(number & 31)];
        if (stores) {
            *m_.write<std::uint8_t>(at) = static_cast<std::uint8_t>(r >> shift);
            return;
        }
        if (shift == 24) r = 0;
        r |= std::uint32_t{*m_.read<std::uint8_t>(at)} << shift;
    }

    State &s_;
    Memory &m_;
    const Instruction &in_;
    Rare &rare_;
};

} // namespace

unsigned Set::words() const { return ppc::words; }

const engine::Abi &Set::abi() const {
    static constexpr engine::Abi abi{stack_register, first_argument, first_argument, 0, 0,
                                     r0_register};
    return abi;
}

void Set::reset(State &state) const { state.r.fill(0); }

bool Set::sound(const State &state) const {
    return (state.r[ca_register] | state.r[so_register] | state.r[ov_register]) <= 1;
}

bool Set::may_run(const State &, Memory &memory, const engine::Program &) const {
    memory.protect_from(memory.bytes());
    return true;
}

/// Branches to registers ignore the two low bits of the target.
Stop Set::step(State &s, Memory &m, const engine::Program &program, engine::Stepped &stepped,
               Caches *caches) const {
    if (s.pc & 3) s.jump(s.pc & ~3u);
    return InstructionSet::step(s, m, program, stepped, caches);
}

Stop Set::execute(State &s, Memory &m, const Instruction &in, Rare &rare) const {
    const std::uint32_t a = s.r[base(in.rs)], b = s.r[general(in.rt)];
    switch (in.op.as<Op>()) {
    case Op::LMW:
    case Op::STMW:
    case Op::LSWI:
    case Op::STSWI:
    case Op::LSWX:
    case Op::STSWX: return Multiple(s, m, in, rare).execute();
    case Op::TW:
    case Op::TWI: {
        const std::uint32_t right = in.op == Op::TW ? b : in.imm;
        if (traps(in.rd, s.r[general(in.rs)], right)) return fault(s, FaultKind::trap, in.word);
        return Stop::budget;
    }
    case Op::LWARX: {
        const std::uint32_t at = a + b;
        if (at & 3) return fault(s, FaultKind::unaligned, at, 4);
        const std::uint8_t *const bytes = m.read<std::uint32_t>(at);
        if (!bytes) return fault(s, FaultKind::unmapped, at, 4);
        s.r[in.to] = from_guest<std::uint32_t>(bytes);
        s.linked = true;
        s.linked_address = at;
        return Stop::budget;
    }
    case Op::STWCX_: {
        const std::uint32_t at = a + b;
        if (at & 3) return fault(s, FaultKind::unaligned, at, 4);
        const bool success = s.linked && s.linked_address == at;
        if (const Stop stop = check(s, m, at, 4, success); stop != Stop::budget) return stop;
        if (success) to_guest(m.write<std::uint32_t>(at), s.r[general(in.rd)]);
        s.linked = false;
        s.r[cr_register] = (success ? 2u : 0u) | s.r[so_register];
        return Stop::budget;
    }
    case Op::DCBZ: {
        const std::uint32_t at = (a + b) & ~(timing_.line - 1);
        if (const auto stop = of_device(m, at, LineOperation::zero)) return *stop;
        if (const Stop stop = check(s, m, at, timing_.line, true); stop != Stop::budget)
            return stop;
        for (std::uint32_t i = 0; i < timing_.line; i += 4)
            to_guest(m.write<std::uint32_t>(at + i), std::uint32_t{0});
        return Stop::budget;
    }
    case Op::DCBF:
    case Op::DCBST:
        if (const auto stop = of_device(
                m, a + b, in.op == Op::DCBF ? LineOperation::flush : LineOperation::clean))
            return *stop;
        return check(s, m, a + b, 1, false);
    case Op::SYNC:
        return of_device(m, timing_.barrier, LineOperation::barrier).value_or(Stop::budget);
    case Op::ICBI: return check(s, m, a + b, 1, false);
    case Op::MFTB:
    case Op::MFSPR: // the time base counts cycles
        s.r[in.to] = static_cast<std::uint32_t>(in.imm == 269 ? s.now >> 32 : s.now);
        s.r[clock_read_register] = static_cast<std::uint32_t>(s.now);
        s.r[clock_read_register + 1] = static_cast<std::uint32_t>(s.now >> 32);
        return Stop::budget;
    default: return overflowing(s, in);
    }
}

/// User programs have no handlers: every fault ends the run.
bool Set::trap(State &, Memory &, const Fault &, const std::function<void()> &) const {
    return false;
}

} // namespace inlet::ppc
