#include "model.h"

#include "schema.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace inlet::isa {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// Collects faults, so that one run shows all of them.
class Faults {
  public:
    void add(const std::string &file, const std::string &pointer, const std::string &message) {
        text_ += fmt::format("{}: {}: {}\n", file, pointer.empty() ? "/" : pointer, message);
        ++size_;
    }
    std::size_t size() const { return size_; }
    void raise() const {
        if (!text_.empty()) throw DataError(text_.substr(0, text_.size() - 1));
    }

  private:
    std::string text_;
    std::size_t size_ = 0;
};

std::string read_text(const fs::path &path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) throw DataError(fmt::format("{}: cannot be read", path.string()));
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

json parse(const fs::path &path) {
    try {
        return json::parse(read_text(path));
    } catch (const json::parse_error &error) {
        throw DataError(fmt::format("{}: is not JSON: {}", path.string(), error.what()));
    }
}

std::vector<std::string> strings(const json &object, const char *name) {
    const auto found = object.find(name);
    return found == object.end() ? std::vector<std::string>{}
                                 : found->get<std::vector<std::string>>();
}

EncodingField encoding_field(const json &j) {
    EncodingField field;
    field.name = j.at("field");
    field.high = j.at("high");
    field.low = j.at("low");
    if (j.contains("value"))
        field.value =
            static_cast<std::uint32_t>(std::stoul(j.at("value").get<std::string>(), nullptr, 2));
    if (j.contains("first") && j.contains("last"))
        field.range = {j.at("first").get<std::uint32_t>(), j.at("last").get<std::uint32_t>()};
    return field;
}

Builtin builtin(const json &j) {
    static const std::map<std::string, Returns> returns = {{"nothing", Returns::nothing},
                                                           {"never", Returns::never},
                                                           {"condition", Returns::condition},
                                                           {"word", Returns::word}};
    static const std::map<std::string, ParameterType> types = {
        {"word", ParameterType::word},     {"pointer", ParameterType::pointer},
        {"source", ParameterType::source}, {"target", ParameterType::target},
        {"register", ParameterType::reg},  {"vector", ParameterType::vector}};
    Builtin out;
    out.name = j.at("name");
    out.intrinsic = j.value("intrinsic", out.name);
    out.returns = returns.at(j.at("returns"));
    out.text = j.at("text");
    for (const json &p : j.at("parameters"))
        out.parameters.push_back(
            {p.at("name"), types.at(p.at("type")), p.contains("repeat"), p.at("text")});
    return out;
}

Instruction instruction(const json &j) {
    Instruction out;
    out.name = j.at("name");
    out.title = j.at("title");
    out.section = j.at("section");
    out.mnemonic = j.at("mnemonic");
    out.assembly = j.at("assembly");
    out.format = j.at("format");
    out.cost = j.at("cost");
    for (const json &f : j.at("encoding")) out.encoding.push_back(encoding_field(f));
    for (const json &o : j.at("operands"))
        out.operands.push_back({o.at("field"), o.at("role") == "out", o.at("text")});
    out.semantics = strings(j, "semantics");
    for (const json &e : j.at("exceptions")) out.exceptions.push_back({e.at("name"), e.at("when")});
    out.decisions = strings(j, "decisions");
    out.llvm_class = j.at("llvm").at("class");
    out.llvm_fields = strings(j.at("llvm"), "fields");
    if (j.contains("builtins"))
        for (const json &b : j.at("builtins")) out.builtins.push_back(builtin(b));
    return out;
}

/// What the schema cannot say about an encoding: from bit 31 to bit 0 without gap or overlap, each
/// field with one meaning whose value fits, at most one range. True: so it is.
bool check_encoding(const json &encoding, const std::string &file, Faults &faults) {
    const std::size_t before = faults.size();
    int next = 31;
    int ranges = 0;
    std::set<std::string> names;
    for (std::size_t i = 0; i < encoding.size(); ++i) {
        const std::string at = fmt::format("/encoding/{}", i);
        const json &f = encoding[i];
        const int high = f.at("high"), low = f.at("low");
        if (high < low) faults.add(file, at, fmt::format("high {} is below low {}", high, low));
        if (high != next)
            faults.add(file, at, fmt::format("starts at bit {}, bit {} is next", high, next));
        next = low - 1;
        const int width = high - low + 1;
        const bool value = f.contains("value");
        const bool first = f.contains("first"), last = f.contains("last");
        if (value && (first || last)) faults.add(file, at, "has both a value and a range");
        if (first != last) faults.add(file, at, "has only one end of a range");
        if (value && static_cast<int>(f.at("value").get<std::string>().size()) != width)
            faults.add(file, at + "/value", fmt::format("must have {} bits", width));
        if (first && last) {
            ++ranges;
            if (f.at("first") > f.at("last")) faults.add(file, at, "first is above last");
            if (width < 32 && f.at("last").get<std::uint32_t>() >> width != 0)
                faults.add(file, at + "/last", fmt::format("does not fit in {} bits", width));
        }
        if (!names.insert(f.at("field")).second)
            faults.add(file, at + "/field", "another field has this name");
    }
    if (next != -1) faults.add(file, "/encoding", fmt::format("bits {} to 0 are missing", next));
    if (ranges > 1) faults.add(file, "/encoding", "has more than one range");
    return faults.size() == before;
}

/// "A.10.2" -> {10, 2}, for sorting.
std::vector<unsigned> section_key(const std::string &section) {
    std::vector<unsigned> key;
    std::istringstream in(section.substr(2));
    for (std::string part; std::getline(in, part, '.');)
        key.push_back(static_cast<unsigned>(std::stoul(part)));
    return key;
}

/// Loads one folder. Each step fills the model; faults of all steps are raised together, but a file
/// that breaks its schema is not looked at further.
class Loader {
  public:
    explicit Loader(fs::path dir) : dir_(std::move(dir)) {}

    Model load() {
        const json schemas = parse(dir_ / "schema.json");
        definitions_ = schemas.at("definitions");
        load_decisions();
        load_vocabulary("vocabulary.json", model_.vocabulary);
        load_base("base/mips2.json", model_.vocabulary, model_.base);
        load_base("base/mips32.json", model_.vocabulary, model_.mips32);
        load_vocabulary("base/sparc_vocabulary.json", model_.sparc.vocabulary);
        load_base("base/sparc7.json", model_.sparc.vocabulary, model_.sparc.base);
        load_base("base/sparc8.json", model_.sparc.vocabulary, model_.sparc.added);
        load_base("base/sparc_xnet.json", model_.sparc.vocabulary, model_.sparc.network);
        load_vocabulary("base/ppc_vocabulary.json", model_.ppc.vocabulary);
        load_base("base/ppc32.json", model_.ppc.vocabulary, model_.ppc.base);
        load_base("base/ppc_xnet.json", model_.ppc.vocabulary, model_.ppc.network);
        load_registers();
        load_instructions();
        load_targets();
        faults_.raise();
        check_names();
        check_counterparts();
        faults_.raise();
        return std::move(model_);
    }

  private:
    /// Reads a file and checks it; nothing if it does not conform.
    std::optional<json> read(const fs::path &relative, const char *kind) {
        json document = parse(dir_ / relative);
        const auto errors = check_schema(definitions_.at(kind), document);
        for (const SchemaError &error : errors) fault(relative, error.pointer, error.message);
        if (!errors.empty()) return std::nullopt;
        return document;
    }

    void fault(const fs::path &relative, const std::string &pointer, const std::string &message) {
        faults_.add((dir_ / relative).string(), pointer, message);
    }

    void load_decisions() {
        std::istringstream in(read_text(dir_ / "decisions.md"));
        for (std::string line; std::getline(in, line);) {
            if (line.starts_with("## "))
                model_.decisions[heading_anchor(line.substr(3))] = line.substr(3);
        }
    }

    void check_decisions(const fs::path &file, const std::string &pointer,
                         const std::vector<std::string> &anchors) {
        for (std::size_t i = 0; i < anchors.size(); ++i) {
            if (!model_.decisions.contains(anchors[i]))
                fault(file, fmt::format("{}/decisions/{}", pointer, i),
                      fmt::format("decisions.md has no heading '{}'", anchors[i]));
        }
    }

    void load_vocabulary(const fs::path &file, Vocabulary &words) {
        const auto document = read(file, "vocabulary");
        if (!document) return;
        for (const json &f : document->at("fields")) {
            OperandField field{f.at("name"), f.at("high"), f.at("low"), f.at("kind"), f.at("text")};
            if (field.high < field.low)
                fault(file, fmt::format("/fields/{}", words.fields.size()), "high is below low");
            if (words.field(field.name) != nullptr)
                fault(file, fmt::format("/fields/{}/name", words.fields.size()), "appears twice");
            words.fields.push_back(std::move(field));
        }
        for (const json &f : document->at("formats")) {
            Format format{f.at("name"), strings(f, "fields"), f.at("text")};
            const std::string at = fmt::format("/formats/{}", words.formats.size());
            for (const std::string &name : format.fields)
                if (words.field(name) == nullptr)
                    fault(file, at + "/fields", fmt::format("'{}' is no field", name));
            if (words.format(format.name) != nullptr) fault(file, at + "/name", "appears twice");
            words.formats.push_back(std::move(format));
        }
        for (const json &k : document->at("cost_keys")) {
            if (words.has_cost(k.at("name").get<std::string>()))
                fault(file, fmt::format("/cost_keys/{}/name", words.cost_keys.size()),
                      "appears twice");
            words.cost_keys.push_back({k.at("name"), k.at("text")});
        }
    }

    void check_vocabulary(const fs::path &file, const std::string &pointer, const Vocabulary &words,
                          const std::string &format, const std::string &cost) {
        if (words.format(format) == nullptr)
            fault(file, pointer + "/format", fmt::format("'{}' is not in the vocabulary", format));
        if (!words.has_cost(cost))
            fault(file, pointer + "/cost", fmt::format("'{}' is not in the vocabulary", cost));
    }

    void load_base(const fs::path &file, const Vocabulary &words, std::vector<Row> &rows) {
        const auto document = read(file, "base");
        if (!document) return;
        for (const json &i : document->at("instructions")) {
            const std::string at = fmt::format("/instructions/{}", rows.size());
            Row row;
            row.name = i.at("name");
            row.match = static_cast<std::uint32_t>(
                std::stoul(i.at("match").get<std::string>(), nullptr, 16));
            row.mask = static_cast<std::uint32_t>(
                std::stoul(i.at("mask").get<std::string>(), nullptr, 16));
            row.op = enumerator(row.name);
            row.format = i.at("format");
            row.cost = i.at("cost");
            row.as = i.value("as", "");
            row.number = i.value("number", "");
            if ((row.match & ~row.mask) != 0) fault(file, at, "match has bits outside mask");
            check_vocabulary(file, at, words, row.format, row.cost);
            check_operand_bits(file, at, words, row);
            if (i.contains("replaces")) {
                row.replaces = i.at("replaces");
                const auto old =
                    std::find_if(model_.base.begin(), model_.base.end(),
                                 [&](const Row &other) { return other.name == row.replaces; });
                if (old == model_.base.end() || (old->match & row.mask) != row.match ||
                    (old->mask & row.mask) != row.mask)
                    fault(file, at + "/replaces",
                          fmt::format("no row '{}' of MIPS-II has these words", row.replaces));
            }
            rows.push_back(std::move(row));
        }
    }

    /// The operands of a base row are exactly the bits outside its mask.
    void check_operand_bits(const fs::path &file, const std::string &pointer,
                            const Vocabulary &words, const Row &row) {
        const Format *format = words.format(row.format);
        if (format == nullptr) return;
        std::uint32_t bits = 0;
        for (const OperandField &field : words.fields) {
            const auto &names = format->fields;
            if (std::find(names.begin(), names.end(), field.name) == names.end()) continue;
            bits |= static_cast<std::uint32_t>(((1ull << (field.high - field.low + 1)) - 1)
                                               << field.low);
        }
        if (bits != static_cast<std::uint32_t>(~row.mask))
            fault(file, pointer + "/mask",
                  fmt::format("leaves 0x{:08X} open, the operands of format {} are 0x{:08X}",
                              static_cast<std::uint32_t>(~row.mask), row.format, bits));
    }

    void load_registers() {
        const fs::path file = "xnet/registers.json";
        const auto document = read(file, "registers");
        if (!document) return;
        std::set<unsigned> numbers;
        std::set<std::string> names;
        for (const json &r : document->at("registers")) {
            const std::string at = fmt::format("/registers/{}", model_.registers.size());
            Register reg;
            reg.number = r.at("number");
            reg.name = r.at("name");
            reg.title = r.at("title");
            reg.section = r.at("section");
            reg.text = r.at("text");
            reg.writable = r.at("access") == "rw";
            reg.decisions = strings(r, "decisions");
            if (!numbers.insert(reg.number).second) fault(file, at + "/number", "appears twice");
            if (!names.insert(lower(reg.name)).second) fault(file, at + "/name", "appears twice");
            check_decisions(file, at, reg.decisions);
            if (r.contains("fields")) load_bit_fields(file, at, r.at("fields"), reg);
            model_.registers.push_back(std::move(reg));
        }
        std::sort(model_.registers.begin(), model_.registers.end(),
                  [](const Register &a, const Register &b) { return a.number < b.number; });
    }

    void load_bit_fields(const fs::path &file, const std::string &pointer, const json &fields,
                         Register &reg) {
        std::uint32_t used = 0;
        std::set<std::string> names;
        for (const json &f : fields) {
            const std::string at = fmt::format("{}/fields/{}", pointer, reg.fields.size());
            BitField field{f.at("name"), f.at("high"), f.at("low"), f.at("access") == "rw",
                           f.at("text")};
            if (field.high < field.low) {
                fault(file, at, "high is below low");
                continue;
            }
            if ((used & field.mask()) != 0) fault(file, at, "overlaps another field");
            if (!names.insert(lower(field.name)).second) fault(file, at + "/name", "appears twice");
            if (field.writable && !reg.writable)
                fault(file, at + "/access", "is rw in a read-only register");
            used |= field.mask();
            reg.fields.push_back(std::move(field));
        }
    }

    void load_instructions() {
        std::vector<fs::path> files;
        for (const auto &entry : fs::directory_iterator(dir_ / "xnet")) {
            if (entry.path().extension() == ".json" && entry.path().filename() != "registers.json")
                files.push_back(fs::path("xnet") / entry.path().filename());
        }
        std::sort(files.begin(), files.end());
        for (const fs::path &file : files) load_instruction(file);
        std::stable_sort(model_.instructions.begin(), model_.instructions.end(),
                         [](const Instruction &a, const Instruction &b) {
                             return section_key(a.section) < section_key(b.section);
                         });
    }

    void load_instruction(const fs::path &file) {
        const auto document = read(file, "instruction");
        if (!document) return;
        if (!check_encoding(document->at("encoding"), (dir_ / file).string(), faults_)) return;
        Instruction in = instruction(*document);
        if (in.name != file.stem().string())
            fault(file, "/name",
                  fmt::format("is '{}', the file is '{}'", in.name, file.stem().string()));
        check_vocabulary(file, "", model_.vocabulary, in.format, in.cost);
        check_decisions(file, "", in.decisions);
        check_operands(file, in);
        for (std::size_t i = 0; i < in.llvm_fields.size(); ++i) {
            const auto &name = in.llvm_fields[i];
            const auto found = std::find_if(in.encoding.begin(), in.encoding.end(),
                                            [&](const EncodingField &f) { return f.name == name; });
            if (found == in.encoding.end() || found->is_operand())
                fault(file, fmt::format("/llvm/fields/{}", i),
                      fmt::format("'{}' is no constant field of the encoding", name));
        }
        model_.instructions.push_back(std::move(in));
    }

    /// Operands are the open fields of the encoding, the fields of the format, and what the
    /// assembly template names; all at the bits that vocabulary.json gives them.
    void check_operands(const fs::path &file, const Instruction &in) {
        std::set<std::string> open, listed;
        for (const EncodingField &f : in.encoding) {
            if (!f.is_operand()) continue;
            open.insert(f.name);
            const OperandField *place = model_.vocabulary.field(f.name);
            if (place == nullptr || place->high != f.high || place->low != f.low)
                fault(file, "/encoding",
                      fmt::format("'{}' is not a field of vocabulary.json at bits {}..{}", f.name,
                                  f.high, f.low));
        }
        for (const Operand &o : in.operands) listed.insert(o.field);
        if (open != listed)
            fault(file, "/operands", "are not the fields of the encoding that have no value");
        if (const Format *format = model_.vocabulary.format(in.format)) {
            if (std::set<std::string>(format->fields.begin(), format->fields.end()) != open)
                fault(file, "/format", fmt::format("'{}' has other operands", in.format));
        }
        std::string rest = substitute(in.assembly, "n", "");
        for (const std::string &name : open) {
            const std::string without = substitute(rest, name, "");
            if (without == rest)
                fault(file, "/assembly", fmt::format("does not name operand '{}'", name));
            rest = without;
        }
        if (rest.find_first_of("{}") != std::string::npos)
            fault(file, "/assembly", "names something that is no operand");
    }

    void load_targets() {
        const fs::path file = "targets.json";
        const auto document = read(file, "targets");
        if (!document) return;
        std::set<std::string> names, arches, parts;
        for (const json &t : document->at("targets")) {
            const std::string at = fmt::format("/targets/{}", model_.targets.size());
            Target target{.name = t.at("name"),
                          .arches = strings(t, "arches"),
                          .features = t.at("features"),
                          .parts = t.contains("parts") ? strings(t, "parts")
                                                       : std::vector<std::string>{},
                          .part_features = t.value("part_features", t.at("features")),
                          .words = t.at("words"),
                          .sent = t.value("sent", t.at("words").get<unsigned>()),
                          .registers = t.at("registers"),
                          .handler_return = t.at("return"),
                          .flag = t.value("flag", ""),
                          .float_rule = t.at("float"),
                          .float_place = t.value("float_place", ""),
                          .outcome = t.value("outcome", "")};
            if (!names.insert(target.name).second) fault(file, at + "/name", "appears twice");
            for (const std::string &arch : target.arches)
                if (!arches.insert(arch).second) fault(file, at + "/arches", "appears twice");
            parts.insert(target.parts.begin(), target.parts.end());
            if ((target.float_rule == "registers") == target.float_place.empty())
                fault(file, at + "/float_place", "is for the rule \"registers\", which needs it");
            unsigned most = 0;
            for (const Instruction &in : model_.instructions)
                most = std::max(most, in.range().second);
            if (std::max(target.words, target.sent) > most)
                fault(file, at + "/words", fmt::format("no builtin sends more than {}", most));
            model_.targets.push_back(std::move(target));
        }
        for (const Instruction &in : model_.instructions)
            for (const Builtin &b : in.builtins)
                if (const std::size_t dot = b.intrinsic.find('.');
                    dot != std::string::npos && !parts.contains(b.intrinsic.substr(0, dot)))
                    fault("xnet/" + in.name + ".json", "/builtins",
                          fmt::format("'{}' is of no target in targets.json", b.intrinsic));
    }

    /// Instructions of other processors name those of T1 that they stand for.
    void check_counterparts() {
        const auto check = [&](const char *file, const BaseFamily &family) {
            for (const Row &row : family.network)
                if (std::none_of(model_.instructions.begin(), model_.instructions.end(),
                                 [&](const Instruction &in) { return in.name == row.as; }))
                    fault(file, "/as",
                          fmt::format("{}: there is no xnet/{}.json", row.name, row.as));
        };
        check("base/sparc_xnet.json", model_.sparc);
        check("base/ppc_xnet.json", model_.ppc);
    }

    /// No two instructions have one name or one enumerator. A SPARC instruction has a row for each
    /// form of its operands.
    void check_names() {
        const auto check_forms = [&](const char *file, const BaseFamily &family) {
            std::set<std::pair<std::string, std::string>> forms;
            for (const Row &row : family.all())
                if (!forms.emplace(row.name, row.format).second)
                    fault(file, "/name",
                          fmt::format("'{}' has two rows of format {}", row.name, row.format));
        };
        check_forms("base/sparc7.json", model_.sparc);
        check_forms("base/ppc32.json", model_.ppc);
        std::set<std::string> names, ops;
        const auto take = [&](const std::string &file, const std::string &name,
                              const std::string &op, bool first) {
            if (!names.insert(name).second)
                fault(file, "/name", fmt::format("another instruction is called '{}'", name));
            if (first && !ops.insert(op).second)
                fault(file, "/name", fmt::format("another instruction has enumerator '{}'", op));
        };
        for (const Row &row : model_.base) take("base/mips2.json", row.name, row.op, true);
        for (const Row &row : model_.mips32)
            if (!row.widens()) take("base/mips32.json", row.name, row.op, true);
        for (const Instruction &in : model_.instructions) {
            const auto [first, last] = in.range();
            for (unsigned n = first; n <= last; ++n) {
                const Row row = in.row(n);
                take("xnet/" + in.name + ".json", row.name, row.op, n == first);
            }
        }
    }

    fs::path dir_;
    json definitions_;
    Model model_;
    Faults faults_;
};

} // namespace

const Format *Vocabulary::format(std::string_view name) const {
    for (const Format &each : formats)
        if (each.name == name) return &each;
    return nullptr;
}

const OperandField *Vocabulary::field(std::string_view name) const {
    for (const OperandField &each : fields)
        if (each.name == name) return &each;
    return nullptr;
}

bool Vocabulary::has_cost(std::string_view name) const {
    return std::any_of(cost_keys.begin(), cost_keys.end(),
                       [&](const CostKey &each) { return each.name == name; });
}

std::vector<Row> BaseFamily::all() const {
    std::vector<Row> rows = base;
    rows.insert(rows.end(), added.begin(), added.end());
    return rows;
}

const EncodingField &Instruction::field(std::string_view wanted) const {
    for (const EncodingField &f : encoding)
        if (f.name == wanted) return f;
    throw std::out_of_range(fmt::format("{} has no field '{}'", name, wanted));
}

std::pair<unsigned, unsigned> Instruction::range() const {
    for (const EncodingField &f : encoding)
        if (f.range) return *f.range;
    return {0, 0};
}

Row Instruction::row(unsigned n) const {
    Row row;
    const std::string number = std::to_string(n);
    row.name = substitute(mnemonic, "n", number);
    row.assembly = substitute(assembly, "n", number);
    row.op = enumerator(name);
    row.format = format;
    row.cost = cost;
    row.n = n;
    for (const EncodingField &f : encoding) {
        if (f.is_operand()) continue;
        row.match |= (f.value ? *f.value : n) << f.low;
        row.mask |= static_cast<std::uint32_t>(((1ull << f.width()) - 1) << f.low);
    }
    return row;
}

std::uint32_t Register::writable_mask() const {
    if (!writable) return 0;
    if (fields.empty()) return ~std::uint32_t{0};
    std::uint32_t mask = 0;
    for (const BitField &field : fields)
        if (field.writable) mask |= field.mask();
    return mask;
}

std::vector<Row> Model::mips2_machine() const {
    std::vector<Row> rows = base;
    for (Row &row : extension()) rows.push_back(std::move(row));
    return rows;
}

std::vector<Row> Model::mips32_machine() const {
    std::vector<Row> rows = mips32;
    for (Row &row : mips2_machine())
        if (std::none_of(mips32.begin(), mips32.end(),
                         [&](const Row &newer) { return newer.replaces == row.name; }))
            rows.push_back(std::move(row));
    return rows;
}

std::vector<Row> Model::extension() const {
    std::vector<Row> rows;
    for (const Instruction &in : instructions) {
        const auto [first, last] = in.range();
        for (unsigned n = first; n <= last; ++n) rows.push_back(in.row(n));
    }
    return rows;
}

Model Model::load(const std::filesystem::path &dir) { return Loader(dir).load(); }

std::string substitute(std::string text, std::string_view key, std::string_view value) {
    const std::string pattern = fmt::format("{{{}}}", key);
    for (std::size_t at = 0; (at = text.find(pattern, at)) != std::string::npos;) {
        text.replace(at, pattern.size(), value);
        at += value.size();
    }
    return text;
}

std::string upper(std::string_view text) {
    std::string out(text);
    for (char &c : out) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return out;
}

std::string lower(std::string_view text) {
    std::string out(text);
    for (char &c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

std::string enumerator(std::string_view name) {
    std::string out = upper(name);
    std::replace(out.begin(), out.end(), '.', '_');
    return out;
}

std::string heading_anchor(std::string_view heading) {
    std::string out;
    for (const char c : heading) {
        const auto u = static_cast<unsigned char>(c);
        if (std::isalnum(u) != 0 || c == '-' || c == '_')
            out += static_cast<char>(std::tolower(u));
        else if (c == ' ')
            out += '-';
    }
    return out;
}

} // namespace inlet::isa
