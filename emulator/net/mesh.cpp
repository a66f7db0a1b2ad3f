#include "net/mesh.h"

#include "net/contract.h"

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <utility>

namespace inlet::net {

namespace {

constexpr unsigned index(Priority p) { return static_cast<unsigned>(p); }
constexpr unsigned low = index(Priority::low), high = index(Priority::high);

std::uint64_t mix(std::uint64_t seed, std::initializer_list<std::uint64_t> parts) {
    for (const std::uint64_t part : parts) {
        seed = (seed ^ part) * 0x9E3779B97F4A7C15u;
        seed ^= seed >> 29;
    }
    return seed;
}

bool across(Port port) { return port == Port::west || port == Port::east; }

} // namespace

Mesh::Mesh(const MeshConfig &config, std::uint32_t nodes, std::uint64_t jitter,
           unsigned ring_channels)
    : config_(config), grid_(config.topology, nodes, config.columns, config.io_nodes),
      jitter_(jitter), routers_(grid_.routers()), wakes_(grid_.routers()) {
    for (std::uint32_t n = 0; n < routers_.size(); ++n) {
        Router &router = routers_[n];
        router.node = grid_.node_at(n);
        router.has_node = grid_.has_node(n);
        for (const Port port : {Port::north, Port::south, Port::west, Port::east, Port::local}) {
            router.neighbour[at(port)] = grid_.neighbour(n, port);
            router.closes_ring[at(port)] = ring_channels > 1 && grid_.closes_ring(n, port);
            for (auto &slots : router.slots[at(port)])
                for (Slots &buffer : slots)
                    buffer =
                        Slots(port == Port::local ? config.receive_packets : config.router_packets);
        }
    }
    for (unsigned p = 0; p < priorities; ++p) {
        received_[p].resize(grid_.nodes());
        for (std::uint32_t n = 0; n < grid_.nodes(); ++n)
            injection_[p].emplace_back(config.injection_packets);
    }
    if (jitter) last_.resize(routers_.size() * ports * 2 * priorities);
}

std::uint32_t Mesh::free_slots(std::uint32_t node, Priority p) const {
    return injection_[index(p)][node].free(known_);
}

void Mesh::inject(std::uint64_t cycle, const Packet &packet, const std::uint32_t *vector) {
    contract::inject(cycle, known_, free_slots(packet.source, packet.priority));
    injection_[index(packet.priority)][packet.source].fill();
    ++acts_;
    const std::uint32_t id = store(packet);
    if (packet.vector_words)
        packets_[id].packet.vector = payloads_.add({vector, packet.vector_words});
    Moving &moving = moving_[id];
    moving.occupancy = occupancy(packet);
    moving.behind_dateline = false;
    moving.multicast = packet.multicast;
    moving.drains = packet.user;
    if (packet.multicast) {
        moving.way = grid_.multicast_way(packet.source, packet.destination);
        in_flight_ += grid_.receivers(packet.source, packet.destination);
        ++multicasts_;
    } else {
        moving.way = grid_.way(packet.source, packet.destination);
        ++in_flight_;
    }
    moving.earliest = cycle + moving.way.hops() * std::uint64_t{config_.hop_latency} +
                      config_.eject_latency + moving.occupancy;
    arrive(grid_.router_of(packet.source), local, index(packet.priority), id, cycle);
}

void Mesh::take(std::uint64_t cycle, std::uint32_t node, Priority p) {
    const Delivery *delivery = front(node, p);
    contract::take(cycle, delivery ? &delivery->cycle : nullptr, known_);
    const std::uint32_t id = remove_first(received_[index(p)][node]);
    if (const Packet &packet = packets_[id].packet; packet.vector_words)
        payloads_.release(packet.vector);
    moving_[id].next = free_;
    free_ = id;
    --in_flight_;
    ++acts_;
    // The receive buffer's slot comes back like any other credit.
    const std::uint64_t freed = cycle + config_.credit_latency;
    contract::effect(freed, cycle);
    release(grid_.router_of(node), Port::local, false, index(p), freed);
}

void Mesh::drain(std::uint32_t node, bool on) {
    const std::uint32_t number = grid_.router_of(node);
    Router &router = routers_[number];
    if (router.drain == on) return;
    router.drain = on;
    for (unsigned in = 0; in < buffers; ++in)
        for (unsigned p = 0; p < priorities; ++p) {
            const Input &input = router.input[in][p];
            if (input.first == none || !moving_[input.first].drains) continue;
            for (auto &want : router.want) want[p] &= static_cast<std::uint8_t>(~(1u << in));
            look_at_first(router, static_cast<Buffer>(in), p);
        }
    const std::uint64_t effect = known_ + 1;
    contract::effect(effect, known_);
    wakes_.lower(number, effect);
}

void Mesh::advance(std::uint64_t cycle) { observer_ ? run<true>(cycle) : run<false>(cycle); }

template <bool watched> void Mesh::run(std::uint64_t cycle) {
    // What starts in a cycle has its effects later, so the order within one does not matter.
    while (wakes_.next() <= cycle && busy()) {
        known_ = wakes_.next();
        const std::uint32_t router = wakes_.pop();
        wakes_.lower(router, arbitrate<watched>(router, known_));
    }
    known_ = std::max(known_, cycle);
    wakes_.pass(known_);
}

std::uint64_t Mesh::next_delivery() const {
    return busy() ? next_event() + config_.eject_latency + least_occupancy() : never;
}

std::uint64_t Mesh::next_delivery(std::uint32_t node) const {
    if (!busy()) return never;
    // It starts when the node's router is next looked at, or after an event elsewhere: when a head
    // has come from there, or a credit, with which a packet can leave that the delivered one stood
    // behind.
    const std::uint64_t away =
        std::min<std::uint64_t>(config_.hop_latency, config_.credit_latency + least_occupancy());
    return std::min(wakes_.date(grid_.router_of(node)), next_event() + away) +
           config_.eject_latency + least_occupancy();
}

std::uint64_t Mesh::min_delivery(bool to_oneself) const {
    return (to_oneself ? 0 : config_.hop_latency) + config_.eject_latency + least_occupancy();
}

std::uint64_t Mesh::min_delivery_after_take(bool to_oneself) const {
    // A multicast goes on in the same cycle in which it begins to leave its copy.
    const bool with_the_copy = to_oneself || multicasts_;
    return config_.credit_latency + (with_the_copy ? 0 : least_occupancy()) +
           min_delivery(to_oneself);
}

const std::vector<std::uint32_t> &Mesh::take_told() {
    taken_told_.clear();
    std::swap(told_, taken_told_);
    return taken_told_;
}

std::vector<Standing> Mesh::standing() const {
    std::vector<Standing> all;
    const auto add = [&](Standing::Place place, std::uint32_t router, Buffer from,
                         std::uint32_t first) {
        std::uint32_t position = 0;
        for (std::uint32_t id = first; id != none; id = moving_[id].next) {
            const bool received = place == Standing::Place::receive;
            const Port to = received ? Port::local : output(routers_[router], moving_[id]);
            all.push_back({place, router, port(from), to, from == west2 || from == east2,
                           position++, received ? packets_[id].cycle : moving_[id].since,
                           packets_[id].packet});
        }
    };
    for (std::uint32_t n = 0; n < routers_.size(); ++n) {
        for (const Buffer from : {local, north, south, west, west2, east, east2})
            for (unsigned p = priorities; p-- > 0;)
                add(from == local ? Standing::Place::injection : Standing::Place::router, n, from,
                    routers_[n].input[from][p].first);
        if (!grid_.has_node(n)) continue;
        for (unsigned p = priorities; p-- > 0;)
            add(Standing::Place::receive, n, local, received_[p][grid_.node_at(n)].first);
    }
    return all;
}

Mesh::Buffer Mesh::buffer(Port port, bool behind_dateline) {
    switch (port) {
    case Port::north: return north;
    case Port::south: return south;
    case Port::west: return behind_dateline ? west2 : west;
    case Port::east: return behind_dateline ? east2 : east;
    case Port::local: break;
    }
    return local;
}

Port Mesh::port(Buffer buffer) {
    switch (buffer) {
    case north: return Port::north;
    case south: return Port::south;
    case west:
    case west2: return Port::west;
    case east:
    case east2: return Port::east;
    default: return Port::local;
    }
}

std::uint64_t Mesh::occupancy(const Packet &packet) const {
    const std::uint32_t words = config_.header_words + 1u + packet.words + packet.vector_words;
    return std::uint64_t{words} * config_.cycles_per_word;
}

/// A few packets are held up a little, fewer for long. A function of seed, packet and place only.
std::uint64_t Mesh::delay(const Packet &packet, std::uint32_t router) const {
    if (!jitter_) return 0;
    const std::uint64_t x = mix(jitter_, {packet.source, packet.number, router});
    switch (x >> 60) {
    case 0: return (x >> 40) % 200;
    case 1:
    case 2:
    case 3: return (x >> 40) % 20;
    default: return (x >> 40) % 3;
    }
}

/// Cycles that a packet waits before its delivery, where MeshConfig::reorder has packets pass it.
std::uint64_t Mesh::hold_back(const Packet &packet) const {
    return (mix(~jitter_, {packet.source, packet.number}) >> 20) %
           (std::uint64_t{config_.reorder} + 1);
}

/// The head of a packet comes into an input buffer at `cycle`.
void Mesh::arrive(std::uint32_t number, Buffer in, unsigned p, std::uint32_t id,
                  std::uint64_t cycle) {
    Router &router = routers_[number];
    Moving &moving = moving_[id];
    moving.since = cycle;
    // First the copy, then the way on. The source gets none.
    const bool leaves_copy = moving.multicast && in != local && router.has_node;
    moving.out = leaves_copy ? Port::local : moving.way.next();
    Input &input = router.input[in][p];
    if (input.first != none) contract::head(cycle, moving_[input.last].since);
    append(input, id);
    if (input.first != id) return;
    look_at_first(router, in, p);
    wakes_.lower(number, cycle);
}

/// A buffer has another first packet, or that wants something else.
void Mesh::look_at_first(Router &router, Buffer in, unsigned p) {
    Input &input = router.input[in][p];
    const Moving &moving = moving_[input.first];
    const Port to = output(router, moving);
    const unsigned out = at(to);
    input.since = moving.since;
    input.second = across(to) && (moving.behind_dateline || router.closes_ring[out]);
    router.want[out][p] |= 1u << in;
}

/// Starts what can start at `cycle`. Returns when something may start next, as far as it is known.
template <bool watched> std::uint64_t Mesh::arbitrate(std::uint32_t number, std::uint64_t cycle) {
    Router &router = routers_[number];
    std::uint64_t next = never;
    // The node first: a multicast goes on in the cycle in which it begins to leave its copy. The
    // others do not meet, so their order does not matter.
    for (unsigned out = ports; out-- > 0;) {
        if (!(router.want[out][low] | router.want[out][high])) continue;
        if (router.busy[out] > cycle) {
            next = std::min(next, router.busy[out]);
            continue;
        }
        // High before low, but not for ever.
        int best = ready(router, out, high, cycle, next);
        unsigned p = high;
        if (best < 0 || router.want[out][low]) {
            const int other = ready(router, out, low, cycle, next);
            if (best < 0 || (other >= 0 && router.passed[out] >= config_.high_burst)) {
                best = other;
                p = low;
            } else if (other >= 0) {
                ++router.passed[out];
            }
        }
        if (best < 0) continue;
        if (p == low) router.passed[out] = 0;
        start<watched>(number, static_cast<Buffer>(best), static_cast<Port>(out), p, cycle);
        next = std::min(next, router.busy[out]);
    }
    return next;
}

/// The buffer whose first packet of priority `p` can go to a free output: the one whose head has
/// waited longest, of equals the first; -1: none. Lowers `next` to when one that cannot may.
int Mesh::ready(const Router &router, unsigned out, unsigned p, std::uint64_t cycle,
                std::uint64_t &next) {
    int best = -1;
    std::uint64_t longest = never;
    for (unsigned wanting = router.want[out][p]; wanting; wanting &= wanting - 1) {
        const int in = std::countr_zero(wanting);
        const Input &input = router.input[in][p];
        const std::uint64_t room = router.slots[out][p][input.second].free_at();
        const std::uint64_t date = std::max({input.since, input.leaving, room});
        if (date > cycle) {
            next = std::min(next, date);
        } else if (input.since < longest) {
            longest = input.since;
            best = in;
        }
    }
    return best;
}

/// The first packet of a buffer goes to an output.
template <bool watched>
void Mesh::start(std::uint32_t number, Buffer in, Port out, unsigned p, std::uint64_t cycle) {
    Router &router = routers_[number];
    const Input &input = router.input[in][p];
    const std::uint32_t id = input.first;
    const bool second = input.second;
    const std::uint64_t since = input.since, end = cycle + moving_[id].occupancy;
    contract::effect(end, cycle);
    settles_ = std::max(settles_, end + config_.credit_latency);
    router.want[at(out)][p] &= ~(1u << in);
    router.slots[at(out)][p][second].fill();
    router.busy[at(out)] = end;
    const bool stays = out == Port::local && moving_[id].out == Port::local &&
                       moving_[id].way.next() != Port::local;
    const std::uint64_t arrives =
        stays ? leave_copy(number, in, p, end) : go_on(number, in, out, p, cycle);
    if constexpr (watched) {
        const Packet &packet = packets_[id].packet;
        const Way &rest = moving_[id].way;
        std::uint32_t drained = 0;
        if (out == Port::local && !stays && rest.next() != Port::local)
            drained = packet.multicast ? grid_.nodes_on(number, rest) : 1;
        observer_->hop({.message = {packet.source, packet.number},
                        .destination = packet.destination,
                        .handler = packet.handler,
                        .words = std::uint32_t{packet.words} + packet.vector_words,
                        .high = packet.priority == Priority::high,
                        .multicast = packet.multicast,
                        .router = number,
                        .node = router.node,
                        .from = port(in),
                        .to = out,
                        .next = out == Port::local ? number : router.neighbour[at(out)],
                        .second = second,
                        .since = since,
                        .cycle = cycle,
                        .end = end,
                        .arrives = arrives,
                        .drained = static_cast<std::uint16_t>(drained)});
    }
}

/// It leaves the router by that output. Returns when its head is in the next one, or all of it in
/// the receive buffer.
std::uint64_t Mesh::go_on(std::uint32_t number, Buffer in, Port out, unsigned p,
                          std::uint64_t cycle) {
    Router &router = routers_[number];
    Input &input = router.input[in][p];
    const bool second = input.second;
    const std::uint32_t id = remove_first(input);
    const std::uint64_t end = cycle + moving_[id].occupancy;
    input.leaving = end;
    if (input.first != none) look_at_first(router, in, p);
    // The buffer it leaves is free when its last word has gone; upstream learns that a little
    // later.
    if (in == local) {
        if (injection_[p][router.node].free_at() == Slots::never) told_.push_back(router.node);
        injection_[p][router.node].release(end + config_.credit_latency);
    } else {
        release(router.neighbour[at(port(in))], opposite(port(in)), in == west2 || in == east2, p,
                end + config_.credit_latency);
    }
    Moving &moving = moving_[id];
    if (out == Port::local) {
        if (moving.multicast && moving.way.next() != Port::local) { // drained
            packets_[id].packet.rest = moving.way;
            in_flight_ -= grid_.nodes_on(number, moving.way) - 1;
        }
        multicasts_ -= moving.multicast;
        return deliver(number, p, id, end);
    }
    moving.way.step();
    moving.behind_dateline = second;
    const std::uint64_t comes = jittered(cycle + config_.hop_latency, id, number, out, second, p);
    contract::effect(comes, cycle);
    arrive(router.neighbour[at(out)], buffer(opposite(out), second), p, id, comes);
    return comes;
}

/// A multicast is received and stays, to go on. `end`: cycle at which its last word has gone.
std::uint64_t Mesh::leave_copy(std::uint32_t number, Buffer in, unsigned p, std::uint64_t end) {
    Router &router = routers_[number];
    const std::uint32_t id = router.input[in][p].first;
    const Packet packet = packets_[id].packet; // store() may move it
    const std::uint32_t copy = store(packet);
    if (packet.vector_words) payloads_.share(packet.vector);
    moving_[copy] = moving_[id];
    const std::uint64_t comes = deliver(number, p, copy, end);
    moving_[id].out = moving_[id].way.next();
    look_at_first(router, in, p);
    return comes;
}

/// The packet, whose last word leaves the router at `end`, comes into the receive buffer.
std::uint64_t Mesh::deliver(std::uint32_t number, unsigned p, std::uint32_t id, std::uint64_t end) {
    std::uint64_t comes = end + config_.eject_latency;
    if (config_.reorder)
        comes += delay(packets_[id].packet, number) + hold_back(packets_[id].packet);
    else
        comes = jittered(comes, id, number, Port::local, false, p);
    const Moving &moving = moving_[id];
    contract::deliver(comes,
                      moving.earliest - moving.way.hops() * std::uint64_t{config_.hop_latency});
    packets_[id].cycle = comes;
    Queue &received = received_[p][routers_[number].node];
    if (config_.reorder)
        insert_by_cycle(received, id);
    else
        append(received, id);
    comes = packets_[id].cycle;
    settles_ = std::max(settles_, comes);
    told_.push_back(routers_[number].node);
    return comes;
}

/// A packet that is held up does not let the next one in the same buffer overtake it.
std::uint64_t Mesh::jittered(std::uint64_t cycle, std::uint32_t id, std::uint32_t router, Port out,
                             bool second, unsigned p) {
    if (!jitter_) return cycle;
    std::uint64_t &last =
        last_[((std::size_t{router} * ports + at(out)) * 2 + second) * priorities + p];
    return last = std::max(cycle + delay(packets_[id].packet, router), last + 1);
}

/// A slot of a buffer behind an output becomes free at `cycle`.
void Mesh::release(std::uint32_t number, Port out, bool second, unsigned p, std::uint64_t cycle) {
    Router &router = routers_[number];
    Slots &slots = router.slots[at(out)][p][second];
    const bool none_was_known = slots.free_at() == never;
    slots.release(cycle);
    if (none_was_known && router.want[at(out)][p]) wakes_.lower(number, cycle);
}

void Mesh::append(Queue &queue, std::uint32_t id) {
    moving_[id].next = none;
    (queue.first == none ? queue.first : moving_[queue.last].next) = id;
    queue.last = id;
}

/// Into a receive buffer, in the order of the cycles, no two of which are equal.
void Mesh::insert_by_cycle(Queue &received, std::uint32_t id) {
    std::uint64_t &cycle = packets_[id].cycle;
    std::uint32_t before = none, next = received.first;
    for (; next != none && packets_[next].cycle <= cycle; before = next, next = moving_[next].next)
        if (packets_[next].cycle == cycle) ++cycle;
    moving_[id].next = next;
    (before == none ? received.first : moving_[before].next) = id;
    if (next == none) received.last = id;
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
