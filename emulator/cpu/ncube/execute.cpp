#include "cpu/ncube/execute.h"

#include <algorithm>
#include <array>
#include <bit>

namespace inlet::ncube {

namespace {

/// Raised inside of an instruction; the registers are put back.
struct Raise {
    unsigned vector;
    std::uint32_t address = 0;
};

/// Where an operand is.
struct Place {
    enum class Kind : std::uint8_t { constant, reg, memory } kind = Kind::constant;
    std::uint8_t reg = 0;
    std::uint32_t address = 0;
    std::uint64_t value = 0;
};

std::uint64_t mask(unsigned bytes) {
    return bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * bytes) - 1;
}
std::int64_t extended(std::uint64_t value, unsigned bytes) {
    const unsigned unused = 64 - 8 * bytes;
    return static_cast<std::int64_t>(value << unused) >> unused;
}

class Execution {
  public:
    Execution(State &state, Space &space, Interface &interface, const Costs &costs, Step &step)
        : s_(state), space_(space), interface_(interface), costs_(costs), step_(step), in_(step.in),
          before_(state) {}

    void run() {
        try {
            fetch();
            step_.cost.accesses = accesses(in_);
            if (in_.row->privileged && !before_.in_kernel()) throw Raise{vector::privileged};
            if (s_.psw & psw::repeat_mask && !repeats()) {
                step_.cost.accesses = 0;
                skipped_ = true;
                return finish();
            }
            execute();
        } catch (const Raise &raised) {
            return enter(raised);
        }
        if (step_.outcome != Outcome::done && step_.outcome != Outcome::wait) {
            s_ = before_;
            return;
        }
        finish();
    }

  private:
    void fetch() {
        std::array<std::uint8_t, longest_instruction> bytes{};
        unsigned count = 0;
        while (count < bytes.size()) {
            const auto at = space_.translate(s_, s_.pc + count, 1);
            if (!at) break;
            bytes[count++] = static_cast<std::uint8_t>(space_.peek(*at, 1));
        }
        step_.in = decode({bytes.data(), count});
        next_ = s_.pc + in_.length;
        switch (in_.bad) {
        case Bad::none: return;
        case Bad::truncated: throw Raise{vector::address, s_.pc + count};
        case Bad::opcode:
        case Bad::floating:
        case Bad::broadcast: throw Raise{vector::opcode};
        case Bad::mode:
        case Bad::operand: throw Raise{vector::operand};
        }
    }

    // --- REP (P1 4.8.2) ---

    unsigned mode() const { return s_.psw >> psw::repeat; }
    std::uint32_t &counter() { return s_.r[s_.psw >> psw::repeat_register & 15u]; }
    void end_repeat() { s_.psw &= ~psw::repeat_mask; }
    bool condition_holds() const { return mode() == 1 || (mode() == 2) == s_.flag(psw::z); }
    /// Before an instruction that is repeated: whether it is executed. Z is tested before the
    /// register is decremented.
    bool repeats() {
        if (!condition_holds() || counter() == 0) {
            end_repeat();
            return false;
        }
        --counter();
        const Op op = in_.row->op;
        if (is_branch(op) || op == Op::call || op == Op::ret || op == Op::retp) {
            end_repeat();
            again_ = s_.pc - 2; // the REP, which has two bytes
            return true;
        }
        repeating_ = true;
        return true;
    }

    void finish() {
        if (repeating_) {
            if (counter() != 0 && condition_holds() && next_ == before_.pc + in_.length)
                next_ = before_.pc;
            else
                end_repeat();
        }
        Cost &cost = step_.cost;
        cost.base = costs_.base;
        cost.memory = cost.accesses * costs_.memory;
        if (in_.row->prefetch && !skipped_) cost.stall = costs_.prefetch_stall;
        s_.pc = next_;
        s_.now += cost.cycles();
        ++s_.instructions;
        if (overflowed_ && s_.flag(psw::overflow_enable)) {
            // The result has been stored (P1 4.5.1); the handler is told of this instruction.
            before_.psw = s_.psw;
            raise_from(s_, vector::overflow);
        }
    }

    // --- Exceptions ---

    void enter(const Raise &raised) {
        s_ = before_;
        step_.address = raised.address;
        step_.cost = {};
        ++s_.instructions;
        raise_from(s_, raised.vector);
    }
    /// The handler finds the address of the instruction itself (P1 4.5).
    void raise_from(State &s, unsigned number) {
        s.pc = before_.pc;
        step_.vector = number;
        step_.stored = true;
        Cost cost;
        step_.outcome = Outcome::exception;
        Costs without = costs_; // as a trap's
        without.interrupt_extra = 0;
        if (!enter_interrupt(s, space_, number, without, cost)) step_.outcome = Outcome::lost;
        step_.cost.accesses += cost.accesses;
        step_.cost.base += cost.base;
        step_.cost.memory += cost.memory;
        step_.cost.stall += cost.stall;
    }

    // --- Operands ---

    std::uint32_t physical(std::uint32_t address, unsigned bytes) {
        const auto at = space_.translate(s_, address, bytes);
        if (!at) throw Raise{vector::address, address};
        return *at;
    }
    std::uint64_t load(std::uint32_t address, unsigned bytes) {
        return space_.load(physical(address, bytes), bytes);
    }
    void store(std::uint32_t address, unsigned bytes, std::uint64_t value) {
        space_.store(physical(address, bytes), bytes, value);
        step_.stored = true;
    }
    std::uint32_t load_word(std::uint32_t address) {
        return static_cast<std::uint32_t>(load(address, 4));
    }
    void push(unsigned bytes, std::uint64_t value) {
        store(s_.stack() - bytes, bytes, value);
        s_.stack() -= bytes;
    }

    /// Where operand `n` is; registers of its mode change.
    Place place(unsigned n) {
        const Operand &operand = in_.operands[n];
        const Slot &slot = in_.row->slots[n];
        const unsigned bytes = slot.bytes;
        const auto value = static_cast<std::uint32_t>(operand.value);
        std::uint32_t &reg = s_.r[operand.reg];
        const auto memory = [](std::uint32_t address) {
            return Place{Place::Kind::memory, 0, address, 0};
        };
        const std::uint32_t sp = before_.sp[before_.in_kernel()];
        switch (operand.mode) {
        case Mode::literal:
        case Mode::immediate: return {Place::Kind::constant, 0, 0, operand.value};
        case Mode::reg: return {Place::Kind::reg, operand.reg, 0, 0};
        case Mode::indirect: return memory(reg);
        case Mode::skip: {
            const Place at = memory(reg);
            reg += s_.r[(operand.reg + 1u) & 15u];
            return at;
        }
        case Mode::increment: {
            const Place at = memory(reg);
            reg += bytes;
            return at;
        }
        case Mode::increment_at: {
            const Place at = memory(load_word(reg));
            reg += 4;
            return at;
        }
        case Mode::decrement: reg -= bytes; return memory(reg);
        case Mode::offset: return memory(reg + value);
        case Mode::offset_at: return memory(load_word(reg + value));
        case Mode::pc_offset: return memory(before_.pc + value);
        case Mode::pc_offset_at: return memory(load_word(before_.pc + value));
        case Mode::sp_offset: return memory(sp + value);
        case Mode::sp_offset_at: return memory(load_word(sp + value));
        case Mode::direct: return memory(value);
        case Mode::direct_at: return memory(load_word(value));
        case Mode::stack: {
            std::uint32_t &top = s_.stack();
            if (slot.use == Use::address) return memory(top);
            if (slot.use == Use::write) {
                top -= bytes;
                return memory(top);
            }
            const Place at = memory(top);
            // The first operand is popped; the second stays where it is, for the result, but of
            // three the second is popped too.
            if (n == 0 || in_.count == 3) top += bytes;
            return at;
        }
        }
        return {};
    }

    std::uint64_t value(const Place &at, unsigned bytes) {
        switch (at.kind) {
        case Place::Kind::constant: return at.value & mask(bytes);
        case Place::Kind::memory: return load(at.address, bytes);
        case Place::Kind::reg: break;
        }
        if (bytes == 8) // the high half is in the next one, after R15 in R0 (P1 4.4.1)
            return s_.r[at.reg] | std::uint64_t{s_.r[(at.reg + 1u) & 15u]} << 32;
        return s_.r[at.reg] & mask(bytes);
    }
    /// A register gets it sign-extended (P1 4.4.1).
    void put(const Place &at, unsigned bytes, std::uint64_t value) {
        if (at.kind == Place::Kind::memory) return store(at.address, bytes, value & mask(bytes));
        if (bytes == 8) {
            s_.r[at.reg] = static_cast<std::uint32_t>(value);
            s_.r[(at.reg + 1u) & 15u] = static_cast<std::uint32_t>(value >> 32);
            return;
        }
        s_.r[at.reg] = static_cast<std::uint32_t>(extended(value, bytes));
    }

    // --- Flags ---

    void set(std::uint32_t bit, bool on) { s_.psw = on ? s_.psw | bit : s_.psw & ~bit; }
    /// N, Z of a result, V = U = 0, C as it is.
    void logic(std::uint64_t result, unsigned bytes) {
        set(psw::n, extended(result, bytes) < 0);
        set(psw::z, (result & mask(bytes)) == 0);
        set(psw::v, false);
        set(psw::u, false);
    }
    /// Of an exact result: N is its sign, even where what is stored has another.
    void arithmetic(std::int64_t exact, unsigned bytes) {
        set(psw::n, exact < 0);
        set(psw::z, (static_cast<std::uint64_t>(exact) & mask(bytes)) == 0);
        overflowed_ = exact != extended(static_cast<std::uint64_t>(exact), bytes);
        set(psw::v, overflowed_);
        set(psw::u, false);
    }

    // --- Operations ---

    void execute() {
        switch (in_.row->op) {
        case Op::ldpr:
        case Op::stpr:
        case Op::lcnt:
        case Op::lptr: return interface();
        case Op::mova: return move_address();
        case Op::trap: return trap();
        case Op::rep:
        case Op::repz:
        case Op::repnz: return repeat();
        case Op::call: return call();
        case Op::nop:
        case Op::eron:
        case Op::erof: return;
        case Op::clc: return set(psw::c, false);
        case Op::stc: return set(psw::c, true);
        case Op::cmc: return set(psw::c, !s_.flag(psw::c));
        case Op::bkpt: return interrupt_by_instruction(vector::breakpoint);
        case Op::rset:
            interface_.reset(s_.now);
            step_.stored = true;
            return;
        case Op::ei: step_.stored = true; return set(psw::interrupt_enable, true);
        case Op::di: step_.stored = true; return set(psw::interrupt_enable, false);
        case Op::wait:
            step_.outcome = Outcome::wait;
            step_.stored = true;
            return;
        case Op::ret:
        case Op::retp: {
            std::uint32_t more = 0;
            if (in_.count) more = static_cast<std::uint32_t>(value(place(0), 4));
            next_ = load_word(s_.stack());
            s_.stack() += 4 + more;
            end_repeat();
            return;
        }
        case Op::reti: return return_from_interrupt();
        case Op::ldflg: { // C V Z N U from bits 2 to 6, RC = 0 (assumed; 000 Figure 4-9)
            const auto from = static_cast<std::uint32_t>(value(place(0), 4));
            s_.psw = (s_.psw & ~(psw::flags | 3u << psw::round)) | (from >> 2 & psw::flags);
            return;
        }
        default: break;
        }
        if (is_branch(in_.row->op)) return branch();
        compute();
    }

    void compute() {
        const Row &row = *in_.row;
        const unsigned size = row.slots[0].bytes;
        const Place first = place(0);
        const std::uint64_t a = value(first, size);
        if (in_.count == 3) {
            const unsigned bytes = row.slots[1].bytes;
            const Place second = place(1);
            const std::uint64_t b = value(second, bytes);
            const Place to = place(2);
            put(to, bytes, result(a, b, size, bytes));
            return;
        }
        const Slot &slot = row.slots[1];
        const unsigned bytes = slot.bytes;
        const Place to = place(1);
        switch (row.op) {
        case Op::mov: return put(to, bytes, a);
        case Op::movu:
            if (to.kind == Place::Kind::memory) return put(to, 4, a);
            s_.r[to.reg] = static_cast<std::uint32_t>(a);
            return;
        case Op::cmp:
            return compare(extended(a, size), extended(value(to, bytes), bytes), a,
                           value(to, bytes));
        case Op::bit: return logic(a & value(to, bytes), bytes);
        default: break;
        }
        const std::uint64_t b = slot.use == Use::modify ? value(to, bytes) : 0;
        put(to, bytes, result(a, b, size, bytes));
    }

    void compare(std::int64_t a, std::int64_t b, std::uint64_t ua, std::uint64_t ub) {
        set(psw::c, ua < ub);
        set(psw::n, a < b);
        set(psw::z, a == b);
        set(psw::v, false);
        set(psw::u, false);
    }

    /// Of a source of `size` bytes and a destination of `bytes`.
    std::uint64_t result(std::uint64_t a, std::uint64_t b, unsigned size, unsigned bytes) {
        const std::int64_t sa = extended(a, size), sb = extended(b, bytes);
        const std::uint64_t carry = s_.flag(psw::c);
        const auto add = [&](std::uint64_t in) {
            set(psw::c, a + b + in > mask(bytes));
            arithmetic(sa + sb + static_cast<std::int64_t>(in), bytes);
            return a + b + in;
        };
        const auto subtract = [&](std::uint64_t from, std::uint64_t what, std::int64_t sfrom,
                                  std::int64_t swhat, std::uint64_t in) {
            set(psw::c, from < what + in);
            arithmetic(sfrom - swhat - static_cast<std::int64_t>(in), bytes);
            return from - what - in;
        };
        switch (in_.row->op) {
        case Op::add: return add(0);
        case Op::adc: return add(carry);
        case Op::sub: return subtract(b, a, sb, sa, 0);
        case Op::sbb: return subtract(b, a, sb, sa, carry);
        case Op::sbr: return subtract(a, b, sa, sb, 0);
        case Op::neg: return subtract(0, a, 0, sa, 0);
        case Op::mul: {
            step_.cost.unit = costs_.multiply;
            arithmetic(sa * sb, bytes); // 32 bits each, so the product is exact
            set(psw::c, s_.flag(psw::n));
            return static_cast<std::uint64_t>(sa * sb);
        }
        case Op::div: return quotient(sb, sa, bytes);
        case Op::dvr: return quotient(sa, sb, bytes);
        case Op::rem: {
            step_.cost.unit = costs_.divide;
            if (sa == 0) throw Raise{vector::zero_divide};
            const std::int64_t left = sb % sa;
            logic(static_cast<std::uint64_t>(left), bytes);
            return static_cast<std::uint64_t>(left);
        }
        case Op::and_: logic(a & b, bytes); return a & b;
        case Op::or_: logic(a | b, bytes); return a | b;
        case Op::xor_: logic(a ^ b, bytes); return a ^ b;
        case Op::not_: logic(~a, bytes); return ~a;
        case Op::cvt:
            arithmetic(sa, bytes); // C stays
            return static_cast<std::uint64_t>(sa);
        case Op::ffo: {
            const std::uint64_t where = a ? static_cast<unsigned>(std::countr_zero(a)) : 8u * size;
            set(psw::n, false);
            set(psw::z, a == 0);
            set(psw::v, false);
            set(psw::u, false);
            return where;
        }
        case Op::sft: return shifted(static_cast<int>(sa), b, bytes, false);
        case Op::sfa: return shifted(static_cast<int>(sa), b, bytes, true);
        case Op::rot: return rotated(static_cast<int>(sa), b, bytes);
        case Op::adcd: return decimal(a, b, carry, true);
        case Op::sbbd: return decimal(a, b, carry, false);
        default: return 0;
        }
    }

    std::uint64_t quotient(std::int64_t dividend, std::int64_t divisor, unsigned bytes) {
        step_.cost.unit = costs_.divide;
        if (divisor == 0) throw Raise{vector::zero_divide};
        const std::int64_t exact =
            dividend / divisor; // the lowest by -1 gives itself: its low part
        arithmetic(exact, bytes);
        return static_cast<std::uint64_t>(exact);
    }

    std::uint64_t shifted(int count, std::uint64_t b, unsigned bytes, bool keeps_sign) {
        const int width = static_cast<int>(8 * bytes);
        const std::int64_t sb = extended(b, bytes);
        std::uint64_t result = b;
        bool last = (b & 1) != 0, overflow = false;
        if (count > 0) {
            result = count >= width ? 0 : b << count;
            last = count <= width && (b >> (width - count) & 1) != 0;
            if (keeps_sign)
                overflow =
                    count >= width ? b != 0 : extended(result & mask(bytes), bytes) >> count != sb;
        } else if (count < 0) {
            const int right = std::min(-count, 63);
            result = keeps_sign ? static_cast<std::uint64_t>(sb >> right) : b >> right;
            last = keeps_sign ? (sb >> (right - 1) & 1) != 0
                              : right <= width && (b >> (right - 1) & 1) != 0;
        }
        result &= mask(bytes);
        logic(result, bytes);
        set(psw::c, last);
        if (keeps_sign) {
            set(psw::n, sb < 0); // the sign of the correct result
            set(psw::v, overflow);
            overflowed_ = overflow;
        }
        return result;
    }

    /// A positive count goes to the left (000 Figure 4-9 needs it; P1 says to the right).
    std::uint64_t rotated(int count, std::uint64_t b, unsigned bytes) {
        const int width = static_cast<int>(8 * bytes);
        const int left = ((count % width) + width) % width;
        const std::uint64_t result =
            left ? (b << left | b >> (width - left)) & mask(bytes) : b & mask(bytes);
        logic(result, bytes);
        const bool last = count < 0 ? (result >> (width - 1) & 1) != 0 : (result & 1) != 0;
        set(psw::c, last);
        return result;
    }

    /// Two decimal digits; what is no digit is not looked for (P1 4.8.2).
    std::uint64_t decimal(std::uint64_t a, std::uint64_t b, std::uint64_t carry, bool adds) {
        const auto number = [](std::uint64_t x) {
            return static_cast<int>((x >> 4) * 10 + (x & 15));
        };
        int sum = adds ? number(b) + number(a) + static_cast<int>(carry)
                       : number(b) - number(a) - static_cast<int>(carry);
        const bool out = sum < 0 || sum > 99;
        sum = ((sum % 100) + 100) % 100;
        const auto result = static_cast<std::uint64_t>(sum / 10 << 4 | sum % 10);
        set(psw::c, out);
        set(psw::n, false);
        set(psw::z, result == 0);
        set(psw::v, false);
        set(psw::u, false);
        return result;
    }

    // --- Where to go on ---

    /// The address that a branch, a call or MOVA means: literal and register are relative.
    std::uint32_t target() {
        const Operand &operand = in_.operands[0];
        const Place at = place(0);
        if (operand.mode == Mode::literal)
            return before_.pc + static_cast<std::uint32_t>(operand.value);
        if (operand.mode == Mode::reg) return before_.pc + s_.r[operand.reg];
        return at.address;
    }

    void branch() {
        const std::uint32_t to = target();
        if (taken()) next_ = to;
    }
    bool taken() const {
        const bool c = s_.flag(psw::c), v = s_.flag(psw::v), z = s_.flag(psw::z),
                   n = s_.flag(psw::n), u = s_.flag(psw::u);
        switch (in_.row->op) {
        case Op::jmp: return true;
        case Op::bv: return v;
        case Op::bnv: return !v;
        case Op::be: return z;
        case Op::bne: return !z;
        case Op::bg: return !(n || z);
        case Op::bge: return !n;
        case Op::bl: return n;
        case Op::ble: return n || z;
        case Op::bgu: return !(c || z) || u;
        case Op::bgeu: return !c || u;
        case Op::blu: return c || u;
        case Op::bleu: return c || z || u;
        default: return false;
        }
    }

    void call() {
        const std::uint32_t to = target();
        push(4, again_ ? *again_ : next_);
        next_ = to;
    }

    void move_address() {
        const std::uint32_t address = target();
        put(place(1), 4, address);
    }

    void repeat() {
        const unsigned number = in_.operands[0].reg;
        s_.psw &= ~(psw::repeat_mask | 15u << psw::repeat_register);
        s_.psw |= number << psw::repeat_register;
        switch (in_.row->op) {
        case Op::rep: s_.psw |= 1u << psw::repeat; break;
        case Op::repz:
            s_.psw |= 2u << psw::repeat;
            set(psw::z, true);
            break;
        default:
            s_.psw |= 3u << psw::repeat;
            set(psw::z, false);
            break;
        }
    }

    void trap() {
        const auto number = static_cast<unsigned>(value(place(0), 1));
        if (number == vector::host) {
            step_.outcome = Outcome::host;
            return;
        }
        interrupt_by_instruction(number);
    }
    void interrupt_by_instruction(unsigned number) {
        s_.pc = next_;
        Cost none;
        Costs free{};
        free.base = free.memory = free.prefetch_stall = free.interrupt_extra = 0;
        const std::uint64_t now = s_.now;
        if (!enter_interrupt(s_, space_, number, free, none))
            throw Raise{vector::address, 8 * number};
        s_.now = now;
        step_.stored = true;
        next_ = s_.pc;
    }
    void return_from_interrupt() {
        const std::uint32_t at = s_.stack();
        next_ = load_word(at);
        const std::uint32_t status = load_word(at + 4);
        s_.stack() = at + 8;
        s_.psw = status;
        step_.stored = true;
    }

    // --- The network interface ---

    void interface() {
        const Row &row = *in_.row;
        const Place first = place(0);
        if (row.op == Op::stpr) {
            const auto number = static_cast<unsigned>(value(first, 1));
            std::uint32_t read = 0;
            if (!own(number, read) && !answered(interface_.store_register(s_.now, number, read)))
                return;
            put(place(1), 4, read);
            logic(read, 4);
            step_.stored = true; // what it reads changes without an instruction
            return;
        }
        const auto given = static_cast<std::uint32_t>(value(first, 4));
        const unsigned size = row.slots[1].bytes;
        const auto number = static_cast<std::uint32_t>(value(place(1), size));
        step_.stored = true;
        switch (row.op) {
        case Op::ldpr:
            if (!set_own(number, given)) answered(interface_.load_register(s_.now, number, given));
            return;
        case Op::lptr: answered(interface_.load_pointer(s_.now, number, given)); return;
        default: answered(interface_.load_count(s_.now, number, given)); return;
        }
    }
    bool answered(Interface::Answer answer) {
        if (answer == Interface::Answer::not_known) step_.outcome = Outcome::not_known;
        if (answer == Interface::Answer::error) step_.outcome = Outcome::error;
        return answer == Interface::Answer::done;
    }
    /// Registers of the processor itself.
    bool own(unsigned number, std::uint32_t &value) const {
        namespace reg = processor_register;
        switch (number) {
        case reg::sp: value = s_.sp[s_.in_kernel()]; return true;
        case reg::psw: value = s_.psw; return true;
        case reg::fault:
        case reg::config: value = 0; return true;
        case reg::timlo: value = static_cast<std::uint32_t>(s_.now); return true;
        case reg::kernel_sp: value = s_.sp[1]; return true;
        case reg::user_sp: value = s_.sp[0]; return true;
        default: break;
        }
        if (number < reg::segments || number >= reg::segments + 3 * segments) return false;
        const Segment &segment = s_.segment[(number - reg::segments) / 3];
        value = (number - reg::segments) % 3 == 0   ? segment.base
                : (number - reg::segments) % 3 == 1 ? segment.bytes
                                                    : segment.physical;
        return true;
    }
    bool set_own(unsigned number, std::uint32_t value) {
        namespace reg = processor_register;
        switch (number) {
        case reg::sp: s_.stack() = value; return true;
        case reg::psw: s_.psw = value; return true;
        case reg::fault:
        case reg::config:
        case reg::timlo: return true; // read only, or without effect here
        case reg::kernel_sp: s_.sp[1] = value; return true;
        case reg::user_sp: s_.sp[0] = value; return true;
        default: break;
        }
        if (number < reg::segments || number >= reg::segments + 3 * segments) return false;
        Segment &segment = s_.segment[(number - reg::segments) / 3];
        ((number - reg::segments) % 3 == 0   ? segment.base
         : (number - reg::segments) % 3 == 1 ? segment.bytes
                                             : segment.physical) = value;
        return true;
    }

    State &s_;
    Space &space_;
    Interface &interface_;
    const Costs &costs_;
    Step &step_;
    const Instruction &in_;
    State before_;
    std::uint32_t next_ = 0;
    std::optional<std::uint32_t> again_; ///< CALL behind REP: where it returns to
    bool repeating_ = false;
    bool skipped_ = false; ///< REP's condition did not hold
    bool overflowed_ = false;
};

} // namespace

Step step(State &state, Space &space, Interface &interface, const Costs &costs) {
    Step step;
    step.pc = state.pc;
    step.cycle = state.now;
    step.kernel = state.in_kernel();
    Execution(state, space, interface, costs, step).run();
    return step;
}

bool enter_interrupt(State &state, Space &space, unsigned number, const Costs &costs, Cost &cost) {
    State s = state;
    const std::uint32_t status = s.psw;
    s.psw |= psw::kernel; // the kernel's stack, physical addresses
    const std::uint32_t top = s.sp[1];
    const auto stack = space.translate(s, top - 8, 8);
    const auto entry = space.translate(s, 8 * number, 8);
    if (number > 127 || !stack || !entry) return false;
    const std::uint32_t handler = static_cast<std::uint32_t>(space.peek(*entry, 4));
    if (handler == 0) return false; // nobody has set it
    space.poke(*stack + 4, 4, status);
    space.poke(*stack, 4, s.pc);
    s.sp[1] = top - 8;
    s.pc = handler;
    s.psw = static_cast<std::uint32_t>(space.peek(*entry + 4, 4));
    cost.accesses = 4 + costs.interrupt_extra;
    cost.base = costs.base;
    cost.memory = cost.accesses * costs.memory;
    cost.stall = costs.prefetch_stall;
    s.now += cost.cycles();
    state = s;
    return true;
}

} // namespace inlet::ncube
