#include "machines_command.h"

#include "app/columns.h"
#include "app/exit_code.h"

#include <algorithm>
#include <fmt/format.h>
#include <inlet/config.h>
#include <inlet/machine_numbers.h>
#include <nlohmann/json.hpp>

namespace inlet::cli {

using namespace app;

namespace {

/// Keeps the members in the order of the file.
using json = nlohmann::ordered_json;

void print_table(const MachineConfig &config) {
    const std::vector<MachineNumber> numbers = machine_numbers(config);
    std::size_t key_width = 0, value_width = 0;
    for (const MachineNumber &number : numbers) {
        key_width = std::max(key_width, number.path.size());
        value_width = std::max(value_width, number.value.size());
    }
    fmt::print("{}: {}\n({})\n\n", config.name, config.description,
               config.file.empty() ? "built in" : config.file.string());
    constexpr std::size_t screen = 120, narrow = 20;
    const std::size_t used = key_width + value_width + 4;
    const std::size_t width = std::max(screen - std::min(screen, used), narrow);
    for (const MachineNumber &number : numbers) {
        std::vector<std::string> lines = wrap(number.text, width);
        if (!number.source.empty())
            for (const std::string &line : wrap("[" + number.source + "]", width))
                lines.push_back(line);
        fmt::print("{:<{}}  {:>{}}  {}\n", number.path, key_width, number.value, value_width,
                   lines.at(0));
        for (std::size_t i = 1; i < lines.size(); ++i) fmt::print("{:{}}{}\n", "", used, lines[i]);
    }
    fmt::print("\nBelow each number's meaning stands its source; 'assumed' marks what no source "
               "gives. All times are cycles of\nthe node clock. docs/machine-file.md says how to "
               "make a machine of your own.\n");
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
