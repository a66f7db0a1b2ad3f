// Decodes words with the tables that isa/ generates.
#include "cpu/ppc/instruction_set.h"
#include "cpu/ppc/registers.h"
#include "memory/memory.h"

#include <array>
#include <vector>

namespace inlet::ppc {

using engine::Late;
using isa::ppc::Encoding;
using isa::ppc::Format;
namespace field = isa::ppc::field;

namespace {

/// The rows that share the primary opcode, so that a look-up tries a few.
class Table {
  public:
    Table() {
        for (const Encoding &row : isa::ppc::encodings) rows_[place(row.match)].push_back(&row);
        for (const Encoding &row : isa::ppc::xnet_encodings)
            rows_[place(row.match)].push_back(&row);
    }
    const Encoding *find(std::uint32_t word) const {
        for (const Encoding *row : rows_[place(word)])
            if ((word & row->mask) == row->match) return row;
        return nullptr;
    }

  private:
    /// Opcodes 19, 31, 59 and 63 have five more bits that are in the masks of all their rows.
    static unsigned place(std::uint32_t word) {
        const unsigned op = word >> 26;
        return op == 19 || op == 31 || op == 59 || op == 63 ? op << 5 | (word >> 1 & 31) : op << 5;
    }
    std::array<std::vector<const Encoding *>, 2048> rows_;
};

constexpr std::uint64_t bit(unsigned number) { return std::uint64_t{1} << number; }
/// Late bits: general registers by number, then floating-point registers.
constexpr Late late_float(unsigned number) { return Late{1} << (32 + number); }

/// The primary opcode of network instructions, on machines that have them.
constexpr unsigned network_opcode = 5;
constexpr unsigned spr_lr = 8, spr_ctr = 9, spr_xer = 1, spr_tbl = 268, spr_tbu = 269;

bool is_update(Op op) {
    switch (op) {
    case Op::LWZU:
    case Op::LBZU:
    case Op::LHZU:
    case Op::LHAU:
    case Op::LWZUX:
    case Op::LBZUX:
    case Op::LHZUX:
    case Op::LHAUX:
    case Op::STWU:
    case Op::STBU:
    case Op::STHU:
    case Op::STWUX:
    case Op::STBUX:
    case Op::STHUX:
    case Op::LFSU:
    case Op::LFDU:
    case Op::LFSUX:
    case Op::LFDUX:
    case Op::STFSU:
    case Op::STFDU:
    case Op::STFSUX:
    case Op::STFDUX: return true;
    default: return false;
    }
}

bool sets_carry(Op op) {
    switch (op) {
    case Op::ADDIC:
    case Op::ADDIC_:
    case Op::SUBFIC:
    case Op::ADDC:
    case Op::ADDE:
    case Op::SUBFC:
    case Op::SUBFE:
    case Op::ADDME:
    case Op::ADDZE:
    case Op::SUBFME:
    case Op::SUBFZE:
    case Op::SRAW:
    case Op::SRAWI: return true;
    default: return false;
    }
}
bool reads_carry(Op op) {
    switch (op) {
    case Op::ADDE:
    case Op::SUBFE:
    case Op::ADDME:
    case Op::ADDZE:
    case Op::SUBFME:
    case Op::SUBFZE: return true;
    default: return false;
    }
}

/// The mask from bit mb to bit me, with wrap-around.
std::uint32_t mask(unsigned mb, unsigned me) {
    const std::uint32_t from = 0xFFFFFFFFu >> mb, to = 0xFFFFFFFFu << (31 - me);
    return mb <= me ? from & to : from | to;
}

class Decoder {
  public:
    Decoder(const Encoding &row, std::uint32_t word, std::uint32_t pc, const Timing &timing)
        : op_(row.op), cost_(row.cost), format_(row.format), pc_(pc),
          barrier_(timing.barrier != 0) {
        in_.word = word;
        in_.op = row.op;
        in_.cost = timing.costs[static_cast<std::size_t>(row.cost)];
        in_.rd = static_cast<std::uint8_t>(word >> 21 & 31);
        in_.rs = static_cast<std::uint8_t>(word >> 16 & 31);
        in_.rt = static_cast<std::uint8_t>(word >> 11 & 31);
    }

    /// Of the network interface (isa/base/ppc_xnet.json).
    Instruction decode_network(const PpcNetworkConfig &network) {
        const bool has_vector = format_ == Format::send_v || format_ == Format::vd_ra_rb;
        in_.kind = Kind::network;
        in_.sa = static_cast<std::uint8_t>((has_vector ? field::vd : field::nir).get(in_.word));
        switch (format_) {
        case Format::send:
        case Format::send_v:
            in_.cost = network.send;
            in_.n = static_cast<std::uint8_t>(in_.word >> 8 & 7);
            reads(general(in_.rs));
            reads(general(in_.rt));
            in_.uses |= (bit(in_.n) - 1) << first_argument | bit(so_register);
            in_.writes |= bit(cr_register);
            break;
        case Format::vd_ra_rb:
            in_.cost = op_ == Op::LWVX ? network.vectors->load : network.vectors->store;
            if (in_.rs) reads(general(in_.rs));
            reads(general(in_.rt));
            break;
        case Format::read_ni:
            in_.cost = network.read;
            writes(general(in_.rd));
            break;
        case Format::write_ni:
            in_.cost = network.write;
            reads(general(in_.rd));
            break;
        default: in_.cost = network.hret; break;
        }
        await();
        return in_;
    }

    Instruction decode() {
        in_.kind = Kind::plain;
        switch (cost_) {
        case CostKey::branch: branch(); break;
        case CostKey::alu:
        case CostKey::multiply:
        case CostKey::divide: arithmetic(); break;
        case CostKey::load: access(Kind::load); break;
        case CostKey::store: access(Kind::store); break;
        case CostKey::multiple: multiple(); break;
        case CostKey::reserve:
        case CostKey::cache_flush:
        case CostKey::cache_zero: address(Kind::system); break;
        case CostKey::sync:
            if (op_ == Op::SYNC && barrier_) in_.kind = Kind::system;
            break;
        case CostKey::cache_touch: break;
        case CostKey::condition: condition(); break;
        case CostKey::special: special(); break;
        case CostKey::trap:
            in_.kind = Kind::system;
            reads(general(in_.rs));
            if (op_ == Op::TW)
                reads(general(in_.rt));
            else
                immediate();
            break;
        case CostKey::system_call: in_.kind = Kind::host; break;
        default: floating(); break;
        }
        await();
        return in_;
    }

  private:
    void await() {
        in_.uses &= ~std::uint64_t{1};
        in_.awaits |= (in_.uses & 0xFFFFFFFE) | (in_.uses >> r0_register & 1);
    }
    void reads(unsigned number) { in_.uses |= bit(number); }
    void writes(unsigned number) {
        in_.to = static_cast<std::uint8_t>(number);
        in_.writes |= bit(number);
    }
    void illegal() { in_.kind = Kind::illegal; }
    void immediate() { in_.imm = static_cast<std::uint32_t>(field::simm.get_signed(in_.word)); }
    /// Rc: CR0, with SO.
    void record() {
        in_.writes |= bit(cr_register);
        in_.uses |= bit(so_register);
    }

    void branch() {
        const std::uint32_t word = in_.word;
        const bool links = field::lk.get(word) != 0;
        const auto away = [&](std::int32_t words) {
            const auto distance = static_cast<std::uint32_t>(words) << 2;
            in_.direct = true;
            in_.imm = field::aa.get(word) ? distance : pc_ + distance;
        };
        if (op_ == Op::B) {
            in_.kind = Kind::jump;
            away(field::li.get_signed(word));
        } else {
            const unsigned bo = field::bo.get(word);
            const bool by_condition = !(bo & 16), by_count = !(bo & 4);
            in_.kind = Kind::jump;
            if (op_ == Op::BC) {
                if (by_condition || by_count) in_.kind = Kind::branch;
                away(field::bd.get_signed(word));
            } else {
                reads(op_ == Op::BCLR ? lr_register : ctr_register);
            }
            if (by_condition) reads(cr_register + field::bi.get(word) / 4);
            if (by_count) {
                reads(ctr_register);
                writes(ctr_register);
                if (op_ == Op::BCCTR) illegal(); // an invalid form (BCCTR)
            }
        }
        if (links) writes(lr_register);
    }

    void arithmetic() {
        const std::uint32_t word = in_.word;
        bool records = op_ == Op::ADDIC_ || op_ == Op::ANDI_ || op_ == Op::ANDIS_;
        switch (format_) {
        case Format::rd_ra_simm:
            immediate();
            if (op_ == Op::ADDIS) in_.imm = in_.imm << 16;
            reads(op_ == Op::ADDI || op_ == Op::ADDIS ? base(in_.rs) : general(in_.rs));
            writes(general(in_.rd));
            in_.counts = (op_ == Op::ADDI || op_ == Op::ADDIS) && in_.imm != 0 && in_.rs == in_.rd;
            break;
        case Format::rs_ra_uimm: {
            const bool shifted = op_ == Op::ORIS || op_ == Op::XORIS || op_ == Op::ANDIS_;
            in_.imm = field::uimm.get(word) << (shifted ? 16 : 0);
            if (op_ == Op::ORI && in_.rd == in_.rs && in_.imm == 0) return; // NOP
            reads(general(in_.rd));
            writes(general(in_.rs));
            break;
        }
        case Format::rd_ra_rb_oe_record: reads(general(in_.rt)); [[fallthrough]];
        case Format::rd_ra_oe_record:
            reads(general(in_.rs));
            writes(general(in_.rd));
            if (field::oe.get(word)) {
                in_.kind = Kind::system;
                in_.uses |= bit(so_register);
                in_.writes |= bit(so_register) | bit(ov_register);
            }
            records = field::record.get(word) != 0;
            break;
        case Format::rd_ra_rb_record:
            reads(general(in_.rs));
            reads(general(in_.rt));
            writes(general(in_.rd));
            records = field::record.get(word) != 0;
            break;
        case Format::rs_ra_rb_mb_me_record:
            in_.imm = mask(field::mb.get(word), field::me.get(word));
            [[fallthrough]];
        case Format::rs_ra_rb_record:
            reads(general(in_.rd));
            reads(general(in_.rt));
            writes(general(in_.rs));
            records = field::record.get(word) != 0;
            break;
        case Format::rs_ra_sh_mb_me_record:
            in_.imm = mask(field::mb.get(word), field::me.get(word));
            if (op_ == Op::RLWIMI) reads(general(in_.rs));
            [[fallthrough]];
        case Format::rs_ra_sh_record:
        case Format::rs_ra_record:
            if (format_ != Format::rs_ra_record)
                in_.sa = static_cast<std::uint8_t>(field::sh.get(word));
            reads(general(in_.rd));
            writes(general(in_.rs));
            records = field::record.get(word) != 0;
            break;
        case Format::crfd_ra_simm:
        case Format::crfd_ra_uimm:
        case Format::crfd_ra_rb:
            reads(general(in_.rs));
            if (format_ == Format::crfd_ra_rb) reads(general(in_.rt));
            if (format_ == Format::crfd_ra_simm) immediate();
            if (format_ == Format::crfd_ra_uimm) in_.imm = field::uimm.get(word);
            reads(so_register);
            in_.writes |= bit(cr_register + field::crfd.get(word));
            break;
        default: break;
        }
        if (sets_carry(op_)) in_.writes |= bit(ca_register);
        if (reads_carry(op_)) reads(ca_register);
        if (records) record();
    }

    /// The address of an access: rA, or 0 if its number is 0, plus rB or the immediate.
    void address(Kind kind) {
        in_.kind = kind;
        reads(base(in_.rs));
        switch (format_) {
        case Format::rd_ra_simm:
        case Format::rs_ra_simm:
        case Format::frd_ra_simm:
        case Format::frs_ra_simm: immediate(); break;
        case Format::rd_ra_bytes:
        case Format::rs_ra_bytes: break;
        default: reads(general(in_.rt)); break;
        }
        if (op_ == Op::LWARX) {
            writes(general(in_.rd));
            in_.loads = late(in_.rd);
        }
        if (op_ == Op::STWCX_) {
            reads(general(in_.rd));
            record();
        }
    }

    static Late late(unsigned number) { return bit(number); }

    void access(Kind kind) {
        address(kind);
        const bool floating = format_ == Format::frd_ra_simm || format_ == Format::frs_ra_simm ||
                              format_ == Format::frd_ra_rb || format_ == Format::frs_ra_rb;
        const bool loads = kind == Kind::load;
        if (floating && loads) {
            in_.loads = late_float(in_.rd);
        } else if (floating) {
            in_.awaits |= late_float(in_.rd);
        } else if (loads) {
            writes(general(in_.rd));
            in_.loads = late(in_.rd);
        } else {
            reads(general(in_.rd));
        }
        if (!is_update(op_)) return;
        // Invalid forms: no register to update, or the loaded register.
        if (in_.rs == 0 || (loads && !floating && in_.rs == in_.rd)) illegal();
        in_.writes |= bit(base(in_.rs));
    }

    /// LMW, STMW and string accesses: registers from rD on, modulo 32.
    void multiple() {
        address(Kind::system);
        const bool loads = op_ == Op::LMW || op_ == Op::LSWI || op_ == Op::LSWX;
        std::uint64_t registers = 0;
        const bool by_words = op_ == Op::LMW || op_ == Op::STMW;
        unsigned count = by_words ? 32u - in_.rd : 32u;
        if (op_ == Op::LSWI || op_ == Op::STSWI) count = ((in_.rt ? in_.rt : 32u) + 3) / 4;
        for (unsigned i = 0; i < count; ++i) registers |= bit(general((in_.rd + i) % 32));
        (loads ? in_.writes : in_.uses) |= registers;
        if (op_ == Op::LSWX || op_ == Op::STSWX) {
            reads(bytes_register);
            return;
        }
        // Invalid: the base is loaded.
        if (loads && (registers & bit(general(in_.rs)))) illegal();
    }

    void condition() {
        const std::uint32_t word = in_.word;
        switch (op_) {
        case Op::MFCR:
            in_.uses |= std::uint64_t{0xFF} << cr_register;
            writes(general(in_.rd));
            break;
        case Op::MTCRF:
            reads(general(in_.rd));
            for (unsigned i = 0; i < 8; ++i)
                if (field::crm.get(word) >> (7 - i) & 1) in_.writes |= bit(cr_register + i);
            break;
        case Op::MCRF:
            reads(cr_register + field::crfs.get(word));
            in_.writes |= bit(cr_register + field::crfd.get(word));
            break;
        case Op::MCRXR:
            in_.uses |= bit(ca_register) | bit(so_register) | bit(ov_register);
            in_.writes |= in_.uses | bit(cr_register + field::crfd.get(word));
            break;
        default:
            reads(cr_register + field::crba.get(word) / 4);
            reads(cr_register + field::crbb.get(word) / 4);
            reads(cr_register + field::crbd.get(word) / 4);
            in_.writes |= bit(cr_register + field::crbd.get(word) / 4);
            break;
        }
    }

    /// User registers only: LR, CTR, XER, and reads of the time base.
    void special() {
        const std::uint32_t halves = field::spr.get(in_.word);
        const std::uint32_t spr = halves >> 5 | (halves & 31) << 5;
        in_.imm = spr;
        const bool writing = op_ == Op::MTSPR;
        if (spr == spr_tbl || spr == spr_tbu) { // MFTB, and MFSPR as compilers have it
            in_.kind = Kind::system;
            writes(general(in_.rd));
            if (writing) illegal();
            return;
        }
        std::uint64_t registers = 0;
        switch (spr) {
        case spr_lr: registers = bit(lr_register); break;
        case spr_ctr: registers = bit(ctr_register); break;
        case spr_xer:
            registers =
                bit(ca_register) | bit(so_register) | bit(ov_register) | bit(bytes_register);
            break;
        default: illegal(); break;
        }
        if (op_ == Op::MFTB) illegal();
        if (writing) {
            reads(general(in_.rd));
            in_.writes |= registers;
        } else {
            in_.uses |= registers;
            writes(general(in_.rd));
        }
    }

    void floating() {
        const std::uint32_t word = in_.word;
        in_.kind = Kind::floating;
        const auto operand = [&](isa::ppc::Field f) { in_.awaits |= late_float(f.get(word)); };
        bool result = true;
        switch (format_) {
        case Format::frd_frb_record: operand(field::frb); break;
        case Format::frd_fra_frb_record:
            operand(field::fra);
            operand(field::frb);
            break;
        case Format::frd_fra_frc_record:
            operand(field::fra);
            operand(field::frc);
            break;
        case Format::frd_fra_frc_frb_record:
            operand(field::fra);
            operand(field::frb);
            operand(field::frc);
            break;
        case Format::crfd_fra_frb:
            operand(field::fra);
            operand(field::frb);
            in_.writes |= bit(cr_register + field::crfd.get(word));
            result = false;
            break;
        case Format::crfd_crfs:
            in_.writes |= bit(cr_register + field::crfd.get(word));
            result = false;
            break;
        case Format::frd_record: break;
        case Format::fm_frb_record: operand(field::frb); [[fallthrough]];
        default: result = false; break;
        }
        in_.uses |= bit(fpscr_register);
        if (cost_ != CostKey::fp_move) in_.writes |= bit(fpscr_register);
        if (result) in_.loads = late_float(in_.rd);
        if (format_ != Format::crfd_fra_frb && format_ != Format::crfd_crfs &&
            field::record.get(word))
            in_.writes |= bit(cr_register + 1);
    }

    Instruction in_;
    Op op_;
    CostKey cost_;
    Format format_;
    std::uint32_t pc_;
    bool barrier_; ///< SYNC waits for a device
};

} // namespace

NetworkNeeds needs(const Encoding &row, std::uint32_t word) {
    const bool vector = row.format == Format::send_v;
    return {.vectors = vector || row.format == Format::vd_ra_rb,
            .multicasts = (vector || row.format == Format::send) && (word >> 3 & 1)};
}

Instruction decode(std::uint32_t word, std::uint32_t pc, const Timing &timing) {
    static const Table table;
    const Encoding *row = table.find(word);
    const bool is_network = word >> 26 == network_opcode;
    if (!row || (is_network && !(timing.network && timing.network->meets(needs(*row, word))))) {
        Instruction in;
        in.word = word;
        return in;
    }
    Decoder decoder(*row, word, pc, timing);
    return is_network ? decoder.decode_network(*timing.network) : decoder.decode();
}

Instruction Set::decode(std::span<const std::uint8_t> bytes, std::uint32_t pc) const {
    return ppc::decode(from_guest<std::uint32_t>(bytes.data()), pc, timing_);
}

} // namespace inlet::ppc
