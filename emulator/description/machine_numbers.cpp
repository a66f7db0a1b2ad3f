#include "inlet/machine_numbers.h"

#include "description/kinds_of_files.h"

#include <nlohmann/json.hpp>

namespace inlet {

namespace {

using nlohmann::json;
using nlohmann::ordered_json; // keeps the order of the file

std::string plain(const ordered_json &value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

void collect_numbers(const ordered_json &object, const json &rule, const std::string &prefix,
                     std::vector<MachineNumber> &numbers) {
    static const json none = json::object();
    for (const auto &[name, member] : object.items()) {
        const std::string path = prefix.empty() ? name : prefix + "." + name;
        const json &about = rule.contains("properties") && rule.at("properties").contains(name)
                                ? rule.at("properties").at(name)
                                : none;
        const bool number = member.is_object() && member.contains("value");
        if (member.is_object() && !number) {
            collect_numbers(member, about, path, numbers);
            continue;
        }
        numbers.push_back({path, plain(number ? member.at("value") : member),
                           number ? member.at("source").get<std::string>() : "",
                           about.value("description", "")});
    }
}

} // namespace

std::vector<MachineNumber> machine_numbers(const MachineConfig &config) {
    ordered_json members = ordered_json::parse(config.text);
    const json schema = schema_of(kind_of_document(members));
    members.erase("name");
    members.erase("description");
    std::vector<MachineNumber> numbers;
    collect_numbers(members, schema, "", numbers);
    return numbers;
}

} // namespace inlet
