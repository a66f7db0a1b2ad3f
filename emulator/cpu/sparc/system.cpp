// Instructions of the stepper (state registers, RETT, Ticc, annulling branches, atomic and
// alternate accesses), and traps.
#include "cpu/engine/flags.h"
#include "cpu/engine/program.h"
#include "cpu/engine/spin.h"
#include "cpu/sparc/instruction_set.h"
#include "cpu/sparc/registers.h"
#include "memory/memory.h"

#include <bit>
#include <optional>

namespace inlet::sparc {

using engine::Rare;

namespace {

Stop fault(State &s, FaultKind kind, std::uint32_t value, std::uint32_t size = 0) {
    s.fault = Fault{kind, 0, s.now, s.pc, value, size};
    return Stop::fault;
}

std::uint32_t operands_sum(const State &s, const Instruction &in) {
    return s.r[in.rs] + s.r[in.rt] + in.imm;
}

/// The value that WRPSR and similar instructions write: an exclusive or (V8 B.29).
std::uint32_t written(const State &s, const Instruction &in) {
    return s.r[in.rs] ^ (s.r[in.rt] + in.imm);
}

bool condition_holds(const State &s, const Instruction &in) {
    for (const unsigned condition : {fcc_register, ccc_register})
        if (in.uses >> condition & 1) return float_condition_holds(in.sa, s.r[condition]);
    return engine::flags_meet(engine::flags_in(s.r.data()), in.word >> 25 & 15);
}

/// The address spaces of a machine without a memory management unit: instructions and data of user
/// and supervisor (V8 appendix I).
bool is_plain_space(const Instruction &in) {
    const std::uint32_t asi = isa::sparc::field::asi.get(in.word);
    return asi >= 8 && asi <= 11;
}

/// CBccc, CPop and accesses of coprocessor registers (V8 appendix F).
bool is_coprocessor(std::uint32_t word) {
    const std::uint32_t op3 = word >> 19 & 63;
    switch (word >> 30) {
    case 0: return (word >> 22 & 7) == 7;
    case 2: return op3 == 0x36 || op3 == 0x37;
    default: return word >> 30 == 3 && op3 >= 0x30;
    }
}

/// A load, store or atomic access without an operation of its own.
class MemoryAccess {
  public:
    MemoryAccess(State &s, Memory &m, const Instruction &in, Rare &rare)
        : s_(s), m_(m), in_(in), rare_(rare) {}

    Stop execute() {
        switch (in_.op.as<Op>()) {
        case Op::LDD: return load<std::uint64_t>();
        case Op::LDA: return load<std::uint32_t>();
        case Op::LDUBA: return load<std::uint8_t>();
        case Op::LDUHA: return load<std::uint16_t>();
        case Op::LDSBA: return load<std::int8_t>();
        case Op::LDSHA: return load<std::int16_t>();
        case Op::LDDA: return load<std::uint64_t>();
        case Op::STA: return store<std::uint32_t>(s_.r[in_.rd]);
        case Op::STBA: return store<std::uint8_t>(static_cast<std::uint8_t>(s_.r[in_.rd]));
        case Op::STHA: return store<std::uint16_t>(static_cast<std::uint16_t>(s_.r[in_.rd]));
        case Op::STDA:
            return store<std::uint64_t>(std::uint64_t{s_.r[in_.rd]} << 32 | s_.r[in_.rd + 1u]);
        case Op::LDSTUB:
        case Op::LDSTUBA: return exchange<std::uint8_t>(0xFF);
        case Op::SWAP:
        case Op::SWAPA: return exchange<std::uint32_t>(s_.r[in_.rd]);
        case Op::LDFSR:
            return loaded<std::uint32_t>([&](std::uint32_t value) { write_fsr(s_, value); });
        case Op::STFSR: return store<std::uint32_t>(read_fsr(s_));
        default: return fault(s_, FaultKind::illegal, in_.word);
        }
    }

  private:
    void set(unsigned number, std::uint32_t value) {
        if (number) s_.r[number] = value;
    }
    template <typename T, typename Use> Stop loaded(Use use) {
        const std::uint32_t at = operands_sum(s_, in_);
        if (at & (sizeof(T) - 1)) return fault(s_, FaultKind::unaligned, at, sizeof(T));
        const std::uint8_t *bytes = m_.read<T>(at);
        if (!bytes) return fault(s_, FaultKind::unmapped, at, sizeof(T));
        use(from_guest<T>(bytes));
        rare_.access = {at, sizeof(T), false};
        return Stop::budget;
    }
    template <typename T> Stop load() {
        return loaded<T>([&](T value) {
            if constexpr (sizeof(T) == 8) {
                set(in_.rd, static_cast<std::uint32_t>(value >> 32));
                set(in_.rd | 1u, static_cast<std::uint32_t>(value));
            } else {
                set(in_.rd, static_cast<std::uint32_t>(static_cast<std::int32_t>(value)));
            }
        });
    }
    template <typename T> Stop store(T value) {
        const std::uint32_t at = operands_sum(s_, in_);
        if (at & (sizeof(T) - 1)) return fault(s_, FaultKind::unaligned, at, sizeof(T));
        if (m_.watched(at)) return fault(s_, FaultKind::text_write, at);
        std::uint8_t *bytes = m_.write<T>(at);
        if (!bytes) return fault(s_, FaultKind::unmapped, at, sizeof(T));
        to_guest(bytes, value);
        rare_.access = {at, sizeof(T), true};
        return Stop::budget;
    }
    template <typename T> Stop exchange(T value) {
        const std::uint32_t at = operands_sum(s_, in_);
        const std::uint8_t *bytes = at & (sizeof(T) - 1) ? nullptr : m_.read<T>(at);
        const T was = bytes ? from_guest<T>(bytes) : T{};
        const Stop stop = store<T>(value);
        if (stop == Stop::budget) set(in_.rd, was);
        return stop;
    }

    State &s_;
    Memory &m_;
    const Instruction &in_;
    Rare &rare_;
};

/// V8 B.26. Traps must be off, and the window above must be valid.
Stop return_from_trap(State &s, const Instruction &in, Rare &rare) {
    const std::uint32_t target = operands_sum(s, in);
    if (s.r[psr_place] & psr::et) return fault(s, FaultKind::illegal, in.word);
    const unsigned window = above(current_window(s));
    if (is_invalid(s, window)) return fault(s, FaultKind::window_underflow, s.r[stack_register]);
    if (target & 3) return fault(s, FaultKind::unaligned, target, 4);
    switch_window(s, window);
    std::uint32_t &status = s.r[psr_place];
    status = (status & ~psr::s) | psr::et | (status & psr::ps ? psr::s : 0);
    rare.target = target;
    rare.branches = true;
    return Stop::system;
}

Stop write_state(State &s, const Instruction &in, std::uint32_t writable) {
    const std::uint32_t value = written(s, in);
    switch (in.op.as<Op>()) {
    case Op::WRPSR:
        if ((value & psr::cwp) >= windows) return fault(s, FaultKind::illegal, in.word);
        write_psr(s, value & writable);
        break;
    default: s.r[tbr_place] = (value & 0xFFFFF000) | (s.r[tbr_place] & 0xFF0); break;
    }
    return Stop::system;
}

/// State registers, RETT, and accesses of another address space (V8 B.1, B.2, B.26, B.28, B.29).
bool is_privileged(const Instruction &in) {
    switch (in.op.as<Op>()) {
    case Op::RDPSR:
    case Op::RDTBR:
    case Op::WRPSR:
    case Op::WRTBR:
    case Op::RETT: return true;
    default: return in.word >> 30 == 3 && (in.word >> 19 & 0x30) == 0x10;
    }
}

/// V8 7.2.1: level 15 cannot be masked.
bool is_interrupted(const State &s) {
    const std::uint32_t level = s.r[irl_place], status = s.r[psr_place];
    return level != 0 && status & psr::et &&
           (level == 15 || level > (status & psr::pil) >> std::countr_zero(psr::pil));
}

/// The trap's number (V8 table 7-1). Empty: the fault ends the run.
std::optional<std::uint32_t> trap_type(const Fault &fault, std::uint32_t pc) {
    switch (fault.kind) {
    case FaultKind::unmapped:
    case FaultKind::thread_stack:
    case FaultKind::unallocated:
    case FaultKind::main_stack:
    case FaultKind::never_written: return fault.value == pc ? 0x01 : 0x09;
    case FaultKind::illegal: return 0x02;
    case FaultKind::unit_disabled: return fault.value;
    case FaultKind::window_overflow: return 0x05;
    case FaultKind::window_underflow: return 0x06;
    case FaultKind::unaligned: return 0x07;
    case FaultKind::float_exception: return 0x08;
    case FaultKind::tag_overflow: return 0x0A;
    case FaultKind::division_by_zero: return 0x2A;
    case FaultKind::trap: return fault.value;
    case FaultKind::interrupt: return 0x10 + fault.value;
    default: return {};
    }
}

} // namespace

unsigned Set::words() const { return sparc::words; }

const engine::Abi &Set::abi() const {
    static constexpr engine::Abi abi{stack_register, out0, out0, 0, first_host_trap};
    return abi;
}

void Set::reset(State &state) const { sparc::reset(state); }

bool Set::sound(const State &state) const { return current_window(state) < windows; }

std::uint32_t Set::disabled(const State &state, std::uint32_t units) const {
    return units & ~state.r[psr_place];
}

bool Set::may_run(const State &state, Memory &memory, const engine::Program &program) const {
    memory.protect_from(memory.bytes());
    return !disabled(state, program.needs()) && !is_interrupted(state);
}

Stop Set::step(State &s, Memory &m, const engine::Program &program, engine::Stepped &stepped,
               Caches *caches) const {
    const Instruction *const in = program.at(s.pc);
    if (const std::uint32_t off = in ? in->needs & ~s.r[psr_place] : 0) {
        stepped = engine::Stepped{s.pc, s.now, in, {}};
        return fault(s, FaultKind::unit_disabled, off & psr::ef ? fp_disabled : cp_disabled);
    }
    const Stop stop = InstructionSet::step(s, m, program, stepped, caches);
    // RETT continues the program, usually not in a slot.
    if (stop == Stop::system && in && in->op == Op::RETT && s.npc == s.pc + 4) s.in_slot = false;
    return stop;
}

Stop Set::execute(State &s, Memory &m, const Instruction &in, Rare &rare) const {
    const auto set = [&](std::uint32_t value) {
        if (in.rd) s.r[in.rd] = value;
        return Stop::budget;
    };
    if (is_privileged(in) && !(s.r[psr_place] & psr::s))
        return fault(s, FaultKind::unit_disabled, privileged_instruction);
    switch (in.op.as<Op>()) {
    case Op::RDPSR: return set(read_psr(s));
    case Op::RDTBR: return set(s.r[tbr_place]);
    case Op::WRPSR:
    case Op::WRTBR: return write_state(s, in, timing_.network ? ~0u : ~psr::ec);
    case Op::RETT: return return_from_trap(s, in, rare);
    default: break;
    }
    if (in.kind == Kind::likely) {
        rare.branches = condition_holds(s, in);
        rare.annuls = !rare.branches;
        if (rare.branches) rare.target = in.imm;
        return Stop::budget;
    }
    const bool is_trap = (in.word >> 30) == 2 && (in.word >> 19 & 63) == 0x3A;
    if (is_trap) {
        if (!condition_holds(s, in)) return Stop::budget;
        return fault(s, FaultKind::trap, 0x80 + (operands_sum(s, in) & 127));
    }
    if (is_coprocessor(in.word))
        return s.r[psr_place] & psr::ec ? fault(s, FaultKind::illegal, in.word)
                                        : fault(s, FaultKind::unit_disabled, cp_disabled);
    if (in.word >> 30 == 2) { // FPU: quadruple precision, odd registers of pairs
        s.r[fsr_place] = (s.r[fsr_place] & ~(7u << fsr::type_shift)) | fsr::type_unimplemented
                                                                           << fsr::type_shift;
        return fault(s, FaultKind::float_exception, in.word);
    }
    const bool alternate = (in.word >> 19 & 0x30) == 0x10;
    if (alternate && (in.word >> 13 & 1 || !is_plain_space(in)))
        return fault(s, FaultKind::illegal, in.word);
    return MemoryAccess(s, m, in, rare).execute();
}

Stop Set::before(State &s, Memory & /*m*/) const {
    return is_interrupted(s) ? fault(s, FaultKind::interrupt, s.r[irl_place]) : Stop::budget;
}

bool Set::interrupts(State &s, std::uint32_t /*all*/, std::uint32_t asked) const {
    s.r[irl_place] = asked ? static_cast<std::uint32_t>(std::bit_width(asked)) - 1 : 0;
    return is_interrupted(s);
}

std::uint32_t Set::cause(const State &s) const { return s.r[tbr_place] >> 4 & 0xFF; }

/// V8 7.4. Without a handler, or with traps off, the processor is in error: the run ends. An entry
/// of the trap table that begins with UNIMP is not a handler.
bool Set::trap(State &s, Memory &m, const Fault &fault,
               const std::function<void()> &entering) const {
    const auto type = trap_type(fault, s.pc);
    if (!type || !(s.r[psr_place] & psr::et)) return false;
    const std::uint32_t handler = (s.r[tbr_place] & 0xFFFFF000) | *type << 4;
    const std::uint8_t *const entry = m.read<std::uint32_t>(handler);
    if (!entry || from_guest<std::uint32_t>(entry) >> 22 == 0) return false;
    entering();
    const std::uint32_t pc = s.pc, npc = s.in_slot ? s.npc : s.pc + 4;
    std::uint32_t &status = s.r[psr_place];
    status = (status & ~(psr::et | psr::ps)) | psr::s | (status & psr::s ? psr::ps : 0);
    switch_window(s, below(current_window(s)));
    s.r[local0 + 1] = pc;
    s.r[local0 + 2] = npc;
    s.r[tbr_place] = handler;
    s.linked = false;
    s.load_mask = 0;
    engine::left_loop(s);
    s.jump(handler);
    return true;
}

} // namespace inlet::sparc
