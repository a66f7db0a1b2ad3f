// The SP-2's switch for messages of network instructions: the same chips and links, and what is
// left out of multistage.h because the adapter has no use for it: two channels, so that replies
// never wait for requests, which share the links as T1's do (CSD-94-823 3.5).
#pragma once

#include "net/multistage.h"

namespace inlet::net {

class MessageSwitchModel : public MultistageModel {
  public:
    static constexpr unsigned channels = 2;
    static constexpr bool shared_links = true;
    /// Bytes of a packet in front of its words: destination and route as in the SP-2's, and the
    /// handler's word.
    static constexpr std::uint32_t header = 8;

    MessageSwitchModel(const MultistageConfig &config, std::uint32_t nodes)
        : MultistageModel(config, nodes), scatter_(config.scatter) {}

    /// The sender's interface chooses by source and destination alone, which keeps the order of a
    /// pair; `scatter` gives it up.
    Route route(const Packet &packet) const;
    std::uint64_t occupancy(const Packet &packet) const {
        return cycles(header + 4 * std::uint64_t{packet.words});
    }
    std::uint64_t least_occupancy() const { return cycles(header); }
    static bool carries(const Packet &packet) { return packet.bytes == 0; }

  private:
    std::uint64_t scatter_;
};

extern template class Routers<MessageSwitchModel>;

class MessageSwitch final : public Routers<MessageSwitchModel> {
  public:
    /// `jitter` as Mesh has it.
    MessageSwitch(const MultistageConfig &config, std::uint32_t nodes, std::uint64_t jitter = 0)
        : Routers(MessageSwitchModel(config, nodes), jitter) {}
};

} // namespace inlet::net
