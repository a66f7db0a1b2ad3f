// T1's network: a grid of routers with dimension-order routing (along the row first), finite
// buffers and back-pressure. Each of two priorities has its own buffers; they share the links. High
// precedes low, a limited number of times. A ring cannot deadlock: it has two virtual channels, and
// packets change at the dateline. Multicasts and draining routers are T1's.
#pragma once

#include "net/grid_model.h"

namespace inlet::net {

class Mesh final : public Routers<GridModel> {
  public:
    /// `jitter`: seed of extra delays of heads on links and of deliveries, as in a busy network.
    /// Messages of a pair keep their order. 0: none. With MeshConfig::reorder it is the seed of
    /// overtaking, too. `nodes` and, beside them, the I/O nodes of `config`. `ring_channels`:
    /// GridModel's.
    Mesh(const MeshConfig &config, std::uint32_t nodes, std::uint64_t jitter = 0,
         unsigned ring_channels = 2);

    const Grid &grid() const { return model_.topology(); }

    /// Whether the node's router drains (CSD-94-823 3.6): a packet sent in user mode whose head is
    /// there goes into this node's receive buffer, whatever its destination. A multicast does so
    /// after it has left its copy, on behalf of the nodes without one (Packet::rest). Takes effect
    /// in the cycle after known(), at which the node acts.
    void drain(std::uint32_t node, bool on);
    /// Minimum cycles from drain() to a delivery that it makes possible.
    std::uint64_t min_delivery_after_drain(bool to_oneself) const {
        return 1 + min_delivery(to_oneself);
    }
};

} // namespace inlet::net
