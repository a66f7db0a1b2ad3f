// Watches the program of `inlet logp`: what node 0 executed between two calls of logp_now(), and
// the messages that were under way then.
#pragma once

#include <cstdint>
#include <inlet/image.h>
#include <inlet/observer.h>
#include <set>
#include <unordered_map>
#include <vector>

namespace inlet::cli {

/// What node 0 did from one call of logp_now() to the next, itself and the handlers on it.
struct Interval {
    std::uint64_t begin = 0, end = 0;             ///< cycles at which the two calls were entered
    std::uint64_t instructions = 0;               ///< without those of logp_now()
    std::vector<InstructionEvent> main, handlers; ///< the same, as far as it is little
    std::uint32_t dispatches = 0;
    std::uint64_t dispatch = 0; ///< cycles from events to handlers
    std::uint64_t first = 0;    ///< cycle of the first instruction behind the first call
    /// When the program let a message in, that is at its arrival, or if that was before, at
    /// `first`; and the first instruction of its handler. 0: no message was handled.
    std::uint64_t let_in = 0, entered = 0;

    std::uint64_t cycles() const { return end - begin; }
};

/// One message from and to any node.
struct Flight {
    std::uint32_t source = 0, destination = 0;
    std::uint32_t words = 0;              ///< scalar and vector, without the handler's address
    std::uint64_t inject = 0, arrive = 0; ///< end of the accepted SEND; the whole packet is there
    bool arrived = false;

    std::uint64_t network() const { return arrive - inject; }
};

class LogpWatch final : public Observer {
  public:
    /// Throws UserError where the program has no logp_now().
    explicit LogpWatch(const Image &image);

    void instruction(const InstructionEvent &event) override;
    void event(const MessageEvent &event) override;

    const std::vector<Interval> &intervals() const { return intervals_; }
    /// Messages that entered the network in an interval, from and to node 0, in the order in which
    /// they did.
    std::vector<Flight> flights(const Interval &interval) const;

  private:
    std::uint32_t begin_ = 0, end_ = 0; ///< logp_now()
    std::set<std::uint32_t> handlers_;  ///< of the messages whose handling is timed
    std::uint64_t last_arrival_ = 0;    ///< at node 0
    bool open_ = false;
    std::vector<Interval> intervals_;
    std::vector<Flight> flights_;
    std::unordered_map<std::uint64_t, std::size_t> under_way_; ///< source and number -> flights_
};

} // namespace inlet::cli
