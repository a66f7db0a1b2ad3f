// The state of the network, saved and loaded (archive/archive.h). What follows from the rest is not
// saved.
#include "archive/archive.h"
#include "net/wormhole.h"

#include <algorithm>

namespace inlet::net {

void Wormhole::Event::archive(Archive &ar) {
    ar.choice(kind, Kind::pump);
    ar.cycle(cycle);
    ar(where, stamp);
}

void Wormhole::Held::archive(Archive &ar) {
    ar(link);
    for (std::uint64_t *time : {&since, &cycle, &before, &reach, &end}) ar.cycle(*time);
}

void Wormhole::Segment::archive(Archive &ar) {
    ar.cycle(start);
    ar(words);
}

void Wormhole::Moving::archive(Archive &ar) {
    ar(packet, stamp, used, at, entry, held, blocked, sent, limit, segments);
    ar.choice(sink, Sink::nowhere);
    for (std::uint64_t *time :
         {&since, &earliest, &moved, &moved_reach, &opened, &done, &received, &receive_free})
        ar.cycle(*time);
}

void Wormhole::Input::archive(Archive &ar) {
    ar.cycle(armed_at);
    ar(waiting, flowing, complete);
    ar.cycle(delivery.cycle);
    ar(delivery.packet);
}

void Wormhole::archive(Archive &ar) {
    ar.cycle(known_);
    ar(in_flight_, acts_);
    ar.cycle(settles_);
    ar(events_, moving_, free_, owner_, queues_, inputs_, sending_, receiving_, lost_, link_bytes_,
       stamp_, payloads_);
    for (std::uint64_t &ready : ready_) ar.cycle(ready);
    if (!ar.loads()) return;
    const std::size_t nodes = topology_.nodes();
    const std::size_t links = std::size_t{topology_.routers()} * topology_.ports();
    ar.require(owner_.size() == links && queues_.size() == links && inputs_.size() == nodes &&
                   sending_.size() == nodes && receiving_.size() == nodes,
               "links of another network");
    const auto there = [&](std::uint32_t id) { return id < moving_.size() && moving_[id].used; };
    const auto there_or_none = [&](std::uint32_t id) { return id == none || there(id); };
    for (const Event &event : events_) {
        const bool of_packet = event.kind == Event::Kind::head || event.kind == Event::Kind::go;
        ar.require(event.where < (event.kind == Event::Kind::free ? links
                                  : of_packet                     ? moving_.size()
                                                                  : nodes),
                   "an event nowhere");
        if (event.kind == Event::Kind::head)
            ar.require(there(event.where) && !moving_[event.where].held.empty(),
                       "a head without a packet");
    }
    kills_.clear();
    for (std::uint32_t id = 0; id < moving_.size(); ++id) {
        const Moving &moving = moving_[id];
        if (!moving.used) continue;
        ar.require(moving.at < topology_.routers() && moving.packet.source < nodes &&
                       static_cast<unsigned>(moving.entry) < topology_.ports() &&
                       moving.packet.bytes > 0 &&
                       payloads_.has(moving.packet.payload, moving.packet.bytes),
                   "a packet outside of the network");
        ar.require(moving.held.empty()
                       ? moving.sent == 0 && !moving.blocked && moving.sink == Sink::unknown &&
                             !topology_.is_switch(moving.at)
                       : moving.held.size() <= moving.packet.bytes + 1u,
                   "a packet that holds too many links, or too few");
        for (const Held &held : moving.held) ar.require(held.link < links, "a link nowhere");
        ar.require(moving.opened == never || moving.sink != Sink::unknown ||
                       !moving.segments.empty(),
                   "a train without a begin");
        if (moving.blocked && topology_.is_switch(moving.at))
            kills_.emplace(moving.since + config_.time_limit, id);
    }
    for (const std::uint32_t id : free_)
        ar.require(id < moving_.size(), "a place that there is not");
    for (const auto &queue : queues_)
        for (const std::uint32_t id : queue)
            ar.require(there(id) && !moving_[id].held.empty(), "a head that there is not");
    for (std::uint32_t node = 0; node < nodes; ++node) {
        const Input &input = inputs_[node];
        ar.require(there_or_none(input.waiting) && there_or_none(input.flowing) &&
                       there_or_none(sending_[node]) && (!input.complete || input.flowing != none),
                   "a packet that there is not");
        if (input.complete)
            ar.require(input.delivery.packet.payload == moving_[input.flowing].packet.payload &&
                           input.delivery.packet.bytes <= moving_[input.flowing].packet.bytes,
                       "a packet without its bytes");
        received_runs_[node] = receiving_[node] != 0;
    }
    ar.require(std::is_heap(events_.begin(), events_.end(), Later()), "events out of order");
}

} // namespace inlet::net
