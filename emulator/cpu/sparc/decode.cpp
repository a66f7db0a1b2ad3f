// Decodes words with the tables that isa/ generates.
#include "cpu/sparc/instruction_set.h"
#include "cpu/sparc/registers.h"
#include "memory/memory.h"

#include <algorithm>
#include <array>
#include <vector>

namespace inlet::sparc {

using engine::Late;
using isa::sparc::Encoding;
using isa::sparc::Format;
namespace field = isa::sparc::field;

namespace {

/// The rows that share op and op3 (or op2), so that a look-up tries a few.
class Table {
  public:
    Table() {
        for (const Encoding &row : isa::sparc::xnet_encodings) add(row, Set::network);
        for (const Encoding &row : isa::sparc::v7_encodings) add(row, Set::v7);
        for (const Encoding &row : isa::sparc::v8_encodings) add(row, Set::v8);
    }
    const Encoding *find(std::uint32_t word, bool v8, bool network) const {
        for (const auto &[row, set] : rows_[place(word)])
            if ((word & row->mask) == row->match && (v8 || set != Set::v8) &&
                (network || set != Set::network))
                return row;
        return nullptr;
    }

  private:
    enum class Set : std::uint8_t { network, v7, v8 };
    struct Entry {
        const Encoding *row;
        Set set;
    };
    static unsigned place(std::uint32_t word) {
        switch (word >> 30) {
        case 0: return word >> 22 & 7;
        case 1: return 8;
        default: return (word >> 30) * 64 + (word >> 19 & 63);
        }
    }
    void add(const Encoding &row, Set set) { rows_[place(row.match)].push_back({&row, set}); }
    std::array<std::vector<Entry>, 256> rows_;
};

constexpr std::uint64_t bit(unsigned number) { return std::uint64_t{1} << number; }
constexpr std::uint64_t flags =
    bit(engine::flag_kind) | bit(engine::flag_left) | bit(engine::flag_right);
constexpr std::uint64_t window = 0xFFFFFF00; ///< outs, locals and ins

/// Late bits of floating-point registers, above those of the general ones.
constexpr Late late_float(unsigned number) { return Late{1} << (32 + number); }

/// Whether the operands of a floating-point operation are pairs.
bool reads_doubles(Op op) {
    switch (op) {
    case Op::FDTOI:
    case Op::FDTOS:
    case Op::FSQRTD:
    case Op::FADDD:
    case Op::FSUBD:
    case Op::FMULD:
    case Op::FDIVD:
    case Op::FCMPD:
    case Op::FCMPED: return true;
    default: return false;
    }
}
bool writes_double(Op op) {
    switch (op) {
    case Op::FITOD:
    case Op::FSTOD:
    case Op::FSQRTD:
    case Op::FADDD:
    case Op::FSUBD:
    case Op::FMULD:
    case Op::FDIVD:
    case Op::FSMULD: return true;
    default: return false;
    }
}

/// Whether an integer instruction sets icc, and whether it reads it.
bool sets_flags(Op op) {
    switch (op) {
    case Op::ADDCC:
    case Op::ANDCC:
    case Op::ORCC:
    case Op::XORCC:
    case Op::SUBCC:
    case Op::ANDNCC:
    case Op::ORNCC:
    case Op::XNORCC:
    case Op::ADDXCC:
    case Op::SUBXCC:
    case Op::UMULCC:
    case Op::SMULCC:
    case Op::UDIVCC:
    case Op::SDIVCC:
    case Op::TADDCC:
    case Op::TSUBCC:
    case Op::TADDCCTV:
    case Op::TSUBCCTV:
    case Op::MULSCC: return true;
    default: return false;
    }
}
bool reads_flags(Op op) {
    return op == Op::ADDX || op == Op::ADDXCC || op == Op::SUBX || op == Op::SUBXCC ||
           op == Op::MULSCC;
}
bool reads_y(Op op) {
    switch (op) {
    case Op::RDY:
    case Op::MULSCC:
    case Op::UDIV:
    case Op::SDIV:
    case Op::UDIVCC:
    case Op::SDIVCC: return true;
    default: return false;
    }
}
bool writes_y(Op op) {
    switch (op) {
    case Op::WRY:
    case Op::MULSCC:
    case Op::UMUL:
    case Op::SMUL:
    case Op::UMULCC:
    case Op::SMULCC: return true;
    default: return false;
    }
}

/// Loads and stores of pairs of registers, which must begin at an even one.
bool is_pair(Op op) {
    return op == Op::LDD || op == Op::STD || op == Op::LDDA || op == Op::STDA || op == Op::LDDF ||
           op == Op::STDF;
}
bool is_store(CostKey key) { return key == CostKey::store || key == CostKey::store_double; }

class Decoder {
  public:
    Decoder(const Encoding &row, std::uint32_t word, std::uint32_t pc, const Timing &timing)
        : op_(row.op), cost_(row.cost), format_(row.format), pc_(pc), timing_(timing) {
        in_.word = word;
        in_.op = row.op;
        in_.cost = timing.costs[static_cast<std::size_t>(row.cost)];
        in_.rd = static_cast<std::uint8_t>(field::rd.get(word));
    }

    Instruction decode() {
        operands();
        switch (cost_) {
        case CostKey::branch: branch(Op::BA, Op::BN, flags); break;
        case CostKey::fp_branch:
            branch(Op::FBA, Op::FBN, bit(fcc_register));
            in_.waits_unit = true;
            in_.needs = psr::ef;
            break;
        case CostKey::call:
            in_.kind = Kind::jump;
            in_.slot = in_.direct = true;
            in_.imm = pc_ + (field::disp30.get(in_.word) << 2);
            writes(link_register);
            break;
        case CostKey::jump:
            in_.kind = Kind::jump;
            in_.slot = true;
            writes(in_.rd);
            break;
        case CostKey::load:
        case CostKey::load_double:
        case CostKey::store:
        case CostKey::store_double: access(); break;
        case CostKey::window:
            in_.kind = Kind::trapping; // the window may be invalid
            in_.uses |= window;
            in_.writes |= window;
            writes(in_.rd);
            break;
        case CostKey::trap: {
            const bool calls_host = op_ == Op::TA && in_.rs == 0 && in_.rt == 0 &&
                                    in_.imm >= first_host_trap && in_.imm <= last_host_trap;
            in_.kind = calls_host ? Kind::host : Kind::system;
            in_.uses |= flags;
            break;
        }
        case CostKey::unimp: return in_; // illegal
        case CostKey::alu:
        case CostKey::multiply_step:
        case CostKey::multiply: arithmetic(Kind::plain); break;
        case CostKey::divide: arithmetic(Kind::trapping); break;
        case CostKey::state: state(); break;
        case CostKey::flush: in_.kind = Kind::plain; break;
        case CostKey::return_from_trap:
            in_.slot = true; // the couple jmp; rett: RETT takes effect after the jump's target
            in_.kind = Kind::system;
            break;
        case CostKey::atomic: in_.kind = Kind::system; break;
        case CostKey::coprocessor: coprocessor(); break;
        case CostKey::fp_quad:
            in_.kind = Kind::system;
            in_.needs = psr::ef;
            break;
        default: floating(); break;
        }
        if (is_pair(op_) && in_.rd & 1) in_.kind = Kind::illegal; // V8 B.1, B.4
        in_.uses &= ~std::uint64_t{1};
        in_.awaits |= in_.uses & 0xFFFFFFFE;
        return in_;
    }

  private:
    void operands() {
        switch (format_) {
        case Format::rd_rs1_rs2:
        case Format::rd_rs1_rs2_asi:
        case Format::frd_rs1_rs2:
        case Format::crd_rs1_rs2:
        case Format::rs1_rs2:
            in_.rs = static_cast<std::uint8_t>(field::rs1.get(in_.word));
            in_.rt = static_cast<std::uint8_t>(field::rs2.get(in_.word));
            break;
        case Format::rd_rs1_simm13:
        case Format::frd_rs1_simm13:
        case Format::crd_rs1_simm13:
        case Format::rs1_simm13:
            in_.rs = static_cast<std::uint8_t>(field::rs1.get(in_.word));
            in_.imm = static_cast<std::uint32_t>(field::simm13.get_signed(in_.word));
            break;
        case Format::rd_rs1_shift:
            in_.rs = static_cast<std::uint8_t>(field::rs1.get(in_.word));
            in_.sa = static_cast<std::uint8_t>(field::shift.get(in_.word));
            break;
        case Format::rd_imm22: in_.imm = field::imm22.get(in_.word) << 10; break;
        default: break;
        }
        in_.uses = bit(in_.rs) | bit(in_.rt);
    }

    void writes(unsigned number) {
        if (number == 0) return;
        in_.to = static_cast<std::uint8_t>(number);
        in_.writes |= bit(number);
    }

    /// Bicc and FBfcc. BA,a has no slot; BN,a skips the instruction behind it.
    void branch(Op always, Op never, std::uint64_t condition) {
        const bool annul = field::annul.get(in_.word) != 0;
        const auto distance = static_cast<std::uint32_t>(field::disp22.get_signed(in_.word)) << 2;
        in_.direct = true;
        in_.imm = pc_ + distance;
        in_.sa = static_cast<std::uint8_t>(in_.word >> 25 & 15);
        if (op_ == never && !annul) {
            in_.kind = Kind::plain;
            in_.direct = false;
            return;
        }
        if (op_ == always) {
            in_.kind = Kind::jump;
            in_.slot = !annul;
            if (annul) in_.cost += timing_.annulled_slot;
            return;
        }
        in_.kind = annul ? Kind::likely : Kind::branch;
        in_.slot = true;
        in_.uses |= condition;
    }

    void access() {
        const bool stores = is_store(cost_);
        const bool pair = is_pair(op_);
        in_.kind = stores ? Kind::store : Kind::load;
        if (format_ == Format::rd_rs1_rs2_asi) in_.kind = Kind::system;
        switch (op_) {
        case Op::LDFSR:
        case Op::STFSR:
        case Op::STDFQ:
            in_.kind = Kind::system;
            in_.waits_unit = true;
            in_.needs = psr::ef;
            return;
        case Op::LDF:
        case Op::LDDF:
        case Op::STF:
        case Op::STDF: {
            const Late registers = late_float(in_.rd) | (pair ? late_float(in_.rd | 1u) : Late{});
            (stores ? in_.awaits : in_.loads) |= registers;
            in_.waits_unit = stores;
            in_.needs = psr::ef;
            return;
        }
        default: break;
        }
        if (stores) {
            in_.uses |= bit(in_.rd) | (pair ? bit(in_.rd | 1u) : 0);
            return;
        }
        writes(in_.rd);
        if (pair) in_.writes |= bit(in_.rd | 1u);
        in_.loads = pair ? bit(in_.rd | 1u) : in_.writes; // of LDD, the second (4.3.5.2)
        if (pair && in_.rd == 0) in_.kind = Kind::system; // %g0 and %g1
    }

    void arithmetic(Kind kind) {
        in_.kind = kind;
        if (sets_flags(op_)) in_.writes |= flags;
        if (reads_flags(op_)) in_.uses |= flags;
        if (reads_y(op_)) in_.uses |= bit(y_register);
        if (writes_y(op_)) in_.writes |= bit(y_register);
        if (op_ == Op::TADDCCTV || op_ == Op::TSUBCCTV) in_.kind = Kind::trapping;
        writes(in_.rd);
    }

    void state() {
        switch (op_) {
        case Op::RDY: arithmetic(Kind::plain); break;
        case Op::WRY:
            in_.kind = Kind::plain;
            in_.writes |= bit(y_register);
            break;
        case Op::STBAR: in_.kind = Kind::plain; break;
        case Op::RDWIM: // window traps are executed often
        case Op::WRWIM:
            in_.kind = Kind::trapping; // in user mode
            writes(op_ == Op::RDWIM ? in_.rd : 0);
            break;
        default:
            in_.kind = Kind::system;
            in_.uses |= flags;
            writes(op_ == Op::RDPSR || op_ == Op::RDTBR ? in_.rd : 0);
            break;
        }
    }

    /// Network instructions and CBccc. Instructions that the interface lacks trap.
    void coprocessor() {
        in_.kind = Kind::system;
        if (!timing_.network) return;
        const SparcNetworkConfig &network = *timing_.network;
        in_.needs = psr::ec;
        if (format_ == Format::branch) {
            in_.cost = timing_.costs[static_cast<std::size_t>(CostKey::branch)];
            branch(Op::CBA, Op::CBN, bit(ccc_register));
            return;
        }
        in_.uses = 0;
        if (op_ == Op::HRET) {
            in_.kind = Kind::network;
            in_.cost = network.hret;
        } else if (format_ == Format::send || format_ == Format::send_v) {
            if (format_ == Format::send_v && !network.vectors) return;
            if (in_.word >> 10 & 1 && !network.grid) return; // MCSTn
            // A packet holds the handler and four words, beside a vector.
            in_.n = static_cast<std::uint8_t>(in_.word >> 5 & 7);
            in_.sa = static_cast<std::uint8_t>(field::vd.get(in_.word));
            in_.kind = in_.n <= 4 ? Kind::network : Kind::illegal;
            in_.cost = network.send;
            in_.rs = static_cast<std::uint8_t>(field::rs1.get(in_.word));
            in_.rt = static_cast<std::uint8_t>(field::rs2.get(in_.word));
            in_.uses = bit(in_.rs) | bit(in_.rt) | ((bit(in_.n) - 1) << out0);
            in_.writes = bit(ccc_register);
        } else if (op_ == Op::LDC || op_ == Op::STC) {
            if (!network.vectors) return;
            in_.kind = Kind::network;
            in_.cost = op_ == Op::LDC ? network.vectors->load : network.vectors->store;
            in_.sa = static_cast<std::uint8_t>(field::crd.get(in_.word));
            in_.uses = bit(in_.rs) | bit(in_.rt);
        } else if (format_ == Format::read_ni) {
            in_.kind = Kind::network;
            in_.cost = network.read;
            in_.sa = static_cast<std::uint8_t>(field::nisource.get(in_.word));
            writes(in_.rd);
        } else if (format_ == Format::write_ni) {
            in_.kind = Kind::network;
            in_.cost = network.write;
            in_.sa = static_cast<std::uint8_t>(field::nitarget.get(in_.word));
            in_.rs = static_cast<std::uint8_t>(field::rs1.get(in_.word));
            in_.uses = bit(in_.rs);
        }
    }

    /// FPU operations: one at a time; the next one waits for the result.
    void floating() {
        const bool doubles = reads_doubles(op_);
        const auto operand = [&](unsigned number) {
            in_.awaits |= late_float(number) | (doubles ? late_float(number | 1u) : Late{});
        };
        in_.uses = 0;
        in_.kind = Kind::floating;
        in_.rs = static_cast<std::uint8_t>(field::frs1.get(in_.word));
        in_.rt = static_cast<std::uint8_t>(field::frs2.get(in_.word));
        operand(in_.rt);
        if (format_ != Format::frd_frs2) operand(in_.rs);
        // The low bit of a pair's number must be 0: invalid_fp_register (V8 4.3).
        const unsigned read = in_.rt | (format_ == Format::frd_frs2 ? 0u : in_.rs);
        const bool writes_pair = format_ != Format::frs1_frs2 && writes_double(op_);
        if ((doubles && read & 1) || (writes_pair && in_.rd & 1)) in_.kind = Kind::system;
        if (format_ == Format::frs1_frs2) in_.writes = bit(fcc_register);
        in_.latency = in_.cost;
        in_.cost = 1;
        in_.waits_unit = true;
        in_.needs = psr::ef;
    }

    Instruction in_;
    Op op_;
    CostKey cost_;
    Format format_;
    std::uint32_t pc_;
    const Timing &timing_;
};

} // namespace

Instruction decode(std::uint32_t word, std::uint32_t pc, const Timing &timing, bool v8) {
    static const Table table;
    const Encoding *row = table.find(word, v8, timing.network.has_value());
    if (!row) {
        Instruction in;
        in.word = word;
        return in;
    }
    return Decoder(*row, word, pc, timing).decode();
}

Instruction Set::decode(std::span<const std::uint8_t> bytes, std::uint32_t pc) const {
    return sparc::decode(from_guest<std::uint32_t>(bytes.data()), pc, timing_, v8_);
}

} // namespace inlet::sparc
