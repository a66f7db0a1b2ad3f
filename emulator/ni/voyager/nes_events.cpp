// What observers are told of messages: who they are, and when they pass the endpoint's stages
// (004 5.2, Figure 7). Nothing here changes what the endpoint does.
#include "archive/archive.h"
#include "ni/voyager/nes.h"
#include "ni/voyager/packet.h"

#include <algorithm>

namespace inlet::voyager {

namespace {

/// Where a message is sent that no program of an aP sends (MessageEvent::pc).
constexpr std::uint32_t by_interface = 0xFFFF0000;
constexpr std::size_t most_kept = 4096; ///< messages that firmware has not put anywhere

/// What the endpoint or the sP does. What the aP does meanwhile has nothing to do with it.
MessageEvent event_of(const NodePort &port, const events::Any &what, const net::Packet &packet,
                      std::uint64_t cycle) {
    MessageEvent event = port.event_of(what, packet);
    event.cycle = cycle;
    event.pc = 0;
    event.context = Context::main;
    return event;
}

void tell_stage(const NodePort &port, const net::Packet &packet, Stage stage, std::uint64_t from,
                std::uint64_t to) {
    if (to <= from) return;
    const auto cycles = static_cast<std::uint32_t>(to - from);
    port.tell(event_of(port, events::Staged{stage, cycles}, packet, from));
}

void tell_inject(const NodePort &port, const net::Packet &packet, std::uint64_t cycle) {
    MessageEvent event = event_of(port, events::Inject{}, packet, cycle);
    event.pc = by_interface;
    port.tell(event);
}

} // namespace

void Nes::note_queued(unsigned queue, std::uint32_t first, std::uint32_t last, std::uint64_t now,
                      SharedBus &cores) {
    Transmit &to = transmit_[queue];
    const NodePort &port = cores.messages();
    for (std::uint32_t i = first - to.consumer; i != last - to.consumer; ++i) {
        if (i >= to.launches.size()) return; // a pointer that is wrong
        to.launches[i].queued = now;
        if (owner(queue) == sP && port.observer())
            tell_inject(port, packet_of(queue, to.launches[i]), to.launches[i].cycle);
    }
}

void Nes::tell_by_engine(std::uint64_t since, const net::Packet &packet, SharedBus &cores) const {
    const NodePort &port = cores.messages();
    if (port.observer()) tell_inject(port, packet, since);
}

void Nes::tell_sent(std::uint64_t now, const Moving &message, SharedBus &cores) const {
    const NodePort &port = cores.messages();
    if (!port.observer()) return;
    const auto &[launched, queued, begun, ready] = message.times;
    const auto tell = [&](Stage stage, std::uint64_t from, std::uint64_t to) {
        tell_stage(port, message.packet, stage, from, to);
    };
    tell(Stage::launch, launched, queued);
    tell(Stage::queue, queued, begun);
    tell(Stage::translate, begun, ready);
    tell(Stage::room, ready, now);
}

void Nes::tell_received(std::uint64_t now, const Moving &message, SharedBus &cores) const {
    const NodePort &port = cores.messages();
    if (!port.observer() || message.queue == miss) return;
    const auto &[left, taken, kept, refilled] = message.times;
    const auto tell = [&](Stage stage, std::uint64_t from, std::uint64_t to) {
        tell_stage(port, message.packet, stage, from, to);
    };
    tell(Stage::wait, left, taken);
    tell(Stage::receive, taken, refilled ? kept : now);
    tell(Stage::kept, kept, refilled);
    if (refilled) tell(Stage::receive, refilled, now);
    port.tell(event_of(port, events::Arrive{}, message.packet, now));
}

void Nes::tell_taken(std::uint64_t now, const net::Packet &packet, SharedBus &cores) const {
    const NodePort &port = cores.messages();
    if (!port.observer() || !packet.number) return;
    port.tell(event_of(port, events::Staged{Stage::taken}, packet, now));
}

void Nes::took(std::uint64_t now, SharedBus &cores) {
    if (const auto taken = std::exchange(news_[sP].taken, std::nullopt))
        tell_taken(now, *taken, cores);
}

void Nes::keep(std::uint64_t now, const Moving &message) {
    Moving &kept = kept_.emplace_back();
    kept.packet = message.packet;
    kept.queue = miss;
    kept.times = {message.times[0], message.times[1], now};
    if (kept_.size() > most_kept) kept_.pop_front();
}

std::deque<Nes::Moving>::iterator Nes::remembered(const net::Packet &packet) {
    return std::ranges::find_if(kept_, [&](const Moving &one) {
        return one.packet.tag == packet.tag && one.packet.channel == packet.channel &&
               one.packet.bytes == packet.bytes && one.packet.data[0] == packet.data[0];
    });
}

void Nes::note_moved(std::uint64_t now, std::uint32_t offset, SharedBus &cores) {
    if (offset % entry_bytes != 0) return;
    const auto found = remembered(packet_at(offset));
    if (found == kept_.end()) return;
    Moving message = std::move(*found);
    kept_.erase(found);
    message.queue = to_memory;
    message.times[3] = now;
    tell_received(now, message, cores);
    tell_taken(now, message.packet, cores);
}

void Nes::find_kept(std::uint64_t now, Moving &message, SharedBus &cores) {
    const auto found = remembered(message.packet);
    if (found != kept_.end()) {
        message.packet = found->packet;
        message.times = found->times;
        message.times[3] = now;
        kept_.erase(found);
        return;
    }
    // Firmware has composed it.
    message.packet.number = ++sent_;
    message.times = {now, now};
    NodePort &port = cores.messages();
    port.note_sent();
    port.note_received(now, message.packet);
    if (port.observer()) tell_inject(port, message.packet, now);
}

std::vector<HeldPacket> Nes::held() const {
    std::vector<HeldPacket> all;
    const auto add = [&](const net::Packet &packet, bool arrived, std::uint64_t since) {
        if (packet.number) all.push_back({packet, arrived, since}); // else an event of the site
    };
    for (unsigned channel = channels; channel-- > 0;)
        for (const Moving &one : outgoing_.at(channel)) add(one.packet, false, one.times[0]);
    for (unsigned queue = 0; queue < miss; ++queue)
        for (const Launch &one : transmit_.at(queue).launches)
            add(packet_of(queue, one), false, one.cycle);
    for (unsigned queue = 0; queue < miss; ++queue) {
        for (const Express &one : receive_.at(queue).express) add(one.packet, true, one.since);
        for (const Basic &one : receive_.at(queue).basic) add(one.packet, true, one.since);
    }
    for (const Moving &one : kept_) add(one.packet, true, one.times[2]);
    for (const std::deque<Moving> *queue : {&incoming_, &dma_writes_})
        for (const Moving &one : *queue) add(one.packet, true, one.times[1]);
    return all;
}

void Nes::Basic::archive(Archive &ar) {
    ar.cycle(since);
    ar(packet);
}

void Nes::Launch::archive(Archive &ar) {
    ar(number, destination, tag, bytes, word);
    ar.cycle(cycle);
    ar.cycle(queued);
}

void News::archive(Archive &ar) {
    ar(launched);
    for (std::optional<net::Packet> *one : {&taken, &reads}) {
        bool there = one->has_value();
        ar(there);
        if (ar.loads()) *one = there ? std::optional<net::Packet>(std::in_place) : std::nullopt;
        if (there) ar(**one);
    }
    ar.cycle(cycle);
    ar.require(std::ranges::all_of(launched, [](std::uint8_t queue) { return queue < miss; }),
               "a message into no queue");
}

void Nes::archive_news(Archive &ar) {
    ar.each(news_);
    const std::size_t left = ar.count(kept_.size());
    if (ar.loads()) kept_.assign(left, {});
    ar.each(kept_);
}

} // namespace inlet::voyager
