#include "net/mesh.h"

#include "net/contract.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
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
    : config_(config), rows_(0), columns_(side(nodes)), jitter_(jitter),
      wakes_((nodes + columns_ - 1) / columns_ * columns_) {
    rows_ = (nodes + columns_ - 1) / columns_;
    routers_.resize(std::size_t{rows_} * columns_);
    for (std::uint32_t n = 0; n < routers_.size(); ++n) {
        Router &router = routers_[n];
        router.neighbour[north] = n - columns_;
        router.neighbour[south] = n + columns_;
        router.neighbour[west] = n - 1;
        router.neighbour[east] = n + 1;
        for (unsigned port = 0; port < ports; ++port)
            for (Slots &slots : router.output[port].slots)
                slots = Slots(port == local ? config.receive_packets : config.router_packets);
    }
    for (unsigned p = 0; p < priorities; ++p) {
        received_[p].resize(nodes);
        for (std::uint32_t n = 0; n < nodes; ++n)
            injection_[p].emplace_back(config.injection_packets);
    }
    if (jitter) last_.resize(routers_.size() * ports * priorities);
}

std::uint32_t Mesh::free_slots(std::uint32_t node, Priority p) const {
    return injection_[index(p)][node].free(known_);
}

void Mesh::inject(std::uint64_t cycle, const Packet &packet) {
    contract::inject(cycle, known_, free_slots(packet.source, packet.priority));
    injection_[index(packet.priority)][packet.source].fill();
    ++in_flight_;
    const auto column = [this](std::uint32_t n) { return static_cast<std::int32_t>(n % columns_); };
    const auto row = [this](std::uint32_t n) { return static_cast<std::int32_t>(n / columns_); };
    const std::uint32_t id = store(packet);
    Moving &moving = moving_[id];
    moving.occupancy = occupancy(packet);
    moving.across = column(packet.destination) - column(packet.source);
    moving.down = row(packet.destination) - row(packet.source);
    const auto hops = static_cast<std::uint64_t>(std::abs(moving.across) + std::abs(moving.down));
    moving.earliest = cycle + hops * config_.hop_latency + config_.eject_latency + moving.occupancy;
    arrive(packet.source, local, id, cycle);
}

void Mesh::take(std::uint64_t cycle, std::uint32_t node, Priority p) {
    const Delivery *delivery = front(node, p);
    contract::take(cycle, delivery ? &delivery->cycle : nullptr, known_);
    const std::uint32_t id = remove_first(received_[index(p)][node]);
    moving_[id].next = free_;
    free_ = id;
    --in_flight_;
    // The receive buffer's slot comes back like any other credit.
    const std::uint64_t freed = cycle + config_.credit_latency;
    contract::effect(freed, cycle);
    release(node, local, index(p), freed);
}

void Mesh::advance(std::uint64_t cycle) {
    // What starts in a cycle has its effects later, so the order within one does not matter.
    while (wakes_.next() <= cycle && busy()) {
        known_ = wakes_.next();
        const std::uint32_t router = wakes_.pop();
        wakes_.lower(router, arbitrate(router, known_));
    }
    known_ = std::max(known_, cycle);
    wakes_.pass(known_);
}

std::uint64_t Mesh::next_delivery() const {
    return busy() ? next_event() + config_.eject_latency + least_occupancy() : never;
}

std::uint64_t Mesh::min_delivery(bool to_oneself) const {
    return (to_oneself ? 0 : config_.hop_latency) + config_.eject_latency + least_occupancy();
}

std::uint64_t Mesh::min_delivery_after_take(bool to_oneself) const {
    return config_.credit_latency + (to_oneself ? 0 : least_occupancy()) + min_delivery(to_oneself);
}

const std::vector<std::uint32_t> &Mesh::take_delivered() {
    taken_delivered_.clear();
    std::swap(delivered_, taken_delivered_);
    return taken_delivered_;
}

Mesh::Port Mesh::out(const Moving &moving) {
    if (moving.across) return moving.across > 0 ? east : west;
    if (moving.down) return moving.down > 0 ? south : north;
    return local;
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

/// The head of a packet comes into the input buffer `port` at `cycle`.
void Mesh::arrive(std::uint32_t number, Port port, std::uint32_t id, std::uint64_t cycle) {
    Moving &moving = moving_[id];
    moving.since = cycle;
    moving.out = out(moving);
    Router &router = routers_[number];
    const unsigned p = index(packets_[id].packet.priority);
    Input &input = router.input[port][p];
    if (input.first != none) contract::head(cycle, moving_[input.last].since);
    append(input, id);
    if (input.first != id) return;
    look_at_first(router, port, p);
    wakes_.lower(number, cycle);
}

/// Another packet is the first of a buffer.
void Mesh::look_at_first(Router &router, Port in, unsigned p) {
    Input &input = router.input[in][p];
    const Moving &moving = moving_[input.first];
    input.since = moving.since;
    router.output[moving.out].want[p] |= 1u << in;
}

/// Starts what can start at `cycle`. Returns when something may start next, as far as it is known.
std::uint64_t Mesh::arbitrate(std::uint32_t number, std::uint64_t cycle) {
    Router &router = routers_[number];
    std::uint64_t next = never;
    for (unsigned out = 0; out < ports; ++out) {
        const Output &output = router.output[out];
        // High before low; then whose head has waited longest; then by port.
        for (unsigned p = priorities; p-- > 0;) {
            if (!output.want[p]) continue;
            if (output.busy > cycle) {
                next = std::min(next, output.busy);
                break;
            }
            const std::uint64_t room = output.slots[p].free_at();
            int best = -1;
            std::uint64_t longest = never;
            for (unsigned wanting = output.want[p]; wanting; wanting &= wanting - 1) {
                const int in = std::countr_zero(wanting);
                const Input &input = router.input[in][p];
                const std::uint64_t ready = std::max({input.since, input.leaving, room});
                if (ready > cycle) {
                    next = std::min(next, ready);
                } else if (input.since < longest) {
                    longest = input.since;
                    best = in;
                }
            }
            if (best < 0) continue;
            start(number, static_cast<Port>(best), static_cast<Port>(out), p, cycle);
            next = std::min(next, output.busy);
        }
    }
    return next;
}

void Mesh::start(std::uint32_t number, Port in, Port out, unsigned p, std::uint64_t cycle) {
    Router &router = routers_[number];
    Input &input = router.input[in][p];
    const std::uint32_t id = remove_first(input);
    Moving &moving = moving_[id];
    const std::uint64_t end = cycle + moving.occupancy;
    contract::effect(end, cycle);
    Output &output = router.output[out];
    output.want[p] &= ~(1u << in);
    output.slots[p].fill();
    output.busy = input.leaving = end;
    if (input.first != none) look_at_first(router, in, p);
    // The buffer it leaves is free when its last word has gone; upstream learns that a little
    // later.
    if (in == local)
        injection_[p][number].release(end + config_.credit_latency);
    else
        release(router.neighbour[in], opposite(in), p, end + config_.credit_latency);

    std::uint64_t comes = out == local ? end + config_.eject_latency : cycle + config_.hop_latency;
    if (jitter_) {
        // A delayed packet does not let the next one through the same link and priority overtake
        // it.
        std::uint64_t &last = last_[(std::size_t{number} * ports + out) * priorities + p];
        comes = last = std::max(comes + delay(packets_[id].packet, number), last + 1);
    }
    contract::effect(comes, cycle);
    if (out == local) {
        contract::deliver(comes, moving.earliest);
        packets_[id].cycle = comes;
        append(received_[p][number], id);
        delivered_.push_back(number);
        return;
    }
    if (moving.across)
        moving.across += moving.across > 0 ? -1 : 1;
    else
        moving.down += moving.down > 0 ? -1 : 1;
    arrive(router.neighbour[out], opposite(out), id, comes);
}

/// A slot of the buffer behind an output becomes free at `cycle`.
void Mesh::release(std::uint32_t number, Port out, unsigned p, std::uint64_t cycle) {
    Output &output = routers_[number].output[out];
    const bool none_was_known = output.slots[p].free_at() == never;
    output.slots[p].release(cycle);
    if (none_was_known && output.want[p]) wakes_.lower(number, cycle);
}

void Mesh::append(Queue &queue, std::uint32_t id) {
    moving_[id].next = none;
    (queue.first == none ? queue.first : moving_[queue.last].next) = id;
    queue.last = id;
}

std::uint32_t Mesh::remove_first(Queue &queue) {
    const std::uint32_t id = queue.first;
    queue.first = moving_[id].next;
    return id;
}

std::uint32_t Mesh::store(const Packet &packet) {
    if (free_ == none) {
        packets_.push_back({0, packet});
        moving_.emplace_back();
        return static_cast<std::uint32_t>(packets_.size()) - 1;
    }
    const std::uint32_t id = free_;
    free_ = moving_[id].next;
    packets_[id].packet = packet;
    return id;
}

} // namespace inlet::net
