// What of a run is wanted.
#pragma once

#include "inlet/image.h"
#include "inlet/observer.h"

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace inlet {

/// All conditions must hold. Each is a text, as `--only` takes it:
///   node=0,3-5          records of these nodes, hops from their routers
///   cycles=1000:2000    what begins in [1000, 2000); either number may be left out
///   code=NAME           instructions of this function, messages that it sends or that it handles
///   code=FIRST:END      the same by address: [FIRST, END), 0x for hexadecimal
///   message=3:17        the 17th message of node 3: its SEND, its events, its handler
struct TraceFilter {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> nodes; ///< first and last; empty: all
    std::uint64_t from = 0, until = ~std::uint64_t{0};          ///< cycles: [from, until)
    std::vector<std::pair<std::uint32_t, std::uint32_t>> code;  ///< [first, end); empty: all
    std::optional<MessageId> message;

    TraceFilter() = default;
    /// Throws UserError, which says what is wrong with which text.
    TraceFilter(const std::vector<std::string> &texts, const Image &names);

    /// Throws UserError where `run`, with this many nodes, has none of one of the ranges.
    void check_nodes(std::uint32_t count, const std::string &run) const;

    bool everything() const {
        return nodes.empty() && from == 0 && until == ~std::uint64_t{0} && code.empty() && !message;
    }
};

/// Passes on what the filter and the program want: code between xnet_trace_off() and
/// xnet_trace_on() (<xnet_trace.h>) is not wanted. That a node exits is always passed on.
class FilteredObserver final : public Observer {
  public:
    FilteredObserver(TraceFilter filter, const std::vector<TraceSwitch> &switches, Observer &sink);

    void instruction(const InstructionEvent &event) override;
    void event(const MessageEvent &event) override;
    void hop(const HopEvent &event) override;

  private:
    struct Switched {
        std::uint64_t cycle;
        bool off;
    };
    struct Node {
        bool wanted = true, off = false;
        /// The network comes behind the nodes: `off` for its next hop here, and later changes.
        bool off_for_hops = false;
        std::deque<Switched> changes;
        std::optional<InstructionEvent> last;          ///< not passed on; it may be the SEND
        std::array<std::optional<MessageId>, 3> works; ///< by Context: what its handler works on
    };
    Node &node(std::uint32_t number);
    static void follow(Node &node, std::uint64_t cycle);
    bool in_time(std::uint64_t cycle) const {
        return cycle >= filter_.from && cycle < filter_.until;
    }
    bool in_code(std::uint32_t address) const;

    TraceFilter filter_;
    std::vector<TraceSwitch> switches_; ///< by address
    bool begins_off_ = false;
    Observer &sink_;
    std::vector<Node> nodes_;
    std::uint64_t last_hop_ = 0;             ///< its cycle
    std::unordered_set<std::uint64_t> sent_; ///< with code: what it sent and is on its way
};

} // namespace inlet
