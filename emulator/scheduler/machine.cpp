// The scheduler: a conservative discrete-event simulation. The node with the smallest clock runs up
// to the first cycle at which another node can reach it. The network follows the smallest clock.
#include "cpu/engine/archive.h"
#include "inlet/file_hash.h"
#include "inlet/guest_counts.h"
#include "inlet/network_parts.h"
#include "net/grid.h"
#include "node/callers.h"
#include "scheduler/host_thread.h"
#include "scheduler/impl.h"
#include "scheduler/setup.h"
#include "scheduler/state_dump.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <span>
#include <utility>

namespace inlet {

using net::Network;

namespace {

void check_io(const RunOptions &options, const MachineConfig &config, std::uint32_t nodes) {
    const std::uint32_t io = io_nodes_of(config);
    if (io == 0) return;
    const MeshConfig &mesh = *grid_of(config);
    const std::string who = "machine " + config.name + " has " + std::to_string(io) + " I/O nodes";
    const net::Grid grid(mesh.topology, nodes, mesh.columns);
    if (io > grid.columns())
        throw UserError(who + ": a grid of " + std::to_string(grid.columns()) +
                        " columns has room for one in each");
    if (!options.io_program)
        throw UserError(who + ": they need a program (RunOptions::io_program)");
}

void check_firmware(const RunOptions &options, const MachineConfig &config, unsigned cores) {
    if (cores > 1 && !options.firmware)
        throw UserError("machine " + config.name +
                        " has second processors: they need a program (RunOptions::firmware)");
    if (cores == 1 && options.firmware)
        throw UserError("machine " + config.name + " has no second processors that run firmware");
}

void check(const RunOptions &options, const MachineConfig &config) {
    config.check();
    const std::uint32_t nodes = options.nodes ? options.nodes : config.nodes;
    check_io(options, config, nodes);
    const std::uint32_t all = nodes + io_nodes_of(config);
    if (all > config.max_nodes)
        throw UserError(std::to_string(all) + " nodes are too many for machine " + config.name +
                        ": it has at most " + std::to_string(config.max_nodes));
    std::size_t bytes = 4 * (options.arguments.size() + 1);
    for (const std::string &argument : options.arguments) bytes += argument.size() + 1;
    if (bytes > arguments_most)
        throw UserError("the program's arguments need " + std::to_string(bytes) +
                        " bytes: a node has room for " + std::to_string(arguments_most));
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

namespace {

Snapshot identity_of(const MachineConfig &config, const Image &image, const RunOptions &options) {
    Snapshot identity;
    identity.program = image.path.string();
    identity.program_hash = image.hash;
    identity.io_program_hash = options.io_program ? options.io_program->hash : 0;
    identity.firmware_hash = options.firmware ? options.firmware->hash : 0;
    identity.arguments = without_name(options.arguments);
    identity.arguments_hash = hash_of(identity.arguments);
    identity.machine = config.name;
    identity.machine_hash = config.hash();
    identity.nodes = (options.nodes ? options.nodes : config.nodes) + io_nodes_of(config);
    identity.jitter = options.jitter;
    return identity;
}

/// The part with this rank's number. The nodes of a part follow each other.
net::Divided *divide_by_ranks(const Ranks &ranks, const MachineConfig &config,
                              const RunOptions &options, Platform &platform) {
    if (is_in_order(options) || options.note || options.mark || options.host_answered ||
        options.host_answer || options.checkpoint_every)
        throw UserError("ranks see no run as a whole: observers, marks, checks, snapshots and "
                        "recorded files need one process");
    const std::string who = "machine " + config.name;
    if (io_nodes_of(config))
        throw UserError(who +
                        " runs on one rank only, because it has I/O nodes, which share files");
    net::Divided *const divided = platform.divide(ranks.count(), ranks.number());
    const std::string of_nodes =
        " of " + std::to_string(platform.network().topology().nodes()) + " nodes runs on ";
    if (!divided)
        throw UserError(who + of_nodes +
                        "one rank only: T1, the CM-5 and the nCUBE/2 run on several, with two "
                        "nodes or more, a grid with two rows or more");
    if (divided->parts() < ranks.count())
        throw UserError(who + of_nodes + "at most " + std::to_string(divided->parts()) +
                        " ranks: its network has no more parts");
    return divided;
}

std::uint32_t first_of(const net::Divided &divided, std::uint32_t part) {
    std::uint32_t node = 0;
    while (divided.part_of(node) != part) ++node;
    return node;
}

std::uint32_t nodes_of(const net::Divided &divided, std::uint32_t part) {
    const std::uint32_t first = first_of(divided, part), all = divided.topology().nodes();
    std::uint32_t end = first;
    while (end < all && divided.part_of(end) == part) ++end;
    return end - first;
}

std::unique_ptr<Platform> made(const MachineConfig &config, const RunOptions &options) {
    check(options, config);
    return Platform::make(config, options.nodes ? options.nodes : config.nodes, options.jitter,
                          options.check_dma);
}

} // namespace

Machine::Impl::Impl(const MachineConfig &config, const Image &image, const RunOptions &given)
    : Impl(config, image, given, made(config, given)) {}

Machine::Impl::Impl(const MachineConfig &config, const Image &image, RunOptions given,
                    std::unique_ptr<Platform> of_machine)
    : options(std::move(given)),
      ranks(options.ranks && options.ranks->count() > 1 ? options.ranks : nullptr),
      identity(identity_of(config, image, options)), contexts(config.contexts()),
      platform(std::move(of_machine)),
      files(options.io_root, options.host_answered, options.host_answer, input()),
      divided(ranks ? divide_by_ranks(*ranks, config, options, *platform)
              : options.threads.parts > 1 && may_divide(config, options)
                  ? platform->divide(options.threads.parts, net::Divided::every_part)
                  : nullptr),
      network(platform->network()), lookahead(platform->lookahead()),
      first_node(ranks ? first_of(*divided, ranks->number()) : 0),
      count(ranks ? nodes_of(*divided, ranks->number()) : network.topology().nodes()),
      devices(platform->shared(0) ? count : 0),
      partition(devices + platform->cores() * count + (ranks ? 1 : 0)) {
    const unsigned of_node = platform->cores();
    check_firmware(options, config, of_node);
    const std::uint32_t all_nodes = network.topology().nodes();
    const std::uint32_t io_nodes = io_nodes_of(config), first_io = all_nodes - io_nodes;
    NodeContext &context = partition.context;
    context.network = &network;
    context.nodes = all_nodes;
    const Wants wants = options.observer ? options.observer->wants() : Wants{};
    network.watch(wants.hops ? options.observer : nullptr);
    context.observer = options.observer;
    context.skip_waits = options.skip_waits;
    context.skip_polls = options.skip_waits && !options.lock_step && !options.observer;
    context.meet_every = meet_every;
    context.exposed = platform->exposed();
    context.stepper = platform->steps();
    // With more cores, switching between memories costs more than direct loads save.
    constexpr std::uint32_t most_reserved = 4;
    context.reserves = options.compiled && engine::Compiled::built() && !options.observer &&
                       of_node * count <= most_reserved;
    context.exception_cycles = config.exception_cycles;
    context.note = &options.note;
    context.io_nodes = io_nodes;
    context.grid = platform->grid();
    platform->load(image);
    program.emplace(image, config.memory_bytes, platform->instruction_set(), options.compiled,
                    context);
    if (io_nodes) {
        io_program.emplace(*options.io_program, config.memory_bytes, platform->instruction_set(),
                           options.compiled, context);
        io_program->context.files = &files;
        if (program->is_apart_from(*io_program))
            platform->separate_text(io_nodes, program->text, program->text_bytes);
    } else {
        program->context.files = &files;
    }
    if (divided) {
        const auto program_of_part = [&](net::Network &part) {
            NodeContext of_part = context;
            of_part.network = &part;
            auto made = std::make_unique<RoleProgram>(
                image, config.memory_bytes, platform->instruction_set(), options.compiled, of_part);
            made->context.files = &files;
            return made;
        };
        parts =
            std::make_unique<Parts>(*divided, program_of_part, lookahead, options.threads, ranks);
    }
    if (of_node > 1) {
        firmware.emplace(*options.firmware, config.firmware_bytes, platform->instruction_set(1),
                         options.compiled, context);
        firmware->context.core = 1;
        firmware->context.skip_polls = false; // it sleeps instead
    }
    cores.reserve(std::size_t{of_node} * count);
    for (std::uint32_t n = first_node; n < first_node + count; ++n) {
        const RoleProgram &runs = n >= first_io ? *io_program : *program;
        cores.emplace_back(parts ? parts->context(n) : runs.context, n, platform->interface(n, 0))
            .start(runs.entry, n >= first_io ? std::vector<std::string>{"io"} : options.arguments,
                   first_io);
    }
    for (std::uint32_t n = 0; of_node > 1 && n < count; ++n)
        cores.emplace_back(firmware->context, n, platform->interface(n, 1))
            .start(firmware->entry, {"firmware"}, count);
    nodes.reserve(devices);
    for (std::uint32_t n = 0; n < devices; ++n) {
        nodes.emplace_back(*platform->shared(n), cores[n], cores[count + n], network);
        cores[n].join(nodes[n]);
        cores[count + n].join(nodes[n]);
    }
    if (options.check_lfc) check_lfc(config.name);
    for (NodeCore &core : cores)
        if ((core.id().core && !wants.firmware) ||
            (!wants.nodes.empty() && !std::ranges::count(wants.nodes, core.id().node)))
            core.unwatch();
    set_all_clocks();
    if (ranks)
        make_whole = [&config, &image, given = options] {
            RunOptions alone = given;
            alone.ranks = nullptr;
            return std::make_unique<Impl>(config, image, alone);
        };
    if (options.threads.count > 1 && cores.size() > 1 && !parts && !is_in_order(options))
        workers = std::make_unique<Workers>(cores, options.threads);
}

void Machine::Impl::set_clocks(std::uint32_t number) {
    if (!devices) return partition.clocks.set(number, cores[number].clock());
    const std::uint32_t node = node_of(number);
    partition.clocks.set(node, nodes[node].clock());
    for (std::uint32_t core = node; core < cores.size(); core += count)
        partition.clocks.set(devices + core, cores[core].clock());
}

void Machine::Impl::set_all_clocks() {
    for (std::uint32_t n = 0; n < count; ++n) set_clocks(n);
}

/// Advances the network to the smallest clock, at most to `until`, and returns it. Advances event
/// by event: if a node has passed its horizon with a long instruction, a delivery may wake another
/// node before the other partition.clocks.
std::uint64_t Machine::Impl::advance_network(std::uint64_t until) {
    for (;;) {
        const std::uint64_t next = network.next_event();
        if (next == Network::never || next > std::min(partition.clocks.smallest(), until)) break;
        network.advance(next);
        for (const std::uint32_t n : network.take_told()) {
            if (workers && workers->any_away()) workers->follow(n);
            set_clocks(n);
        }
    }
    const std::uint64_t now = partition.clocks.smallest();
    if (now != Network::never || network.busy()) network.advance(std::min(now, until));
    return now;
}

/// Runs the node with the smallest clock. Up to its horizon, it can neither reach another node nor
/// be reached by one.
void Machine::Impl::run_first(std::uint64_t until) {
    const std::uint64_t now = partition.clocks.smallest();
    const std::uint32_t clock = partition.clocks.first();
    if (clock < devices) return run_device(clock);
    const std::uint32_t first = clock - devices, node = node_of(first);
    const std::uint64_t others = partition.clocks.smallest_but(clock);
    std::uint64_t horizon = std::min(network.next_delivery(node), now + longest_stretch);
    // After a take(), a multicast in flight continues sooner than any other packet.
    const std::uint64_t least = std::min(lookahead, network.min_delivery_after_take(false));
    if (others != Network::never) horizon = std::min(horizon, others + least);
    if (devices) horizon = std::min(horizon, nodes[node].horizon(cores[first].id().core));
    std::uint64_t limit = std::min(end(), until);
    if (devices && last_exit() <= now) limit = std::min(limit, std::max(others, now + 1));
    run_core(first, std::min({horizon, limit, meeting}), limit);
    if (!platform->take_wakes()) return;
    for (std::uint32_t n = 0; workers && n < cores.size(); ++n) workers->follow(n);
    set_all_clocks();
}

/// All parts run what comes before `until`. Where that is little, because nodes wait for each other
/// in the order of all, they rest for some turns.
void Machine::Impl::run_parts(std::uint64_t until) {
    constexpr std::uint64_t little = 4;          // turns a part
    constexpr std::uint64_t short_time = 50'000; // ns; a turn may take longer
    const std::uint64_t end = std::min(until, meeting);
    const bool idle = std::min(partition.clocks.smallest(), network.next_event()) >= end;
    if (idle || alone) {
        if (!idle) --alone;
        divided->refresh();
        return;
    }
    constexpr std::uint64_t look_every = 250'000'000; // ns, for an interrupt
    const bool chooses = choice && !options.threads.change_every;
    const std::uint64_t began = host_time();
    const std::uint64_t next_look = chooses        ? choice->by_time.next()
                                    : options.stop ? began + look_every
                                                   : Network::never;
    const std::uint64_t ran = parts->run(cores, end, until, partition.output, next_look);
    turns += ran;
    const std::uint64_t time = host_time();
    const bool was_short =
        ran < little * divided->parts() && time - began < short_time && time < next_look;
    rests = was_short ? std::min(2 * rests + 1, 255u) : 0;
    alone = rests;
    set_all_clocks();
}

void Machine::Impl::welcome_first() {
    while (partition.clocks.smallest() != Network::never) {
        const std::uint32_t clock = partition.clocks.first();
        if (clock < devices || !cores[clock - devices].away()) return;
        const std::uint32_t first = clock - devices;
        const std::uint64_t now = cores[first].clock();
        if (now > partition.clocks.smallest())
            partition.clocks.set(clock, now); // it has got further
        else if (workers->done(first) || cores[first].away_event() <= now)
            welcome(first);
        else
            workers->help();
    }
}

void Machine::Impl::welcome(std::uint32_t number) {
    if (!cores[number].away()) return;
    workers->welcome(number);
    set_clocks(number);
}

void Machine::Impl::welcome_all() {
    for (std::uint32_t n = 0; workers && n < cores.size(); ++n) welcome(n);
}

/// The reference: all devices and cores whose clocks are at this cycle execute one step each,
/// without horizon and lookahead.
void Machine::Impl::run_cycle() {
    const std::uint64_t now = partition.clocks.smallest();
    for (std::uint32_t n = 0; n < devices; ++n)
        if (nodes[n].clock() <= now) run_device(n);
    for (std::uint32_t n = 0; n < cores.size(); ++n)
        if (cores[n].clock() <= now) run_core(n, now + 1, now);
}

void Machine::Impl::run_core(std::uint32_t number, std::uint64_t horizon, std::uint64_t limit) {
    NodeCore &core = cores[number];
    ++turns;
    if (!workers)
        core.run(horizon, limit);
    else if (core.run_or_leave(horizon, limit, workers->least()))
        workers->take(number);
    if (devices)
        set_clocks(number);
    else
        partition.clocks.set(number, core.clock());
    if (core.faulted()) partition.output.note(core.fault());
}

void Machine::Impl::run_device(std::uint32_t node) {
    ++turns;
    for (std::uint32_t core = node; core < cores.size(); core += count) welcome(core);
    nodes[node].advance();
    set_clocks(node);
    for (std::uint32_t core = node; core < cores.size(); core += count)
        if (cores[core].faulted()) partition.output.note(cores[core].fault());
}

RunResult Machine::Impl::run() {
    const std::uint64_t every = options.checkpoint_every;
    const auto next_save = [&] {
        if (!every) return Network::never;
        // Nothing happens before: a wait skips several cycles.
        const std::uint64_t quiet = std::min(partition.clocks.smallest(), network.next_event());
        return ((quiet == Network::never ? position() : quiet) / every + 1) * every;
    };
    const auto next_mark = [&] {
        const std::uint64_t here = position();
        return options.mark ? options.mark(here, fingerprint()) : Network::never;
    };
    std::uint64_t save_at = next_save(), mark_at = next_mark();
    while (run_until(std::min(save_at, mark_at), true)) {
        const std::uint64_t now = position();
        if (now >= save_at) {
            options.checkpoint(snapshot());
            save_at = next_save();
        }
        if (now >= mark_at) mark_at = next_mark();
    }
    if (wants_change) return {};
    if (stopped) stop_together();
    RunResult outcome = result();
    print_before(Network::never);
    // Also without marks: then observers see the same end in every way of running.
    if (options.observer && !stopped) stand();
    if (options.mark && !stopped) options.mark(never_cycle, fingerprint());
    return outcome;
}

/// After an interrupt, the nodes' clocks depend on the scheduler and the host. To make the run
/// repeatable up to here, all nodes run to the largest clock.
void Machine::Impl::stop_together() {
    settle_all(partition.clocks.smallest());
    std::uint64_t last =
        partition.clocks.smallest() == Network::never ? 0 : partition.clocks.smallest();
    for (const NodeCore &core : cores)
        if (!core.asleep()) last = std::max(last, core.now());
    const auto *stop = std::exchange(options.stop, nullptr);
    stopped = run_until(last); // false: the run has ended meanwhile
    options.stop = stop;
    if (stopped && options.mark) options.mark(last, fingerprint());
}

std::uint64_t Machine::Impl::position() const {
    return std::min({partition.clocks.smallest(), network.known(), end()});
}

bool Machine::Impl::still() const {
    return partition.clocks.smallest() == Network::never && !network.busy();
}

void Machine::Impl::stand() {
    if (still()) return settle_all(Network::never);
    const std::uint64_t here = position();
    settle_all(here);
    catch_up(here);
}

std::uint64_t Machine::Impl::fingerprint() {
    stand();
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const NodeCore &core : cores) hash = (hash ^ core.core().fingerprint()) * 0x100000001b3u;
    return hash;
}

bool Machine::Impl::run_until(std::uint64_t cycle, bool may_change) {
    while (!standstill) {
        if (workers && workers->any_away()) welcome_first();
        if (parts) run_parts(std::min(cycle, end()));
        const std::uint64_t last = std::min(cycle, end());
        const std::uint64_t now = advance_network(last);
        if (workers && workers->any_away() && is_away_first())
            continue; // the network has told it something
        if (partition.output.has_lines()) print_before(network.busy() ? std::min(now, last) : now);
        if (still()) return false;
        if (is_over(now)) return false;
        if (now != Network::never && now >= meeting && meeting <= last) {
            standstill = stands_still();
            if (options.progress) options.progress(progress());
            // Where all run in parts, no turn comes between two meetings.
            if (!standstill && is_interrupted()) return false;
            continue; // another node may be first now, or the next meeting is due
        }
        if (now >= last) return last == cycle;
        if (is_interrupted()) return false;
        if (choice && may_change) look_at_parts();
        if (wants_change) return false;
        options.lock_step ? run_cycle() : run_first(cycle);
    }
    return false;
}

/// Whether the run is to end here (RunOptions::stop). Notes it.
bool Machine::Impl::is_interrupted() {
    const bool now = options.stop && options.stop->load(std::memory_order_relaxed);
    stopped |= now;
    return now;
}

RunProgress Machine::Impl::progress() const {
    RunProgress all;
    all.cycle = partition.clocks.smallest();
    for (const NodeCore &core : cores) {
        const NodeSummary summary = core.summary();
        all.instructions += summary.instructions;
        all.messages += summary.messages_sent;
    }
    return all;
}

/// Brings all nodes to their first instruction boundary from `cycle` on.
void Machine::Impl::settle_all(std::uint64_t cycle) {
    welcome_all();
    for (std::uint32_t n = 0; n < cores.size(); ++n) {
        cores[n].catch_up(cycle);
        set_clocks(n);
        if (cores[n].faulted()) partition.output.note(cores[n].fault());
    }
}

// --- snapshots --------------------------------------------------------------------------------

void Machine::Impl::archive(Archive &ar) {
    platform->archive(ar);
    files.archive(ar);
    ar.each(nodes); // before their cores, whose ports may refer to it
    ar.each(cores);
    if (devices) ar.cycle(restless);
    partition.output.archive(ar, count);
    ar.cycle(meeting);
    ar(acts, asked, standstill, stopped);
    if (!ar.loads()) return;
    ar.require(asked.empty() || asked.size() == cores.size(), "nodes that there are not");
    platform->check_loaded(ar);
    set_all_clocks();
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
    if (options.check_lfc)
        throw UserError("LFC's control programs can be checked from the begin of a run only");
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
    if (snapshot.firmware_hash != own.firmware_hash)
        refuse("a run with other firmware", "not that");
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
    const std::optional<Fault> &fault = partition.output.fault();
    return fault ? std::min(options.max_cycles, fault->cycle + lookahead) : options.max_cycles;
}

/// The deadlock check, with all clocks at the synchronisation point: the network is quiescent, and
/// each node waits, or repeats a loop without an effect. Where a node does not ask the network, it
/// most likely computes: then this is examined only when the time has doubled. The state here is
/// the same for every engine, scheduler and number of threads, so that the run always ends here.
bool Machine::Impl::stands_still() {
    const std::uint64_t now = meeting;
    stalled = only_polls(now) || firmware_stalls(now) || any(platform->stalls(now));
    // Where all wait, nothing happens before the first clock. A node that has computed ahead goes
    // through each meeting, as it does under an observer.
    const bool ahead = any(std::ranges::any_of(cores, &NodeCore::ahead));
    meeting =
        (ahead ? now : least(partition.clocks.smallest()) / meet_every * meet_every) + meet_every;
    for (std::uint32_t n = 0; n < cores.size(); ++n) {
        if (!cores[n].polls_quietly()) continue;
        cores[n].catch_up(now);
        set_clocks(n);
    }
    // The timelet of am_defer, which threads use, stays armed. It fires when the low half of the
    // clock equals a register, so in a program with threads one that is more than half a round away
    // has passed, and asks for nothing more.
    const auto never_ends = [&](const NodeCore &core) {
        constexpr std::uint64_t half_a_round = std::uint64_t{1} << 31;
        return core.clock() == Network::never ||
               (program->threads && core.clock() > now + half_a_round);
    };
    const bool quiet =
        network.still() && (acts == network.acts() || all(std::ranges::all_of(cores, never_ends)));
    acts = network.acts();
    if (stalled) {
        settle_all(now);
        return true;
    }
    bool all_asked = true;
    asked.resize(cores.size());
    for (std::uint32_t n = 0; n < cores.size(); ++n) {
        all_asked &= never_ends(cores[n]) || cores[n].asked() != asked[n];
        asked[n] = cores[n].asked();
    }
    const bool doubled = std::has_single_bit(now / meet_every);
    if (!quiet || !(all(all_asked) || doubled) || !firmware_rests()) return false;
    welcome_all();
    const auto waits = [&](std::uint32_t n) {
        if (never_ends(cores[n])) return true;
        cores[n].catch_up(now);
        set_clocks(n);
        if (cores[n].faulted()) partition.output.note(cores[n].fault());
        return cores[n].clock() == Network::never || cores[n].only_waits();
    };
    std::uint32_t waiting = 0;
    while (waiting < count && waits(waiting)) ++waiting;
    return all(waiting == count);
}

/// Whether every program has exited, or is in a wait loop that polls nothing, or has reported for
/// long enough, and recently, that it only polls. A node that computes does not report it, and one
/// that reads the clock meanwhile waits for a time.
bool Machine::Impl::only_polls(std::uint64_t now) {
    // Where packets are lost, several probes may get lost in a row.
    std::optional<std::uint64_t> patience;
    const auto find_patience = [this] {
        const bool loses = std::ranges::any_of(first_cores(), [](const NodeCore &core) {
            DumpNode shown;
            core.core().interface().show(shown);
            return shown.lost != 0;
        });
        return std::uint64_t{loses ? 10u : 1u};
    };
    const std::uint64_t least = platform->stall_cycles();
    stuck = false;
    if (!least || now < least) return false;
    bool polls = false;
    const auto polls_or_waits = [&](std::uint32_t n) {
        const NodeCore &node = cores[n];
        if (node.exited()) return true;
        if (node.clock() == Network::never) return stuck = true;
        const NetworkInterface &interface = node.core().interface();
        const auto since = [now](std::uint64_t cycle, std::uint64_t cycles) {
            return cycle <= now && now - cycle >= cycles;
        };
        if (interface.quiet_until() < now - least) return false;
        if (!since(interface.quiet_since(), least)) {
            if (!patience) patience = find_patience();
            if (!since(interface.waits_since(), *patience * least)) return false;
        }
        welcome(n);
        if (platform->clock_read(node.core().state()) > now - least) return false;
        return polls = true;
    };
    std::uint32_t quiet = 0;
    while (quiet < count && polls_or_waits(quiet)) ++quiet;
    const bool all_quiet = all(quiet == count);
    stuck = any(stuck);
    return any(polls) && all_quiet;
}

bool Machine::Impl::devices_idle() const {
    return std::ranges::all_of(nodes, [](const Node &node) { return node.device().idle(); });
}

bool Machine::Impl::firmware_rests() const {
    const auto rests = [](const NodeCore &core) { return core.asleep() || core.waiting(); };
    return std::ranges::all_of(nodes,
                               [](const Node &node) { return node.clock() == Network::never; }) &&
           std::ranges::all_of(second_cores(), rests);
}

/// Whether every program has exited, or repeats a loop without an effect, and nothing is under way,
/// and firmware goes on nevertheless: it looks after a host that takes no messages, or after a
/// timer.
bool Machine::Impl::firmware_stalls(std::uint64_t now) {
    if (!devices) return false;
    const auto done = [](const NodeCore &core) { return core.done(); };
    const bool all_done = std::ranges::all_of(first_cores(), done) && devices_idle();
    const bool alone = network.in_flight() == 0 && (all_done || acts == network.acts());
    if (!alone) restless = 0;
    if (alone && !restless) restless = now;
    // Firmware's timers for what may be lost are shorter.
    const std::uint64_t patience = all_done ? 1 << 20 : 1 << 24; // cycles
    // Programs may have computed for long before they exited.
    const std::uint64_t since = all_done ? std::max(restless, last_exit()) : restless;
    if (!alone || now - std::min(now, since) < patience) return false;
    if (all_done) return true;
    restless = now; // programs that compute are looked at again
    welcome_all();
    for (std::uint32_t n = 0; n < count; ++n) {
        if (cores[n].done() || cores[n].waiting()) continue;
        cores[n].catch_up(now);
        set_clocks(n);
        if (!cores[n].done() && !cores[n].waiting() && !cores[n].only_waits()) return false;
    }
    return stuck = true;
}

/// Whether every node has exited, all messages in flight are handled, and firmware has nothing to
/// do. Armed timelets and timers do not count as waits.
bool Machine::Impl::all_done() const {
    const auto rests = [](const NodeCore &core) { return core.asleep() || core.waiting(); };
    if (network.in_flight() != 0 || !cores[not_done].done()) return false;
    // From there on: nodes that come to their end one after the other are seen once.
    for (std::uint32_t n = 1; n < count; ++n)
        if (!cores[(not_done + n) % count].done()) {
            not_done = (not_done + n) % count;
            return false;
        }
    return devices_idle() && std::ranges::all_of(second_cores(), rests);
}

/// The cycle at which the last program has exited; Network::never: one has not. Where interfaces
/// have clocks of their own, others have not gone further than the lookahead by then; what they
/// still do is done in the order of cycles.
std::uint64_t Machine::Impl::last_exit() const {
    std::uint64_t last = 0;
    for (const NodeCore &core : first_cores()) {
        if (!core.exited()) return Network::never;
        last = std::max(last, core.exited_at());
    }
    return last;
}

/// Whether the run is over, with every node at `now` or later: the last node is done, and what is
/// due on the others up to that cycle has happened. (A node may be done ahead of the others.)
bool Machine::Impl::is_over(std::uint64_t now) const {
    if (devices && now - std::min(now, last_exit()) < lookahead) return false;
    return all_done() && std::all_of(cores.begin(), cores.end(), [now](const NodeCore &core) {
               return core.waiting() || core.now() < now;
           });
}

/// Standard input. What the nodes have written until then comes first: the user may answer it.
HostFiles::Input Machine::Impl::input() {
    return [this](std::uint64_t position, std::span<std::uint8_t> to) -> std::size_t {
        if (!standard_input) return 0;
        print_before(cores.front().now());
        return standard_input(position, to);
    };
}

void Machine::Impl::print_before(std::uint64_t cycle) {
    if (!partition.output.has_lines()) return;
    for (const auto &[at, id, text] : partition.output.take_lines(cycle))
        if (const auto &print = id.core ? options.firmware_console : options.console)
            print(id.node, text);
}

/// A word of a core's memory, in its byte order. False: it is not mapped.
static bool load_guest_word(const Core &core, std::uint32_t address, std::uint32_t &word) {
    std::array<std::uint8_t, 4> bytes{};
    if (!core.memory().copy_out(address, bytes)) return false;
    word = core.set().abi().little ? from_little<std::uint32_t>(bytes.data())
                                   : from_guest<std::uint32_t>(bytes.data());
    return true;
}

void Machine::Impl::check_lfc(const std::string &machine) {
    if (!firmware)
        throw UserError("machine " + machine +
                        " has no control programs of LFC that could be checked");
    for (std::uint32_t n = 0; n < count; ++n) {
        const Core &core = cores[count + n].core();
        const auto load = [&core](std::uint32_t address, std::uint32_t &word) {
            return load_guest_word(core, address, word);
        };
        const GuestFields state = guest_state(firmware->state, core.set().abi().little, load);
        if (!platform->check_lfc(n, core.memory(), state))
            throw UserError("this control program does not show the state that is to be checked: "
                            "LFC's do (__inlet_state)");
    }
}

RunResult Machine::Impl::result() {
    RunResult result;
    welcome_all();
    const std::uint64_t here = position();
    const std::optional<Fault> &fault = partition.output.fault();
    const std::uint64_t last = fault ? end() : Network::never;
    for (NodeCore &core : cores) {
        if (core.polls_quietly()) core.catch_up(here);
        core.catch_up(last);
        if (core.faulted()) partition.output.note(core.fault());
    }
    const bool all_exited =
        std::ranges::all_of(first_cores(), [](const NodeCore &core) { return core.rests(); }) &&
        devices_idle();
    if (stopped) {
        result.outcome = Outcome::interrupted;
    } else if (fault) {
        result.outcome = Outcome::fault;
        result.fault = *fault;
        result.message = cores[fault->core * count + fault->node].core().failure();
        catch_up(end());
    } else if (stalled) {
        result.outcome = stuck ? Outcome::deadlock : Outcome::stalled;
    } else if (standstill || (still() && !all_exited)) {
        result.outcome = Outcome::deadlock;
    } else if (!still() && !all_done()) {
        settle_limit(result);
    }
    if (result.outcome == Outcome::deadlock)
        for (NodeCore &core : first_cores()) core.tell_arrivals();
    if (result.outcome == Outcome::exited)
        for (Node &node : nodes) node.finish();
    if (options.state_dump || result.outcome == Outcome::deadlock ||
        result.outcome == Outcome::stalled) {
        result.state_dump = state_dump(stalled);
        result.state_dump->losses = platform->losses();
        result.state_dump->sends_again = platform->sends_again();
        result.state_dump->firmware = dumps_of(second_cores(), false);
    }
    explain(result);
    result.repeated = partition.output.repeated();
    for (NodeCore &core : cores) {
        core.flush_console();
        const NodeSummary summary = core.summary();
        if (core.id().core) {
            result.firmware.push_back(summary);
            continue;
        }
        result.cycles = std::max(result.cycles, summary.cycles);
        if (!result.status) result.status = summary.status;
        result.message_hash =
            next_message_hash(result.message_hash, core.core().counts.message_hash);
        result.nodes.push_back(summary);
    }
    if (result.state_dump) result.state_dump->cycle = result.cycles;
    platform->add_counts(result.counts);
    for (const NodeCore &core : cores) {
        const bool little = core.core().set().abi().little;
        add_guest_counts(
            program_of(core).counts, little,
            [&](std::uint32_t address, std::uint32_t &word) {
                return load_guest_word(core.core(), address, word);
            },
            result.counts);
    }
    result.work = work();
    result.link_bytes = network.link_bytes();
    return result;
}

std::vector<DumpNode> Machine::Impl::dumps_of(std::span<NodeCore> some, bool polls) {
    std::vector<DumpNode> dumps;
    for (NodeCore &core : some) dumps.push_back(core.state_dump(polls));
    return dumps;
}

const RoleProgram &Machine::Impl::program_of(const NodeCore &core) const {
    const CoreId id = core.id();
    if (id.core) return *firmware;
    return io_program && id.node + io_program->context.io_nodes >= count ? *io_program : *program;
}

/// Adds the calls of the nodes that cannot continue, and their handlers.
void Machine::Impl::explain(RunResult &result) {
    std::map<const RoleProgram *, Callers> callers;
    const auto of = [&](const NodeCore &core) {
        const RoleProgram &runs = program_of(core);
        return core.callers(callers.try_emplace(&runs, runs.functions, runs.frames).first->second);
    };
    const auto holds = [&](const NodeCore &of_node) {
        const std::uint32_t counted = program_of(of_node).holds;
        std::uint32_t count = 0;
        return counted && load_guest_word(of_node.core(), counted, count) && count != 0;
    };
    const auto threads = [&](const NodeCore &of_node) {
        const Core &core = of_node.core();
        const std::uint32_t list = program_of(of_node).threads;
        auto all = guest_threads(list, [&](std::uint32_t address, std::uint32_t &word) {
            return load_guest_word(core, address, word);
        });
        // The node's own line says what main does if it is the only thread and runs.
        if (all.size() == 1 && all[0].state <= GuestThread::State::ready) all.clear();
        return all;
    };
    const auto queues = [&](const NodeCore &of_node) {
        const Core &core = of_node.core();
        return guest_queues(program_of(of_node).queues, core.set().abi().little, count,
                            [&](std::uint32_t address, std::uint32_t &word) {
                                return load_guest_word(core, address, word);
                            });
    };
    if (result.outcome == Outcome::deadlock || result.outcome == Outcome::stalled) {
        for (DumpNode &dump : result.state_dump->nodes) {
            dump.queues = queues(cores[dump.node]);
            if (dump.state == DumpNode::State::exited) continue;
            dump.threads = threads(cores[dump.node]);
            dump.holds = holds(cores[dump.node]);
        }
        add_calls(result.state_dump->nodes);
        for (DumpNode &dump : result.state_dump->firmware) {
            dump.callers = of(cores[count + dump.node]);
            dump.queues = queues(cores[count + dump.node]);
        }
    }
    if (result.outcome == Outcome::max_cycles)
        for (NodeCore &core : first_cores()) {
            if (core.exited()) continue;
            result.unfinished.push_back(core.state_dump(false));
            result.unfinished.back().callers = of(core);
        }
    if (result.outcome != Outcome::fault && result.outcome != Outcome::max_cycles) return;
    const NodeCore &core = cores[result.fault.core * count + result.fault.node];
    result.callers = of(core);
    result.threads = threads(core);
    result.context = core.core().interface().context();
    result.handles = core.handles();
}

/// Waiting cores have waited until then. Where interfaces have clocks of their own, which go on, a
/// program that has exited no longer waits.
void Machine::Impl::catch_up(std::uint64_t cycle) {
    for (std::uint32_t n = 0; n < cores.size(); ++n) {
        if (!cores[n].waiting() || (devices && n < count && cores[n].rests())) continue;
        cores[n].wait_until(cycle);
        set_clocks(n);
    }
}

/// --max-cycles: the message names the first node that has not exited.
void Machine::Impl::settle_limit(RunResult &result) {
    result.outcome = Outcome::max_cycles;
    catch_up(options.max_cycles);
    const auto blame = [&](const auto &whom) {
        const auto some = first_cores();
        const auto found = std::find_if(some.begin(), some.end(), whom);
        if (found == some.end()) return false;
        const auto n = static_cast<std::uint32_t>(found - some.begin());
        result.fault = {FaultKind::none,     n, found->now(), found->core().state().pc, 0, 0,
                        found->core().word()};
        return true;
    };
    if (blame([](const NodeCore &node) { return !node.exited(); })) return;
    // Otherwise a handler, or one whose message is in flight.
    if (!blame([](const NodeCore &node) { return !node.done(); }))
        blame([](const NodeCore &) { return true; });
}

Machine::Machine(const MachineConfig &config, const Image &image, const RunOptions &options)
    : impl_(std::make_unique<Impl>(config, image, options)) {
    impl_->begin_choice(config, image);
}
Machine::Machine(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Machine::~Machine() = default;
Machine::Machine(Machine &&) noexcept = default;
Machine &Machine::operator=(Machine &&) noexcept = default;

RunResult Machine::run() {
    if (!impl_->ranks)
        for (;;) {
            RunResult result = impl_->run();
            if (!impl_->wants_change) return result;
            impl_ = Impl::in_other_parts(std::move(impl_));
        }
    std::optional<Snapshot> state;
    RunResult result = impl_->run_rank(state);
    if (!state) return result;
    impl_ = Impl::whole_of(std::move(impl_), std::move(state));
    return impl_->run();
}
bool Machine::run_until(std::uint64_t cycle) {
    impl_->needs_one_process("runs in pieces");
    return impl_->run_until(cycle);
}
Snapshot Machine::snapshot() {
    impl_->needs_one_process("snapshots");
    return impl_->snapshot();
}
std::uint64_t Machine::fingerprint() {
    impl_->needs_one_process("fingerprints");
    return impl_->fingerprint();
}
void Machine::resume(const Snapshot &snapshot) {
    impl_->needs_one_process("snapshots");
    impl_->resume(snapshot);
}

} // namespace inlet
