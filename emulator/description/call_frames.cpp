// Call frame information: DWARF 4, section 6.4.
#include "inlet/call_frames.h"

#include "description/elf_headers.h"

#include <algorithm>
#include <cstring>
#include <libelf.h>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

namespace inlet {

namespace {

using Bytes = std::span<const std::uint8_t>;

/// Reads from a span. After its end it reads zeros, and `good` is false.
class Cursor {
  public:
    explicit Cursor(Bytes bytes) : left_(bytes) {}
    bool good() const { return good_; }
    bool more() const { return good_ && !left_.empty(); }

    std::uint32_t fixed(std::size_t bytes) {
        std::uint32_t value = 0;
        if (bytes > left_.size()) return fail();
        for (std::size_t i = 0; i < bytes; ++i) value |= std::uint32_t{left_[i]} << 8 * i;
        left_ = left_.subspan(bytes);
        return value;
    }
    std::uint8_t byte() { return static_cast<std::uint8_t>(fixed(1)); }
    std::uint32_t word() { return fixed(4); }
    std::uint32_t uleb() { return leb(false); }
    std::int32_t sleb() { return static_cast<std::int32_t>(leb(true)); }
    std::string_view string() {
        const auto end = std::find(left_.begin(), left_.end(), std::uint8_t{0});
        if (end == left_.end()) return fail(), std::string_view();
        const auto size = static_cast<std::size_t>(end - left_.begin());
        const std::string_view text(reinterpret_cast<const char *>(left_.data()), size);
        left_ = left_.subspan(size + 1);
        return text;
    }
    Bytes take(std::size_t bytes) {
        if (bytes > left_.size()) return fail(), Bytes();
        const Bytes taken = left_.first(bytes);
        left_ = left_.subspan(bytes);
        return taken;
    }
    Bytes rest() const { return left_; }

  private:
    std::uint32_t fail() {
        good_ = false;
        left_ = {};
        return 0;
    }
    std::uint32_t leb(bool is_signed) {
        std::uint32_t value = 0;
        for (unsigned shift = 0;; shift += 7) {
            const std::uint8_t next = byte();
            if (shift < 32) value |= std::uint32_t{next & 0x7Fu} << shift;
            if (next & 0x80) continue;
            if (is_signed && next & 0x40 && shift + 7 < 32) value |= ~0u << (shift + 7);
            return value;
        }
    }

    Bytes left_;
    bool good_ = true;
};

/// How a register of the caller is found.
struct Rule {
    enum class Kind : std::uint8_t { same, unknown, at_cfa, cfa_plus, in_register, at, value };
    Kind kind = Kind::same;
    std::int32_t n = 0; ///< bytes above the canonical frame address (CFA), or a register
    Bytes expression = {};
};

struct Row {
    Rule cfa{.kind = Rule::Kind::unknown}; ///< in_register: `n` bytes above register `base`
    std::uint32_t base = 0;
    std::array<Rule, std::tuple_size_v<CallFrames::Registers>> rules{};
};

/// A common information entry, and one for the code of a function.
struct Common {
    std::uint32_t code_align = 1;
    std::int32_t data_align = 1;
    bool interrupts = false; ///< augmentation "S": the code below has made no call
    bool augmented = false;  ///< "z": entries have data of that length
    Bytes program;
};
struct Entry {
    std::uint32_t begin = 0, bytes = 0;
    Common common;
    Bytes program;
};

/// An expression of the few operations that compilers and the runtime use here.
std::optional<std::uint32_t> evaluate(Bytes expression, std::optional<std::uint32_t> top,
                                      const CallFrames::Registers &here,
                                      const CallFrames::Word &word) {
    enum : std::uint8_t { addr = 0x03, deref = 0x06, plus_uconst = 0x23, breg0 = 0x70 };
    Cursor at(expression);
    while (at.more()) {
        const std::uint8_t op = at.byte();
        if (op == addr)
            top = at.word();
        else if (op == plus_uconst && top)
            top = *top + at.uleb();
        else if (op == deref && top)
            top = word(*top);
        else if (op >= breg0 && op - breg0 < static_cast<int>(here.size()) && here[op - breg0])
            top = *here[op - breg0] + static_cast<std::uint32_t>(at.sleb());
        else
            return {};
    }
    return at.good() ? top : std::nullopt;
}

/// Executes call frame instructions up to the row of an address.
class Rows {
  public:
    Rows(const Common &common, std::uint32_t begin, std::uint32_t pc)
        : common_(&common), at_(begin), pc_(pc) {}

    /// False: an instruction is not known.
    bool run(Bytes program) {
        Cursor in(program);
        while (in.more() && at_ <= pc_)
            if (!one(in)) return false;
        return in.good();
    }
    void begin_entry() { initial_ = row_; }
    const Row &row() const { return row_; }

  private:
    void set(std::uint32_t r, const Rule &rule) {
        if (r < row_.rules.size()) row_.rules[r] = rule;
    }
    /// The location moves on. The row before covers the addresses up to there.
    void advance(std::uint32_t by) { at_ += by * common_->code_align; }
    std::int32_t scaled(std::int32_t n) const { return n * common_->data_align; }

    bool one(Cursor &in) {
        using Kind = Rule::Kind;
        const std::uint8_t op = in.byte(), low = op & 0x3F;
        const auto offset = [&] { return static_cast<std::int32_t>(in.uleb()); };
        switch (op >> 6) {
        case 1: advance(low); return true;
        case 2: set(low, {Kind::at_cfa, scaled(offset()), {}}); return true;
        case 3: restore(low); return true;
        default: break;
        }
        std::uint32_t r = 0;
        switch (op) {
        case 0x00: return true; // nop
        case 0x01: at_ = in.word(); return true;
        case 0x02: advance(in.fixed(1)); return true;
        case 0x03: advance(in.fixed(2)); return true;
        case 0x04: advance(in.fixed(4)); return true;
        case 0x05:
            r = in.uleb();
            set(r, {Kind::at_cfa, scaled(offset()), {}});
            return true;
        case 0x06: restore(in.uleb()); return true;
        case 0x07: set(in.uleb(), {Kind::unknown, 0, {}}); return true;
        case 0x08: set(in.uleb(), {}); return true;
        case 0x09:
            r = in.uleb();
            set(r, {Kind::in_register, offset(), {}});
            return true;
        case 0x0a: saved_.push_back(row_); return true;
        case 0x0b:
            if (saved_.empty()) return false;
            row_ = saved_.back();
            saved_.pop_back();
            return true;
        case 0x0c:
            row_.base = in.uleb();
            row_.cfa = {Kind::in_register, offset(), {}};
            return true;
        case 0x0d: row_.base = in.uleb(); return true;
        case 0x0e: row_.cfa.n = offset(); return true;
        case 0x0f: row_.cfa = {Kind::value, 0, in.take(in.uleb())}; return true;
        case 0x10:
            r = in.uleb();
            set(r, {Kind::at, 0, in.take(in.uleb())});
            return true;
        case 0x11:
            r = in.uleb();
            set(r, {Kind::at_cfa, scaled(in.sleb()), {}});
            return true;
        case 0x12:
            row_.base = in.uleb();
            row_.cfa = {Kind::in_register, scaled(in.sleb()), {}};
            return true;
        case 0x13: row_.cfa.n = scaled(in.sleb()); return true;
        case 0x14:
            r = in.uleb();
            set(r, {Kind::cfa_plus, scaled(offset()), {}});
            return true;
        case 0x15:
            r = in.uleb();
            set(r, {Kind::cfa_plus, scaled(in.sleb()), {}});
            return true;
        case 0x16:
            r = in.uleb();
            set(r, {Kind::value, 0, in.take(in.uleb())});
            return true;
        case 0x2e: in.uleb(); return true; // GNU_args_size
        default: return false;
        }
    }
    void restore(std::uint32_t r) {
        if (r < row_.rules.size()) row_.rules[r] = initial_.rules[r];
    }

    const Common *common_;
    std::uint32_t at_, pc_;
    Row row_, initial_;
    std::vector<Row> saved_;
};

std::optional<std::uint32_t> value_of(const Rule &rule, std::uint32_t cfa, std::size_t r,
                                      const CallFrames::Registers &here,
                                      const CallFrames::Word &word) {
    using Kind = Rule::Kind;
    const std::uint32_t at = cfa + static_cast<std::uint32_t>(rule.n);
    switch (rule.kind) {
    case Kind::same: return here[r];
    case Kind::unknown: return {};
    case Kind::at_cfa: return word(at);
    case Kind::cfa_plus: return at;
    case Kind::in_register: {
        const auto n = static_cast<std::size_t>(rule.n);
        return n < here.size() ? here[n] : std::nullopt;
    }
    case Kind::at: {
        const auto address = evaluate(rule.expression, cfa, here, word);
        return address ? word(*address) : std::nullopt;
    }
    case Kind::value: return evaluate(rule.expression, cfa, here, word);
    }
    return {};
}

} // namespace

struct CallFrames::Table {
    void read();
    void read_section(Bytes section);
    const Entry *find(std::uint32_t pc);
    static std::optional<Common> common_of(Bytes section, std::uint32_t offset);

    std::once_flag once;
    std::shared_ptr<const std::vector<std::uint8_t>> file;
    std::vector<Entry> entries; ///< by address
};

CallFrames::CallFrames() = default;
CallFrames::CallFrames(std::shared_ptr<const std::vector<std::uint8_t>> file)
    : table_(std::make_shared<Table>()) {
    table_->file = std::move(file);
}

void CallFrames::Table::read() {
    if (!file || file->empty()) return;
    std::vector<std::uint8_t> bytes = *file; // libelf needs writable memory
    elf_version(EV_CURRENT);
    const std::unique_ptr<Elf, int (*)(Elf *)> elf(
        elf_memory(reinterpret_cast<char *>(bytes.data()), bytes.size()), elf_end);
    std::size_t names = 0;
    if (!elf || elf_getshdrstrndx(elf.get(), &names) != 0) return;
    for (Elf_Scn *section = nullptr; (section = elf_nextscn(elf.get(), section)) != nullptr;) {
        const std::optional<Elf32_Shdr> header = section_header(section);
        const char *name = header ? elf_strptr(elf.get(), names, header->sh_name) : nullptr;
        if (name == nullptr || std::strcmp(name, ".debug_frame") != 0) continue;
        if (header->sh_flags & SHF_COMPRESSED || header->sh_offset > file->size() ||
            header->sh_size > file->size() - header->sh_offset)
            continue;
        read_section(Bytes(*file).subspan(header->sh_offset, header->sh_size));
    }
    std::ranges::stable_sort(entries, {}, &Entry::begin);
}

std::optional<Common> CallFrames::Table::common_of(Bytes section, std::uint32_t offset) {
    if (offset > section.size()) return {};
    Cursor from(section.subspan(offset));
    Cursor in(from.take(from.word()));
    Common common;
    if (in.word() != 0xFFFFFFFF) return {};
    const std::uint8_t version = in.byte();
    const std::string_view augmentation = in.string();
    if (version >= 4) in.take(2); // sizes of addresses and segments
    common.code_align = in.uleb();
    common.data_align = in.sleb();
    const std::uint32_t ra = version == 1 ? in.byte() : in.uleb();
    common.augmented = augmentation.starts_with('z');
    if (common.augmented) in.take(in.uleb());
    common.interrupts = augmentation.find('S') != std::string_view::npos;
    common.program = in.rest();
    if (!in.good() || ra != return_address) return {};
    return common;
}

void CallFrames::Table::read_section(Bytes section) {
    std::map<std::uint32_t, std::optional<Common>> commons;
    Cursor all(section);
    while (all.more()) {
        Cursor in(all.take(all.word()));
        const std::uint32_t offset = in.word();
        if (!in.good() || offset == 0xFFFFFFFF) continue; // damaged, or a common one
        const auto [found, is_new] = commons.try_emplace(offset);
        if (is_new) found->second = common_of(section, offset);
        if (!found->second) continue;
        Entry entry;
        entry.begin = in.word();
        entry.bytes = in.word();
        entry.common = *found->second;
        if (entry.common.augmented) in.take(in.uleb());
        entry.program = in.rest();
        // Code that the linker has dropped begins at 0.
        if (in.good() && entry.begin != 0 && entry.bytes != 0) entries.push_back(entry);
    }
}

const Entry *CallFrames::Table::find(std::uint32_t pc) {
    std::call_once(once, [this] { read(); });
    const auto after = std::ranges::upper_bound(entries, pc, {}, &Entry::begin);
    if (after == entries.begin()) return nullptr;
    const Entry &entry = *std::prev(after);
    return pc - entry.begin < entry.bytes ? &entry : nullptr;
}

bool CallFrames::covers(std::uint32_t pc) const { return table_ && table_->find(pc); }

std::optional<CallFrames::Registers> CallFrames::caller(std::uint32_t pc, const Registers &here,
                                                        const Word &word) const {
    const Entry *const found = table_ ? table_->find(pc) : nullptr;
    if (!found || found->common.interrupts) return {};
    const Entry &entry = *found;
    Rows rows(entry.common, entry.begin, pc);
    if (!rows.run(entry.common.program)) return {};
    rows.begin_entry();
    if (!rows.run(entry.program)) return {};
    const Row &row = rows.row();
    std::optional<std::uint32_t> cfa;
    if (row.cfa.kind == Rule::Kind::value)
        cfa = evaluate(row.cfa.expression, {}, here, word);
    else if (row.cfa.kind == Rule::Kind::in_register && row.base < here.size() && here[row.base])
        cfa = *here[row.base] + static_cast<std::uint32_t>(row.cfa.n);
    if (!cfa) return {};
    Registers caller;
    for (std::size_t r = 0; r < caller.size(); ++r)
        caller[r] = value_of(row.rules[r], *cfa, r, here, word);
    // A call leaves the stack pointer at the CFA, which no rule says.
    if (row.rules[stack].kind == Rule::Kind::same) caller[stack] = cfa;
    return caller;
}

} // namespace inlet
