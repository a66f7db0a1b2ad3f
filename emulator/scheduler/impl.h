// The parts of a machine.
#pragma once

#include "archive/archive.h"
#include "inlet/core_id.h"
#include "inlet/machine.h"
#include "inlet/network_parts.h"
#include "inlet/ranks.h"
#include "kinds/platform.h"
#include "node/node.h"
#include "node/node_core.h"
#include "scheduler/partition.h"
#include "scheduler/parts.h"
#include "scheduler/parts_choice.h"
#include "scheduler/programs.h"
#include "scheduler/workers.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace inlet {

/// At multiples of this all clocks meet, to see whether the machine makes progress.
inline constexpr std::uint64_t meet_every = 1 << 14; // cycles

/// RunResult::message_hash of nodes up to one with this hash of its own.
inline std::uint64_t next_message_hash(std::uint64_t before, std::uint64_t of_node) {
    return before * 0x100000001b3u ^ of_node;
}

/// Whether somebody sees all nodes in one order: then one thread runs them.
inline bool is_in_order(const RunOptions &options) {
    return options.observer || options.lock_step || options.check_dma || options.check_lfc;
}
/// I/O nodes share files.
inline bool may_divide(const MachineConfig &config, const RunOptions &options) {
    return !is_in_order(options) && !options.note && io_nodes_of(config) == 0;
}

struct Machine::Impl {
    Impl(const MachineConfig &config, const Image &image, const RunOptions &given);
    /// The same with parts of its own.
    Impl(const MachineConfig &config, const Image &image, RunOptions given,
         std::unique_ptr<Platform> of_machine);

    RunResult run();

    // Of a run that chooses its number of parts (ThreadOptions::choose). In choice.cpp.

    /// Begins to choose, if it can.
    void begin_choice(const MachineConfig &config, const Image &image);
    /// Measures what the run does, and sets wants_change. Before each turn of the loop.
    void look_at_parts();
    bool can_change() const;
    /// The same machine in several parts, or in one again, in the same state; or `before`, which
    /// chooses no more.
    static std::unique_ptr<Impl> in_other_parts(std::unique_ptr<Impl> before);
    /// What was done before changes, too.
    RunWork work() const;

    // Of a rank, which has some of the nodes: `count` of them, from `first_node` on. In ranks.cpp.

    /// Runs as long as all ranks do. Where all programs exit, returns the result on rank 0. Else
    /// `state` is that of the whole machine on rank 0, which goes on from there by itself.
    RunResult run_rank(std::optional<Snapshot> &state);
    /// The machine as that of one process, in this state.
    static std::unique_ptr<Impl> whole_of(std::unique_ptr<Impl> rank,
                                          std::optional<Snapshot> state);
    RunResult result_of_all();
    std::uint64_t agree_on_clocks();
    void agree_on_numbers();
    bool act_for_all(std::uint64_t now);
    void print_of_all(std::uint64_t cycle);
    RunProgress progress_of_all() const;
    std::optional<Snapshot> gather();
    /// Throws UserError on a rank.
    void needs_one_process(const char *what) const;
    /// What holds here, on all ranks or on any of them. All call it.
    bool all(bool here) const { return least(here) != 0; }
    bool any(bool here) const { return !all(!here); }
    std::uint64_t least(std::uint64_t here) const {
        if (ranks) ranks->least({&here, 1});
        return here;
    }

    /// False: the run has ended or, if it may, is to go on in another number of parts.
    bool run_until(std::uint64_t cycle, bool may_change = false);
    void settle_all(std::uint64_t cycle);
    /// The progress of the run: no node's clock is smaller, and the network is known up to here.
    std::uint64_t position() const;
    /// A deadlock: all nodes wait, and no message will come.
    bool still() const;
    /// Brings all nodes, waiting ones too, to their first instruction boundary from position() on.
    void stand();
    Snapshot snapshot();
    std::uint64_t fingerprint();
    void stop_together();
    void resume(const Snapshot &snapshot);
    void archive(Archive &ar);
    bool is_interrupted();
    RunProgress progress() const;
    std::uint64_t advance_network(std::uint64_t until);
    void run_first(std::uint64_t until);
    void run_parts(std::uint64_t until);
    void run_cycle();
    void run_core(std::uint32_t number, std::uint64_t horizon, std::uint64_t limit);
    void run_device(std::uint32_t node);
    /// Until the smallest clock is that of a core that is here.
    void welcome_first();
    void welcome(std::uint32_t number);
    void welcome_all();
    bool is_away_first() const {
        return partition.clocks.smallest() != net::Network::never &&
               partition.clocks.first() >= devices &&
               cores[partition.clocks.first() - devices].away();
    }
    /// Enters the clock of a core, and those of all that its node's device reaches.
    void set_clocks(std::uint32_t number);
    void set_all_clocks();
    std::uint32_t node_of(std::uint32_t core) const { return core < count ? core : core - count; }
    /// Of the nodes' first cores.
    std::span<NodeCore> first_cores() { return {cores.data(), count}; }
    std::span<const NodeCore> first_cores() const { return {cores.data(), count}; }
    std::span<NodeCore> second_cores() { return std::span(cores).subspan(count); }
    std::span<const NodeCore> second_cores() const { return std::span(cores).subspan(count); }
    /// Whether firmware and shared devices do nothing until a message or a program acts.
    bool firmware_rests() const;
    bool devices_idle() const;
    bool firmware_stalls(std::uint64_t now);
    std::vector<DumpNode> dumps_of(std::span<NodeCore> some, bool polls);
    const RoleProgram &program_of(const NodeCore &core) const;
    bool all_done() const;
    std::uint64_t last_exit() const;
    bool is_over(std::uint64_t now) const;
    bool stands_still();
    bool only_polls(std::uint64_t now);
    std::uint64_t end() const;
    HostFiles::Input input();
    void print_before(std::uint64_t cycle);
    RunResult result();
    /// Begins RunOptions::check_lfc. Throws UserError.
    void check_lfc(const std::string &machine);
    void explain(RunResult &result);
    /// Of the first cores. `polls`: the nodes only poll.
    StateDump state_dump(bool polls);
    /// Adds the open calls of the nodes that have not exited.
    void add_calls(std::vector<DumpNode> &nodes);
    void settle_limit(RunResult &result);
    void catch_up(std::uint64_t cycle);

    RunOptions options;
    Ranks *const ranks; ///< nullptr: this process is the only one
    Snapshot identity;  ///< program and machine in snapshots; without a state
    const ContextNames contexts;
    std::unique_ptr<Platform> platform;
    HostFiles::Input standard_input; ///< of node 0; null: at its end
    HostFiles files;
    net::Divided *divided;   ///< the network, if it is divided
    net::Network &network;   ///< the platform's
    std::uint64_t lookahead; ///< lower bound of the cycles until a node's action reaches another
    std::uint32_t first_node = 0; ///< that is here
    std::uint32_t count;          ///< of nodes that are here
    std::uint32_t devices;        ///< shared ones: 0, or one for each node
    Partition partition;          ///< of all nodes
    std::optional<RoleProgram> program, io_program, firmware;
    std::vector<NodeCore> cores;        ///< the first one of each node, then the second ones
    std::vector<Node> nodes;            ///< those whose cores share a device
    std::uint64_t meeting = meet_every; ///< cycle at which all clocks meet next
    std::uint64_t acts = 0;             ///< Network::acts() at the last one
    std::vector<std::uint64_t> asked;   ///< by node: NodeCore::asked() at the last one
    std::uint64_t turns = 0;            ///< RunWork::turns
    mutable std::uint32_t not_done = 0; ///< node that was not done when all_done() saw it last
    bool standstill = false;            ///< the result of stands_still()
    bool stalled = false;               ///< that, and nodes poll
    bool stuck = false;                 ///< that, and a node is in a loop that does not poll
    bool stopped = false;               ///< RunOptions::stop
    std::uint64_t restless = 0;         ///< meeting since which only firmware runs; 0: it rests
    std::function<std::unique_ptr<Impl>()> make_whole; ///< of a rank
    std::uint64_t end_of_all = net::Network::never;    ///< of a rank: the least end()
    struct Choice {
        PartsChoice by_time;
        std::function<std::unique_ptr<Impl>(const ThreadOptions &)> make;
        std::uint32_t most; ///< parts
    };
    std::optional<Choice> choice;       ///< of a run that chooses
    bool wants_change = false;          ///< the run goes on in another number of parts
    RunWork work_before;                ///< by the last change
    std::unique_ptr<Parts> parts;       ///< nullptr: one
    std::uint32_t alone = 0, rests = 0; ///< turns, as parts had little to do: left; the last time
    std::unique_ptr<Workers> workers;   ///< nullptr: none; its threads end before all else
};

} // namespace inlet
