// Disassembles MIPS instructions with Capstone, T1's network instructions with their templates in
// isa/xnet.
#include "cpu/capstone.h"
#include "cpu/mips/instruction_set.h"
#include "cpu/processor_text.h"

#include <cstdlib>
#include <fmt/format.h>
#include <string_view>

namespace inlet {

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

std::string operand(const Image &names, std::uint32_t pc, std::uint32_t word,
                    const isa::OperandField &field) {
    const std::uint32_t value = field.field.get(word);
    switch (field.kind) {
    case OperandKind::gpr: return gpr_names[value];
    case OperandKind::ni_register:
        if (isa::ni_register_names[value] != nullptr)
            return fmt::format("${}", isa::ni_register_names[value]);
        return fmt::format("${}", value);
    case OperandKind::branch: return names.place(branch_target(pc, word));
    case OperandKind::signed_: return std::to_string(field.field.get_signed(word));
    case OperandKind::vector: return fmt::format("$vr{}", value);
    case OperandKind::fpr: return fmt::format("$f{}", value);
    case OperandKind::condition: return fmt::format("$fcc{}", value);
    case OperandKind::cop_register: return fmt::format("${}", value);
    case OperandKind::unsigned_: break;
    }
    return fmt::format("{:#x}", value);
}

/// Name and operands of instructions that Capstone does not know: those of coprocessor 3, and
/// comparisons that set a condition other than 0.
std::string plain(const Image &names, std::uint32_t pc, std::uint32_t word,
                  const isa::Encoding &row) {
    std::string out = row.name;
    for (const isa::OperandField &field : isa::operand_fields(row.format))
        out += (out == row.name ? " " : ", ") + operand(names, pc, word, field);
    return out;
}

std::string extension(const Image &names, std::uint32_t pc, std::uint32_t word,
                      const isa::Encoding &row) {
    std::string out;
    std::string_view rest = row.assembly;
    while (!rest.empty()) {
        const auto open = rest.find('{');
        const auto close = rest.find('}', open);
        out += rest.substr(0, open);
        if (close == std::string_view::npos) break;
        const std::string_view name = rest.substr(open + 1, close - open - 1);
        for (const isa::OperandField &field : isa::operand_fields(row.format))
            if (name == field.name) out += operand(names, pc, word, field);
        rest.remove_prefix(close + 1);
    }
    return out;
}

std::string base(const Image &names, std::uint32_t pc, std::uint32_t word,
                 const isa::Encoding *row) {
    static thread_local Capstone capstone(CS_ARCH_MIPS, CS_MODE_MIPS32 | CS_MODE_BIG_ENDIAN);
    std::string mnemonic, operands;
    if (!capstone.decode(pc, word, mnemonic, operands))
        return row == nullptr ? fmt::format(".word {:#010x}", word) : plain(names, pc, word, *row);
    if (row == nullptr) return fmt::format("{} {}", mnemonic, operands);
    const bool branch = has_operand(*row, OperandKind::branch);
    if (branch || row->format == isa::Format::jump) {
        const auto comma = operands.rfind(", ");
        operands.erase(comma == std::string::npos ? 0 : comma + 2);
        operands += names.place(branch ? branch_target(pc, word) : jump_target(pc, word));
    } else if (has_operand(*row, OperandKind::signed_)) {
        operands = with_offset(decimal_numbers(operands));
    } else if (row->format == isa::Format::rd_rt_sa) {
        operands = decimal_numbers(operands);
    }
    return operands.empty() ? mnemonic : mnemonic + " " + operands;
}

InstructionClass by_operation(const isa::Encoding &row) {
    using isa::Mips;
    switch (row.op) {
    case Mips::JAL:
    case Mips::JALR:
    case Mips::BGEZAL:
    case Mips::BLTZAL:
    case Mips::BGEZALL:
    case Mips::BLTZALL: return InstructionClass::call;
    case Mips::JR: return InstructionClass::ret;
    case Mips::J: return InstructionClass::jump;
    default: break;
    }
    switch (row.cost) {
    case isa::CostKey::load:
    case isa::CostKey::fp_load:
    case isa::CostKey::vector_load: return InstructionClass::load;
    case isa::CostKey::store:
    case isa::CostKey::fp_store:
    case isa::CostKey::vector_store: return InstructionClass::store;
    case isa::CostKey::branch:
    case isa::CostKey::fp_branch:
    case isa::CostKey::nibranch: return InstructionClass::branch;
    case isa::CostKey::trap:
    case isa::CostKey::syscall: return InstructionClass::trap;
    case isa::CostKey::fp_move:
    case isa::CostKey::fp_add:
    case isa::CostKey::fp_mul:
    case isa::CostKey::fp_div:
    case isa::CostKey::fp_sqrt:
    case isa::CostKey::fp_convert:
    case isa::CostKey::fp_compare: return InstructionClass::floating;
    case isa::CostKey::send: return InstructionClass::send;
    case isa::CostKey::hret:
    case isa::CostKey::ctc2:
    case isa::CostKey::cfc2: return InstructionClass::network;
    default: return InstructionClass::other;
    }
}

NetworkUse mips_use(const engine::Instruction &in) {
    const std::uint32_t ni = isa::field::nirs.get(in.word);
    switch (in.op.as<isa::Mips>()) {
    case isa::Mips::CFC2: return {.kind = NetworkUse::Kind::read, .to = in.rt, .number = ni};
    case isa::Mips::CTC2: return {.kind = NetworkUse::Kind::write, .from = in.rt, .number = ni};
    default: break;
    }
    const isa::Encoding *row = find_encoding(in.word);
    const bool sends = row != nullptr && row->cost == isa::CostKey::send;
    return {.kind = sends ? NetworkUse::Kind::send : NetworkUse::Kind::other};
}

class MipsText final : public ProcessorText {
  public:
    std::string mnemonic(std::uint32_t word) const override {
        const isa::Encoding *row = find_encoding(word);
        return row == nullptr ? "(unknown)" : row->name;
    }
    std::string text(const Image &names, std::uint32_t pc, std::uint32_t word,
                     mips::Features features) const override {
        const isa::Encoding *row = find_encoding(word);
        if (row != nullptr && row->assembly[0] != '\0') return extension(names, pc, word, *row);
        std::string out = base(names, pc, word, row);
        if (out.starts_with(".word") || find_encoding(word, features) != nullptr) return out;
        // Another processor has this instruction: the text is more useful than a number.
        return out + (features.mips32 ? " (not in MIPS32 release 1)" : " (not in MIPS-II)");
    }
    InstructionClass classify(std::uint32_t word) const override {
        const isa::Encoding *row = find_encoding(word);
        return row == nullptr ? InstructionClass::other : by_operation(*row);
    }
    bool delay_slots() const override { return true; }
    bool may_transfer(std::uint32_t word) const override {
        const std::uint32_t opcode = word >> 26;
        return opcode == 3 || opcode == 1 ||
               (opcode == 0 && ((word & 0x3f) == 8 || (word & 0x3f) == 9));
    }
    bool may_access(std::uint32_t word) const override {
        const std::uint32_t opcode = word >> 26;
        return opcode >= 0x20 || opcode == 0x12 || opcode == 0x13;
    }
    /// For a load or store of a vector, the fault is that of one of its words.
    std::string_view access(std::uint32_t word, FaultKind kind) const override {
        const isa::Encoding *row = find_encoding(word);
        const bool vector = row != nullptr && (row->cost == isa::CostKey::vector_load ||
                                               row->cost == isa::CostKey::vector_store);
        return vector ? "access" : ProcessorText::access(word, kind);
    }
    std::string trap(const Fault &fault) const override {
        const isa::Encoding *row = fault.word ? find_encoding(*fault.word) : nullptr;
        const auto is = [&](isa::Mips op, std::uint32_t code) {
            return row != nullptr && row->op == op && isa::field::code10.get(*fault.word) == code;
        };
        // runtime/machine/t1/include/am_core.h
        if (is(isa::Mips::TLT, 0x2E1)) return "am_release without an am_hold that belongs to it";
        // Compilers put "teq divisor, $zero, 7" after a division.
        return std::string(describe(fault.kind)) +
               (is(isa::Mips::TEQ, 7) ? " (division by zero)" : "");
    }
    std::shared_ptr<const engine::InstructionSet> full_set() const override {
        return std::make_shared<mips::Set>(mips::Timing{},
                                           mips::Features{.mips32 = true, .fpu = true});
    }
    NetworkUse network_use(const engine::Instruction &in) const override {
        return in.kind == engine::Kind::network ? mips_use(in) : NetworkUse{};
    }
};

} // namespace

const ProcessorText &mips_text() {
    static const MipsText text;
    return text;
}

} // namespace inlet
