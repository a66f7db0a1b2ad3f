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
      shown_(std::size_t{nodes} * cube_.topology().dimensions()) {
    for (std::uint32_t node = 0; node < nodes; ++node)
        for (unsigned d = 0; d < cube_.topology().dimensions(); ++d) cube_.arm(0, node, d);
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
    for (unsigned d = 0; d < dimensions; ++d)
        if (const Delivery *delivery = cube_.front(node, d)) {
            shown_[node * dimensions + d] = {delivery->cycle, shown(delivery->packet)};
            // So long as this is to come the network is not still.
            settles_ = std::max(settles_, delivery->cycle);
        }
}

Packet CubeLines::shown(const Packet &packet) const {
    constexpr unsigned place = 3; // of the byte with the bit
    Packet shown = packet;
    shown.channel = cube_.payload(packet)[place] & urgent >> 8 * place ? high : low;
    shown.bytes = 0;
    shown.payload = 0;
    return shown;
}

// --- sending ------------------------------------------------------------------------------------

void CubeLines::inject(std::uint64_t cycle, const Packet &packet, std::span<const std::uint8_t>) {
    const unsigned priority = packet.channel;
    if (packet.source == packet.destination) {
        contract::inject(cycle, known_, free_slots(packet.source, to_itself + priority));
        Own &mine = own(packet.source, priority);
        mine.used = true;
        mine.free_at = never;
        mine.delivery = {cycle + min_delivery(true), packet};
        settles_ = std::max(settles_, mine.delivery.cycle);
        ++own_flight_;
        ++own_acts_;
    } else {
        std::vector<std::uint8_t> bytes;
        put(bytes, packet.destination | (priority == high ? urgent : 0));
        put(bytes, packet.tag);
        for (unsigned i = 0; i < packet.words; ++i) put(bytes, packet.data[i]);
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

const Delivery *CubeLines::come(std::uint32_t node, unsigned priority, unsigned dimension) const {
    const unsigned dimensions = topology().dimensions();
    if (dimension == dimensions) {
        const Own &mine = own(node, priority);
        return mine.used ? &mine.delivery : nullptr;
    }
    if (!cube_.front(node, dimension)) return nullptr;
    const Delivery &shown = shown_[node * dimensions + dimension];
    return shown.packet.channel == priority ? &shown : nullptr;
}

unsigned CubeLines::find(std::uint32_t node, unsigned priority, std::uint32_t place) const {
    std::array<std::pair<std::uint64_t, unsigned>, CubeTopology::most_dimensions + 1> all;
    std::uint32_t count = 0;
    for (unsigned d = 0; d <= topology().dimensions(); ++d)
        if (const Delivery *delivery = come(node, priority, d)) all[count++] = {delivery->cycle, d};
    if (place >= count) return topology().dimensions() + 1;
    std::sort(all.begin(), all.begin() + count);
    return all[place].second;
}

const Delivery *CubeLines::received(std::uint32_t node, unsigned channel,
                                    std::uint32_t place) const {
    const unsigned dimension = find(node, channel, place);
    return dimension > topology().dimensions() ? nullptr : come(node, channel, dimension);
}

void CubeLines::take(std::uint64_t cycle, std::uint32_t node, unsigned channel) {
    const unsigned dimension = find(node, channel, 0);
    if (dimension == topology().dimensions()) {
        Own &mine = own(node, channel);
        contract::take(cycle, &mine.delivery.cycle, known_);
        mine.used = false;
        mine.free_at = cycle + 1;
        settles_ = std::max(settles_, mine.free_at);
        --own_flight_;
        ++own_acts_;
    } else {
        const Delivery *delivery = received(node, channel, 0);
        contract::take(cycle, delivery ? &delivery->cycle : nullptr, known_);
        cube_.take(cycle, node, dimension);
        cube_.arm(cycle, node, dimension);
    }
    follow();
}

// --- time ---------------------------------------------------------------------------------------

void CubeLines::advance(std::uint64_t cycle) {
    cube_.advance(cycle);
    follow();
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

void CubeLines::Own::archive(Archive &ar) {
    ar(used);
    ar.cycle(free_at);
    ar.cycle(delivery.cycle);
    ar(delivery.packet);
}

void CubeLines::archive(Archive &ar) {
    cube_.archive(ar);
    ar(own_);
    ar(own_flight_, own_acts_);
    ar.cycle(settles_);
    if (!ar.loads()) return;
    ar.require(own_.size() == std::size_t{2} * topology().nodes(), "nodes that there are not");
    for (std::uint32_t node = 0; node < topology().nodes(); ++node) show(node);
    follow();
}

} // namespace inlet::net
