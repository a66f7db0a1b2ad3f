// The grid: positions of routers and nodes, and the one route between two of them.
#pragma once

#include "inlet/mesh_config.h"
#include "net/topology.h"

#include <cstdint>

namespace inlet::net {

using inlet::Port;
inline constexpr unsigned ports = 5;
Port opposite(Port port);

/// The hops left for a packet: first `across`, along its row, then `down`, along its column.
/// Negative: to the west, to the north.
struct Way {
    std::int32_t across = 0, down = 0;

    Port next() const {
        if (across) return across > 0 ? Port::east : Port::west;
        if (down) return down > 0 ? Port::south : Port::north;
        return Port::local;
    }
    void step() {
        if (across)
            across += across > 0 ? -1 : 1;
        else
            down += down > 0 ? -1 : 1;
    }
    std::uint32_t hops() const;
    bool operator==(const Way &) const = default;
};

/// Routers row by row, 0 at the top left. The first ones have a node with the same number. If nodes
/// do not fill the last row, its other routers only forward packets. A row of I/O nodes may follow,
/// spread evenly over the columns and numbered after the others.
class Grid final : public Topology {
  public:
    /// `columns` 0: as square as possible, more columns than rows. There are never more than nodes.
    /// At most as many `io_nodes` as columns.
    Grid(GridKind topology, std::uint32_t nodes, std::uint32_t columns, std::uint32_t io_nodes = 0);

    /// I/O nodes included.
    std::uint32_t nodes() const override { return nodes_ + io_nodes_; }
    std::uint32_t rows() const { return rows_; }
    std::uint32_t columns() const { return columns_; }
    std::uint32_t routers() const override { return rows_ * columns_; }
    std::uint32_t node_at(std::uint32_t router) const override;
    bool has_node(std::uint32_t router) const { return node_at(router) != none; }
    std::uint32_t router_of(std::uint32_t node) const override {
        return node < nodes_ || io_nodes_ == 0 ? node
                                               : (rows_ - 1) * columns_ + io_column(node - nodes_);
    }

    /// The shortest way: along the row, then along the column (dimension order). Half-way round a
    /// ring is to the east.
    Way way(std::uint32_t source, std::uint32_t destination) const;
    /// The route of a multicast: as of any packet, but from a node to itself it leads once around
    /// the ring, to the east, if there is one (CSD-94-823 3.9).
    Way multicast_way(std::uint32_t source, std::uint32_t destination) const;
    /// Whether source and destination are in one row or one column. A.8 leaves the route of other
    /// multicasts to the implementation, and 3.9 leaves them undefined. Here they take the route of
    /// any packet.
    bool straight(std::uint32_t source, std::uint32_t destination) const;
    /// Whether a node may send a multicast there: straight, or to itself around a ring
    /// (isa/decisions.md, "Multicast destinations").
    bool multicasts(std::uint32_t source, std::uint32_t destination) const;
    /// Receivers of a multicast: the nodes on its route except the source, and the destination.
    std::uint32_t receivers(std::uint32_t source, std::uint32_t destination) const;
    /// Nodes on a route from `router`, without it.
    std::uint32_t nodes_on(std::uint32_t router, Way way) const;

    /// The router behind a port. Beyond an edge the result has no meaning.
    std::uint32_t neighbour(std::uint32_t router, Port port) const override;
    /// Whether this link closes a ring: the dateline, between the last column and the first.
    bool closes_ring(std::uint32_t router, Port port) const;

    unsigned ports() const override { return net::ports; }
    std::string port_name(Port port) const override { return inlet::port_name(port); }
    std::uint32_t distance(std::uint32_t source, std::uint32_t destination) const override {
        return way(source, destination).hops();
    }
    Place place(std::uint32_t router) const override { return {row(router), column(router)}; }

  private:
    std::uint32_t column(std::uint32_t router) const { return router % columns_; }
    std::uint32_t row(std::uint32_t router) const { return router / columns_; }
    std::uint32_t io_column(std::uint32_t number) const { return number * columns_ / io_nodes_; }

    GridKind topology_;
    std::uint32_t nodes_, io_nodes_, columns_, rows_;
};

} // namespace inlet::net
