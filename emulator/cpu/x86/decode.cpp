// Decodes bytes with the tables that isa/ generates (SDM 2, chapter 2).
#include "cpu/x86/instruction_set.h"
#include "cpu/x86/registers.h"

#include <algorithm>
#include <array>
#include <vector>

namespace inlet::x86 {

using isa::x86::Rm;

namespace {

constexpr std::size_t longest = 15; // bytes of an instruction (SDM 2, 2.3.11)
constexpr unsigned vector_registers = 32;

/// The rows of each opcode, those of 0F xx after the others.
class Opcodes {
  public:
    Opcodes() {
        for (std::size_t i = 0; i < std::size(isa::x86::encodings); ++i) {
            const Encoding &row = isa::x86::encodings[i];
            for (unsigned low = 0; low < (row.in_opcode ? 8u : 1u); ++low) {
                rows_[row.opcode + low].push_back(static_cast<std::uint16_t>(i));
                modrm_[row.opcode + low] |= row.reg >= 0 || row.modrm >= 0 || has_rm(row);
            }
        }
    }
    const std::vector<std::uint16_t> &rows(unsigned opcode) const { return rows_[opcode]; }
    bool has_modrm(unsigned opcode) const { return modrm_[opcode]; }

  private:
    static bool has_rm(const Encoding &row) {
        return std::ranges::any_of(row.operands, [](Operand operand) {
            switch (operand) {
            case Operand::Eb:
            case Operand::Ev:
            case Operand::Ew:
            case Operand::Ed:
            case Operand::Gb:
            case Operand::Gv:
            case Operand::M: return true;
            default: return false;
            }
        });
    }

    std::array<std::vector<std::uint16_t>, 512> rows_;
    std::array<bool, 512> modrm_{};
};

/// Reads the bytes of an instruction.
class Reader {
  public:
    explicit Reader(std::span<const std::uint8_t> bytes)
        : bytes_(bytes.first(std::min(bytes.size(), longest))), cut_(bytes.size() < longest) {}

    /// 0 behind the end.
    std::uint32_t take(unsigned size) {
        std::uint32_t value = 0;
        for (unsigned i = 0; i < size; ++i) {
            if (at_ < bytes_.size())
                value |= std::uint32_t{bytes_[at_]} << 8 * i;
            else
                over_ = true;
            ++at_;
        }
        return value;
    }
    std::uint8_t look() const { return at_ < bytes_.size() ? bytes_[at_] : 0; }
    std::size_t at() const { return at_; }
    /// A read beyond the end. `cut`: the instruction may continue beyond `bytes`.
    bool over() const { return over_; }
    bool cut() const { return cut_; }

  private:
    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
    bool cut_, over_ = false;
};

struct Prefixes {
    bool half = false;    ///< 66
    bool locked = false;  ///< F0
    bool refused = false; ///< 67, and segments other than the flat ones
    bool segment = false;
    std::uint8_t repeat = 0; ///< F2 or F3: the last
    bool both = false;       ///< F2 and F3

    /// Whether the byte was a prefix.
    bool take(std::uint8_t byte) {
        switch (byte) {
        case 0x66: half = true; return true;
        case 0xF0: locked = true; return true;
        case 0xF2:
        case 0xF3:
            both |= repeat && repeat != byte;
            repeat = byte;
            return true;
        case 0x2E:
        case 0x36:
        case 0x3E: segment = true; return true; // CS, SS and DS are flat
        case 0x26:
        case 0x64:
        case 0x65:
        case 0x67: refused = segment = true; return true;
        default: return false;
        }
    }
};

std::uint32_t with_sign(std::uint32_t byte) {
    return static_cast<std::uint32_t>(static_cast<std::int8_t>(byte));
}

constexpr std::uint64_t bit(unsigned number) { return std::uint64_t{1} << number; }
constexpr std::uint64_t condition_registers = std::uint64_t{7} << engine::flag_kind;

class Decoder {
  public:
    Decoder(std::span<const std::uint8_t> bytes, std::uint32_t pc, const Timing &timing)
        : bytes_(bytes), reader_(bytes), pc_(pc), timing_(timing) {}

    Instruction decode() {
        for (std::size_t i = 0; i < std::min<std::size_t>(bytes_.size(), 4); ++i)
            in_.word |= std::uint32_t{bytes_[i]} << 8 * i;
        in_.length = 1;
        while (prefixes_.take(reader_.look()) && reader_.at() < longest) reader_.take(1);
        opcode_ = reader_.take(1);
        if (opcode_ == 0x0F) opcode_ = 0x100 | reader_.take(1);
        static const Opcodes opcodes;
        if (opcodes.has_modrm(opcode_)) take_modrm();
        const Encoding *row = find(opcodes.rows(opcode_));
        if (row != nullptr) take_immediates(*row);
        if (reader_.over()) {
            if (!reader_.cut()) return illegal();
            in_.kind = Kind::absent;
            in_.length = static_cast<std::uint8_t>(std::max<std::size_t>(bytes_.size(), 1));
            return in_;
        }
        if (row == nullptr || !is_allowed(*row)) return illegal();
        in_.length = static_cast<std::uint8_t>(reader_.at());
        if (in_.length < 4) in_.word &= (1u << 8 * in_.length) - 1;
        for (std::size_t i = 4; i < in_.length; ++i) in_.tail[i - 4] = bytes_[i];
        if (in_.direct) in_.imm += pc_ + in_.length;
        classify(*row);
        return in_;
    }

  private:
    Instruction illegal() {
        in_.kind = Kind::illegal;
        in_.direct = false;
        in_.imm = 0;
        in_.length = 1;
        return in_;
    }

    void take_modrm() {
        modrm_ = reader_.take(1);
        const unsigned mod = modrm_ >> 6, rm = modrm_ & 7;
        in_.rd = modrm_ >> 3 & 7;
        in_.rs = static_cast<std::uint8_t>(rm);
        in_.rt = packed::no_register;
        if (mod == 3) return;
        in_.n |= packed::memory;
        if (rm == 4) {
            const std::uint32_t sib = reader_.take(1);
            in_.rs = sib & 7;
            in_.rt = sib >> 3 & 7;
            in_.sa = static_cast<std::uint8_t>(sib >> 6);
            if (in_.rt == 4) in_.rt = packed::no_register;
        }
        if (mod == 0 && in_.rs == 5) {
            in_.rs = packed::no_register;
            in_.displacement = reader_.take(4);
        } else if (mod == 1) {
            in_.displacement = with_sign(reader_.take(1));
        } else if (mod == 2) {
            in_.displacement = reader_.take(4);
        }
    }

    const Encoding *find(const std::vector<std::uint16_t> &rows) {
        for (const std::uint16_t number : rows) {
            const Encoding &row = isa::x86::encodings[number];
            const bool memory = in_.n & packed::memory;
            if (row.prefix && row.prefix != prefixes_.repeat) continue;
            if (row.reg >= 0 && static_cast<unsigned>(row.reg) != in_.rd) continue;
            if (row.modrm >= 0 && static_cast<unsigned>(row.modrm) != modrm_) continue;
            if ((row.rm == Rm::memory && !memory) || (row.rm == Rm::register_ && memory)) continue;
            in_.form = number;
            return &row;
        }
        return nullptr;
    }

    void take_immediates(const Encoding &row) {
        in_.op = row.op;
        if (row.in_opcode || row.operands[0] == Operand::Zv)
            in_.rd = static_cast<std::uint8_t>(opcode_ & 7);
        const Operand first = row.operands[0];
        const bool byte = first == Operand::Eb || first == Operand::Gb || first == Operand::Zb ||
                          first == Operand::AL || first == Operand::Ob || first == Operand::b;
        const unsigned wide = prefixes_.half ? 2 : 4;
        in_.n |= static_cast<std::uint8_t>(byte ? 1 : wide);
        for (const Operand operand : row.operands) switch (operand) {
            case Operand::Ib: in_.imm = reader_.take(1); break;
            case Operand::Iw: in_.imm = reader_.take(2); break;
            case Operand::Iv: in_.imm = reader_.take(wide); break;
            case Operand::Is: in_.imm = with_sign(reader_.take(1)); break;
            case Operand::one: in_.imm = 1; break;
            case Operand::Ob:
            case Operand::Ov:
                in_.displacement = reader_.take(4);
                in_.rs = in_.rt = packed::no_register;
                in_.n |= packed::memory;
                break;
            case Operand::Jb:
                in_.imm = with_sign(reader_.take(1));
                in_.direct = true;
                break;
            case Operand::Jv:
                in_.imm = reader_.take(4);
                in_.direct = true;
                break;
            default: break;
            }
    }

    /// Whether LOCK is allowed (SDM 2, LOCK): the instruction reads and writes memory.
    bool may_lock(const Encoding &row) const {
        switch (row.op) {
        case Op::ADD:
        case Op::ADC:
        case Op::AND:
        case Op::BTC:
        case Op::BTR:
        case Op::BTS:
        case Op::CMPXCHG:
        case Op::CMPXCHG8B:
        case Op::DEC:
        case Op::INC:
        case Op::NEG:
        case Op::NOT:
        case Op::OR:
        case Op::SBB:
        case Op::SUB:
        case Op::XOR:
        case Op::XADD:
        case Op::XCHG:
            return (in_.n & packed::memory) &&
                   (row.memory == 2); // the r/m operand is what is written
        default: return false;
        }
    }

    bool is_allowed(const Encoding &row) {
        if (prefixes_.refused) return false;
        if (prefixes_.locked && !may_lock(row)) return false;
        if (row.cost == CostKey::port || row.cost == CostKey::xnet) {
            if (prefixes_.half || prefixes_.segment || prefixes_.both) return false;
            if (row.op == Op::HRET && modrm_ != 0xD0) return false;
            const NetworkNeeds wants = needs(row.op);
            if (wants.vectors && in_.imm >= vector_registers) return false;
            return row.cost == CostKey::port || (timing_.xnet && timing_.parts.meets(wants));
        }
        if (row.op == Op::RDTSC && timing_.time_stamp == 0) return false;
        if (prefixes_.repeat == 0xF3) in_.n |= packed::repeat;
        if (prefixes_.repeat == 0xF2) in_.n |= packed::repeat_unequal;
        if (prefixes_.locked) in_.n |= packed::locked;
        // XCHG with memory is always locked (SDM 2, XCHG).
        if (timing_.fence && (prefixes_.locked || (row.op == Op::XCHG && is_memory(in_))))
            in_.n |= packed::fences;
        if (!prefixes_.half) return true;
        switch (row.op) { // 16-bit forms truncate EIP, or exist in 16-bit segments only
        case Op::CALL:
        case Op::JMP:
        case Op::RET:
        case Op::LEAVE:
        case Op::IRET:
        case Op::PUSHA:
        case Op::POPA:
        case Op::PUSHF:
        case Op::POPF:
        case Op::BSWAP:
        case Op::FLDENV:
        case Op::FNSTENV:
        case Op::FRSTOR:
        case Op::FNSAVE:
        case Op::LOOP:
        case Op::LOOPE:
        case Op::LOOPNE:
        case Op::JECXZ: return false;
        default: return !in_.direct;
        }
    }

    void classify(const Encoding &row) {
        in_.kind = Kind::plain;
        in_.cost = timing_.base + timing_.costs[static_cast<std::size_t>(row.cost)] +
                   timing_.memory * accesses_of(in_);
        if (row.cost == CostKey::port || row.cost == CostKey::xnet) {
            in_.kind = Kind::network;
            const bool loads = row.op == Op::LWV;
            if (loads || row.op == Op::SWV)
                in_.cost += (loads ? timing_.parts.vectors->load : timing_.parts.vectors->store) -
                            timing_.base;
            return;
        }
        if (row.op == Op::RDTSC) {
            in_.kind = Kind::system;
            in_.cost = timing_.time_stamp;
            in_.writes = bit(eax) | bit(edx);
            return;
        }
        if (row.op == Op::INT && in_.imm == 0x80) {
            in_.kind = Kind::host;
            return;
        }
        engine::UopBuilder group;
        lift(in_, pc_, group);
        if (group.ops().empty()) {
            in_.kind = Kind::system;
            if (row.op == Op::HLT) { // Program::find_spin_loops
                in_.direct = true;
                in_.imm = pc_;
            }
            lift_repeated(in_, pc_, group);
            if (!group.ops().empty()) in_.imm = pc_;
            registers_of(row, group.ops());
            return;
        }
        registers_of(row, group.ops());
        kind_of(row, group.ops());
    }

    /// Sets the registers that the operations read and write.
    void registers_of(const Encoding &row, std::span<const engine::Uop> ops) {
        using engine::UopCode;
        const auto add = [](std::uint64_t &set, unsigned number) {
            if (number != 0 && number != engine::sink && number < engine::latched_target)
                set |= bit(number);
        };
        for (const engine::Uop &op : ops) {
            add(in_.uses, op.a);
            add(in_.uses, op.b);
            add(in_.writes, op.to);
            switch (op.code) {
            case UopCode::MULT:
            case UopCode::MULTU:
                in_.writes |= bit(engine::high_word) | bit(engine::low_word);
                break;
            case UopCode::LB_X:
            case UopCode::LBU_X:
            case UopCode::LH_LE_X:
            case UopCode::LHU_LE_X:
            case UopCode::LW_LE_X:
            case UopCode::SB_X:
            case UopCode::SH_LE_X:
            case UopCode::SW_LE_X: add(in_.uses, op.c); break;
            default: break;
            }
        }
        if (ops.empty()) return;
        if (row.reads) in_.uses |= condition_registers;
        if (row.writes) in_.writes |= condition_registers;
        if (row.op == Op::DIV || row.op == Op::IDIV) in_.writes |= bit(eax) | bit(edx);
    }

    /// Sets the kind of the instruction from its operations.
    void kind_of(const Encoding &row, std::span<const engine::Uop> ops) {
        using engine::UopCode;
        bool loads = false, stores = false, calls = false;
        for (const engine::Uop &op : ops) switch (op.code) {
            case UopCode::CALL: calls = true; break;
            case UopCode::LB:
            case UopCode::LBU:
            case UopCode::LH_LE:
            case UopCode::LHU_LE:
            case UopCode::LW_LE:
            case UopCode::LB_X:
            case UopCode::LBU_X:
            case UopCode::LH_LE_X:
            case UopCode::LHU_LE_X:
            case UopCode::LW_LE_X: loads = true; break;
            case UopCode::SB:
            case UopCode::SH_LE:
            case UopCode::SW_LE:
            case UopCode::SB_X:
            case UopCode::SH_LE_X:
            case UopCode::SW_LE_X: stores = true; break;
            default: break;
            }
        if (row.op == Op::FNSTSW && calls) in_.writes |= bit(eax);
        const UopCode last = ops.back().code;
        if (engine::ends_block(last)) {
            const bool jumps = last == UopCode::J || last == UopCode::JAL || last == UopCode::JR ||
                               last == UopCode::JALR;
            in_.kind = jumps ? Kind::jump : Kind::branch;
        } else if (calls) {
            in_.kind = Kind::floating;
        } else if (stores) {
            in_.kind = Kind::store;
        } else if (loads) {
            in_.kind = Kind::load;
        }
        const bool adds = row.op == Op::INC || row.op == Op::DEC || row.op == Op::ADD ||
                          row.op == Op::SUB || row.op == Op::LEA;
        in_.counts = adds && in_.kind == Kind::plain && ops.size() == 1 && ops[0].b == 0 &&
                     ops[0].imm != 0 && ops[0].to == ops[0].a;
    }

    std::span<const std::uint8_t> bytes_;
    Reader reader_;
    std::uint32_t pc_;
    const Timing &timing_;
    Prefixes prefixes_;
    std::uint32_t opcode_ = 0, modrm_ = 0;
    Instruction in_;
};

} // namespace

NetworkNeeds needs(Op op) {
    switch (op) {
    case Op::MCST:
    case Op::MCSTH: return {.multicasts = true};
    case Op::MCSTV:
    case Op::MCSTHV: return {.vectors = true, .multicasts = true};
    case Op::SENDV:
    case Op::SENDHV:
    case Op::LWV:
    case Op::SWV: return {.vectors = true};
    default: return {};
    }
}

Instruction decode(std::span<const std::uint8_t> bytes, std::uint32_t pc, const Timing &timing) {
    return Decoder(bytes, pc, timing).decode();
}

} // namespace inlet::x86
