#include "inlet/run_summary.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace inlet {

using nlohmann::json;

namespace {

NodeSummary sum(const RunSummary &run) {
    NodeSummary all;
    all.cycles = run.cycles; // nodes run concurrently
    for (const NodeSummary &node : run.nodes) {
        all.instructions += node.instructions;
        all.messages_sent += node.messages_sent;
        all.messages_received += node.messages_received;
        all.cycles_waiting += node.cycles_waiting;
        all.cycles_refused += node.cycles_refused;
        all.cycles_idle += node.cycles_idle;
    }
    return all;
}

json numbers(const NodeSummary &node) {
    return {{"cycles", node.cycles},
            {"instructions", node.instructions},
            {"messages_sent", node.messages_sent},
            {"messages_received", node.messages_received},
            {"cycles_waiting", node.cycles_waiting},
            {"cycles_waiting_loops", node.cycles_looping()},
            {"cycles_waiting_room", node.cycles_refused},
            {"cycles_waiting_exited", node.cycles_idle}};
}

/// The least and the largest of each number of the nodes.
json extremes(const std::vector<NodeSummary> &nodes) {
    json least, largest;
    for (const NodeSummary &node : nodes) {
        const json all = numbers(node);
        if (least.is_null()) least = largest = all;
        for (const auto &[name, value] : all.items()) {
            if (value < least[name]) least[name] = value;
            if (value > largest[name]) largest[name] = value;
        }
    }
    return {{"least", least}, {"largest", largest}};
}

std::string row(const std::string &name, const NodeSummary &node, const std::string &status) {
    const std::string line =
        fmt::format("{:>5} {:>15} {:>15} {:>12} {:>12} {:>15} {:>12} {:>12}", name,
                    node.instructions, node.cycles, node.messages_sent, node.messages_received,
                    node.cycles_looping(), node.cycles_refused, node.cycles_idle);
    return status.empty() ? line + "\n" : line + "  " + status + "\n";
}

} // namespace

std::string hash_text(std::uint64_t hash) { return fmt::format("{:#018x}", hash); }

const char *outcome_name(Outcome outcome) {
    switch (outcome) {
    case Outcome::exited: return "exited";
    case Outcome::fault: return "fault";
    case Outcome::max_cycles: return "max_cycles";
    case Outcome::deadlock: return "deadlock";
    case Outcome::stalled: return "stalled";
    case Outcome::interrupted: return "interrupted";
    }
    return "unknown";
}

RunSummary::RunSummary(const RunResult &result)
    : outcome(outcome_name(result.outcome)), status(result.status), cycles(result.cycles),
      message_hash(result.message_hash), nodes(result.nodes), firmware(result.firmware),
      counts(result.counts) {
    std::ranges::sort(counts, {}, &NamedCount::name);
}

std::string RunSummary::to_json(bool records) const {
    json document = {{"program", program},
                     {"arguments", arguments},
                     {"machine", machine},
                     {"settings", settings},
                     {"outcome", outcome},
                     {"status", status},
                     {"cycles", cycles},
                     {"message_hash", hash_text(message_hash)},
                     {"totals", numbers(sum(*this))}};
    if (records) document["nodes"] = json::array();
    for (std::size_t i = 0; records && i < nodes.size(); ++i) {
        json node = numbers(nodes[i]);
        node["node"] = i;
        node["exited"] = nodes[i].exited;
        node["status"] = nodes[i].exited ? json(nodes[i].status) : json(nullptr);
        document["nodes"].push_back(std::move(node));
    }
    if (!records) {
        document["node_count"] = nodes.size();
        document["nodes_exited"] = std::ranges::count(nodes, true, &NodeSummary::exited);
        document["extremes"] = extremes(nodes);
    }
    for (std::size_t i = 0; i < firmware.size(); ++i) {
        json core = numbers(firmware[i]);
        core["node"] = i;
        document["firmware"].push_back(std::move(core));
    }
    for (const NamedCount &count : counts) document["counts"][count.name] = count.value;
    if (jitter != 0) document["jitter"] = jitter;
    if (trace_hash) {
        document["trace_hash"] = hash_text(*trace_hash);
        if (trace_hash_version != 0) document["trace_hash_version"] = trace_hash_version;
    }
    if (!message.empty()) document["message"] = message;
    return document.dump(-1, ' ', false, json::error_handler_t::replace);
}

RunSummary RunSummary::from_json(const std::string &text) {
    try {
        const json document = json::parse(text);
        RunSummary run;
        run.program = document.at("program").get<std::string>();
        run.arguments = document.at("arguments").get<std::vector<std::string>>();
        run.machine = document.at("machine").get<std::string>();
        run.settings = document.value("settings", std::vector<std::string>());
        run.outcome = document.at("outcome").get<std::string>();
        run.message = document.value("message", "");
        run.status = document.at("status").get<std::uint32_t>();
        run.cycles = document.at("cycles").get<std::uint64_t>();
        run.message_hash = std::stoull(document.at("message_hash").get<std::string>(), nullptr, 0);
        run.jitter = document.value("jitter", std::uint64_t{0});
        if (document.contains("trace_hash"))
            run.trace_hash = std::stoull(document.at("trace_hash").get<std::string>(), nullptr, 0);
        run.trace_hash_version = document.value("trace_hash_version", 0u);
        const auto numbers_of = [](const json &node) {
            NodeSummary one;
            one.cycles = node.at("cycles").get<std::uint64_t>();
            one.instructions = node.at("instructions").get<std::uint64_t>();
            one.messages_sent = node.at("messages_sent").get<std::uint64_t>();
            one.messages_received = node.at("messages_received").get<std::uint64_t>();
            one.cycles_waiting = node.at("cycles_waiting").get<std::uint64_t>();
            one.cycles_refused = node.value("cycles_waiting_room", std::uint64_t{0});
            one.cycles_idle = node.value("cycles_waiting_exited", std::uint64_t{0});
            return one;
        };
        for (const json &node : document.at("nodes")) {
            NodeSummary &one = run.nodes.emplace_back(numbers_of(node));
            one.exited = node.at("exited").get<bool>();
            one.status = one.exited ? node.at("status").get<std::uint32_t>() : 0;
        }
        for (const json &core : document.value("firmware", json::array()))
            run.firmware.push_back(numbers_of(core));
        if (document.contains("counts"))
            for (const auto &[name, value] : document.at("counts").items())
                run.counts.push_back({name, value.get<std::uint64_t>()});
        return run;
    } catch (const json::exception &error) {
        throw UserError(fmt::format("the end record is damaged: {}", error.what()));
    } catch (const std::logic_error &error) { // stoull
        throw UserError(fmt::format("the end record is damaged: {}", error.what()));
    }
}

void RunSummary::show_firmware() {
    nodes = firmware;
    firmware.clear();
}

std::string RunSummary::text() const {
    std::string command = program, changes;
    for (const std::string &argument : arguments) command += " " + argument;
    for (const std::string &setting : settings)
        changes += (changes.empty() ? " with " : ", ") + setting;
    std::string head = fmt::format("{} on {} node{} of {}{}: {} cycles, message hash {}", command,
                                   nodes.size(), nodes.size() == 1 ? "" : "s", machine, changes,
                                   cycles, hash_text(message_hash));
    if (trace_hash) head += ", trace hash " + hash_text(*trace_hash);
    if (jitter != 0) head += fmt::format(", jitter {}", jitter);
    const std::string more = counts_text();
    return head + "\n\n" + table() + (more.empty() ? "" : "\n" + more);
}

std::string RunSummary::counts_text() const {
    constexpr std::size_t width = 100;
    std::string out, line = "Counted:";
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const auto &[name, value] = counts[i];
        const std::string text =
            fmt::format(" {} {}{}", value, name, i + 1 < counts.size() ? "," : ".");
        if (line.size() + text.size() > width) {
            out += line + "\n";
            line = " ";
        }
        line += text;
    }
    return counts.empty() ? "" : out + line + "\n";
}

std::string RunSummary::table(const char *exited) const {
    std::string out = fmt::format("{:>5} {:>15} {:>15} {:>12} {:>12} {:>15} {:>12} {:>12}  {}\n",
                                  "node", "instructions", "cycles", "msgs sent", "received",
                                  "wait: message", "room", exited, "exit status");
    for (std::size_t i = 0; i < nodes.size(); ++i)
        out += row(std::to_string(i), nodes[i],
                   nodes[i].exited ? std::to_string(nodes[i].status) : "-");
    return out + row("all", sum(*this), "");
}

} // namespace inlet
