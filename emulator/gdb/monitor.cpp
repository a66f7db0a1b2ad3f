// What `monitor` and `info threads` say of a machine.
#include "analysis/event_names.h"
#include "gdb/packets.h"
#include "gdb/target.h"
#include "inlet/disassembler.h"
#include "inlet/handler_calls.h"
#include "inlet/observer.h"

#include <array>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <tuple>

namespace inlet::gdb {

namespace {

constexpr unsigned shown_instructions = 8;

std::string where(const Image *image, std::uint32_t address) {
    return image ? image->where(address) : fmt::format("{:#010x}", address);
}

} // namespace

std::string Target::node_line(const StateDump &all, std::uint32_t node) {
    const std::uint32_t nodes = control_.nodes();
    const DumpNode &dump = node < nodes ? all.nodes.at(node) : all.firmware.at(node - nodes);
    if (dump.core)
        return fmt::format("{}: {}, cycle {}", core_title(node), row_of(dump.state).name,
                           dump.cycle);
    // Where software calls the handlers, the calls tell what a node is in.
    const auto handler = session_.image && dump.context == Context::main
                             ? handler_in(dump.pc, dump.callers, *session_.image)
                             : std::nullopt;
    const Symbol *const function = handler ? session_.image->find(*handler) : nullptr;
    return fmt::format("node {}: {}, {}, cycle {}", dump.node, row_of(dump.state).name,
                       function ? "handler " + function->readable()
                                : all.contexts.title(dump.context),
                       dump.cycle);
}

std::string Target::monitor(const std::string &command) {
    const StateDump dump = control_.state_dump();
    const auto packet_line = [&](const DumpPacket &p) {
        constexpr const char *places[] = {"injection buffer of", "link into", "receive buffer of",
                                          "to be sent in the interface of", "in the interface of"};
        // The network computes ahead of the nodes.
        const char *const when = p.since > dump.cycle ? "from cycle" : "since cycle";
        return fmt::format("{} {}, {}: message {}:{} to {}, {}, {} {}\n",
                           places[static_cast<int>(p.in.place)], p.in.router,
                           p.in.high ? "high" : "low", p.source, p.number, p.destination,
                           p.handler >= first_handler ? "handler " + place(p.handler)
                           : session_.image           ? handler_name(p.handler, *session_.image)
                                                      : fmt::format("tag {}", p.handler),
                           when, p.since);
    };
    std::string text;
    if (command == "nodes") {
        for (std::uint32_t n = 0; n < control_.cores(); ++n)
            text += node_line(dump, n) + ", " + place(control_.pc(n), n) + "\n";
    } else if (command == "queues") {
        std::map<std::tuple<int, std::uint32_t, bool>, std::uint32_t> counts;
        for (const DumpPacket &p : dump.packets)
            ++counts[{static_cast<int>(p.in.place), p.in.router, p.in.high}];
        constexpr const char *places[] = {
            "injection buffer of node", "links into router", "receive buffer of node",
            "to be sent in the interface of node", "in the interface of node"};
        for (const auto &[where, count] : counts)
            text += fmt::format("{} {}, {}: {} message{}\n", places[std::get<0>(where)],
                                std::get<1>(where), std::get<2>(where) ? "high" : "low", count,
                                count == 1 ? "" : "s");
        if (counts.empty()) text = "no messages\n";
    } else if (command == "inflight") {
        for (const DumpPacket &p : dump.packets) text += packet_line(p);
        if (dump.packets.empty()) text = "no messages\n";
    } else if (command == "tsip") {
        for (const DumpNode &n : dump.nodes) {
            text += fmt::format("{}, {}", node_line(dump, n.node), place(n.pc));
            if (n.has_mask)
                text += fmt::format(", ee {:d} lpee {:d} hpmm {:d} lpmm {:d} om {:d} tm {:d}", n.ee,
                                    n.lpee, n.hpmm, n.lpmm, n.om, n.tm);
            text += '\n';
        }
        for (const DumpPacket &p : dump.packets) text += packet_line(p);
    } else if (command == "threads") {
        text = guest_threads_text();
    } else if (command.starts_with("code ")) {
        text = code_text(std::string_view(command).substr(5));
    } else if (command.starts_with("address ")) {
        text = address_text(std::string_view(command).substr(8));
    } else if (command == "cycle") {
        text = fmt::format("cycle {}\n", control_.position().cycle);
    } else {
        if (command != "help") text = fmt::format("there is no '{}'\n", command);
        text += "monitor nodes      what each node does\n"
                "monitor queues     how many messages stand in which buffers\n"
                "monitor inflight   every message that is under way, and where\n"
                "monitor tsip       both, with event masks if the machine has them\n"
                "monitor threads    the program's own threads (<pan_mt.h>) on each node\n"
                "monitor code N     what thread N executes next, and its open calls\n"
                "monitor address F  where function F of the second processors' program is\n"
                "monitor cycle      the time\n";
    }
    return text;
}

std::string Target::code_text(std::string_view thread_number) {
    std::optional<std::uint32_t> core;
    if (!thread(thread_number, core) || !core)
        return fmt::format("there is no thread {}\n", thread_number);
    const Image *const image = is_second(*core) ? session_.firmware : session_.image;
    const StateDump dump = control_.state_dump();
    std::string text = node_line(dump, *core) + '\n';
    std::uint32_t pc = control_.pc(*core);
    for (unsigned n = 0; n < shown_instructions && image; ++n) {
        const Disassembler disassembler(*image);
        const auto listed = disassembler.in_program(pc);
        if (!listed || listed->bytes == 0) break;
        text += fmt::format("{} {}: {}\n", n ? "  " : "=>", where(image, pc),
                            disassembler.text(pc, listed->word));
        pc += listed->bytes;
    }
    if (pc == control_.pc(*core)) text += fmt::format("=> {}\n", where(image, pc));
    const DumpNode &at =
        is_second(*core) ? dump.firmware.at(*core - control_.nodes()) : dump.nodes.at(*core);
    for (const std::uint32_t call : at.callers)
        text += fmt::format("called at {}\n", where(image, call));
    return text;
}

std::string Target::address_text(std::string_view name) const {
    if (!session_.firmware) return "nodes have one processor\n";
    for (const auto *symbols : {&session_.firmware->symbols, &session_.firmware->objects})
        for (const Symbol &symbol : *symbols)
            if (symbol.is_called(name)) return fmt::format("{:#010x}\n", symbol.address);
    return fmt::format("{}'s program has no '{}'\n", session_.second_core, name);
}

std::string Target::guest_threads_text() const {
    std::string text;
    const std::uint32_t list = session_.image ? guest_threads_at(*session_.image) : 0;
    for (std::uint32_t node = 0; list != 0 && node < control_.nodes(); ++node) {
        const auto load = [&](std::uint32_t address, std::uint32_t &word) {
            std::array<std::uint8_t, 4> bytes{};
            if (!control_.read(node, address, bytes)) return false;
            const auto [a, b, c, d] = bytes;
            word = control_.little(node) ? d << 24 | c << 16 | b << 8 | a
                                         : a << 24 | b << 16 | c << 8 | d;
            return true;
        };
        for (const GuestThread &thread : guest_threads(list, load))
            text += fmt::format("node {}: {}\n", node, guest_thread_text(thread, *session_.image));
    }
    return text.empty() ? "the program has no threads of its own\n" : text;
}

} // namespace inlet::gdb
