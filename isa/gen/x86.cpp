#include "x86.h"

#include "model.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

namespace inlet::isa {

namespace {

using nlohmann::json;

constexpr const char *conditions = "oszapc";
/// What an operand may be written as; the enumerators of the header, but for "1".
constexpr const char *operand_names[] = {"Eb", "Ev",  "Ew", "Ed",  "Gb",  "Gv", "Zb", "Zv",
                                         "Zd", "Ib",  "Iv", "Is",  "Iw",  "Jb", "Jv", "Ob",
                                         "Ov", "M",   "AL", "eAX", "CL",  "1",  "b",  "v",
                                         "ST", "STi", "R4", "R8",  "R10", "I2", "I4", "I8"};

std::string operand_enumerator(const std::string &name) { return name == "1" ? "one" : name; }

class X86Loader {
  public:
    explicit X86Loader(const std::filesystem::path &file) : file_(file) {}

    X86Set load() {
        std::ifstream in(file_, std::ios::binary);
        if (!in) throw DataError(fmt::format("{}: cannot be read", file_.string()));
        try {
            const json document = json::parse(in);
            for (const json &key : document.at("cost_keys"))
                set_.cost_keys.push_back({key.at("name"), key.at("text")});
            for (const json &row : document.at("instructions")) add(row);
        } catch (const json::exception &error) {
            throw DataError(fmt::format("{}: {}", file_.string(), error.what()));
        }
        check_ambiguity();
        if (!faults_.empty()) throw DataError(faults_);
        return std::move(set_);
    }

  private:
    void fault(const X86Row &row, const std::string &what) {
        faults_ += fmt::format("{}: {} ({:02X}): {}\n", file_.string(), row.name, row.opcode, what);
    }

    void add(const json &from) {
        static const std::set<std::string> members = {
            "opcode", "prefix", "reg",    "rm",        "name", "cost",   "operands", "accesses",
            "memory", "reads",  "writes", "undefined", "as",   "number", "builtin"};
        X86Row row;
        row.name = from.at("name");
        row.cost = from.at("cost");
        row.as = from.value("as", "");
        row.number = from.value("number", "costs." + row.cost);
        if (from.contains("builtin")) {
            const json &builtin = from.at("builtin");
            row.builtin = X86Builtin{.parameters = builtin.at("parameters"),
                                     .returns = builtin.at("returns") == "word",
                                     .text = builtin.at("text")};
        }
        for (const auto &[key, value] : from.items())
            if (!members.contains(key)) fault(row, "unknown member '" + key + "'");
        std::string opcode = from.at("opcode");
        if (opcode.ends_with("+r")) {
            row.in_opcode = true;
            opcode.resize(opcode.size() - 2);
        }
        unsigned page = 0;
        if (opcode.starts_with("0F ")) {
            page = 0x100;
            opcode.erase(0, 3);
        }
        row.opcode = page + static_cast<unsigned>(std::stoul(opcode.substr(0, 2), nullptr, 16));
        if (opcode.size() > 3) row.modrm = std::stoi(opcode.substr(3), nullptr, 16);
        if (from.contains("prefix"))
            row.prefix = static_cast<unsigned>(
                std::stoul(from.at("prefix").get<std::string>(), nullptr, 16));
        row.reg = from.value("reg", -1);
        row.rm = from.value("rm", "any");
        row.accesses = from.value("accesses", 0u);
        row.memory = from.value("memory", 0u);
        row.reads = from.value("reads", "");
        row.writes = from.value("writes", "");
        row.undefined = from.value("undefined", "");
        const std::string operands = from.value("operands", "");
        for (std::size_t at = 0; at < operands.size();) {
            const std::size_t end = std::min(operands.find(' ', at), operands.size());
            row.operands.push_back(operands.substr(at, end - at));
            at = end + 1;
        }
        check(row);
        set_.rows.push_back(std::move(row));
    }

    void check(const X86Row &row) {
        if (std::ranges::none_of(set_.cost_keys,
                                 [&](const X86CostKey &key) { return key.name == row.cost; }))
            fault(row, "there is no cost key '" + row.cost + "'");
        if (row.rm != "any" && row.rm != "register" && row.rm != "memory")
            fault(row, "rm must be any, register or memory");
        if (row.operands.size() > 3) fault(row, "more than three operands");
        for (const std::string &operand : row.operands)
            if (std::ranges::find(operand_names, operand) == std::end(operand_names))
                fault(row, "there is no operand '" + operand + "'");
        for (const std::string &flags : {row.reads, row.writes, row.undefined})
            if (flags.find_first_not_of(conditions) != std::string::npos)
                fault(row, "conditions are letters of oszapc");
        if (row.undefined.find_first_not_of(row.writes) != std::string::npos &&
            !row.undefined.empty())
            fault(row, "an undefined condition that is not written");
        if (row.in_opcode && row.opcode % 8) fault(row, "+r at an opcode that is no multiple of 8");
        if (row.reg > 7) fault(row, "reg is 0 to 7");
    }

    /// No bytes are two instructions.
    void check_ambiguity() {
        std::set<std::array<unsigned, 3>> taken; // opcode, prefix, ModRM
        for (const X86Row &row : set_.rows)
            for (unsigned low = 0; low < (row.in_opcode ? 8u : 1u); ++low)
                for (unsigned modrm = 0; modrm < 256; ++modrm) {
                    const bool is_register = modrm >= 0xC0;
                    if (row.modrm >= 0
                            ? static_cast<unsigned>(row.modrm) != modrm
                            : (row.reg >= 0 && static_cast<unsigned>(row.reg) != (modrm >> 3 & 7)))
                        continue;
                    if ((row.rm == "register" && !is_register) ||
                        (row.rm == "memory" && is_register))
                        continue;
                    if (!taken.insert({row.opcode + low, row.prefix, modrm}).second) {
                        fault(row,
                              fmt::format("its bytes with ModRM {:02X} are another's too", modrm));
                        return;
                    }
                }
    }

    std::filesystem::path file_;
    X86Set set_;
    std::string faults_;
};

unsigned bits_of(const std::string &flags) {
    unsigned bits = 0;
    for (const char c : flags) bits |= 1u << std::string_view(conditions).find(c);
    return bits;
}

} // namespace

X86Set X86Set::load(const std::filesystem::path &isa) {
    return X86Loader(isa / "base" / "x86_32.json").load();
}

std::string x86_header(const X86Set &set) {
    std::string text;
    auto out = std::back_inserter(text);
    fmt::format_to(out, "// Generated by inlet-isa from isa/; do not edit.\n"
                        "// Decoder tables of x86 with 32 bits.\n"
                        "#pragma once\n\n"
                        "#include <array>\n"
                        "#include <cstdint>\n\n"
                        "namespace inlet::isa::x86 {{\n\n"
                        "/// What the machine file gives a number of cycles for, beside base and "
                        "accesses.\n"
                        "enum class CostKey : std::uint8_t {{\n");
    for (const X86CostKey &key : set.cost_keys)
        fmt::format_to(out, "    {}, ///< {}\n", key.name, key.text);
    fmt::format_to(out, "    COUNT\n}};\n\n"
                        "inline constexpr const char *cost_key_names[] = {{\n");
    for (const X86CostKey &key : set.cost_keys) fmt::format_to(out, "    \"{}\",\n", key.name);
    fmt::format_to(out, "}};\n\n/// Every instruction, whatever its operands.\n"
                        "enum class Op : std::uint8_t {{\n");
    std::vector<std::string> names;
    for (const X86Row &row : set.rows)
        if (std::ranges::find(names, row.name) == names.end()) names.push_back(row.name);
    for (const std::string &name : names) fmt::format_to(out, "    {},\n", enumerator(name));
    fmt::format_to(out, "    COUNT\n}};\n\ninline constexpr const char *op_names[] = {{\n");
    for (const std::string &name : names) fmt::format_to(out, "    \"{}\",\n", name);
    fmt::format_to(out, "}};\n\n/// As isa/base/x86_32.json writes them.\n"
                        "enum class Operand : std::uint8_t {{\n    none,\n");
    for (const char *name : operand_names)
        fmt::format_to(out, "    {},\n", operand_enumerator(name));
    fmt::format_to(
        out, "}};\n\n"
             "enum class Rm : std::uint8_t {{ any, register_, memory }};\n\n"
             "/// Conditions in Encoding::reads and its like.\n"
             "enum Condition : std::uint8_t {{\n"
             "    flag_o = 1, flag_s = 2, flag_z = 4, flag_a = 8, flag_p = 16, flag_c = 32\n"
             "}};\n\n"
             "struct Encoding {{\n"
             "    std::uint16_t opcode; ///< of two bytes (0F xx): 0x100 + the second\n"
             "    std::uint8_t prefix;  ///< that it must have; 0: none\n"
             "    std::int16_t reg;     ///< the ModRM byte's field that it must have; -1: any\n"
             "    std::int16_t modrm;   ///< the whole byte; -1: any\n"
             "    Rm rm;\n"
             "    bool in_opcode; ///< the opcode's low three bits are a register\n"
             "    Op op;\n"
             "    CostKey cost;\n"
             "    std::array<Operand, 3> operands;\n"
             "    std::uint8_t accesses; ///< of memory, always\n"
             "    std::uint8_t memory;   ///< more where the r/m operand is memory\n"
             "    std::uint8_t reads, writes, undefined; ///< conditions\n"
             "}};\n\n"
             "inline constexpr Encoding encodings[] = {{\n");
    for (const X86Row &row : set.rows) {
        std::string operands;
        for (std::size_t i = 0; i < 3; ++i)
            operands +=
                fmt::format("{}Operand::{}", i ? ", " : "",
                            i < row.operands.size() ? operand_enumerator(row.operands[i]) : "none");
        fmt::format_to(out,
                       "    {{0x{:X}, 0x{:X}, {}, {}, Rm::{}, {}, Op::{}, CostKey::{}, {{{}}}, {}, "
                       "{}, {}, {}, {}}},\n",
                       row.opcode, row.prefix, row.reg, row.modrm,
                       row.rm == "register" ? "register_" : row.rm, row.in_opcode,
                       enumerator(row.name), row.cost, operands, row.accesses, row.memory,
                       bits_of(row.reads), bits_of(row.writes), bits_of(row.undefined));
    }
    fmt::format_to(out, "}};\n\n}} // namespace inlet::isa::x86\n");
    return text;
}

namespace {

/// What an instruction does with its operand, and which registers it takes beside. Groups are
/// classes of X86InstrXNet.td, but for the names of those with two forms.
struct NetworkForm {
    const char *name, *group, *uses;
};
constexpr NetworkForm network_forms[] = {
    {"lptr", "Take", "[EDX]"},    {"lcnt", "Take", "[ECX]"},   {"ldpr", "Take", "[EAX]"},
    {"stpr", "Give", "[EAX]"},    {"stor", "Give", "[]"},      {"stir", "Give", "[]"},
    {"cfc", "Give", "[EAX]"},     {"ctc", "Take", "[EAX]"},    {"send", "SendBlock", ""},
    {"send1", "SendWord", ""},    {"sendh", "SendBlock", ""},  {"sendh1", "SendWord", ""},
    {"hret", "Alone", ""},        {"sendv", "SendVector", ""}, {"sendhv", "SendVector", ""},
    {"mcst", "SendBlock", ""},    {"mcsth", "SendBlock", ""},  {"mcstv", "SendVector", ""},
    {"mcsthv", "SendVector", ""}, {"lwv", "MoveVector", ""},   {"swv", "MoveVector", ""}};

constexpr unsigned ud1 = 0x1B9, ud0 = 0x1FF;

} // namespace

std::string x86_llvm_instructions(const X86Set &set) {
    std::string text;
    auto out = std::back_inserter(text);
    fmt::format_to(
        out, "// Generated by inlet-isa from isa/; do not edit.\n"
             "// Network interface, DMA channels and processor registers: forms of UD1 and UD0 "
             "on x86. The\n// classes are in X86InstrXNet.td.\n\n");
    for (const X86Row &row : set.rows) {
        if ((row.opcode != ud1 && row.opcode != ud0) || row.prefix == 0) continue;
        const auto form = std::ranges::find_if(
            network_forms, [&](const NetworkForm &f) { return row.name == f.name; });
        if (form == std::end(network_forms))
            throw DataError(
                fmt::format("{}: gen/x86.cpp does not know what it does for LLVM", row.name));
        const std::string name = enumerator(row.name), group = form->group;
        const std::string bytes = fmt::format("0x{:X}, 0x{:X}", row.opcode & 0xFF, row.prefix);
        if (group == "Alone")
            fmt::format_to(out, "def {} : XNetAlone<{}, \"{:X}\", \"{}\">;\n", name, bytes,
                           0xC0 | row.reg << 3, row.name);
        else if (group != "Take" && group != "Give")
            fmt::format_to(out, "def {}{} : XNet{}<{}, {}, \"{}\">;\n", name,
                           row.rm == "memory" ? "m" : "r", group, bytes, row.reg, row.name);
        else
            for (const char *where : {"Register", "Memory"})
                fmt::format_to(out, "def {}{} : XNet{}{}<{}, {}, \"{}\", {}>;\n", name,
                               *where == 'R' ? "r" : "m", group, where, bytes, row.reg, row.name,
                               form->uses);
    }
    return text;
}

std::string x86_intrinsics(const X86Set &set) {
    std::string text;
    for (const X86Row &row : set.rows) {
        if (!row.builtin) continue;
        std::string words;
        for (std::size_t i = 0; i < row.builtin->parameters.size(); ++i)
            words += i ? ", llvm_i32_ty" : "llvm_i32_ty";
        text += fmt::format("  // {0} (isa/base/x86_32.json)\n"
                            "  def int_xnet_ncube2_{0} : ClangBuiltin<\"__builtin_ncube2_{0}\">,\n"
                            "      Intrinsic<[{1}], [{2}],\n"
                            "                [IntrHasSideEffects, IntrWillReturn, IntrNoFree]>;\n",
                            row.name, row.builtin->returns ? "llvm_i32_ty" : "", words);
    }
    return text;
}

std::string x86_builtins(const X86Set &set) {
    std::string text;
    for (const X86Row &row : set.rows) {
        if (!row.builtin) continue;
        std::string types = row.builtin->returns ? "Ui" : "v";
        for (std::size_t i = 0; i < row.builtin->parameters.size(); ++i) types += "Ui";
        text += fmt::format("TARGET_BUILTIN(__builtin_ncube2_{}, \"{}\", \"n\", "
                            "\"dma-channels\")\n",
                            row.name, types);
    }
    return text;
}

} // namespace inlet::isa
