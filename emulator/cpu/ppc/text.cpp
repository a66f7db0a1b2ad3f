// Disassembles PowerPC instructions with Capstone, with symbols as branch targets.
#include "cpu/capstone.h"
#include "cpu/ppc/instruction_set.h"
#include "cpu/ppc/registers.h"
#include "cpu/processor_text.h"
#include "inlet/isa/ppc.h"

#include <fmt/format.h>
#include <memory>
#include <string_view>

namespace inlet {

namespace {

namespace field = isa::ppc::field;
using isa::ppc::Op;

/// The target of B and BC.
std::uint32_t target(std::uint32_t pc, std::uint32_t word, Op op) {
    const auto words = op == Op::B ? field::li.get_signed(word) : field::bd.get_signed(word);
    return (field::aa.get(word) ? 0 : pc) + (static_cast<std::uint32_t>(words) << 2);
}

/// The text of a network instruction, which Capstone does not know. Empty: another instruction.
std::string network_text(const isa::ppc::Encoding &row, std::uint32_t word) {
    const std::string name = isa::ppc::op_names[static_cast<std::size_t>(row.op)];
    const unsigned number = field::nir.get(word);
    using isa::ppc::Format;
    switch (row.format) {
    case Format::send:
        return fmt::format("{} r{}, r{}", name, field::ra.get(word), field::rb.get(word));
    case Format::send_v:
        return fmt::format("{} r{}, r{}, v{}", name, field::ra.get(word), field::rb.get(word),
                           field::vd.get(word));
    case Format::vd_ra_rb: {
        const unsigned base = field::ra.get(word);
        return fmt::format("{} v{}, {}, r{}", name, field::vd.get(word),
                           base ? fmt::format("r{}", base) : "0", field::rb.get(word));
    }
    case Format::read_ni: return fmt::format("{} r{}, {}", name, field::rd.get(word), number);
    case Format::write_ni: return fmt::format("{} {}, r{}", name, number, field::rs.get(word));
    default: return row.op == Op::HRET ? name : "";
    }
}

const isa::ppc::Encoding *ppc_encoding(std::uint32_t word) {
    for (const isa::ppc::Encoding &row : isa::ppc::encodings)
        if ((word & row.mask) == row.match) return &row;
    for (const isa::ppc::Encoding &row : isa::ppc::xnet_encodings)
        if ((word & row.mask) == row.match) return &row;
    return nullptr;
}

std::string ppc_mnemonic(std::uint32_t word) {
    const isa::ppc::Encoding *row = ppc_encoding(word);
    return row == nullptr ? "(unknown)" : isa::ppc::op_names[static_cast<std::size_t>(row->op)];
}

std::string ppc_text(const Image &names, std::uint32_t pc, std::uint32_t word) {
    static thread_local Capstone capstone(CS_ARCH_PPC, CS_MODE_32 | CS_MODE_BIG_ENDIAN);
    const isa::ppc::Encoding *row = ppc_encoding(word);
    std::string name, operands;
    if (!capstone.decode(pc, word, name, operands)) {
        if (row == nullptr) return fmt::format(".word {:#010x}", word);
        if (std::string text = network_text(*row, word); !text.empty()) return text;
        return fmt::format("{} (.word {:#010x})", ppc_mnemonic(word), word);
    }
    if (row != nullptr && (row->op == Op::B || row->op == Op::BC)) {
        const auto comma = operands.rfind(", ");
        operands.erase(comma == std::string::npos ? 0 : comma + 2);
        operands += names.place(target(pc, word, row->op));
    }
    std::string text = operands.empty() ? name : name + " " + operands;
    if (row == nullptr) text += " (not in the PowerPC 604)";
    return text;
}

/// B and BC go to a fixed address, BCLR and BCCTR to one in a register; with LK all are calls.
InstructionClass branch_class(isa::ppc::Op op, std::uint32_t word) {
    if (isa::ppc::field::lk.get(word)) return InstructionClass::call;
    switch (op) {
    case isa::ppc::Op::BCLR:
    case isa::ppc::Op::BCCTR: return InstructionClass::ret;
    case isa::ppc::Op::B: return InstructionClass::jump;
    default: return InstructionClass::branch;
    }
}

/// Stores among the instructions with the cost of LMW.
bool stores(isa::ppc::Op op) {
    using isa::ppc::Op;
    return op == Op::STMW || op == Op::STSWI || op == Op::STSWX || op == Op::STWCX_;
}

InstructionClass ppc_class(std::uint32_t word) {
    const isa::ppc::Encoding *row = ppc_encoding(word);
    if (row == nullptr) return InstructionClass::other;
    using isa::ppc::CostKey;
    using isa::ppc::Format;
    if (row->format == Format::send || row->format == Format::send_v) return InstructionClass::send;
    if (row->format == Format::vd_ra_rb)
        return row->op == Op::LWVX ? InstructionClass::load : InstructionClass::store;
    if (row->format == Format::read_ni || row->format == Format::write_ni ||
        row->op == isa::ppc::Op::HRET)
        return InstructionClass::network;
    switch (row->cost) {
    case CostKey::load: return InstructionClass::load;
    case CostKey::store:
    case CostKey::cache_zero: return InstructionClass::store;
    case CostKey::multiple:
    case CostKey::reserve:
        return stores(row->op) ? InstructionClass::store : InstructionClass::load;
    case CostKey::branch: return branch_class(row->op, word);
    case CostKey::trap:
    case CostKey::system_call: return InstructionClass::trap;
    case CostKey::fp_add:
    case CostKey::fp_div_s:
    case CostKey::fp_div_d:
    case CostKey::fp_move:
    case CostKey::fp_convert:
    case CostKey::fp_compare:
    case CostKey::fp_status: return InstructionClass::floating;
    default: return InstructionClass::other;
    }
}

NetworkUse ppc_use(const engine::Instruction &in) {
    switch (in.op.as<Op>()) {
    case Op::MFXR: return {.kind = NetworkUse::Kind::read, .to = in.to, .number = in.sa};
    case Op::MTXR:
        return {.kind = NetworkUse::Kind::write, .from = ppc::general(in.rd), .number = in.sa};
    case Op::LWVX:
    case Op::STWVX:
    case Op::HRET: return {.kind = NetworkUse::Kind::other};
    case Op::MFTB:
    case Op::MFSPR: return {.kind = NetworkUse::Kind::clock}; // of the rare ones, the time base
    default: return {.kind = NetworkUse::Kind::send};
    }
}

class PpcText final : public ProcessorText {
  public:
    std::string mnemonic(std::uint32_t word) const override { return ppc_mnemonic(word); }
    std::string text(const Image &names, std::uint32_t pc, std::uint32_t word,
                     mips::Features) const override {
        return ppc_text(names, pc, word);
    }
    InstructionClass classify(std::uint32_t word) const override { return ppc_class(word); }
    bool maintains_cache(std::uint32_t word) const override {
        const isa::ppc::Encoding *row = ppc_encoding(word);
        return row && (row->op == Op::DCBST || row->op == Op::DCBF || row->op == Op::DCBZ ||
                       row->op == Op::SYNC);
    }
    bool may_transfer(std::uint32_t word) const override {
        return word >> 26 == 16 || word >> 26 == 18 || word >> 26 == 19;
    }
    bool may_access(std::uint32_t word) const override {
        const std::uint32_t opcode = word >> 26;
        return opcode == 5 || opcode == 31 || (opcode >= 32 && opcode <= 55);
    }
    std::shared_ptr<const engine::InstructionSet> full_set() const override {
        ppc::Timing timing;
        timing.network.emplace().vectors.emplace();
        timing.network->grid.emplace();
        return std::make_shared<ppc::Set>(timing);
    }
    NetworkNeeds network_needs(std::uint32_t word) const override {
        const isa::ppc::Encoding *row = ppc_encoding(word);
        return row == nullptr ? NetworkNeeds{} : ppc::needs(*row, word);
    }
    NetworkUse network_use(const engine::Instruction &in) const override {
        const bool clock =
            in.kind == engine::Kind::system && (in.op == Op::MFTB || in.op == Op::MFSPR);
        return in.kind == engine::Kind::network || clock ? ppc_use(in) : NetworkUse{};
    }
    bool flushes(const engine::Instruction &in) const override {
        return in.op == Op::DCBF || in.op == Op::DCBST;
    }
    /// __builtin_trap.
    FaultKind meaning(const Fault &fault) const override {
        constexpr std::uint32_t tw_always = 0x7FE00008;
        return fault.kind == FaultKind::trap && fault.word == tw_always ? FaultKind::breakpoint
                                                                        : fault.kind;
    }
    std::string trap(const Fault &) const override {
        return "trap instruction whose condition holds";
    }
    const char *advice(FaultKind kind) const override {
        if (kind != FaultKind::illegal) return nullptr;
        return "compile with sp2-clang (PowerPC 604); if the program did not mean to be here, look "
               "for a wild function pointer.";
    }
};

} // namespace

const ProcessorText &ppc_text() {
    static const PpcText text;
    return text;
}

} // namespace inlet
