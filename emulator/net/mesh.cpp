#include "net/mesh.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace inlet::net {

namespace {

std::uint32_t side(std::uint32_t nodes) {
    std::uint32_t n = 1;
    while (n * n < nodes) ++n;
    return n;
}

unsigned index(Priority p) { return static_cast<unsigned>(p); }

} // namespace

Mesh::Mesh(const MeshConfig &config, std::uint32_t nodes, std::uint64_t jitter)
    : config_(config), columns_(side(nodes)), jitter_(jitter) {
    rows_ = (nodes + columns_ - 1) / columns_;
    routers_.resize(std::size_t{rows_} * columns_);
    is_touched_.resize(routers_.size());
    for (Router &router : routers_)
        for (unsigned port = 0; port < ports; ++port)
            for (std::uint32_t &credit : router.credit[port])
                credit = port == local ? config.receive_packets : config.router_packets;
    for (unsigned p = 0; p < priorities; ++p) {
        received_[p].resize(nodes);
        injected_[p].resize(nodes);
    }
}

std::uint32_t Mesh::free_slots(std::uint32_t node, Priority p) const {
    return config_.injection_packets - injected_[index(p)][node];
}

void Mesh::inject(std::uint64_t cycle, const Packet &packet) {
    assert(cycle > known_ && free_slots(packet.source, packet.priority));
    ++injected_[index(packet.priority)][packet.source];
    ++in_flight_;
    events_.push({cycle, packet.source, store(packet), What::head, local, local, packet.priority});
}

void Mesh::take(std::uint64_t cycle, std::uint32_t node, Priority p) {
    assert(cycle >= known_);
    received_[index(p)][node].pop_front();
    --in_flight_;
    // The receive buffer's slot comes back like any other credit.
    events_.push({cycle + config_.credit_latency, node, 0, What::slot_free, local, local, p});
}

void Mesh::advance(std::uint64_t cycle) {
    while (!events_.empty() && events_.top().cycle <= cycle) {
        const std::uint64_t now = events_.top().cycle;
        known_ = now;
        while (!events_.empty() && events_.top().cycle == now) {
            const Event event = events_.top();
            events_.pop();
            happen(event);
        }
        // Only when all of the cycle is known does anybody choose; what starts has its effects
        // later.
        std::sort(touched_.begin(), touched_.end());
        for (const std::uint32_t router : touched_) {
            is_touched_[router] = false;
            arbitrate(router, now);
        }
        touched_.clear();
    }
    known_ = std::max(known_, cycle);
}

std::uint64_t Mesh::next_delivery() const {
    return events_.empty() ? never
                           : events_.top().cycle + config_.eject_latency + least_occupancy();
}

std::uint64_t Mesh::min_delivery(bool to_oneself) const {
    return (to_oneself ? 0 : config_.hop_latency) + config_.eject_latency + least_occupancy();
}

std::uint64_t Mesh::min_delivery_after_take(bool to_oneself) const {
    return config_.credit_latency + (to_oneself ? 0 : least_occupancy()) + min_delivery(to_oneself);
}

std::vector<std::uint32_t> Mesh::take_delivered() { return std::exchange(delivered_, {}); }

Mesh::Port Mesh::route(std::uint32_t router, std::uint32_t destination) const {
    const std::uint32_t column = router % columns_, to_column = destination % columns_;
    if (column != to_column) return column < to_column ? east : west;
    const std::uint32_t row = router / columns_, to_row = destination / columns_;
    if (row != to_row) return row < to_row ? south : north;
    return local;
}

std::uint32_t Mesh::neighbour(std::uint32_t router, Port port) const {
    switch (port) {
    case north: return router - columns_;
    case south: return router + columns_;
    case west: return router - 1;
    case east: return router + 1;
    default: return router;
    }
}

Mesh::Port Mesh::opposite(Port port) {
    switch (port) {
    case north: return south;
    case south: return north;
    case west: return east;
    case east: return west;
    default: return local;
    }
}

std::uint64_t Mesh::occupancy(const Packet &packet) const {
    return std::uint64_t{config_.header_words + 1u + packet.words} * config_.cycles_per_word;
}

/// A few packets are held up a little, fewer for long. A function of seed, packet and place only.
std::uint64_t Mesh::delay(const Packet &packet, std::uint32_t router) const {
    if (!jitter_) return 0;
    std::uint64_t x = jitter_;
    for (const std::uint64_t part :
         {std::uint64_t{packet.source}, std::uint64_t{packet.number}, std::uint64_t{router}}) {
        x = (x ^ part) * 0x9E3779B97F4A7C15u;
        x ^= x >> 29;
    }
    switch (x >> 60) {
    case 0: return (x >> 40) % 200;
    case 1:
    case 2:
    case 3: return (x >> 40) % 20;
    default: return (x >> 40) % 3;
    }
}

void Mesh::happen(const Event &event) {
    Router &router = routers_[event.router];
    const unsigned p = index(event.priority);
    switch (event.what) {
    case What::head: router.input[event.port][p].push_back({event.packet, event.cycle}); break;
    case What::slot_free:
        // At the port `local` this is the receive buffer.
        ++router.credit[event.port][p];
        break;
    case What::injection_free: --injected_[p][event.router]; break;
    case What::link_free:
        router.busy[event.port] = false;
        router.leaving[event.from][p] = false;
        break;
    }
    touch(event.router);
}

void Mesh::arbitrate(std::uint32_t number, std::uint64_t cycle) {
    Router &router = routers_[number];
    for (unsigned out = 0; out < ports; ++out) {
        if (router.busy[out]) continue;
        // High before low; then whose head has waited longest; then by port.
        for (unsigned p = priorities; p-- > 0 && !router.busy[out];) {
            if (!router.credit[out][p]) continue;
            int best = -1;
            for (unsigned in = 0; in < ports; ++in) {
                const auto &queue = router.input[in][p];
                if (queue.empty() || router.leaving[in][p] ||
                    route(number, packets_[queue.front().packet].destination) != out)
                    continue;
                if (best < 0 || queue.front().since < router.input[best][p].front().since)
                    best = static_cast<int>(in);
            }
            if (best >= 0)
                start(number, static_cast<Port>(best), static_cast<Port>(out),
                      static_cast<Priority>(p), cycle);
        }
    }
}

void Mesh::start(std::uint32_t number, Port in, Port out, Priority priority, std::uint64_t cycle) {
    Router &router = routers_[number];
    const unsigned p = index(priority);
    const std::uint32_t id = router.input[in][p].front().packet;
    const Packet &packet = packets_[id];
    const std::uint64_t busy = occupancy(packet);
    router.input[in][p].pop_front();
    --router.credit[out][p];
    router.busy[out] = true;
    router.leaving[in][p] = true;
    events_.push({cycle + busy, number, 0, What::link_free, out, in, priority});
    // The buffer it leaves is free when its last word has gone; upstream learns that a little
    // later.
    const std::uint64_t freed = cycle + busy + config_.credit_latency;
    if (in == local)
        events_.push({freed, number, 0, What::injection_free, local, local, priority});
    else
        events_.push(
            {freed, neighbour(number, in), 0, What::slot_free, opposite(in), local, priority});
    // A delayed packet does not let the next one through the same link and priority overtake it.
    const std::uint64_t latency = out == local ? config_.eject_latency + busy : config_.hop_latency;
    const std::uint64_t comes =
        std::max(cycle + latency + delay(packet, number), router.last[out][p] + (jitter_ != 0));
    router.last[out][p] = comes;
    if (out == local) {
        received_[p][number].push_back({comes, packet});
        delivered_.push_back(number);
        free_packets_.push_back(id);
    } else {
        events_.push(
            {comes, neighbour(number, out), id, What::head, opposite(out), local, priority});
    }
}

void Mesh::touch(std::uint32_t router) {
    if (is_touched_[router]) return;
    is_touched_[router] = true;
    touched_.push_back(router);
}

std::uint32_t Mesh::store(const Packet &packet) {
    if (free_packets_.empty()) {
        packets_.push_back(packet);
        return static_cast<std::uint32_t>(packets_.size()) - 1;
    }
    const std::uint32_t id = free_packets_.back();
    free_packets_.pop_back();
    packets_[id] = packet;
    return id;
}

} // namespace inlet::net
