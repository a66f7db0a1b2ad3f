// Explains the causes of cycles and the numbers of a machine that determine them.
#include "analysis/event_names.h"
#include "cpu/processor_text.h"
#include "inlet/cause.h"
#include "inlet/inspect.h"
#include "inlet/machine_kind.h"
#include "inlet/processor.h"
#include "inlet/suggest.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace inlet {

namespace {

using json = nlohmann::ordered_json;

/// All members {"value", "source"} in a part of a machine file.
void collect(const json &member, const std::string &key, Table &table) {
    if (!member.is_object()) return;
    if (!member.contains("value")) {
        for (const auto &[name, child] : member.items()) collect(child, key + "." + name, table);
        return;
    }
    const json &value = member.at("value");
    table.rows.push_back({key, value.is_string() ? value.get<std::string>() : value.dump(),
                          member.value("source", "")});
}

Table numbers(Cause cause, const MachineConfig &machine) {
    Table table{.name = "numbers"};
    table.columns = {Table::Column::text("member"), {"value"}, Table::Column::text("source")};
    const json file = json::parse(machine.text, nullptr, false);
    // Members that other causes have, too, do not make a cause of a machine that cannot have it.
    const ContextNames contexts = machine.contexts();
    if ((cause == Cause::network || cause == Cause::dispatch) && called_by_software(contexts) &&
        facts_of(facts_of(machine).processor).kernel)
        return table;
    if ((cause == Cause::access || cause == Cause::stall) &&
        !text_of(facts_of(machine).processor).splits_issue())
        return table;
    std::istringstream members{std::string(facts_of(cause).members)};
    for (std::string name; members >> name;) {
        // Messages do not pass the interface that network instructions replace.
        if (cause >= first_wait && name.starts_with("network_interface.") &&
            sends_by_instructions(machine))
            continue;
        std::string path = "/" + name;
        std::replace(path.begin(), path.end(), '.', '/');
        const json::json_pointer at(path);
        if (!file.is_discarded() && file.contains(at)) collect(file.at(at), name, table);
    }
    return table;
}

} // namespace

Inspection explain(const std::string &cause, const MachineConfig &machine) {
    Inspection out;
    if (cause.empty()) {
        Table list{.name = "causes"};
        list.columns = {Table::Column::text("cause"), Table::Column::text("what"),
                        Table::Column::text("source")};
        for (const CauseFacts &e : all_causes) {
            list.rows.push_back({e.name, e.summary, e.source});
            out.text += fmt::format("{:<13} {}\n", e.name, e.summary);
        }
        out.text +=
            "\nEvery cycle of a node has exactly one of these causes. 'inlet explain CAUSE' "
            "tells more.\n";
        out.tables = {std::move(list)};
        return out;
    }
    std::string word = cause;
    std::replace(word.begin(), word.end(), '_', '-');
    std::vector<std::string> known;
    for (std::size_t n = 0; n < causes; ++n) {
        const CauseFacts &e = all_causes[n];
        known.emplace_back(e.name);
        if (word != e.name) continue;
        Table table = numbers(static_cast<Cause>(n), machine);
        if (table.rows.empty() && !e.members.empty())
            throw UserError(fmt::format("{} has no '{}' ({}); --machine NAME is another machine",
                                        machine.name, word, e.summary));
        out.text = fmt::format("{}: {}\n\n{}\n\nSource: {}.\n", word, e.summary, e.text, e.source);
        if (!e.members.empty()) table.title = fmt::format("On {}:", machine.name);
        if (!table.text().empty()) out.text += "\n" + table.text();
        Table about{.name = "about"};
        about.columns = {Table::Column::text("cause"), Table::Column::text("what"),
                         Table::Column::text("text"), Table::Column::text("source")};
        about.rows = {{word, e.summary, e.text, e.source}};
        out.tables = {std::move(about), std::move(table)};
        return out;
    }
    throw UserError(fmt::format("there is no cause '{}'{} ('inlet explain' lists them)", cause,
                                did_you_mean(word, known)));
}

} // namespace inlet
