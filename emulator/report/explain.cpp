// Explains the causes of cycles and the numbers of a machine that determine them.
#include "analysis/event_names.h"
#include "analysis/ledger.h"
#include "inlet/inspect.h"
#include "inlet/suggest.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace inlet {

namespace {

using json = nlohmann::ordered_json;

struct Explanation {
    Cause cause;
    const char *summary; ///< one line
    const char *text;
    const char *source;
    std::vector<std::string>
        members; ///< paths in the machine file; a section stands for all of its members
};

const std::vector<Explanation> &explanations() {
    static const std::vector<Explanation> all = {
        {Cause::issue,
         "an instruction's own cycles",
         "Every instruction has a kind, and every kind a number of cycles. A network instruction\n"
         "counts one cycle here and the others as 'network'. Where a likely branch skips its "
         "slot,\n"
         "the slot's cycles are the branch's. A vector load or store moves some words per cycle.",
         "the machine file's costs, each with its source; kinds: isa/ (docs/machine-file.md)",
         {"base_cycles", "access_cycles", "costs", "annulled_slot", "vector_words_per_cycle"}},
        {Cause::load_use,
         "waiting for the value of the load just before",
         "An instruction that uses what the instruction before it loads waits for it. Something\n"
         "useful between the two costs nothing more: the compiler fills what it can.",
         "the machine file's load_use (docs/machine-file.md)",
         {"load_use"}},
        {Cause::network,
         "cycles of network instructions beyond the first",
         "What the processor spends at the network interface (T1: SEND, CTC2, CFC2, HRET ...). A "
         "SEND that the network refuses\n"
         "costs send_refused instead: those cycles are wait-room.",
         "CSD-94-823 3.10, A.10; the machine file's costs of network instructions",
         {"costs.send", "costs.hret", "costs.ctc2", "costs.cfc2", "costs.nibranch", "send_refused",
          "network_instructions.send", "network_instructions.hret", "network_instructions.read",
          "network_instructions.write", "network_instructions.send_refused", "costs.xnet",
          "base_cycles"}},
        {Cause::multiply,
         "waiting for a multiplication or division",
         "An instruction that needs the result of a multiplication or division (MIPS: HI and LO)\n"
         "while that is still going on waits. Only machines with these latencies have it; on "
         "others the issue cost is all.",
         "the machine file's multiply_latency and divide_latency",
         {"multiply_latency", "divide_latency", "costs.mult", "costs.div"}},
        {Cause::cache,
         "lines fetched from memory and written back",
         "A fetch or an access to memory that misses a cache waits for the line. On an SP-2, so "
         "do\n"
         "loads, stores and flushes of the adapter's FIFOs, which are cached. Machines without\n"
         "caches have none.",
         "the machine file's icache, dcache, cache; of the FIFOs: network_interface",
         {"icache", "dcache", "cache", "network_interface.miss", "network_interface.flush_clean",
          "network_interface.flush_dirty", "nes.burst", "nes.line_operation"}},
        {Cause::write_buffer,
         "a store that waits for room in the write buffer",
         "A store goes into the write buffer, which drains at its own pace, and waits while the\n"
         "buffer is full.",
         "the machine file's write_buffer",
         {"write_buffer"}},
        {Cause::ni_wait,
         "wait states of the network interface's registers",
         "Where the network interface is behind loads and stores, these take longer there than in\n"
         "memory. The instruction's own cycles are issue, the rest is this.",
         "the machine file's network_interface; voyager: nes; myrinet: bus (docs/machine-file.md)",
         {"network_interface.load_wait", "network_interface.store_wait",
          "network_interface.store_drain", "network_interface.access",
          "network_interface.channel_cycles", "network_interface.channel_words",
          "network_interface.send", "network_interface.receive", "nes", "bus"}},
        {Cause::access,
         "accesses of memory",
         "On the nCUBE/2 each access of memory costs the same, beside an instruction's base cost.\n"
         "Other machines count accesses as issue, or as misses of a cache.",
         "000 4.2.5; the machine file's access_cycles; ncube2: costs.memory",
         {"access_cycles", "costs.memory"}},
        {Cause::stall,
         "the prefetch unit stalls",
         "On the nCUBE/2 traps, returns from them and the instructions of the DMA channels are\n"
         "executed by the prefetch unit, which has to fill its queue again.",
         "000 4.2.5.1; the machine file's costs.trap, port and xnet; ncube2: costs.prefetch_stall",
         {"costs.prefetch_stall", "costs.trap", "costs.port", "costs.xnet"}},
        {Cause::dispatch,
         "from an event to the first instruction of its handler",
         "The network interface swaps a register set and the processor goes to the handler, of a\n"
         "message, a timelet or an outlet event. These cycles belong to no instruction.",
         "CSD-94-823 3.10, A.9; the machine file's dispatch",
         {"dispatch", "network_instructions.dispatch", "interrupt_extra", "base_cycles",
          "access_cycles"}},
        {Cause::exception,
         "from an instruction that raises an exception to its handler",
         "The processor leaves the program for its exception handler (docs/exceptions.md). These\n"
         "cycles belong to no instruction.",
         "the machine file's exception; cm5: trap_entry; nCUBE/2: interrupt_extra and the "
         "accesses; myrinet: os",
         {"exception", "trap_entry", "os", "interrupt_extra", "base_cycles", "access_cycles",
          "costs.trap", "costs.interrupt_extra"}},
        {Cause::stolen,
         "hard-wired handlers hold the processor up",
         "On a machine with hard-wired handlers the interface serves fetches and stores itself\n"
         "and takes memory cycles from the processor (docs/hardwired.md).",
         "the machine file's hardwired",
         {"hardwired"}},
        {Cause::idle,
         "the node has exited and has no message to handle",
         "A node that has called exit keeps handling messages. Between them nothing runs and its\n"
         "clock goes on.",
         "docs/design.md, \"What a run is\"",
         {}},
        {Cause::unrecorded,
         "cycles that the trace does not have",
         "The node had not exited, and there are no records: only a part of the run was recorded.",
         "docs/trace.md",
         {}},
        {Cause::wait_message,
         "a loop that does nothing until a message comes",
         "From its second turn on a loop waits if a turn leaves everything as it found it: "
         "memory,\n"
         "registers, the network. Only an event can end it. Polling is waiting too. The handlers\n"
         "that come in between are work.",
         "docs/trace.md, \"Waiting\"",
         {"network", "networks.data", "switch"}},
        {Cause::wait_room,
         "the network does not accept a SEND",
         "Every SEND that is refused, the rest of the loop that repeats it, and loops that look\n"
         "whether the network has room.",
         "docs/trace.md, \"Waiting\"",
         {"send_refused", "network_instructions.send_refused", "network", "networks.data",
          "switch"}},
        {Cause::wait_barrier,
         "the same as wait-message, in a barrier",
         "The loop is in a function whose name contains 'barrier', in am_enable or am_disable, or\n"
         "in a function that these call.",
         "docs/trace.md, \"Waiting\"",
         {"networks.control", "network", "networks.data", "switch"}},
        {Cause::wait_clock,
         "a loop that reads the clock and does nothing else",
         "As wait-message, but a turn reads the node's clock: the loop waits for a time.",
         "docs/trace.md, \"Waiting\"",
         {}}};
    return all;
}

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

Table numbers(const Explanation &explanation, const MachineConfig &machine) {
    Table table{.name = "numbers"};
    table.columns = {Table::Column::text("member"), {"value"}, Table::Column::text("source")};
    const json file = json::parse(machine.text, nullptr, false);
    // Members that other causes have, too, do not make a cause of a machine that cannot have it.
    const ContextNames contexts = machine.contexts();
    if ((explanation.cause == Cause::network || explanation.cause == Cause::dispatch) &&
        called_by_software(contexts) && machine.x86)
        return table;
    for (const std::string &name : explanation.members) {
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
        for (const Explanation &e : explanations()) {
            list.rows.push_back({cause_name(e.cause), e.summary, e.source});
            out.text += fmt::format("{:<13} {}\n", cause_name(e.cause), e.summary);
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
    for (const Explanation &e : explanations()) {
        known.emplace_back(cause_name(e.cause));
        if (word != cause_name(e.cause)) continue;
        out.text = fmt::format("{}: {}\n\n{}\n\nSource: {}.\n", word, e.summary, e.text, e.source);
        Table table = numbers(e, machine);
        if (table.rows.empty() && !e.members.empty())
            table.notes.push_back(fmt::format("{} has none of it.", machine.name));
        else if (!e.members.empty())
            table.title = fmt::format("On {}:", machine.name);
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
