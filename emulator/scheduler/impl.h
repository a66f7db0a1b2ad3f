// The parts of a machine.
#pragma once

#include "archive/archive.h"
#include "inlet/call_frames.h"
#include "inlet/machine.h"
#include "kinds/platform.h"
#include "node/node.h"
#include "scheduler/clock_tree.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace inlet {

/// At multiples of this all clocks meet, to see whether the machine makes progress.
inline constexpr std::uint64_t meet_every = 1 << 14; // cycles

struct Machine::Impl {
    Impl(const MachineConfig &config, const Image &image, RunOptions given);

    RunResult run();
    bool run_until(std::uint64_t cycle);
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
    RunProgress progress() const;
    std::uint64_t advance_network(std::uint64_t until);
    void run_first(std::uint64_t until);
    void run_cycle();
    void run_node(std::uint32_t number, std::uint64_t horizon, std::uint64_t limit);
    void note(const Fault &found);
    bool all_done() const;
    bool is_over(std::uint64_t now) const;
    bool stands_still();
    bool only_polls(std::uint64_t now);
    std::uint64_t end() const;
    void print_before(std::uint64_t cycle);
    RunResult result();
    void explain(RunResult &result);
    void settle_limit(RunResult &result);
    void catch_up(std::uint64_t cycle);

    RunOptions options;
    Snapshot identity; ///< program and machine in snapshots; without a state
    std::vector<std::uint32_t> functions, io_functions; ///< where they begin, in order
    const CallFrames frames;                            ///< of the program
    const ContextNames contexts;
    std::unique_ptr<Platform> platform;
    SharedPages pages;
    engine::CodeCache code;
    std::optional<SharedPages> io_pages; ///< of the I/O nodes' program
    std::optional<engine::CodeCache> io_code;
    HostFiles files;
    net::Network &network;   ///< the platform's
    std::uint64_t lookahead; ///< lower bound of the cycles until a node's action reaches another
    ClockTree clocks;
    NodeContext context, io_context;
    std::uint32_t threads_at = 0; ///< the list of the program's threads
    std::vector<Node> nodes;
    std::vector<ConsoleLine> lines;
    std::map<std::uint32_t, RepeatedBranch> repeated;
    std::optional<Fault> fault;         ///< the earliest so far
    std::uint64_t meeting = meet_every; ///< cycle at which all clocks meet next
    std::uint64_t acts = 0;             ///< Network::acts() at the last one
    std::vector<std::uint64_t> asked;   ///< by node: Node::asked() at the last one
    std::uint64_t turns = 0;            ///< RunWork::turns
    bool standstill = false;            ///< the result of stands_still()
    bool stalled = false;               ///< that, and nodes poll
    bool stuck = false;                 ///< that, and a node is in a loop that does not poll
    bool stopped = false;               ///< RunOptions::stop
};

} // namespace inlet
