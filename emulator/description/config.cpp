#include "inlet/config.h"

#include "description/config_members.h"
#include "description/kinds_of_files.h"
#include "description/machine_presets.h"
#include "inlet/suggest.h"
#include "schema.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

namespace inlet {

namespace {

using nlohmann::json;
using nlohmann::ordered_json; // keeps the order of the file, for readability

constexpr std::uint32_t page_bytes = 4096;
constexpr std::uintmax_t longest_file = 1u << 20; ///< bytes; a machine file has a few KiB
constexpr unsigned most_bases = 8;                ///< longer chains of bases count as cycles

[[noreturn]] void fail(const std::filesystem::path &file, const std::string &what) {
    throw UserError(fmt::format("{}: {}", file.string(), what));
}

/// The part of the schema that describes the value at `pointer`, or null.
const json *schema_of(const json &schema, const json::json_pointer &pointer) {
    const json *at = &schema;
    std::vector<std::string> names;
    for (json::json_pointer rest = pointer; !rest.empty(); rest = rest.parent_pointer())
        names.push_back(rest.back());
    for (auto name = names.rbegin(); name != names.rend(); ++name) {
        if (!at->contains("properties") || !at->at("properties").contains(*name)) return nullptr;
        at = &at->at("properties").at(*name);
    }
    return at;
}

std::vector<std::string> known_members(const json *schema) {
    std::vector<std::string> names;
    if (schema != nullptr && schema->contains("properties"))
        for (const auto &[name, unused] : schema->at("properties").items()) names.push_back(name);
    return names;
}

/// One violation of the schema as a line with the correction.
std::string explain(const json &schema, const json &document, const isa::SchemaError &error) {
    const json::json_pointer pointer(error.pointer);
    const json *rule = schema_of(schema, pointer);
    std::string text =
        fmt::format("{}: {}", error.pointer.empty() ? "the file" : error.pointer, error.message);
    if (rule == nullptr) {
        // The only possible error of an unknown member is its presence.
        return text + did_you_mean(pointer.back(),
                                   known_members(schema_of(schema, pointer.parent_pointer())));
    }
    const json &value = document.at(pointer);
    const bool number_expected =
        rule->contains("properties") && rule->at("properties").contains("value");
    if (number_expected && !value.is_object())
        text += fmt::format(": write {{\"value\": {}, \"source\": \"...\"}}",
                            value.is_number() ? value.dump() : "N");
    else if (value.is_number_float())
        text += fmt::format(" (got {})", value.dump());
    // The description of a number is at the enclosing object.
    if (!rule->contains("description") && !pointer.empty())
        rule = schema_of(schema, pointer.parent_pointer());
    if (rule != nullptr && rule->contains("description") && !pointer.empty())
        text += fmt::format(" ({})", rule->at("description").get<std::string>());
    return text;
}

void check_document(const json &document, const std::filesystem::path &file) {
    if (document.is_object() && document.contains("kind") &&
        (!document.at("kind").is_string() || !kind_of_file(document.at("kind"))))
        fail(file, fmt::format("/kind: is {}, must be one of {}", document.at("kind").dump(),
                               json(kinds_of_files()).dump()));
    const json schema = schema_of(kind_of_document(document));
    constexpr std::size_t most_lines = 5;
    const std::vector<isa::SchemaError> errors = isa::check_schema(schema, document);
    if (errors.empty()) return;
    std::string text;
    for (std::size_t i = 0; i < errors.size() && i < most_lines; ++i)
        text += fmt::format("{}{}: {}", i == 0 ? "" : "\n", file.string(),
                            explain(schema, document, errors[i]));
    if (errors.size() > most_lines)
        text += fmt::format("\n{}: and {} more", file.string(), errors.size() - most_lines);
    throw UserError(text);
}

void check_cache(const CacheConfig &cache, const char *name, const std::filesystem::path &file) {
    for (const auto &[member, value] :
         {std::pair{"size", cache.size}, {"line", cache.line}, {"ways", cache.ways}})
        if (!std::has_single_bit(value))
            fail(file, fmt::format("/{}/{}/value: is {}, must be a power of two, such as {}", name,
                                   member, value, std::bit_floor(value)));
    if (std::uint64_t{cache.line} * cache.ways > cache.size)
        fail(file, fmt::format("/{}/size/value: is {}, must be at least line times ways ({})", name,
                               cache.size, std::uint64_t{cache.line} * cache.ways));
}

/// Checks relations between numbers, which a schema cannot express.
void check_sense(const MachineConfig &config, const std::filesystem::path &file) {
    const KindOfFile *const kind = kind_of_file(config.kind);
    if (kind && kind->check) kind->check(config, file.string());
    if (config.nodes > config.max_nodes)
        fail(file, fmt::format("/nodes/value: is {}, must be at most max_nodes ({})", config.nodes,
                               config.max_nodes));
    if (config.memory_bytes % page_bytes != 0)
        fail(file, fmt::format("/memory_bytes/value: is {}, must be a multiple of {}",
                               config.memory_bytes, page_bytes));
    const CachesConfig &caches = config.caches;
    if (caches.instruction) check_cache(*caches.instruction, "icache", file);
    if (caches.data) check_cache(*caches.data, caches.unified ? "cache" : "dcache", file);
}

std::string read_text(const std::filesystem::path &file) {
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status)) fail(file, "no such file");
    if (std::filesystem::is_directory(status)) fail(file, "is a directory, not a machine file");
    std::ifstream in(file, std::ios::binary);
    if (!in) fail(file, "cannot be read: " + std::generic_category().message(errno));
    std::string text(longest_file + 1, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    if (text.size() > longest_file) fail(file, "is too long for a machine file");
    return text;
}

ordered_json parse_json(const std::string &text, const std::filesystem::path &file) {
    try {
        return ordered_json::parse(text);
    } catch (const json::exception &error) {
        // "[json.exception.parse_error.101] parse error at line 3, column 5: ...", or a number out
        // of the range of a double
        const std::string what = error.what();
        const auto start = what.find("] ");
        fail(file,
             "is not valid JSON: " + (start == std::string::npos ? what : what.substr(start + 2)));
    }
}

const MachinePreset *find_preset(const std::string &name) {
    for (const MachinePreset &preset : machine_presets)
        if (name == preset.name) return &preset;
    return nullptr;
}

/// The name of a built-in machine takes precedence over files.
bool looks_like_file(const std::string &text) {
    std::error_code error;
    return text.find('/') != std::string::npos || text.ends_with(".json") ||
           (!find_preset(text) && std::filesystem::is_regular_file(text, error));
}

[[noreturn]] void no_such_machine(const std::string &name) {
    throw UserError(fmt::format("there is no machine '{}'{} ('inlet machines' lists them; a file "
                                "is given as PATH.json)",
                                name, did_you_mean(name, MachineConfig::presets())));
}

/// Merges `document` into the machine that it names as its base.
ordered_json with_base(ordered_json document, const std::filesystem::path &file, unsigned depth) {
    if (!document.is_object() || !document.contains("base")) return document;
    const ordered_json &base = document.at("base");
    if (!base.is_string())
        fail(file, "/base: must be the name of a machine or of a machine file, in quotes");
    if (depth == most_bases)
        fail(file, fmt::format("/base: {} files are each the base of the next: is it a circle?",
                               most_bases));
    const auto name = base.get<std::string>();
    ordered_json whole;
    if (const MachinePreset *preset = find_preset(name)) {
        whole = with_base(parse_json(preset->text, name + ".json"), name + ".json", depth + 1);
    } else if (name.ends_with(".json")) { // relative to the file that names it
        const std::filesystem::path other = file.parent_path() / name;
        whole = with_base(parse_json(read_text(other), other), other, depth + 1);
    } else {
        try {
            no_such_machine(name);
        } catch (const UserError &error) {
            fail(file, fmt::format("/base: {}", error.what()));
        }
    }
    document.erase("base");
    whole.merge_patch(document); // RFC 7396: members replace or, with null, remove
    return whole;
}

} // namespace

/// `own` with its base as `whole` is a valid document.
static MachineConfig config_of(const std::string &text, const std::filesystem::path &file,
                               const ordered_json &own, const ordered_json &whole) {
    const json document = whole;
    for (const char *other : {"icache", "dcache"})
        if (document.contains("cache") && document.contains(other))
            fail(file, fmt::format("/{}: must not be there beside /cache, which serves "
                                   "instructions and data: remove one of them",
                                   other));
    const KindOfFile &kind = kind_of_document(document);
    MachineConfig config;
    config.kind = kind.name;
    ReadMembers reader(document);
    kind.members(reader, config);
    config.file = file;
    config.text = whole == own ? text : whole.dump(2) + "\n";
    config.name = document.at("name").get<std::string>();
    config.description = document.at("description").get<std::string>();
    check_sense(config, file);
    return config;
}

MachineConfig MachineConfig::parse(const std::string &text, const std::filesystem::path &file) {
    const ordered_json own = parse_json(text, file);
    const ordered_json whole = with_base(own, file, 0);
    check_document(whole, file);
    return config_of(text, file, own, whole);
}

void MachineConfig::check() const {
    const std::string where = "machine " + name;
    const KindOfFile *const own = kind_of_file(kind);
    if (nodes == 0)
        throw UserError(where +
                        ": nodes is 0, must be at least 1: there is somebody to run the program");
    if (caches.unified && (!caches.data || caches.instruction))
        fail(where, "caches.unified is set: caches.data must be there, which has the instructions "
                    "too, and caches.instruction must not");
    for (const auto &cache : {caches.instruction, caches.data})
        if (cache && (cache->line < 8 || cache->line > page_bytes))
            fail(where, fmt::format("a cache's line is {} bytes, must be 8 to {}", cache->line,
                                    page_bytes));
    check_sense(*this, where);
    if (!own) return;
    CheckMembers ranges(where);
    MachineConfig copy = *this;
    own->members(ranges, copy);
}

std::string MachineConfig::title(CoreId id) const {
    const std::string node = "node " + std::to_string(id.node);
    return id.core && id.core < cores.size() ? node + "'s " + cores[id.core] : node;
}

MachineConfig MachineConfig::load(const std::string &name_or_file) {
    if (looks_like_file(name_or_file)) return parse(read_text(name_or_file), name_or_file);
    const MachinePreset *preset = find_preset(name_or_file);
    if (preset == nullptr) no_such_machine(name_or_file);
    // Not checked against the schema, which takes longer than all else; a test does.
    const std::string file = name_or_file + ".json";
    const ordered_json own = parse_json(preset->text, file);
    MachineConfig config = config_of(preset->text, file, own, with_base(own, file, 0));
    config.file.clear();
    return config;
}

std::vector<std::string> MachineConfig::presets() {
    std::vector<std::string> names;
    for (const MachinePreset &preset : machine_presets) names.emplace_back(preset.name);
    return names;
}

} // namespace inlet
