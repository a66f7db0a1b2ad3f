#include "backends.h"

#include <fmt/format.h>
#include <iterator>
#include <sstream>

namespace inlet::isa {
namespace {

using Out = std::back_insert_iterator<std::string>;

/// Breaks `text` at spaces into lines of at most 100 characters; all but the first start with
/// `indent`.
std::string wrap(const std::string &text, const std::string &indent) {
    constexpr std::size_t limit = 100;
    std::istringstream in(text);
    std::string out, line;
    for (std::string word; in >> word;) {
        if (!line.empty() && line.size() + 1 + word.size() > limit) {
            out += line + "\n";
            line = indent + word;
        } else {
            line += (line.empty() ? "" : " ") + word;
        }
    }
    return out + line;
}

std::string comment(const std::string &text) { return wrap("/** " + text + " */", " *  ") + "\n"; }

/// "(SEND2H, A.6)": what a builtin stands for.
std::string origin(const BuiltinInstance &b) {
    return fmt::format("({}, {})", upper(b.instruction->row(b.n).name), b.instruction->section);
}

const char *c_type(ParameterType type) {
    switch (type) {
    case ParameterType::pointer: return "void *";
    case ParameterType::source: return "const volatile void *";
    case ParameterType::target: return "volatile void *";
    case ParameterType::word:
    case ParameterType::reg:
    case ParameterType::vector: break;
    }
    return "uint32_t ";
}

const char *c_type(Returns returns) {
    switch (returns) {
    case Returns::condition: return "int";
    case Returns::word: return "uint32_t";
    case Returns::nothing:
    case Returns::never: break;
    }
    return "void";
}

bool has_register(const BuiltinInstance &b) {
    for (const Parameter &p : b.parameters)
        if (is_number(p.type)) return true;
    return false;
}

std::string argument_list(const BuiltinInstance &b, const char *pattern = "{}") {
    std::string out;
    for (const Parameter &p : b.parameters) {
        if (!out.empty()) out += ", ";
        out += fmt::format(fmt::runtime(pattern), p.name);
    }
    return out;
}

/// A register number must be a constant where the builtin is called, so these are macros.
void macro(const BuiltinInstance &b, Out out) {
    fmt::format_to(out, "{}#define xnet_{}({}) __builtin_xnet_{}({})\n\n",
                   comment(b.text + " " + origin(b)), b.name, argument_list(b), b.name,
                   argument_list(b, "({})"));
}

void function(const BuiltinInstance &b, Out out) {
    std::string parameters;
    for (const Parameter &p : b.parameters) {
        if (!parameters.empty()) parameters += ", ";
        parameters += fmt::format("{}{}", c_type(p.type), p.name);
    }
    // A message that the network refused was not sent (A.6).
    const bool sends = b.returns == Returns::condition && !b.parameters.empty();
    const char *attribute = b.returns == Returns::never ? "XNET_NORETURN "
                            : sends                     ? "XNET_MUST_USE "
                                                        : "";
    const std::string signature =
        fmt::format("XNET_INLINE {}{} xnet_{}({}) {{", attribute, c_type(b.returns), b.name,
                    parameters.empty() ? "void" : parameters);
    const bool value = b.returns == Returns::condition || b.returns == Returns::word;
    fmt::format_to(out, "{}{}\n    {}__builtin_xnet_{}({});\n}}\n\n",
                   comment(b.text + " " + origin(b)), wrap(signature, "        "),
                   value ? "return " : "", b.name, argument_list(b));
}

void register_numbers(const Model &model, Out out) {
    fmt::format_to(out, "/* Numbers of the network interface registers (A.2, Table 1). */\n");
    for (const Register &reg : model.registers)
        fmt::format_to(out, "#define XNET_NI_{} {} /**< {} ({}) */\n", upper(reg.name), reg.number,
                       reg.title, reg.section);
    fmt::format_to(out, "\n");
    for (const Register &reg : model.registers) {
        if (reg.fields.empty()) continue;
        fmt::format_to(out, "/* Bits of {} ({}): the mask, and the number of the lowest bit. */\n",
                       reg.name, reg.section);
        for (const BitField &f : reg.fields) {
            const std::string name = fmt::format("XNET_{}_{}", upper(reg.name), upper(f.name));
            fmt::format_to(out, "{}#define {} 0x{:08X}u\n#define {}_SHIFT {}\n",
                           comment((f.writable ? "" : "Read-only. ") + f.text), name, f.mask(),
                           name, f.low);
        }
        fmt::format_to(out, "\n");
    }
}

void register_access(const Register &reg, Out out) {
    const std::string name = lower(reg.name);
    fmt::format_to(out,
                   "{}XNET_INLINE uint32_t xnet_get_{}(void) {{\n"
                   "    return xnet_cfc2(XNET_NI_{});\n"
                   "}}\n\n",
                   comment(fmt::format("{} ({}). {}", reg.title, reg.section, reg.text)), name,
                   upper(reg.name));
    if (!reg.writable) return;
    const std::string kept =
        reg.writable_mask() == ~std::uint32_t{0} ? "" : "; read-only bits keep their value";
    fmt::format_to(out,
                   "{}XNET_INLINE void xnet_set_{}(uint32_t value) {{\n"
                   "    xnet_ctc2(XNET_NI_{}, value);\n"
                   "}}\n\n",
                   comment(fmt::format("Writes {} ({}){}.", reg.name, reg.section, kept)), name,
                   upper(reg.name));
}

} // namespace

std::string guest_header(const Model &model) {
    std::string text;
    const Out out(text);
    fmt::format_to(
        out, "/* Generated by inlet-isa from isa/; do not edit.\n"
             " * The network interface of CSD-94-823, Appendix A, for guest programs: included by\n"
             " * <xnet.h>. Needs a compiler with the builtins __builtin_xnet_* (feature xnet).\n"
             " * Section numbers are the appendix's. */\n"
             "#ifndef XNET_ISA_H\n"
             "#define XNET_ISA_H\n\n"
             "#include <stdint.h>\n\n"
             "#define XNET_INLINE static inline __attribute__((always_inline, unused))\n"
             "#define XNET_NORETURN __attribute__((noreturn))\n"
             "#ifdef __mips_xnet /* the compiler warns by itself: -Wxnet-ignored-send */\n"
             "#define XNET_MUST_USE\n"
             "#else\n"
             "#define XNET_MUST_USE __attribute__((warn_unused_result))\n"
             "#endif\n\n"
             "#ifdef __cplusplus\n"
             "extern \"C\" {{\n"
             "#endif\n\n");
    register_numbers(model, out);
    for (const BuiltinInstance &b : expand_builtins(model)) {
        if (has_register(b))
            macro(b, out);
        else
            function(b, out);
    }
    for (const Register &reg : model.registers) register_access(reg, out);
    fmt::format_to(out, "#ifdef __cplusplus\n}}\n#endif\n\n#endif /* XNET_ISA_H */\n");
    return text;
}

} // namespace inlet::isa
