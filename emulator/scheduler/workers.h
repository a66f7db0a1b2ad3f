// Threads of the host that compute what nodes run ahead (docs/network.md, "Threads"). The scheduler
// stays the only one that executes what reaches other nodes, in the order of cycles; so all results
// are those of one thread.
#pragma once

#include "cpu/engine/state.h"
#include "inlet/machine.h"
#include "node/node_core.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace inlet {

class Workers {
  public:
    /// The threads start when there is work. `cores` stay where they are.
    Workers(std::vector<NodeCore> &cores, const ThreadOptions &options);
    ~Workers();
    Workers(const Workers &) = delete;
    Workers &operator=(const Workers &) = delete;

    // All of these are for the scheduler's thread.

    /// Cycles from which on a stretch is handed over.
    std::uint64_t least() const { return options_.least; }
    /// Whether a core is away.
    bool any_away() const { return away_ != 0; }
    /// The core has begun to run ahead: it is away from now on.
    void take(std::uint32_t core);
    /// An event of the core may have become due earlier: it need not compute further, if it is
    /// away.
    void follow(std::uint32_t core);
    /// Whether the stretch of a core that is away has ended.
    bool done(std::uint32_t core) const {
        return jobs_[core].state.load(std::memory_order_acquire) == State::done;
    }
    /// Ends the stretch of a core that is away, where it is: the core is here again. Throws what
    /// its thread threw.
    void welcome(std::uint32_t core);
    /// Does a piece of what is to be done.
    void help();
    /// ns that the other threads have computed since the last call, together.
    std::uint64_t take_busy() { return busy_.exchange(0, std::memory_order_relaxed); }

  private:
    enum class State : std::uint8_t { queued, running, done };
    struct alignas(64) Job { // alone in its line of the host's cache
        std::atomic<State> state{State::done};
        std::atomic<std::uint64_t> reached{0}; ///< NodeCore::leave
        std::atomic<std::uint64_t> limit{0};   ///< cycle at which to end
        std::uint64_t ran_to = 0;              ///< the `until` of the last piece
        engine::Stop stop = engine::Stop::budget;
        std::exception_ptr thrown;
    };

    void start();
    /// The next job of the queue. False: there is none.
    bool next(std::uint32_t &core);
    void queue(std::uint32_t core, bool first);
    /// Computes one piece. False: that was all.
    bool piece(std::uint32_t core, unsigned thread);
    void work(const std::stop_token &stop, unsigned thread);

    std::vector<NodeCore> &cores_;
    const unsigned count_; ///< of threads, that of the scheduler included
    const ThreadOptions options_;
    const int spins_;             ///< looks of an idle thread before it sleeps
    std::uint32_t away_ = 0;      ///< cores
    std::unique_ptr<Job[]> jobs_; ///< by core
    std::mutex mutex_;            ///< protects the queue
    std::deque<std::uint32_t> queue_;
    alignas(64) std::atomic<std::uint32_t> waiting_{0}; ///< size of the queue
    alignas(64) std::atomic<std::uint32_t> signals_{0}; ///< idle threads sleep until it changes
    std::atomic<std::uint32_t> asleep_{0};
    std::atomic<std::uint64_t> busy_{0}; ///< take_busy()
    std::vector<std::jthread> threads_;  ///< ends before all else
};

} // namespace inlet
