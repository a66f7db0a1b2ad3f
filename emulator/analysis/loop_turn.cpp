#include "analysis/loop_turn.h"

#include "cpu/engine/flags.h"
#include "inlet/isa/t1_isa.h"

#include <array>
#include <bit>
#include <optional>
#include <vector>

namespace inlet {

namespace {

using engine::Kind;
using engine::Uop;
using engine::UopCode;

constexpr std::uint32_t sign = 1u << 31;

/// Places of registers: those of the file, then the windows around the one in which a turn begins,
/// then the words of the doubles, those at the lower address first.
constexpr unsigned file = 64;
constexpr int most_windows = 8; ///< calls out of, or within, a turn
constexpr unsigned window_words = 16;
constexpr unsigned first_double = file + (2 * most_windows + 2) * window_words;
constexpr unsigned places = first_double + 2 * 32;

/// A symbolic value.
struct Value {
    enum class Kind : std::uint8_t {
        computed, ///< an unknown function of values that the turn has read
        entry,    ///< the initial value of register `base`, plus `number`
        constant, ///< `number`
        loaded,   ///< the initial word at `address`, plus `number`
        status,   ///< bits `number` of nistat, shifted left by `base`
    };
    Kind kind = Kind::computed;
    std::uint32_t base = 0, number = 0;
    std::uint32_t place = 0; ///< loaded: of Turn::memory_
    bool counted = false;    ///< depends on a word that counts polls

    bool same(const Value &other) const {
        return kind == other.kind && base == other.base && number == other.number &&
               place == other.place;
    }
};

struct MemoryAccess {
    std::uint32_t bytes;
    bool store, indexed;
};

/// Loads and stores of general registers; not those of floating point and of parts of words.
std::optional<MemoryAccess> access_of(UopCode code) {
    switch (code) {
#define INLET_ACCESS(name, type, stores)                                                           \
    case UopCode::name: return MemoryAccess{sizeof(type), stores, false};                          \
    case UopCode::name##_X: return MemoryAccess{sizeof(type), stores, true};
        INLET_ACCESS(LB, std::uint8_t, false)
        INLET_ACCESS(LBU, std::uint8_t, false)
        INLET_ACCESS(LH, std::uint16_t, false)
        INLET_ACCESS(LHU, std::uint16_t, false)
        INLET_ACCESS(LW, std::uint32_t, false)
        INLET_ACCESS(LH_ANY, std::uint16_t, false)
        INLET_ACCESS(LHU_ANY, std::uint16_t, false)
        INLET_ACCESS(LW_ANY, std::uint32_t, false)
        INLET_ACCESS(LH_LE, std::uint16_t, false)
        INLET_ACCESS(LHU_LE, std::uint16_t, false)
        INLET_ACCESS(LW_LE, std::uint32_t, false)
        INLET_ACCESS(LPAIR, std::uint64_t, false)
        INLET_ACCESS(SB, std::uint8_t, true)
        INLET_ACCESS(SH, std::uint16_t, true)
        INLET_ACCESS(SW, std::uint32_t, true)
        INLET_ACCESS(SH_ANY, std::uint16_t, true)
        INLET_ACCESS(SW_ANY, std::uint32_t, true)
        INLET_ACCESS(SH_LE, std::uint16_t, true)
        INLET_ACCESS(SW_LE, std::uint32_t, true)
        INLET_ACCESS(SPAIR, std::uint64_t, true)
#undef INLET_ACCESS
    default: return {};
    }
}

/// Operations of floating point, and accesses of which access_of() knows nothing.
bool is_out_of_reach(UopCode code) {
    switch (code) {
#define FLOAT_MOVE(name, effect) case UopCode::name:
#define FLOAT(name, operation, effect) case UopCode::name:
#define FLOAT_CONTROL(name, value) case UopCode::name:
#include "cpu/engine/fp.def"
#undef FLOAT_MOVE
#undef FLOAT
#undef FLOAT_CONTROL
#define LOAD(name, type, effect)                                                                   \
    case UopCode::name:                                                                            \
    case UopCode::name##_X:
#define STORE(name, type, effect) LOAD(name, type, effect)
#define LOAD_PART(name, effect) case UopCode::name:
#define STORE_PART(name, effect) case UopCode::name:
#include "cpu/engine/memory.def"
#undef LOAD
#undef STORE
#undef LOAD_PART
#undef STORE_PART
    case UopCode::LPAIR_F:
    case UopCode::LPAIR_F_X:
    case UopCode::SPAIR_F:
    case UopCode::SPAIR_F_X:
    case UopCode::LSINGLE:
    case UopCode::LSINGLE_X:
    case UopCode::SSINGLE:
    case UopCode::SSINGLE_X:
    case UopCode::SDOUBLE_LOW:
    case UopCode::SDOUBLE_LOW_X:
    case UopCode::DOUBLE_MOVE:
    case UopCode::DOUBLE_NEG:
    case UopCode::DOUBLE_ABS:
    case UopCode::DOUBLE_NABS: return true;
    default: return false;
    }
}

class Turn {
  public:
    /// `counters`: words that count polls, by number in the order of the turn's accesses.
    Turn(TurnDecoder &code, const std::vector<bool> &counters)
        : code_(code), moves_(code.set().window_moves()), counters_(counters) {}

    Wait run(std::span<const TurnStep> steps) {
        for (const TurnStep &step : steps)
            if (!execute(step)) return Wait::none;
        if (window_ != 0 || !comes_back()) return Wait::none;
        if (room_) return Wait::room;
        return clock_ ? Wait::clock : Wait::message;
    }

    /// After run(): the words that count polls and had not been known to. Empty: there are none, or
    /// the turn does not come back for another reason.
    std::vector<bool> found_counters() const { return complete_ ? found_ : std::vector<bool>{}; }

  private:
    struct Register {
        bool read = false; ///< its initial value was used
        std::optional<Value> value;
    };
    struct Word {
        std::optional<std::uint32_t>
            base; ///< place of a register before the turn; none: an absolute address
        std::uint32_t offset = 0, bytes = 0;
        bool read = false;   ///< the same
        bool polled = false; ///< last written by a function that polls
        std::optional<Value> value;
    };

    /// The place of register `number` in the current window.
    unsigned place(unsigned number) const {
        if (!moves_ || number < moves_->outs || number >= moves_->locals + window_words)
            return number;
        const auto word = [](int window, unsigned k) {
            return file + static_cast<unsigned>(window + most_windows) * window_words + k;
        };
        if (number >= moves_->locals) return word(window_, number - moves_->locals);
        const unsigned out = number - moves_->outs;
        return out < 8 ? word(window_ + 1, 8 + out) : number;
    }

    Value read(unsigned number) {
        if (number == 0) return {Value::Kind::constant};
        if (number >= file || number == engine::sink) return {};
        return read_at(place(number));
    }
    Value read_at(unsigned at) {
        Register &reg = registers_[at];
        if (reg.value) return *reg.value;
        reg.read = true;
        return {Value::Kind::entry, at};
    }
    void write(unsigned number, const Value &value) {
        if (number != 0 && number < file && number != engine::sink)
            registers_[place(number)].value = value;
    }
    void compute(unsigned number, bool counted = false) {
        Value value;
        value.counted = counted;
        write(number, value);
    }
    void compute_all(std::uint64_t set) {
        for (unsigned r = 1; r < file; ++r)
            if (set >> r & 1) compute(r);
    }

    /// Whether it names a place. A loaded address may be that of any word.
    static bool is_address(const Value &value) {
        return value.kind == Value::Kind::entry || value.kind == Value::Kind::constant;
    }

    /// nullptr: the address is unknown, or the word overlaps another one.
    Word *word_at(const Value &address, std::uint32_t bytes) {
        if (!is_address(address)) return nullptr;
        std::optional<std::uint32_t> base;
        if (address.kind == Value::Kind::entry) base = address.base;
        for (Word &word : memory_) {
            if (word.base != base) continue;
            if (word.offset == address.number && word.bytes == bytes) return &word;
            if (word.offset - address.number < bytes || address.number - word.offset < word.bytes)
                return nullptr;
        }
        memory_.push_back({base, address.number, bytes, false, false, {}});
        return &memory_.back();
    }
    std::uint32_t number_of(const Word &word) const {
        return static_cast<std::uint32_t>(&word - memory_.data());
    }

    static Value computed_of(const Value &a, const Value &b = {}) {
        Value value;
        value.counted = a.counted || b.counted;
        return value;
    }
    static Value plus(Value value, std::uint32_t number) {
        if (value.kind == Value::Kind::computed || value.kind == Value::Kind::status)
            return computed_of(value);
        value.number += number;
        return value;
    }
    static Value sum(const Value &a, const Value &b) {
        if (b.kind == Value::Kind::constant) return plus(a, b.number);
        return a.kind == Value::Kind::constant ? plus(b, a.number) : computed_of(a, b);
    }

    /// Applies a bit mask. Of unknown values, only bits of nistat are tracked.
    static Value masked(Value a, Value b) {
        if (a.kind == Value::Kind::constant) std::swap(a, b);
        if (a.kind == Value::Kind::constant && b.kind == Value::Kind::constant)
            return {Value::Kind::constant, 0, a.number & b.number};
        if (a.kind != Value::Kind::status || b.kind != Value::Kind::constant)
            return computed_of(a, b);
        a.number &= b.number >> a.base;
        return a;
    }
    static Value merged(const Value &a, const Value &b) {
        if (b.kind == Value::Kind::constant && b.number == 0) return a;
        if (a.kind == Value::Kind::constant && a.number == 0) return b;
        if (a.kind == Value::Kind::constant && b.kind == Value::Kind::constant)
            return {Value::Kind::constant, 0, a.number | b.number};
        return computed_of(a, b);
    }
    static Value shifted_left(Value value, std::uint32_t by) {
        if (value.kind == Value::Kind::constant) {
            value.number <<= by;
            return value;
        }
        if (value.kind != Value::Kind::status) return computed_of(value);
        value.base += by;
        value.number &= ~std::uint32_t{0} >> value.base;
        return value;
    }
    /// Bits `mask` of the value, moved elsewhere: which ones they are is what a test needs.
    static Value moved(Value value, std::uint32_t mask) {
        if (value.kind != Value::Kind::status || value.base != 0) return computed_of(value);
        value.number &= mask;
        return value;
    }

    /// Notes that a branch tests the value. If it tests the sign, `bits` is the sign bit.
    void test(const Value &value, std::uint32_t bits = ~std::uint32_t{0}) {
        constexpr std::uint32_t room =
            isa::nistat::lpa.mask() | isa::nistat::hpa.mask() | isa::nistat::op.mask();
        if (value.kind != Value::Kind::status) return;
        const std::uint32_t tested = value.number & bits >> value.base;
        if (tested != 0 && (tested & ~room) == 0) room_ = true;
    }

    /// nullopt: the turn is not followed.
    std::optional<Value> loaded(const Value &address, std::uint32_t bytes) {
        if (address.counted) return {};
        Word *word = word_at(address, bytes);
        if (word == nullptr) { // the address does not matter: a turn has no unknown stores
            if (is_address(address)) return {};
            return Value{};
        }
        if (word->value) return bytes == 4 ? *word->value : computed_of(*word->value);
        word->read = true;
        const std::uint32_t number = number_of(*word);
        const bool counts = number < counters_.size() && counters_[number];
        return Value{Value::Kind::loaded, 0, 0, number, counts};
    }
    bool load(unsigned to, const Value &address, std::uint32_t bytes) {
        const std::optional<Value> value = loaded(address, bytes);
        if (value) write(to, *value);
        return value.has_value();
    }

    bool store(const Value &value, const Value &address, std::uint32_t bytes) {
        if (address.counted) return false;
        Word *word = word_at(address, bytes);
        if (word == nullptr) return false;
        word->value = value;
        word->polled = polls_;
        return true;
    }

    bool memory(const Uop &op, const MemoryAccess &access) {
        Value address = plus(read(op.a), op.imm);
        if (access.indexed) address = sum(address, read(op.c));
        if (access.bytes != 8)
            return access.store ? store(read(op.b), address, access.bytes)
                                : load(op.to, address, access.bytes);
        if (access.store)
            return store(read(op.b), address, 4) && store(read(op.b + 1u), plus(address, 4), 4);
        return load(op.to, address, 4) && load(op.to + 1u, plus(address, 4), 4);
    }

    /// A double of which the turn only moves the words, as StarT-Voyager's programs take a message.
    bool memory_of_double(const Uop &op, bool indexed, bool stores) {
        Value address = plus(read(op.a), op.imm);
        if (indexed) address = sum(address, read(op.c));
        for (unsigned half = 0; half < 2; ++half) {
            const Value at = plus(address, 4 * half);
            const unsigned number = first_double + 2u * op.b + half;
            if (stores) {
                if (!store(read_at(number), at, 4)) return false;
            } else if (const std::optional<Value> value = loaded(at, 4)) {
                registers_[number].value = value;
            } else {
                return false;
            }
        }
        return true;
    }

    void set_flags(const Value &left, const Value &right = {}) {
        write(engine::flag_kind, {Value::Kind::constant});
        write(engine::flag_left, left);
        write(engine::flag_right, right);
    }
    /// Of a comparison: the branch that follows tests `a` where it is compared with 0.
    void compare(const Value &a, const Value &b) {
        const bool with_zero = b.kind == Value::Kind::constant && b.number == 0;
        set_flags(with_zero ? a : computed_of(a, b), computed_of(b));
    }
    void test_flags(unsigned condition) {
        read(engine::flag_kind);
        read(engine::flag_right);
        const bool of_sign = condition == engine::negative || condition == engine::positive ||
                             condition == engine::less || condition == engine::greater_or_equal;
        test(read(engine::flag_left), of_sign ? sign : ~std::uint32_t{0});
    }

    bool call(const engine::Instruction &in, const Uop &op) {
        if (!moves_ || (op.c != moves_->down && op.c != moves_->up)) return other(in, op);
        const Value value = sum(plus(read(op.a), op.imm), read(op.b));
        window_ += op.c == moves_->down ? 1 : -1;
        if (window_ > most_windows || window_ < -most_windows) return false;
        write(op.to, value);
        return true;
    }

    /// An operation with an unknown result. The instruction says what it reads and writes.
    bool other(const engine::Instruction &in, const Uop &op) {
        bool counted = read(op.a).counted;
        counted |= read(op.b).counted;
        for (unsigned r = 1; r < file; ++r)
            if (in.uses >> r & 1) counted |= read(r).counted;
        for (unsigned r = 1; r < file; ++r)
            if (in.writes >> r & 1 && r != op.a && r != op.b) compute(r, counted);
        compute(op.to, counted);
        if (in.writes >> op.a & 1) compute(op.a, counted);
        if (in.writes >> op.b & 1) compute(op.b, counted);
        return true;
    }

    bool operation(const engine::Instruction &in, const Uop &op) {
        if (const auto access = access_of(op.code)) return memory(op, *access);
        if (is_out_of_reach(op.code)) return false;
        switch (op.code) {
        case UopCode::ADDI:
        case UopCode::ADDIU: write(op.to, plus(read(op.a), op.imm)); return true;
        case UopCode::ADD:
        case UopCode::ADDU: write(op.to, sum(read(op.a), read(op.b))); return true;
        case UopCode::SUBU: {
            const Value a = read(op.a), b = read(op.b);
            write(op.to,
                  b.kind == Value::Kind::constant ? plus(a, 0 - b.number) : computed_of(a, b));
            return true;
        }
        case UopCode::OR: write(op.to, merged(read(op.a), read(op.b))); return true;
        case UopCode::ORI:
            write(op.to, merged(read(op.a), {Value::Kind::constant, 0, op.imm}));
            return true;
        case UopCode::XORI:
            write(op.to, op.imm == 0 ? read(op.a) : computed_of(read(op.a)));
            return true;
        case UopCode::XOR: // x86's way to set a register to 0
            write(op.to, op.a == op.b ? Value{Value::Kind::constant}
                                      : computed_of(read(op.a), read(op.b)));
            return true;
        case UopCode::LUI: write(op.to, {Value::Kind::constant, 0, op.imm}); return true;
        case UopCode::ANDI:
            write(op.to, masked(read(op.a), {Value::Kind::constant, 0, op.imm}));
            return true;
        case UopCode::AND: write(op.to, masked(read(op.a), read(op.b))); return true;
        case UopCode::SLL: write(op.to, shifted_left(read(op.b), op.c)); return true;
        case UopCode::SRL: write(op.to, moved(read(op.b), ~std::uint32_t{0} << op.c)); return true;
        case UopCode::ROTATE:
            write(op.to, moved(read(op.a), std::rotr(op.imm, static_cast<int>(op.c))));
            return true;
        case UopCode::MFHI: write(op.to, read(engine::high_word)); return true;
        case UopCode::MFLO: write(op.to, read(engine::low_word)); return true;
        case UopCode::MTHI: write(engine::high_word, read(op.a)); return true;
        case UopCode::MTLO: write(engine::low_word, read(op.a)); return true;
        case UopCode::MULT:
        case UopCode::MULTU:
        case UopCode::DIV:
        case UopCode::DIVU: {
            bool counted = read(op.a).counted;
            counted |= read(op.b).counted;
            compute(engine::high_word, counted);
            compute(engine::low_word, counted);
            return true;
        }
        case UopCode::ADDI_F:
        case UopCode::ADD_F: {
            const Value b =
                op.code == UopCode::ADD_F ? read(op.b) : Value{Value::Kind::constant, 0, op.imm};
            const Value a = read(op.a);
            set_flags(computed_of(a, b), computed_of(b));
            write(op.to, sum(a, b));
            return true;
        }
        case UopCode::SUBI_F:
        case UopCode::SUB_F: {
            const Value b =
                op.code == UopCode::SUB_F ? read(op.b) : Value{Value::Kind::constant, 0, op.imm};
            const Value a = read(op.a);
            compare(a, b);
            write(op.to,
                  b.kind == Value::Kind::constant ? plus(a, 0 - b.number) : computed_of(a, b));
            return true;
        }
        case UopCode::MOVE_F: {
            const Value a = read(op.a);
            set_flags(a);
            write(op.to, a);
            return true;
        }
        case UopCode::NARROW_ADD:
        case UopCode::NARROW_SUB:
        case UopCode::NARROW_LOGIC: {
            const Value a = read(op.a), b = read(op.b);
            set_flags(op.code == UopCode::NARROW_LOGIC ? a : computed_of(a, b));
            write(op.to, computed_of(a, b));
            return true;
        }
        case UopCode::ORDERI:
        case UopCode::ORDERIU:
        case UopCode::ORDER: { // a condition field of a value that is compared with 0 is its test
            const Value a = read(op.a), b = read(op.b);
            read(op.c);
            const bool zero = op.code == UopCode::ORDER ? op.b == 0 : op.imm == 0;
            write(op.to, zero && a.kind == Value::Kind::status ? a : computed_of(a, b));
            return true;
        }
        case UopCode::BEQ:
        case UopCode::BNE: test(read(op.a)), test(read(op.b)); return true;
        case UopCode::BLTZ:
        case UopCode::BGEZ: test(read(op.a), sign); return true;
        case UopCode::BLEZ:
        case UopCode::BGTZ: test(read(op.a)); return true;
        case UopCode::BITS:
        case UopCode::NO_BITS: { // of a condition field, bit 8 is "less"
            constexpr unsigned less = 8;
            test(read(op.a), op.c == less ? sign : ~std::uint32_t{0});
            return true;
        }
        case UopCode::BFLAGS: test_flags(op.c); return true;
        case UopCode::CALL: return call(in, op);
        case UopCode::NOP:
        case UopCode::SYNC:
        case UopCode::PREF:
        case UopCode::J: return true;
        case UopCode::JAL: write(op.to, {Value::Kind::constant, 0, op.imm}); return true;
        case UopCode::JR: read(op.a); return true;
        case UopCode::JALR:
            read(op.a);
            write(op.to, {Value::Kind::constant, 0, op.imm});
            return true;
        case UopCode::JR_BITS:
        case UopCode::JR_NO_BITS: read(op.a), read(op.b); return true;
        case UopCode::BREAK: return false;
        case UopCode::LDOUBLE: return memory_of_double(op, false, false);
        case UopCode::LDOUBLE_X: return memory_of_double(op, true, false);
        case UopCode::SDOUBLE: return memory_of_double(op, false, true);
        case UopCode::SDOUBLE_X: return memory_of_double(op, true, true);
        default: return other(in, op);
        }
    }

    /// The register of the interface that an instruction reads or writes.
    std::optional<std::uint32_t> number_of(const NetworkUse &use) {
        if (use.number) return use.number;
        const Value value = read(use.selector);
        if (value.kind == Value::Kind::constant) return value.number;
        return {};
    }

    bool network(const TurnCode &code, const TurnStep &step) {
        const NetworkUse &use = code.network;
        switch (use.kind) {
        case NetworkUse::Kind::none:
        case NetworkUse::Kind::other: return false;
        case NetworkUse::Kind::send:
            if (!step.refused) return false;
            room_ = true;
            return true;
        case NetworkUse::Kind::clock:
            clock_ = true;
            compute_all(code.in.writes);
            return true;
        case NetworkUse::Kind::write:
            number_of(use);
            read(use.base ? *use.base : use.from);
            return true;
        case NetworkUse::Kind::read: break;
        }
        const auto number = number_of(use);
        if (number == isa::ni::count) clock_ = true;
        const Value value =
            number == isa::ni::nistat ? Value{Value::Kind::status, 0, ~std::uint32_t{0}} : Value{};
        if (use.base) return store(value, plus(read(*use.base), use.displacement), 4);
        write(use.to, value);
        return true;
    }

    bool execute(const TurnStep &step) {
        const TurnCode &code = code_.at(step.pc, step.word, step.tail);
        polls_ = step.polls;
        if (code.network.kind != NetworkUse::Kind::none) return network(code, step);
        for (const Uop &op : code.ops)
            if (!operation(code.in, op)) return false;
        return !code.ops.empty() || rare(code.in);
    }

    /// Instructions without operations: branches that skip their slot, and lines of a cache, whose
    /// memory does not change.
    bool rare(const engine::Instruction &in) {
        if (in.kind != Kind::likely && in.kind != Kind::branch &&
            (in.kind != Kind::system || !code_.flushes(in)))
            return false;
        for (unsigned r = 1; r < file; ++r)
            if (in.uses >> r & 1) test(read(r));
        compute_all(in.writes);
        return true;
    }

    bool unchanged(unsigned r) const {
        const Register &reg = registers_[r];
        return !reg.value || reg.value->same({Value::Kind::entry, r});
    }
    /// Whether each turn ends with this value of a register, whatever the register had before: a
    /// constant, or a word at an address that does not change. A turn that begins with it leaves
    /// the register as it was.
    bool settles(const Value &value) const {
        if (value.counted) return false;
        if (value.kind == Value::Kind::constant) return true;
        if (value.kind != Value::Kind::loaded) return false;
        const Word &word = memory_[value.place];
        return !word.base || unchanged(*word.base);
    }

    /// Whether the value is that of a word that the turn does not change.
    bool keeps_word(const Value &value) const {
        if (!settles(value) || value.kind != Value::Kind::loaded || value.number != 0) return false;
        const Word &word = memory_[value.place];
        return !word.value || word.value->same({Value::Kind::loaded, 0, 0, value.place});
    }

    /// Whether every value that was read has its initial value again, or from the second turn on,
    /// so that further turns compute the same values and addresses.
    bool comes_back() {
        for (unsigned r = 0; r < places; ++r) {
            const Register &reg = registers_[r];
            if (r >= engine::first_temporary && r < file) continue;
            if (reg.read && !unchanged(r) && !settles(*reg.value)) return false;
        }
        found_.assign(memory_.size(), false);
        bool more = false, same = true;
        for (std::uint32_t n = 0; n < memory_.size(); ++n) {
            const Word &word = memory_[n];
            if (!word.read || !word.value || word.value->same({Value::Kind::loaded, 0, 0, n}))
                continue;
            // A return address, where a turn begins behind the call; a register that is saved
            // before it and restored, where it begins between both.
            if (word.value->kind == Value::Kind::constant || keeps_word(*word.value)) continue;
            const bool counts =
                word.polled && word.value->kind == Value::Kind::loaded && word.value->place == n;
            if (!counts) return false;
            const bool known = n < counters_.size() && counters_[n];
            found_[n] = true;
            more |= !known;
            same &= known;
        }
        complete_ = more;
        return same;
    }

    TurnDecoder &code_;
    const engine::WindowMoves *moves_;
    const std::vector<bool> &counters_;
    std::vector<bool> found_;
    std::array<Register, places> registers_{};
    std::vector<Word> memory_;
    int window_ = 0;
    bool room_ = false, clock_ = false, polls_ = false, complete_ = false;
};

} // namespace

Wait waits_for(std::span<const TurnStep> turn, TurnDecoder &code) {
    const std::vector<bool> none;
    Turn first(code, none);
    const Wait wait = first.run(turn);
    const std::vector<bool> counters = first.found_counters();
    return wait != Wait::none || counters.empty() ? wait : Turn(code, counters).run(turn);
}

} // namespace inlet
