#include "analysis/adapter_trips.h"

#include "cpu/processor_text.h"

#include <algorithm>
#include <numeric>

namespace inlet {

namespace {

std::uint64_t &part(AdapterTrip::Parts &parts, TripPart which) {
    return parts[static_cast<std::size_t>(which)];
}

} // namespace

void AdapterTrips::event(const MessageEvent &event) {
    const auto *in = event.as<events::Staged>();
    if (!in && event.kind() != EventKind::arrive) return;
    if (in && facts_of(in->stage).part != StageFacts::Part::adapter) return;
    // Machines without adapters have no stages.
    const std::uint64_t key = event.message.key();
    if (!in && !packets_.contains(key)) return;
    nodes_ = std::max({nodes_, event.node + 1, event.message.source + 1});
    Packet &packet = packets_[key];
    packet.id = event.message;
    if (!in) {
        packet.destination = event.node;
        packet.arrived = event.cycle;
        return;
    }
    packet.cycles[static_cast<std::size_t>(in->stage)] += in->cycles;
    if (facts_of(in->stage).side == StageFacts::Side::sender) {
        packet.handed = std::min(packet.handed, event.cycle);
        packet.injected = event.cycle + in->cycles; // stages come in order
    } else {
        packet.left = std::min(packet.left, event.cycle);
    }
}

std::optional<AdapterTrip> AdapterTrips::trip(const Packet &request, const std::vector<List> &sent,
                                              const std::vector<List> &received) const {
    const auto handed = [](const Packet *p) { return p->handed; };
    const auto arrived = [](const Packet *p) { return p->arrived; };
    // Number of packets that arrive at a node after cycle `from`, up to `to`.
    const auto come = [&](std::uint32_t node, std::uint64_t from, std::uint64_t to) {
        const List &all = received[node];
        return std::ranges::upper_bound(all, to, {}, arrived) -
               std::ranges::upper_bound(all, from, {}, arrived);
    };
    const std::uint32_t node = request.id.source, other = request.destination;
    if (!request.whole() || node == other) return {};
    const List &own = sent[node], &theirs = sent[other];
    const auto reply = std::ranges::lower_bound(theirs, request.arrived, {}, handed);
    if (reply == theirs.end() || (*reply)->destination != node || !(*reply)->whole()) return {};
    const auto next = std::ranges::upper_bound(own, request.handed, {}, handed);
    if (next == own.end() || (*next)->handed < (*reply)->arrived) return {};
    AdapterTrip trip{.request = request.id,
                     .reply = (*reply)->id,
                     .begin = request.handed,
                     .end = (*next)->handed,
                     .arrived = request.arrived,
                     .answered = (*reply)->handed,
                     .returned = (*reply)->arrived,
                     .node = node,
                     .other = other};
    if (come(node, trip.begin, trip.end) != 1 || come(other, trip.begin, trip.answered) != 1)
        return {};
    std::size_t way = 0;
    for (const Packet *packet : {&request, *reply}) {
        AdapterTrip::Parts &parts = trip.way.at(way++);
        const auto cycles = [&](Stage stage) {
            return packet->cycles[static_cast<std::size_t>(stage)];
        };
        part(parts, TripPart::waiting) = cycles(Stage::send_wait) + cycles(Stage::receive_wait);
        part(parts, TripPart::firmware) =
            cycles(Stage::send_firmware) + cycles(Stage::receive_firmware);
        part(parts, TripPart::dma) = cycles(Stage::send_channel) + cycles(Stage::receive_channel);
        part(parts, TripPart::network) = packet->left - packet->injected + cycles(Stage::send_room);
    }
    return trip;
}

std::vector<AdapterTrip> AdapterTrips::find(std::optional<MessageId> only) const {
    std::vector<List> sent(nodes_), received(nodes_);
    for (const auto &[key, packet] : packets_) {
        if (packet.handed != unknown) sent[packet.id.source].push_back(&packet);
        if (packet.arrived != unknown) received[packet.destination].push_back(&packet);
    }
    for (List &list : sent) std::ranges::stable_sort(list, {}, &Packet::handed);
    for (List &list : received) std::ranges::stable_sort(list, {}, &Packet::arrived);
    std::vector<AdapterTrip> all;
    for (const auto &[key, packet] : packets_)
        if (!only || packet.id == *only)
            if (const auto one = trip(packet, sent, received)) all.push_back(*one);
    std::ranges::stable_sort(all, {}, &AdapterTrip::begin);
    // A cycle of a host belongs to one trip: of overlapping trips, the first remains.
    std::vector<std::uint64_t> busy(nodes_);
    std::vector<AdapterTrip> some;
    for (const AdapterTrip &one : all) {
        if (one.begin < std::max(busy[one.node], busy[one.other])) continue;
        busy[one.node] = busy[one.other] = one.end;
        some.push_back(one);
    }
    return some;
}

HostParts::HostParts(std::vector<AdapterTrip> &trips, Processor processor)
    : trips_(trips), processor_(processor) {
    for (AdapterTrip &trip : trips_) {
        stays_[trip.other].push_back({trip.arrived, trip.answered, &trip, 0});
        stays_[trip.node].push_back({trip.returned, trip.end, &trip, 1});
    }
    for (auto &[node, stays] : stays_) std::ranges::stable_sort(stays, {}, &Stay::begin);
}

void HostParts::instruction(const InstructionEvent &event) {
    const auto found = stays_.find(event.node);
    if (found == stays_.end()) return;
    std::size_t &next = next_[event.node];
    const std::vector<Stay> &stays = found->second;
    const std::uint64_t end = event.cycle + event.cost.total();
    while (next < stays.size() && stays[next].end <= event.cycle) ++next;
    for (std::size_t i = next; i < stays.size() && stays[i].begin < end; ++i) {
        const Stay &stay = stays[i];
        const std::uint64_t here = std::min(end, stay.end) - std::max(event.cycle, stay.begin);
        AdapterTrip::Parts &parts = stay.trip->way.at(stay.way);
        if (text_of(processor_).maintains_cache(event.word)) {
            part(parts, TripPart::cache) += here;
            continue;
        }
        // Wait states are the last cycles of an instruction.
        const std::uint64_t access = std::min<std::uint64_t>(event.cost.ni_wait, here);
        const std::uint64_t line = std::min<std::uint64_t>(event.cost.cache, here - access);
        part(parts, TripPart::channel) += access;
        part(parts, TripPart::cache) += line;
        part(parts, TripPart::host) += here - access - line;
    }
}

void HostParts::finish() {
    for (AdapterTrip &trip : trips_)
        for (std::size_t way = 0; way < 2; ++way) {
            AdapterTrip::Parts &parts = trip.way.at(way);
            const std::uint64_t all = way ? trip.end - trip.answered : trip.answered - trip.begin;
            const std::uint64_t known =
                std::accumulate(parts.begin(), parts.end(), std::uint64_t{0});
            part(parts, TripPart::nothing) += all - known;
        }
}

} // namespace inlet
