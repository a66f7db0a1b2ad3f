// One message from node 0 to another node, in the parts of 004 Figure 7, on machines whose
// endpoints tell their stages.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <inlet/observer.h>
#include <map>
#include <optional>
#include <vector>

namespace inlet::measure {

class OneWay final : public Observer {
  public:
    enum class Part : std::uint8_t {
        sender,   ///< until the message is launched
        send,     ///< the sender's endpoint, until it enters the network
        links,    ///< the network
        receive,  ///< the receiver's endpoint, until software can see the message
        receiver, ///< until the label
        COUNT
    };
    /// Means over the ways.
    struct Way {
        std::array<double, static_cast<std::size_t>(Part::COUNT)> cycles{}; ///< without gaps
        double routers = 0; ///< without those of single nodes
    };

    /// From the instruction at `begin` on node 0 to that at `end` on `node`.
    OneWay(std::uint32_t begin, std::uint32_t end, std::uint32_t node)
        : begin_(begin), end_(end), node_(node) {}

    void instruction(const InstructionEvent &event) override;
    void event(const MessageEvent &event) override;
    void hop(const HopEvent &hop) override;

    /// The second half of the ways: each of the last message from node 0 that is there when `end`
    /// is reached. Throws UserError if there is none, or if it was under way at its `begin`.
    Way mean() const;

  private:
    struct Message {
        std::optional<std::uint64_t> injected, entered, left;
        std::optional<std::uint64_t> arrived; ///< at `node`
        std::uint32_t routers = 0;
    };

    const Message &between(std::uint64_t began, std::uint64_t ended) const;

    std::uint32_t begin_, end_, node_;
    std::vector<std::uint64_t> begins_, ends_;  ///< cycles
    std::map<std::uint32_t, Message> messages_; ///< of node 0, by number
};

} // namespace inlet::measure
