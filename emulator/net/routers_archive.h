// Archives of the router model (archive/archive.h), for source files that instantiate it. Derived
// state is not saved.
#pragma once

#include "archive/archive.h"
#include "net/routers.h"

#include <algorithm>

namespace inlet::net {

// The names in brackets are all members: one that is added does not compile until it is here.

template <typename Model> void Routers<Model>::archive(Archive &ar, Moving &moving) {
    auto &[since, occupied, earliest, way, next, out, behind_dateline, multicast, drains] = moving;
    ar.cycle(since);
    ar(occupied);
    ar.cycle(earliest);
    Model::archive(ar, way);
    ar(next);
    ar.choice(out, static_cast<Port>(ports - 1));
    ar(behind_dateline, multicast, drains);
}

/// `found`: packets in a queue.
template <typename Model>
void Routers<Model>::archive(Archive &ar, Queue &queue, std::vector<bool> &found) {
    auto &[first, last] = queue;
    ar(first);
    if (first != none) ar(last);
    if (!ar.loads()) return;
    for (std::uint32_t id = first; id != none; id = moving_[id].next) {
        ar.require(id < packets_.size() && !found[id], "a packet in two places");
        found[id] = true;
        ar.require(moving_[id].next != none || id == last, "a queue that does not end");
        const Packet &packet = packets_[id].packet;
        ar.require(packet.source < model_.nodes() && packet.destination < model_.nodes() &&
                       packet.channel < channels_,
                   "a packet of a node that there is not");
        ar.require(Model::carries(packet), "a packet that is too long");
        ar.require(!packet.bytes || payloads_.has(packet.payload, packet.bytes),
                   "a payload that is lost");
    }
}

/// A packet in a router's buffer is under way, and acts as its route says.
template <typename Model>
void Routers<Model>::check_way(const Archive &ar, std::uint32_t number, Buffer in,
                               std::uint32_t id) const {
    const Moving &moving = moving_[id];
    const Packet &packet = packets_[id].packet;
    model_.check(ar, number, in, moving.way, packet);
    const bool leaves_copy = Model::copies && moving.multicast && routers_[number].has_node;
    ar.require(moving.out == model_.next(number, moving.way) ||
                   (moving.out == Port::local && leaves_copy),
               "a packet that goes out where it should not");
    ar.require(moving.occupancy == model_.occupancy(packet) &&
                   moving.multicast == (Model::copies && packet.multicast) &&
                   moving.drains == (Model::copies && packet.user),
               "a packet that does not move as it should");
}

template <typename Model> void Routers<Model>::archive_packets(Archive &ar) {
    std::size_t left = ar.count(packets_.size());
    if (ar.loads()) {
        packets_.clear();
        moving_.clear();
        for (; left; --left) {
            ar.cycle(packets_.emplace_back().cycle);
            packets_.back().packet.archive(ar);
            archive(ar, moving_.emplace_back());
        }
    } else {
        for (std::size_t id = 0; id < packets_.size(); ++id) {
            ar.cycle(packets_[id].cycle);
            packets_[id].packet.archive(ar);
            archive(ar, moving_[id]);
        }
    }
}

/// The dates of outputs follow from what waits for them. A router whose own date is earlier has
/// begun or ceased to drain: all its outputs have that date.
template <typename Model>
void Routers<Model>::restore_dates(const Archive &ar, std::uint32_t number) {
    Router &router = routers_[number];
    std::ranges::fill(router.date, never);
    for (unsigned out = 0; out < ports; ++out)
        for (unsigned p = 0; p < channels_; ++p)
            router.lower(out, std::max(known_ + 1, earliest_start(router, out, p)));
    const std::uint64_t earliest = *std::ranges::min_element(router.date),
                        date = wakes_.date(number);
    ar.require(date <= earliest, "a router that goes on too late");
    if (date < earliest) std::ranges::fill(router.date, date);
}

template <typename Model> void Routers<Model>::archive(Archive &ar) {
    ar.cycle(known_);
    ar(in_flight_, acts_);
    ar.cycle(settles_);
    ar(multicasts_);
    payloads_.archive(ar);
    archive_packets(ar);
    std::vector<bool> found(packets_.size());
    if (ar.loads()) {
        draining_ = 0;
        std::ranges::fill(coming_, 0);
    }
    for (std::uint32_t number = 0; number < routers_.size(); ++number) {
        auto &[date, busy, want, has_node, closes_ring, passed, drains, input, node, neighbour,
               slots] = routers_[number];
        for (std::uint64_t &cycle : busy) ar.cycle(cycle);
        ar(passed, drains, slots);
        ar.require((has_node && Model::copies) || !drains, "a router without a node that drains");
        draining_ += ar.loads() && drains;
        if (ar.loads())
            for (auto &row : want) std::ranges::fill(row, 0);
        for (unsigned in = 0; in < buffers; ++in)
            for (unsigned p = 0; p < channels_; ++p) {
                static_assert(sizeof(Input) == 32, "the rest of it is made by look_at_first()");
                Input &queue = input[in][p];
                archive(ar, queue, found);
                ar.cycle(queue.leaving);
                if (!ar.loads() || queue.first == none) continue;
                for (std::uint32_t id = queue.first; id != none; id = moving_[id].next) {
                    check_way(ar, number, static_cast<Buffer>(in), id);
                    const Packet &packet = packets_[id].packet;
                    coming_[packet.destination] += !packet.multicast;
                    const std::uint32_t behind = moving_[id].next;
                    ar.require(behind == none || moving_[id].since < moving_[behind].since,
                               "packets out of turn");
                }
                look_at_first(routers_[number], static_cast<Buffer>(in), p);
            }
    }
    for (auto &by_node : received_)
        for (Queue &queue : by_node) archive(ar, queue, found);
    for (auto &by_node : injection_) ar.each(by_node);
    ar(free_);
    for (std::uint32_t id = free_; id != none; id = moving_[id].next) {
        ar.require(id < packets_.size() && !found[id], "a packet in two places");
        found[id] = true;
    }
    ar.require(std::ranges::find(found, false) == found.end(), "a packet that is nowhere");
    for (std::uint64_t &cycle : last_) ar.cycle(cycle);
    ar(told_);
    for (const std::uint32_t n : told_) ar.require(n < model_.nodes(), "a node that there is not");
    wakes_.archive(ar);
    if (ar.loads())
        for (std::uint32_t number = 0; number < routers_.size(); ++number)
            restore_dates(ar, number);
    ar.require(known_ < Archive::last_cycle && (!busy() || next_event() >= known_),
               "the network is behind itself");
}

} // namespace inlet::net
