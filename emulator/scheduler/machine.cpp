// The scheduler: a conservative discrete-event simulation. The node with the smallest clock runs up
// to the first cycle at which another node can reach it. The network follows the smallest clock.
#include "description/file_hash.h"
#include "net/calendar.h"
#include "net/grid.h"
#include "node/callers.h"
#include "scheduler/archive.h"
#include "scheduler/impl.h"
#include "scheduler/setup.h"
#include "scheduler/state_dump.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>

namespace inlet {

using net::Network;

namespace {

/// Maximum cycles of a node without interruption, so that console lines are printed while it
/// computes.
constexpr std::uint64_t longest_stretch = 1 << 20; // cycles

/// The text as loaded, decoded once for all nodes.
engine::CodeCache loaded_code(const SharedPages &pages,
                              std::shared_ptr<const engine::InstructionSet> set,
                              const std::optional<CompileOptions> &compiled) {
    Text text = text_of(pages);
    const bool compiles = set->compiles();
    return {std::move(set), text.base, std::move(text.bytes), std::move(text.gaps),
            compiles ? compiled : std::nullopt};
}

DeferredOutput deferred_output(const Image &image) {
    const auto it = std::find_if(image.objects.begin(), image.objects.end(),
                                 [](const Symbol &s) { return s.name == "__xnet_deferred"; });
    return it == image.objects.end() ? DeferredOutput{} : DeferredOutput{it->address, it->size};
}

void check_io(const RunOptions &options, const MachineConfig &config, std::uint32_t nodes) {
    const std::uint32_t io = config.mesh.io_nodes;
    if (io == 0) return;
    const std::string who = "machine " + config.name + " has " + std::to_string(io) + " I/O nodes";
    const net::Grid grid(config.mesh.topology, nodes, config.mesh.columns);
    if (io > grid.columns())
        throw UserError(who + ": a grid of " + std::to_string(grid.columns()) +
                        " columns has room for one in each");
    if (grid.routers() + grid.columns() > net::Calendar::most_places)
        throw UserError(who + ": with them the grid of " + std::to_string(grid.columns()) +
                        " columns would have more than " +
                        std::to_string(net::Calendar::most_places) + " routers");
    if (!options.io_program)
        throw UserError(who + ": they need a program (RunOptions::io_program)");
}

void check(const RunOptions &options, const MachineConfig &config) {
    config.check();
    const std::uint32_t nodes = options.nodes ? options.nodes : config.nodes;
    check_io(options, config, nodes);
    if (nodes + config.mesh.io_nodes > config.max_nodes)
        throw UserError(std::to_string(nodes + config.mesh.io_nodes) +
                        " nodes are too many for machine " + config.name + ": it has at most " +
                        std::to_string(config.max_nodes));
    std::size_t bytes = 4 * (options.arguments.size() + 1);
    for (const std::string &argument : options.arguments) bytes += argument.size() + 1;
    if (bytes > page_bytes)
        throw UserError("the program's arguments need " + std::to_string(bytes) +
                        " bytes: a node has room for " + std::to_string(page_bytes));
}

std::vector<std::uint32_t> beginnings(const Image *image) {
    std::vector<std::uint32_t> all;
    if (image)
        for (const Symbol &symbol : image->symbols) all.push_back(symbol.address);
    return all;
}

std::uint64_t hash_of(const std::vector<std::string> &words) {
    std::vector<std::uint8_t> bytes;
    for (const std::string &word : words) {
        bytes.insert(bytes.end(), word.begin(), word.end());
        bytes.push_back(0);
    }
    return file_hash(bytes);
}

std::vector<std::string> without_name(const std::vector<std::string> &arguments) {
    return {arguments.begin() + !arguments.empty(), arguments.end()};
}

} // namespace

Machine::Impl::Impl(const MachineConfig &config, const Image &image, RunOptions given)
    : options((check(given, config), std::move(given))), functions(beginnings(&image)),
      io_functions(beginnings(options.io_program)), frames(image.frames),
      contexts(config.contexts()),
      platform(Platform::make(config, options.nodes ? options.nodes : config.nodes, options.jitter,
                              options.check_dma)),
      pages(shared_pages(image, config.memory_bytes)),
      code(loaded_code(pages, platform->instruction_set(), options.compiled)),
      files(options.io_root, options.host_answered, options.host_answer),
      network(platform->network()), lookahead(platform->lookahead()),
      clocks(network.topology().nodes()) {
    const std::uint32_t count = network.topology().nodes();
    const std::uint32_t first_io = count - config.mesh.io_nodes;
    context.code = &code;
    context.pages = &pages;
    context.network = &network;
    context.nodes = count;
    const Wants wants = options.observer ? options.observer->wants() : Wants{};
    network.watch(wants.hops ? options.observer : nullptr);
    context.observer = options.observer;
    context.skip_waits = options.skip_waits;
    context.skip_polls = options.skip_waits && !options.lock_step && !options.observer;
    context.meet_every = meet_every;
    context.exposed = platform->exposed();
    context.stepper = platform->steps();
    context.guards = image.guards;
    context.deferred = deferred_output(image);
    threads_at = guest_threads_at(image);
    context.exception_cycles = config.exception_cycles;
    context.console = &lines;
    context.note = &options.note;
    context.repeated = &repeated;
    context.io_nodes = io_context.io_nodes = config.mesh.io_nodes;
    if (config.mesh.io_nodes) {
        io_pages.emplace(shared_pages(*options.io_program, config.memory_bytes));
        io_code.emplace(loaded_code(*io_pages, platform->instruction_set(), options.compiled));
        io_context = context;
        io_context.code = &*io_code;
        io_context.pages = &*io_pages;
        io_context.guards = options.io_program->guards;
        io_context.deferred = deferred_output(*options.io_program);
        io_context.files = &files;
        const Text text = text_of(pages), io_text = text_of(*io_pages);
        const auto end = [](const Text &t) { return t.base + t.bytes.size(); };
        if (end(text) <= io_text.base || end(io_text) <= text.base)
            platform->separate_text(config.mesh.io_nodes, text.base,
                                    static_cast<std::uint32_t>(text.bytes.size()));
    }
    identity.program = image.path.string();
    identity.program_hash = image.hash;
    identity.io_program_hash = config.mesh.io_nodes ? options.io_program->hash : 0;
    identity.arguments = without_name(options.arguments);
    identity.arguments_hash = hash_of(identity.arguments);
    identity.machine = config.name;
    identity.machine_hash = config.hash();
    identity.nodes = count;
    identity.jitter = options.jitter;
    nodes.reserve(count);
    for (std::uint32_t n = 0; n < count; ++n) {
        const bool io = n >= first_io;
        nodes.emplace_back(io ? io_context : context, n, platform->interface(n))
            .start(io ? options.io_program->entry : image.entry,
                   io ? std::vector<std::string>{"io"} : options.arguments, first_io);
        clocks.set(n, 0);
        if (!wants.nodes.empty() && !std::ranges::count(wants.nodes, n)) nodes[n].unwatch();
    }
}

/// Advances the network to the smallest clock, at most to `until`, and returns it. Advances event
/// by event: if a node has passed its horizon with a long instruction, a delivery may wake another
/// node before the other clocks.
std::uint64_t Machine::Impl::advance_network(std::uint64_t until) {
    for (;;) {
        const std::uint64_t next = network.next_event();
        if (next == Network::never || next > std::min(clocks.smallest(), until)) break;
        network.advance(next);
        for (const std::uint32_t n : network.take_told()) clocks.set(n, nodes[n].clock());
    }
    const std::uint64_t now = clocks.smallest();
    if (now != Network::never || network.busy()) network.advance(std::min(now, until));
    return now;
}

/// Runs the node with the smallest clock. Up to its horizon, it can neither reach another node nor
/// be reached by one.
void Machine::Impl::run_first(std::uint64_t until) {
    const std::uint64_t now = clocks.smallest();
    const std::uint32_t first = clocks.first();
    const std::uint64_t others = clocks.smallest_but(first);
    std::uint64_t horizon = std::min(network.next_delivery(first), now + longest_stretch);
    // After a take(), a multicast in flight continues sooner than any other packet.
    const std::uint64_t least = std::min(lookahead, network.min_delivery_after_take(false));
    if (others != Network::never) horizon = std::min(horizon, others + least);
    const std::uint64_t limit = std::min(end(), until);
    run_node(first, std::min({horizon, limit, meeting}), limit);
    if (platform->take_wakes())
        for (std::uint32_t n = 0; n < nodes.size(); ++n) clocks.set(n, nodes[n].clock());
}

/// The reference: all nodes whose clocks are at this cycle execute one step each, without horizon
/// and lookahead.
void Machine::Impl::run_cycle() {
    const std::uint64_t now = clocks.smallest();
    for (std::uint32_t n = 0; n < nodes.size(); ++n)
        if (nodes[n].clock() <= now) run_node(n, now + 1, now);
}

void Machine::Impl::run_node(std::uint32_t number, std::uint64_t horizon, std::uint64_t limit) {
    Node &node = nodes[number];
    ++turns;
    node.run(horizon, limit);
    clocks.set(number, node.clock());
    if (node.faulted()) note(node.fault());
}

void Machine::Impl::note(const Fault &found) {
    if (!fault || std::pair(found.cycle, found.node) < std::pair(fault->cycle, fault->node))
        fault = found;
}

RunResult Machine::Impl::run() {
    const std::uint64_t every = options.checkpoint_every;
    const auto next_save = [&] {
        if (!every) return Network::never;
        // Nothing happens before: a wait skips several cycles.
        const std::uint64_t quiet = std::min(clocks.smallest(), network.next_event());
        return ((quiet == Network::never ? position() : quiet) / every + 1) * every;
    };
    const auto next_mark = [&] {
        const std::uint64_t here = position();
        return options.mark ? options.mark(here, fingerprint()) : Network::never;
    };
    std::uint64_t save_at = next_save(), mark_at = next_mark();
    while (run_until(std::min(save_at, mark_at))) {
        const std::uint64_t now = position();
        if (now >= save_at) {
            options.checkpoint(snapshot());
            save_at = next_save();
        }
        if (now >= mark_at) mark_at = next_mark();
    }
    if (stopped) stop_together();
    RunResult outcome = result();
    print_before(Network::never);
    if (options.mark && !stopped) options.mark(never_cycle, fingerprint());
    return outcome;
}

/// After an interrupt, the nodes' clocks depend on the scheduler and the host. To make the run
/// repeatable up to here, all nodes run to the largest clock.
void Machine::Impl::stop_together() {
    settle_all(clocks.smallest());
    std::uint64_t last = clocks.smallest() == Network::never ? 0 : clocks.smallest();
    for (const Node &node : nodes) last = std::max(last, node.now());
    const auto *stop = std::exchange(options.stop, nullptr);
    stopped = run_until(last); // false: the run has ended meanwhile
    options.stop = stop;
    if (stopped && options.mark) options.mark(last, fingerprint());
}

std::uint64_t Machine::Impl::position() const {
    return std::min({clocks.smallest(), network.known(), end()});
}

bool Machine::Impl::still() const { return clocks.smallest() == Network::never && !network.busy(); }

void Machine::Impl::stand() {
    if (still()) return settle_all(Network::never);
    const std::uint64_t here = position();
    settle_all(here);
    catch_up(here);
}

std::uint64_t Machine::Impl::fingerprint() {
    stand();
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const Node &node : nodes) hash = (hash ^ node.core().fingerprint()) * 0x100000001b3u;
    return hash;
}

bool Machine::Impl::run_until(std::uint64_t cycle) {
    while (!standstill) {
        const std::uint64_t last = std::min(cycle, end());
        const std::uint64_t now = advance_network(last);
        if (!lines.empty()) print_before(network.busy() ? std::min(now, last) : now);
        if (still()) return false;
        if (is_over(now)) return false;
        if (now >= last) return last == cycle;
        if (now >= meeting) {
            standstill = stands_still();
            if (options.progress) options.progress(progress());
            if (standstill) return false;
        }
        if (options.stop && options.stop->load(std::memory_order_relaxed)) {
            stopped = true;
            return false;
        }
        options.lock_step ? run_cycle() : run_first(cycle);
    }
    return false;
}

RunProgress Machine::Impl::progress() const {
    RunProgress all;
    all.cycle = clocks.smallest();
    for (const Node &node : nodes) {
        const NodeSummary summary = node.summary();
        all.instructions += summary.instructions;
        all.messages += summary.messages_sent;
    }
    return all;
}

/// Brings all nodes to their first instruction boundary from `cycle` on.
void Machine::Impl::settle_all(std::uint64_t cycle) {
    for (std::uint32_t n = 0; n < nodes.size(); ++n) {
        nodes[n].catch_up(cycle);
        clocks.set(n, nodes[n].clock());
        if (nodes[n].faulted()) note(nodes[n].fault());
    }
}

// --- snapshots --------------------------------------------------------------------------------

void Machine::Impl::archive(Archive &ar) {
    platform->archive(ar);
    if (context.io_nodes) files.archive(ar);
    ar.each(nodes);
    ar(lines, repeated, fault);
    ar.cycle(meeting);
    ar(acts, asked, standstill, stopped);
    if (!ar.loads()) return;
    ar.require(asked.empty() || asked.size() == nodes.size(), "nodes that there are not");
    ar.require(!fault || fault->node < nodes.size(), "a fault of a node that there is not");
    for (const ConsoleLine &line : lines)
        ar.require(line.node < nodes.size(), "a line of a node that there is not");
    platform->check_loaded(ar);
    for (std::uint32_t n = 0; n < nodes.size(); ++n) clocks.set(n, nodes[n].clock());
}

Snapshot Machine::Impl::snapshot() {
    const std::uint64_t now = position();
    settle_all(still() ? Network::never : now);
    Archive ar;
    archive(ar);
    Snapshot snapshot = identity;
    snapshot.cycle = now;
    snapshot.state = ar.take();
    return snapshot;
}

void Machine::Impl::resume(const Snapshot &snapshot) {
    const auto refuse = [](const std::string &of, const std::string &here) {
        throw UserError("the snapshot is of " + of + ", and this is " + here);
    };
    const auto name = [](const std::string &path) {
        return std::filesystem::path(path).filename().string();
    };
    const Snapshot &own = identity;
    if (snapshot.program_hash != own.program_hash)
        refuse("another program or another build of it (" + name(snapshot.program) + ")",
               name(own.program));
    if (snapshot.machine_hash != own.machine_hash)
        refuse(snapshot.machine == own.machine ? "a machine " + own.machine + " with other numbers"
                                               : "a machine " + snapshot.machine,
               snapshot.machine == own.machine ? "not that" : "a " + own.machine);
    if (snapshot.nodes != own.nodes)
        refuse("a machine of " + std::to_string(snapshot.nodes) + " nodes",
               "one of " + std::to_string(own.nodes));
    if (snapshot.io_program_hash != own.io_program_hash)
        refuse("a machine whose I/O nodes run another program", "not that");
    if (snapshot.jitter != own.jitter)
        refuse("a run with jitter " + std::to_string(snapshot.jitter) + " (0: none)",
               "one with " + std::to_string(own.jitter));
    if (snapshot.arguments_hash != own.arguments_hash)
        refuse("a run with other arguments of the program", "not that");
    Archive ar(snapshot.state);
    try {
        archive(ar);
        ar.finish();
    } catch (const BadArchive &error) {
        throw UserError(std::string("the snapshot is damaged: ") + error.what());
    }
}

/// The cycle at which the run ends even if nodes could continue. After a fault, it is the first
/// cycle at which another node could learn of it. No node has passed it when the fault is found,
/// for any scheduler, so that all nodes can be brought to it.
std::uint64_t Machine::Impl::end() const {
    return fault ? std::min(options.max_cycles, fault->cycle + lookahead) : options.max_cycles;
}

/// The deadlock check, with all clocks at the synchronisation point: the network is quiescent, and
/// each node waits or polls it with the same result. (Nodes that compute are not checked.) The
/// state here is the same for every engine, scheduler and number of threads, so that the run always
/// ends here.
bool Machine::Impl::stands_still() {
    const std::uint64_t now = meeting;
    stalled = only_polls(now);
    meeting = clocks.smallest() / meet_every * meet_every + meet_every;
    for (std::uint32_t n = 0; n < nodes.size(); ++n) {
        if (!nodes[n].polls_quietly()) continue;
        nodes[n].catch_up(now);
        clocks.set(n, nodes[n].clock());
    }
    // A timelet fires when the low half of the clock equals a register, so one that is more than
    // half a round away has passed, and asks for nothing more. (The one of am_defer always is
    // armed.)
    const auto never_ends = [&](const Node &node) {
        constexpr std::uint64_t half_a_round = std::uint64_t{1} << 31;
        return node.clock() == Network::never || node.clock() > now + half_a_round;
    };
    const bool quiet =
        network.still() && (acts == network.acts() || std::ranges::all_of(nodes, never_ends));
    acts = network.acts();
    if (stalled) {
        settle_all(now);
        return true;
    }
    bool all_asked = true;
    asked.resize(nodes.size());
    for (std::uint32_t n = 0; n < nodes.size(); ++n) {
        all_asked &= never_ends(nodes[n]) || nodes[n].asked() != asked[n];
        asked[n] = nodes[n].asked();
    }
    if (!quiet || !all_asked) return false;
    for (std::uint32_t n = 0; n < nodes.size(); ++n) {
        if (never_ends(nodes[n])) continue;
        nodes[n].catch_up(now);
        clocks.set(n, nodes[n].clock());
        if (nodes[n].faulted()) note(nodes[n].fault());
        if (nodes[n].clock() != Network::never && !nodes[n].only_waits()) return false;
    }
    return true;
}

/// Whether every program has exited, or is in a wait loop that polls nothing, or has reported for
/// long enough, and recently, that it only polls. A node that computes does not report it, and one
/// that reads the clock meanwhile waits for a time.
bool Machine::Impl::only_polls(std::uint64_t now) {
    // Several probes may get lost in a row.
    constexpr std::uint64_t patience = 10;
    const std::uint64_t least = platform->stall_cycles();
    stuck = false;
    if (!least || now < least) return false;
    bool any = false;
    for (const Node &node : nodes) {
        if (node.exited()) continue;
        if (node.clock() == Network::never) {
            stuck = true;
            continue;
        }
        const NetworkInterface &interface = node.core().interface();
        const auto since = [now](std::uint64_t cycle, std::uint64_t cycles) {
            return cycle <= now && now - cycle >= cycles;
        };
        if (interface.quiet_until() < now - least ||
            platform->clock_read(node.core().state()) > now - least ||
            !(since(interface.quiet_since(), least) ||
              since(interface.waits_since(), patience * least)))
            return false;
        any = true;
    }
    return any;
}

/// Whether every node has exited and all messages in flight are handled. Armed timelets do not
/// count as waits.
bool Machine::Impl::all_done() const {
    return network.in_flight() == 0 &&
           std::all_of(nodes.begin(), nodes.end(), [](const Node &node) { return node.done(); });
}

/// Whether the run is over, with every node at `now` or later: the last node is done, and what is
/// due on the others up to that cycle has happened. (A node may be done ahead of the others.)
bool Machine::Impl::is_over(std::uint64_t now) const {
    return all_done() && std::all_of(nodes.begin(), nodes.end(),
                                     [now](const Node &node) { return node.now() < now; });
}

void Machine::Impl::print_before(std::uint64_t cycle) {
    if (lines.empty()) return;
    // Lines of a node that is ahead of the others come later than theirs.
    const auto order = [](const ConsoleLine &a, const ConsoleLine &b) {
        return std::tie(a.cycle, a.node) < std::tie(b.cycle, b.node);
    };
    std::stable_sort(lines.begin(), lines.end(), order);
    std::size_t ready = 0;
    while (ready < lines.size() && (lines[ready].cycle < cycle || cycle == Network::never)) {
        if (options.console) options.console(lines[ready].node, lines[ready].text);
        ++ready;
    }
    lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(ready));
}

RunResult Machine::Impl::result() {
    RunResult result;
    const std::uint64_t here = position();
    const std::uint64_t last = fault ? end() : Network::never;
    for (Node &node : nodes) {
        if (node.polls_quietly()) node.catch_up(here);
        node.catch_up(last);
        if (node.faulted()) note(node.fault());
    }
    const bool all_exited =
        std::all_of(nodes.begin(), nodes.end(), [](const Node &n) { return n.rests(); });
    if (stopped) {
        result.outcome = Outcome::interrupted;
    } else if (fault) {
        result.outcome = Outcome::fault;
        result.fault = *fault;
        result.message = nodes[fault->node].core().failure();
        catch_up(end());
    } else if (stalled) {
        result.outcome = stuck ? Outcome::deadlock : Outcome::stalled;
    } else if (standstill || (clocks.smallest() == Network::never && !all_exited)) {
        result.outcome = Outcome::deadlock;
    } else if (clocks.smallest() != Network::never && !all_done()) {
        settle_limit(result);
    }
    if (options.state_dump || result.outcome == Outcome::deadlock ||
        result.outcome == Outcome::stalled) {
        std::vector<DumpNode> dumps;
        for (Node &node : nodes) dumps.push_back(node.state_dump(stalled));
        result.state_dump = state_dump_of(network, std::move(dumps), contexts);
    }
    explain(result);
    for (const auto &[pc, branch] : repeated) result.repeated.push_back(branch);
    for (Node &node : nodes) {
        node.flush_console();
        const NodeSummary summary = node.summary();
        if (!result.status) result.status = summary.status;
        result.cycles = std::max(result.cycles, summary.cycles);
        result.message_hash =
            result.message_hash * 0x100000001b3u ^ node.core().counts.message_hash;
        result.nodes.push_back(summary);
    }
    if (result.state_dump) result.state_dump->cycle = result.cycles;
    const auto [looks, starts] = network.work();
    result.work = {turns, looks, starts};
    result.link_bytes = network.link_bytes();
    return result;
}

/// Adds the calls of the nodes that cannot continue, and their handlers.
void Machine::Impl::explain(RunResult &result) {
    Callers callers(functions, frames), io_callers(io_functions);
    const auto of = [&](const Node &node) {
        const auto number = static_cast<std::size_t>(&node - nodes.data());
        const bool io = number + context.io_nodes >= nodes.size();
        return node.callers(io ? io_callers : callers);
    };
    const auto threads = [&](const Node &node) {
        const Core &core = node.core();
        auto all = guest_threads(threads_at, [&](std::uint32_t address, std::uint32_t &word) {
            std::array<std::uint8_t, 4> bytes{};
            if (!core.memory().copy_out(address, bytes)) return false;
            word = core.set().abi().little ? from_little<std::uint32_t>(bytes.data())
                                           : from_guest<std::uint32_t>(bytes.data());
            return true;
        });
        if (all.size() < 2) all.clear();
        return all;
    };
    if (result.outcome == Outcome::deadlock || result.outcome == Outcome::stalled)
        for (DumpNode &dump : result.state_dump->nodes)
            if (dump.state != DumpNode::State::exited) {
                dump.callers = of(nodes[dump.node]);
                dump.threads = threads(nodes[dump.node]);
            }
    if (result.outcome == Outcome::max_cycles)
        for (Node &node : nodes) {
            if (node.exited()) continue;
            result.unfinished.push_back(node.state_dump(false));
            result.unfinished.back().callers = of(node);
        }
    if (result.outcome != Outcome::fault && result.outcome != Outcome::max_cycles) return;
    const Node &node = nodes[result.fault.node];
    result.callers = of(node);
    result.threads = threads(node);
    result.context = node.core().interface().context();
    result.handles = node.handles();
}

/// Waiting nodes have waited until then.
void Machine::Impl::catch_up(std::uint64_t cycle) {
    for (std::uint32_t n = 0; n < nodes.size(); ++n) {
        if (!nodes[n].waiting()) continue;
        nodes[n].wait_until(cycle);
        clocks.set(n, nodes[n].clock());
    }
}

/// --max-cycles: the message names the first node that has not exited.
void Machine::Impl::settle_limit(RunResult &result) {
    result.outcome = Outcome::max_cycles;
    catch_up(options.max_cycles);
    const auto blame = [&](const auto &whom) {
        const auto found = std::find_if(nodes.begin(), nodes.end(), whom);
        if (found == nodes.end()) return false;
        const auto n = static_cast<std::uint32_t>(found - nodes.begin());
        result.fault = {FaultKind::none,     n, found->now(), found->core().state().pc, 0, 0,
                        found->core().word()};
        return true;
    };
    if (blame([](const Node &node) { return !node.exited(); })) return;
    // Otherwise a handler, or one whose message is in flight.
    if (!blame([](const Node &node) { return !node.done(); }))
        blame([](const Node &) { return true; });
}

Machine::Machine(const MachineConfig &config, const Image &image, RunOptions options)
    : impl_(std::make_unique<Impl>(config, image, std::move(options))) {}
Machine::~Machine() = default;
Machine::Machine(Machine &&) noexcept = default;
Machine &Machine::operator=(Machine &&) noexcept = default;

RunResult Machine::run() { return impl_->run(); }
bool Machine::run_until(std::uint64_t cycle) { return impl_->run_until(cycle); }
Snapshot Machine::snapshot() { return impl_->snapshot(); }
std::uint64_t Machine::fingerprint() { return impl_->fingerprint(); }
void Machine::resume(const Snapshot &snapshot) { impl_->resume(snapshot); }

} // namespace inlet
