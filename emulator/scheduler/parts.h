// The parts of a machine whose network is divided, and the threads of the host that run them
// (docs/network.md, "Parts of a machine"). Between runs the machine's one loop does what concerns
// all nodes: meetings, ends, files. So this class only ever runs what that loop would run next, in
// another order.
#pragma once

#include "inlet/machine.h"
#include "net/divided.h"
#include "node/node_core.h"
#include "node/node_output.h"
#include "scheduler/clock_tree.h"
#include "scheduler/programs.h"
#include "scheduler/rank_link.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace inlet {

class Parts {
  public:
    static constexpr std::uint64_t never = net::Network::never;
    using MakeProgram = std::function<std::unique_ptr<RoleProgram>(net::Network &)>;

    /// `make` makes the program of a part's nodes. `lookahead`: Platform::lookahead().
    /// `ranks`: not nullptr: only the part with this rank's number is here.
    Parts(net::Divided &network, const MakeProgram &make, std::uint64_t lookahead,
          const ThreadOptions &options, Ranks *ranks = nullptr);
    ~Parts();
    Parts(const Parts &) = delete;
    Parts &operator=(const Parts &) = delete;

    /// Of the program that a node runs.
    NodeContext &context(std::uint32_t node) {
        return parts_[network_->part_of(node)].program->context;
    }
    /// For all parts.
    void each_context(const std::function<void(NodeContext &)> &change);

    /// Runs what comes before `until`, or less: up to what a node does in the order of all nodes.
    /// Then nodes compute ahead, up to `limit`. What they write is added to `output`. Returns the
    /// number of turns. It runs less, too, where the host's time (host_time()) comes to `pause`.
    std::uint64_t run(std::vector<NodeCore> &cores, std::uint64_t until, std::uint64_t limit,
                      NodeOutput &output, std::uint64_t pause = never);

    /// Of the host's time in run() since the last call, only where runs have a `pause`.
    struct Time {
        std::uint64_t all = 0;  ///< ns
        std::uint64_t busy = 0; ///< ns that its threads have worked, together: neither looked in
                                ///< vain nor waited for a core of the host
    };
    Time take_time() { return std::exchange(time_, {}); }

    // Of a rank, where the parts have stopped in front of what a node does in the order of all.

    /// The next event of its network.
    std::uint64_t next_event() const { return network_->part(first_).next_event(); }
    /// A node here does so, the first one of all.
    void act(std::uint32_t node, NodeOutput &output);

  private:
    /// Of what a part does next. All hold until it hears more.
    struct Bounds {
        std::uint64_t end = 0;     ///< first cycle in which something may come from another part
        std::uint64_t horizon = 0; ///< first cycle at which another part's node may reach one here
        bool over = false;         ///< the run has ended here: neither the part nor what may come
                                   ///< into it has anything left to do
    };
    /// Nodes from which the way to a link is equally long.
    struct Level {
        std::uint64_t way;
        std::vector<std::uint32_t> places;
    };
    struct alignas(64) Part {
        std::unique_ptr<RoleProgram> program;
        NodeOutput output;
        std::vector<std::uint32_t> nodes;
        std::unique_ptr<ClockTree> clocks; ///< by place in `nodes`
        std::size_t links = 0;
        std::vector<net::Link *> ends;          ///< by link
        std::vector<std::uint64_t> across;      ///< by link from and link to: Divided::across
        std::vector<std::uint64_t> ways;        ///< by place in `nodes` and link: Divided::way
        std::vector<std::vector<Level>> levels; ///< by link, with growing ways
        Bounds bounds;
        std::uint64_t end = 0;              ///< Parts::end_, as it knows it
        std::vector<std::uint64_t> borders; ///< by link: what it has promised last
        std::uint64_t beyond = 0;           ///< and that
        bool risen = false;                 ///< a border may be later than that
        bool acted = false;                 ///< anything may be
        std::uint64_t stops = never;        ///< cycle from which on no part needs to go on
        std::uint64_t turns = 0;
    };

    void begin(std::uint32_t number);
    void finish(NodeOutput &output);
    std::uint64_t items(std::uint32_t number) const;
    bool hear(std::uint32_t number);
    void bound(std::uint32_t number);
    void promise(std::uint32_t number);
    std::uint64_t border(std::uint32_t number, std::size_t link) const;
    void stop_at(std::uint32_t number, std::uint64_t cycle);
    bool step(std::uint32_t number);
    bool is_for_all(const NodeCore &core, net::Network &network, std::uint64_t now) const;
    void set_clock(Part &part, std::uint32_t node);
    void set_told_clocks(std::uint32_t number);
    bool run_further(std::uint32_t number, std::uint64_t cycles);
    void run_in_random_order();
    std::uint64_t run_part(std::uint32_t number);
    void work(unsigned thread);
    void work_or_end_all(unsigned thread);
    void begin_round();
    template <typename Condition> void wait_until(const Condition &condition);
    void serve(const std::stop_token &stop, unsigned thread);

    NodeCore &core(std::uint32_t node) { return (*cores_)[node - first_node_]; }
    std::span<Part> here() { return std::span(parts_).subspan(first_, end_part_ - first_); }
    void finish_with_ranks();

    net::Divided *network_;
    const ThreadOptions options_;
    const unsigned threads_;
    /// Files are on rank 0, so nodes of another one always wait in front of them.
    const bool has_files_;
    const std::uint64_t lookahead_, crossing_, delivery_, entry_;
    const int looks_; ///< of a thread that waits before it sleeps
    std::vector<Part> parts_;
    std::uint32_t first_ = 0, end_part_;  ///< parts that are here
    std::uint32_t first_node_ = 0;        ///< that is here
    std::vector<RankLink *> rank_links_;  ///< of the part of a rank; the network owns them
    std::vector<std::uint32_t> place_of_; ///< by node: in its part
    std::minstd_rand random_;

    // Of the run:
    std::vector<NodeCore> *cores_ = nullptr;
    std::uint64_t limit_ = 0;                       ///< cycle up to which nodes compute ahead
    std::uint64_t pause_ = never;                   ///< time of the host
    Time time_;                                     ///< take_time(); busy: protected by lock_
    alignas(64) std::atomic<std::uint64_t> end_{0}; ///< it ends before it
    std::atomic<bool> thrown_{false};               ///< a thread has thrown: it ends at once
    std::exception_ptr exception_;                  ///< the first one; protected by lock_

    // Between runs, helpers sleep:
    std::mutex lock_;
    std::condition_variable changed_;
    alignas(64) std::atomic<std::uint32_t> round_{0}; ///< of run()
    std::atomic<unsigned> working_{0};                ///< threads
    std::vector<std::jthread> helpers_;               ///< they end before all else
};

} // namespace inlet
