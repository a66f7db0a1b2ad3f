// A fingerprint of all that a trace holds.
#pragma once

#include "inlet/observer.h"

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

namespace inlet {

/// Over every field of every instruction, event and hop, each node's in its own order; the nodes
/// are combined in node order, so the order in which the scheduler runs them does not matter. Two
/// runs with the same hash executed the same instructions in the same cycles and handled the same
/// messages. Not for use against forgers.
class TraceHash final : public Observer {
  public:
    /// Of what is told and how it is mixed: hashes of other versions are of something else, and
    /// not compared. Whoever changes either adds one: a test compares. 0 is all that was before
    /// there was a number, 1 (polls came with it) the first; 2 has lost packets and adapters'
    /// stages.
    static constexpr std::uint32_t version = 2;

    explicit TraceHash(std::uint32_t nodes) : nodes_(nodes, seed) {}

    void instruction(const InstructionEvent &event) override;
    void event(const MessageEvent &event) override;
    void hop(const HopEvent &event) override;

    /// Of what came so far.
    std::uint64_t value() const;

    /// To go on from later, in the same run resumed: the version, a number for each node, three for
    /// each further core, and one.
    std::vector<std::uint64_t> state() const;
    /// Throws UserError where it is of another version or of another number of nodes.
    void resume(const std::vector<std::uint64_t> &state);

  private:
    static constexpr std::uint64_t seed = 0xcbf29ce484222325u;

    struct Core {
        std::uint32_t node, core;
        auto operator<=>(const Core &) const = default;
    };

    std::vector<std::uint64_t> nodes_; ///< with their first core
    /// Each has its own: in one hash the order of two cores would be that of the host.
    std::map<Core, std::uint64_t> further_;
    std::uint64_t hops_ = seed; ///< of all routers: their order is the simulated time's
};

} // namespace inlet
