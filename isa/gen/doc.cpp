#include "backends.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <set>

namespace inlet::isa {
namespace {

using Out = std::back_insert_iterator<std::string>;

std::string binary(std::uint32_t value, unsigned width) {
    std::string out;
    for (unsigned bit = width; bit-- > 0;) out += ((value >> bit) & 1) != 0 ? '1' : '0';
    return out;
}

std::string bits(unsigned high, unsigned low) {
    return high == low ? std::to_string(high) : fmt::format("{}-{}", high, low);
}

/// Escapes what Markdown would take for markup: a pair of dollars is mathematics on some viewers.
/// Code spans stay as they are.
std::string escape(const std::string &text) {
    std::string out;
    bool code = false;
    for (const char c : text) {
        if (c == '`') code = !code;
        if (!code && (c == '$' || c == '|')) out += '\\';
        out += c;
    }
    return out;
}

/// What the page has said already, so that it says it once.
struct Said {
    std::set<std::string> decisions;
    std::set<std::string> exceptions_of_all;                 ///< that every instruction can raise
    std::map<std::string, std::string> operands, exceptions; ///< text, and the instruction with it
};

/// Links those that are not linked yet.
void decisions(const std::vector<std::string> &anchors, const Model &model, Said &said, Out out) {
    std::string links;
    for (const std::string &anchor : anchors)
        if (said.decisions.insert(anchor).second)
            links += fmt::format("{}[{}](../isa/decisions.md#{})", links.empty() ? "" : ", ",
                                 model.decisions.at(anchor), anchor);
    if (!links.empty()) fmt::format_to(out, "Decisions: {}.\n\n", links);
}

/// "Exceptions" and a list, or the instruction that has the same one.
void list(const char *title, const std::string &items, const std::string &name,
          std::map<std::string, std::string> &said, Out out) {
    if (items.empty()) return;
    const auto [first, is_new] = said.emplace(items, name);
    if (is_new)
        fmt::format_to(out, "{}:\n\n{}\n", title, items);
    else
        fmt::format_to(out, "{}: as {}.\n\n", title, first->second);
}

/// The bit diagram: one column per field.
void diagram(const Instruction &in, Out out) {
    std::string head = "|", line = "|", names = "|", values = "|";
    for (const EncodingField &f : in.encoding) {
        head += fmt::format(" {} |", bits(f.high, f.low));
        line += "---|";
        names += fmt::format(" {} |", f.name);
        if (f.value)
            values += fmt::format(" `{}` |", binary(*f.value, f.width()));
        else if (f.range)
            values += fmt::format(" {} to {} |", f.range->first, f.range->second);
        else
            values += " |";
    }
    fmt::format_to(out, "{}\n{}\n{}\n{}\n\n", head, line, names, values);
}

/// "send{n} {rt}, {rd}" -> "send<n> rt, rd".
std::string syntax(const Instruction &in) {
    std::string out = in.assembly;
    for (const Operand &o : in.operands) out = substitute(out, o.field, o.field);
    return substitute(out, "n", "<n>");
}

std::string text_of(const Exception &e) {
    return fmt::format("* {}: {}\n", e.name, escape(e.when));
}

std::set<std::string> common_exceptions(const Model &model) {
    std::map<std::string, std::size_t> times;
    for (const Instruction &in : model.instructions)
        for (const Exception &e : in.exceptions) ++times[text_of(e)];
    std::set<std::string> all;
    for (const auto &[text, count] : times)
        if (count == model.instructions.size()) all.insert(text);
    return all;
}

/// Upper case but for the n, as the specification writes it: SENDn, SENDnH.
std::string title(const Instruction &in) {
    std::string name = upper(substitute(in.mnemonic, "n", "#"));
    std::replace(name.begin(), name.end(), '#', 'n');
    return name;
}

void instruction(const Instruction &in, const Model &model, Said &said, Out out) {
    const std::string name = title(in);
    fmt::format_to(out, "### {}\n\n{} ({}): `{}`\n\n", name, in.title, in.section, syntax(in));
    diagram(in, out);
    std::string operands, exceptions, builtins, last;
    for (const Operand &o : in.operands)
        operands +=
            fmt::format("* `{}` ({}): {}\n", o.field, o.output ? "out" : "in", escape(o.text));
    list("Operands", operands, name, said.operands, out);
    for (const std::string &paragraph : in.semantics)
        fmt::format_to(out, "{}\n\n", escape(paragraph));
    for (const Exception &e : in.exceptions)
        if (const std::string text = text_of(e); !said.exceptions_of_all.contains(text))
            exceptions += text;
    list("Exceptions", exceptions, name, said.exceptions, out);
    for (const BuiltinInstance &b : expand_builtins(model)) {
        if (b.instruction != &in) continue;
        (builtins.empty() ? builtins : last) = fmt::format("`__builtin_xnet_{}`", b.name);
    }
    fmt::format_to(out, "Cost key: `{}`.", in.cost);
    if (!builtins.empty())
        fmt::format_to(out, " Builtin: {}{}{}.", builtins, last.empty() ? "" : " to ", last);
    fmt::format_to(out, "\n\n");
    decisions(in.decisions, model, said, out);
}

void reg(const Register &r, const Model &model, Said &said, Out out) {
    fmt::format_to(out, "### {} {}\n\n{} ({}), {}. {}\n\n", r.number, r.name, r.title, r.section,
                   r.writable ? "read/write" : "read-only", escape(r.text));
    if (!r.fields.empty()) {
        fmt::format_to(out, "| bits | field | access | meaning |\n|---|---|---|---|\n");
        for (const BitField &f : r.fields)
            fmt::format_to(out, "| {} | `{}` | {} | {} |\n", bits(f.high, f.low), f.name,
                           f.writable ? "rw" : "ro", escape(f.text));
        fmt::format_to(out, "\n");
    }
    decisions(r.decisions, model, said, out);
}

/// "`send0 rs1, rs2` to `send5`: `81B80000`, mask `FFF83FE0`", of the rows that stand for `in`.
std::string counterpart(const Instruction &in, const BaseFamily &family) {
    std::vector<const Row *> rows;
    for (const Row &row : family.network)
        if (row.as == in.name) rows.push_back(&row);
    if (rows.empty()) return "";
    std::string operands;
    for (const std::string &field : family.vocabulary.format(rows[0]->format)->fields)
        operands += (operands.empty() ? " " : ", ") + field;
    std::string text = fmt::format("`{}{}`", rows[0]->name, operands);
    if (rows.size() > 1 && rows[0]->name != rows.back()->name)
        text += fmt::format(" to `{}`", rows.back()->name);
    return text + fmt::format(": `{:08X}`, mask `{:08X}`", rows[0]->match, rows[0]->mask);
}

/// "`send m`: `F3 0F B9 /0`"; the number of a vector register is a byte behind its operand.
std::string counterpart(const Instruction &in, const X86Set &x86) {
    std::string text;
    for (const X86Row &row : x86.rows) {
        if (row.as != in.name) continue;
        const std::string operand = in.operands.empty()    ? ""
                                    : row.rm == "memory"   ? " m"
                                    : row.rm == "register" ? " r32"
                                                           : " r/m32";
        const bool vector = std::ranges::find(row.operands, "Ib") != row.operands.end();
        text += fmt::format("{}`{}{}{}`: `{:02X} 0F {:02X} /{}{}`", text.empty() ? "" : "; ",
                            row.name, operand, vector ? ", vd" : "", row.prefix, row.opcode & 0xFF,
                            row.reg, vector ? " vd" : "");
    }
    return text;
}

/// The member of the machine file that has the cycles.
std::string number_of(const Instruction &in, const BaseFamily &family) {
    for (const Row &row : family.network)
        if (row.as == in.name) return "`" + row.number + "`";
    return "";
}

std::string number_of(const Instruction &in, const X86Set &x86) {
    for (const X86Row &row : x86.rows)
        if (row.as == in.name) return "`" + row.number + "`";
    return "";
}

/// Builtins of the processors that have the instruction.
std::string builtins_of(const Instruction &in, const Model &model) {
    std::string first, last;
    for (const BuiltinInstance &b : expand_builtins(model)) {
        if (b.instruction != &in) continue;
        (first.empty() ? first : last) = fmt::format("`__builtin_xnet_{}`", b.name);
    }
    return last.empty() ? first : first + " to " + last;
}

/// T1's instructions beside those of the other processors.
void counterparts(const Model &model, const X86Set &x86, Out out) {
    fmt::format_to(out, "| T1 | SPARC | PowerPC | x86 | builtin |\n|---|---|---|---|---|\n");
    std::string numbers;
    for (const Instruction &in : model.instructions) {
        const std::string sparc = counterpart(in, model.sparc);
        if (sparc.empty()) continue;
        fmt::format_to(out, "| {} | {} | {} | {} | {} |\n", title(in), sparc,
                       counterpart(in, model.ppc), counterpart(in, x86), builtins_of(in, model));
        numbers +=
            fmt::format("| {} | `costs.{}` | {} | {} | {} |\n", title(in), in.cost,
                        number_of(in, model.sparc), number_of(in, model.ppc), number_of(in, x86));
    }
    std::string outcomes;
    for (const char *name : {"Sparc", "PPC", "X86"})
        for (const Target &target : model.targets)
            if (target.name == name) outcomes += fmt::format(" {} |", target.outcome);
    fmt::format_to(out, "| BC2T, BC2F |{} `__builtin_xnet_nicond` |\n\n", outcomes);
    for (const Target &target : model.targets)
        if (target.sent < target.words)
            fmt::format_to(out, "{} sends at most {} words.\n\n", upper(target.name), target.sent);
    fmt::format_to(out,
                   "Where the machine file has the cycles of each:\n\n| | T1 | SPARC | PowerPC | "
                   "x86 |\n|---|---|---|---|---|\n{}\n",
                   numbers);
}

/// Those that are about no instruction or register of the extension.
const std::vector<std::string> processor_decisions = {
    "code-written-at-run-time",
    "system-coprocessor",
    "exception-vector",
    "handler-address-error-as-an-exception",
    "write-barrier",
    "executing-the-kernels-code-in-user-mode",
    "events-in-kernel-mode",
    "arrivals-as-interrupts",
    "what-comes-late-where-hazards-are-exposed",
    "events-and-exceptions-where-hazards-are-exposed",
    "registers-for-gang-scheduling"};
const std::vector<std::string> network_decisions = {"two-priorities-on-one-link", "io-nodes",
                                                    "draining-the-network"};
const std::vector<std::string> other_processors = {"the-network-interface-on-a-sparc",
                                                   "the-network-interface-on-a-powerpc",
                                                   "the-network-interface-on-an-x86"};

} // namespace

std::string reference_page(const Model &model, const X86Set &x86) {
    std::string text;
    Out out(text);
    Said said;
    fmt::format_to(
        out, "<!-- Generated by inlet-isa from isa/; do not edit. -->\n"
             "# The network interface extension of T1\n\n"
             "The instructions and registers of CSD-94-823, Appendix A. Section numbers are that "
             "appendix's.\n"
             "[isa/decisions.md](../isa/decisions.md) has what holds where it is silent or "
             "contradicts itself; a\n"
             "decision is linked where it first matters, and exceptions marked \"ours\" are "
             "decisions. The cost key\n"
             "names the number of cycles in the machine file.\n\n"
             "## Instructions\n\n"
             "Match and mask are those of the first instruction of a row; the number of words is "
             "in bits 23-21.\n\n"
             "| instruction | what | match | mask | section |\n|---|---|---|---|---|\n");
    for (const Instruction &in : model.instructions) {
        std::string names;
        for (unsigned n = in.range().first; n <= in.range().second; ++n)
            names += fmt::format("{}`{}`", names.empty() ? "" : " ", in.row(n).name);
        const Row row = in.row(in.range().first);
        fmt::format_to(out, "| {} | {} | `{:08X}` | `{:08X}` | {} |\n", names, in.title, row.match,
                       row.mask, in.section);
    }
    said.exceptions_of_all = common_exceptions(model);
    fmt::format_to(out, "\nExceptions of every instruction:\n\n");
    for (const std::string &text : said.exceptions_of_all)
        out = std::copy(text.begin(), text.end(), out);
    fmt::format_to(out, "\n");
    for (const Instruction &in : model.instructions) instruction(in, model, said, out);
    fmt::format_to(out, "## Registers\n\n"
                        "`cfc2` reads and `ctc2` writes them by number (`cfc2 $2, $19`). Bits "
                        "outside the listed fields read as 0.\n\n");
    for (const Register &r : model.registers) reg(r, model, said, out);
    fmt::format_to(out, "## The processor around it\n\n"
                        "MIPS-II, big-endian ([isa/base/mips2.json](../isa/base/mips2.json)).\n\n");
    decisions(processor_decisions, model, said, out);
    fmt::format_to(out, "## The network around it\n\n[network.md](network.md).\n\n");
    decisions(network_decisions, model, said, out);
    fmt::format_to(
        out,
        "## The same interface on other processors\n\n"
        "[cm5-xnet.md](cm5-xnet.md): SPARC. [sp2-xnet.md](sp2-xnet.md): PowerPC. "
        "[ncube2-xnet.md](ncube2-xnet.md): x86.\nThe compiler makes these "
        "instructions with `-mxnet`. A processor without an instruction has no builtin for it: "
        "clang says so.\n\n");
    counterparts(model, x86, out);
    decisions(other_processors, model, said, out);
    while (text.ends_with("\n\n")) text.pop_back();
    return text;
}

} // namespace inlet::isa
