#include "cpu/ncube/execute.h"

#include "cpu/ncube/arithmetic.h"
#include "cpu/ncube/registers.h"

#include <optional>

namespace inlet::ncube {

namespace {

/// Aborts an instruction with an exception; the caller restores the registers.
struct Raise {
    unsigned vector;
    std::uint32_t address = 0;
};

/// The location of an operand.
struct Place {
    enum class Kind : std::uint8_t { constant, reg, memory } kind = Kind::constant;
    std::uint8_t reg = 0;
    std::uint32_t address = 0;
    std::uint64_t value = 0;
};

/// Aborts an instruction that stores to decoded code.
struct Watched {
    std::uint32_t address;
};

class Execution {
  public:
    Execution(State &state, Space &space, Interface *interface, const Costs &costs,
              const Instruction &in, Step &step)
        : s_(state), space_(space), interface_(interface), costs_(costs), step_(step), in_(in),
          before_(state), next_(state.pc + in.length) {}

    void run() {
        try {
            if (in_.row->privileged && !before_.in_kernel()) throw Raise{vector::privileged};
            step_.cost = cost_of(in_, costs_);
            if (s_.psw & psw::repeat_mask && !repeats()) {
                step_.cost = {0, costs_.base, 0, 0, 0};
                return finish();
            }
            execute();
            if (step_.outcome == Outcome::done) return finish();
        } catch (const Raise &raised) {
            step_.outcome = Outcome::exception;
            step_.vector = raised.vector;
            step_.address = raised.address;
        } catch (const Watched &store) {
            step_.outcome = Outcome::watched;
            step_.address = store.address;
        }
        s_ = before_;
        undo();
        step_.cost = {};
    }

  private:
    // --- REP (P1 4.8.2) ---

    unsigned mode() const { return s_.psw >> psw::repeat; }
    std::uint32_t &counter() { return s_.r[s_.psw >> psw::repeat_register & 15u]; }
    void end_repeat() { s_.psw &= ~psw::repeat_mask; }
    bool condition_holds() const { return mode() == 1 || (mode() == 2) == s_.flag(psw::z); }
    /// Starts one iteration of a repeated instruction; false: the repetition has ended. Z is tested
    /// before the register is decremented.
    bool repeats() {
        if (!condition_holds() || counter() == 0) {
            end_repeat();
            return false;
        }
        --counter();
        const Op op = in_.row->op;
        if (is_branch(op) || op == Op::call || op == Op::ret || op == Op::retp) {
            end_repeat();
            again_ = s_.pc - 2; // address of REP, which has two bytes
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
        if (overflowed_ && s_.flag(psw::overflow_enable)) overflow();
        s_.pc = next_;
        s_.now += step_.cost.cycles();
    }
    /// Enters the overflow handler. Overflow is raised after the result has been stored (P1 4.5.1);
    /// the pushed PC is that of the instruction itself.
    void overflow() {
        State entered = s_;
        entered.pc = before_.pc;
        if (space_.watched(entered.sp[1] - frame_bytes, frame_bytes))
            throw Watched{entered.sp[1] - frame_bytes};
        if (!enter(entered, space_, vector::overflow)) throw Raise{vector::overflow};
        s_ = entered;
        next_ = entered.pc;
        step_.vector = vector::overflow;
        const Cost cost = entry_cost(costs_);
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
        store_at(physical(address, bytes), bytes, value);
    }
    /// Stores data and notes the old value for undo(); an instruction stores once.
    void store_at(std::uint32_t at, unsigned bytes, std::uint64_t value) {
        if (const auto code = space_.watched(at, bytes)) throw Watched{*code};
        undo_ = {at, bytes, space_.peek(at, bytes)};
        space_.store(at, bytes, value);
    }
    void undo() {
        if (undo_.bytes) space_.poke(undo_.at, undo_.bytes, undo_.value);
    }
    std::uint32_t load_word(std::uint32_t address) {
        return static_cast<std::uint32_t>(load(address, 4));
    }
    void push(unsigned bytes, std::uint64_t value) {
        store(s_.stack() - bytes, bytes, value);
        s_.stack() -= bytes;
    }

    /// Finds operand `n` and updates the registers of its mode.
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
            // The first operand is popped. The second stays on the stack for the result, except
            // with three operands.
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
        if (bytes == 8) // the high half is in the next register; after R15 comes R0 (P1 4.4.1)
            return s_.r[at.reg] | std::uint64_t{s_.r[(at.reg + 1u) & 15u]} << 32;
        return s_.r[at.reg] & mask(bytes);
    }
    /// Stores a result; registers receive it sign-extended (P1 4.4.1).
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
    /// Computes the result of a source of `size` bytes and a destination of `bytes`.
    std::uint64_t result(std::uint64_t a, std::uint64_t b, unsigned size, unsigned bytes) {
        const Result made = ncube::compute(in_.row->op, a, b, size, bytes, s_.psw);
        if (made.divides_by_zero) throw Raise{vector::zero_divide};
        s_.psw = made.psw;
        overflowed_ = made.overflowed;
        return made.value;
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
            if (interface_) interface_->reset(s_.now);
            return;
        case Op::ei: return set(psw::interrupt_enable, true);
        case Op::di: return set(psw::interrupt_enable, false);
        case Op::wait: step_.outcome = Outcome::wait; return;
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
            s_.psw = with_flags(s_.psw, from);
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
        case Op::bit: static_cast<void>(result(a, value(to, bytes), size, bytes)); return;
        default: break;
        }
        const std::uint64_t b = slot.use == Use::modify ? value(to, bytes) : 0;
        put(to, bytes, result(a, b, size, bytes));
    }

    // --- Where to go on ---

    /// The target of a branch, a call or MOVA: literals and registers are relative to the
    /// instruction.
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
        if (taken(in_.row->op, s_.psw)) next_ = to;
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
        if (const auto code = space_.watched(s_.sp[1] - frame_bytes, frame_bytes))
            throw Watched{*code};
        s_.pc = next_;
        if (!enter(s_, space_, number)) throw Raise{vector::address, 8 * number};
        step_.vector = number;
        next_ = s_.pc;
    }
    void return_from_interrupt() {
        const std::uint32_t at = s_.stack();
        next_ = load_word(at);
        const std::uint32_t status = load_word(at + 4);
        s_.stack() = at + 8;
        s_.psw = status;
    }

    // --- The network interface ---

    void interface() {
        const Row &row = *in_.row;
        const Place first = place(0);
        if (row.op == Op::stpr) {
            const auto number = static_cast<unsigned>(value(first, 1));
            std::uint32_t read = 0;
            if (!own(number, read) &&
                !answered([&] { return interface_->store_register(s_.now, number, read); }))
                return;
            put(place(1), 4, read);
            s_.psw = ncube::compute(Op::or_, read, 0, 4, 4, s_.psw).psw; // sets N and Z
            return;
        }
        const auto given = static_cast<std::uint32_t>(value(first, 4));
        const unsigned size = row.slots[1].bytes;
        const auto number = static_cast<std::uint32_t>(value(place(1), size));
        if (row.op == Op::ldpr && set_own(number, given)) return;
        answered([&] {
            switch (row.op) {
            case Op::ldpr: return interface_->load_register(s_.now, number, given);
            case Op::lptr: return interface_->load_pointer(s_.now, number, given);
            default: return interface_->load_count(s_.now, number, given);
            }
        });
    }
    /// Calls `ask`, which uses the interface, and turns a failure into the step's outcome.
    template <typename Ask> bool answered(const Ask &ask) {
        const Interface::Answer answer = interface_ ? ask() : Interface::Answer::error;
        if (answer == Interface::Answer::not_known) step_.outcome = Outcome::not_known;
        if (answer == Interface::Answer::error) step_.outcome = Outcome::error;
        return answer == Interface::Answer::done;
    }
    /// Reads a register of the processor itself; false: it belongs to the interface.
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

    /// The value that the instruction's store has overwritten.
    struct Undo {
        std::uint32_t at = 0;
        unsigned bytes = 0; ///< 0: no store yet
        std::uint64_t value = 0;
    };

    State &s_;
    Space &space_;
    Interface *interface_;
    const Costs &costs_;
    Step &step_;
    const Instruction &in_;
    State before_;
    std::uint32_t next_;
    std::optional<std::uint32_t> again_; ///< CALL after REP: its return address
    Undo undo_;
    bool repeating_ = false;
    bool overflowed_ = false;
};

} // namespace

Cost cost_of(const Instruction &in, const Costs &costs) {
    Cost cost;
    cost.accesses = accesses(in);
    cost.base = costs.base;
    cost.memory = cost.accesses * costs.memory;
    if (in.row->prefetch) cost.stall = costs.prefetch_stall;
    if (in.row->op == Op::mul) cost.unit = costs.multiply;
    if (in.row->op == Op::div || in.row->op == Op::dvr || in.row->op == Op::rem)
        cost.unit = costs.divide;
    return cost;
}

Cost entry_cost(const Costs &costs) {
    constexpr std::uint32_t accesses = 4;
    return {accesses, costs.base, accesses * costs.memory, costs.prefetch_stall, 0};
}

unsigned vector_of(Bad bad) {
    switch (bad) {
    case Bad::none:
    case Bad::opcode:
    case Bad::floating:
    case Bad::broadcast: return vector::opcode;
    case Bad::truncated: return vector::address;
    case Bad::mode:
    case Bad::operand: return vector::operand;
    }
    return vector::opcode;
}

Step execute(State &state, Space &space, Interface *interface, const Costs &costs,
             const Instruction &in) {
    Step step;
    Execution(state, space, interface, costs, in, step).run();
    return step;
}

bool enter(State &state, Space &space, unsigned number) {
    State s = state;
    s.psw |= psw::kernel; // the kernel's stack, physical addresses
    const std::uint32_t top = s.sp[1];
    const auto stack = space.translate(s, top - frame_bytes, frame_bytes);
    const auto entry = space.translate(s, 8 * number, 8);
    if (number > 127 || !stack || !entry || space.watched(*stack, frame_bytes)) return false;
    const auto handler = static_cast<std::uint32_t>(space.peek(*entry, 4));
    if (handler == 0) return false; // the vector is not set
    space.poke(*stack + 4, 4, state.psw);
    space.poke(*stack, 4, s.pc);
    s.sp[1] = top - frame_bytes;
    s.pc = handler;
    s.psw = static_cast<std::uint32_t>(space.peek(*entry + 4, 4));
    state = s;
    return true;
}

State registers_of(const engine::State &core) {
    State s;
    for (unsigned n = 0; n < 16; ++n) s.r[n] = core.r[r0 + n];
    s.pc = core.pc;
    s.psw = core.r[psw_register];
    s.sp[s.in_kernel()] = core.r[sp_register];
    s.sp[!s.in_kernel()] = core.r[other_sp_register];
    for (unsigned n = 0; n < segments; ++n) {
        const std::uint32_t *place = &core.r[segments_register + 3 * n];
        s.segment[n] = {place[0], place[1], place[2]};
    }
    s.now = core.now;
    return s;
}

void put_registers(const State &s, engine::State &core) {
    for (unsigned n = 0; n < 16; ++n) core.r[r0 + n] = s.r[n];
    core.r[psw_register] = s.psw;
    core.r[sp_register] = s.sp[s.in_kernel()];
    core.r[other_sp_register] = s.sp[!s.in_kernel()];
    for (unsigned n = 0; n < segments; ++n) {
        std::uint32_t *place = &core.r[segments_register + 3 * n];
        place[0] = s.segment[n].base;
        place[1] = s.segment[n].bytes;
        place[2] = s.segment[n].physical;
    }
    core.now = s.now;
    core.jump(s.pc);
}

} // namespace inlet::ncube
