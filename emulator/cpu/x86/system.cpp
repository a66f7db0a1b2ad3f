// Instructions of the stepper: modes, interrupts, repeated strings, and rare ones.
#include "cpu/x86/system.h"

#include "cpu/engine/narrow.h"
#include "cpu/engine/program.h"
#include "cpu/x86/functions.h"
#include "cpu/x86/instruction_set.h"
#include "cpu/x86/port.h"
#include "cpu/x86/registers.h"
#include "cpu/x86/x87_stack.h"
#include "memory/memory.h"

#include <algorithm>
#include <utility>

namespace inlet::x86 {

using engine::Rare;

namespace {

Stop fault(State &s, FaultKind kind, std::uint32_t value, std::uint32_t size = 0) {
    s.fault = Fault{kind, 0, s.now, s.pc, value, size};
    return Stop::fault;
}

} // namespace

Stop check(State &s, Memory &m, std::uint32_t at, std::uint32_t bytes, bool stores) {
    for (std::uint32_t i = 0; i < bytes;) {
        const std::uint32_t address = at + i;
        if (!m.read<std::uint8_t>(address)) return fault(s, FaultKind::unmapped, address, bytes);
        if (stores && m.watched(address)) return fault(s, FaultKind::text_write, address);
        if (stores && m.barred(address)) return fault(s, FaultKind::kernel_memory, address, bytes);
        i += page_bytes - (address & (page_bytes - 1));
    }
    return Stop::budget;
}

std::uint32_t load(const Memory &m, std::uint32_t at, unsigned size) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < size; ++i)
        value |= std::uint32_t{*m.read<std::uint8_t>(at + i)} << 8 * i;
    return value;
}
void store(Memory &m, std::uint32_t at, std::uint32_t value, unsigned size) {
    for (unsigned i = 0; i < size; ++i)
        *m.write<std::uint8_t>(at + i) = static_cast<std::uint8_t>(value >> 8 * i);
}

std::uint32_t bit_string_word(const State &s, const Instruction &in) {
    const std::uint32_t number = s.r[general(in.rd)], size = size_of(in);
    const std::int32_t unit =
        size == 4 ? engine::sx(number) >> 5 : static_cast<std::int16_t>(number) >> 4;
    return operand_address(s, in) + static_cast<std::uint32_t>(unit) * size;
}

std::uint32_t read_eflags(const State &s) {
    return engine::eflags_of(engine::six_flags(s.r.data())) | s.r[system_flags] | eflags::always |
           (s.r[step_register] != 1 ? eflags::df : 0u);
}
void write_eflags(State &s, std::uint32_t value) {
    constexpr std::uint32_t kept = eflags::interrupts | eflags::nt | eflags::ac;
    engine::set_flags(s.r.data(), engine::flags_bits, engine::six_of(value));
    s.r[system_flags] = value & kept;
    s.r[step_register] = value & eflags::df ? 0xFFFFFFFF : 1;
}

bool flags_word(State &s, const engine::Uop &op) {
    s.r[op.to] = read_eflags(s);
    return true;
}

bool divide(State &s, const engine::Uop &op) {
    const unsigned size = op.imm & 7, bits = 8 * size;
    const bool is_signed = op.imm & 32;
    const std::uint32_t mask = engine::low_bits(bits);
    const std::uint32_t a = s.r[eax], d = s.r[edx], by = s.r[op.a] & mask;
    std::uint64_t number;
    if (size == 1)
        number = a & 0xFFFF;
    else
        number = std::uint64_t{d & mask} << bits | (a & mask);
    const auto none = [&] { // one exception for both
        fault(s, by == 0 ? FaultKind::division_by_zero : FaultKind::quotient, 0);
        return false;
    };
    if (by == 0) return none();
    std::uint64_t quotient, rest;
    if (is_signed) {
        const unsigned wide = 64 - 2 * bits, narrow = 32 - bits;
        const std::int64_t n = static_cast<std::int64_t>(number << wide) >> wide;
        const std::int64_t divisor = engine::sx(by << narrow) >> narrow;
        if (divisor == -1 && number << wide == std::uint64_t{1} << 63) return none();
        const std::int64_t q = n / divisor;
        const std::int64_t least = -(std::int64_t{1} << (bits - 1));
        if (q < least || q >= -least) return none();
        quotient = static_cast<std::uint64_t>(q);
        rest = static_cast<std::uint64_t>(n % divisor);
    } else {
        quotient = number / by;
        rest = number % by;
        if (quotient > mask) return none();
    }
    const auto q = static_cast<std::uint32_t>(quotient) & mask;
    const auto r = static_cast<std::uint32_t>(rest) & mask;
    if (size == 1) {
        s.r[eax] = (a & ~0xFFFFu) | r << 8 | q;
    } else {
        s.r[eax] = (a & ~mask) | q;
        s.r[edx] = (d & ~mask) | r;
    }
    return true;
}

std::span<const engine::Function> functions() {
#define INLET_X86_FUNCTION(name) name,
    static constexpr engine::Function all[functions_count] = {
        INLET_X86_FUNCTIONS(INLET_X86_FUNCTION)};
#undef INLET_X86_FUNCTION
    return all;
}

namespace {

class Executor {
  public:
    Executor(State &s, Memory &m, const Instruction &in, Rare &rare)
        : s_(s), m_(m), in_(in), rare_(rare), size_(size_of(in)), bits_(8 * size_) {}

    Stop execute();

    /// Number of loads and stores made.
    std::uint32_t accesses() const { return accesses_; }

  private:
    std::uint32_t load(std::uint32_t at, unsigned size) {
        ++accesses_;
        return x86::load(m_, at, size);
    }
    void store(std::uint32_t at, std::uint32_t value, unsigned size) {
        ++accesses_;
        x86::store(m_, at, value, size);
    }
    /// An access of up to 8 bytes counts as one.
    std::uint64_t load_wide(std::uint32_t at) {
        const std::uint32_t low = load(at, 4);
        return std::uint64_t{x86::load(m_, at + 4, 4)} << 32 | low;
    }
    void store_wide(std::uint32_t at, std::uint64_t value) {
        store(at, static_cast<std::uint32_t>(value), 4);
        x86::store(m_, at + 4, static_cast<std::uint32_t>(value >> 32), 4);
    }

    bool privileged() const { return s_.r[cpl_register] != 0; }
    Stop refuse() { return fault(s_, FaultKind::privileged, in_.word); }

    /// A repeated string instruction, one turn of it: ECX of 0 is a turn without an access.
    Stop repeated() {
        std::uint32_t *const r = s_.r.data();
        if (r[ecx] == 0) return Stop::budget;
        const std::uint32_t from = r[esi], to = r[edi], step = r[step_register] * size_;
        const bool compares = in_.op == Op::CMPS || in_.op == Op::SCAS;
        const bool reads_from = in_.op == Op::MOVS || in_.op == Op::LODS || in_.op == Op::CMPS;
        const bool uses_to = in_.op != Op::LODS;
        const bool stores = in_.op == Op::MOVS || in_.op == Op::STOS;
        if (uses_to)
            if (const Stop stop = check(s_, m_, to, size_, stores); stop != Stop::budget)
                return stop;
        if (reads_from)
            if (const Stop stop = check(s_, m_, from, size_, false); stop != Stop::budget)
                return stop;
        const std::uint32_t value = reads_from ? load(from, size_) : r[eax];
        if (stores) store(to, value, size_);
        if (in_.op == Op::LODS) set_register(0, value);
        if (compares) engine::narrow_sub(r, bits_, value, load(to, size_));
        if (reads_from) r[esi] += step;
        if (uses_to) r[edi] += step;
        --r[ecx];
        const bool equal = (engine::flags_in(r) & engine::flag_zero) != 0;
        const bool ends = compares && equal == ((in_.n & packed::repeat_unequal) != 0);
        if (r[ecx] != 0 && !ends) {
            rare_.branches = true;
            rare_.target = s_.pc;
        }
        return Stop::budget;
    }

    void set_register(unsigned number, std::uint32_t value) {
        std::uint32_t &r = s_.r[general(number)];
        if (size_ == 4)
            r = value;
        else if (size_ == 2)
            r = (r & ~0xFFFFu) | (value & 0xFFFF);
        else if (number < 4)
            r = (r & ~0xFFu) | (value & 0xFF);
        else
            set_high(number - 4, value);
    }
    void set_high(unsigned number, std::uint32_t value) {
        std::uint32_t &r = s_.r[general(number)];
        r = (r & ~0xFF00u) | (value & 0xFF) << 8;
    }
    std::uint32_t get_register(unsigned number) const {
        if (size_ == 1 && number >= 4) return s_.r[general(number - 4)] >> 8 & 0xFF;
        return s_.r[general(number)] & engine::low_bits(bits_);
    }

    Stop push_all() {
        const std::uint32_t at = s_.r[esp] - 32;
        if (const Stop stop = check(s_, m_, at, 32, true); stop != Stop::budget) return stop;
        for (unsigned i = 0; i < 8; ++i) store(at + 28 - 4 * i, s_.r[general(i)], 4);
        s_.r[esp] = at;
        return Stop::budget;
    }
    Stop pop_all() {
        const std::uint32_t at = s_.r[esp];
        if (const Stop stop = check(s_, m_, at, 32, false); stop != Stop::budget) return stop;
        for (unsigned i = 0; i < 8; ++i)
            if (i != 4) s_.r[general(i)] = load(at + 28 - 4 * i, 4);
        s_.r[esp] = at + 32;
        return Stop::budget;
    }

    /// A bit of a string of bits in memory.
    Stop bit_of_memory() {
        const unsigned how = in_.op == Op::BTS   ? 1
                             : in_.op == Op::BTR ? 2
                             : in_.op == Op::BTC ? 3
                                                 : 0;
        const std::uint32_t number = s_.r[general(in_.rd)], at = bit_string_word(s_, in_);
        if (const Stop stop = check(s_, m_, at, size_, how != 0); stop != Stop::budget) return stop;
        const std::uint32_t bit = number & (bits_ - 1), value = load(at, size_);
        const std::uint32_t changed = engine::bit_test(s_.r.data(), how, value, bit);
        if (how) store(at, changed, size_);
        return Stop::budget;
    }

    Stop compare_exchange() {
        std::uint32_t *const r = s_.r.data();
        const bool memory = is_memory(in_);
        const std::uint32_t at = memory ? operand_address(s_, in_) : 0;
        if (memory)
            if (const Stop stop = check(s_, m_, at, size_, true); stop != Stop::budget) return stop;
        const std::uint32_t old = memory ? load(at, size_) : get_register(in_.rs);
        const std::uint32_t expected = get_register(0), fresh = get_register(in_.rd);
        engine::narrow_sub(r, bits_, expected, old);
        const std::uint32_t value = expected == old ? fresh : old;
        if (memory)
            store(at, value, size_);
        else
            set_register(in_.rs, value);
        if (expected != old) set_register(0, old);
        return Stop::budget;
    }
    Stop compare_exchange_8() {
        std::uint32_t *const r = s_.r.data();
        const std::uint32_t at = operand_address(s_, in_);
        if (const Stop stop = check(s_, m_, at, 8, true); stop != Stop::budget) return stop;
        const std::uint64_t old = load_wide(at), expected = std::uint64_t{r[edx]} << 32 | r[eax];
        const bool same = old == expected;
        const std::uint32_t flags = engine::six_flags(r) & ~engine::flag_zero;
        engine::set_flags(r, engine::flags_bits, flags | (same ? engine::flag_zero : 0u));
        // Always stored (SDM 2, CMPXCHG8B).
        store_wide(at, same ? std::uint64_t{r[ecx]} << 32 | r[ebx] : old);
        if (!same) {
            r[eax] = static_cast<std::uint32_t>(old);
            r[edx] = static_cast<std::uint32_t>(old >> 32);
        }
        return Stop::budget;
    }

    /// FNSTENV and FNSAVE, FLDENV and FRSTOR with 32 bits (SDM 1, figure 8-9). Addresses of the
    /// last instruction and operand are not implemented: 0.
    Stop environment(bool stores, bool all) {
        const std::uint32_t at = operand_address(s_, in_), bytes = all ? 108 : 28;
        if (const Stop stop = check(s_, m_, at, bytes, stores); stop != Stop::budget) return stop;
        FloatStack st(s_);
        const std::uint32_t number = s_.r[ftop_register];
        if (stores) {
            constexpr std::uint32_t ones = 0xFFFF0000;
            const std::uint32_t words[7] = {
                st.control() | ones, st.status() | ones, st.tags() | ones, 0, 0, 0, ones};
            for (unsigned i = 0; i < 7; ++i) store(at + 4 * i, words[i], 4);
            for (unsigned i = 0; all && i < 8; ++i) {
                const Extended value = st.physical((number + i) & 7);
                store_wide(at + 28 + 10 * i, value.mantissa);
                store(at + 36 + 10 * i, value.high, 2);
            }
            if (all)
                st.reset();
            else
                s_.r[fcw_register] |= fsw::exceptions; // FNSTENV masks all
            return Stop::budget;
        }
        s_.r[fcw_register] = 0;
        std::uint32_t words[7];
        for (unsigned i = 0; i < 7; ++i) words[i] = load(at + 4 * i, 4);
        st.set_control(words[0]);
        st.set_status(words[1]);
        st.set_tags(words[2]);
        for (unsigned i = 0; all && i < 8; ++i) {
            const std::uint64_t mantissa = load_wide(at + 28 + 10 * i);
            st.set_physical((s_.r[ftop_register] + i) & 7,
                            {mantissa, static_cast<std::uint16_t>(load(at + 36 + 10 * i, 2))});
        }
        return Stop::budget;
    }

    Stop pop_flags() {
        const std::uint32_t at = s_.r[esp];
        if (const Stop stop = check(s_, m_, at, 4, false); stop != Stop::budget) return stop;
        write_flags(load(at, 4));
        s_.r[esp] += 4;
        return Stop::system;
    }
    /// At CPL 3 IF stays: IOPL is 0.
    void write_flags(std::uint32_t value) {
        constexpr std::uint32_t guarded = eflags::interrupts;
        if (privileged()) value = (value & ~guarded) | (s_.r[system_flags] & guarded);
        write_eflags(s_, value);
    }
    void enable(bool on) {
        s_.r[system_flags] =
            on ? s_.r[system_flags] | eflags::interrupts : s_.r[system_flags] & ~eflags::interrupts;
    }

    Stop software_interrupt(unsigned vector, FaultKind without) {
        const std::uint32_t back = s_.pc + in_.length;
        if (s_.r[vbase_register] == 0) return fault(s_, without, vector);
        const bool from_user = privileged();
        if (const Stop stop = enter(s_, m_, vector, back, {}); stop != Stop::budget) return stop;
        accesses_ += from_user ? 6 : 4; // the vector and the pushed words
        rare_.branches = true;
        rare_.target = s_.pc;
        s_.pc = back - in_.length;
        return Stop::system;
    }

    Stop interrupt_return() {
        std::uint32_t *const r = s_.r.data();
        const std::uint32_t at = r[esp];
        if (const Stop stop = check(s_, m_, at, 12, false); stop != Stop::budget) return stop;
        const std::uint32_t to = load(at, 4), cs = load(at + 4, 4) & 0xFFFF,
                            flags = load(at + 8, 4);
        const bool to_user = cs == user_cs;
        if ((cs != kernel_cs && !to_user) || (privileged() && !to_user) || flags & eflags::vm)
            return fault(s_, FaultKind::bad_selector, cs);
        if (to_user && !privileged()) {
            if (const Stop stop = check(s_, m_, at + 12, 8, false); stop != Stop::budget)
                return stop;
            const std::uint32_t ss = load(at + 16, 4) & 0xFFFF;
            if (ss != user_ss) return fault(s_, FaultKind::bad_selector, ss);
            write_flags(flags);
            r[esp] = load(at + 12, 4);
            r[cpl_register] = 3;
        } else {
            write_flags(flags);
            r[esp] = at + 12;
        }
        rare_.branches = true;
        rare_.target = to;
        return Stop::system;
    }

    State &s_;
    Memory &m_;
    const Instruction &in_;
    Rare &rare_;
    const unsigned size_, bits_;
    std::uint32_t accesses_ = 0;
};

Stop Executor::execute() {
    switch (in_.op.as<Op>()) {
    case Op::MOVS:
    case Op::STOS:
    case Op::LODS:
    case Op::SCAS:
    case Op::CMPS: return repeated();
    case Op::PUSHA: return push_all();
    case Op::POPA: return pop_all();
    case Op::BT:
    case Op::BTS:
    case Op::BTR:
    case Op::BTC: return bit_of_memory();
    case Op::CMPXCHG: return compare_exchange();
    case Op::CMPXCHG8B: return compare_exchange_8();
    case Op::FNSTENV: return environment(true, false);
    case Op::FNSAVE: return environment(true, true);
    case Op::FLDENV: return environment(false, false);
    case Op::FRSTOR: return environment(false, true);
    case Op::POPF: return pop_flags();
    case Op::CLI:
    case Op::STI:
        if (privileged()) return refuse();
        enable(in_.op == Op::STI);
        return Stop::system;
    case Op::HLT:
        if (privileged()) return refuse();
        s_.r[halted_register] = 1;
        rare_.branches = true;
        rare_.target = s_.pc;
        return Stop::budget;
    case Op::RDTSC: // the counter counts cycles
        s_.r[eax] = static_cast<std::uint32_t>(s_.now);
        s_.r[edx] = static_cast<std::uint32_t>(s_.now >> 32);
        s_.r[clock_read_register] = s_.r[eax];
        return Stop::budget;
    case Op::INT: return software_interrupt(in_.imm, FaultKind::syscall);
    case Op::INT3: return software_interrupt(3, FaultKind::breakpoint);
    case Op::INTO:
        if (!(engine::flags_in(s_.r.data()) & engine::flag_overflow)) return Stop::budget;
        return software_interrupt(4, FaultKind::overflow);
    case Op::IRET: return interrupt_return();
    default: return fault(s_, FaultKind::illegal, in_.word);
    }
}

} // namespace

Stop Set::execute(State &s, Memory &m, const Instruction &in, Rare &rare) const {
    // While it is tried, the device has answered.
    if (in.n & packed::fences && !m.write<std::uint8_t>(timing_.fence) &&
        m.device(timing_.fence, 4, true))
        return Stop::access;
    Executor executor(s, m, in, rare);
    const Stop stop = executor.execute();
    // The cost includes the row's accesses; this is the difference, modulo 2^32.
    rare.cycles = timing_.memory * (executor.accesses() - accesses_of(in));
    if (in.op == Op::IRET) rare.cycles += timing_.sigreturn;
    return stop;
}

unsigned vector_of(const Fault &fault) {
    switch (fault.kind) {
    case FaultKind::division_by_zero:
    case FaultKind::quotient: return 0;
    case FaultKind::breakpoint: return 3;
    case FaultKind::overflow: return 4;
    case FaultKind::illegal: return 6;
    case FaultKind::float_exception: return 16;
    case FaultKind::unmapped:
    case FaultKind::kernel_memory:
    case FaultKind::never_written:
    case FaultKind::privileged:
    case FaultKind::bad_selector: return 13;
    default: return 256;
    }
}

Stop enter(State &s, Memory &m, unsigned vector, std::uint32_t back,
           std::optional<std::uint32_t> error) {
    m.show();
    std::uint32_t *const r = s.r.data();
    const std::uint32_t entry = r[vbase_register] + 8 * vector;
    if (const Stop stop = check(s, m, entry, 4, false); stop != Stop::budget) return stop;
    if (load(m, entry, 4) == 0) return fault(s, FaultKind::interrupt, vector);
    const bool from_user = r[cpl_register] != 0;
    const std::uint32_t words = 3 + (from_user ? 2 : 0) + (error ? 1 : 0);
    std::uint32_t at = (from_user ? r[ksp_register] : r[esp]) - 4 * words;
    if (const Stop stop = check(s, m, at, 4 * words, true); stop != Stop::budget) return stop;
    const std::uint32_t stack = at;
    const auto put = [&](std::uint32_t value) {
        store(m, at, value, 4);
        at += 4;
    };
    if (error) put(*error);
    put(back);
    put(from_user ? user_cs : kernel_cs);
    put(read_eflags(s));
    if (from_user) {
        put(r[esp]);
        put(user_ss);
    }
    r[esp] = stack;
    r[cpl_register] = 0;
    r[halted_register] = 0;
    r[system_flags] &= ~(eflags::interrupts | eflags::nt);
    s.jump(load(m, entry, 4));
    return Stop::budget;
}

namespace {

bool signalled(const State &s) {
    return s.r[signal_register] && s.r[system_flags] & eflags::interrupts;
}

/// Words that the entry of an interrupt pushes.
constexpr std::uint32_t signal_bytes = 12;

bool enter_signal(State &s, Memory &m, const std::function<void()> &entering) {
    State tried = s;
    m.show();
    const std::uint32_t at = s.r[esp] - signal_bytes;
    if (check(tried, m, at, signal_bytes, true) != Stop::budget) return false;
    entering();
    store(m, at, s.pc, 4);
    store(m, at + 4, s.r[cpl_register] ? user_cs : kernel_cs, 4);
    store(m, at + 8, read_eflags(s), 4);
    s.r[esp] = at;
    s.r[system_flags] &= ~(eflags::interrupts | eflags::nt);
    s.r[halted_register] = 0;
    s.jump(s.r[signal_register]);
    return true;
}

} // namespace

bool Set::interrupts(State &s, std::uint32_t /*all*/, std::uint32_t asked) const {
    s.r[signal_register] = asked;
    return signalled(s);
}

std::optional<engine::DataAccess> Set::frame(const State &s) const {
    if (!signalled(s)) return {};
    return engine::DataAccess{s.r[esp] - signal_bytes, signal_bytes, true};
}

bool Set::trap(State &s, Memory &m, const Fault &fault,
               const std::function<void()> &entering) const {
    if (fault.kind == FaultKind::interrupt && signalled(s)) return enter_signal(s, m, entering);
    const unsigned vector = vector_of(fault);
    if (vector > 255 || s.r[vbase_register] == 0) return false;
    // An exception during the entry of another one ends the run with the first one.
    State tried = s;
    const bool has_code = vector == 13;
    if (enter(tried, m, vector, s.pc, has_code ? std::optional<std::uint32_t>(0) : std::nullopt) !=
        Stop::budget)
        return false;
    entering();
    s = tried;
    return true;
}

unsigned Set::words() const { return x86::words; }

const engine::Abi &Set::abi() const {
    static constexpr engine::Abi abi{.stack = esp,
                                     .first_argument = ebx,
                                     .result = eax,
                                     .frame = 0,
                                     .first_service = 0,
                                     .service = eax,
                                     .little = true};
    return abi;
}

void Set::reset(State &s) const {
    s.r.fill(0);
    write_eflags(s, eflags::always);
    FloatStack(s).reset();
}

bool Set::sound(const State &s) const { return s.r[ftop_register] < 8; }

namespace {

/// The memory that the mode can access (docs/ncube2-x86.md).
void limit_memory(const State &s, Memory &m) {
    if (s.r[cpl_register] == 0)
        m.show();
    else
        m.hide_but(s.r[ulow_register], s.r[uhigh_register]);
}

} // namespace

bool Set::may_run(const State &s, Memory &m, const engine::Program &) const {
    m.protect_from(m.bytes());
    limit_memory(s, m);
    return !signalled(s);
}

Stop Set::before(State &s, Memory &m) const {
    limit_memory(s, m);
    if (signalled(s)) return fault(s, FaultKind::interrupt, s.r[signal_register]);
    return Stop::budget;
}

} // namespace inlet::x86
