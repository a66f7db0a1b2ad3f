// A machine whose nodes are on several ranks (docs/network.md, "Ranks"). Parts run apart up to each
// meeting; there, and where they stop earlier, all ranks agree on what the one loop of a machine
// knows by itself, and come to the same decisions. At the end, rank 0 has the state of all, and
// goes on as one process.
#include "inlet/ranks.h"

#include "archive/archive.h"
#include "scheduler/impl.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <thread>
#include <utility>

namespace inlet {

using net::Network;

namespace {

using Bytes = std::vector<std::uint8_t>;

/// Rank 0 takes the bytes of each rank, in their order.
void gather_bytes(Ranks &ranks, Bytes own,
                  const std::function<void(std::span<const std::uint8_t>)> &take) {
    if (ranks.number() != 0) {
        own.push_back(0); // a message has at least one byte
        return ranks.send(0, std::as_bytes(std::span(own)));
    }
    take(own);
    own = {};
    for (std::uint32_t rank = 1; rank < ranks.count(); ++rank) {
        std::span<const std::byte> message;
        while ((message = ranks.receive(rank)).empty()) std::this_thread::yield();
        take({reinterpret_cast<const std::uint8_t *>(message.data()), message.size() - 1});
    }
}

/// Rank 0 takes what each rank has, in their order. `T` archives itself, of so many nodes.
template <typename T, typename Take>
void gather_archived(Ranks &ranks, T &own, std::uint32_t nodes, const Take &take) {
    Archive ar;
    own.archive(ar, 0);
    gather_bytes(ranks, ar.take(), [&](std::span<const std::uint8_t> bytes) {
        Archive from(bytes);
        T of_rank;
        of_rank.archive(from, nodes);
        take(of_rank);
    });
}

// The structured bindings name all members: a member that is added does not compile until it is
// named here.

void archive_summary(Archive &ar, NodeSummary &summary) {
    auto &[cycles, instructions, sent, received, waiting, status, exited, refused, idle] = summary;
    ar(cycles, instructions, sent, received, waiting, status, exited, refused, idle);
}

/// What a rank has of the result of a run in which all programs have exited.
struct Share {
    std::vector<NodeSummary> nodes;
    std::vector<std::uint64_t> message_hashes; ///< by node
    NodeOutput output;
    NamedCounts counts;
    RunWork work;
    std::uint64_t link_bytes = 0;

    void archive(Archive &ar, std::uint32_t all_nodes) {
        std::size_t left = ar.count(nodes.size());
        if (ar.loads()) nodes.resize(left);
        for (NodeSummary &node : nodes) archive_summary(ar, node);
        ar(message_hashes);
        output.archive(ar, all_nodes);
        left = ar.count(counts.size());
        if (ar.loads()) counts.resize(left);
        for (auto &[name, value] : counts) ar(name, value);
        auto &[turns, looks, starts] = work;
        ar(turns, looks, starts, link_bytes);
    }
};

void add(RunResult &result, const Share &share) {
    for (const NodeSummary &node : share.nodes) {
        result.nodes.push_back(node);
        result.cycles = std::max(result.cycles, node.cycles);
        if (!result.status) result.status = node.status;
    }
    for (const std::uint64_t hash : share.message_hashes)
        result.message_hash = next_message_hash(result.message_hash, hash);
    for (const auto &[name, value] : share.counts) add_count(result.counts, name, value);
    result.work.turns += share.work.turns;
    result.work.looks += share.work.looks;
    result.work.starts += share.work.starts;
    result.link_bytes += share.link_bytes;
}

} // namespace

/// The order of decisions is that of run_until().
RunResult Machine::Impl::run_rank(std::optional<Snapshot> &state) {
    if (ranks->number() != 0) options.progress = nullptr; // rank 0 calls it
    const bool shows_progress = any(options.progress != nullptr);
    end_of_all = options.max_cycles;
    for (;;) {
        turns += parts->run(cores, std::min(end_of_all, meeting), end_of_all, partition.output);
        const std::uint64_t now = agree_on_clocks();
        agree_on_numbers();
        print_of_all(now);
        if (still() || all(is_over(now))) break;
        if (now != Network::never && now >= meeting && meeting <= end_of_all) {
            if ((standstill = stands_still())) break;
            if (shows_progress) {
                const RunProgress progress = progress_of_all();
                if (options.progress) options.progress(progress);
            }
            if (any(ranks->number() == 0 && options.stop && options.stop->load())) break;
            continue;
        }
        if (now >= end_of_all || !act_for_all(now)) break;
    }
    const bool exited = std::ranges::all_of(first_cores(), &NodeCore::rests) && !standstill &&
                        !partition.output.fault() && !options.state_dump;
    if (all(exited)) return result_of_all();
    state = gather();
    return {};
}

/// On rank 0, of a run in which all programs have exited. No rank needs the memory of the others'
/// nodes for it.
RunResult Machine::Impl::result_of_all() {
    RunResult own = result();
    Share share{std::move(own.nodes), {}, {}, std::move(own.counts), own.work, own.link_bytes};
    for (const NodeCore &core : cores)
        share.message_hashes.push_back(core.core().counts.message_hash);
    std::swap(share.output, partition.output);
    RunResult all;
    gather_archived(*ranks, share, network.topology().nodes(), [&](Share &of_rank) {
        partition.output.add(of_rank.output);
        add(all, of_rank);
    });
    all.repeated = partition.output.repeated();
    print_before(Network::never);
    return all;
}

/// As advance_network(): event by event up to the smallest clock of all, or to the end; returns
/// that clock. No node of another rank has a clock before it, which then counts as one more node's
/// here.
std::uint64_t Machine::Impl::agree_on_clocks() {
    const auto others = static_cast<std::uint32_t>(cores.size());
    net::Network &part = divided->part(ranks->number());
    for (;;) {
        partition.clocks.set(others, Network::never);
        set_all_clocks();
        std::array<std::uint64_t, 3> least = {partition.clocks.smallest(), parts->next_event(),
                                              end()};
        ranks->least(least);
        const auto [clock, event, end] = least;
        partition.clocks.set(others, clock);
        divided->set_elsewhere(event);
        end_of_all = end;
        const bool happens = event != Network::never && event <= std::min(clock, end);
        const std::uint64_t to = happens ? event : std::min(clock, end);
        if ((clock != Network::never || event != Network::never) && to > part.known())
            part.advance(to);
        part.take_told(); // all clocks are set again
        if (!happens) return clock;
        // What this has made crosses.
        if (any(divided->send(ranks->number()))) parts->run(cores, 0, 0, partition.output);
    }
}

void Machine::Impl::agree_on_numbers() {
    divided->refresh();
    net::Divided::Numbers numbers = divided->numbers();
    std::array<std::uint64_t, 2> sums = {numbers.in_flight, numbers.acts}; // modulo 2^64
    ranks->sum(sums);
    std::array<std::uint64_t, 2> least = {numbers.known, ~numbers.settles};
    ranks->least(least);
    divided->set_numbers({least[0], sums[0], sums[1], ~least[1]});
}

/// A node acts that is to do so in the order of all: the first one at this cycle. False: it would
/// reach files, which only rank 0 has.
bool Machine::Impl::act_for_all(std::uint64_t now) {
    const std::uint32_t first = partition.clocks.first(); // those of others come last
    const bool here = first < cores.size() && partition.clocks.smallest() == now;
    const std::uint64_t rank = least(here ? ranks->number() : Network::never);
    const bool own = rank == ranks->number();
    if (!all(!own || rank == 0 || !cores[first].at_files())) return false;
    if (own) {
        parts->act(first_node + first, partition.output);
        divided->send(ranks->number()); // what it has noted for other parts
    }
    return true;
}

/// Lines that were complete before `cycle`, in the order of time.
void Machine::Impl::print_of_all(std::uint64_t cycle) {
    if (!any(partition.output.has_lines())) return;
    std::vector<ConsoleLine> lines = partition.output.take_lines(cycle);
    NodeOutput own;
    for (ConsoleLine &line : lines) own.print(std::move(line));
    NodeOutput all;
    gather_archived(*ranks, own, network.topology().nodes(),
                    [&](NodeOutput &of_rank) { all.add(of_rank); });
    for (const auto &[at, id, text] : all.take_lines(Network::never))
        if (options.console) options.console(id.node, text);
}

RunProgress Machine::Impl::progress_of_all() const {
    RunProgress all = progress();
    std::array<std::uint64_t, 2> sums = {all.instructions, all.messages};
    ranks->sum(sums);
    all.instructions = sums[0];
    all.messages = sums[1];
    return all;
}

void Machine::Impl::needs_one_process(const char *what) const {
    if (ranks)
        throw UserError(std::string("no rank knows the machine as a whole: ") + what +
                        " need one process");
}

/// A snapshot, as Machine::Impl::archive() writes it, of what all ranks have.
std::optional<Snapshot> Machine::Impl::gather() {
    const std::uint64_t now = least(position());
    const bool ends = still();
    settle_all(ends ? Network::never : now);
    agree_on_numbers();
    std::array<std::uint64_t, 1> all_turns = {turns};
    ranks->sum(all_turns);
    turns = all_turns[0];
    Snapshot snapshot = identity;
    snapshot.cycle = now;
    Bytes &state = snapshot.state;
    const auto append = [&state](std::span<const std::uint8_t> bytes) {
        state.insert(state.end(), bytes.begin(), bytes.end());
    };
    Archive of_platform;
    platform->save_part(of_platform);
    std::vector<Bytes> platforms;
    gather_bytes(*ranks, of_platform.take(), [&](std::span<const std::uint8_t> bytes) {
        platforms.emplace_back(bytes.begin(), bytes.end());
    });
    if (ranks->number() == 0) {
        std::vector<Archive> saved(platforms.begin(), platforms.end());
        Archive ar;
        platform->join(ar, saved);
        files.archive(ar);
        append(ar.take());
        platforms.clear();
    }
    Archive of_cores;
    of_cores.each(cores);
    cores.clear();
    gather_bytes(*ranks, of_cores.take(), append);
    Archive of_rest;
    partition.output.archive(of_rest, 0);
    of_rest(asked);
    NodeOutput output;
    std::vector<std::uint64_t> all_asked;
    gather_bytes(*ranks, of_rest.take(), [&](std::span<const std::uint8_t> bytes) {
        Archive from(bytes);
        NodeOutput of_rank;
        of_rank.archive(from, network.topology().nodes());
        output.add(of_rank);
        std::vector<std::uint64_t> some;
        from(some);
        all_asked.insert(all_asked.end(), some.begin(), some.end());
    });
    if (ranks->number() != 0) return std::nullopt;
    Archive end;
    output.archive(end, 0);
    end.cycle(meeting);
    end(acts, all_asked, standstill, stopped);
    append(end.take());
    return snapshot;
}

std::unique_ptr<Machine::Impl> Machine::Impl::whole_of(std::unique_ptr<Impl> rank,
                                                       std::optional<Snapshot> state) {
    const std::function<std::unique_ptr<Impl>()> make = std::move(rank->make_whole);
    HostFiles::Input input = std::move(rank->standard_input);
    const std::uint64_t turns = rank->turns;
    const bool stalled = rank->stalled, stuck = rank->stuck;
    rank.reset(); // its memory is of no use any more
    std::unique_ptr<Impl> whole = make();
    whole->standard_input = std::move(input);
    whole->resume(*state);
    whole->stalled = stalled;
    whole->stuck = stuck;
    whole->turns = turns;
    return whole;
}

} // namespace inlet
