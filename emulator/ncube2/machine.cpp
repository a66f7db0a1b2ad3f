#include "ncube2/machine.h"

#include "inlet/config.h"
#include "ncube2/node.h"
#include "scheduler/clock_tree.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <sstream>

namespace inlet::ncube2 {

using net::Cube;

namespace {

/// A node never runs longer than this at a stretch, so that console lines come out in order.
constexpr std::uint64_t longest_stretch = 1 << 20;

std::uint32_t nodes_of(const Config &config, const Options &options) {
    const std::uint32_t nodes = options.nodes ? options.nodes : config.nodes;
    if (!std::has_single_bit(nodes))
        throw UserError("--nodes " + std::to_string(nodes) +
                        ": a hypercube has 1, 2, 4, 8 ... nodes");
    if (nodes > config.max_nodes)
        throw UserError("--nodes " + std::to_string(nodes) + ": machine " + config.name +
                        " has at most " + std::to_string(config.max_nodes) + " nodes");
    return nodes;
}

SharedPages pages_of(const Config &config, const Program &program) {
    SharedPages pages(config.memory_bytes + first_mapped);
    for (const Program::Piece &piece : program.pieces)
        pages.add(piece.address + first_mapped, piece.bytes, false);
    return pages;
}

} // namespace

struct Machine::Impl {
    Impl(const Config &given, const Program &image, const Options &chosen)
        : config(given), program(image), options(chosen), pages(pages_of(config, program)),
          cube(config.network, nodes_of(config, options), options.jitter),
          lookahead(std::min({cube.min_delivery(false), cube.min_delivery_after_take(true),
                              cube.min_ready_after_arm()})),
          clocks(cube.topology().nodes()) {
        context.config = &config;
        context.program = &program;
        context.options = &options;
        context.pages = &pages;
        context.cube = &cube;
        // The user's address of the byte; its segment begins where the shared words do.
        if (program.symbol("AMflags") && program.symbol("shared"))
            context.flags = *program.symbol("shared") + (*program.symbol("AMflags") & 0xFFFFu);
        context.stub_begin = program.symbol("_AM_hstub").value_or(0);
        context.stub_end = program.symbol("_AM_hstub_end").value_or(0);
        for (std::uint32_t n = 0; n < cube.topology().nodes(); ++n) {
            nodes.emplace_back(context, n);
            clocks.set(n, 0);
        }
    }

    Result run();
    void advance_network();
    void run_node(std::uint32_t number, std::uint64_t until);
    void print_before(std::uint64_t cycle);
    std::string deadlock();

    Config config;
    const Program &program;
    Options options;
    SharedPages pages;
    Cube cube;
    std::uint64_t lookahead;
    NodeContext context;
    std::deque<Node> nodes;
    ClockTree clocks;
    std::vector<ConsoleLine> lines;
    std::uint32_t exited = 0;
};

/// Event by event up to the smallest clock: a delivery may wake a node before it.
void Machine::Impl::advance_network() {
    const auto follow = [&] {
        for (const std::uint32_t n : cube.take_told()) clocks.set(n, nodes[n].clock());
    };
    while (cube.busy() && cube.next_event() <= clocks.smallest()) {
        cube.advance(cube.next_event());
        follow();
    }
    if (clocks.smallest() != Cube::never) cube.advance(clocks.smallest());
    follow();
}

void Machine::Impl::run_node(std::uint32_t number, std::uint64_t until) {
    Node &node = nodes[number];
    const bool before = node.exited();
    node.run(until);
    clocks.set(number, node.clock());
    exited += !before && node.exited();
    for (ConsoleLine &line : node.take_lines()) lines.push_back(std::move(line));
}

/// Lines come out in the order of (cycle, node).
void Machine::Impl::print_before(std::uint64_t cycle) {
    if (lines.empty()) return;
    std::stable_sort(lines.begin(), lines.end(), [](const ConsoleLine &a, const ConsoleLine &b) {
        return std::pair(a.cycle, a.node) < std::pair(b.cycle, b.node);
    });
    std::size_t printed = 0;
    for (; printed < lines.size() && lines[printed].cycle < cycle; ++printed)
        if (options.print) options.print(lines[printed].text);
    lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(printed));
}

Result Machine::Impl::run() {
    Result result;
    std::uint64_t fault_at = Cube::never;
    for (;;) {
        advance_network();
        const std::uint64_t now = clocks.smallest();
        print_before(now);
        if (now == Cube::never) {
            const bool done = std::all_of(nodes.begin(), nodes.end(), [](const Node &node) {
                return node.exited() && !node.in_handler();
            });
            if (fault_at != Cube::never || (done && cube.in_flight() == 0)) break;
            result.ending = Ending::deadlock;
            result.message = deadlock();
            break;
        }
        if (now >= options.max_cycles) {
            result.ending = Ending::max_cycles;
            result.message = "stopped after " + std::to_string(options.max_cycles) + " cycles";
            break;
        }
        // After a fault the others come to its cycle: one of them may have an earlier one.
        if (now >= fault_at) break;
        if (options.lock_step) {
            for (std::uint32_t n = 0; n < nodes.size(); ++n)
                if (nodes[n].clock() <= now) {
                    run_node(n, now + 1);
                    if (nodes[n].faulted()) fault_at = std::min(fault_at, nodes[n].now() + 1);
                }
        } else {
            const std::uint32_t first = clocks.first();
            const std::uint64_t others = clocks.smallest_but(first);
            std::uint64_t until = std::min({now + longest_stretch, options.max_cycles, fault_at});
            until = std::min(until, cube.next_delivery(first));
            if (others != Cube::never) until = std::min(until, others + lookahead);
            run_node(first, until);
            if (nodes[first].faulted()) fault_at = std::min(fault_at, nodes[first].now() + 1);
        }
    }
    if (fault_at != Cube::never) {
        const Node *earliest = nullptr;
        for (const Node &node : nodes)
            if (node.faulted() && (!earliest || node.now() < earliest->now())) earliest = &node;
        result.ending = Ending::fault;
        result.message = earliest->fault();
    }
    for (Node &node : nodes) {
        node.flush();
        for (ConsoleLine &line : node.take_lines()) lines.push_back(std::move(line));
    }
    print_before(Cube::never);
    result.message_hash = 0xcbf29ce484222325u;
    for (const Node &node : nodes) {
        result.nodes.push_back(node.result());
        result.status = std::max(result.status, node.status());
        result.cycles = std::max(result.cycles, node.now());
        result.message_hash = (result.message_hash ^ node.message_hash()) * 0x100000001b3u;
    }
    return result;
}

/// Who waits for what: heads with what they hold, and nodes that have not ended.
std::string Machine::Impl::deadlock() {
    std::ostringstream text;
    text << "deadlock: nothing can happen any more";
    const auto &topology = cube.topology();
    unsigned shown = 0;
    for (const net::Standing &one : cube.standing()) {
        if (++shown > 8) {
            text << "\n  ...";
            break;
        }
        text << "\n  message " << one.packet.number << " of node " << one.packet.source << " to "
             << one.packet.destination << ": ";
        if (one.place == net::Standing::Place::receive) {
            text << "is in input channel " << topology.port_name(one.from)
                 << ", and nobody takes it";
            continue;
        }
        if (one.place == net::Standing::Place::injection)
            text << "is at its node";
        else
            text << "its head is at node " << one.router << " and holds the path from node "
                 << one.packet.source;
        if (one.to == Port::local)
            text << "; it waits for input channel " << topology.port_name(one.from)
                 << ", which is not armed";
        else
            text << "; it waits for link " << topology.port_name(one.to) << " of node "
                 << one.router;
    }
    shown = 0;
    for (std::uint32_t n = 0; n < nodes.size(); ++n) {
        if (nodes[n].exited() && !nodes[n].in_handler()) continue;
        if (++shown > 8) {
            text << "\n  ...";
            break;
        }
        text << "\n  node " << n << " waits at " << program.place(nodes[n].pc());
    }
    return text.str();
}

Machine::Machine(const Config &config, const Program &program, const Options &options)
    : impl_(std::make_unique<Impl>(config, program, options)) {}
Machine::~Machine() = default;

void Machine::watch(Observer *observer) { impl_->context.observer = observer; }
void Machine::watch_paths(net::PathObserver *observer) { impl_->cube.watch_paths(observer); }
Result Machine::run() { return impl_->run(); }
net::Cube &Machine::cube() { return impl_->cube; }

} // namespace inlet::ncube2
