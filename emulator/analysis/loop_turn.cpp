#include "analysis/loop_turn.h"

#include "inlet/disassembler.h"

#include <array>
#include <optional>
#include <vector>

namespace inlet {

namespace {

using isa::Mips;

constexpr std::uint32_t hi = 32, lo = 33, registers = 34;
constexpr std::uint32_t link = 31;
constexpr std::uint32_t sign = 1u << 31;

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

    bool operator==(const Value &) const = default;
};

class Turn {
  public:
    Wait run(std::span<const TurnStep> steps) {
        for (const TurnStep &step : steps)
            if (!execute(step)) return Wait::none;
        if (!comes_back()) return Wait::none;
        if (room_) return Wait::room;
        return clock_ ? Wait::clock : Wait::message;
    }

  private:
    struct Register {
        bool read = false; ///< its initial value was used
        std::optional<Value> value;
    };
    struct Word {
        std::optional<std::uint32_t>
            base; ///< register of before the turn; none: an absolute address
        std::uint32_t offset = 0, bytes = 0;
        bool read = false; ///< the same
        std::optional<Value> value;
    };

    Value read(std::uint32_t r) {
        if (r == 0) return {Value::Kind::constant};
        Register &reg = registers_[r];
        if (reg.value) return *reg.value;
        reg.read = true;
        return {Value::Kind::entry, r};
    }
    void write(std::uint32_t r, const Value &value) {
        if (r != 0) registers_[r].value = value;
    }
    void compute(std::uint32_t r) { write(r, {}); }

    /// nullptr: the address is unknown, or the word overlaps another one.
    Word *word_at(const Value &address, std::uint32_t bytes) {
        std::optional<std::uint32_t> base;
        if (address.kind == Value::Kind::entry)
            base = address.base;
        else if (address.kind != Value::Kind::constant)
            return nullptr;
        for (Word &word : memory_) {
            if (word.base != base) continue;
            if (word.offset == address.number && word.bytes == bytes) return &word;
            if (word.offset - address.number < bytes || address.number - word.offset < word.bytes)
                return nullptr;
        }
        memory_.push_back({base, address.number, bytes, false, {}});
        return &memory_.back();
    }

    static Value plus(Value value, std::uint32_t number) {
        if (value.kind == Value::Kind::computed || value.kind == Value::Kind::status) return {};
        value.number += number;
        return value;
    }

    static Value sum(const Value &a, const Value &b) {
        if (b.kind == Value::Kind::constant) return plus(a, b.number);
        return a.kind == Value::Kind::constant ? plus(b, a.number) : Value{};
    }

    /// Applies a bit mask. Only bits of nistat are tracked.
    static Value masked(Value a, Value b) {
        if (a.kind == Value::Kind::constant) std::swap(a, b);
        if (a.kind != Value::Kind::status || b.kind != Value::Kind::constant) return {};
        a.number &= b.number >> a.base;
        return a;
    }

    static Value merged(const Value &a, const Value &b) {
        const Value zero{Value::Kind::constant};
        if (b == zero) return a;
        if (a == zero) return b;
        if (a.kind == Value::Kind::constant && b.kind == Value::Kind::constant)
            return {Value::Kind::constant, 0, a.number | b.number};
        return {};
    }

    static Value shifted_left(Value value, std::uint32_t by) {
        if (value.kind == Value::Kind::constant) value.number <<= by;
        if (value.kind == Value::Kind::status) {
            value.base += by;
            value.number &= ~std::uint32_t{0} >> value.base;
        }
        return value.kind == Value::Kind::constant || value.kind == Value::Kind::status ? value
                                                                                        : Value{};
    }

    /// Notes that a branch tests the value. If it tests the sign, `bits` is the sign bit.
    void test(const Value &value, std::uint32_t bits = ~std::uint32_t{0}) {
        constexpr std::uint32_t room =
            isa::nistat::lpa.mask() | isa::nistat::hpa.mask() | isa::nistat::op.mask();
        if (value.kind != Value::Kind::status) return;
        const std::uint32_t tested = value.number & bits >> value.base;
        if (tested != 0 && (tested & ~room) == 0) room_ = true;
    }

    bool load(std::uint32_t to, const Value &address, std::uint32_t bytes) {
        Word *word = word_at(address, bytes);
        if (word == nullptr) { // the address does not matter: a turn has no unknown stores
            if (address.kind == Value::Kind::entry || address.kind == Value::Kind::constant)
                return false;
            compute(to);
            return true;
        }
        if (word->value) {
            write(to, bytes == 4 ? *word->value : Value{});
            return true;
        }
        word->read = true;
        write(to, {Value::Kind::loaded, 0, 0, static_cast<std::uint32_t>(word - memory_.data())});
        return true;
    }

    bool store(const Value &value, const Value &address, std::uint32_t bytes) {
        Word *word = word_at(address, bytes);
        if (word == nullptr) return false;
        word->value = value;
        return true;
    }

    bool memory(Mips op, std::uint32_t word) {
        const std::uint32_t rt = isa::field::rt.get(word);
        const Value address = plus(read(isa::field::rs.get(word)),
                                   static_cast<std::uint32_t>(isa::field::simm.get_signed(word)));
        switch (op) {
        case Mips::LB:
        case Mips::LBU: return load(rt, address, 1);
        case Mips::LH:
        case Mips::LHU: return load(rt, address, 2);
        case Mips::LW: return load(rt, address, 4);
        case Mips::SB: return store(read(rt), address, 1);
        case Mips::SH: return store(read(rt), address, 2);
        case Mips::SW: return store(read(rt), address, 4);
        default: return false; // parts of words, LL and SC, coprocessors
        }
    }

    bool network(const isa::Encoding &row, const TurnStep &step) {
        const std::uint32_t rt = isa::field::rt.get(step.word),
                            ni = isa::field::nirs.get(step.word);
        switch (row.op) {
        case Mips::CFC2:
            if (ni == isa::ni::count) clock_ = true;
            write(rt, ni == isa::ni::nistat ? Value{Value::Kind::status, 0, ~std::uint32_t{0}}
                                            : Value{});
            return true;
        case Mips::CTC2: read(rt); return true;
        case Mips::BC2F:
        case Mips::BC2FL:
        case Mips::BC2T:
        case Mips::BC2TL: return true;
        default: break;
        }
        if (row.cost != isa::CostKey::send || !step.refused) return false;
        room_ = true;
        return true;
    }

    bool execute(const TurnStep &step) {
        const isa::Encoding *row = find_encoding(step.word);
        if (row == nullptr) return false;
        if (row->op >= isa::first_extension) return network(*row, step);
        const std::uint32_t word = step.word, rs = isa::field::rs.get(word),
                            rt = isa::field::rt.get(word), rd = isa::field::rd.get(word);
        const auto immediate = static_cast<std::uint32_t>(isa::field::simm.get_signed(word));
        const std::uint32_t logical = isa::field::uimm.get(word);
        switch (row->op) {
        case Mips::ADDI:
        case Mips::ADDIU: write(rt, plus(read(rs), immediate)); return true;
        case Mips::ADD:
        case Mips::ADDU: write(rd, sum(read(rs), read(rt))); return true;
        case Mips::OR: write(rd, merged(read(rs), read(rt))); return true;
        case Mips::ORI:
            write(rt, merged(read(rs), {Value::Kind::constant, 0, logical}));
            return true;
        case Mips::LUI: write(rt, {Value::Kind::constant, 0, logical << 16}); return true;
        case Mips::ANDI:
            write(rt, masked(read(rs), {Value::Kind::constant, 0, logical}));
            return true;
        case Mips::AND: write(rd, masked(read(rs), read(rt))); return true;
        case Mips::SLL: write(rd, shifted_left(read(rt), isa::field::sa.get(word))); return true;
        case Mips::MFHI: write(rd, read(hi)); return true;
        case Mips::MFLO: write(rd, read(lo)); return true;
        case Mips::MTHI: write(hi, read(rs)); return true;
        case Mips::MTLO: write(lo, read(rs)); return true;
        case Mips::MULT:
        case Mips::MULTU:
        case Mips::DIV:
        case Mips::DIVU: read(rs), read(rt), compute(hi), compute(lo); return true;
        case Mips::J:
        case Mips::SYNC: return true;
        case Mips::JAL: write(link, {Value::Kind::constant, 0, step.pc + 8}); return true;
        case Mips::JALR: read(rs), write(rd, {Value::Kind::constant, 0, step.pc + 8}); return true;
        case Mips::JR: read(rs); return true;
        case Mips::BEQ:
        case Mips::BNE:
        case Mips::BEQL:
        case Mips::BNEL: test(read(rs)), test(read(rt)); return true;
        case Mips::BLTZ:
        case Mips::BGEZ:
        case Mips::BLTZL:
        case Mips::BGEZL: test(read(rs), sign); return true;
        case Mips::BLEZ:
        case Mips::BGTZ:
        case Mips::BLEZL:
        case Mips::BGTZL: test(read(rs)); return true;
        default: break;
        }
        switch (row->cost) {
        case isa::CostKey::load:
        case isa::CostKey::store: return memory(row->op, word);
        case isa::CostKey::alu: return other(*row, word);
        case isa::CostKey::trap: // it was not taken: the turn goes on
            return row->op != Mips::BREAK && other(*row, word);
        default: return false;
        }
    }

    /// Reads and writes general registers with an unknown result.
    bool other(const isa::Encoding &row, std::uint32_t word) {
        const std::uint32_t rs = isa::field::rs.get(word), rt = isa::field::rt.get(word),
                            rd = isa::field::rd.get(word);
        switch (row.format) {
        case isa::Format::rd_rs_rt:
        case isa::Format::rd_rt_rs:
            if (row.op == Mips::MOVZ || row.op == Mips::MOVN) read(rd);
            read(rs), read(rt), compute(rd);
            return true;
        case isa::Format::rd_rt_sa: read(rt), compute(rd); return true;
        case isa::Format::rd_rs_copy: read(rs), compute(rd); return true;
        case isa::Format::rt_rs_imm:
        case isa::Format::rt_rs_uimm: read(rs), compute(rt); return true;
        case isa::Format::rs_rt_code: read(rs), read(rt); return true;
        case isa::Format::rs_imm: read(rs); return true;
        default: return false;
        }
    }

    /// Every value that was read has its initial value again, so that the next turn computes the
    /// same values and addresses.
    bool comes_back() const {
        for (std::uint32_t r = 0; r < registers; ++r) {
            const Register &reg = registers_[r];
            if (reg.read && reg.value && *reg.value != Value{Value::Kind::entry, r}) return false;
        }
        for (std::uint32_t n = 0; n < memory_.size(); ++n) {
            const Word &word = memory_[n];
            if (word.read && word.value && *word.value != Value{Value::Kind::loaded, 0, 0, n})
                return false;
        }
        return true;
    }

    std::array<Register, registers> registers_{};
    std::vector<Word> memory_;
    bool room_ = false, clock_ = false;
};

} // namespace

Wait waits_for(std::span<const TurnStep> turn) { return Turn().run(turn); }

} // namespace inlet
