#include "backends.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

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

void decisions(const std::vector<std::string> &anchors, const Model &model, Out out) {
    if (anchors.empty()) return;
    fmt::format_to(out, "Decisions:");
    for (const std::string &anchor : anchors)
        fmt::format_to(out, "{}[{}](../isa/decisions.md#{})",
                       anchor == anchors.front() ? " " : ", ", model.decisions.at(anchor), anchor);
    fmt::format_to(out, ".\n\n");
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

void instruction(const Instruction &in, const Model &model, Out out) {
    // Upper case but for the n, as the specification writes it: SENDn, SENDnH.
    std::string name = upper(substitute(in.mnemonic, "n", "#"));
    std::replace(name.begin(), name.end(), '#', 'n');
    fmt::format_to(out, "### {}\n\n{} ({}).\n\n", name, in.title, in.section);
    diagram(in, out);
    fmt::format_to(out, "Syntax: `{}`\n\n", syntax(in));
    for (const Operand &o : in.operands)
        fmt::format_to(out, "* `{}` ({}): {}\n", o.field, o.output ? "out" : "in", escape(o.text));
    if (!in.operands.empty()) fmt::format_to(out, "\n");
    for (const std::string &paragraph : in.semantics)
        fmt::format_to(out, "{}\n\n", escape(paragraph));
    fmt::format_to(out, "Exceptions:\n\n");
    for (const Exception &e : in.exceptions)
        fmt::format_to(out, "* {}: {}\n", e.name, escape(e.when));
    fmt::format_to(out, "\nCost key: `{}`.", in.cost);
    std::string builtins;
    for (const BuiltinInstance &b : expand_builtins(model)) {
        if (b.instruction != &in) continue;
        builtins += fmt::format("{}`__builtin_xnet_{}`", builtins.empty() ? "" : ", ", b.name);
    }
    if (!builtins.empty()) fmt::format_to(out, " Builtins: {}.", builtins);
    fmt::format_to(out, "\n\n");
    decisions(in.decisions, model, out);
}

void reg(const Register &r, const Model &model, Out out) {
    fmt::format_to(out, "### {} {}\n\n{} ({}), {}. {}\n\n", r.number, r.name, r.title, r.section,
                   r.writable ? "read/write" : "read-only", escape(r.text));
    if (!r.fields.empty()) {
        fmt::format_to(out, "| bits | field | access | meaning |\n|---|---|---|---|\n");
        for (const BitField &f : r.fields)
            fmt::format_to(out, "| {} | `{}` | {} | {} |\n", bits(f.high, f.low), f.name,
                           f.writable ? "rw" : "ro", escape(f.text));
        fmt::format_to(out, "\nBits not listed read as 0.\n\n");
    }
    decisions(r.decisions, model, out);
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
                                                   "the-network-interface-on-a-powerpc"};

} // namespace

std::string reference_page(const Model &model) {
    std::string text;
    const Out out(text);
    fmt::format_to(
        out, "<!-- Generated by inlet-isa from isa/; do not edit. -->\n"
             "# The network interface extension of T1\n\n"
             "The instructions and registers of CSD-94-823, Appendix A, as this project implements "
             "them.\n"
             "Section numbers are that appendix's. Where it is silent or disagrees with itself,\n"
             "[the decisions](../isa/decisions.md) say what holds here and why; exceptions marked "
             "\"ours\"\n"
             "come from there. Costs are numbers of the machine file, under the cost key.\n\n"
             "## Instructions\n\n"
             "| instruction | what | match | mask | section |\n|---|---|---|---|---|\n");
    for (const Row &row : model.extension()) {
        const Instruction *in = nullptr;
        for (const Instruction &one : model.instructions)
            if (enumerator(one.name) == row.op) in = &one;
        fmt::format_to(out, "| `{}` | {} | `{:08X}` | `{:08X}` | {} |\n", row.name, in->title,
                       row.match, row.mask, in->section);
    }
    fmt::format_to(out, "\n");
    for (const Instruction &in : model.instructions) instruction(in, model, out);
    fmt::format_to(out, "## Registers\n\n"
                        "`cfc2` reads them, `ctc2` writes them; assembly names them by number "
                        "(`cfc2 $2, $19`).\n\n");
    for (const Register &r : model.registers) reg(r, model, out);
    fmt::format_to(out, "## The processor around it\n\n"
                        "MIPS-II, big-endian ([isa/base/mips2.json](../isa/base/mips2.json)).\n\n");
    decisions(processor_decisions, model, out);
    fmt::format_to(out, "## The network around it\n\n[network.md](network.md) has all of it.\n\n");
    decisions(network_decisions, model, out);
    fmt::format_to(out, "## The same interface on other processors\n\n"
                        "[cm5-xnet.md](cm5-xnet.md): on the SPARC of a CM-5. "
                        "[sp2-xnet.md](sp2-xnet.md): on a PowerPC.\n\n");
    decisions(other_processors, model, out);
    while (text.ends_with("\n\n")) text.pop_back();
    return text;
}

} // namespace inlet::isa
