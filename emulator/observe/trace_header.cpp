#include "inlet/trace_header.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace inlet {

using nlohmann::json;

TraceHeader::TraceHeader(const MachineConfig &config, const Image &image, std::uint32_t node_count,
                         std::vector<std::string> program_arguments)
    : program(image.path.string()), program_hash(image.hash),
      arguments(std::move(program_arguments)), nodes(node_count), columns(config.mesh.columns),
      io_nodes(config.mesh.io_nodes), machine_name(config.name), machine(config.text),
      symbols(image.symbols), marks(image.marks) {}

std::string TraceHeader::to_json() const {
    json names = json::array();
    for (const Symbol &symbol : symbols)
        names.push_back({symbol.address, symbol.size, symbol.name});
    json document = {
        {"program", program},           {"program_hash", fmt::format("{:#018x}", program_hash)},
        {"arguments", arguments},       {"nodes", nodes},
        {"machine_name", machine_name}, {"machine", machine},
        {"symbols", std::move(names)}};
    for (const Mark &mark : marks)
        document["marks"].push_back({mark.address, mark.begins, mark.name});
    if (columns != 0) document["columns"] = columns;
    if (io_nodes != 0) document["io_nodes"] = io_nodes;
    // Paths and arguments are any bytes; what is not UTF-8 is replaced instead of failing the run.
    return document.dump(-1, ' ', false, json::error_handler_t::replace);
}

TraceHeader TraceHeader::from_json(const std::string &text) {
    try {
        const json document = json::parse(text);
        TraceHeader header;
        header.program = document.at("program").get<std::string>();
        header.program_hash =
            std::stoull(document.at("program_hash").get<std::string>(), nullptr, 0);
        header.arguments = document.at("arguments").get<std::vector<std::string>>();
        header.nodes = document.at("nodes").get<std::uint32_t>();
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
        std::stable_sort(header.marks.begin(), header.marks.end(),
                         [](const Mark &a, const Mark &b) { return a.address < b.address; });
        std::stable_sort(header.symbols.begin(), header.symbols.end(),
                         [](const Symbol &a, const Symbol &b) { return a.address < b.address; });
        constexpr std::uint32_t most_nodes =
            1u << 16; // a damaged header must not make anyone allocate more
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
