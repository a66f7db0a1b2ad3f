#include "net/switch_grid.h"

#include <array>
#include <cassert>

namespace inlet::net {

SwitchGrid::SwitchGrid(std::uint32_t nodes) : nodes_(nodes) {
    assert(nodes && nodes <= most_nodes);
    constexpr std::uint32_t level = columns * rows * nodes_per_switch;
    levels_ = (nodes + level - 1) / level;
    switches_ = nodes <= nodes_per_switch ? 1 : levels_ * columns * rows;
}

Port SwitchGrid::port_of(unsigned socket) {
    return static_cast<Port>(socket + (socket >= static_cast<unsigned>(Port::local)));
}

unsigned SwitchGrid::socket_of(Port port) {
    const auto number = static_cast<unsigned>(port);
    return number - (number > static_cast<unsigned>(Port::local));
}

std::string SwitchGrid::port_name(Port port) const {
    static constexpr std::array<const char *, sockets> names = {"port0", "port1", "port2", "port3",
                                                                "x",     "y",     "z+",    "z-"};
    return port == Port::local ? "node" : names[socket_of(port)];
}

bool SwitchGrid::has_link(std::uint32_t router, Port port) const {
    if (port == Port::local) return false;
    const unsigned socket = socket_of(port);
    if (!is_switch(router)) return socket == 0;
    const std::uint32_t number = router - nodes_;
    const std::uint32_t level = number / (columns * rows);
    switch (socket) {
    case x:
    case y: return switches_ > 1;
    case z_up: return level + 1 < levels_;
    case z_down: return level > 0;
    default: return number * nodes_per_switch + socket < nodes_;
    }
}

std::uint32_t SwitchGrid::neighbour(std::uint32_t router, Port port) const {
    if (!has_link(router, port)) return router;
    if (!is_switch(router)) return nodes_ + router / nodes_per_switch;
    const unsigned socket = socket_of(port);
    const std::uint32_t number = router - nodes_;
    switch (socket) {
    case x: return nodes_ + (number ^ 1u);
    case y: return nodes_ + (number ^ 2u);
    case z_up: return router + columns * rows;
    case z_down: return router - columns * rows;
    default: return number * nodes_per_switch + socket;
    }
}

Port SwitchGrid::entry(std::uint32_t router, Port out) const {
    if (!is_switch(router)) return port_of(router % nodes_per_switch);
    const unsigned socket = socket_of(out);
    return socket < nodes_per_switch ? port_of(0)
           : socket == z_up          ? port_of(z_down)
           : socket == z_down        ? port_of(z_up)
                                     : out;
}

std::vector<std::uint8_t> SwitchGrid::route(std::uint32_t source, std::uint32_t destination) const {
    std::uint32_t at = source / nodes_per_switch;
    const std::uint32_t to = destination / nodes_per_switch;
    std::vector<std::uint8_t> bytes;
    const auto add = [&](unsigned socket) {
        bytes.push_back(static_cast<std::uint8_t>(route_mark | socket));
    };
    if ((at ^ to) & 1u) add(x);
    if ((at ^ to) & 2u) add(y);
    for (at /= columns * rows; at < to / (columns * rows); ++at) add(z_up);
    for (; at > to / (columns * rows); --at) add(z_down);
    add(destination % nodes_per_switch);
    return bytes;
}

std::uint32_t SwitchGrid::distance(std::uint32_t source, std::uint32_t destination) const {
    return static_cast<std::uint32_t>(route(source, destination).size()) + 1;
}

/// The nodes of a switch stand below it. A level is two rows of switches, which leave the places of
/// each other's columns free, so that no link passes a switch or a node.
Topology::Place SwitchGrid::place(std::uint32_t router) const {
    const std::uint32_t number = is_switch(router) ? router - nodes_ : router / nodes_per_switch;
    const std::uint32_t slot = rows * (number % columns) + number / columns % rows;
    const std::uint32_t row = 2 * (number / columns);
    if (is_switch(router)) return {row, slot};
    return {row + 1, slot * nodes_per_switch + router % nodes_per_switch};
}

std::uint32_t SwitchGrid::row_width(std::uint32_t row) const {
    if (switches_ == 1) return 0;
    return columns * rows * (row % 2 == 0 ? 1 : nodes_per_switch);
}

} // namespace inlet::net
