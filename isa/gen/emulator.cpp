#include "backends.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>

namespace inlet::isa {
namespace {

using Out = std::back_insert_iterator<std::string>;

void vocabulary(const Vocabulary &words, Out out) {
    fmt::format_to(out, "/// What the machine file gives a number of cycles for.\n"
                        "enum class CostKey : std::uint8_t {{\n");
    for (const CostKey &key : words.cost_keys)
        fmt::format_to(out, "    {}, ///< {}\n", key.name, key.text);
    fmt::format_to(out, "    COUNT\n}};\n\n"
                        "/// Their names in the machine file.\n"
                        "inline constexpr const char *cost_key_names[] = {{\n");
    for (const CostKey &key : words.cost_keys) fmt::format_to(out, "    \"{}\",\n", key.name);
    fmt::format_to(out, "}};\n\n"
                        "/// The instructions of each.\n"
                        "inline constexpr const char *cost_key_texts[] = {{\n");
    for (const CostKey &key : words.cost_keys) fmt::format_to(out, "    \"{}\",\n", key.text);
    fmt::format_to(out, "}};\n\n");

    fmt::format_to(out, "/// Which operands a word has and where (operand_fields()).\n"
                        "enum class Format : std::uint8_t {{\n");
    for (const Format &f : words.formats) fmt::format_to(out, "    {}, ///< {}\n", f.name, f.text);
    fmt::format_to(out, "    COUNT\n}};\n\n");
}

void enums(const Model &model, Out out) {
    fmt::format_to(out,
                   "/// Every instruction of the base processor, then those of the extension.\n"
                   "/// Sends are one each, whatever the number of words, which is Encoding::n.\n"
                   "enum class Mips : std::uint8_t {{\n");
    for (const Row &row : model.base) fmt::format_to(out, "    {},\n", row.op);
    for (const Row &row : model.mips32)
        if (!row.widens()) fmt::format_to(out, "    {}, ///< MIPS32\n", row.op);
    for (const Instruction &in : model.instructions)
        fmt::format_to(out, "    {}, ///< {} ({})\n", enumerator(in.name), in.title, in.section);
    fmt::format_to(out, "    COUNT\n}};\n\n");
    fmt::format_to(out,
                   "/// First of the extension's instructions in Mips.\n"
                   "inline constexpr Mips first_extension = Mips::{};\n\n",
                   enumerator(model.instructions.front().name));

    fmt::format_to(
        out, "/// Names of the values of Mips, as written in assembly (SEND without its number).\n"
             "inline constexpr const char *op_names[] = {{\n");
    for (const Row &row : model.base) fmt::format_to(out, "    \"{}\",\n", row.name);
    for (const Row &row : model.mips32)
        if (!row.widens()) fmt::format_to(out, "    \"{}\",\n", row.name);
    for (const Instruction &in : model.instructions) fmt::format_to(out, "    \"{}\",\n", in.name);
    fmt::format_to(out, "}};\n\n");

    vocabulary(model.vocabulary, out);
}

void operand_fields(const Vocabulary &words, Out out) {
    fmt::format_to(
        out,
        "/// Some bits of a word.\n"
        "struct Field {{\n"
        "    unsigned lsb, width;\n\n"
        "    constexpr std::uint32_t mask() const {{\n"
        "        return static_cast<std::uint32_t>(((std::uint64_t{{1}} << width) - 1) << lsb);\n"
        "    }}\n"
        "    constexpr std::uint32_t get(std::uint32_t word) const {{ return (word & mask()) >> "
        "lsb; }}\n"
        "    /// `word` with these bits replaced by the low bits of `value`.\n"
        "    constexpr std::uint32_t set(std::uint32_t word, std::uint32_t value) const {{\n"
        "        return (word & ~mask()) | ((value << lsb) & mask());\n"
        "    }}\n"
        "    /// Sign-extended.\n"
        "    constexpr std::int32_t get_signed(std::uint32_t word) const {{\n"
        "        const std::uint32_t sign = std::uint32_t{{1}} << (width - 1);\n"
        "        return static_cast<std::int32_t>((get(word) ^ sign) - sign);\n"
        "    }}\n"
        "}};\n\n");
    fmt::format_to(out, "/// Where operands are in a word.\nnamespace field {{\n");
    for (const OperandField &f : words.fields)
        fmt::format_to(out, "inline constexpr Field {}{{{}, {}}}; ///< {}\n", f.name, f.low,
                       f.high - f.low + 1, f.text);
    fmt::format_to(out, "}} // namespace field\n\n");

    fmt::format_to(out,
                   "/// How an operand is to be read and printed.\n"
                   "enum class OperandKind : std::uint8_t {{\n"
                   "    gpr,          ///< general register\n"
                   "    fpr,          ///< floating-point register\n"
                   "    vector,       ///< vector register\n"
                   "    condition,    ///< floating-point condition code\n"
                   "    cop_register, ///< register of coprocessor 2 or 3\n"
                   "    ni_register,  ///< network interface register\n"
                   "    unsigned_,    ///< number\n"
                   "    signed_,      ///< sign-extended number\n"
                   "    branch,       ///< sign-extended distance from the delay slot in words\n"
                   "}};\n\n"
                   "struct OperandField {{\n"
                   "    const char *name; ///< as in Encoding::assembly\n"
                   "    Field field;\n"
                   "    OperandKind kind;\n"
                   "}};\n\n");
    fmt::format_to(out, "namespace detail {{\n");
    for (const Format &format : words.formats) {
        if (format.fields.empty()) continue;
        fmt::format_to(out, "inline constexpr OperandField operands_{}[] = {{\n", format.name);
        for (const std::string &name : format.fields) {
            const OperandField *f = words.field(name);
            const bool keyword = f->kind == "unsigned" || f->kind == "signed";
            fmt::format_to(out, "    {{\"{0}\", field::{0}, OperandKind::{1}{2}}},\n", name,
                           f->kind, keyword ? "_" : "");
        }
        fmt::format_to(out, "}};\n");
    }
    fmt::format_to(out, "}} // namespace detail\n\n");
    fmt::format_to(out, "/// The operands of a format in assembly order.\n"
                        "constexpr std::span<const OperandField> operand_fields(Format format) {{\n"
                        "    switch (format) {{\n");
    for (const Format &format : words.formats) {
        if (format.fields.empty())
            fmt::format_to(out, "    case Format::{}: return {{}};\n", format.name);
        else
            fmt::format_to(out, "    case Format::{0}: return detail::operands_{0};\n",
                           format.name);
    }
    fmt::format_to(out, "    case Format::COUNT: break;\n    }}\n    return {{}};\n}}\n\n");
}

void rows(const std::vector<Row> &list, const char *name, Out out) {
    fmt::format_to(out, "inline constexpr Encoding {}[] = {{\n", name);
    for (const Row &row : list)
        fmt::format_to(out,
                       "    {{0x{:08X}u, 0x{:08X}u, Mips::{}, \"{}\", CostKey::{}, Format::{}, {}, "
                       "\"{}\"}},\n",
                       row.match, row.mask, row.op, row.name, row.cost, row.format, row.n,
                       row.assembly);
    fmt::format_to(out, "}};\n\n");
}

void registers(const Model &model, Out out) {
    fmt::format_to(out,
                   "/// Numbers of the network interface registers (Table 1).\nnamespace ni {{\n");
    for (const Register &reg : model.registers)
        fmt::format_to(out, "inline constexpr unsigned {} = {}; ///< {} ({})\n", lower(reg.name),
                       reg.number, reg.title, reg.section);
    fmt::format_to(out, "}} // namespace ni\n\n");
    for (const Register &reg : model.registers) {
        if (reg.fields.empty()) continue;
        fmt::format_to(out, "/// {}, register {} ({}).\nnamespace {} {{\n", reg.title, reg.number,
                       reg.section, lower(reg.name));
        for (const BitField &f : reg.fields)
            fmt::format_to(out, "inline constexpr Field {}{{{}, {}}}; ///< {}{}\n", lower(f.name),
                           f.low, f.width(), f.writable ? "" : "Read-only. ", f.text);
        fmt::format_to(out, "}} // namespace {}\n\n", lower(reg.name));
    }
    std::array<const Register *, 32> by_number{};
    for (const Register &reg : model.registers) by_number[reg.number] = &reg;
    fmt::format_to(out,
                   "/// By number: the name as in the specification; nullptr: no such register.\n"
                   "inline constexpr const char *ni_register_names[32] = {{\n");
    for (const Register *reg : by_number)
        fmt::format_to(out, "    {},\n", reg ? fmt::format("\"{}\"", reg->name) : "nullptr");
    fmt::format_to(out, "}};\n\n"
                        "/// By number: the bits that CTC2 changes.\n"
                        "inline constexpr std::uint32_t ni_writable_masks[32] = {{\n");
    for (const Register *reg : by_number)
        fmt::format_to(out, "    0x{:08X}u,\n", reg ? reg->writable_mask() : 0);
    fmt::format_to(out, "}};\n\n");
}

} // namespace

std::string emulator_header(const Model &model) {
    std::string text;
    const Out out(text);
    fmt::format_to(out,
                   "// Generated by inlet-isa from isa/; do not edit.\n"
                   "// Decoder tables of T1: MIPS-II and the network interface instructions of\n"
                   "// CSD-94-823, Appendix A. Section numbers are that appendix's.\n"
                   "#pragma once\n\n"
                   "#include <cstdint>\n"
                   "#include <span>\n\n"
                   "namespace inlet::isa {{\n\n");
    enums(model, out);
    operand_fields(model.vocabulary, out);
    fmt::format_to(
        out,
        "/// A word is this instruction if (word & mask) == match. No two rows share a\n"
        "/// word, but that MIPS32 gave LWC3's to PREF, and more operands to some of MIPS-II.\n"
        "struct Encoding {{\n"
        "    std::uint32_t match, mask;\n"
        "    Mips op;\n"
        "    const char *name;     ///< mnemonic\n"
        "    CostKey cost;\n"
        "    Format format;\n"
        "    std::uint8_t n;       ///< sends: scalar words of the message; else 0\n"
        "    const char *assembly; ///< extension: template with {{field}} for each operand; "
        "base: \"\"\n"
        "}};\n\n"
        "/// MIPS-I and MIPS-II, with the generic COP2 moves but without CFC2, CTC2, BC2x,\n"
        "/// LWC2, SWC2.\n");
    rows(model.base, "mips2_encodings", out);
    fmt::format_to(out, "/// What MIPS32 release 1 adds; to be looked up before MIPS-II.\n");
    rows(model.mips32, "mips32_encodings", out);
    fmt::format_to(out, "/// The network interface's instructions, each n its own row.\n");
    rows(model.extension(), "t1_encodings", out);
    registers(model, out);
    fmt::format_to(out, "}} // namespace inlet::isa\n");
    return text;
}

namespace {

/// What the header of a family of instruction sets has before its tables.
void family_begin(const BaseFamily &family, const char *space, const char *title, Out out) {
    fmt::format_to(out,
                   "// Generated by inlet-isa from isa/; do not edit.\n"
                   "// Decoder tables of {}.\n"
                   "#pragma once\n\n"
                   "#include <cstdint>\n"
                   "#include <span>\n\n"
                   "namespace inlet::isa::{} {{\n\n",
                   title, space);
    std::vector<const Row *> ops; // one for each instruction, whatever its forms
    std::vector<Row> all = family.all();
    all.insert(all.end(), family.network.begin(), family.network.end());
    for (const Row &row : all)
        if (std::none_of(ops.begin(), ops.end(),
                         [&](const Row *other) { return other->op == row.op; }))
            ops.push_back(&row);
    fmt::format_to(out, "/// Every instruction. One with a register and one with an immediate as "
                        "its second operand\n"
                        "/// are the same.\n"
                        "enum class Op : std::uint8_t {{\n");
    for (const Row *row : ops) fmt::format_to(out, "    {},\n", row->op);
    fmt::format_to(out, "    COUNT\n}};\n\n"
                        "inline constexpr const char *op_names[] = {{\n");
    for (const Row *row : ops) fmt::format_to(out, "    \"{}\",\n", row->name);
    fmt::format_to(out, "}};\n\n");
    vocabulary(family.vocabulary, out);
    operand_fields(family.vocabulary, out);
    fmt::format_to(out, "/// A word is this instruction if (word & mask) == match. No two rows "
                        "share a word.\n"
                        "struct Encoding {{\n"
                        "    std::uint32_t match, mask;\n"
                        "    Op op;\n"
                        "    CostKey cost;\n"
                        "    Format format;\n"
                        "}};\n\n");
}

void family_table(const std::vector<Row> &rows, const char *name, Out out) {
    fmt::format_to(out, "inline constexpr Encoding {}[] = {{\n", name);
    for (const Row &row : rows)
        fmt::format_to(out, "    {{0x{:08X}u, 0x{:08X}u, Op::{}, CostKey::{}, Format::{}}},\n",
                       row.match, row.mask, row.op, row.cost, row.format);
    fmt::format_to(out, "}};\n\n");
}

} // namespace

std::string sparc_header(const Model &model) {
    std::string text;
    const Out out(text);
    family_begin(model.sparc, "sparc", "SPARC V7 and of what V8 adds", out);
    family_table(model.sparc.base, "v7_encodings", out);
    fmt::format_to(out, "/// What V8 adds.\n");
    family_table(model.sparc.added, "v8_encodings", out);
    fmt::format_to(out, "/// The network interface's, on machines whose coprocessor it is: to be "
                        "looked up before CPop1\n/// and CPop2.\n");
    family_table(model.sparc.network, "xnet_encodings", out);
    fmt::format_to(out, "}} // namespace inlet::isa::sparc\n");
    return text;
}

std::string ppc_header(const Model &model) {
    std::string text;
    const Out out(text);
    family_begin(model.ppc, "ppc", "PowerPC with 32 bits", out);
    family_table(model.ppc.base, "encodings", out);
    fmt::format_to(out, "/// The network interface's, on machines whose processors have it.\n");
    family_table(model.ppc.network, "xnet_encodings", out);
    fmt::format_to(out, "}} // namespace inlet::isa::ppc\n");
    return text;
}

} // namespace inlet::isa
