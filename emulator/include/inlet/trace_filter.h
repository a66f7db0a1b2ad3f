// Conditions that select a part of a run.
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
///   core=NAME           the nodes' core of this name (MachineConfig::cores); without it, the first
struct TraceFilter {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> nodes; ///< ranges, first to last; empty:
                                                                ///< all nodes
    std::uint64_t from = 0, until = ~std::uint64_t{0};          ///< cycles: [from, until)
    std::vector<std::pair<std::uint32_t, std::uint32_t>> code;  ///< [first, end); empty: all
    std::optional<MessageId> message;
    std::uint8_t core = 0; ///< of the nodes

    TraceFilter() = default;
    /// `names`: of the program of the selected core. `cores`: the names of a node's cores; empty:
    /// nodes have one core. Throws UserError that names the wrong text.
    TraceFilter(const std::vector<std::string> &texts, const Image &names,
                const std::vector<std::string> &cores = {});

    /// The core that the texts select. Throws UserError.
    static std::uint8_t core_of(const std::vector<std::string> &texts,
                                const std::vector<std::string> &cores);

    /// Throws UserError if a range selects no node of `run`, which has `count` nodes.
    void check_nodes(std::uint32_t count, const std::string &run) const;

    bool everything() const {
        return nodes.empty() && from == 0 && until == ~std::uint64_t{0} && code.empty() &&
               !message && core == 0;
    }
};

/// Forwards records that the filter and the program select: code between xnet_trace_off() and
/// xnet_trace_on() (<xnet_trace.h>) is left out. The exit of a node is always forwarded. The
/// selected core is forwarded as the only one of its node, so that analyses need not know of
/// several.
class FilteredObserver final : public Observer {
  public:
    FilteredObserver(TraceFilter filter, const std::vector<TraceSwitch> &switches, Observer &sink);

    void instruction(const InstructionEvent &of_any_core) override;
    void wait(const WaitEvent &of_any_core) override;
    void event(const MessageEvent &of_any_core) override;
    void hop(const HopEvent &event) override;
    /// What the program switches follows from instructions; what is wanted of hops, from all nodes.
    Wants wants() const override {
        const Wants wants = sink_.wants();
        const bool firmware = filter_.core != 0;
        return wants.hops ? Wants{.firmware = firmware}
                          : Wants{.hops = false, .nodes = wants.nodes, .firmware = firmware};
    }

  private:
    struct Switched {
        std::uint64_t cycle;
        bool off;
    };
    struct Node {
        bool wanted = true, off = false;
        /// Hops are reported later than the nodes' events: `off` for the next hop at this node, and
        /// the later changes.
        bool off_for_hops = false;
        std::deque<Switched> changes;
        std::optional<InstructionEvent> last;          ///< not forwarded yet; it may be the SEND
        std::array<std::optional<MessageId>, 3> works; ///< by Context: the message of its handler
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
    std::vector<InstructionEvent> turn_;     ///< wait(): a turn of the selected core
    std::uint64_t last_hop_ = 0;             ///< its cycle
    std::unordered_set<std::uint64_t> sent_; ///< with code=: sent messages that are under way
};

} // namespace inlet
