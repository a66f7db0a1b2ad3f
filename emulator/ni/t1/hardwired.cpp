#include "ni/t1/hardwired.h"

#include <algorithm>
#include <utility>

namespace inlet::t1 {

using net::Priority;

namespace {

Priority priority(unsigned p) { return static_cast<Priority>(p); }

/// The number of words that a message must have; 0: there is no such handler.
std::uint32_t least_words(std::uint32_t handler) {
    switch (static_cast<HardwiredHandler>(handler)) {
    case HardwiredHandler::fetch: return 3;
    case HardwiredHandler::store:
    case HardwiredHandler::forward: return 2;
    }
    return 0;
}

} // namespace

bool hardwired_exists(std::uint32_t handler, std::uint32_t words) {
    const std::uint32_t least = least_words(handler);
    return least && words >= least;
}

std::optional<std::uint32_t> HardwiredRequest::wrong(std::uint32_t nodes) const {
    if (handler == HardwiredHandler::store) return {};
    const unsigned at = handler == HardwiredHandler::fetch; // an address comes first
    const std::uint32_t node = message.data[at], to = message.data[at + 1];
    if (node >= nodes) return node;
    // Both have two words more than their reply, without the fetched word.
    if (to & 3 || (to >= first_hardwired && !hardwired_exists(to, message.words - 2u))) return to;
    return {};
}

net::Packet HardwiredRequest::answer(std::uint32_t word) const {
    const bool fetch = handler == HardwiredHandler::fetch;
    net::Packet packet;
    packet.destination = message.data[fetch];
    packet.tag = message.data[fetch + 1];
    // 3.5: the reply to a request has high priority; a forwarded message keeps its priority.
    packet.channel = fetch ? static_cast<std::uint8_t>(Priority::high) : message.channel;
    packet.user = message.user; // A.9.1: its handler runs in the mode of the requester
    unsigned words = 0;
    if (fetch) packet.data[words++] = word;
    for (unsigned i = fetch ? 3 : 2; i < message.words; ++i) packet.data[words++] = message.data[i];
    packet.words = static_cast<std::uint8_t>(words);
    return packet;
}

const net::Packet *Hardwired::waiting(std::uint64_t now, unsigned p) const {
    const net::Delivery *front = mesh_->front(node_, priority(p));
    return front && front->cycle <= now && takes(front->packet) ? &front->packet : nullptr;
}

bool Hardwired::sendable(std::uint64_t now, unsigned p) const {
    const Unit &unit = units_[p];
    return unit.answers && unit.ready <= now && mesh_->free_slots(node_, unit.message.channel);
}

bool Hardwired::due(std::uint64_t now) const {
    for (unsigned p = 0; p < net::priorities; ++p) {
        const Unit &unit = units_[p];
        if (unit.answers ? sendable(now, p) : unit.ready <= now && waiting(now, p)) return true;
    }
    return false;
}

std::uint64_t Hardwired::next_due(std::uint64_t now) const {
    std::uint64_t next = net::Mesh::never;
    for (unsigned p = 0; p < net::priorities; ++p) {
        const Unit &unit = units_[p];
        std::uint64_t at = net::Mesh::never;
        if (unit.answers) {
            at = mesh_->room_at(node_, unit.message.channel);
        } else if (const net::Delivery *front = mesh_->front(node_, priority(p));
                   front && takes(front->packet)) {
            at = front->cycle;
        }
        next = std::min(next, std::max({now, unit.ready, at}));
    }
    return next;
}

bool Hardwired::waits_for_room() const {
    return std::any_of(units_.begin(), units_.end(), [this](const Unit &unit) {
        return unit.answers && !mesh_->free_slots(node_, unit.message.channel);
    });
}

std::optional<HardwiredRequest> Hardwired::request(std::uint64_t now) {
    for (unsigned p = net::priorities; p-- > 0;) { // high before low
        if (units_[p].answers || units_[p].ready > now) continue;
        const net::Packet *message = waiting(now, p);
        if (!message) continue;
        HardwiredRequest request{*message, static_cast<HardwiredHandler>(message->tag)};
        mesh_->take(now, node_, priority(p));
        return request;
    }
    return {};
}

void Hardwired::done(std::uint64_t now, const HardwiredRequest &request,
                     const std::optional<net::Packet> &answer) {
    const HardwiredConfig &costs = *config_->hardwired;
    const std::uint32_t cycles = request.handler == HardwiredHandler::fetch   ? costs.fetch
                                 : request.handler == HardwiredHandler::store ? costs.store
                                                                              : costs.forward;
    Unit &unit = units_[request.message.channel];
    unit.ready = now + cycles;
    unit.answers = answer.has_value();
    if (answer) unit.message = *answer;
}

std::optional<net::Packet> Hardwired::answer(std::uint64_t now) {
    for (unsigned p = net::priorities; p-- > 0;) {
        if (!sendable(now, p)) continue;
        units_[p].answers = false;
        return units_[p].message;
    }
    return {};
}

} // namespace inlet::t1
