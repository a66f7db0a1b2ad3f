#include "inlet/config.h"

#include "description/config_kinds.h"
#include "description/config_members.h"
#include "description/kinds_of_files.h"
#include "description/machine_presets.h"
#include "description/machine_schema.h"
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
constexpr std::uint32_t least_memory = 1u << 18;  ///< as schema.json has it
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
    const json schema = schema_of_kind(document);
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

std::uint32_t number(const json &object, const char *name) {
    return object.at(name).at("value").get<std::uint32_t>();
}

std::uint32_t number_or(const json &object, const char *name, std::uint32_t absent) {
    return object.contains(name) ? number(object, name) : absent;
}

/// T1's file may leave out some numbers, and its topology has no source.
MeshConfig read_mesh(json network) {
    MeshConfig mesh;
    network["topology"] = {{"value", network.at("topology")}};
    for (const auto &[name, absent] :
         {std::pair("columns", mesh.columns), std::pair("high_burst", mesh.high_burst)})
        if (!network.contains(name)) network[name] = {{"value", absent}};
    ReadMembers reader(network);
    members(reader, mesh);
    mesh.io_nodes = number_or(network, "io_nodes", 0);
    mesh.reorder = number_or(network, "reorder", 0);
    return mesh;
}

/// The numbers of a list of members without groups, by their names behind `path`.
class ListNumbers final : public Members {
  public:
    using List = std::vector<std::pair<std::string, std::uint32_t>>;
    ListNumbers(std::string path, List &list) : path_(std::move(path)), list_(list) {}

    void number(const char *name, std::uint32_t &member, std::uint32_t, std::uint32_t,
                const char *) override {
        list_.emplace_back(path_ + name, member);
    }
    void number(const char *, std::uint64_t &, std::uint32_t, std::uint32_t,
                const char *) override {}
    void unused_number(const char *, std::uint32_t, std::uint32_t, const char *) override {}
    void one_of(const char *name, std::uint32_t &member, std::initializer_list<std::uint32_t>,
                const char *) override {
        list_.emplace_back(path_ + name, member);
    }
    void list(const char *, std::vector<std::uint32_t> &, std::uint32_t, std::uint32_t,
              const char *) override {}
    void choice(const char *, std::uint32_t &, std::initializer_list<const char *>,
                const char *) override {}
    void flag(const char *, bool &, const char *) override {}
    void word(const char *, const char *, const char *) override {}

  private:
    bool begin(const char *, const char *, bool, bool) override { return false; }
    void end() override {}

    std::string path_;
    List &list_;
};

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

/// The numbers of a machine by the names of the schema, except those whose default is 0.
std::vector<std::pair<std::string, std::uint32_t>> numbers(const MachineConfig &config) {
    ListNumbers::List list = {
        {"/nodes", config.nodes},
        {"/max_nodes", config.max_nodes},
        {"/memory_bytes", config.memory_bytes},
        {"/dispatch", config.dispatch_cycles},
        {"/load_use", config.load_use_stall},
        {"/multiply_latency", config.multiply_latency},
        {"/divide_latency", config.divide_latency},
        {"/exception", config.exception_cycles},
        {"/annulled_slot", config.annulled_slot_cycles},
        {"/send_refused", config.send_refused_cycles},
    };
    MeshConfig mesh = config.mesh;
    ListNumbers numbers("/network/", list);
    members(numbers, mesh);
    for (std::size_t key = 0; key < config.costs.size(); ++key)
        list.emplace_back(std::string("/costs/") + isa::cost_key_names[key], config.costs[key]);
    const auto add_cache = [&list](const std::string &name, const CacheConfig &cache) {
        list.emplace_back(name + "/size", cache.size);
        list.emplace_back(name + "/line", cache.line);
        list.emplace_back(name + "/ways", cache.ways);
        list.emplace_back(name + "/miss", cache.miss);
    };
    const CachesConfig &caches = config.caches;
    if (caches.instruction) add_cache("/icache", *caches.instruction);
    if (caches.data) add_cache(caches.unified ? "/cache" : "/dcache", *caches.data);
    if (config.hardwired) {
        list.emplace_back("/hardwired/fetch", config.hardwired->fetch);
        list.emplace_back("/hardwired/store", config.hardwired->store);
        list.emplace_back("/hardwired/forward", config.hardwired->forward);
        list.emplace_back("/hardwired/stolen", config.hardwired->stolen);
    }
    if (caches.write_buffer) {
        list.emplace_back("/write_buffer/depth", caches.write_buffer->depth);
        list.emplace_back("/write_buffer/drain", caches.write_buffer->drain);
    }
    return list;
}

/// Checks the schema's maxima, so that sums of numbers, such as a block's cycles, do not overflow.
void check_greatest(const MachineConfig &config, const std::filesystem::path &file) {
    static const json schema = json::parse(machine_schema);
    const KindOfFile *const kind = kind_of_file(config.kind);
    const json own = kind ? kind->schema() : json();
    for (const auto &[name, value] : numbers(config)) {
        const json::json_pointer place(name + "/value");
        const json *rule = kind ? schema_of(own, place) : nullptr;
        if (!rule) rule = schema_of(schema, place); // T1's own members
        const auto most = rule->at("maximum").get<std::uint32_t>();
        if (value > most)
            fail(file, fmt::format("{}/value: is {}, must be at most {}", name, value, most));
    }
}

mips::Features read_processor(const json &document) {
    const json processor = document.value("processor", json::object());
    return {.mips32 = processor.value("mips32", false), .fpu = processor.value("fpu", false)};
}

/// Checks relations between numbers, which a schema cannot express.
void check_sense(const MachineConfig &config, const std::filesystem::path &file) {
    if (config.nodes > config.max_nodes)
        fail(file, fmt::format("/nodes/value: is {}, must be at most max_nodes ({})", config.nodes,
                               config.max_nodes));
    if (config.memory_bytes % page_bytes != 0)
        fail(file, fmt::format("/memory_bytes/value: is {}, must be a multiple of {}",
                               config.memory_bytes, page_bytes));
    // A kernel cannot save their state in progress (docs/gang.md).
    if (config.gang_scheduling && (config.hardwired || config.exposed_hazards))
        fail(file, fmt::format("/gang_scheduling: must not be true beside {}: remove one of them",
                               config.hardwired ? "/hardwired" : "exposed /hazards"));
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

MachineConfig MachineConfig::parse(const std::string &text, const std::filesystem::path &file) {
    const ordered_json own = parse_json(text, file);
    const ordered_json whole = with_base(own, file, 0);
    const json document = whole;
    check_document(document, file);
    for (const char *other : {"icache", "dcache"})
        if (document.contains("cache") && document.contains(other))
            fail(file, fmt::format("/{}: must not be there beside /cache, which serves "
                                   "instructions and data: remove one of them",
                                   other));
    const KindOfFile *kind =
        document.contains("kind") ? kind_of_file(document.at("kind")) : nullptr;
    MachineConfig config = kind ? kind->read(document) : MachineConfig();
    config.file = file;
    config.text = whole == own ? text : whole.dump(2) + "\n";
    config.name = document.at("name").get<std::string>();
    config.description = document.at("description").get<std::string>();
    if (kind) {
        check_sense(config, file);
        return config;
    }
    config.nodes = number(document, "nodes");
    config.max_nodes = number(document, "max_nodes");
    config.memory_bytes = number(document, "memory_bytes");
    config.dispatch_cycles = number(document, "dispatch");
    config.load_use_stall = number(document, "load_use");
    config.multiply_latency = number_or(document, "multiply_latency", 0);
    config.divide_latency = number_or(document, "divide_latency", 0);
    config.exception_cycles = number_or(document, "exception", 5);
    config.annulled_slot_cycles = number_or(document, "annulled_slot", 1);
    config.send_refused_cycles = number(document, "send_refused");
    config.count_start = number_or(document, "count_start", 0);
    config.vector_words_per_cycle = number_or(document, "vector_words_per_cycle", 4);
    // The schema allows a machine to omit the costs of features that it lacks (floating point).
    const json &costs = document.at("costs");
    for (std::size_t key = 0; key < config.costs.size(); ++key) {
        const char *name = isa::cost_key_names[key];
        config.costs[key] = number_or(costs, name, 1);
    }
    ReadMembers reader(document);
    cache_members(reader, config, true);
    if (document.contains("hardwired")) {
        const json &handlers = document.at("hardwired");
        config.hardwired = {.fetch = number(handlers, "fetch"),
                            .store = number(handlers, "store"),
                            .forward = number(handlers, "forward"),
                            .stolen = number(handlers, "stolen")};
    }
    config.processor = read_processor(document);
    config.gang_scheduling = document.value("gang_scheduling", false);
    config.exposed_hazards = document.value("hazards", "interlocked") == "exposed";
    config.mesh = read_mesh(document.at("network"));
    check_sense(config, file);
    return config;
}

void MachineConfig::check() const {
    const auto at_least_one = [this](const char *what, std::uint32_t value, const char *why) {
        if (value == 0)
            throw UserError(
                fmt::format("machine {}: {} is 0, must be at least 1: {}", name, what, why));
    };
    constexpr const char *delivery = "delivery takes time (docs/network.md)";
    constexpr const char *room = "a packet needs a buffer";
    at_least_one("network.hop_latency", mesh.hop_latency, delivery);
    at_least_one("network.cycles_per_word", mesh.cycles_per_word, delivery);
    at_least_one("network.eject_latency", mesh.eject_latency, delivery);
    at_least_one("network.header_words", mesh.header_words, delivery);
    at_least_one("network.credit_latency", mesh.credit_latency,
                 "a freed slot is known upstream a cycle later at the earliest (docs/network.md)");
    at_least_one("network.injection_packets", mesh.injection_packets, room);
    at_least_one("network.receive_packets", mesh.receive_packets, room);
    at_least_one("network.router_packets", mesh.router_packets, room);
    if (mesh.high_burst < 1 || mesh.high_burst > 255)
        throw UserError(fmt::format("machine {}: network.high_burst is {}, must be 1 to 255", name,
                                    mesh.high_burst));
    at_least_one("vector_words_per_cycle", vector_words_per_cycle, "a vector is moved in words");
    const auto cost = [this](isa::CostKey key) { return costs[static_cast<std::size_t>(key)]; };
    at_least_one("costs.send", cost(isa::CostKey::send),
                 "a node's packets enter its injection buffer one after the other");
    if (hardwired) {
        constexpr const char *after = "what it sends leaves a cycle later at the earliest";
        at_least_one("hardwired.fetch", hardwired->fetch, after);
        at_least_one("hardwired.store", hardwired->store, after);
        at_least_one("hardwired.forward", hardwired->forward, after);
        if (cost(isa::CostKey::send) < 2)
            throw UserError(fmt::format("machine {}: costs.send is 1, must be at least 2 beside "
                                        "hard-wired handlers, whose messages enter the same buffer",
                                        name));
    }
    constexpr const char *loops = "an endless loop would take no time";
    at_least_one("costs.branch", cost(isa::CostKey::branch), loops);
    at_least_one("costs.jump", cost(isa::CostKey::jump), loops);
    at_least_one("dispatch", dispatch_cycles, "one event is taken after the other");
    at_least_one("nodes", nodes, "there is somebody to run the program");
    const std::string where = "machine " + name;
    if (memory_bytes < least_memory)
        fail(where, fmt::format("/memory_bytes/value: is {}, must be at least {}", memory_bytes,
                                least_memory));
    if (caches.unified && (!caches.data || caches.instruction))
        fail(where, "caches.unified is set: caches.data must be there, which has the instructions "
                    "too, and caches.instruction must not");
    for (const auto &cache : {caches.instruction, caches.data})
        if (cache && (cache->line < 8 || cache->line > page_bytes))
            fail(where, fmt::format("a cache's line is {} bytes, must be 8 to {}", cache->line,
                                    page_bytes));
    check_sense(*this, where);
    check_greatest(*this, where);
}

std::string MachineConfig::title(CoreId id) const {
    const std::string node = "node " + std::to_string(id.node);
    return id.core && id.core < cores.size() ? node + "'s " + cores[id.core] : node;
}

ContextNames MachineConfig::contexts() const {
    // Their handlers have no levels. Software tells requests from replies.
    const bool software =
        (sparc && !sparc->network) || (ppc && !ppc->network) || (x86 && !x86->xnet);
    if (ncube) return {{"user", "handler", ""}};
    return software ? ContextNames{{"main", "request", "reply"}} : ContextNames{};
}

MachineConfig MachineConfig::load(const std::string &name_or_file) {
    if (looks_like_file(name_or_file)) return parse(read_text(name_or_file), name_or_file);
    const MachinePreset *preset = find_preset(name_or_file);
    if (preset == nullptr) no_such_machine(name_or_file);
    MachineConfig config = parse(preset->text, name_or_file + ".json");
    config.file.clear();
    return config;
}

std::vector<std::string> MachineConfig::presets() {
    std::vector<std::string> names;
    for (const MachinePreset &preset : machine_presets) names.emplace_back(preset.name);
    return names;
}

} // namespace inlet
