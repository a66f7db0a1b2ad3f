#include "inlet/trace_header.h"

#include "inlet/network_parts.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace inlet {

using nlohmann::json;

namespace {

std::string hex(std::uint64_t number) { return fmt::format("{:#018x}", number); }
std::uint64_t from_hex(const json &value) {
    return std::stoull(value.get<std::string>(), nullptr, 0);
}

/// Arbitrary bytes as valid JSON text.
std::string hex_bytes(const std::string &bytes) {
    std::string text;
    for (const char c : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
    return text;
}
std::string from_hex_bytes(const std::string &text) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2)
        bytes += static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16));
    return bytes;
}

json to_json(const RecordedRun &run) {
    json document = {{"machine_hash", hex(run.machine_hash)},
                     {"jitter", run.jitter},
                     {"max_cycles", run.max_cycles},
                     {"program_bytes", run.program_bytes},
                     {"io_program_bytes", run.io_program_bytes},
                     {"snapshot_bytes", run.snapshot_bytes},
                     {"only", run.only},
                     {"arguments_hex", json::array()}};
    if (run.firmware_bytes) document["firmware_bytes"] = run.firmware_bytes;
    for (const std::string &argument : run.arguments)
        document["arguments_hex"].push_back(hex_bytes(argument));
    return document;
}

RecordedRun run_of(const json &document) {
    RecordedRun run;
    run.machine_hash = from_hex(document.at("machine_hash"));
    run.jitter = document.at("jitter").get<std::uint64_t>();
    run.max_cycles = document.at("max_cycles").get<std::uint64_t>();
    run.program_bytes = document.at("program_bytes").get<std::uint64_t>();
    run.io_program_bytes = document.at("io_program_bytes").get<std::uint64_t>();
    run.firmware_bytes = document.value("firmware_bytes", std::uint64_t{0});
    run.snapshot_bytes = document.at("snapshot_bytes").get<std::uint64_t>();
    run.only = document.at("only").get<std::vector<std::string>>();
    for (const json &argument : document.at("arguments_hex"))
        run.arguments.push_back(from_hex_bytes(argument.get<std::string>()));
    return run;
}

} // namespace

TraceHeader::TraceHeader(const MachineConfig &config, const Image &image, std::uint32_t node_count,
                         std::vector<std::string> program_arguments)
    : program(image.path.string()), program_hash(image.hash),
      arguments(std::move(program_arguments)), nodes(node_count), columns(columns_of(config)),
      io_nodes(io_nodes_of(config)), machine_name(config.name), machine(config.text),
      contexts(config.contexts()), cores(config.cores), settings(config.settings),
      symbols(image.symbols), marks(image.marks) {}

std::string TraceHeader::to_json() const {
    json names = json::array();
    if (!run) // a recorded run contains the program
        for (const Symbol &symbol : symbols)
            names.push_back({symbol.address, symbol.size, symbol.name});
    json document = {{"program", program},           {"program_hash", hex(program_hash)},
                     {"arguments", arguments},       {"nodes", nodes},
                     {"machine_name", machine_name}, {"machine", machine},
                     {"symbols", std::move(names)}};
    if (run)
        document["run"] = inlet::to_json(*run);
    else
        for (const Mark &mark : marks)
            document["marks"].push_back({mark.address, mark.begins, mark.name});
    document["contexts"] = contexts.names;
    if (!cores.empty()) document["cores"] = cores;
    if (!settings.empty()) document["settings"] = settings;
    if (columns != 0) document["columns"] = columns;
    if (io_nodes != 0) document["io_nodes"] = io_nodes;
    // Paths and arguments are arbitrary bytes. Invalid UTF-8 is replaced, because it must not end
    // the run.
    return document.dump(-1, ' ', false, json::error_handler_t::replace);
}

TraceHeader TraceHeader::from_json(const std::string &text) {
    try {
        const json document = json::parse(text);
        TraceHeader header;
        header.program = document.at("program").get<std::string>();
        header.program_hash = from_hex(document.at("program_hash"));
        header.arguments = document.at("arguments").get<std::vector<std::string>>();
        header.nodes = document.at("nodes").get<std::uint32_t>();
        header.settings = document.value("settings", std::vector<std::string>());
        header.contexts.names = document.value("contexts", header.contexts.names);
        header.cores = document.value("cores", std::vector<std::string>());
        header.columns = document.value("columns", 0u);
        header.io_nodes = document.value("io_nodes", 0u);
        header.machine_name = document.at("machine_name").get<std::string>();
        header.machine = document.at("machine").get<std::string>();
        for (const json &symbol : document.at("symbols"))
            header.symbols.push_back({symbol.at(0).get<std::uint32_t>(),
                                      symbol.at(1).get<std::uint32_t>(),
                                      symbol.at(2).get<std::string>()});
        for (const json &mark : document.value("marks", json::array()))
            header.marks.push_back({mark.at(0).get<std::uint32_t>(), mark.at(1).get<bool>(),
                                    mark.at(2).get<std::string>()});
        if (document.contains("run")) header.run = run_of(document.at("run"));
        std::stable_sort(header.marks.begin(), header.marks.end(),
                         [](const Mark &a, const Mark &b) { return a.address < b.address; });
        std::stable_sort(header.symbols.begin(), header.symbols.end(),
                         [](const Symbol &a, const Symbol &b) { return a.address < b.address; });
        constexpr std::uint32_t most_nodes = 1u << 16; // bounds the allocation for a damaged header
        if (header.nodes == 0 || header.nodes > most_nodes)
            throw UserError(fmt::format("the header is damaged: {} nodes", header.nodes));
        if (header.io_nodes >= header.nodes)
            throw UserError("the header is damaged: more I/O nodes than nodes");
        return header;
    } catch (const json::exception &error) {
        throw UserError(fmt::format("the header is damaged: {}", error.what()));
    } catch (const std::logic_error &error) { // stoull
        throw UserError(fmt::format("the header is damaged: {}", error.what()));
    }
}

} // namespace inlet
