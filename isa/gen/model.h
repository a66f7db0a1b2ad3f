// The instruction set as data: what the files of isa/ say, read, checked and expanded.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace inlet::isa {

/// A file of isa/ is wrong. The message has one line per fault: file, JSON pointer, what is wrong.
class DataError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// One field of an instruction's encoding. Bits are numbered as in the specification, 31 first.
struct EncodingField {
    std::string name;
    unsigned high = 0, low = 0;
    std::optional<std::uint32_t> value; ///< constant
    std::optional<std::pair<std::uint32_t, std::uint32_t>>
        range; ///< one instruction for each value

    unsigned width() const { return high - low + 1; }
    bool is_operand() const { return !value && !range; }
};

struct Operand {
    std::string field;
    bool output = false;
    std::string text;
};

struct Exception {
    std::string name, when;
};

enum class Returns : std::uint8_t { nothing, never, condition, word };
enum class ParameterType : std::uint8_t {
    word,
    pointer, ///< address that is sent or jumped to
    source,  ///< address that is read
    target,  ///< address that is written
    reg,     ///< number of a register of the interface, a constant
    vector,  ///< number of a vector register, a constant 0..31
};
/// A register's number: the argument of the builtin must be a constant.
constexpr bool is_number(ParameterType type) {
    return type == ParameterType::reg || type == ParameterType::vector;
}

struct Parameter {
    std::string name;
    ParameterType type = ParameterType::word;
    bool repeat = false; ///< n of them: name0, name1, ...
    std::string text;
};

/// A compiler builtin, __builtin_xnet_<name>. The name may contain {n}.
struct Builtin {
    std::string name;
    std::string intrinsic; ///< of LLVM, behind "llvm.xnet."; may contain {n}
    Returns returns = Returns::nothing;
    std::vector<Parameter> parameters;
    std::string text;
};

/// One row of a decoder: a word is this instruction if (word & mask) == match.
struct Row {
    std::string name; ///< mnemonic, e.g. "send5h", "add.s"
    std::uint32_t match = 0, mask = 0;
    std::string op;       ///< enumerator, e.g. "SENDH", "ADD_S"
    std::string format;   ///< of vocabulary.json
    std::string cost;     ///< of vocabulary.json
    unsigned n = 0;       ///< value of the ranged field
    std::string assembly; ///< template with {field} for operands; empty for base instructions
    std::string replaces; ///< MIPS32: the MIPS-II row that had these words; mostly empty
    /// Of another processor's network interface: the file of xnet/ whose instruction it is, and the
    /// member of the machine file that has its cycles.
    std::string as = {}, number = {};

    /// It is an instruction of MIPS-II with more operands.
    bool widens() const { return replaces == name; }
};

/// One extension instruction file.
struct Instruction {
    std::string name, title, section, mnemonic, assembly, format, cost;
    std::vector<EncodingField> encoding;
    std::vector<Operand> operands;
    std::vector<std::string> semantics;
    std::vector<Exception> exceptions;
    std::vector<std::string> decisions; ///< headings of decisions.md
    std::string llvm_class;
    std::vector<std::string> llvm_fields;
    std::vector<Builtin> builtins;

    /// The field of that name. Throws std::out_of_range.
    const EncodingField &field(std::string_view name) const;
    /// First and last value of n; (0, 0) where the encoding has no range.
    std::pair<unsigned, unsigned> range() const;
    /// The decoder's row for one value of n.
    Row row(unsigned n) const;
};

/// A bit field of a network interface register.
struct BitField {
    std::string name;
    unsigned high = 0, low = 0;
    bool writable = false;
    std::string text;

    unsigned width() const { return high - low + 1; }
    std::uint32_t mask() const {
        return static_cast<std::uint32_t>(((1ull << width()) - 1) << low);
    }
};

struct Register {
    unsigned number = 0;
    std::string name, title, section, text;
    bool writable = false;
    std::vector<BitField> fields;
    std::vector<std::string> decisions;

    /// Bits that CTC2 changes: those of writable fields, all where a writable register has none.
    std::uint32_t writable_mask() const;
};

struct Format {
    std::string name;
    std::vector<std::string> fields;
    std::string text;
};

struct OperandField {
    std::string name;
    unsigned high = 0, low = 0;
    std::string kind, text;
};

struct CostKey {
    std::string name, text;
};

/// The words that the rows of one family of instruction sets are described with.
struct Vocabulary {
    std::vector<Format> formats;
    std::vector<OperandField> fields;
    std::vector<CostKey> cost_keys;

    /// nullptr: there is none of that name.
    const Format *format(std::string_view name) const;
    const OperandField *field(std::string_view name) const;
    bool has_cost(std::string_view name) const;
};

/// A family of instruction sets beside MIPS, e.g. SPARC.
struct BaseFamily {
    Vocabulary vocabulary;
    std::vector<Row> base;  ///< the oldest set's rows (SPARC V7), in the file's order
    std::vector<Row> added; ///< what the newer one adds (V8), in the file's order
    /// The network interface's instructions, in the file's order: to be looked up first.
    std::vector<Row> network;

    /// The rows of the newer set.
    std::vector<Row> all() const;
};

/// What a target of LLVM has of the network interface.
struct Target {
    std::string name;                ///< as clang's namespace of builtins
    std::vector<std::string> arches; ///< of llvm::Triple
    std::string features;            ///< that its builtins need
    std::vector<std::string> parts;  ///< second prefixes of intrinsics that it has
    std::string part_features;       ///< that builtins of these need
    unsigned words = 0;              ///< the most that a handler takes
    unsigned sent = 0;               ///< the most that a send takes
    unsigned registers = 0;          ///< register numbers are below this
    std::string handler_return;      ///< instruction that ends a handler
    std::string flag;        ///< condition flag that a handler of high level has to keep; "": none
    std::string float_rule;  ///< "library", "registers", "saved"
    std::string float_place; ///< of "registers": "on the x87 stack"
    std::string outcome;     ///< of a send: where it is, and what branches on it
};

/// The whole of isa/. Instructions are in the order of their sections, registers by number.
struct Model {
    std::vector<Instruction> instructions;
    std::vector<Register> registers;
    std::vector<Row> base;   ///< the base processor's rows (MIPS-II), in the file's order
    std::vector<Row> mips32; ///< what MIPS32 adds, in the file's order
    Vocabulary vocabulary;   ///< of T1: MIPS and the extension
    BaseFamily sparc;
    BaseFamily ppc;                               ///< without what a newer one adds
    std::vector<Target> targets;                  ///< in the file's order
    std::map<std::string, std::string> decisions; ///< headings of decisions.md by anchor

    /// All rows of the extension, each n its own.
    std::vector<Row> extension() const;
    /// All rows of a T1 with MIPS-II: base and extension.
    std::vector<Row> mips2_machine() const;
    /// All rows of one with MIPS32: what MIPS32 replaces is not among them.
    std::vector<Row> mips32_machine() const;

    /// Reads and checks DIR (the folder isa/): JSON, schema, and what a schema cannot say
    /// (fields tile the word, names exist and are unique, decisions are headings of decisions.md).
    /// Throws DataError with every fault found.
    static Model load(const std::filesystem::path &dir);
};

/// Replaces every {key} in `text`.
std::string substitute(std::string text, std::string_view key, std::string_view value);

/// "bc2f" -> "BC2F", "add.s" -> "ADD_S".
std::string enumerator(std::string_view name);
std::string upper(std::string_view text);
std::string lower(std::string_view text);

/// The anchor that Markdown viewers give a heading: "HRET in a delay slot" ->
/// "hret-in-a-delay-slot".
std::string heading_anchor(std::string_view heading);

} // namespace inlet::isa
