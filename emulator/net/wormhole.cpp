#include "net/wormhole.h"

#include "net/contract.h"
#include "net/mix.h"
#include "net/waiting_heads.h"

#include <algorithm>
#include <cassert>
#include <tuple>

namespace inlet::net {

namespace {

const Port cable_port = SwitchGrid::port_of(0); ///< of an interface

void sort_unique(std::vector<std::uint32_t> &numbers) {
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

} // namespace

Wormhole::Wormhole(const WormholeConfig &config, std::uint32_t nodes, std::uint64_t jitter)
    : config_(config), topology_(nodes), jitter_(jitter),
      owner_(std::size_t{topology_.routers()} * topology_.ports(), none), queues_(owner_.size()),
      inputs_(nodes), sending_(nodes, none), ready_(nodes, 0), receiving_(nodes, 0),
      received_runs_(nodes, 0) {}

/// The time of a head along a link and, behind it, through the switch.
std::uint64_t Wormhole::base_time(std::uint32_t next_router) const {
    return config_.cable + (topology_.is_switch(next_router) ? config_.hop : 0);
}

void Wormhole::push(Event::Kind kind, std::uint64_t cycle, std::uint32_t where,
                    std::uint32_t stamp) {
    events_.push_back({kind, cycle, where, stamp});
    std::push_heap(events_.begin(), events_.end(), Later());
}

// --- what nodes do ------------------------------------------------------------------------------

void Wormhole::inject(std::uint64_t cycle, const Packet &packet,
                      std::span<const std::uint8_t> payload) {
    contract::inject(cycle, known_, ready_[packet.source] <= cycle);
    assert(packet.bytes > 0);
    ready_[packet.source] = never;
    ++acts_;
    ++in_flight_;
    if (free_.empty()) {
        free_.push_back(static_cast<std::uint32_t>(moving_.size()));
        moving_.emplace_back();
    }
    const std::uint32_t id = free_.back();
    free_.pop_back();
    Moving &moving = moving_[id];
    moving = {};
    moving.used = true;
    moving.stamp = ++stamp_;
    moving.packet = packet;
    moving.packet.payload = payloads_.add(payload.first(packet.bytes));
    moving.at = packet.source;
    moving.since = cycle;
    moving.earliest = cycle + min_effect() + std::uint64_t{words(moving)} * config_.word;
    sending_[packet.source] = id;
    push(Event::Kind::pump, aligned(cycle + 1), packet.source);
}

std::uint32_t Wormhole::free_slots(std::uint32_t node, unsigned /*channel*/) const {
    return ready_[node] <= known_;
}

std::uint64_t Wormhole::room_at(std::uint32_t node, unsigned /*channel*/) const {
    return ready_[node];
}

void Wormhole::arm(std::uint64_t cycle, std::uint32_t node) {
    if (cycle < known_) contract::broken("a channel is armed in the network's past", cycle, known_);
    if (armed(node)) contract::broken("a channel is armed twice", cycle, known_);
    ++acts_;
    inputs_[node].armed_at = cycle + 1;
    push(Event::Kind::arm, cycle + 1, node);
}

bool Wormhole::armed(std::uint32_t node) const {
    return inputs_[node].armed_at != never || inputs_[node].flowing != none;
}

std::uint64_t Wormhole::waits_since(std::uint32_t node) const {
    const std::uint32_t id = inputs_[node].waiting;
    return id == none ? never : moving_[id].since;
}

const Delivery *Wormhole::front(std::uint32_t node, unsigned /*channel*/) const {
    return inputs_[node].complete ? &inputs_[node].delivery : nullptr;
}

const Delivery *Wormhole::received(std::uint32_t node, unsigned channel,
                                   std::uint32_t place) const {
    return place == 0 ? front(node, channel) : nullptr;
}

/// Without the route, if Packet::bytes does not count it.
std::span<const std::uint8_t> Wormhole::payload(const Packet &packet) const {
    return payloads_.bytes(packet.payload).last(packet.bytes);
}

void Wormhole::take(std::uint64_t cycle, std::uint32_t node, unsigned channel) {
    Input &input = inputs_[node];
    const Delivery *delivery = front(node, channel);
    contract::take(cycle, delivery ? &delivery->cycle : nullptr, known_);
    payloads_.release(input.delivery.packet.payload);
    moving_[input.flowing].used = false;
    free_.push_back(input.flowing);
    input.flowing = none;
    input.complete = false;
    --in_flight_;
    ++acts_;
}

bool Wormhole::corrupt(const Packet &packet) const {
    return fault_hits(config_.fault_seed + 1, config_.corrupt_per_million, packet.source,
                      packet.number);
}

bool Wormhole::loses(const Packet &packet) const {
    return fault_hits(config_.fault_seed, config_.lost_per_million, packet.source, packet.number);
}

std::string Wormhole::corrupting_link(const Packet &packet) const {
    std::vector<std::uint32_t> path = {packet.source}; // routers
    path.push_back(topology_.neighbour(packet.source, SwitchGrid::port_of(0)));
    for (const std::uint8_t byte : topology_.route(packet.source, packet.destination))
        path.push_back(
            topology_.neighbour(path.back(), SwitchGrid::port_of(byte ^ SwitchGrid::route_mark)));
    const std::size_t from = (packet.source + packet.number) % (path.size() - 1);
    const auto name = [&](std::uint32_t router) {
        return topology_.is_switch(router) ? "switch " + std::to_string(router - topology_.nodes())
                                           : "node " + std::to_string(router);
    };
    return "from " + name(path[from]) + " to " + name(path[from + 1]);
}

// --- time ---------------------------------------------------------------------------------------

void Wormhole::advance(std::uint64_t cycle) {
    while (next_event() <= cycle) {
        known_ = next_event();
        // All that changes in this cycle, then who gets what: so the order of the calls that caused
        // it does not matter.
        while (!events_.empty() && events_.front().cycle == known_) {
            std::pop_heap(events_.begin(), events_.end(), Later());
            const Event event = events_.back();
            events_.pop_back();
            apply(event);
        }
        while (!kills_.empty() && kills_.begin()->first == known_)
            lose(kills_.begin()->second, Loss::killed);
        sort_unique(touched_);
        for (const std::uint32_t link : touched_) arbitrate(link);
        touched_.clear();
        for (const std::uint32_t id : asked_) block(id);
        asked_.clear();
        sort_unique(trained_);
        for (const std::uint32_t node : trained_) {
            const bool runs = receiving_[node] != 0;
            if (runs != (received_runs_[node] != 0)) train(node, true, runs);
            received_runs_[node] = runs;
        }
        trained_.clear();
        sort_unique(pumped_);
        for (const std::uint32_t node : pumped_) {
            if (aligned(known_) == known_)
                pump(node);
            else
                push(Event::Kind::pump, aligned(known_), node);
        }
        pumped_.clear();
        std::ranges::sort(arrivals_);
        if (observer_)
            for (const std::uint32_t node : arrivals_) tell_hops(node);
        arrivals_.clear();
    }
    known_ = std::max(known_, cycle);
}

void Wormhole::apply(const Event &event) {
    switch (event.kind) {
    case Event::Kind::free:
        owner_[event.where] = none;
        touched_.push_back(event.where);
        if (const std::uint32_t router = event.where / topology_.ports();
            !topology_.is_switch(router))
            pumped_.push_back(router);
        break;
    case Event::Kind::begins:
    case Event::Kind::ends:
        if (event.kind == Event::Kind::begins)
            ++receiving_[event.where];
        else
            --receiving_[event.where];
        trained_.push_back(event.where);
        pumped_.push_back(event.where);
        break;
    case Event::Kind::head: head(event.where); break;
    case Event::Kind::arm:
        if (const std::uint32_t id = inputs_[event.where].waiting; id != none)
            connect(id, Sink::node);
        break;
    case Event::Kind::go: {
        Moving &moving = moving_[event.where];
        if (!moving.used || moving.stamp != event.stamp || moving.done != never) break;
        moving.limit = moving.blocked
                           ? config_.slack_words * static_cast<std::uint32_t>(moving.held.size())
                           : unlimited;
        pumped_.push_back(moving.packet.source);
        break;
    }
    case Event::Kind::pump: pumped_.push_back(event.where); break;
    }
}

// --- the head -----------------------------------------------------------------------------------

/// A head is at a router.
void Wormhole::head(std::uint32_t id) {
    Moving &moving = moving_[id];
    if (!topology_.is_switch(moving.at)) {
        Input &input = inputs_[moving.at];
        if (input.armed_at <= known_) return connect(id, Sink::node);
        input.waiting = id;
        if (trains_) told_.push_back(moving.at);
        asked_.push_back(id);
        return;
    }
    const Packet &packet = moving.packet;
    const std::size_t passed = moving.held.size() - 1;
    if (passed == 0 && loses(packet)) return lose(id, Loss::fault);
    const std::span<const std::uint8_t> bytes = payloads_.bytes(packet.payload);
    const unsigned byte = passed < bytes.size() ? bytes[passed] : 0;
    const unsigned socket = byte ^ SwitchGrid::route_mark;
    if (socket >= SwitchGrid::sockets ||
        !topology_.has_link(moving.at, SwitchGrid::port_of(socket)))
        return lose(id, Loss::misrouted);
    const std::uint32_t out = link(moving.at, SwitchGrid::port_of(socket));
    queues_[out].push_back(id);
    touched_.push_back(out);
    asked_.push_back(id);
}

/// A free link goes to the head that has waited longest; of several to the lowest input port.
void Wormhole::arbitrate(std::uint32_t link) {
    std::vector<std::uint32_t> &queue = queues_[link];
    if (owner_[link] != none || queue.empty()) return;
    const std::uint32_t id = take_first(queue, moving_);
    unblock(id);
    take_link(id, link / topology_.ports(), static_cast<Port>(link % topology_.ports()));
}

void Wormhole::take_link(std::uint32_t id, std::uint32_t router, Port port) {
    Moving &moving = moving_[id];
    const std::uint32_t taken = link(router, port), next = topology_.neighbour(router, port);
    const std::uint64_t before = moving.held.empty() ? 0 : moving.held.back().reach;
    const std::uint64_t time =
        base_time(next) + head_jitter(jitter_, moving.packet.source, moving.packet.number, router);
    owner_[taken] = id;
    moving.held.push_back({taken, moving.since, known_, before, before + time, never});
    moving.at = next;
    moving.entry = topology_.entry(router, port);
    moving.since = known_ + time;
    contract::effect(moving.since, known_);
    push(Event::Kind::head, moving.since, id);
    release(moving);
}

/// A head that came in this cycle has got nothing.
void Wormhole::block(std::uint32_t id) {
    Moving &moving = moving_[id];
    if (moving.since != known_ || moving.sink != Sink::unknown) return;
    moving.blocked = true;
    moving.limit = std::min(moving.limit,
                            config_.slack_words * static_cast<std::uint32_t>(moving.held.size()));
    if (topology_.is_switch(moving.at)) kills_.emplace(known_ + config_.time_limit, id);
    pumped_.push_back(moving.packet.source);
}

/// The head of a packet moves on, if it has waited.
void Wormhole::unblock(std::uint32_t id) {
    Moving &moving = moving_[id];
    if (!std::exchange(moving.blocked, false)) return;
    kills_.erase({moving.since + config_.time_limit, id});
    moving.moved = known_;
    moving.moved_reach = moving.held.back().reach;
    if (moving.done == never)
        push(Event::Kind::go, aligned(known_ + moving.moved_reach), id, moving.stamp);
}

/// The packet of a head at a switch ends there.
void Wormhole::lose(std::uint32_t id, Loss cause) {
    if (moving_[id].blocked)
        for (auto &queue : queues_) std::erase(queue, id);
    ++lost_[static_cast<std::size_t>(cause)];
    --in_flight_;
    connect(id, Sink::nowhere);
}

/// The whole path stands: what was sent, and will be, comes to its end.
void Wormhole::connect(std::uint32_t id, Sink sink) {
    unblock(id);
    Moving &moving = moving_[id];
    moving.sink = sink;
    if (sink == Sink::node) {
        Input &input = inputs_[moving.at];
        input.armed_at = never;
        input.waiting = none;
        input.flowing = id;
    }
    moving.receive_free = aligned(known_);
    for (const Segment &segment : std::exchange(moving.segments, {})) {
        receive(moving, segment.start);
        if (segment.words) receive_end(moving, segment.words);
    }
    if (moving.done != never) complete(id);
}

// --- the words ----------------------------------------------------------------------------------

/// The train that began at the source at `start` is received.
void Wormhole::receive(Moving &moving, std::uint64_t start) {
    moving.received = std::max(aligned(start + moving.held.back().reach), moving.receive_free);
    if (moving.sink == Sink::node) push(Event::Kind::begins, moving.received, moving.at);
}

void Wormhole::receive_end(Moving &moving, std::uint32_t words) {
    moving.receive_free = moving.received + std::uint64_t{words} * config_.word;
    moving.received = never;
    if (moving.sink == Sink::node) push(Event::Kind::ends, moving.receive_free, moving.at);
}

void Wormhole::train(std::uint32_t node, bool receives, bool runs) {
    if (!trains_) return;
    trains_->train({known_, node, receives, runs});
    told_.push_back(node);
}

/// Begins or stops a node's send DMA, at the begin of a cycle.
void Wormhole::pump(std::uint32_t node) {
    const std::uint32_t id = sending_[node];
    if (id == none) return;
    Moving &moving = moving_[id];
    const bool begins = moving.held.empty();
    if (begins && known_ <= moving.since) return;
    const std::uint32_t all = words(moving);
    const bool ran = moving.opened != never;
    const std::uint32_t more =
        ran ? static_cast<std::uint32_t>((known_ - moving.opened) / config_.word) : 0;
    const std::uint32_t sent = moving.sent + more;
    const bool runs = sent < all && sent < moving.limit &&
                      !(config_.one_engine && receiving_[node]) &&
                      !(begins && owner_[link(node, cable_port)] != none);
    if (ran && !runs) {
        moving.sent = sent;
        moving.opened = never;
        train(node, false, false);
        if (moving.sink == Sink::unknown)
            moving.segments.back().words = more;
        else
            receive_end(moving, more);
    }
    if (sent == all) {
        moving.done = known_;
        sending_[node] = none;
        ready_[node] = known_;
        told_.push_back(node);
        if (moving.sink == Sink::unknown)
            release(moving);
        else
            complete(id);
        return;
    }
    if (runs && !ran) {
        moving.opened = known_;
        train(node, false, true);
        if (moving.sink == Sink::unknown)
            moving.segments.push_back({known_, 0});
        else
            receive(moving, known_);
        if (begins) take_link(id, node, cable_port);
    }
    if (runs)
        push(Event::Kind::pump,
             known_ + std::uint64_t{std::min(all, moving.limit) - sent} * config_.word, node);
}

/// All words have left the source, and their way ends somewhere: the rest is arithmetic.
void Wormhole::complete(std::uint32_t id) {
    Moving &moving = moving_[id];
    release(moving);
    link_bytes_ += std::uint64_t{moving.packet.bytes} * moving.held.size();
    if (moving.sink == Sink::nowhere) {
        payloads_.release(moving.packet.payload);
        moving.used = false;
        free_.push_back(id);
        return;
    }
    Input &input = inputs_[moving.at];
    contract::effect(moving.receive_free, known_);
    contract::deliver(moving.receive_free, moving.earliest);
    input.complete = true;
    input.delivery = {moving.receive_free, moving.packet};
    input.delivery.packet.destination = moving.at;
    const std::size_t route = moving.held.size() - 1;
    input.delivery.packet.bytes -= static_cast<std::uint16_t>(route);
    settles_ = std::max(settles_, moving.receive_free);
    told_.push_back(moving.at);
    arrivals_.push_back(moving.at);
}

/// Lets the links go that the tail has passed, or when it will.
void Wormhole::release(Moving &moving) {
    if (moving.done == never) return;
    for (std::size_t i = 0; i < moving.held.size(); ++i) {
        Held &held = moving.held[i];
        if (held.end != never) continue;
        const std::uint64_t behind = moving.held.size() - 1 - i; // links that store words
        const std::uint64_t stored = behind * config_.slack_words;
        // When the tail leaves the switch, or the node, behind this link.
        std::uint64_t tail = moving.done + held.reach;
        if (moving.sink != Sink::unknown) {
            const std::uint64_t rest =
                moving.held.back().reach - held.reach + stored * config_.word;
            tail = std::max(tail, moving.receive_free > rest ? moving.receive_free - rest : 0);
        } else if (words(moving) > stored) {
            return;
        }
        held.end =
            std::max(known_ + 1, tail - base_time(topology_.neighbour(
                                            held.link / topology_.ports(),
                                            static_cast<Port>(held.link % topology_.ports()))));
        if (moving.moved_reach > held.before)
            held.end = std::max(held.end, moving.moved + moving.moved_reach - held.before);
        push(Event::Kind::free, held.end, held.link);
    }
}

// --- reports ------------------------------------------------------------------------------------

/// The packet that is delivered to this node: its links, then the receive DMA.
void Wormhole::tell_hops(std::uint32_t node) const {
    const Moving &moving = moving_[inputs_[node].flowing];
    const Packet &packet = inputs_[node].delivery.packet;
    HopEvent hop{.message = {packet.source, packet.number},
                 .destination = node,
                 .handler = packet.tag,
                 .words = (packet.bytes + 3u) / 4,
                 .high = false,
                 .multicast = false,
                 .router = packet.source,
                 .node = packet.source,
                 .from = Port::local,
                 .to = Port::local,
                 .next = packet.source,
                 .second = false,
                 .since = 0,
                 .cycle = 0,
                 .end = 0,
                 .arrives = 0};
    for (std::size_t i = 0; i < moving.held.size(); ++i) {
        const Held &held = moving.held[i];
        hop.to = static_cast<Port>(held.link % topology_.ports());
        hop.next = topology_.neighbour(hop.router, hop.to);
        hop.since = held.since;
        hop.cycle = held.cycle;
        hop.end = held.end;
        hop.arrives = i + 1 < moving.held.size() ? moving.held[i + 1].since : moving.since;
        observer_->hop(hop);
        hop.from = topology_.entry(hop.router, hop.to);
        hop.router = hop.next;
        hop.node = topology_.node_at(hop.router);
    }
    hop.to = Port::local;
    hop.since = moving.since;
    hop.cycle = moving.moved > moving.since ? moving.moved : moving.since;
    hop.end = hop.arrives = inputs_[node].delivery.cycle;
    observer_->hop(hop);
}

std::uint64_t Wormhole::next_event() const {
    const std::uint64_t event = events_.empty() ? never : events_.front().cycle;
    return kills_.empty() ? event : std::min(event, kills_.begin()->first);
}

std::uint64_t Wormhole::next_delivery() const {
    const std::uint64_t event = next_event();
    return event == never ? never : event + config_.word;
}

/// A node that watches its trains is reached by every event.
std::uint64_t Wormhole::next_delivery(std::uint32_t /*node*/) const {
    return trains_ ? next_event() : next_delivery();
}

std::uint64_t Wormhole::min_effect() const {
    return 1 + 2 * std::uint64_t{config_.cable} + config_.hop;
}

std::uint64_t Wormhole::min_delivery(bool /*to_oneself*/) const {
    return min_effect() + config_.word;
}

std::uint64_t Wormhole::min_delivery_after_take(bool to_oneself) const {
    return (to_oneself ? 1 : min_effect()) + config_.word;
}

std::vector<Standing> Wormhole::standing() const {
    std::vector<Standing> all;
    for (std::uint32_t id = 0; id < moving_.size(); ++id) {
        const Moving &moving = moving_[id];
        if (!moving.used || moving.sink == Sink::nowhere) continue;
        Standing one{};
        one.router = one.next = moving.at;
        one.from = one.next_from = moving.entry;
        one.to = Port::local;
        one.since = moving.since;
        one.packet = moving.packet;
        if (moving.held.empty()) {
            one.place = Standing::Place::injection;
            one.to = cable_port;
            one.next = topology_.neighbour(moving.at, one.to);
            one.next_from = topology_.entry(moving.at, one.to);
        } else if (!topology_.is_switch(moving.at)) {
            const Input &input = inputs_[moving.at];
            one.place =
                moving.sink == Sink::node ? Standing::Place::receive : Standing::Place::router;
            if (input.complete && input.flowing == id) {
                one.since = input.delivery.cycle;
                one.packet = input.delivery.packet;
            }
        } else {
            one.place = Standing::Place::router;
            const std::span<const std::uint8_t> bytes = payloads_.bytes(moving.packet.payload);
            const std::size_t passed = moving.held.size() - 1;
            const unsigned socket =
                (passed < bytes.size() ? bytes[passed] : 0u) ^ SwitchGrid::route_mark;
            if (socket < SwitchGrid::sockets) {
                one.to = SwitchGrid::port_of(socket);
                one.next = topology_.neighbour(moving.at, one.to);
                one.next_from = topology_.entry(moving.at, one.to);
            }
        }
        all.push_back(one);
    }
    std::ranges::sort(all, [](const Standing &a, const Standing &b) {
        return std::tuple(a.router, a.place, a.from, a.packet.source, a.packet.number) <
               std::tuple(b.router, b.place, b.from, b.packet.source, b.packet.number);
    });
    return all;
}

} // namespace inlet::net
