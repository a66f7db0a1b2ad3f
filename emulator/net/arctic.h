// Arctic, the network of StarT-Voyager (004 2): a fat tree of routers with two children and two
// parents, so 32 sites are one to nine routers from each other (004 5.2). With four children they
// are one to five routers from each other. Two channels share the
// links, and the high one goes first. 004 3.6 gives receive queues two priorities; two priorities
// in the network are assumed. Source and destination determine the links upwards, so packets of a
// pair and channel keep their order. This is assumed as well: 004 does not say.
#pragma once

#include "inlet/arctic_config.h"
#include "net/fat_tree.h"
#include "net/routers.h"

#include <cstdint>

namespace inlet::net {

class ArcticModel : public FatTreeBase<ArcticConfig> {
  public:
    struct Route {
        std::uint32_t destination = 0;
        std::uint32_t way = 0; ///< a hash that selects the links upwards
        std::uint8_t up = 0;   ///< links left upwards
    };
    static constexpr bool shared_links = true, chooses = false;
    /// Bytes of the longest payload: three lines, an address word and the word of an Express
    /// message. 004 gives no limit, but a Tag-On message must fit (004 3.5).
    static constexpr std::uint32_t longest = 104;

    ArcticModel(const ArcticConfig &config, std::uint32_t nodes)
        : FatTreeBase(config, nodes, config.children / 2) {}

    RouterNumbers numbers() const;
    Port next(std::uint32_t router, const Route &route) const;
    Route route(const Packet &packet) const;
    std::uint64_t occupancy(const Packet &packet) const { return cycles(packet.bytes); }
    std::uint64_t least_occupancy() const { return cycles(0); }
    void check(const Archive &ar, std::uint32_t router, std::uint8_t in, const Route &route,
               const Packet &packet) const;
    static bool carries(const Packet &packet) {
        return packet.words == 0 && packet.bytes <= longest;
    }
    static void archive(Archive &ar, Route &route);

  private:
    std::uint64_t cycles(std::uint64_t payload) const {
        const std::uint64_t bytes = payload + config_.header_bytes;
        return (bytes * config_.link_cycles + config_.link_bytes - 1) / config_.link_bytes;
    }
};

extern template class Routers<ArcticModel>;

class ArcticNetwork final : public Routers<ArcticModel> {
  public:
    /// `jitter`: as in Mesh.
    ArcticNetwork(const ArcticConfig &config, std::uint32_t nodes, std::uint64_t jitter = 0);

    const FatTree &tree() const { return model_.topology(); }
};

} // namespace inlet::net
