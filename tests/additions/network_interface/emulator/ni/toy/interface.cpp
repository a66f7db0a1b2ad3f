#include "ni/toy/interface.h"

#include "archive/archive.h"

#include <algorithm>

namespace inlet {

namespace {

enum class Error : std::uint64_t { no_register = 1, empty, full, destination };

Answer fault(Error error) {
    return {Answer::Kind::fault, static_cast<std::uint64_t>(error), 0, false, 0};
}

} // namespace

const net::Delivery *ToyInterface::first(std::uint64_t now) const {
    const net::Delivery *const front = network_->front(node_, 0);
    return front && front->cycle <= now ? front : nullptr;
}

Answer ToyInterface::access(std::uint64_t now, const Access &access) {
    left_.reset();
    taken_.reset();
    if (access.bytes != 4) return fault(Error::no_register);
    const auto value = static_cast<std::uint32_t>(access.value);
    const net::Delivery *const arrived = first(now);
    switch ((access.address - base) << 1 | (access.store ? 1u : 0u)) {
    case word << 1: return {.value = arrived ? 1u : 0u, .cycles = wait_};
    case word << 1 | 1: word_ = value; return {.cycles = wait_};
    case message << 1: {
        if (!arrived) return fault(Error::empty);
        taken_ = arrived->packet;
        taken_at_ = now;
        network_->take(now, node_, 0);
        return {.value = taken_->data[0], .cycles = wait_};
    }
    case message << 1 | 1: return send(now, value);
    case self << 1: return {.value = node_, .cycles = wait_};
    case room << 1: {
        const bool space = network_->free_slots(node_, 0) > 0;
        if (!space && network_->known() < now) return {.kind = Answer::Kind::not_known};
        return {.value = space ? 1u : 0u, .cycles = wait_};
    }
    default: return fault(Error::no_register);
    }
}

/// The message enters the network when the store ends.
Answer ToyInterface::send(std::uint64_t now, std::uint32_t to) {
    if (to >= network_->topology().nodes()) {
        Answer answer = fault(Error::destination);
        answer.wrong = to;
        return answer;
    }
    if (network_->free_slots(node_, 0) == 0) {
        if (network_->known() < now) return {.kind = Answer::Kind::not_known};
        return fault(Error::full);
    }
    net::Packet packet{.source = node_, .destination = to, .number = ++sent_, .words = 1};
    packet.data[0] = word_;
    network_->inject(now + 1 + wait_, packet);
    left_ = packet;
    return {.cycles = wait_};
}

void ToyInterface::accessed(NodePort &node) {
    if (left_) node.note_sent();
    if (taken_ && node.observer()) node.announce_arrivals(taken_at_);
    if (taken_) node.note_received(taken_at_, *taken_);
    if (node.observer()) {
        if (left_) node.tell(node.event_of(events::Inject{}, *left_));
        if (taken_) {
            node.tell(node.event_of(events::Dispatch{}, *taken_));
            node.tell(node.event_of(events::Return{}, *taken_));
        }
    }
    left_.reset();
    taken_.reset();
}

bool ToyInterface::is_quiet(std::uint64_t now, std::uint32_t address) const {
    return address == base + self || (address == base + word && !first(now));
}

std::uint64_t ToyInterface::stable_until(std::uint64_t now, std::uint32_t address) const {
    if (address == base + self) return never;
    if (address != base + word || first(now)) return now;
    const net::Delivery *const front = network_->front(node_, 0);
    return front ? front->cycle : network_->next_delivery(node_);
}

std::uint64_t ToyInterface::next_message() const {
    const net::Delivery *const front = network_->front(node_, 0);
    return front ? front->cycle : never;
}

void ToyInterface::complete(MessageEvent &event, const net::Packet & /*packet*/) const {
    event.handler = 1;
}

const char *ToyInterface::fault_text(std::uint64_t code) const {
    switch (static_cast<Error>(code)) {
    case Error::no_register: return "the network interface has no register there";
    case Error::empty: return "no word has arrived";
    case Error::full: return "the network has no room for a message";
    case Error::destination: return "there is no such node";
    }
    return "an error of the network interface";
}

FaultKind ToyInterface::fault_kind(std::uint64_t code) const {
    return static_cast<Error>(code) == Error::destination ? FaultKind::bad_destination
                                                          : FaultKind::unmapped;
}

bool ToyInterface::same(const NetworkInterface &other) const {
    const auto &to = static_cast<const ToyInterface &>(other);
    return word_ == to.word_ && sent_ == to.sent_;
}

void ToyInterface::archive(Archive &ar) { ar(word_, sent_); }

} // namespace inlet
