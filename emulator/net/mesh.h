// T1's network: a grid of routers with dimension-order routing (along the row first), finite
// buffers and back-pressure. Two priorities have buffers of their own and share the links; high
// goes first, but not for ever. A ring cannot deadlock: it has two virtual channels, and packets
// change over at the dateline. What only T1 has is here: multicasts, and routers that drain.
#pragma once

#include "net/grid_model.h"

namespace inlet::net {

class Mesh final : public Routers<GridModel> {
  public:
    /// `jitter`: seed of extra delays of heads on links and of deliveries, as a busy network might
    /// have them; order between a pair stays. 0: none.
    /// With MeshConfig::reorder it is the seed of which packet passes which, too.
    /// `nodes` and, beside them, the I/O nodes of `config`. `ring_channels`: GridModel's.
    Mesh(const MeshConfig &config, std::uint32_t nodes, std::uint64_t jitter = 0,
         unsigned ring_channels = 2);

    const Grid &grid() const { return model_.topology(); }

    /// Whether the node's router drains (CSD-94-823 3.6): a packet sent in user mode whose head is
    /// there goes into this node's receive buffer, whatever its destination. A multicast does so
    /// when it has left its copy, for those that have none yet (Packet::rest). From the cycle after
    /// known() on; the node acts at known().
    void drain(std::uint32_t node, bool on);
    /// Cycles between drain() and a delivery that it makes possible, at least.
    std::uint64_t min_delivery_after_drain(bool to_oneself) const {
        return 1 + min_delivery(to_oneself);
    }
};

} // namespace inlet::net
