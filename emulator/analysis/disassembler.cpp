#include "inlet/disassembler.h"

#include "analysis/disassembler_ncube.h"
#include "analysis/disassembler_ppc.h"
#include "analysis/disassembler_sparc.h"
#include "analysis/disassembler_x86.h"

#include <capstone/capstone.h>
#include <cstdlib>
#include <fmt/format.h>
#include <iterator>
#include <string_view>

namespace inlet {

namespace {

using isa::OperandKind;

constexpr const char *gpr_names[32] = {"$zero", "$at", "$v0", "$v1", "$a0", "$a1", "$a2", "$a3",
                                       "$t0",   "$t1", "$t2", "$t3", "$t4", "$t5", "$t6", "$t7",
                                       "$s0",   "$s1", "$s2", "$s3", "$s4", "$s5", "$s6", "$s7",
                                       "$t8",   "$t9", "$k0", "$k1", "$gp", "$sp", "$fp", "$ra"};

bool has_operand(const isa::Encoding &row, OperandKind kind) {
    for (const isa::OperandField &field : isa::operand_fields(row.format))
        if (field.kind == kind) return true;
    return false;
}

std::uint32_t branch_target(std::uint32_t pc, std::uint32_t word) {
    return pc + 4 + (static_cast<std::uint32_t>(isa::field::branch.get_signed(word)) << 2);
}

std::uint32_t jump_target(std::uint32_t pc, std::uint32_t word) {
    return ((pc + 4) & 0xf0000000u) | isa::field::target.get(word) << 2;
}

/// Capstone writes numbers from 10 on in hexadecimal; GNU writes offsets and signed numbers in
/// decimal.
std::string decimal_numbers(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const bool starts =
            text.starts_with("0x") && (out.empty() || out.back() == ' ' || out.back() == '-');
        if (!starts) {
            out += text.front();
            text.remove_prefix(1);
            continue;
        }
        char *end = nullptr;
        const std::string rest(text);
        out += std::to_string(std::strtoul(rest.c_str(), &end, 16));
        text.remove_prefix(static_cast<std::size_t>(end - rest.c_str()));
    }
    return out;
}

/// "lw $v0, ($a0)" has an offset too.
std::string with_offset(std::string text) {
    const auto at = text.find(" (");
    if (at != std::string::npos) text.insert(at + 1, "0");
    return text;
}

} // namespace

const isa::Encoding *find_encoding(std::uint32_t word, mips::Features processor) {
    for (const isa::Encoding &row : isa::t1_encodings)
        if ((word & row.mask) == row.match) return &row;
    if (processor.mips32)
        for (const isa::Encoding &row : isa::mips32_encodings)
            if ((word & row.mask) == row.match) return &row;
    for (const isa::Encoding &row : isa::mips2_encodings)
        if ((word & row.mask) == row.match) return &row;
    return nullptr;
}

std::string mnemonic(std::uint32_t word, Processor processor) {
    if (processor == Processor::sparc) return sparc_mnemonic(word);
    if (processor == Processor::ppc) return ppc_mnemonic(word);
    if (processor == Processor::x86) return x86_mnemonic(word);
    if (processor == Processor::ncube) return ncube_mnemonic(word);
    const isa::Encoding *row = find_encoding(word);
    return row == nullptr ? "(unknown)" : row->name;
}

Disassembler::Disassembler(const Image &names, mips::Features processor)
    : names_(names), processor_(processor) {
    csh handle = 0;
    const auto mode = static_cast<cs_mode>(CS_MODE_MIPS32 | CS_MODE_BIG_ENDIAN);
    if (cs_open(CS_ARCH_MIPS, mode, &handle) == CS_ERR_OK) capstone_ = handle;
}

Disassembler::~Disassembler() {
    csh handle = capstone_;
    if (handle != 0) cs_close(&handle);
}

std::string Disassembler::text(const InstructionEvent &event) const {
    if (names_.processor == Processor::x86)
        return x86_text(names_, event.pc, event.word, event.tail);
    if (names_.processor == Processor::ncube)
        return ncube_text(names_, event.pc, event.word, event.tail);
    return text(event.pc, event.word);
}

std::string Disassembler::text(std::uint32_t pc, std::uint32_t word) const {
    if (names_.processor == Processor::sparc) return sparc_text(names_, pc, word, true);
    if (names_.processor == Processor::ppc) return ppc_text(names_, pc, word);
    if (names_.processor == Processor::x86) return x86_text(names_, pc, word);
    if (names_.processor == Processor::ncube) return ncube_text(names_, pc, word);
    const isa::Encoding *row = find_encoding(word);
    if (row != nullptr && row->assembly[0] != '\0') return extension(pc, word, *row);
    const std::string out = base(pc, word, row);
    if (out.starts_with(".word") || find_encoding(word, processor_) != nullptr) return out;
    // Another processor has this instruction: the text is more useful than a number.
    return out + (processor_.mips32 ? " (not in MIPS32 release 1)" : " (not in MIPS-II)");
}

std::optional<Disassembler::Listed> Disassembler::in_program(std::uint32_t pc) const {
    if (names_.processor == Processor::x86) {
        const auto there = x86_in_program(names_, pc);
        if (!there) return {};
        const bool none =
            there->kind == engine::Kind::illegal || there->kind == engine::Kind::absent;
        return Listed{there->word, none ? 1u : there->length};
    }
    if (names_.processor == Processor::ncube) {
        const auto there = ncube_in_program(names_, pc);
        if (!there) return {};
        const unsigned length = there->bad == ncube::Bad::none ? there->length : 1u;
        return Listed{ncube_word(names_, pc, length), length};
    }
    std::uint32_t word = 0;
    if (!names_.word(pc, word)) return {};
    return Listed{word, 4};
}

std::string Disassembler::base(std::uint32_t pc, std::uint32_t word,
                               const isa::Encoding *row) const {
    const std::uint8_t bytes[4] = {
        static_cast<std::uint8_t>(word >> 24), static_cast<std::uint8_t>(word >> 16),
        static_cast<std::uint8_t>(word >> 8), static_cast<std::uint8_t>(word)};
    cs_insn *decoded = nullptr;
    if (capstone_ == 0 || cs_disasm(capstone_, bytes, sizeof bytes, pc, 1, &decoded) != 1)
        return row == nullptr ? fmt::format(".word {:#010x}", word) : plain(pc, word, *row);
    const std::string mnemonic = decoded->mnemonic;
    std::string operands = decoded->op_str;
    cs_free(decoded, 1);
    if (row == nullptr) return fmt::format("{} {}", mnemonic, operands);
    const bool branch = has_operand(*row, OperandKind::branch);
    if (branch || row->format == isa::Format::jump) {
        const auto comma = operands.rfind(", ");
        operands.erase(comma == std::string::npos ? 0 : comma + 2);
        operands += names_.place(branch ? branch_target(pc, word) : jump_target(pc, word));
    } else if (has_operand(*row, OperandKind::signed_)) {
        operands = with_offset(decimal_numbers(operands));
    } else if (row->format == isa::Format::rd_rt_sa) {
        operands = decimal_numbers(operands);
    }
    return operands.empty() ? mnemonic : mnemonic + " " + operands;
}

/// Name and operands of instructions that Capstone does not know: those of coprocessor 3, and
/// comparisons that set a condition other than 0.
std::string Disassembler::plain(std::uint32_t pc, std::uint32_t word,
                                const isa::Encoding &row) const {
    std::string out = row.name;
    for (const isa::OperandField &field : isa::operand_fields(row.format))
        out += (out == row.name ? " " : ", ") + operand(pc, word, field);
    return out;
}

std::string Disassembler::extension(std::uint32_t pc, std::uint32_t word,
                                    const isa::Encoding &row) const {
    std::string out;
    std::string_view rest = row.assembly;
    while (!rest.empty()) {
        const auto open = rest.find('{');
        const auto close = rest.find('}', open);
        out += rest.substr(0, open);
        if (close == std::string_view::npos) break;
        const std::string_view name = rest.substr(open + 1, close - open - 1);
        for (const isa::OperandField &field : isa::operand_fields(row.format))
            if (name == field.name) out += operand(pc, word, field);
        rest.remove_prefix(close + 1);
    }
    return out;
}

std::string Disassembler::operand(std::uint32_t pc, std::uint32_t word,
                                  const isa::OperandField &field) const {
    const std::uint32_t value = field.field.get(word);
    switch (field.kind) {
    case OperandKind::gpr: return gpr_names[value];
    case OperandKind::ni_register:
        if (isa::ni_register_names[value] != nullptr)
            return fmt::format("${}", isa::ni_register_names[value]);
        return fmt::format("${}", value);
    case OperandKind::branch: return names_.place(branch_target(pc, word));
    case OperandKind::signed_: return std::to_string(field.field.get_signed(word));
    case OperandKind::vector: return fmt::format("$vr{}", value);
    case OperandKind::fpr: return fmt::format("$f{}", value);
    case OperandKind::condition: return fmt::format("$fcc{}", value);
    case OperandKind::cop_register: return fmt::format("${}", value);
    case OperandKind::unsigned_: break;
    }
    return fmt::format("{:#x}", value);
}

} // namespace inlet
