#include "net/grid.h"

#include <algorithm>
#include <cstdlib>

namespace inlet::net {

namespace {

std::uint32_t side(std::uint32_t nodes) {
    std::uint32_t n = 1;
    while (n * n < nodes) ++n;
    return n;
}

} // namespace

Port opposite(Port port) {
    switch (port) {
    case Port::north: return Port::south;
    case Port::south: return Port::north;
    case Port::west: return Port::east;
    case Port::east: return Port::west;
    case Port::local: break;
    }
    return Port::local;
}

std::uint32_t Way::hops() const {
    return static_cast<std::uint32_t>(std::abs(across) + std::abs(down));
}

Grid::Grid(GridKind topology, std::uint32_t nodes, std::uint32_t columns, std::uint32_t io_nodes)
    : topology_(topology), nodes_(nodes), io_nodes_(io_nodes),
      columns_(columns ? std::min(columns, nodes) : side(nodes)),
      rows_((nodes + columns_ - 1) / columns_ + (io_nodes != 0)) {}

std::uint32_t Grid::node_at(std::uint32_t router) const {
    if (router < nodes_) return router;
    if (io_nodes_ == 0 || row(router) != rows_ - 1) return none;
    // The first number whose column is not before this one.
    const std::uint32_t number = (column(router) * io_nodes_ + columns_ - 1) / columns_;
    return number < io_nodes_ && io_column(number) == column(router) ? nodes_ + number : none;
}

Way Grid::way(std::uint32_t source, std::uint32_t destination) const {
    const auto columns = static_cast<std::int32_t>(columns_);
    const std::uint32_t from = router_of(source), to = router_of(destination);
    Way way{static_cast<std::int32_t>(column(to) - column(from)),
            static_cast<std::int32_t>(row(to) - row(from))};
    if (topology_ == GridKind::cylinder) {
        if (2 * way.across > columns) way.across -= columns;
        if (2 * way.across <= -columns) way.across += columns;
    }
    return way;
}

Way Grid::multicast_way(std::uint32_t source, std::uint32_t destination) const {
    if (source == destination && topology_ == GridKind::cylinder && columns_ > 1)
        return {static_cast<std::int32_t>(columns_), 0};
    return way(source, destination);
}

bool Grid::straight(std::uint32_t source, std::uint32_t destination) const {
    const std::uint32_t from = router_of(source), to = router_of(destination);
    return row(from) == row(to) || column(from) == column(to);
}

bool Grid::multicasts(std::uint32_t source, std::uint32_t destination) const {
    return straight(source, destination) &&
           multicast_way(source, destination).next() != Port::local;
}

std::uint32_t Grid::receivers(std::uint32_t source, std::uint32_t destination) const {
    const Way way = multicast_way(source, destination);
    return way.next() == Port::local ? 1 : nodes_on(router_of(source), way);
}

std::uint32_t Grid::nodes_on(std::uint32_t router, Way way) const {
    std::uint32_t nodes = 0;
    for (; way.next() != Port::local; way.step()) {
        router = neighbour(router, way.next());
        nodes += has_node(router);
    }
    return nodes;
}

std::uint32_t Grid::neighbour(std::uint32_t router, Port port) const {
    const std::uint32_t first = row(router) * columns_;
    switch (port) {
    case Port::north: return router - columns_;
    case Port::south: return router + columns_;
    case Port::west: return first + (column(router) + columns_ - 1) % columns_;
    case Port::east: return first + (column(router) + 1) % columns_;
    case Port::local: break;
    }
    return router;
}

bool Grid::closes_ring(std::uint32_t router, Port port) const {
    return (port == Port::east && column(router) == columns_ - 1) ||
           (port == Port::west && column(router) == 0);
}

} // namespace inlet::net

const char *inlet::port_name(Port port) {
    switch (port) {
    case Port::north: return "north";
    case Port::south: return "south";
    case Port::west: return "west";
    case Port::east: return "east";
    case Port::local: break;
    }
    return "node";
}

std::uint32_t inlet::hops(const MeshConfig &mesh, std::uint32_t nodes, std::uint32_t source,
                          std::uint32_t destination) {
    return net::Grid(mesh.topology, nodes, mesh.columns, mesh.io_nodes)
        .way(source, destination)
        .hops();
}
