// Each number of each kind of machine is a part of its hash.
#include "description/kinds_of_files.h"
#include "inlet/config.h"
#include "inlet/isa/t1_isa.h"
#include "inlet/machine_numbers.h"
#include "inlet/ppc_config.h"
#include "inlet/sparc_config.h"
#include "inlet/x86_config.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace inlet {
namespace {

using nlohmann::json;

/// Values that differ from the member's, one of which its rules allow.
std::vector<std::string> others(const json &value, const json &rule) {
    if (rule.contains("enum")) {
        std::vector<std::string> all;
        for (const json &one : rule["enum"])
            all.push_back(one.is_string() ? one.get<std::string>() : one.dump());
        return all;
    }
    if (value.is_boolean()) return {value.get<bool>() ? "false" : "true"};
    if (value.is_array()) return {"[3, 1]"};
    const auto number = value.get<std::int64_t>();
    return {std::to_string(number + 1), std::to_string(number - 1), std::to_string(2 * number),
            std::to_string(number / 2), std::to_string(number + 4096)};
}

/// Every path of the schema with a value, and its rule.
void collect(const json &rule, const std::string &path, std::map<std::string, json> &rules) {
    for (const auto &[name, member] : rule.at("properties").items()) {
        const std::string here = path.empty() ? name : path + "." + name;
        const bool number = member.contains("properties") && member["properties"].contains("value");
        if (member.contains("properties") && !number)
            collect(member, here, rules);
        else
            rules[here] = number ? member["properties"]["value"] : member;
    }
}

/// The value at a path of the machine's text; null: it is not there.
json value_at(const json &document, const std::string &path) {
    const json *at = &document;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t dot = std::min(path.find('.', begin), path.size());
        const auto found = at->find(path.substr(begin, dot - begin));
        if (found == at->end()) return {};
        at = &*found;
        begin = dot + 1;
    }
    return at->is_object() ? at->at("value") : *at;
}

/// Whether a member is a number of the machine. Excluded are texts, the bounds on the number of
/// nodes, and the clock, which changes no cycle.
bool is_number(const std::string &path, const json &rule) {
    if (path == "nodes" || path == "max_nodes" || path == "clock_hz") return false;
    return rule.at("type") != "string" || rule.value("enum", json::array()).size() > 1;
}

/// The paths of `machine` whose change leaves its hash.
std::string left_out(const MachineConfig &machine, const json &schema,
                     std::map<std::string, bool> &tried) {
    std::string left;
    std::map<std::string, json> rules;
    collect(schema, "", rules);
    const json document = json::parse(machine.text);
    for (const auto &[path, rule] : rules) {
        if (!is_number(path, rule)) continue;
        const auto type = rule.at("type").get<std::string>();
        json value = value_at(document, path);
        if (value.is_null()) // its default
            value = type == "boolean"   ? json(false)
                    : type == "integer" ? json(1)
                                        : rule.value("enum", json::array({""}))[0];
        // Alone, or else with the members of that name in other caches, which have to be equal.
        const std::string in_cache = "cache." + path.substr(path.rfind('.') + 1);
        bool changed_here = false;
        for (const bool alone : {true, false})
            for (const std::string &other : others(value, rule)) {
                if (changed_here || value == other || value.dump() == other) continue;
                std::vector<MachineSetting> settings = {{path, other}};
                for (const auto &[name, unused] : rules)
                    if (!alone && name != path && path.ends_with(in_cache) &&
                        name.ends_with(in_cache) && !value_at(document, name).is_null())
                        settings.push_back({name, other});
                try {
                    const MachineConfig changed = machine.with(settings);
                    tried[path] = changed_here = true;
                    if (changed.hash() == machine.hash()) left += path + "=" + other + "\n";
                } catch (const UserError &) { // the rules do not allow this value
                }
            }
    }
    return left;
}

/// A machine with caches of its own, whose numbers are those of `parts` in other machine files.
MachineConfig with_parts(const std::string &base,
                         const std::vector<std::pair<std::string, std::string>> &parts) {
    json document = {{"base", base}, {"name", "made"}, {"description", "of parts"}};
    for (const auto &[part, from] : parts)
        document[part] = json::parse(MachineConfig::load(from).text).at(part);
    return MachineConfig::parse(document.dump(), "made.json");
}

TEST(Numbers, ChangeTheHash) {
    const std::string test = INLET_TEST_MACHINES;
    // With every optional part between them.
    const std::map<std::string, std::vector<std::string>> kinds = {
        {"schema-t1.json", {"t1", "t1-hardwired", test + "/cached.json", test + "/unified.json"}},
        {"schema-cm5.json", {"cm5", "cm5-xnet", "cm5-cached", test + "/../cm5/xnet/grid.json"}},
        {"schema-loggp.json", {"cs2", "unet"}},
        {"schema-sp2.json", {"sp2", "sp2-xnet", "sp2-cached", test + "/../sp2/xnet/grid.json"}},
        {"schema-myrinet.json", {"myrinet", "myrinet-cached"}},
        {"schema-voyager.json", {"voyager"}},
        {"schema-ncube2.json", {"ncube2"}},
        {"schema-ncube2x86.json",
         {"ncube2-x86", "ncube2-xnet", test + "/../ncube2/xnet/grid.json"}}};
    const std::string cached = test + "/cached.json";
    for (const auto &[file, names] : kinds) {
        std::ifstream in(std::string(INLET_MACHINES_DIR) + "/" + file);
        const json schema = json::parse(in);
        std::vector<MachineConfig> machines;
        for (const std::string &name : names) machines.push_back(MachineConfig::load(name));
        const json &members = schema.at("properties");
        if (members.contains("write_buffer"))
            machines.push_back(with_parts(
                names.front(), {{"icache", cached}, {"dcache", cached}, {"write_buffer", cached}}));
        else if (members.contains("dcache") && !members.contains("second_cache"))
            machines.push_back(with_parts(names.front(), {{"icache", cached}, {"dcache", cached}}));
        if (members.contains("cache"))
            machines.push_back(with_parts(names.front(), {{"cache", "cm5-cached"}}));
        std::map<std::string, bool> tried;
        for (const MachineConfig &machine : machines)
            EXPECT_EQ(left_out(machine, schema, tried), "") << machine.name;
        EXPECT_GT(tried.size(), 10u) << file;
        std::map<std::string, json> rules;
        collect(schema, "", rules);
        for (const auto &[path, rule] : rules) {
            const bool one_value = file == "schema-myrinet.json" && path == "dcache.write";
            EXPECT_TRUE(tried[path] || !is_number(path, rule) || one_value) << file << ": " << path;
        }
    }
    for (const std::string &kind : kinds_of_files())
        EXPECT_TRUE(kinds.contains("schema-" + kind + ".json")) << kind;
}

/// The members of `required` in a fixed order.
json sorted(json schema) {
    if (schema.is_object()) {
        for (auto &[name, member] : schema.items()) member = sorted(std::move(member));
        if (schema.contains("required") && schema["required"].is_array())
            std::sort(schema["required"].begin(), schema["required"].end());
    }
    return schema;
}

/// With INLET_REFRESH=1 the stored ones are written.
TEST(Numbers, StoredSchemasAreThoseOfTheLists) {
    for (const std::string &kind : kinds_of_files()) {
        const std::string file = std::string(INLET_MACHINES_DIR) + "/schema-" + kind + ".json";
        const json made = schema_of(*kind_of_file(kind));
        if (std::getenv("INLET_REFRESH")) std::ofstream(file) << made.dump(2) << "\n";
        std::ifstream in(file);
        EXPECT_EQ(sorted(json::parse(in)), sorted(made)) << file;
    }
}

TEST(Numbers, EachHasAMeaning) {
    for (const std::string &name : MachineConfig::presets())
        for (const MachineNumber &number : machine_numbers(MachineConfig::load(name)))
            EXPECT_NE(number.text, "") << name << " " << number.path;
}

TEST(Numbers, CostsHaveTheNamesOfTheirKeys) {
    const auto check = [](const char *kind, const auto &names) {
        const json costs = schema_of(*kind_of_file(kind))["properties"]["costs"]["properties"];
        EXPECT_EQ(costs.size(), std::size(names));
        for (const char *name : names) EXPECT_TRUE(costs.contains(name)) << name;
    };
    check("t1", isa::cost_key_names);
    check("cm5", isa::sparc::cost_key_names);
    check("sp2", isa::ppc::cost_key_names);
    check("voyager", isa::ppc::cost_key_names);
    check("ncube2x86", isa::x86::cost_key_names);
}

} // namespace
} // namespace inlet
