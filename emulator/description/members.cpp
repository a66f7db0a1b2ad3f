#include "description/members.h"

#include "archive/archive.h"
#include "description/config_members.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace inlet {

using nlohmann::json;

void HashMembers::number(const char *, std::uint32_t &member, std::uint32_t, std::uint32_t,
                         const char *) {
    ar_(member);
}
void HashMembers::number(const char *, std::uint64_t &member, std::uint32_t, std::uint32_t,
                         const char *) {
    ar_(member);
}
void HashMembers::number_or(const char *, std::uint32_t &member, std::uint32_t, std::uint32_t,
                            std::uint32_t, const char *) {
    ar_(member);
}
void HashMembers::bit(const char *, bool &member, const char *) { ar_(member); }
void HashMembers::plain_choice(const char *, std::uint32_t &member,
                               std::initializer_list<const char *>, const char *, bool) {
    ar_(member);
}
void HashMembers::hashed_too(std::initializer_list<std::uint32_t> numbers) {
    for (std::uint32_t number : numbers) ar_(number);
}
void HashMembers::one_of(const char *, std::uint32_t &member, std::initializer_list<std::uint32_t>,
                         const char *) {
    ar_(member);
}
void HashMembers::list(const char *, std::vector<std::uint32_t> &member, std::uint32_t,
                       std::uint32_t, const char *) {
    ar_(member);
}
void HashMembers::choice(const char *, std::uint32_t &member, std::initializer_list<const char *>,
                         const char *) {
    ar_(member);
}
void HashMembers::flag(const char *, bool &member, const char *) { ar_(member); }

void CheckMembers::fail(const char *name, const std::string &what) const {
    std::string path;
    for (const std::string &group : groups_) path += "/" + group;
    throw UserError(fmt::format("{}: {}/{}/value: {}", where_, path, name, what));
}

void CheckMembers::check(const char *name, std::uint64_t value, std::uint64_t least,
                         std::uint64_t most) const {
    if (value < least) fail(name, fmt::format("is {}, must be at least {}", value, least));
    if (value > most) fail(name, fmt::format("is {}, must be at most {}", value, most));
}

void CheckMembers::one_of(const char *name, std::uint32_t &member,
                          std::initializer_list<std::uint32_t> values, const char *) {
    if (std::ranges::find(values, member) == values.end())
        fail(name, fmt::format("is {}, must be one of {}", member, fmt::join(values, ", ")));
}

void CheckMembers::list(const char *name, std::vector<std::uint32_t> &member, std::uint32_t least,
                        std::uint32_t most, const char *) {
    if (member.empty()) fail(name, "is empty");
    for (const std::uint32_t number : member) check(name, number, least, most);
}

bool CheckMembers::begin(const char *name, const char *, bool, bool there) {
    if (there) groups_.emplace_back(name);
    return there;
}

void ReadMembers::plain_choice(const char *name, std::uint32_t &member,
                               std::initializer_list<const char *> words, const char *, bool) {
    member = 0;
    if (!at_.back()->contains(name)) return;
    const auto word = at_.back()->at(name).get<std::string>();
    const auto *const found = std::find(words.begin(), words.end(), word);
    member = static_cast<std::uint32_t>(found - words.begin());
}

void ReadMembers::choice(const char *name, std::uint32_t &member,
                         std::initializer_list<const char *> words, const char *) {
    const auto word = at_.back()->at(name).at("value").get<std::string>();
    const auto *const found = std::find(words.begin(), words.end(), word);
    member = static_cast<std::uint32_t>(found - words.begin());
}

bool ReadMembers::begin(const char *name, const char *, bool optional, bool) {
    const auto group = at_.back()->find(name);
    if (optional && group == at_.back()->end()) return false;
    at_.push_back(&*group);
    return true;
}

namespace {

json group_rule(const char *text) {
    return {{"description", text},
            {"type", "object"},
            {"additionalProperties", false},
            {"properties", json::object()}};
}

} // namespace

MakeSchema::MakeSchema(const std::string &kind) {
    json whole = group_rule("");
    whole.erase("description");
    whole["$schema"] = "http://json-schema.org/draft-07/schema#";
    whole["title"] = fmt::format("A machine description of the kind {} for inlet: "
                                 "emulator/machines/*.json. docs/machine-file.md explains it.",
                                 kind);
    groups_.push_back(std::move(whole));
    add("name", {{"type", "string"}, {"pattern", "^[a-z][a-z0-9_-]*$"}, {"maxLength", 64}},
        "what the machine is called", false);
    add("description", {{"type", "string"}, {"pattern", "."}},
        "one line, shown by 'inlet machines'", false);
}

void MakeSchema::add(const char *name, json rule, const char *text, bool optional) {
    rule["description"] = text;
    groups_.back()["properties"][name] = std::move(rule);
    if (!optional) groups_.back()["required"].push_back(name);
}

void MakeSchema::add_number(const char *name, json value, const char *text, bool optional) {
    json rule = group_rule(text);
    rule["required"] = {"value", "source"};
    rule["properties"] = {{"value", std::move(value)},
                          {"source", {{"type", "string"}, {"pattern", "."}}}};
    add(name, std::move(rule), text, optional);
}

void MakeSchema::list(const char *name, std::vector<std::uint32_t> &, std::uint32_t least,
                      std::uint32_t most, const char *text) {
    add_number(name,
               {{"type", "array"},
                {"minItems", 1},
                {"items", {{"type", "integer"}, {"minimum", least}, {"maximum", most}}}},
               text);
}

bool MakeSchema::begin(const char *name, const char *text, bool optional, bool) {
    groups_.push_back(group_rule(text));
    names_.emplace_back(name);
    optional_.push_back(optional);
    return true;
}

void MakeSchema::end() {
    json rule = std::move(groups_.back());
    const json text = rule.at("description");
    groups_.pop_back();
    add(names_.back().c_str(), std::move(rule), text.get_ref<const std::string &>().c_str(),
        optional_.back());
    names_.pop_back();
    optional_.pop_back();
}

void common_members(Members &m, MachineConfig &config, std::uint32_t most_nodes,
                    std::uint32_t least_memory, std::uint32_t most_memory,
                    const char *memory_text) {
    m.of_every_machine([&] {
        m.number("nodes", config.nodes, 1, most_nodes,
                 "nodes of a run where --nodes does not say otherwise");
        m.number("max_nodes", config.max_nodes, 1, most_nodes, "most nodes a run may have");
        m.number("memory_bytes", config.memory_bytes, least_memory, most_memory, memory_text);
    });
}

namespace {

void members(Members &m, CacheConfig &cache, bool stores) {
    m.number("size", cache.size, 8, 1 << 26, "bytes of the cache, a power of two");
    m.number("line", cache.line, 8, 4096, "bytes of a line, a power of two");
    m.number("ways", cache.ways, 1, 1024, "lines of a set, a power of two; 1: direct-mapped");
    m.number("miss", cache.miss, 0, 1'000'000, "cycles to fetch a line");
    if (!stores) return;
    auto write = static_cast<std::uint32_t>(cache.write);
    m.choice("write", write, {"through", "through_allocate", "back"},
             "what a store does: through, through_allocate or back");
    cache.write = static_cast<WritePolicy>(write);
}

} // namespace

static void all_caches(Members &m, CachesConfig &caches, bool all) {
    m.part("icache", "the instruction cache", caches.instruction,
           [&](CacheConfig &cache) { members(m, cache, false); });
    const bool unified = caches.unified;
    m.part(
        "dcache", "the data cache", caches.data,
        [&](CacheConfig &cache) { members(m, cache, true); }, !unified);
    if (!all) return;
    m.part(
        "cache", "one cache for instructions and data, instead of icache and dcache", caches.data,
        [&](CacheConfig &cache) {
            members(m, cache, true);
            caches.unified = true;
        },
        unified);
    m.part("write_buffer", "where stores wait for memory; absent: writes take no time",
           caches.write_buffer, [&](WriteBufferConfig &buffer) {
               m.number("depth", buffer.depth, 0, 1024,
                        "writes that the buffer holds; 0: a store waits until memory has it");
               m.number("drain", buffer.drain, 0, 1'000'000,
                        "cycles for which one write keeps memory busy");
           });
}

void cache_members(Members &m, MachineConfig &config, bool all) {
    m.of_every_machine([&] { all_caches(m, config.caches, all); });
}

} // namespace inlet
