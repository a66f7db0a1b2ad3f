#include "ncube2/config.h"

#include "inlet/config.h"
#include "ncube2/preset.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

namespace inlet::ncube2 {

namespace {

using nlohmann::json;

/// A number of the machine: where it is in the file, in which range, and where it goes.
struct Member {
    const char *path;
    std::uint32_t least, most;
    std::uint32_t &(*place)(Config &);
};

const Member members[] = {
    {"nodes", 1, 8192, [](Config &c) -> std::uint32_t & { return c.nodes; }},
    {"max_nodes", 1, 8192, [](Config &c) -> std::uint32_t & { return c.max_nodes; }},
    {"memory_bytes", 4u << 20, 64u << 20,
     [](Config &c) -> std::uint32_t & { return c.memory_bytes; }},
    {"clock_hz", 1, 1'000'000'000, [](Config &c) -> std::uint32_t & { return c.clock_hz; }},
    {"costs.base", 1, 1000, [](Config &c) -> std::uint32_t & { return c.costs.base; }},
    {"costs.memory", 0, 1000, [](Config &c) -> std::uint32_t & { return c.costs.memory; }},
    {"costs.prefetch_stall", 0, 1000,
     [](Config &c) -> std::uint32_t & { return c.costs.prefetch_stall; }},
    {"costs.interrupt_extra", 0, 100,
     [](Config &c) -> std::uint32_t & { return c.costs.interrupt_extra; }},
    {"costs.multiply", 0, 1000, [](Config &c) -> std::uint32_t & { return c.costs.multiply; }},
    {"costs.divide", 0, 1000, [](Config &c) -> std::uint32_t & { return c.costs.divide; }},
    {"network.hop", 1, 100000, [](Config &c) -> std::uint32_t & { return c.network.hop; }},
    {"network.cycles_per_byte", 1, 10000,
     [](Config &c) -> std::uint32_t & { return c.network.cycles_per_byte; }},
    {"network.eot_bytes", 0, 64, [](Config &c) -> std::uint32_t & { return c.network.eot_bytes; }},
    {"network.dma_start", 0, 100000,
     [](Config &c) -> std::uint32_t & { return c.network.dma_start; }},
    {"network.dma_end", 0, 100000, [](Config &c) -> std::uint32_t & { return c.network.dma_end; }},
};

const Member *find(const std::string &path) {
    for (const Member &member : members)
        if (path == member.path) return &member;
    return nullptr;
}

std::string read_file(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw UserError(path + ": the file cannot be read");
    return {std::istreambuf_iterator<char>(file), {}};
}

json parse(const std::string &text, const std::string &name) {
    try {
        return json::parse(text);
    } catch (const json::exception &error) {
        throw UserError(name + ": this is no JSON: " + error.what());
    }
}

void put(Config &config, const Member &member, std::int64_t value, const std::string &where) {
    if (value < member.least || value > member.most)
        throw UserError(where + ": " + member.path + " is " + std::to_string(value) +
                        "; it can be " + std::to_string(member.least) + " to " +
                        std::to_string(member.most));
    member.place(config) = static_cast<std::uint32_t>(value);
}

void read_members(Config &config, const json &object, const std::string &prefix,
                  const std::string &name, std::set<std::string> &seen) {
    for (const auto &[key, value] : object.items()) {
        const std::string path = prefix + key;
        if (prefix.empty() && (key == "name" || key == "kind" || key == "description")) continue;
        if (const Member *member = find(path)) {
            if (!value.is_object() || !value.contains("value") || !value.contains("source") ||
                !value["value"].is_number_integer())
                throw UserError(name + ": " + path +
                                R"( must be {"value": NUMBER, "source": "..."})");
            put(config, *member, value["value"].get<std::int64_t>(), name);
            seen.insert(path);
        } else if (value.is_object() && prefix.empty() && (key == "costs" || key == "network")) {
            read_members(config, value, key + ".", name, seen);
        } else {
            throw UserError(name + ": an nCUBE/2 has no number '" + path + "'");
        }
    }
}

} // namespace

bool is_machine(const std::string &name) {
    if (name == "ncube2") return true;
    std::error_code error;
    if (!std::filesystem::is_regular_file(name, error)) return false;
    const json file = json::parse(read_file(name), nullptr, false);
    return file.is_object() && file.value("kind", json()) == "ncube2";
}

MachineFile machine_file(const std::string &name) {
    const bool built_in = name == "ncube2";
    const std::string text = built_in ? preset_text : read_file(name);
    load(name, {});
    const json file = json::parse(text);
    return {file.value("name", name), file.value("description", ""), text, built_in ? "" : name};
}

Config load(const std::string &name, const std::vector<std::string> &set) {
    const std::string shown = name == "ncube2" ? "ncube2.json" : name;
    const json file = parse(name == "ncube2" ? preset_text : read_file(name), shown);
    if (!file.is_object()) throw UserError(shown + ": a machine file is an object");
    Config config;
    config.name = file.value("name", "ncube2");
    std::set<std::string> seen;
    read_members(config, file, "", shown, seen);
    for (const Member &member : members)
        if (!seen.count(member.path))
            throw UserError(shown + ": the number '" + member.path + "' is missing");
    for (const std::string &setting : set) {
        const std::size_t equals = setting.find('=');
        const std::string where = "--set " + setting;
        if (equals == std::string::npos)
            throw UserError(where + ": write KEY=VALUE, for example costs.memory=3");
        const Member *member = find(setting.substr(0, equals));
        if (!member)
            throw UserError(where + ": an nCUBE/2 has no number '" + setting.substr(0, equals) +
                            "'; 'inlet machines ncube2' lists them");
        const std::string value = setting.substr(equals + 1);
        std::size_t used = 0;
        std::int64_t number = 0;
        try {
            number = std::stoll(value, &used);
        } catch (const std::exception &) {
            used = 0;
        }
        if (used == 0 || used != value.size())
            throw UserError(where + ": '" + value + "' is no whole number");
        put(config, *member, number, where);
    }
    if (config.nodes > config.max_nodes)
        throw UserError(shown + ": nodes is greater than max_nodes");
    return config;
}

} // namespace inlet::ncube2
