// The SP-2's switch for messages of network instructions: the chips and links of multistage.h with
// two channels, so that replies never wait for requests. The channels share the links as T1's do
// (CSD-94-823 3.5). A message may carry bytes behind its words.
#pragma once

#include "net/multistage.h"

namespace inlet::net {

class MessageSwitchModel : public MultistageModel {
  public:
    static constexpr unsigned channels = 2;
    static constexpr bool shared_links = true;
    /// Bytes of a packet in front of its words: destination and route as on the SP-2, and the
    /// handler word.
    static constexpr std::uint32_t header = 8;

    MessageSwitchModel(const MultistageConfig &config, std::uint32_t nodes)
        : MultistageModel(config, nodes), scatter_(config.scatter) {}

    /// The sender's interface chooses the route by source and destination, which keeps the order of
    /// a pair. `scatter` does not.
    Route route(const Packet &packet) const;
    std::uint64_t occupancy(const Packet &packet) const {
        return cycles(header + 4 * std::uint64_t{packet.words} + packet.bytes);
    }
    /// From injection to delivery of a message of so many words in an empty board.
    std::uint64_t latency_of(std::uint32_t words) const {
        return least_flight(false) + numbers().eject_latency + cycles(header + 4 * words);
    }
    std::uint64_t least_occupancy() const { return cycles(header); }
    static bool carries(const Packet & /*packet*/) { return true; }

  private:
    std::uint64_t scatter_;
};

extern template class Routers<MessageSwitchModel>;

class MessageSwitch final : public Routers<MessageSwitchModel> {
  public:
    /// `jitter`: as in Mesh.
    MessageSwitch(const MultistageConfig &config, std::uint32_t nodes, std::uint64_t jitter = 0)
        : Routers(MessageSwitchModel(config, nodes), jitter) {}
};

} // namespace inlet::net
