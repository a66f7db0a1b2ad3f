// A hash of everything that a trace holds.
#pragma once

#include "inlet/observer.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace inlet {

/// Over every field of every instruction, event and hop, each node's in its own order; the nodes
/// are combined in node order, so the order in which the scheduler runs them does not matter. Two
/// runs with the same hash executed the same instructions in the same cycles and handled the same
/// messages. It is not cryptographic.
class TraceHash final : public Observer {
  public:
    /// Version of the hashed fields and of the hash function; hashes of different versions are not
    /// compared. Increment it with every change of either; a test compares. 0: unnumbered versions;
    /// 1 added polls; 2 added lost packets and adapters' stages.
    static constexpr std::uint32_t version = 2;

    /// `cores`: of a node. Where there are more than one they share a device, which acts when the
    /// scheduler comes to it: its events are hashed apart from instructions.
    explicit TraceHash(std::uint32_t nodes, std::size_t cores = 1)
        : nodes_(nodes), shares_device_(cores > 1) {}

    void instruction(const InstructionEvent &event) override;
    void wait(const WaitEvent &waited) override;
    void event(const MessageEvent &event) override;
    void hop(const HopEvent &event) override;
    Wants wants() const override { return {.firmware = true}; }

    /// Hash of all events so far.
    std::uint64_t value() const;

    /// State from which the hash of the resumed run continues: the version, a number for each node,
    /// three for each further core and shared device, and one.
    std::vector<std::uint64_t> state() const;
    /// Throws UserError if the state has another version or another number of nodes.
    void resume(const std::vector<std::uint64_t> &state);

  private:
    static constexpr std::uint64_t seed = 0xcbf29ce484222325u;

    struct Core {
        std::uint32_t node, core;
        auto operator<=>(const Core &) const = default;
    };

    /// A node's hash, and what is to be hashed next. Each step of a hash needs the one before it,
    /// so a processor is quicker with several nodes' hashes at a time.
    struct Chain {
        /// Values at [first, first + size) are hashed `turns` times. Those after them are the
        /// places among them of values that grow by `cycles` from one turn to the next.
        struct Repeat {
            std::size_t first, size, places;
            std::uint64_t turns, cycles;
        };
        std::uint64_t hash = seed;
        std::vector<std::uint64_t> values{};
        std::vector<Repeat> repeats{};
        std::uint64_t repeated = 0; ///< values, each as often as it is hashed
    };
    class Stream;
    class Lanes;

    /// Appends what an instruction adds to the hash. Its cycle is the second value.
    static void append(std::vector<std::uint64_t> &values, const InstructionEvent &event);
    void settle_some();
    void settle() const;

    mutable std::vector<Chain> nodes_; ///< nodes, with their first core
    mutable std::size_t pending_ = 0;  ///< values of all chains, about
    bool shares_device_;
    /// One hash for each further core and shared device, because a common one would depend on the
    /// host's order.
    std::map<Core, std::uint64_t> further_;
    static constexpr std::uint32_t device = ~0u; ///< Core::core of a shared device
    std::uint64_t hops_ = seed;                  ///< of all routers, in the order of simulated time
};

} // namespace inlet
