// Disassembles SPARC instructions with the tables of isa/ alone: Capstone 4.0.2 lacks LDD, STD,
// LDSTUB, MULScc, the state registers and more.
#include "cpu/processor_text.h"
#include "cpu/sparc/instruction_set.h"
#include "inlet/isa/sparc.h"

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
        case Format::send_v:
            return fmt::format("{}, {}, %c{}", rs1, gpr(get(field::rs2)), get(field::vd));
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

namespace {

/// JMPL with %o7 as its link is a call; any other jump through a register may be a return.
InstructionClass jump_class(std::uint32_t word) {
    constexpr unsigned o7 = 15;
    return isa::sparc::field::rd.get(word) == o7 ? InstructionClass::call : InstructionClass::ret;
}

/// CBccc and network instructions.
InstructionClass coprocessor_class(const isa::sparc::Encoding &row) {
    using isa::sparc::Format;
    using isa::sparc::Op;
    switch (row.format) {
    case Format::branch: return InstructionClass::branch;
    case Format::send:
    case Format::send_v: return InstructionClass::send;
    case Format::read_ni:
    case Format::write_ni: return InstructionClass::network;
    default: break;
    }
    switch (row.op) {
    case Op::HRET: return InstructionClass::network;
    case Op::LDC: return InstructionClass::load;
    case Op::STC: return InstructionClass::store;
    default: return InstructionClass::other;
    }
}

InstructionClass sparc_class(std::uint32_t word) {
    const isa::sparc::Encoding *row = sparc::find(word, true);
    if (row == nullptr) return InstructionClass::other;
    using isa::sparc::CostKey;
    switch (row->cost) {
    case CostKey::load:
    case CostKey::load_double: return InstructionClass::load;
    case CostKey::store:
    case CostKey::store_double:
    case CostKey::atomic: return InstructionClass::store;
    case CostKey::branch:
    case CostKey::fp_branch: return InstructionClass::branch;
    case CostKey::call: return InstructionClass::call;
    case CostKey::jump: return jump_class(word);
    case CostKey::trap:
    case CostKey::unimp: return InstructionClass::trap;
    case CostKey::fp_move:
    case CostKey::fp_add:
    case CostKey::fp_mul_s:
    case CostKey::fp_mul_d:
    case CostKey::fp_div_s:
    case CostKey::fp_div_d:
    case CostKey::fp_sqrt_s:
    case CostKey::fp_sqrt_d:
    case CostKey::fp_compare:
    case CostKey::fp_convert:
    case CostKey::fp_from_integer:
    case CostKey::fp_to_integer:
    case CostKey::fp_quad: return InstructionClass::floating;
    case CostKey::coprocessor: return coprocessor_class(*row);
    default: return InstructionClass::other;
    }
}

NetworkNeeds sparc_needs(const isa::sparc::Encoding &row, std::uint32_t word) {
    using isa::sparc::Format;
    using isa::sparc::Op;
    const bool sends = row.format == Format::send || row.format == Format::send_v;
    const bool moves = row.op == Op::LDC || row.op == Op::STC;
    return {.vectors = moves || row.format == Format::send_v,
            .multicasts = sends && (word >> 10 & 1)};
}

NetworkUse sparc_use(const engine::Instruction &in) {
    using isa::sparc::Op;
    switch (in.op.as<Op>()) {
    case Op::RDNI: return {.kind = NetworkUse::Kind::read, .to = in.to, .number = in.sa};
    case Op::WRNI: return {.kind = NetworkUse::Kind::write, .from = in.rs, .number = in.sa};
    case Op::LDC:
    case Op::STC:
    case Op::HRET: return {.kind = NetworkUse::Kind::other};
    default: return {.kind = NetworkUse::Kind::send};
    }
}

class SparcText final : public ProcessorText {
  public:
    std::string mnemonic(std::uint32_t word) const override {
        const isa::sparc::Encoding *row = sparc::find(word, true);
        return row == nullptr ? "(unknown)"
                              : isa::sparc::op_names[static_cast<std::size_t>(row->op)];
    }
    std::string text(const Image &names, std::uint32_t pc, std::uint32_t word,
                     mips::Features) const override {
        const isa::sparc::Encoding *row = sparc::find(word, true);
        if (row == nullptr) return fmt::format(".word {:#010x}", word);
        return sparc::Text(names, pc, word, *row).whole();
    }
    InstructionClass classify(std::uint32_t word) const override { return sparc_class(word); }
    bool has_windows() const override { return true; }
    WindowTrap window_trap(std::uint32_t cause) const override {
        constexpr std::uint32_t overflow = 5, underflow = 6; // V8 table 7-1
        return cause == overflow    ? WindowTrap::overflow
               : cause == underflow ? WindowTrap::underflow
                                    : WindowTrap::none;
    }
    bool delay_slots() const override { return true; }
    bool may_transfer(std::uint32_t word) const override {
        return word >> 30 == 1 || (word & 0xC1F80000) == 0x81C00000;
    }
    bool may_access(std::uint32_t word) const override { return word >> 30 == 3; }
    /// RETT (The SPARC Architecture Manual, version 8, B.26).
    bool ends_trap(std::uint32_t word) const override { return (word & 0xC1F80000) == 0x81C80000; }
    bool slots_trap() const override { return true; }
    std::shared_ptr<const engine::InstructionSet> full_set() const override {
        sparc::Timing timing;
        timing.network.emplace().vectors.emplace();
        timing.network->grid.emplace();
        return std::make_shared<sparc::Set>(timing, true);
    }
    NetworkNeeds network_needs(std::uint32_t word) const override {
        const isa::sparc::Encoding *row = sparc::find(word, true);
        return row == nullptr ? NetworkNeeds{} : sparc_needs(*row, word);
    }
    NetworkUse network_use(const engine::Instruction &in) const override {
        return in.kind == engine::Kind::network ? sparc_use(in) : NetworkUse{};
    }
    std::string_view access(std::uint32_t word, FaultKind kind) const override {
        const std::string name = mnemonic(word);
        const bool both = name.starts_with("ldstub") || name.starts_with("swap");
        return both ? "access" : ProcessorText::access(word, kind);
    }
    /// The traps of __builtin_trap, of the library's divisions, and of am_entry_ for a null handler
    /// (runtime/machine/cm5/include/am_core.h).
    FaultKind meaning(const Fault &fault) const override {
        if (fault.kind != FaultKind::trap) return fault.kind;
        switch (fault.value) {
        case 0x82: return FaultKind::division_by_zero;
        case 0x85: return FaultKind::breakpoint;
        case 0x93: return FaultKind::null_handler;
        default: return fault.kind;
        }
    }
    std::string trap(const Fault &fault) const override {
        return fmt::format("trap {:#x} without a handler", fault.value);
    }
    const char *advice(FaultKind kind) const override {
        if (kind == FaultKind::null_handler)
            return "look at what was given to am_request_*, am_reply_* or am_short_* as handler: a "
                   "null pointer, or an address of which a message carries only the lower bits "
                   "(24, "
                   "beside a source with network instructions 22).";
        if (kind != FaultKind::illegal) return nullptr;
        return "compile with cm5-clang (SPARC V7; what only V8 has, a machine with processor.v8 "
               "executes); if the program did not mean to be here, look for a wild function "
               "pointer.";
    }
};

} // namespace

const ProcessorText &sparc_text() {
    static const SparcText text;
    return text;
}

} // namespace inlet
