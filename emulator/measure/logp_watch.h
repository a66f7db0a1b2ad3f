// Observes the program of `inlet logp`: instructions of node 0 between two calls of logp_now(), and
// the messages in flight.
#pragma once

#include <cstdint>
#include <inlet/image.h>
#include <inlet/observer.h>
#include <set>
#include <unordered_map>
#include <vector>

namespace inlet::measure {

/// The activity of node 0, handlers included, from one call of logp_now() to the next.
struct Interval {
    std::uint64_t begin = 0, end = 0;             ///< cycles at which the two calls were entered
    std::uint64_t instructions = 0;               ///< without those of logp_now()
    std::vector<InstructionEvent> main, handlers; ///< the first 256 of each
    std::uint32_t dispatches = 0;
    std::uint64_t dispatch = 0; ///< cycles of dispatches
    std::uint64_t first = 0;    ///< cycle of the first instruction after the first call
    /// Cycle at which a message was let in: its arrival or `first`, whichever is later; and cycle
    /// of the first instruction of its handler. 0: no message was handled.
    std::uint64_t let_in = 0, entered = 0;

    std::uint64_t cycles() const { return end - begin; }
};

/// One message between any two nodes.
struct Flight {
    std::uint32_t source = 0, destination = 0;
    std::uint32_t words = 0;              ///< scalar and vector, without the handler's address
    std::uint64_t inject = 0, arrive = 0; ///< cycles: SEND accepted; whole packet there
    std::uint64_t link = 0; ///< cycles for which it holds node 0's link into the network
    bool arrived = false;
    bool kept = false; ///< by a second processor meanwhile, since its queue was full

    std::uint64_t network() const { return arrive - inject; }
};

class LogpWatch final : public Observer {
  public:
    /// Throws UserError if the program has no logp_now().
    explicit LogpWatch(const Image &image);

    void instruction(const InstructionEvent &event) override;
    void event(const MessageEvent &event) override;
    void hop(const HopEvent &event) override;

    const std::vector<Interval> &intervals() const { return intervals_; }
    /// Messages from and to node 0 that entered the network in an interval, in the order of entry.
    std::vector<Flight> flights(const Interval &interval) const;

  private:
    std::uint32_t begin_ = 0, end_ = 0; ///< logp_now()
    std::set<std::uint32_t> handlers_;  ///< handlers of the timed messages
    std::uint64_t last_arrival_ = 0;    ///< at node 0
    bool open_ = false;
    std::vector<Interval> intervals_;
    std::vector<Flight> flights_;
    std::unordered_map<std::uint64_t, std::size_t> under_way_; ///< MessageId::key() -> flights_
};

} // namespace inlet::measure
