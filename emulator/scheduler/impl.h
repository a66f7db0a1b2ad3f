// What a machine is made of.
#pragma once

#include "archive/archive.h"
#include "inlet/machine.h"
#include "kinds/platform.h"
#include "node/node.h"
#include "scheduler/clock_tree.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace inlet {

/// At its multiples all clocks are brought together, to see whether anything still moves.
inline constexpr std::uint64_t meet_every = 1 << 14; // cycles

struct Machine::Impl {
    Impl(const MachineConfig &config, const Image &image, RunOptions given);

    RunResult run();
    bool run_until(std::uint64_t cycle);
    void settle_all(std::uint64_t cycle);
    /// How far the run is: no node's clock is before, and the network is known up to here.
    std::uint64_t position() const;
    /// Everybody waits for nothing.
    bool still() const;
    /// All nodes stand at their first instruction boundary from position() on, those that wait too.
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
    bool stands_still();
    bool only_polls(std::uint64_t now) const;
    std::uint64_t end() const;
    void print_before(std::uint64_t cycle);
    RunResult result();
    void explain(RunResult &result);
    void settle_limit(RunResult &result);
    void catch_up(std::uint64_t cycle);

    RunOptions options;
    Snapshot identity; ///< what a snapshot says of program and machine; without a state
    std::vector<std::uint32_t> functions, io_functions; ///< where they begin, in order
    const ContextNames contexts;
    std::unique_ptr<Platform> platform;
    SharedPages pages;
    engine::CodeCache code;
    std::optional<SharedPages> io_pages; ///< of the I/O nodes' program
    std::optional<engine::CodeCache> io_code;
    HostFiles files;
    net::Network &network;   ///< the platform's
    std::uint64_t lookahead; ///< cycles before what a node does can reach another, or less
    ClockTree clocks;
    NodeContext context, io_context;
    std::vector<Node> nodes;
    std::vector<ConsoleLine> lines;
    std::map<std::uint32_t, RepeatedBranch> repeated;
    std::optional<Fault> fault;         ///< the earliest so far
    std::uint64_t meeting = meet_every; ///< cycle at which all clocks meet next
    std::uint64_t acts = 0;             ///< Network::acts() at the last one
    std::vector<std::uint64_t> asked;   ///< by node: Node::asked() at the last one
    bool jammed = false;                ///< stands_still() found so
    bool stalled = false;               ///< it did, of nodes that poll
    bool stopped = false;               ///< RunOptions::stop
};

} // namespace inlet
