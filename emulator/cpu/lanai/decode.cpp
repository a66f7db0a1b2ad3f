// Decodes words for the engine.
#include "cpu/lanai/instruction_set.h"
#include "memory/memory.h"

#include <algorithm>
#include <array>

namespace inlet::lanai {

namespace {

constexpr std::uint64_t flag_registers = std::uint64_t{1} << engine::flag_kind |
                                         std::uint64_t{1} << engine::flag_left |
                                         std::uint64_t{1} << engine::flag_right;

/// The bit of a register in Instruction::uses and ::writes; none for %r0, %r1 and %pc.
constexpr std::uint64_t bit(unsigned number) {
    return number <= pc_register ? 0 : std::uint64_t{1} << number;
}

bool is_host_call(const Word &w) {
    return w.format == Format::immediate && w.alu == Alu::add && !w.flags &&
           w.rd == zero_register && w.rs == zero_register && w.imm >= first_service &&
           w.imm <= last_service;
}

bool is_special_register(const Word &w) {
    return w.has_immediate && w.rs == zero_register && w.adds && w.imm >= special_registers;
}

/// Whether an instruction may be in a delay slot of a load into %pc: no branch, store or host call.
bool fits_behind_load(const Word &w) {
    if (w.format == Format::branch || w.format == Format::relative) return false;
    return w.rd != pc_register && !(w.format == Format::memory && w.store) && !is_host_call(w);
}

class Decoder {
  public:
    Decoder(const Word &w, std::uint32_t word, std::uint32_t pc, const Timing &timing)
        : w_(w), pc_(pc), timing_(timing) {
        in_.op = Op::word;
        in_.word = word;
        in_.rs = w.rs, in_.rt = w.rt, in_.rd = w.rd, in_.sa = w.condition;
        in_.imm = w.imm;
        in_.cost = timing.instruction;
        in_.kind = Kind::plain;
    }

    Instruction decode(std::span<const std::uint8_t> bytes) {
        const bool to_pc = w_.rd == pc_register;
        switch (w_.format) {
        case Format::immediate:
            if (is_host_call(w_)) {
                in_.kind = Kind::host;
                return in_;
            }
            in_.counts = w_.rd == w_.rs && !w_.flags && w_.imm != 0 &&
                         (w_.alu == Alu::add || w_.alu == Alu::sub);
            arithmetic();
            break;
        case Format::registers: arithmetic(); break;
        case Format::select:
            in_.uses = bit(w_.rs) | bit(w_.rt) | flag_registers;
            result(w_.rd);
            break;
        case Format::count_bits:
            in_.uses = bit(w_.rs);
            result(w_.rd);
            break;
        case Format::constant: result(w_.rd); break;
        case Format::set:
            in_.uses = flag_registers;
            result(w_.rd);
            break;
        case Format::memory: access(bytes); break;
        case Format::branch: branch(w_.imm); break;
        case Format::relative:
            if (w_.rs <= pc_register)
                branch((w_.rs == pc_register ? pc_ : w_.rs == ones_register ? ~0u : 0u) + w_.imm);
            else
                leave_to_stepper();
            break;
        }
        if (to_pc && (w_.format == Format::select || w_.format == Format::count_bits ||
                      w_.format == Format::constant || w_.format == Format::set))
            in_.kind = Kind::illegal; // no compiler generates these jumps
        in_.awaits = in_.uses & ~flag_registers;
        return in_;
    }

  private:
    void result(unsigned number) {
        in_.to = written(number);
        in_.writes |= bit(number);
    }

    void leave_to_stepper() {
        in_.kind = Kind::system;
        in_.slot = true;
        in_.uses |= bit(w_.rs) | flag_registers;
    }

    void arithmetic() {
        in_.uses = bit(w_.rs) | bit(w_.rt);
        const bool conditional = w_.condition != 0;
        if (conditional) in_.uses |= bit(w_.rd);
        if (conditional || w_.flags || w_.alu == Alu::addc || w_.alu == Alu::subb)
            in_.uses |= flag_registers;
        if (w_.flags) in_.writes |= flag_registers;
        if (w_.rd == pc_register) {
            in_.slot = true;
            in_.kind = conditional || w_.flags ? Kind::system : Kind::jump;
            return;
        }
        result(w_.rd);
    }

    void branch(std::uint32_t target) {
        if (w_.condition == 1) { // never taken
            in_.uses = 0;
            return;
        }
        in_.kind = w_.condition == 0 ? Kind::jump : Kind::branch;
        in_.slot = in_.direct = true;
        in_.imm = target & ~3u;
        if (w_.condition != 0) in_.uses = flag_registers;
    }

    void access(std::span<const std::uint8_t> bytes) {
        in_.uses = bit(w_.rs) | bit(w_.rt);
        if (w_.alu == Alu::addc || w_.alu == Alu::subb) in_.uses |= flag_registers;
        if (!is_special_register(w_)) in_.cost += timing_.data;
        if (w_.writes_back) {
            in_.writes |= bit(w_.rs);
            if (w_.rs <= pc_register && w_.rs != zero_register) in_.kind = Kind::illegal;
            if (in_.kind == Kind::illegal) return;
        }
        if (w_.store) {
            in_.kind = Kind::store;
            in_.uses |= bit(w_.rd);
            return;
        }
        in_.kind = Kind::load;
        if (w_.rd == pc_register) return load_pc(bytes);
        result(w_.rd);
        in_.loads = bit(w_.rd);
    }

    /// The two delay slots are part of the instruction, so that nothing can interrupt the three
    /// (LanaiInstrFormats.td, RM).
    void load_pc(std::span<const std::uint8_t> bytes) {
        constexpr std::size_t length = 12;
        in_.kind = Kind::illegal;
        if (w_.bytes != 4 || w_.writes_back) return;
        if (bytes.size() < length) {
            in_.kind = Kind::absent;
            return;
        }
        for (std::size_t at = 4; at < length; at += 4) {
            const auto word = from_guest<std::uint32_t>(bytes.data() + at);
            const auto slot = parse(word);
            if (!slot || !fits_behind_load(*slot)) return;
            const Instruction its =
                Decoder(*slot, word, pc_ + static_cast<std::uint32_t>(at), timing_).decode({});
            if (its.kind == Kind::illegal) return;
            in_.uses |= its.uses & ~in_.writes;
            in_.writes |= its.writes;
            in_.cost += its.cost;
        }
        in_.op = Op::load_pc;
        in_.kind = Kind::jump;
        in_.length = length;
        std::copy_n(bytes.data() + 4, length - 4, in_.tail.begin());
    }

    const Word &w_;
    std::uint32_t pc_;
    const Timing &timing_;
    Instruction in_;
};

} // namespace

Instruction decode(std::span<const std::uint8_t> bytes, std::uint32_t pc, const Timing &timing) {
    Instruction in;
    if (bytes.size() < 4) {
        in.kind = Kind::absent;
        return in;
    }
    in.word = from_guest<std::uint32_t>(bytes.data());
    const auto word = parse(in.word);
    return word ? Decoder(*word, in.word, pc, timing).decode(bytes) : in;
}

} // namespace inlet::lanai
