// Disassembles SPARC instructions with the tables of isa/ alone: Capstone 4.0.2 lacks LDD, STD,
// LDSTUB, MULScc, the state registers and more.
#include "analysis/disassembler_sparc.h"

#include <fmt/format.h>

namespace inlet {

namespace sparc {

namespace {

using isa::sparc::Encoding;
using isa::sparc::Format;
using isa::sparc::Op;
namespace field = isa::sparc::field;

constexpr const char *gpr_names[32] = {
    "%g0", "%g1", "%g2", "%g3", "%g4", "%g5", "%g6", "%g7", "%o0", "%o1", "%o2",
    "%o3", "%o4", "%o5", "%sp", "%o7", "%l0", "%l1", "%l2", "%l3", "%l4", "%l5",
    "%l6", "%l7", "%i0", "%i1", "%i2", "%i3", "%i4", "%i5", "%fp", "%i7",
};

const Encoding *find(std::uint32_t word, bool v8) {
    for (const Encoding &row : isa::sparc::xnet_encodings)
        if ((word & row.mask) == row.match) return &row;
    for (const Encoding &row : isa::sparc::v7_encodings)
        if ((word & row.mask) == row.match) return &row;
    if (v8)
        for (const Encoding &row : isa::sparc::v8_encodings)
            if ((word & row.mask) == row.match) return &row;
    return nullptr;
}

class Text {
  public:
    Text(const Image &names, std::uint32_t pc, std::uint32_t word, const Encoding &row)
        : names_(names), pc_(pc), word_(word), row_(row) {}

    std::string whole() const {
        const std::string name = mnemonic(), rest = operands();
        return rest.empty() ? name : name + " " + rest;
    }

  private:
    unsigned get(isa::sparc::Field f) const { return f.get(word_); }
    bool immediate() const { return (word_ >> 13 & 1) != 0; }
    bool is_memory() const { return word_ >> 30 == 3; }
    bool is(Op op) const { return row_.op == op; }
    static std::string gpr(unsigned number) { return gpr_names[number]; }

    std::string second() const {
        return immediate() ? std::to_string(field::simm13.get_signed(word_)) : gpr(get(field::rs2));
    }
    /// "%sp+64", "%g1+%g2", "%o0".
    std::string address() const {
        const std::string base = gpr(get(field::rs1));
        if (!immediate()) return get(field::rs2) ? base + "+" + gpr(get(field::rs2)) : base;
        const int offset = field::simm13.get_signed(word_);
        return offset ? fmt::format("{}{:+}", base, offset) : base;
    }
    bool returns() const {
        return is(Op::JMPL) && get(field::rd) == 0 && immediate() &&
               field::simm13.get_signed(word_) == 8;
    }

    std::string mnemonic() const {
        const unsigned rd = get(field::rd), rs1 = get(field::rs1);
        switch (row_.op) {
        case Op::SETHI:
            if (rd == 0) return "nop";
            break;
        case Op::OR:
            if (rs1 == 0) return "mov";
            break;
        case Op::SUBCC:
            if (rd == 0) return "cmp";
            break;
        case Op::JMPL:
            if (returns() && rs1 == 31) return "ret";
            if (returns() && rs1 == 15) return "retl";
            return rd == 0 ? "jmp" : rd == 15 ? "call" : "jmpl";
        case Op::RDY:
        case Op::RDPSR:
        case Op::RDWIM:
        case Op::RDTBR: return "rd";
        case Op::WRY:
        case Op::WRPSR:
        case Op::WRWIM:
        case Op::WRTBR: return "wr";
        case Op::LDF:
        case Op::LDFSR:
        case Op::LDC:
        case Op::LDCSR: return "ld";
        case Op::LDDF:
        case Op::LDDC: return "ldd";
        case Op::STF:
        case Op::STFSR:
        case Op::STC:
        case Op::STCSR: return "st";
        case Op::STDF:
        case Op::STDFQ:
        case Op::STDC:
        case Op::STDCQ: return "std";
        default: break;
        }
        std::string name = isa::sparc::op_names[static_cast<std::size_t>(row_.op)];
        if (row_.format == Format::branch && get(field::annul)) name += ",a";
        return name;
    }

    std::string state_register() const {
        switch (row_.op) {
        case Op::RDY:
        case Op::WRY: return "%y";
        case Op::RDPSR:
        case Op::WRPSR: return "%psr";
        case Op::RDWIM:
        case Op::WRWIM: return "%wim";
        case Op::LDFSR:
        case Op::STFSR: return "%fsr";
        case Op::STDFQ: return "%fq";
        case Op::LDCSR:
        case Op::STCSR: return "%csr";
        case Op::STDCQ: return "%cq";
        default: return "%tbr";
        }
    }

    static std::string network_register(unsigned number) { return fmt::format("%n{}", number); }

    std::string access(const std::string &data) const {
        const bool store = (word_ >> 19 & 0x1F) >= 4 && (word_ >> 19 & 0xF) <= 7;
        const std::string place = fmt::format("[{}]", address());
        return store ? data + ", " + place : place + ", " + data;
    }

    std::string operands() const {
        const auto branch_to = [&](std::int32_t words) {
            return names_.place(pc_ + (static_cast<std::uint32_t>(words) << 2));
        };
        const std::string rd = gpr(get(field::rd)), rs1 = gpr(get(field::rs1));
        switch (row_.format) {
        case Format::none: return "";
        case Format::call:
            return branch_to(static_cast<std::int32_t>(get(field::disp30) << 2) >> 2);
        case Format::branch: return branch_to(field::disp22.get_signed(word_));
        case Format::imm22: return fmt::format("{:#x}", get(field::imm22));
        case Format::rd_imm22:
            if (get(field::rd) == 0) return "";
            return fmt::format("%hi({:#x}), {}", get(field::imm22) << 10, rd);
        case Format::rd: return state_register() + ", " + rd;
        case Format::rs1_rs2:
        case Format::rs1_simm13:
            if (is_memory()) return access(state_register());
            switch (row_.op) {
            case Op::WRY:
            case Op::WRPSR:
            case Op::WRWIM:
            case Op::WRTBR: return fmt::format("{}, {}, {}", rs1, second(), state_register());
            case Op::RETT: return address();
            case Op::FLUSH: return address();
            default: break; // Ticc
            }
            if (get(field::rs1) == 0) return second();
            return fmt::format("{} + {}", rs1, second());
        case Format::rd_rs1_shift: return fmt::format("{}, {}, {}", rs1, get(field::shift), rd);
        case Format::rd_rs1_rs2:
        case Format::rd_rs1_simm13:
            if (is_memory()) return access(rd);
            if (is(Op::JMPL)) {
                if (returns() && (get(field::rs1) == 31 || get(field::rs1) == 15)) return "";
                const unsigned link = get(field::rd);
                return link == 0 || link == 15 ? address() : address() + ", " + rd;
            }
            if (is(Op::OR) && get(field::rs1) == 0) return second() + ", " + rd;
            if (is(Op::SUBCC) && get(field::rd) == 0) return rs1 + ", " + second();
            return fmt::format("{}, {}, {}", rs1, second(), rd);
        case Format::rd_rs1_rs2_asi: {
            const std::string place = fmt::format("[{}] {:#x}", address(), get(field::asi));
            const bool store = (word_ >> 19 & 0xF) >= 4 && (word_ >> 19 & 0xF) <= 7;
            return store ? rd + ", " + place : place + ", " + rd;
        }
        case Format::frd_rs1_rs2:
        case Format::frd_rs1_simm13: return access(fmt::format("%f{}", get(field::frd)));
        case Format::crd_rs1_rs2:
        case Format::crd_rs1_simm13: return access(fmt::format("%c{}", get(field::crd)));
        case Format::frd_frs2: return fmt::format("%f{}, %f{}", get(field::frs2), get(field::frd));
        case Format::frd_frs1_frs2:
            return fmt::format("%f{}, %f{}, %f{}", get(field::frs1), get(field::frs2),
                               get(field::frd));
        case Format::frs1_frs2:
            return fmt::format("%f{}, %f{}", get(field::frs1), get(field::frs2));
        case Format::cpop:
            return fmt::format("{:#x}, %c{}, %c{}, %c{}", get(field::opc), get(field::crs1),
                               get(field::crs2), get(field::crd));
        case Format::send: return rs1 + ", " + gpr(get(field::rs2));
        case Format::read_ni: return network_register(get(field::nisource)) + ", " + rd;
        case Format::write_ni: return rs1 + ", " + network_register(get(field::nitarget));
        case Format::COUNT: break;
        }
        return "";
    }

    const Image &names_;
    std::uint32_t pc_, word_;
    const Encoding &row_;
};

} // namespace

} // namespace sparc

const isa::sparc::Encoding *sparc_encoding(std::uint32_t word) { return sparc::find(word, true); }

std::string sparc_mnemonic(std::uint32_t word) {
    const isa::sparc::Encoding *row = sparc::find(word, true);
    return row == nullptr ? "(unknown)" : isa::sparc::op_names[static_cast<std::size_t>(row->op)];
}

std::string sparc_text(const Image &names, std::uint32_t pc, std::uint32_t word, bool v8) {
    const isa::sparc::Encoding *row = sparc::find(word, true);
    if (row == nullptr) return fmt::format(".word {:#010x}", word);
    const std::string text = sparc::Text(names, pc, word, *row).whole();
    return v8 || sparc::find(word, false) != nullptr ? text : text + " (not in SPARC V7)";
}

} // namespace inlet
