#include "machines_command.h"

#include "columns.h"
#include "exit_code.h"

#include <algorithm>
#include <fmt/format.h>
#include <inlet/config.h>
#include <nlohmann/json.hpp>

namespace inlet::cli {

namespace {

/// Keeps the members in the order of the file.
using json = nlohmann::ordered_json;

struct Number {
    std::string key, value, source;
};

/// Every {"value", "source"} of a machine file, with its path: "network.hop_latency".
void collect(const json &object, const std::string &prefix, std::vector<Number> &numbers) {
    const auto text = [](const json &value) {
        return value.is_string() ? value.get<std::string>() : value.dump();
    };
    for (const auto &[name, member] : object.items()) {
        const std::string key = prefix.empty() ? name : prefix + "." + name;
        if (!member.is_object())
            numbers.push_back({key, text(member), ""});
        else if (member.contains("value"))
            numbers.push_back(
                {key, text(member.at("value")), member.at("source").get<std::string>()});
        else
            collect(member, key, numbers);
    }
}

void print_table(const MachineConfig &config) {
    json members = json::parse(config.text);
    members.erase("name");
    members.erase("description");
    std::vector<Number> numbers;
    collect(members, "", numbers);
    std::size_t key_width = 0, value_width = 0;
    for (const Number &number : numbers) {
        key_width = std::max(key_width, number.key.size());
        value_width = std::max(value_width, number.value.size());
    }
    fmt::print("{}: {}\n({})\n\n", config.name, config.description,
               config.file.empty() ? "built in" : config.file.string());
    constexpr std::size_t screen = 120;
    const std::size_t used = key_width + value_width + 4;
    for (const Number &number : numbers) {
        const auto lines = wrap(number.source, screen > used + 20 ? screen - used : 20);
        fmt::print("{:<{}}  {:>{}}", number.key, key_width, number.value, value_width);
        if (!number.source.empty()) fmt::print("  {}", lines[0]);
        fmt::print("\n");
        for (std::size_t i = 1; i < lines.size(); ++i) fmt::print("{:{}}{}\n", "", used, lines[i]);
    }
    fmt::print("\nAll times are cycles of the node clock. 'assumed' marks what no source gives. "
               "docs/machine-file.md "
               "says\nwhat each number means and how to make a machine of your own.\n");
}

int list(bool as_json) {
    json document = json::array();
    for (const std::string &name : MachineConfig::presets()) {
        const MachineConfig config = MachineConfig::load(name);
        document.push_back({{"name", name}, {"description", config.description}});
    }
    if (as_json) {
        fmt::print("{}\n", document.dump(2));
        return success;
    }
    std::size_t width = 0;
    for (const json &machine : document)
        width = std::max(width, machine["name"].get<std::string>().size());
    for (const json &machine : document)
        fmt::print("{:<{}}  {}\n", machine["name"].get<std::string>(), width,
                   machine["description"].get<std::string>());
    fmt::print("\n'inlet machines NAME' shows every number of one and where it comes from.\n");
    return success;
}

} // namespace

int machines(const std::string &name, bool as_json) {
    if (name.empty()) return list(as_json);
    const MachineConfig config = MachineConfig::load(name);
    if (as_json)
        fmt::print("{}\n", json::parse(config.text).dump(2));
    else
        print_table(config);
    return success;
}

} // namespace inlet::cli
