// The toy network: routers in a line, with one node each and one channel.
#pragma once

#include "archive/archive.h"
#include "net/routers.h"
#include "net/topology.h"

#include <cstdint>
#include <string>

namespace inlet::net {

/// Port 0 leads to the router with the next lower number, port 1 to the next higher one.
class Line final : public Topology {
  public:
    explicit Line(std::uint32_t nodes) : nodes_(nodes) {}
    std::uint32_t nodes() const override { return nodes_; }
    std::uint32_t routers() const override { return nodes_; }
    std::uint32_t node_at(std::uint32_t router) const override { return router; }
    std::uint32_t router_of(std::uint32_t node) const override { return node; }
    unsigned ports() const override { return 5; }
    std::string port_name(Port port) const override {
        return port == Port::local ? "node" : port == Port{0} ? "lower" : "higher";
    }
    std::uint32_t neighbour(std::uint32_t router, Port port) const override {
        return port == Port::local ? router : port == Port{0} ? router - 1 : router + 1;
    }
    std::uint32_t distance(std::uint32_t a, std::uint32_t b) const override {
        return a < b ? b - a : a - b;
    }
    Place place(std::uint32_t router) const override { return {0, router}; }

  private:
    std::uint32_t nodes_;
};

class LineModel {
  public:
    struct Route {
        std::uint32_t to = 0, links = 0;
    };
    static constexpr unsigned ports = 5, buffers = 5, channels = 1;
    static constexpr bool shared_links = false, second_channels = false, copies = false,
                          chooses = false;
    static constexpr std::uint8_t local_buffer = 4;
    static std::uint8_t buffer(Port port, bool) { return static_cast<std::uint8_t>(port); }
    static Port port(std::uint8_t buffer) { return static_cast<Port>(buffer); }
    static bool second(std::uint8_t) { return false; }
    static void step(Route &route) { --route.links; }

    explicit LineModel(std::uint32_t nodes) : line_(nodes) {}
    RouterNumbers numbers() const { return {.hop_latency = 3, .receive_packets = 2}; }
    const Line &topology() const { return line_; }
    std::uint32_t nodes() const { return line_.nodes(); }
    std::uint32_t routers() const { return line_.routers(); }
    std::uint32_t node_at(std::uint32_t router) const { return router; }
    std::uint32_t router_of(std::uint32_t node) const { return node; }
    std::uint32_t neighbour(std::uint32_t router, Port port) const {
        return line_.neighbour(router, port);
    }
    static bool closes_ring(std::uint32_t, Port) { return false; }
    static Port entry(std::uint32_t, Port out) { return out == Port{0} ? Port{1} : Port{0}; }
    static Port next(std::uint32_t router, const Route &route) {
        return route.to == router ? Port::local : route.to < router ? Port{0} : Port{1};
    }
    Route route(const Packet &packet) const {
        return {packet.destination, line_.distance(packet.source, packet.destination)};
    }
    std::uint64_t link_latency(std::uint32_t) const { return 3; }
    std::uint64_t flight(std::uint32_t, const Route &route) const { return route.links * 3; }
    std::uint64_t least_flight(bool to_oneself) const { return to_oneself ? 0 : 3; }
    std::uint64_t occupancy(const Packet &packet) const { return 1 + packet.words + packet.bytes; }
    std::uint64_t least_occupancy() const { return 1; }
    void check(const Archive &ar, std::uint32_t, std::uint8_t, const Route &route,
               const Packet &packet) const {
        ar.require(route.to == packet.destination, "a way that leads elsewhere");
    }
    static bool carries(const Packet &) { return true; }
    static void archive(Archive &ar, Route &route) { ar(route.to, route.links); }

  private:
    Line line_;
};

extern template class Routers<LineModel>;

class LineNetwork final : public Routers<LineModel> {
  public:
    explicit LineNetwork(std::uint32_t nodes) : Routers(LineModel(nodes), 0) {}
};

} // namespace inlet::net
