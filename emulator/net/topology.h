// Routers and links of a network, for the scheduler, the diagnostic network and observers. Routes
// are the network's.
#pragma once

#include "inlet/mesh_config.h"

#include <cstdint>
#include <string>

namespace inlet::net {

/// A port is a number below ports(); Port::local is a router's node in every topology, and
/// elsewhere the names of inlet::Port are the grid's.
class Topology {
  public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    struct Place {
        std::uint32_t row = 0, column = 0;
    };

    virtual ~Topology() = default;

    virtual std::uint32_t nodes() const = 0;
    virtual std::uint32_t routers() const = 0;
    /// The node at a router, or none.
    virtual std::uint32_t node_at(std::uint32_t router) const = 0;
    virtual std::uint32_t router_of(std::uint32_t node) const = 0;
    virtual unsigned ports() const = 0;
    virtual std::string port_name(Port port) const = 0;
    /// The router behind a port. Without a link the result has no meaning.
    virtual std::uint32_t neighbour(std::uint32_t router, Port port) const = 0;
    /// Links between the routers of two nodes, by the shortest way.
    virtual std::uint32_t distance(std::uint32_t source, std::uint32_t destination) const = 0;
    /// The position for drawings.
    virtual Place place(std::uint32_t router) const = 0;
    /// The columns of a row; the routers of a narrow row stand in the middle of what is below them.
    /// 0: up to its last router.
    virtual std::uint32_t row_width(std::uint32_t row) const {
        static_cast<void>(row);
        return 0;
    }
};

} // namespace inlet::net
