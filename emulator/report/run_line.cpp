#include "report/run_line.h"

#include "inlet/config.h"
#include "inlet/network_parts.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

namespace inlet {

namespace {

using nlohmann::json;

/// The hash of the machine's numbers in the run. Empty: the machine file was written by hand.
std::optional<std::uint64_t> machine_hash(const TraceHeader &header) {
    if (header.run) return header.run->machine_hash;
    try {
        MachineConfig config = MachineConfig::parse(header.machine, header.machine_name);
        shape_grid(config, header.columns, header.io_nodes);
        return config.hash();
    } catch (const UserError &) {
        return {};
    }
}

/// Whether the machine is a built-in one with exactly these settings.
bool is_preset(const TraceHeader &header, std::uint64_t hash) {
    const auto presets = MachineConfig::presets();
    if (std::find(presets.begin(), presets.end(), header.machine_name) == presets.end())
        return false;
    std::vector<MachineSetting> settings;
    for (const std::string &setting : header.settings) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos) return false;
        settings.push_back({setting.substr(0, equals), setting.substr(equals + 1)});
    }
    try {
        MachineConfig config = MachineConfig::load(header.machine_name).with(settings);
        shape_grid(config, header.columns, header.io_nodes);
        return config.hash() == hash;
    } catch (const UserError &) { // a setting of another version of inlet
        return false;
    }
}

std::string nodes_text(const TraceHeader &header) {
    const std::uint32_t nodes = header.nodes - header.io_nodes;
    std::string text = fmt::format("{} node{}", nodes, nodes == 1 ? "" : "s");
    if (header.columns != 0 && header.columns <= nodes)
        text += fmt::format(" ({}x{})", nodes / header.columns, header.columns);
    if (header.io_nodes != 0)
        text += fmt::format(" and {} I/O node{}", header.io_nodes, header.io_nodes == 1 ? "" : "s");
    return text;
}

/// "costs.send.value", and its value as JSON.
void collect(const json &member, const std::string &path,
             std::map<std::string, std::string> &values) {
    if (!member.is_object()) {
        values[path] = member.dump();
        return;
    }
    for (const auto &[name, child] : member.items())
        if (name != "source" && !(path.empty() && name == "description"))
            collect(child, name == "value" ? path : path + (path.empty() ? "" : ".") + name,
                    values);
}

std::map<std::string, std::string> values_of(const TraceHeader &header) {
    std::map<std::string, std::string> values;
    const json machine = json::parse(header.machine, nullptr, false);
    if (!machine.is_discarded()) collect(machine, "", values);
    std::map<std::string, std::string> all;
    for (const auto &[path, value] : values) all["machine " + path] = value;
    all["program"] = header.program;
    all["program hash"] = fmt::format("{:#018x}", header.program_hash);
    all["arguments"] = fmt::format("{}", fmt::join(header.arguments, " "));
    all["nodes"] = nodes_text(header);
    if (!header.run) return all;
    all["jitter"] = fmt::format("{}", header.run->jitter);
    all["only"] = fmt::format("{}", fmt::join(header.run->only, ", "));
    if (header.run->max_cycles != ~std::uint64_t{0})
        all["max cycles"] = fmt::format("{}", header.run->max_cycles);
    if (header.run->snapshot_bytes != 0) all["begins"] = "at a snapshot";
    return all;
}

} // namespace

std::string run_line(const TraceHeader &header) {
    std::string text = header.program;
    for (const std::string &argument : header.arguments) text += " " + argument;
    text += fmt::format(" on {} of {}", nodes_text(header), header.machine_name);
    if (!header.settings.empty()) text += fmt::format(" with {}", fmt::join(header.settings, ", "));
    if (const auto hash = machine_hash(header); hash && !is_preset(header, *hash))
        text += fmt::format(" (a machine file, {:#018x})", *hash);
    if (header.run && header.run->jitter != 0)
        text += fmt::format(", jitter {}", header.run->jitter);
    return text;
}

Table run_differences(const TraceHeader &before, const TraceHeader &after) {
    Table table{.name = "settings", .title = "What differs between the runs"};
    table.columns = {Table::Column::text("what"), Table::Column::text("before"),
                     Table::Column::text("after")};
    const auto first = values_of(before), second = values_of(after);
    auto all = first;
    all.insert(second.begin(), second.end());
    for (const auto &[what, unused] : all) {
        const auto a = first.find(what), b = second.find(what);
        const std::string was = a == first.end() ? "" : a->second,
                          is = b == second.end() ? "" : b->second;
        if (was != is) table.rows.push_back({what, was, is});
    }
    if (table.rows.empty())
        table.notes.emplace_back("Nothing: the same program, arguments, machine and settings.");
    return table;
}

} // namespace inlet
