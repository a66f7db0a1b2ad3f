#include "tools/ncube-as/assembler.h"

#include "cpu/ncube/instruction.h"
#include "tools/ncube-as/expression.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>

namespace inlet::ncube {

namespace {

/// An operand as written; its size is chosen when symbols have values.
struct Written {
    Mode mode = Mode::literal;
    std::uint8_t reg = 0;
    Expression value;
    bool relative = false; ///< a branch's target
    unsigned least = 0;    ///< bytes of its offset, at least; 0: as short as can be
};

struct Item {
    enum class Kind : std::uint8_t {
        label,
        instruction,
        bytes,
        numbers,
        space,
        origin,
        align
    } kind;
    Section section = Section::text;
    std::uint32_t file = 0, line = 0;
    std::uint32_t address = 0;
    // instruction
    const Row *row = nullptr;
    std::vector<Written> operands;
    std::string category;
    // others
    std::vector<std::uint8_t> bytes;
    std::vector<Expression> numbers; ///< numbers: values; space, origin, align: the first
    unsigned size = 0;               ///< numbers: bytes of each
};

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

std::string trimmed(const std::string &text) {
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

class Assembler {
  public:
    explicit Assembler(const std::vector<Source> &sources) : sources_(sources) {
        symbols_.resize(sources.size());
    }

    Assembled run() {
        for (file_ = 0; file_ < sources_.size(); ++file_) read();
        for (const Exported &each : exports_)
            if (!symbols_[each.file].count(each.name))
                fail(each.file, each.line,
                     ".globl " + each.name + ": this file does not define it");
        std::map<std::string, std::size_t> owners;
        for (const Exported &each : exports_)
            if (const auto [owner, is_new] = owners.try_emplace(each.name, each.file);
                !is_new && owner->second != each.file)
                fail(each.file, each.line,
                     "symbol '" + each.name + "' is global in " + sources_[owner->second].name +
                         " too");
        lay_out();
        return result();
    }

  private:
    struct Symbol {
        std::optional<Expression> value; ///< .equ; else a label
        std::size_t item = 0;            ///< of a label
        std::uint32_t line = 0;
        Section section = Section::text;
        bool evaluating = false;
    };
    struct Exported {
        std::size_t file;
        std::uint32_t line;
        std::string name;
    };

    [[noreturn]] void fail(std::size_t file, std::uint32_t line, const std::string &what) const {
        throw AssemblyError(sources_[file].name + ":" + std::to_string(line) + ": " + what);
    }
    [[noreturn]] void fail(const std::string &what) const { fail(file_, line_, what); }

    // --- Reading ---

    void read() {
        section_ = Section::text;
        for (const auto &[line, text] : lines_of(sources_[file_].text)) {
            line_ = line;
            try {
                read_line(text);
            } catch (const ExpressionError &error) {
                fail(error.what());
            }
        }
    }

    using NumberedLine = std::pair<std::uint32_t, std::string>;

    /// The lines with their numbers. `.repeat p, 0, 3` to `.endrepeat` stand four times, with the
    /// number in the place of {p}.
    std::vector<NumberedLine> lines_of(const std::string &text) {
        std::vector<NumberedLine> lines, block;
        std::uint32_t number = 0, begin = 0;
        std::string name;
        std::int64_t first = 0, last = 0;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            const std::string line = text.substr(at, end - at);
            at = end + 1;
            line_ = ++number;
            const std::string word = trimmed(line);
            if (word.compare(0, 8, ".repeat ") == 0) {
                if (begin) fail(".repeat within a .repeat");
                const std::vector<std::string> parts = split(word.substr(8));
                if (parts.size() != 3)
                    fail(".repeat has 3 operands: a name, first and last number");
                name = "{" + parts[0] + "}";
                const auto none = [&](const std::string &) -> std::int64_t {
                    fail(".repeat: numbers, not symbols");
                };
                try {
                    first = Expression(parts[1]).value(none);
                    last = Expression(parts[2]).value(none);
                } catch (const ExpressionError &error) {
                    fail(error.what());
                }
                if (last - first > 1000) fail(".repeat: more than 1000 times");
                begin = number;
            } else if (word == ".endrepeat") {
                if (!begin) fail(".endrepeat without .repeat");
                for (std::int64_t n = first; n <= last; ++n)
                    for (const auto &[where, each] : block)
                        lines.emplace_back(where, replaced(each, name, std::to_string(n)));
                block.clear();
                begin = 0;
            } else {
                (begin ? block : lines).emplace_back(number, line);
            }
        }
        if (begin) {
            line_ = begin;
            fail(".repeat without .endrepeat");
        }
        return lines;
    }

    static std::string replaced(std::string text, const std::string &what, const std::string &by) {
        for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
            text.replace(at, what.size(), by);
        return text;
    }

    /// Without its comment, of which a category stays.
    std::string without_comment(const std::string &line) {
        char quote = 0;
        for (std::size_t i = 0; i < line.size(); ++i) {
            const char c = line[i];
            if (quote) {
                if (c == '\\')
                    ++i;
                else if (c == quote)
                    quote = 0;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == '!') {
                if (line.compare(i, 2, "!@") == 0) {
                    const std::string rest = trimmed(line.substr(i + 2));
                    category_ = rest.substr(0, rest.find_first_of(" \t!"));
                }
                return line.substr(0, i);
            }
        }
        return line;
    }

    void read_line(const std::string &whole) {
        category_.clear();
        std::string rest = trimmed(without_comment(whole));
        for (;;) { // labels
            std::size_t end = 0;
            while (end < rest.size() && is_name(rest[end], end == 0)) ++end;
            if (!end || end >= rest.size() || rest[end] != ':') break;
            define(rest.substr(0, end), {});
            rest = trimmed(rest.substr(end + 1));
        }
        if (rest.empty()) return;
        std::size_t end = rest.find_first_of(" \t");
        const std::string first = rest.substr(0, end);
        std::string tail = end == std::string::npos ? "" : trimmed(rest.substr(end));
        if (tail.compare(0, 4, ".equ") == 0 &&
            (tail.size() == 4 || tail[4] == ' ' || tail[4] == '\t'))
            return define(first, Expression(trimmed(tail.substr(4))));
        if (first[0] == '.') return directive(lower(first), tail);
        instruction(lower(first), tail);
    }

    void define(const std::string &name, std::optional<Expression> value) {
        Symbol symbol;
        symbol.value = std::move(value);
        symbol.line = line_;
        symbol.section = section_;
        if (!is_name(name[0], true)) fail("'" + name + "' is not a symbol name");
        const auto [found, is_new] = symbols_[file_].try_emplace(name, symbol);
        if (!is_new)
            fail("symbol '" + name + "' is defined twice; the first time in line " +
                 std::to_string(found->second.line));
        order_.push_back({file_, name});
        if (found->second.value) return;
        found->second.item = items_.size();
        add(Item::Kind::label);
    }

    static std::vector<std::string> split(const std::string &text) {
        std::vector<std::string> parts;
        std::string part;
        int depth = 0;
        char quote = 0;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const char c = text[i];
            if (quote) {
                part += c;
                if (c == '\\' && i + 1 < text.size())
                    part += text[++i];
                else if (c == quote)
                    quote = 0;
                continue;
            }
            if (c == '"' || c == '\'') quote = c;
            if (c == '(') ++depth;
            if (c == ')') --depth;
            if (c == ',' && depth == 0) {
                parts.push_back(trimmed(part));
                part.clear();
            } else {
                part += c;
            }
        }
        if (!trimmed(part).empty() || !parts.empty()) parts.push_back(trimmed(part));
        return parts;
    }

    Item &add(Item::Kind kind) {
        Item item{};
        item.kind = kind;
        item.section = section_;
        item.file = static_cast<std::uint32_t>(file_);
        item.line = line_;
        items_.push_back(std::move(item));
        return items_.back();
    }

    void directive(const std::string &name, const std::string &tail) {
        const std::vector<std::string> parts = split(tail);
        const auto need = [&](std::size_t least, std::size_t most) {
            if (parts.size() < least || parts.size() > most)
                fail(name + " has " +
                     (least == most ? std::to_string(least) : "at least " + std::to_string(least)) +
                     (least == 1 ? " operand" : " operands") + ", not " +
                     std::to_string(parts.size()));
        };
        if (name == ".kernel" || name == ".text" || name == ".data") {
            need(0, 0);
            section_ = name == ".kernel" ? Section::kernel
                       : name == ".text" ? Section::text
                                         : Section::data;
        } else if (name == ".globl" || name == ".global") {
            need(1, 1000);
            for (const std::string &part : parts) {
                exports_.push_back({file_, line_, part});
                exported_.insert({file_, part});
            }
        } else if (name == ".equ") {
            need(2, 2);
            define(parts[0], Expression(parts[1]));
        } else if (name == ".byte" || name == ".half" || name == ".word") {
            need(1, 100000);
            Item &item = add(Item::Kind::numbers);
            item.size = name == ".byte" ? 1 : name == ".half" ? 2 : 4;
            for (const std::string &part : parts) item.numbers.emplace_back(part);
        } else if (name == ".ascii" || name == ".asciz") {
            need(1, 1);
            std::vector<std::uint8_t> bytes = string(parts[0]);
            if (name == ".asciz") bytes.push_back(0);
            add(Item::Kind::bytes).bytes = std::move(bytes);
        } else if (name == ".space" || name == ".org" || name == ".align") {
            need(1, name == ".space" ? 2 : 1);
            Item &item = add(name == ".space" ? Item::Kind::space
                             : name == ".org" ? Item::Kind::origin
                                              : Item::Kind::align);
            for (const std::string &part : parts) item.numbers.emplace_back(part);
        } else {
            fail("unknown directive " + name);
        }
    }

    std::vector<std::uint8_t> string(const std::string &text) const {
        if (text.size() < 2 || text.front() != '"' || text.back() != '"')
            fail("a text in \" is expected");
        std::vector<std::uint8_t> bytes;
        for (std::size_t i = 1; i + 1 < text.size(); ++i) {
            char c = text[i];
            if (c == '\\' && i + 2 < text.size()) {
                c = text[++i];
                c = c == 'n' ? '\n' : c == 't' ? '\t' : c == '0' ? '\0' : c;
            }
            bytes.push_back(static_cast<std::uint8_t>(c));
        }
        return bytes;
    }

    void instruction(const std::string &name, const std::string &tail) {
        const Row *row = find(name);
        if (!row) fail("unknown instruction '" + name + "'");
        const std::vector<std::string> parts = split(tail);
        if (parts.size() != row->operands())
            fail(name + " has " + std::to_string(row->operands()) +
                 (row->operands() == 1 ? " operand" : " operands") + ", not " +
                 std::to_string(parts.size()));
        std::vector<Written> operands;
        for (std::size_t i = 0; i < parts.size(); ++i)
            operands.push_back(operand(parts[i], row->slots[i], row->op));
        Item &item = add(Item::Kind::instruction);
        item.row = row;
        item.operands = std::move(operands);
        item.category = category_;
    }

    /// The number of a register, "r0" to "r15".
    static std::optional<std::uint8_t> register_number(const std::string &given) {
        const std::string name = lower(given);
        if (name.size() < 2 || name.size() > 3 || name[0] != 'r') return {};
        unsigned number = 0;
        for (std::size_t i = 1; i < name.size(); ++i) {
            if (name[i] < '0' || name[i] > '9') return {};
            number = number * 10 + static_cast<unsigned>(name[i] - '0');
        }
        if (number > 15) return {};
        return static_cast<std::uint8_t>(number);
    }

    Written operand(const std::string &given, const Slot &slot, Op op) {
        Written to = parse_operand(given, slot, op);
        const bool constant = to.mode == Mode::literal && !to.relative;
        if (to.mode == Mode::immediate || constant) {
            if (slot.use == Use::write || slot.use == Use::modify)
                fail("'" + given + "': a constant cannot be a destination");
            if (slot.use == Use::address && (op != Op::mova || to.mode == Mode::immediate))
                fail("'" + given +
                     "': a constant is not an address; write the label without #, or =address");
        }
        if (slot.use == Use::counter && to.mode != Mode::reg)
            fail("'" + given + "': REP counts in a register");
        return to;
    }

    Written parse_operand(const std::string &given, const Slot &slot, Op op) {
        Written to;
        if (given.empty()) fail("an operand is missing");
        if (lower(given) == "stk") {
            to.mode = Mode::stack;
            return to;
        }
        if (const auto reg = register_number(given)) {
            to.mode = Mode::reg;
            to.reg = *reg;
            return to;
        }
        if (given[0] == '#') {
            const bool forced = given.compare(0, 2, "##") == 0;
            to.mode = forced ? Mode::immediate : Mode::literal;
            to.value = Expression(given.substr(forced ? 2 : 1));
            return to;
        }
        if (given[0] == '=') {
            to.mode = Mode::direct;
            to.value = sized(given.substr(1), to);
            return to;
        }
        const bool deferred = given[0] == '@';
        std::string body = deferred ? trimmed(given.substr(1)) : given;
        // What is behind the register, or the register at the end.
        std::string after;
        while (!body.empty() && body.back() == '+') {
            after += '+';
            body.pop_back();
        }
        if (!body.empty() && body.back() == ')') {
            const std::size_t open = body.rfind('(');
            if (open == std::string::npos) fail("'" + given + "': ( is missing");
            const std::string inner = lower(trimmed(body.substr(open + 1, body.size() - open - 2)));
            const std::string before = trimmed(body.substr(0, open));
            const auto reg = register_number(inner);
            if (reg || inner == "pc" || inner == "sp")
                return with_register(given, deferred, before, inner, reg, after);
        }
        if (!after.empty()) fail("'" + given + "': ( is missing");
        to.value = sized(body, to);
        to.mode = deferred ? Mode::direct_at : Mode::direct;
        if (!deferred && slot.use == Use::address && op != Op::mova) {
            to.mode = Mode::literal;
            to.relative = true;
        }
        return to;
    }

    Written with_register(const std::string &given, bool deferred, const std::string &before,
                          const std::string &inner, std::optional<std::uint8_t> reg,
                          const std::string &after) {
        Written to;
        to.reg = reg.value_or(0);
        if (!after.empty()) {
            if (!reg || !before.empty() || after.size() > 2 || (deferred && after.size() == 2))
                fail("'" + given + "' is not an addressing mode");
            to.mode = after.size() == 2 ? Mode::skip
                      : deferred        ? Mode::increment_at
                                        : Mode::increment;
            return to;
        }
        if (before == "-" && reg && !deferred) {
            to.mode = Mode::decrement;
            return to;
        }
        if (before.empty() && reg && !deferred) {
            to.mode = Mode::indirect;
            return to;
        }
        to.value = sized(before.empty() ? "0" : before, to);
        to.mode = reg             ? (deferred ? Mode::offset_at : Mode::offset)
                  : inner == "pc" ? (deferred ? Mode::pc_offset_at : Mode::pc_offset)
                                  : (deferred ? Mode::sp_offset_at : Mode::sp_offset);
        return to;
    }

    /// "8.w": the offset has this size, or more.
    Expression sized(std::string text, Written &to) const {
        if (text.size() > 2 && text[text.size() - 2] == '.') {
            const char size = text.back();
            if (size == 'h' || size == 'w') {
                to.least = size == 'h' ? 2 : 4;
                text.resize(text.size() - 2);
            }
        }
        return Expression(text);
    }

    // --- Addresses ---

    std::int64_t value_of(const Expression &expression, std::size_t file, std::uint32_t line,
                          std::uint32_t here) {
        try {
            return expression.value([&](const std::string &name) -> std::int64_t {
                if (name == ".") return here;
                return symbol_value(name, file, line);
            });
        } catch (const ExpressionError &error) {
            fail(file, line, error.what());
        }
    }

    std::int64_t symbol_value(const std::string &name, std::size_t file, std::uint32_t line) {
        std::size_t owner = file;
        auto found = symbols_[file].find(name);
        if (found == symbols_[file].end()) {
            bool there = false;
            for (std::size_t other = 0; other < sources_.size() && !there; ++other) {
                if (!exported_.count({other, name})) continue;
                const auto it = symbols_[other].find(name);
                if (it == symbols_[other].end()) continue;
                found = it;
                owner = other;
                there = true;
            }
            if (!there) fail(file, line, "symbol '" + name + "' is not defined");
        }
        Symbol &symbol = found->second;
        if (!symbol.value) return items_[symbol.item].address;
        if (symbol.evaluating) fail(file, line, "symbol '" + name + "' depends on itself");
        symbol.evaluating = true;
        const std::int64_t value = value_of(*symbol.value, owner, symbol.line, 0);
        symbol.evaluating = false;
        return value;
    }

    Instruction instruction_of(const Item &item) {
        Instruction in;
        in.row = item.row;
        in.count = static_cast<std::uint8_t>(item.operands.size());
        for (std::size_t i = 0; i < item.operands.size(); ++i) in.operands[i] = operand_of(item, i);
        return in;
    }

    static unsigned signed_size(std::int64_t value) {
        return value >= -128 && value < 128 ? 1 : value >= -32768 && value < 32768 ? 2 : 4;
    }
    static unsigned unsigned_size(std::int64_t value) {
        return value >= 0 && value < 0x100 ? 1 : value >= 0 && value < 0x10000 ? 2 : 4;
    }

    Operand operand_of(const Item &item, std::size_t number) {
        const Written &written = item.operands[number];
        const Slot &slot = item.row->slots[number];
        Operand operand;
        operand.mode = written.mode;
        operand.reg = written.reg;
        const auto with = [&](std::int64_t value, unsigned size) {
            operand.extra = static_cast<std::uint8_t>(std::max(size, written.least));
            operand.value = static_cast<std::uint32_t>(value);
        };
        std::int64_t value = 0;
        switch (written.mode) {
        case Mode::indirect:
        case Mode::skip:
        case Mode::increment:
        case Mode::increment_at:
        case Mode::reg:
        case Mode::decrement:
        case Mode::stack: return operand;
        default: value = value_of(written.value, item.file, item.line, item.address); break;
        }
        // Numbers are 32 bits, but those of doubles.
        if (slot.bytes != 8 ||
            !(written.mode == Mode::literal || written.mode == Mode::immediate)) {
            if (value < -0x80000000LL || value > 0xFFFFFFFFLL)
                fail(item.file, item.line,
                     "the value " + std::to_string(value) + " does not fit into 32 bits");
            value = static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
        }
        switch (written.mode) {
        case Mode::literal:
            if (written.relative) {
                const std::int64_t distance =
                    static_cast<std::int32_t>(static_cast<std::uint32_t>(value) - item.address);
                if (written.least == 0 && distance >= -32 && distance < 32) {
                    operand.value = static_cast<std::uint32_t>(distance);
                    return operand;
                }
                operand.mode = Mode::pc_offset;
                with(distance, signed_size(distance));
                return operand;
            }
            if (written.least == 0 && value >= -32 && value < 32) {
                operand.value = static_cast<std::uint32_t>(value);
                return operand;
            }
            if (slot.use == Use::address)
                fail(item.file, item.line,
                     "mova #n: a distance of -32 to 31 from the instruction; write the label "
                     "without # for its address");
            [[fallthrough]];
        case Mode::immediate: {
            operand.mode = Mode::immediate;
            operand.extra = slot.bytes;
            const std::int64_t bound = slot.bytes == 1 ? 0x100 : slot.bytes == 2 ? 0x10000 : 0;
            if (bound && (value < -bound / 2 || value >= bound))
                fail(item.file, item.line,
                     "the value " + std::to_string(value) + " does not fit into " +
                         (slot.bytes == 1 ? "a byte" : "a halfword"));
            operand.value = static_cast<std::uint64_t>(value);
            if (slot.bytes < 8) operand.value &= (std::uint64_t{1} << 8 * slot.bytes) - 1;
            return operand;
        }
        case Mode::direct: with(value, unsigned_size(value)); return operand;
        case Mode::offset_at:
        case Mode::pc_offset_at:
        case Mode::sp_offset_at:
        case Mode::direct_at: with(value, 4); return operand;
        default: with(value, signed_size(value)); return operand;
        }
    }

    /// Every round has the shortest operands for the addresses of the round before. Where that does
    /// not end by itself, what has grown once stays so.
    void lay_out() {
        constexpr unsigned free_rounds = 20;
        lengths_.assign(items_.size(), 2);
        bool changed = true;
        for (unsigned round = 0; changed; ++round) {
            changed = place(round == 0);
            for (std::size_t i = 0; i < items_.size(); ++i) {
                Item &item = items_[i];
                if (item.kind != Item::Kind::instruction) continue;
                const Instruction in = instruction_of(item);
                if (round >= free_rounds) keep_sizes(item, in);
                const auto length = static_cast<std::uint32_t>(encode(in).size());
                if (round > free_rounds ? length > lengths_[i] : length != lengths_[i]) {
                    lengths_[i] = length;
                    changed = true;
                }
            }
        }
    }

    static void keep_sizes(Item &item, const Instruction &in) {
        for (std::size_t k = 0; k < item.operands.size(); ++k) {
            Written &written = item.operands[k];
            const Operand &is = in.operands[k];
            const bool grows =
                written.relative || written.mode == Mode::offset || written.mode == Mode::direct;
            if (grows && is.mode != Mode::literal && is.extra > written.least)
                written.least = is.extra;
            if (written.mode == Mode::literal && is.mode == Mode::immediate && !written.least)
                written.least = 1;
        }
    }

    bool place(bool first) {
        bool changed = first;
        std::array<std::uint32_t, section_count> at{0, text_address, 0};
        for (unsigned s = 0; s < section_count; ++s) {
            // Pages with code that are stored to are decoded again and again.
            if (s == 2) at[2] = (at[1] + 4095) & ~4095u;
            begins_[s] = at[s];
            for (std::size_t i = 0; i < items_.size(); ++i) {
                Item &item = items_[i];
                if (static_cast<unsigned>(item.section) != s) continue;
                std::uint32_t &here = at[s];
                const auto number = [&](std::size_t k) {
                    return value_of(item.numbers[k], item.file, item.line, here);
                };
                switch (item.kind) {
                case Item::Kind::align: {
                    const std::int64_t by = number(0);
                    if (by < 1 || by > 4096 || (by & (by - 1)))
                        fail(item.file, item.line, ".align: a power of two up to 4096");
                    here = static_cast<std::uint32_t>((here + by - 1) & ~(by - 1));
                    break;
                }
                case Item::Kind::origin: {
                    const std::int64_t to = number(0);
                    if (to < here)
                        fail(item.file, item.line,
                             ".org goes backwards: from " + hex(here) + " to " +
                                 hex(static_cast<std::uint32_t>(to)) +
                                 " (a program with a kernel of its own needs --no-kernel)");
                    here = static_cast<std::uint32_t>(to);
                    break;
                }
                default: break;
                }
                if (item.address != here) changed = true;
                item.address = here;
                switch (item.kind) {
                case Item::Kind::instruction: here += lengths_[i]; break;
                case Item::Kind::bytes:
                    here += static_cast<std::uint32_t>(item.bytes.size());
                    break;
                case Item::Kind::numbers:
                    here += item.size * static_cast<std::uint32_t>(item.numbers.size());
                    break;
                case Item::Kind::space: {
                    const std::int64_t bytes = number(0);
                    if (bytes < 0 || bytes > 0x400000)
                        fail(item.file, item.line, ".space: 0 to 4 MiB");
                    here += static_cast<std::uint32_t>(bytes);
                    break;
                }
                default: break;
                }
            }
            ends_[s] = at[s];
        }
        return changed;
    }

    static std::string hex(std::uint32_t value) {
        std::string text;
        do {
            text.insert(text.begin(), "0123456789abcdef"[value & 15]);
            value >>= 4;
        } while (value);
        return "0x" + text;
    }

    Assembled result() {
        Assembled out;
        for (const Source &source : sources_) out.sources.push_back(source.name);
        out.pieces.resize(section_count);
        for (unsigned s = 0; s < section_count; ++s) {
            out.pieces[s].address = begins_[s];
            out.pieces[s].bytes.assign(ends_[s] - begins_[s], 0);
        }
        for (std::size_t i = 0; i < items_.size(); ++i) {
            Item &item = items_[i];
            std::vector<std::uint8_t> &bytes =
                out.pieces[static_cast<std::size_t>(item.section)].bytes;
            std::size_t at = item.address - begins_[static_cast<std::size_t>(item.section)];
            const auto put = [&](std::uint64_t value, unsigned size) {
                for (unsigned k = 0; k < size; ++k)
                    bytes[at++] = static_cast<std::uint8_t>(value >> 8 * k);
            };
            const bool data = item.kind == Item::Kind::bytes || item.kind == Item::Kind::numbers;
            // Data among instructions has lines too: a program may execute it.
            if (item.kind == Item::Kind::instruction || (data && item.section != Section::data))
                out.lines.push_back({item.address, item.file, item.line, item.category});
            switch (item.kind) {
            case Item::Kind::instruction:
                for (const std::uint8_t byte : encode(instruction_of(item))) bytes[at++] = byte;
                break;
            case Item::Kind::bytes:
                for (const std::uint8_t byte : item.bytes) bytes[at++] = byte;
                break;
            case Item::Kind::numbers:
                for (const Expression &each : item.numbers)
                    put(static_cast<std::uint64_t>(
                            value_of(each, item.file, item.line, item.address)),
                        item.size);
                break;
            case Item::Kind::space:
                if (item.numbers.size() > 1) {
                    const auto fill = static_cast<std::uint8_t>(
                        value_of(item.numbers[1], item.file, item.line, item.address));
                    const auto count = static_cast<std::size_t>(
                        value_of(item.numbers[0], item.file, item.line, item.address));
                    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), count, fill);
                }
                break;
            default: break;
            }
        }
        std::stable_sort(out.lines.begin(), out.lines.end(),
                         [](const auto &a, const auto &b) { return a.address < b.address; });
        for (const auto &[file, name] : order_) {
            const Symbol &symbol = symbols_[file].at(name);
            Assembled::Symbol entry;
            entry.name = name;
            entry.value = static_cast<std::uint32_t>(symbol_value(name, file, symbol.line));
            entry.section = symbol.section;
            entry.global = exported_.count({file, name}) != 0;
            entry.absolute = symbol.value.has_value();
            out.symbols.push_back(entry);
        }
        for (const Assembled::Symbol &symbol : out.symbols)
            if (symbol.name == "_boot") return out.entry = symbol.value, out;
        for (const Assembled::Symbol &symbol : out.symbols)
            if (symbol.name == "_start") return out.entry = symbol.value, out;
        throw AssemblyError("no file defines _start (or, with a kernel of its own, _boot): where "
                            "the program begins");
    }

    const std::vector<Source> &sources_;
    std::size_t file_ = 0;
    std::uint32_t line_ = 0;
    Section section_ = Section::text;
    std::string category_;
    std::vector<Item> items_;
    std::vector<std::uint32_t> lengths_;
    std::vector<std::map<std::string, Symbol>> symbols_; ///< by file
    std::vector<std::pair<std::size_t, std::string>> order_;
    std::vector<Exported> exports_;
    std::set<std::pair<std::size_t, std::string>> exported_;
    std::array<std::uint32_t, section_count> begins_{}, ends_{};
};

} // namespace

Assembled assemble(const std::vector<Source> &sources) { return Assembler(sources).run(); }

} // namespace inlet::ncube
