#include "app/ending.h"

#include "app/callers_text.h"
#include "app/failure_advice.h"
#include "app/state_dump_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <inlet/disassembler.h>
#include <inlet/processor.h>
#include <inlet/program.h>
#include <optional>
#include <string_view>

namespace inlet::app {

namespace {

/// "access to an unmapped address" -> "load from an unmapped address 0x00000000".
std::string with_access(const Fault &fault, Processor processor) {
    const std::string_view access = access_name(fault, processor);
    std::string text = describe(fault.kind);
    if (constexpr std::string_view general = "access to"; text.starts_with(general))
        text.replace(0, general.size(),
                     fmt::format("{} {}", access, access == "load" ? "from" : "to"));
    text += fmt::format(" {:#010x}", fault.value);
    if (fault.size > 1 && access != "jump") text += fmt::format(" ({} bytes)", fault.size);
    return text;
}

/// A note on a pc outside of the program's text, or on overwritten text.
std::string whose_code(const Fault &fault, const Image &image) {
    if (!fault.word) return "";
    std::uint32_t loaded = 0;
    if (!is_text(fault.pc, image)) return " (the pc is not in the program's text)";
    // The last instruction of nCUBE's or x86's text may be shorter than a word.
    return !image.word(fault.pc, loaded) || loaded == *fault.word
               ? ""
               : " (the program's text has been overwritten here)";
}

std::string what(const RunResult &result, Processor processor) {
    const Fault &fault = result.fault;
    const std::size_t nodes = result.nodes.size();
    std::string text = describe(fault.kind);
    if (const FaultKind meant = meaning_of(fault, processor); meant != fault.kind)
        return describe(meant);
    switch (row_of(fault.kind).shown) {
    case FaultShown::nothing: return text;
    case FaultShown::access:
        if (!result.message.empty() && fault.size == 0) // of what a device does by itself
            return fmt::format("the network interface, at {:#010x}: {}", fault.value,
                               result.message);
        if (!result.message.empty()) // a device reports the fault
            return fmt::format("{} at {:#010x} ({} bytes): {}", access_name(fault, processor),
                               fault.value, fault.size, result.message);
        return with_access(fault, processor);
    case FaultShown::request:
        return fmt::format("{}: {:#010x} (sent by node {})", text, fault.value,
                           fault.source.value_or(0));
    case FaultShown::word: return fmt::format("{}: {:#010x}", text, fault.value);
    case FaultShown::code: return fmt::format("{}: code {:#x}", text, fault.value);
    case FaultShown::node: return fmt::format("{}: node {}", text, fault.value);
    case FaultShown::no_node:
        return fmt::format("{}: {} (there are {}: 0 to {})", text,
                           static_cast<std::int32_t>(fault.value), nodes, nodes - 1);
    case FaultShown::message: return result.message;
    case FaultShown::reason: return result.message.empty() ? text : text + ": " + result.message;
    case FaultShown::trap: return trap_text(fault, processor);
    case FaultShown::ni_register: return fmt::format("{}: ${}", text, fault.value);
    }
    return text;
}

std::string instruction_line(const Fault &fault, const Image &image, mips::Features processor) {
    if (!fault.word || fault.kind == FaultKind::never_written) return "";
    return fmt::format("\n  instruction: {}",
                       Disassembler(image, processor).text(fault.pc, *fault.word));
}

/// Lines with the calls and the message that have led there.
std::string way_text(const RunResult &result, const Image &image) {
    std::string lines;
    for (const std::string &more :
         {callers_text(result.fault.pc, result.callers, image),
          context_text(result.context, result.handles, image),
          result.context == Context::main
              ? called_handler_text(result.fault.pc, result.callers, image)
              : ""})
        if (!more.empty()) lines += "\n  " + more;
    return lines + guest_threads_text(result.threads, image);
}

/// The advice with the compiler of the program's machine.
std::string advice_text(FaultKind kind, const Image &image) {
    std::string text(advice(kind, image.processor));
    const std::string_view named = facts_of(image.processor).compiler;
    if (const std::size_t at = text.find(named); at != std::string::npos)
        text.replace(at, named.size(), compiler_of(image.processor, image.machine));
    return text;
}

/// A jump to 0 that the runtime made with the handler of a message.
bool calls_null_handler(const RunResult &result, const Image &image) {
    const Fault &fault = result.fault;
    return fault.kind == FaultKind::unmapped && fault.value == 0 && fault.pc == 0 &&
           handler_in(fault.pc, result.callers, image) == fault.pc;
}

/// The address of no code that a message carried as its handler, and that the node executed.
std::optional<std::uint32_t> wild_handler(const RunResult &result, const Image &image) {
    const Fault &fault = result.fault;
    if (is_text(fault.pc, image) || fault.kind == FaultKind::program_failed) return {};
    if (result.context == Context::main) {
        const auto handler = handler_in(fault.pc, result.callers, image);
        return handler && *handler == fault.pc ? handler : std::nullopt;
    }
    if (!result.handles) return {};
    const std::uint32_t address = result.handles->handler & ~facts_of(image.processor).handler_bits;
    return is_text(address, image) ? std::nullopt : std::optional(address);
}

/// A trap of a function of <am.h>, whose text names the function.
bool is_trap_of_runtime(const Fault &fault, const Image &image) {
    return fault.kind == FaultKind::trap && trap_text(fault, image.processor).starts_with("am_");
}

/// The kind of fault that the advice is for.
FaultKind advised_kind(const RunResult &result, const Image &image) {
    if (calls_null_handler(result, image)) return FaultKind::null_handler;
    if (is_trap_of_runtime(result.fault, image)) return FaultKind::program_failed;
    if (wild_handler(result, image)) return FaultKind::handler_address;
    return meaning_of(result.fault, image.processor);
}

std::string fault_text(const RunResult &result, const Image &image, mips::Features processor) {
    const Fault &fault = result.fault;
    const std::string vectorless = fault_note(fault, image);
    const FaultKind advised = advised_kind(result, image);
    // A node that executes memory without code goes on until something of it is a fault.
    const auto wild = result.context == Context::main ? std::nullopt : wild_handler(result, image);
    const std::string happened =
        wild ? fmt::format("message to a handler that is no code of the program: {:#010x}", *wild)
             : what(result, image.processor);
    return fmt::format(
        "node {}, cycle {}, pc {}: {}{}{}{}\n  what to do: {}", fault.node, fault.cycle,
        image.where(fault.pc), vectorless.empty() ? happened : vectorless, whose_code(fault, image),
        instruction_line(fault, image, processor), way_text(result, image),
        result.fault.kind == FaultKind::unmapped && !result.message.empty()
            ? std::string(registers_page(image)) +
                  (fault.size ? " If the program does not mean the interface, look for a wild "
                                "pointer."
                              : "")
        : advised == FaultKind::program_failed ? std::string(failure_advice(result.message))
                                               : advice_text(advised, image));
}

/// The handler that a node is in.
struct OpenHandler {
    std::uint32_t node = 0, place = 0;
};
std::optional<OpenHandler> open_handler(const DumpNode &node, const Image &image) {
    if (node.context != Context::main) return OpenHandler{node.node, node.pc};
    const auto place = handler_in(node.pc, node.callers, image);
    return place ? std::optional(OpenHandler{node.node, *place}) : std::nullopt;
}

/// A line with the first node that is in a handler, unless the message has told so.
std::string handler_line(const RunResult &result, const Image &image) {
    for (const DumpNode &node : result.unfinished) {
        const auto handler = open_handler(node, image);
        if (!handler) continue;
        if (node.node == result.fault.node && node.context != Context::main) return "";
        std::string line = fmt::format("\n  node {} is in a handler, in {}", node.node,
                                       image.place(handler->place));
        if (node.handles)
            line += fmt::format(", of message {0}:{1} from node {0}", node.handles->source,
                                node.handles->number);
        return line + "; if that does not return, no other message of the node is handled.";
    }
    return "";
}

std::string limit_text(const RunResult &result, const Image &image, mips::Features processor) {
    constexpr const char *todo =
        "\n  what to do: give more cycles, or look with --trace and 'inlet "
        "report' at what they are used for.";
    const Fault &at = result.fault;
    const std::string where =
        fmt::format("node {}, cycle {}, pc {}", at.node, at.cycle, image.where(at.pc));
    if (!result.nodes.at(at.node).exited)
        return fmt::format("{}: not done when --max-cycles was reached{}{}{}{}", where,
                           instruction_line(at, image, processor), way_text(result, image),
                           handler_line(result, image), todo);
    // All programs have exited, so that only handlers can run.
    if (result.context == Context::main)
        return fmt::format("cycle {}: all nodes have exited, but messages were still on their way "
                           "when --max-cycles was reached{}",
                           at.cycle, todo);
    return fmt::format(
        "{}: all nodes have exited, but a handler was not done when --max-cycles was "
        "reached{}{}{}",
        where, instruction_line(at, image, processor), way_text(result, image), todo);
}

/// The first handler that waits, except for room to send.
std::optional<OpenHandler> waiting_handler(const StateDump &dump, const Image &image) {
    for (const DumpNode &node : dump.nodes) {
        if (!row_of(node.state).in_loop) continue;
        if (const auto handler = open_handler(node, image)) return handler;
    }
    return {};
}

/// The first node in a wait loop that reads no memory. Only a change of the program can end it.
const DumpNode *blind_loop(const StateDump &dump) {
    for (const DumpNode &node : dump.nodes)
        if (node.state == DumpNode::State::waits && node.reads.empty()) return &node;
    return nullptr;
}

bool nothing_was_sent(const RunResult &result) {
    return std::ranges::all_of(result.nodes,
                               [](const NodeSummary &node) { return node.messages_sent == 0; });
}

/// The first node in a wait loop that does not take the messages that it has, or would not take
/// those that come.
const DumpNode *deaf_loop(const RunResult &result) {
    const StateDump &dump = *result.state_dump;
    const bool sent = !nothing_was_sent(result);
    for (const DumpNode &node : dump.nodes)
        if ((node.state == DumpNode::State::waits || node.state == DumpNode::State::repeats) &&
            (has_messages(dump, node) || (sent && node.holds)))
            return &node;
    return nullptr;
}

std::string silent_advice(const StateDump &dump) {
    return fmt::format("no message was ever sent, so nothing can end the loop{} above: look at "
                       "{} condition, and at what should send.",
                       dump.nodes.size() == 1 ? "" : "s", dump.nodes.size() == 1 ? "its" : "their");
}

/// Packets that the network has lost.
std::uint64_t lost_packets(const StateDump &dump) {
    std::uint64_t lost = 0;
    for (const DumpNode &node : dump.nodes) lost += node.lost;
    return lost;
}

std::string lost_advice(const StateDump &dump, std::uint64_t lost) {
    return fmt::format("{} packets have been lost: look at {} of the machine file, or --set, for "
                       "how many the network loses.{}",
                       lost, dump.losses,
                       dump.sends_again ? ""
                                        : " This program's software does not send them again.");
}

std::string deadlock_advice(const RunResult &result, const Image &image) {
    const StateDump &dump = *result.state_dump;
    if (const std::uint64_t lost = lost_packets(dump); lost != 0) return lost_advice(dump, lost);
    if (const auto waiting = waiting_handler(dump, image))
        return fmt::format("node {} waits in a handler, in {}. Handlers never wait and never poll: "
                           "while one does, the message that it waits for may not come in "
                           "(CSD-94-823 A.10, 'Active Messages'). Let it return, and let main or "
                           "another handler do what is left.",
                           waiting->node, image.place(waiting->place));
    if (const DumpNode *node = blind_loop(dump))
        return fmt::format(
            "the loop of node {} in {} reads no memory, so no handler can end it. If "
            "it waits for a variable, make that volatile; else it is an endless loop.",
            node->node, image.place(node->pc));
    const bool sends = std::ranges::any_of(
        dump.nodes, [](const DumpNode &node) { return node.state == DumpNode::State::sends; });
    if (is_jam(dump) && (sends || !deaf_loop(result)))
        return "look for a handler that waits to send: a high one must not, a low one only for "
               "high (CSD-94-823 A.10, 'Active Messages'); --tsip lists every undelivered message.";
    if (const DumpNode *node = deaf_loop(result))
        return fmt::format("the loop of node {} in {} does not take the messages that the node "
                           "has: no handler runs between am_hold() and am_release(), and on "
                           "machines that poll none runs without am_poll(). Wait with am_wait(), "
                           "or poll in this loop (docs/active-messages.md).",
                           node->node, image.place(node->pc));
    if (nothing_was_sent(result)) return silent_advice(dump);
    return "look for a message that was never sent or went to another node ('msgs sent' and "
           "'received' "
           "of --summary), or for two nodes that wait for each other.";
}

std::string deadlock_text(const RunResult &result, const Image &image, const SecondCores &second) {
    const StateDump &dump = *result.state_dump;
    return fmt::format("deadlock: {}{}\n  what to do: {}",
                       is_jam(dump) ? "no node can make progress, and no message can move"
                                    : "every node waits, and no message is on its way",
                       stuck_nodes_text(dump, image, second), deadlock_advice(result, image));
}

/// Names the second core in a message about its node.
std::string of_second_core(std::string text, std::uint32_t node, const SecondCores &second) {
    const std::string title = fmt::format("node {}", node);
    if (text.starts_with(title + ",")) text.insert(title.size(), "'s " + second.name);
    return text;
}

/// Advice on a run whose nodes only poll.
std::string stalled_advice(const RunResult &result, const Image &image, bool unacknowledged,
                           std::uint64_t lost) {
    const StateDump &dump = *result.state_dump;
    if (lost != 0 && (unacknowledged || !dump.sends_again)) return lost_advice(dump, lost);
    const bool shows_queues = std::ranges::any_of(
        dump.firmware, [](const DumpNode &node) { return !node.queues.empty(); });
    if (unacknowledged && shows_queues)
        return "packets are sent again and none comes in: receivers have no buffer for them, as "
               "the queues show. Let programs return packets, or send with a smaller window; or a "
               "receiver computes for longer than stall_cycles of the machine file.";
    if (const auto waiting = waiting_handler(dump, image))
        return fmt::format("node {} waits in a handler, in {}. Handlers never wait and never poll. "
                           "Let it return, and let main or another handler do what is left.",
                           waiting->node, image.place(waiting->place));
    if (nothing_was_sent(result)) return silent_advice(dump);
    return "look for a message that was never sent or went to another node ('msgs sent' and "
           "'received' "
           "of --summary). stall_cycles of the machine file says how long inlet waits.";
}

/// The report on programs that only poll.
std::string stalled_text(const RunResult &result, const Image &image, const SecondCores &second) {
    constexpr std::size_t most = 8;
    const StateDump &dump = *result.state_dump;
    using State = DumpNode::State;
    if (second.image && std::ranges::all_of(dump.nodes, [](const DumpNode &node) {
            return node.state == State::exited;
        }))
        return fmt::format(
            "stalled: all programs have exited, and firmware never rests{}\n  what to "
            "do: let its idle loop only poll, and change neither registers nor "
            "memory (docs/design.md, 'Two cores in a node').",
            stuck_nodes_text(dump, image, second));
    std::string lines;
    std::size_t shown = 0, more = 0;
    const std::uint64_t lost = lost_packets(dump);
    bool unacknowledged = false;
    for (const DumpNode &node : dump.nodes) {
        if (node.state == DumpNode::State::exited) continue;
        unacknowledged = unacknowledged || node.unacknowledged;
        if (shown++ >= most) {
            ++more;
            continue;
        }
        const std::string calls = callers_text(node.pc, node.callers, image);
        lines += fmt::format("\n  node {} polls at {}{}{}", node.node, image.where(node.pc),
                             node.unacknowledged ? ", and waits for an acknowledgement" : "",
                             calls.empty() ? "" : "\n    " + calls);
        lines += guest_threads_text(node.threads, image) + queues_text(node, second);
        if (node.node < dump.firmware.size())
            lines += queues_text(dump.firmware[node.node], second);
    }
    if (more != 0) lines += fmt::format("\n  and {} more nodes", more);
    return fmt::format("stalled: every node polls, {}, and no message comes{}\n  what to do: {}",
                       unacknowledged ? "what was sent has not been acknowledged"
                       : lost != 0    ? "packets have been lost"
                       : nothing_was_sent(result)
                           ? "nothing was sent"
                           : "everything that was sent has been acknowledged",
                       lines, stalled_advice(result, image, unacknowledged, lost));
}

} // namespace

std::string ending(const RunResult &result, const Image &image, mips::Features processor,
                   const SecondCores &second) {
    switch (result.outcome) {
    case Outcome::exited: return "";
    case Outcome::fault:
        if (!result.fault.core || !second.image) return fault_text(result, image, processor);
        return of_second_core(fault_text(result, *second.image, processor), result.fault.node,
                              second);
    case Outcome::max_cycles: return limit_text(result, image, processor);
    case Outcome::deadlock: return deadlock_text(result, image, second);
    case Outcome::stalled: return stalled_text(result, image, second);
    case Outcome::interrupted: return "interrupted";
    }
    return "";
}

} // namespace inlet::app
