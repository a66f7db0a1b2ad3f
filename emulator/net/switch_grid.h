// Myrinet's switches (001 1.6.2): crossbars with eight ports, four nodes at each. Up to four nodes
// share one switch. More have a grid of 2 x 2 x k switches, whose other four ports are one for x,
// one for y, and two for z. Which ports they are, and that the grid of 32 switches is 2 x 2 x 8, is
// assumed: the figure is lost, and a grid of 2 x 4 x 4 needs five ports.
//
// The sender names the route: one byte for each switch, `0x80` + the number of a port. Default
// routes go along x, then y, then z, so no packets wait for each other in a circle.
#pragma once

#include "net/topology.h"

#include <cstdint>
#include <string>
#include <vector>

namespace inlet::net {

/// Router n < nodes() is the interface of node n, whose port 0 has the cable. The switches follow.
class SwitchGrid final : public Topology {
  public:
    static constexpr std::uint32_t nodes_per_switch = 4, columns = 2, rows = 2, sockets = 8;
    static constexpr std::uint32_t most_nodes = 128;
    static constexpr std::uint8_t route_mark = 0x80;

    /// `nodes`: 1 to most_nodes.
    explicit SwitchGrid(std::uint32_t nodes);

    std::uint32_t nodes() const override { return nodes_; }
    std::uint32_t routers() const override { return nodes_ + switches_; }
    std::uint32_t node_at(std::uint32_t router) const override {
        return router < nodes_ ? router : none;
    }
    std::uint32_t router_of(std::uint32_t node) const override { return node; }
    unsigned ports() const override { return sockets + 1; }
    std::string port_name(Port port) const override;
    std::uint32_t neighbour(std::uint32_t router, Port port) const override;
    /// Links of the default route: at least 2, also to the node itself.
    std::uint32_t distance(std::uint32_t source, std::uint32_t destination) const override;
    Place place(std::uint32_t router) const override;
    std::uint32_t row_width(std::uint32_t row) const override;

    std::uint32_t switches() const { return switches_; }
    bool is_switch(std::uint32_t router) const { return router >= nodes_; }
    /// The ports of a switch, 0 to 7. Port::local stands between them in the numbers of Port.
    static Port port_of(unsigned socket);
    static unsigned socket_of(Port port);
    bool has_link(std::uint32_t router, Port port) const;
    /// The input port of the neighbour behind `out`.
    Port entry(std::uint32_t router, Port out) const;
    /// The bytes of the default route.
    std::vector<std::uint8_t> route(std::uint32_t source, std::uint32_t destination) const;

  private:
    enum Socket : unsigned { x = 4, y, z_up, z_down };

    std::uint32_t nodes_, switches_, levels_;
};

} // namespace inlet::net
