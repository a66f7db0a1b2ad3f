#include "net/cube_lines.h"

#include "archive/archive.h"
#include "net/contract.h"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <utility>

namespace inlet::net {

namespace {

constexpr std::uint32_t word_bytes = 4;

void put(std::vector<std::uint8_t> &bytes, std::uint32_t word) {
    for (unsigned i = 0; i < word_bytes; ++i)
        bytes.push_back(static_cast<std::uint8_t>(word >> 8 * i));
}

} // namespace

CubeLines::CubeLines(const CubeConfig &config, std::uint32_t nodes, std::uint64_t jitter)
    : cube_(config, nodes, jitter), own_(std::size_t{2} * nodes),
      shown_(std::size_t{nodes} * cube_.topology().dimensions()), arrived_(own_.size()) {
    for (std::uint32_t node = 0; node < nodes; ++node)
        for (unsigned d = 0; d < cube_.topology().dimensions(); ++d) cube_.arm(0, node, d);
    cube_.mark_high(urgent);
    follow();
}

unsigned CubeLines::outlet(std::uint32_t source, std::uint32_t destination, unsigned priority) {
    return source == destination
               ? to_itself + priority
               : first_output + CubeTopology::first_dimension(source, destination);
}

void CubeLines::follow() {
    known_ = cube_.known();
    acts_ = cube_.acts() + own_acts_;
    in_flight_ = cube_.in_flight() + own_flight_;
    for (const std::uint32_t node : cube_.take_told()) {
        told_.push_back(node);
        show(node);
    }
}

void CubeLines::show(std::uint32_t node) {
    const unsigned dimensions = topology().dimensions();
    std::array<std::array<std::uint64_t, CubeTopology::most_dimensions + 1>, 2> cycles;
    std::array<Arrived, 2> all;
    const auto add = [&](unsigned priority, std::uint64_t cycle, unsigned dimension) {
        Arrived &of = all[priority];
        unsigned at = of.count++;
        for (; at && cycles[priority][at - 1] > cycle; --at) {
            cycles[priority][at] = cycles[priority][at - 1];
            of.dimension[at] = of.dimension[at - 1];
        }
        cycles[priority][at] = cycle;
        of.dimension[at] = static_cast<std::uint8_t>(dimension);
    };
    for (unsigned d = 0; d < dimensions; ++d)
        if (const Delivery *delivery = cube_.front(node, d)) {
            Delivery &known = shown_[node * dimensions + d];
            // A channel is armed again behind the delivery, so its cycles differ.
            if (known.cycle != delivery->cycle) known = {delivery->cycle, shown(delivery->packet)};
            // So long as this is to come the network is not still.
            settles_ = std::max(settles_, delivery->cycle);
            add(known.packet.channel, delivery->cycle, d);
        }
    for (const unsigned priority : {low, high})
        if (const Own &mine = own(node, priority); mine.used)
            add(priority, mine.delivery.cycle, dimensions);
    std::copy_n(all.begin(), all.size(), arrived_.begin() + 2 * std::ptrdiff_t{node});
}

Packet CubeLines::shown(const Packet &packet) const {
    constexpr unsigned place = 3; // of the byte with the bit
    Packet shown = packet;
    shown.channel = cube_.payload(packet)[place] & urgent >> 8 * place ? high : low;
    shown.bytes = static_cast<std::uint16_t>(packet.bytes - word_bytes * (2 + packet.words));
    if (!shown.bytes) shown.payload = 0;
    return shown;
}

std::span<const std::uint8_t> CubeLines::payload(const Packet &packet) const {
    if (!packet.bytes) return {};
    if (packet.source == packet.destination) return own(packet.source, packet.channel).vector;
    return cube_.payload(packet).last(packet.bytes);
}

// --- sending ------------------------------------------------------------------------------------

void CubeLines::inject(std::uint64_t cycle, const Packet &packet,
                       std::span<const std::uint8_t> payload) {
    const unsigned priority = packet.channel;
    if (packet.source == packet.destination) {
        Own &mine = own(packet.source, priority);
        contract::inject(cycle, known_, mine.free_at <= cycle);
        mine.used = true;
        mine.free_at = never;
        mine.delivery = {cycle + min_delivery(true), packet};
        mine.vector.assign(payload.begin(), payload.end());
        settles_ = std::max(settles_, mine.delivery.cycle);
        ++own_flight_;
        ++own_acts_;
        untold_.emplace(cycle, 2 * packet.source + priority);
        show(packet.source);
    } else {
        std::vector<std::uint8_t> bytes;
        std::uint32_t first = packet.destination | (priority == high ? urgent : 0);
        if (packet.bytes) first |= with_vector | packet.words << words_before_vector;
        put(bytes, first);
        put(bytes, packet.tag);
        for (unsigned i = 0; i < packet.words; ++i) put(bytes, packet.data[i]);
        bytes.insert(bytes.end(), payload.begin(), payload.end());
        Packet sent = packet;
        sent.channel = static_cast<std::uint8_t>(
            CubeTopology::first_dimension(packet.source, packet.destination));
        sent.bytes = static_cast<std::uint16_t>(bytes.size());
        cube_.inject(cycle, sent, bytes);
    }
    follow();
}

std::uint32_t CubeLines::free_slots(std::uint32_t node, unsigned channel) const {
    if (channel < first_output) return 1;
    if (channel >= to_itself) return own(node, channel - to_itself).free_at <= known_;
    return cube_.free_slots(node, channel - first_output);
}

std::uint64_t CubeLines::room_at(std::uint32_t node, unsigned channel) const {
    if (channel < first_output) return 0;
    if (channel >= to_itself) return own(node, channel - to_itself).free_at;
    return cube_.room_at(node, channel - first_output);
}

// --- receiving ----------------------------------------------------------------------------------

const Delivery &CubeLines::come(std::uint32_t node, unsigned priority, unsigned dimension) const {
    const unsigned dimensions = topology().dimensions();
    return dimension == dimensions ? own(node, priority).delivery
                                   : shown_[node * dimensions + dimension];
}

const Delivery *CubeLines::received(std::uint32_t node, unsigned channel,
                                    std::uint32_t place) const {
    const Arrived &all = arrived(node, channel);
    return place < all.count ? &come(node, channel, all.dimension[place]) : nullptr;
}

void CubeLines::take(std::uint64_t cycle, std::uint32_t node, unsigned channel) {
    const Delivery *delivery = front(node, channel);
    contract::take(cycle, delivery ? &delivery->cycle : nullptr, known_);
    const unsigned dimension = arrived(node, channel).dimension[0];
    if (dimension == topology().dimensions()) {
        Own &mine = own(node, channel);
        mine.used = false;
        mine.vector.clear();
        mine.free_at = cycle + 1;
        settles_ = std::max(settles_, mine.free_at);
        --own_flight_;
        ++own_acts_;
    } else {
        cube_.take(cycle, node, dimension);
        cube_.arm(cycle, node, dimension);
    }
    show(node);
    follow();
}

// --- time ---------------------------------------------------------------------------------------

/// Hops come in the order of cycles, so the cube advances to each of these messages first.
void CubeLines::advance(std::uint64_t cycle) {
    cube_.watch(observer_);
    for (; !untold_.empty() && untold_.begin()->first <= cycle; untold_.erase(untold_.begin())) {
        const auto &[at, place] = *untold_.begin();
        if (!observer_) continue;
        cube_.advance(at);
        tell_own(own_[place].delivery.packet, at);
    }
    cube_.advance(cycle);
    follow();
}

/// From the injection buffer into the receive buffer, without a link.
void CubeLines::tell_own(const Packet &packet, std::uint64_t cycle) const {
    observer_->hop({.message = {packet.source, packet.number},
                    .destination = packet.destination,
                    .handler = packet.tag,
                    .words = packet.words,
                    .high = packet.channel == high,
                    .multicast = false,
                    .router = packet.source,
                    .node = packet.source,
                    .from = Port::local,
                    .to = Port::local,
                    .next = packet.source,
                    .second = false,
                    .since = cycle,
                    .cycle = cycle,
                    .end = cycle + min_delivery(true),
                    .arrives = cycle + min_delivery(true)});
}

std::vector<Standing> CubeLines::standing() const {
    std::vector<Standing> all = cube_.standing();
    for (Standing &one : all) one.packet = shown(one.packet);
    for (std::uint32_t node = 0; node < topology().nodes(); ++node)
        for (const unsigned priority : {low, high}) {
            const Own &mine = own(node, priority);
            if (!mine.used) continue;
            Standing one{};
            one.place = Standing::Place::receive;
            one.router = one.next = node;
            one.from = one.to = one.next_from = Port::local;
            one.since = mine.delivery.cycle;
            one.packet = mine.delivery.packet;
            all.push_back(one);
        }
    std::sort(all.begin(), all.end(), [](const Standing &a, const Standing &b) {
        return std::tie(a.router, a.place, a.from, a.packet.source, a.packet.number) <
               std::tie(b.router, b.place, b.from, b.packet.source, b.packet.number);
    });
    return all;
}

void CubeLines::divide(const std::vector<bool> &own, std::vector<Crossing> &out) {
    cube_.divide(own, out);
    follow();
}

void CubeLines::enter(const Crossing &crossing) {
    cube_.enter(crossing);
    follow();
}

void CubeLines::begin_with(const Numbers &numbers) {
    cube_.begin_with(numbers);
    settles_ = numbers.settles;
    follow();
}

/// The numbers that it has begun with are those of the cube and of nodes with themselves.
void CubeLines::adopt(CubeLines &from, const std::vector<bool> &which) {
    cube_.count_off(from.own_flight_, from.own_acts_);
    own_flight_ += std::exchange(from.own_flight_, 0);
    own_acts_ += std::exchange(from.own_acts_, 0);
    cube_.adopt(from.cube_, which);
    for (std::uint32_t place = 0; place < own_.size(); ++place)
        if (which[place / 2]) own_[place] = std::move(from.own_[place]);
    for (const auto &untold : from.untold_)
        if (which[untold.second / 2]) untold_.insert(untold);
    for (const std::uint32_t node : from.told_)
        if (which[node]) told_.push_back(node);
    for (std::uint32_t node = 0; node < which.size(); ++node)
        if (which[node]) show(node);
    follow();
}

void CubeLines::Own::archive(Archive &ar) {
    ar(used);
    ar.cycle(free_at);
    ar.cycle(delivery.cycle);
    ar(delivery.packet, vector);
    ar.require(!used || vector.size() == delivery.packet.bytes, "a vector of another size");
}

void CubeLines::archive(Archive &ar) {
    cube_.archive(ar);
    ar(own_);
    ar(own_flight_, own_acts_);
    ar.cycle(settles_);
    std::vector<std::pair<std::uint64_t, std::uint32_t>> untold(untold_.begin(), untold_.end());
    const std::size_t left = ar.count(untold.size());
    if (ar.loads()) untold.resize(left);
    for (auto &[cycle, place] : untold) {
        ar.cycle(cycle);
        ar(place);
    }
    if (!ar.loads()) return;
    untold_ = {untold.begin(), untold.end()};
    ar.require(own_.size() == std::size_t{2} * topology().nodes(), "nodes that there are not");
    for (const auto &[cycle, place] : untold)
        ar.require(place < own_.size(), "a message that there is not");
    for (std::uint32_t node = 0; node < topology().nodes(); ++node) show(node);
    follow();
}

} // namespace inlet::net
