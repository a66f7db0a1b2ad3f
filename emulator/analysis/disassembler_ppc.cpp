// Disassembles PowerPC instructions with Capstone, with symbols as branch targets.
#include "analysis/disassembler_ppc.h"

#include <capstone/capstone.h>
#include <fmt/format.h>
#include <memory>
#include <string_view>

namespace inlet {

namespace {

namespace field = isa::ppc::field;
using isa::ppc::Op;

class Capstone {
  public:
    Capstone() {
        const auto mode = static_cast<cs_mode>(CS_MODE_32 | CS_MODE_BIG_ENDIAN);
        if (cs_open(CS_ARCH_PPC, mode, &handle_) != CS_ERR_OK) handle_ = 0;
    }
    ~Capstone() {
        if (handle_ != 0) cs_close(&handle_);
    }
    Capstone(const Capstone &) = delete;
    Capstone &operator=(const Capstone &) = delete;

    /// Mnemonic and operands. False: Capstone does not know it.
    bool decode(std::uint32_t pc, std::uint32_t word, std::string &name, std::string &operands) {
        const std::uint8_t bytes[4] = {
            static_cast<std::uint8_t>(word >> 24), static_cast<std::uint8_t>(word >> 16),
            static_cast<std::uint8_t>(word >> 8), static_cast<std::uint8_t>(word)};
        cs_insn *decoded = nullptr;
        if (handle_ == 0 || cs_disasm(handle_, bytes, sizeof bytes, pc, 1, &decoded) != 1)
            return false;
        name = decoded->mnemonic;
        operands = decoded->op_str;
        cs_free(decoded, 1);
        return true;
    }

  private:
    csh handle_ = 0;
};

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
    case Format::read_ni: return fmt::format("{} r{}, {}", name, field::rd.get(word), number);
    case Format::write_ni: return fmt::format("{} {}, r{}", name, number, field::rs.get(word));
    default: return row.op == Op::HRET ? name : "";
    }
}

} // namespace

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
    static thread_local Capstone capstone;
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

} // namespace inlet
