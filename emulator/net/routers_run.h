// Definitions of routers.h, for source files that instantiate the model.
#pragma once

#include "net/contract.h"
#include "net/mix.h"
#include "net/routers.h"
#include "net/routers_parts.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace inlet::net {

template <typename Model>
Routers<Model>::Routers(const Model &model, std::uint64_t jitter)
    : model_(model), config_(model_.numbers()), jitter_(jitter), routers_(model_.routers()),
      wakes_(model_.routers()) {
    for (std::uint32_t n = 0; n < routers_.size(); ++n) {
        Router &router = routers_[n];
        router.node = model_.node_at(n);
        router.has_node = router.node != none;
        for (unsigned out = 0; out < ports; ++out) {
            const auto port = static_cast<Port>(out);
            router.neighbour[out] = model_.neighbour(n, port);
            router.closes_ring[out] = model_.closes_ring(n, port);
            router.date[out] = never;
            for (auto &slots : router.slots[out])
                for (Slots &buffer : slots)
                    buffer = Slots(port == Port::local ? config_.receive_packets
                                                       : config_.router_packets);
        }
    }
    for (unsigned p = 0; p < channels_; ++p) {
        received_[p].resize(model_.nodes());
        for (std::uint32_t n = 0; n < model_.nodes(); ++n)
            injection_[p].emplace_back(config_.injection_packets);
    }
    coming_.resize(model_.nodes());
    if (jitter) last_.resize(routers_.size() * ports * 2 * channels_);
}

template <typename Model>
void Routers<Model>::inject(std::uint64_t cycle, const Packet &packet,
                            std::span<const std::uint8_t> payload) {
    contract::inject(cycle, known_, injection_[packet.channel][packet.source].free(cycle));
    injection_[packet.channel][packet.source].fill();
    ++acts_;
    const std::uint32_t id = store(packet);
    if (packet.bytes) packets_[id].packet.payload = payloads_.add(payload.first(packet.bytes));
    Moving &moving = moving_[id];
    moving.occupancy = model_.occupancy(packet);
    moving.behind_dateline = false;
    moving.way = model_.route(packet);
    if constexpr (Model::copies) {
        moving.multicast = packet.multicast;
        moving.drains = packet.user;
        multicasts_ += packet.multicast;
        in_flight_ += model_.receivers(packet);
    } else {
        ++in_flight_;
    }
    coming_[packet.destination] += !packet.multicast;
    const std::uint32_t router = model_.router_of(packet.source);
    moving.earliest =
        cycle + model_.flight(router, moving.way) + config_.eject_latency + moving.occupancy;
    arrive(router, Model::local_buffer, packet.channel, id, cycle);
}

template <typename Model>
void Routers<Model>::take(std::uint64_t cycle, std::uint32_t node, unsigned p) {
    const Delivery *delivery = front(node, p);
    contract::take(cycle, delivery ? &delivery->cycle : nullptr, known_);
    const std::uint32_t id = remove_first(received_[p][node]);
    if (const Packet &packet = packets_[id].packet; packet.bytes) payloads_.release(packet.payload);
    moving_[id].next = free_;
    free_ = id;
    --in_flight_;
    ++acts_;
    // The receive buffer's slot comes back like any other credit.
    const std::uint64_t freed = cycle + config_.credit_latency;
    contract::effect(freed, cycle);
    release(model_.router_of(node), Port::local, false, p, freed);
}

template <typename Model> void Routers<Model>::advance(std::uint64_t cycle) {
    observer_ ? run<true>(cycle) : run<false>(cycle);
}

template <typename Model> template <bool watched> void Routers<Model>::run(std::uint64_t cycle) {
    // Starts in a cycle have later effects, so their order does not matter.
    while (wakes_.next() <= cycle && wakes_.next() != never) {
        known_ = wakes_.next();
        const std::uint32_t router = wakes_.pop();
        arbitrate<watched>(router, known_);
    }
    known_ = std::max(known_, cycle);
    wakes_.pass(known_);
}

template <typename Model> std::uint64_t Routers<Model>::next_delivery() const {
    const std::uint64_t next = wakes_.next();
    return next == never ? never : next + config_.eject_latency + model_.least_occupancy();
}

template <typename Model> std::uint64_t Routers<Model>::next_delivery(std::uint32_t node) const {
    const std::uint64_t next = wakes_.next();
    if (next == never) return never;
    // Only multicasts and packets that are drained are delivered to others than their destination.
    // Where nothing is on its way, another node must send first: when something is delivered to it,
    // or when a slot of its injection buffer is free.
    if (!coming_[node] && !multicasts_ && !draining_)
        return next + std::min(config_.eject_latency, config_.credit_latency) +
               model_.least_occupancy() + min_delivery(false);
    // It starts at the date of the node's output, or after an event elsewhere: when a head has come
    // from another router, or the packet before it in its buffer has left.
    const std::uint64_t away =
        std::min<std::uint64_t>(config_.hop_latency, model_.least_occupancy());
    return std::min(routers_[model_.router_of(node)].date[at(Port::local)], next + away) +
           config_.eject_latency + model_.least_occupancy();
}

template <typename Model> std::uint64_t Routers<Model>::min_delivery(bool to_oneself) const {
    return model_.least_flight(to_oneself) + config_.eject_latency + model_.least_occupancy();
}

template <typename Model>
std::uint64_t Routers<Model>::min_delivery_after_take(bool to_oneself) const {
    // A multicast continues in the cycle in which it begins to leave its copy.
    const bool with_the_copy = to_oneself || (Model::copies && multicasts_);
    return config_.credit_latency + (with_the_copy ? 0 : model_.least_occupancy()) +
           (to_oneself ? 0 : std::uint64_t{config_.hop_latency}) + config_.eject_latency +
           model_.least_occupancy();
}

template <typename Model> std::vector<Standing> Routers<Model>::standing() const {
    std::vector<Standing> all;
    const auto add = [&](Standing::Place place, std::uint32_t number, Buffer from,
                         std::uint32_t first) {
        std::uint32_t position = 0;
        for (std::uint32_t id = first; id != none; id = moving_[id].next) {
            const Router &router = routers_[number];
            const Moving &moving = moving_[id];
            const bool received = place == Standing::Place::receive;
            const Port to = received ? Port::local : output(router, moving);
            const bool goes = to != Port::local;
            all.push_back({place, number, Model::port(from), to, Model::second(from), position++,
                           received ? packets_[id].cycle : moving.since,
                           goes ? router.neighbour[at(to)] : number,
                           goes ? model_.entry(number, to) : Port::local,
                           goes && second_behind(router, moving, to), packets_[id].packet});
        }
    };
    for (std::uint32_t n = 0; n < routers_.size(); ++n) {
        const auto inputs = [&](Standing::Place place, Buffer from) {
            for (unsigned p = channels_; p-- > 0;)
                add(place, n, from, routers_[n].input[from][p].first);
        };
        inputs(Standing::Place::injection, Model::local_buffer);
        for (Buffer from = 0; from < buffers; ++from)
            if (from != Model::local_buffer) inputs(Standing::Place::router, from);
        if (!routers_[n].has_node) continue;
        for (unsigned p = channels_; p-- > 0;)
            add(Standing::Place::receive, n, Model::local_buffer,
                received_[p][routers_[n].node].first);
    }
    return all;
}

/// A few packets are delayed a little, fewer for long. A function of seed, packet and place.
template <typename Model>
std::uint64_t Routers<Model>::delay(const Packet &packet, std::uint32_t router) const {
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

/// Cycles that `reorder` delays a packet before its delivery.
template <typename Model> std::uint64_t Routers<Model>::hold_back(const Packet &packet) const {
    return (mix(~jitter_, {packet.source, packet.number}) >> 20) %
           (std::uint64_t{config_.reorder} + 1);
}

/// The head of a packet enters an input buffer at `cycle`.
template <typename Model>
void Routers<Model>::arrive(std::uint32_t number, Buffer in, unsigned p, std::uint32_t id,
                            std::uint64_t cycle) {
    Router &router = routers_[number];
    Moving &moving = moving_[id];
    moving.since = cycle;
    // The copy first, then the rest of the route. The source gets no copy.
    const bool leaves_copy =
        Model::copies && moving.multicast && in != Model::local_buffer && router.has_node;
    moving.out = leaves_copy ? Port::local : model_.next(number, moving.way);
    Input &input = router.input[in][p];
    if (input.first != none) contract::head(cycle, moving_[input.last].since);
    append(input, id);
    if (input.first != id) return;
    look_at_first(router, in, p);
    lower_for_first(router, in, p);
    const unsigned to = at(output(router, moving));
    for (unsigned i = 0; i < choices(router, static_cast<Port>(to)); ++i)
        wakes_.lower(number, router.date[to + i]);
}

template <typename Model>
void Routers<Model>::wake(std::uint32_t number, unsigned out, std::uint64_t cycle) {
    routers_[number].lower(out, cycle);
    wakes_.lower(number, cycle);
}

/// The first cycle at which the first packet of a buffer can leave by an output, as far as is
/// known. never: it waits for a slot that is not known to become free.
template <typename Model>
std::uint64_t Routers<Model>::earliest_start(const Router &router, Buffer in, unsigned p,
                                             unsigned out) const {
    const Input &input = router.input[in][p];
    return std::max({input.since, input.leaving, router.busy[link(out, p)],
                     router.slots[out][p][input.second].free_at()});
}

/// The same for all packets of a channel that want the output.
template <typename Model>
std::uint64_t Routers<Model>::earliest_start(const Router &router, unsigned out, unsigned p) const {
    std::uint64_t earliest = never;
    for (unsigned wanting = router.want[out][p]; wanting; wanting &= wanting - 1) {
        const auto in = static_cast<Buffer>(std::countr_zero(wanting));
        earliest = std::min(earliest, earliest_start(router, in, p, out));
    }
    return earliest;
}

/// Gives the outputs that the first packet of a buffer wants their dates. If it waits for a slot,
/// release() does.
template <typename Model>
void Routers<Model>::lower_for_first(Router &router, Buffer in, unsigned p) {
    const Port to = output(router, moving_[router.input[in][p].first]);
    for (unsigned i = 0; i < choices(router, to); ++i)
        router.lower(at(to) + i, earliest_start(router, in, p, at(to) + i));
}

/// Called when the first packet of a buffer, or its output, has changed.
template <typename Model>
void Routers<Model>::look_at_first(Router &router, Buffer in, unsigned p) {
    Input &input = router.input[in][p];
    const Moving &moving = moving_[input.first];
    const Port to = output(router, moving);
    input.since = moving.since;
    input.second = second_behind(router, moving, to);
    for (unsigned i = 0; i < choices(router, to); ++i)
        router.want[at(to) + i][p] |= static_cast<Buffers>(1u << in);
}

/// The first packet of a buffer no longer waits for an output.
template <typename Model> void Routers<Model>::forget_first(Router &router, Buffer in, unsigned p) {
    for (auto &want : router.want) want[p] &= static_cast<Buffers>(~(1u << in));
}

/// Starts all possible moves at `cycle`, and notes when the next ones are possible, as far as is
/// known. Only outputs with a date that has come are considered.
template <typename Model>
template <bool watched>
void Routers<Model>::arbitrate(std::uint32_t number, std::uint64_t cycle) {
    Router &router = routers_[number];
    // The node first: a multicast continues in the cycle in which it begins to leave its copy. The
    // other outputs are independent.
    for (unsigned out = ports; out-- > 0;) {
        if (router.date[out] > cycle) continue;
        ++work_.looks;
        router.date[out] = never;
        if constexpr (Model::shared_links) {
            static_assert(channels_ == 2, "a link is shared by two channels");
            constexpr unsigned low = 0, high = 1;
            if (!(router.want[out][low] | router.want[out][high])) continue;
            if (router.busy[out] > cycle) {
                router.lower(out, router.busy[out]);
                continue;
            }
            // High before low, a limited number of times.
            std::uint64_t next = never;
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
            if (best >= 0) {
                if (p == low) router.passed[out] = 0;
                start<watched>(number, static_cast<Buffer>(best), static_cast<Port>(out), p, cycle);
                next =
                    std::min(earliest_start(router, out, low), earliest_start(router, out, high));
            }
            router.lower(out, next);
        } else {
            for (unsigned p = 0; p < channels_; ++p)
                while (router.want[out][p]) {
                    if (router.busy[link(out, p)] > cycle) {
                        router.lower(out, router.busy[link(out, p)]);
                        break;
                    }
                    std::uint64_t next = never;
                    const int best = ready(router, out, p, cycle, next);
                    if (best < 0) {
                        router.lower(out, next);
                        break;
                    }
                    auto to = static_cast<Port>(out);
                    if constexpr (Model::chooses)
                        to = choice(number, static_cast<Buffer>(best), p, cycle);
                    start<watched>(number, static_cast<Buffer>(best), to, p, cycle);
                }
        }
    }
    wakes_.lower(number, *std::ranges::min_element(router.date));
}

/// Chooses among the equally good links that can take the first packet of a buffer now. There is at
/// least one.
template <typename Model>
Port Routers<Model>::choice(std::uint32_t number, Buffer in, unsigned p, std::uint64_t cycle) const
    requires(Model::chooses) {
    const Router &router = routers_[number];
    const std::uint32_t id = router.input[in][p].first;
    const unsigned first = at(moving_[id].out);
    unsigned best = first;
    std::uint64_t least = never;
    for (unsigned out = first; out < first + choices(router, static_cast<Port>(first)); ++out) {
        if (router.busy[link(out, p)] > cycle || router.slots[out][p][0].free_at() > cycle)
            continue;
        const Packet &packet = packets_[id].packet;
        const std::uint64_t rank =
            mix(model_.seed(), {packet.source, packet.number, number, out}) >> 1;
        if (rank >= least) continue;
        least = rank;
        best = out;
    }
    return static_cast<Port>(best);
}

/// The buffer whose first packet of channel `p` can go to the free output: the one with the longest
/// wait, of equals the first; -1: none. Lowers `next` to the first cycle at which another one may.
template <typename Model>
int Routers<Model>::ready(const Router &router, unsigned out, unsigned p, std::uint64_t cycle,
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

/// The first packet of a buffer moves to an output.
template <typename Model>
template <bool watched>
void Routers<Model>::start(std::uint32_t number, Buffer in, Port out, unsigned p,
                           std::uint64_t cycle) {
    Router &router = routers_[number];
    const Input &input = router.input[in][p];
    const std::uint32_t id = input.first;
    const bool second = input.second;
    const std::uint64_t since = input.since, end = cycle + moving_[id].occupancy;
    ++work_.starts;
    contract::effect(end, cycle);
    settles_ = std::max(settles_, end + config_.credit_latency);
    if constexpr (Model::chooses)
        forget_first(router, in, p);
    else
        router.want[at(out)][p] &= static_cast<Buffers>(~(1u << in));
    router.slots[at(out)][p][second].fill();
    router.busy[link(at(out), p)] = end;
    const bool stays = Model::copies && out == Port::local && moving_[id].out == Port::local &&
                       model_.next(number, moving_[id].way) != Port::local;
    const std::uint64_t arrives =
        stays ? leave_copy(number, in, p, end) : go_on(number, in, out, p, cycle);
    if constexpr (watched) {
        const Packet &packet = packets_[id].packet;
        std::uint32_t drained = 0;
        if constexpr (Model::copies)
            if (const auto &rest = moving_[id].way;
                out == Port::local && !stays && model_.next(number, rest) != Port::local)
                drained = packet.multicast ? model_.nodes_on(number, rest) : 1;
        observer_->hop({.message = {packet.source, packet.number},
                        .destination = packet.destination,
                        .handler = packet.tag,
                        .words = packet.words + (packet.bytes + 3u) / 4,
                        .high = packet.channel != 0,
                        .multicast = packet.multicast,
                        .router = number,
                        .node = router.node,
                        .from = Model::port(in),
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

/// It leaves the router by that output. Returns the cycle at which its head is in the next one, or
/// all of it in the receive buffer.
template <typename Model>
std::uint64_t Routers<Model>::go_on(std::uint32_t number, Buffer in, Port out, unsigned p,
                                    std::uint64_t cycle) {
    Router &router = routers_[number];
    Input &input = router.input[in][p];
    const bool second = input.second;
    const std::uint32_t id = remove_first(input);
    const std::uint64_t end = cycle + moving_[id].occupancy;
    input.leaving = end;
    if (input.first != none) {
        look_at_first(router, in, p);
        lower_for_first(router, in, p);
    }
    // The buffer is free when the last word has left. Upstream learns it later.
    if (in == Model::local_buffer) {
        if (injection_[p][router.node].free_at() == Slots::never) told_.push_back(router.node);
        injection_[p][router.node].release(end + config_.credit_latency);
    } else {
        const Port side = Model::port(in), output = model_.entry(number, side);
        const std::uint32_t upstream = router.neighbour[at(side)];
        const std::uint64_t freed = end + config_.credit_latency;
        if (is_elsewhere(upstream)) [[unlikely]]
            release_elsewhere(upstream, output, Model::second(in), p, freed);
        else
            release(upstream, output, Model::second(in), p, freed);
    }
    Moving &moving = moving_[id];
    if (out == Port::local) {
        if constexpr (Model::copies) {
            if (moving.multicast && model_.next(number, moving.way) != Port::local) { // drained
                packets_[id].packet.rest = moving.way;
                in_flight_ -= model_.nodes_on(number, moving.way) - 1;
            }
            multicasts_ -= moving.multicast;
        }
        coming_[packets_[id].packet.destination] -= !packets_[id].packet.multicast;
        return deliver(number, p, id, end);
    }
    Model::step(moving.way);
    moving.behind_dateline = second;
    std::uint64_t comes = cycle + model_.link_latency(number);
    if (jitter_) comes = jittered(comes, id, number, out, second, p);
    contract::effect(comes, cycle);
    const std::uint32_t to = router.neighbour[at(out)];
    const Buffer buffer = Model::buffer(model_.entry(number, out), second);
    if (is_elsewhere(to)) [[unlikely]]
        leave(to, buffer, p, id, comes);
    else
        arrive(to, buffer, p, id, comes);
    return comes;
}

/// A multicast leaves its copy and continues. `end`: cycle at which the last word of the copy
/// leaves.
template <typename Model>
std::uint64_t Routers<Model>::leave_copy(std::uint32_t number, Buffer in, unsigned p,
                                         std::uint64_t end) {
    Router &router = routers_[number];
    const std::uint32_t id = router.input[in][p].first;
    const Packet packet = packets_[id].packet; // store() may move it
    const std::uint32_t copy = store(packet);
    if (packet.bytes) payloads_.share(packet.payload);
    moving_[copy] = moving_[id];
    const std::uint64_t comes = deliver(number, p, copy, end);
    moving_[id].out = model_.next(number, moving_[id].way);
    look_at_first(router, in, p);
    lower_for_first(router, in, p);
    return comes;
}

/// The packet, whose last word leaves the router at `end`, enters the receive buffer.
template <typename Model>
std::uint64_t Routers<Model>::deliver(std::uint32_t number, unsigned p, std::uint32_t id,
                                      std::uint64_t end) {
    std::uint64_t comes = end + config_.eject_latency;
    if (config_.reorder)
        comes += delay(packets_[id].packet, number) + hold_back(packets_[id].packet);
    else if (jitter_)
        comes = jittered(comes, id, number, Port::local, false, p);
    const Moving &moving = moving_[id];
    contract::deliver(comes, moving.earliest - model_.flight(number, moving.way));
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

/// A delayed packet is not overtaken by the next one in the same buffer.
template <typename Model>
std::uint64_t Routers<Model>::jittered(std::uint64_t cycle, std::uint32_t id, std::uint32_t router,
                                       Port out, bool second, unsigned p) {
    std::uint64_t &last =
        last_[((std::size_t{router} * ports + at(out)) * 2 + second) * channels_ + p];
    return last = std::max(cycle + delay(packets_[id].packet, router), last + 1);
}

/// A slot of a buffer behind an output becomes free at `cycle`.
template <typename Model>
void Routers<Model>::release(std::uint32_t number, Port out, bool second, unsigned p,
                             std::uint64_t cycle) {
    Router &router = routers_[number];
    Slots &slots = router.slots[at(out)][p][second];
    const bool none_was_known = slots.free_at() == never;
    slots.release(cycle);
    if (none_was_known && router.want[at(out)][p])
        wake(number, at(out), earliest_start(router, at(out), p));
}

template <typename Model> void Routers<Model>::append(Queue &queue, std::uint32_t id) {
    moving_[id].next = none;
    (queue.first == none ? queue.first : moving_[queue.last].next) = id;
    queue.last = id;
}

/// Inserts into a receive buffer by cycle. No two cycles are equal.
template <typename Model> void Routers<Model>::insert_by_cycle(Queue &received, std::uint32_t id) {
    std::uint64_t &cycle = packets_[id].cycle;
    std::uint32_t before = none, next = received.first;
    for (; next != none && packets_[next].cycle <= cycle; before = next, next = moving_[next].next)
        if (packets_[next].cycle == cycle) ++cycle;
    moving_[id].next = next;
    (before == none ? received.first : moving_[before].next) = id;
    if (next == none) received.last = id;
}

template <typename Model> std::uint32_t Routers<Model>::remove_first(Queue &queue) {
    const std::uint32_t id = queue.first;
    queue.first = moving_[id].next;
    return id;
}

template <typename Model> std::uint32_t Routers<Model>::store(const Packet &packet) {
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
