// MachineConfig::with(): sets members of a machine file by dotted path.
#include "description/kinds_of_files.h"
#include "inlet/config.h"
#include "inlet/suggest.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace inlet {

namespace {

using nlohmann::json;
using nlohmann::ordered_json; // keeps the order of the file, for readability

/// {"value": N, "source": "..."}
bool is_number(const json &rule) {
    return rule.contains("properties") && rule.at("properties").contains("value");
}

bool is_group(const json &rule) { return rule.contains("properties") && !is_number(rule); }

/// "network.hop_latency" and every other path that has a value.
void collect_paths(const json &rule, const std::string &prefix, std::vector<std::string> &paths) {
    for (const auto &[name, member] : rule.at("properties").items()) {
        if (is_group(member))
            collect_paths(member, prefix + name + ".", paths);
        else
            paths.push_back(prefix + name);
    }
}

/// A path that names the same group, and in it a member whose name begins alike: for
/// "network.hops" "network.hop_latency". Empty: there is none, or more than one.
std::string longer(const std::string &path, const std::vector<std::string> &paths) {
    constexpr std::size_t letters = 3;
    const std::size_t start = path.rfind('.') + 1, end = start + letters;
    if (path.size() < end) return "";
    std::string found;
    for (const std::string &known : paths) {
        if (known.compare(0, end, path, 0, end) != 0 || known.find('.', start) != std::string::npos)
            continue;
        if (!found.empty()) return "";
        found = known;
    }
    return found;
}

/// The path to suggest: one that ends in the same word, or begins alike, or the nearest one, or the
/// one with the nearest last part.
std::string suggestion(const std::string &path, const json &schema) {
    const auto last_part = [](const std::string &of) { return of.substr(of.rfind('.') + 1); };
    std::vector<std::string> paths, last_parts;
    collect_paths(schema, "", paths);
    for (const std::string &known : paths) last_parts.push_back(last_part(known));
    const auto ending_in = [&](const std::string &part) {
        const auto at = std::find(last_parts.begin(), last_parts.end(), part);
        return at == last_parts.end() ? std::string()
                                      : paths[static_cast<std::size_t>(at - last_parts.begin())];
    };
    std::string found = ending_in(last_part(path));
    if (found.empty()) found = longer(path, paths);
    if (found.empty()) found = nearest(path, paths);
    if (found.empty()) found = ending_in(nearest(last_part(path), last_parts));
    return found.empty() ? " ('inlet machines NAME' lists the members of a machine)"
                         : fmt::format(": did you mean '{}'?", found);
}

/// The error for a member that no machine of this kind has.
UserError no_member(const std::string &path, const json &schema, const MachineConfig &machine) {
    // costs.send is T1's. Where sends are no instructions, other numbers make up their cost.
    const bool instructions =
        machine.contexts().of(Context::low) == ContextNames().of(Context::low);
    if (const KindFacts &kind = facts_of(machine);
        path == "costs.send" && !instructions && kind.send) {
        return UserError(fmt::format("machine {0} has no SEND instruction: a send there is {1}, "
                                     "whose cost is '{2}' ('inlet machines {0}' lists its numbers)",
                                     machine.name, kind.send, kind.send_cost));
    }
    return UserError(fmt::format("a machine has no member '{}'{}", path, suggestion(path, schema)));
}

/// The member of `rule` whose name is `word` or begins with it.
std::string member_of(const json &rule, const std::string &word, const std::string &path,
                      const json &schema, const MachineConfig &machine) {
    const json &members = rule.at("properties");
    if (members.contains(word)) return word;
    std::vector<std::string> begun;
    for (const auto &[name, unused] : members.items())
        if (!word.empty() && name.starts_with(word)) begun.push_back(name);
    if (begun.size() > 1)
        throw UserError(fmt::format("'{}' may be any of: {}", word, fmt::join(begun, ", ")));
    if (begun.empty()) throw no_member(path, schema, machine);
    return begun[0];
}

/// Parses a value: a number, an array, true, false, or else text.
json value_of(const std::string &text) {
    const json value = json::parse(text, nullptr, false);
    return value.is_number() || value.is_boolean() || value.is_array() ? value : json(text);
}

/// Returns the full path.
std::string apply(ordered_json &document, const MachineSetting &setting, const json &schema,
                  const MachineConfig &machine) {
    ordered_json *at = &document;
    std::string path;
    const json *rule = &schema;
    for (std::size_t begin = 0; begin <= setting.path.size();) {
        const std::size_t dot = std::min(setting.path.find('.', begin), setting.path.size());
        const std::string word = setting.path.substr(begin, dot - begin);
        if (!is_group(*rule)) throw no_member(setting.path, schema, machine);
        const std::string name = member_of(*rule, word, setting.path, schema, machine);
        rule = &rule->at("properties").at(name);
        at = &(*at)[name];
        path += (path.empty() ? "" : ".") + name;
        begin = dot + 1;
    }
    if (is_group(*rule)) {
        std::vector<std::string> members;
        collect_paths(*rule, setting.path + ".", members);
        throw UserError(fmt::format("'{}' has more than one value: name one of {}", setting.path,
                                    fmt::join(members, ", ")));
    }
    if (setting.value.empty()) throw UserError("there is no value");
    const json value = value_of(setting.value);
    *at = is_number(*rule) ? ordered_json{{"value", value}, {"source", "set for this run"}}
                           : ordered_json(value);
    return path;
}

} // namespace

MachineConfig MachineConfig::with(const std::vector<MachineSetting> &changes) const {
    if (changes.empty()) return *this;
    ordered_json document = ordered_json::parse(text);
    const json schema = schema_of(kind_of_document(document));
    std::vector<std::string> all = settings;
    for (const MachineSetting &setting : changes)
        all.push_back(apply(document, setting, schema, *this) + "=" + setting.value);
    const std::filesystem::path shown = file.empty() ? name + ".json" : file.string();
    MachineConfig changed =
        parse(document.dump(2, ' ', false, json::error_handler_t::replace) + "\n", shown);
    changed.file = file;
    changed.settings = std::move(all);
    return changed;
}

} // namespace inlet
