// Parts of a network (docs/network.md, "Parts of a network"), for routers_run.h.
#pragma once

#include "net/contract.h"
#include "net/routers.h"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

namespace inlet::net {

/// The packet, which has left its buffer, goes to another part.
template <typename Model>
[[gnu::cold]] void Routers<Model>::leave(std::uint32_t router, Buffer in, unsigned p,
                                         std::uint32_t id, std::uint64_t cycle) {
    const Packet &packet = packets_[id].packet;
    Crossing &crossing = out_->emplace_back();
    crossing.cycle = cycle;
    crossing.router = router;
    crossing.place = in;
    crossing.channel = static_cast<std::uint8_t>(p);
    crossing.head = true;
    crossing.packet = packet;
    crossing.moving = moving_[id];
    if (packet.bytes) {
        const auto bytes = payloads_.bytes(packet.payload);
        crossing.payload.assign(bytes.begin(), bytes.end());
        payloads_.release(packet.payload);
    }
    coming_[packet.destination] -= !packet.multicast;
    multicasts_ -= packet.multicast;
    moving_[id].next = free_;
    free_ = id;
}

template <typename Model> void Routers<Model>::enter(const Crossing &crossing) {
    contract::effect(crossing.cycle, known_);
    if (!crossing.head)
        return release(crossing.router, static_cast<Port>(crossing.place), crossing.second,
                       crossing.channel, crossing.cycle);
    const Packet &packet = crossing.packet;
    const std::uint32_t id = store(packet);
    if (packet.bytes) packets_[id].packet.payload = payloads_.add(crossing.payload);
    moving_[id] = crossing.moving;
    coming_[packet.destination] += !packet.multicast;
    multicasts_ += packet.multicast;
    arrive(crossing.router, crossing.place, crossing.channel, id, crossing.cycle);
}

/// A slot of a buffer behind an output of a router of another part becomes free at `cycle`.
template <typename Model>
[[gnu::cold]] void Routers<Model>::release_elsewhere(std::uint32_t router, Port out, bool second,
                                                     unsigned p, std::uint64_t cycle) {
    Crossing &crossing = out_->emplace_back();
    crossing.cycle = cycle;
    crossing.router = router;
    crossing.place = static_cast<std::uint8_t>(out);
    crossing.channel = static_cast<std::uint8_t>(p);
    crossing.second = second;
}

template <typename Model> void Routers<Model>::begin_with(const Numbers &numbers) {
    std::tie(known_, in_flight_, acts_, settles_) =
        std::tie(numbers.known, numbers.in_flight, numbers.acts, numbers.settles);
    wakes_.pass(known_);
}

/// The packets of a queue come here.
template <typename Model> auto Routers<Model>::adopted(Routers &from, const Queue &queue) -> Queue {
    Queue here;
    for (std::uint32_t id = queue.first; id != none; id = from.moving_[id].next) {
        const Delivery &delivery = from.packets_[id];
        const std::uint32_t mine = store(delivery.packet);
        packets_[mine].cycle = delivery.cycle;
        moving_[mine] = from.moving_[id];
        if (const Packet &packet = delivery.packet; packet.bytes)
            packets_[mine].packet.payload = payloads_.add(from.payloads_.bytes(packet.payload));
        append(here, mine);
    }
    return here;
}

template <typename Model>
void Routers<Model>::adopt(Routers &from, const std::vector<bool> &which) {
    constexpr std::size_t lasts = std::size_t{ports} * 2 * channels_; // of last_
    for (std::uint32_t number = 0; number < routers_.size(); ++number) {
        if (!which[number]) continue;
        Router &router = routers_[number];
        router = std::move(from.routers_[number]);
        for (auto &buffer : router.input)
            for (Input &input : buffer) {
                static_cast<Queue &>(input) = adopted(from, input);
                for (std::uint32_t id = input.first; id != none; id = moving_[id].next) {
                    multicasts_ += moving_[id].multicast;
                    coming_[packets_[id].packet.destination] += !packets_[id].packet.multicast;
                }
            }
        draining_ += router.drain;
        wakes_.lower(number, from.wakes_.date(number));
        if (jitter_)
            std::copy_n(from.last_.begin() + static_cast<std::ptrdiff_t>(number * lasts), lasts,
                        last_.begin() + static_cast<std::ptrdiff_t>(number * lasts));
        if (!router.has_node) continue;
        for (unsigned p = 0; p < channels_; ++p) {
            received_[p][router.node] = adopted(from, from.received_[p][router.node]);
            injection_[p][router.node] = std::move(from.injection_[p][router.node]);
        }
    }
    for (const std::uint32_t node : from.told_)
        if (which[model_.router_of(node)]) told_.push_back(node);
}

} // namespace inlet::net
