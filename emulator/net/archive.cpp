// The parts of a network, saved and loaded (archive/archive.h). What follows from the rest is not
// saved.
#include "archive/archive.h"

#include "net/mesh.h"
#include "net/payloads.h"

#include <algorithm>
#include <cstdlib>

namespace inlet::net {

// The names in brackets are all members: one that is added does not compile until it is here.

void Packet::archive(Archive &ar) {
    auto &[from, to, its_number, its_tag, its_channel, scalars, its_data, copies, by_user, size,
           its_payload, rest_of_way] = *this;
    auto &[across_row, down_column] = rest_of_way;
    ar(from, to, its_number, its_tag, its_channel);
    ar(scalars, its_data, copies, by_user, size, its_payload, across_row, down_column);
    ar.require(scalars <= scalar_words, "a packet that is too long");
    constexpr std::int32_t farthest = 0xFFFF; // more than any grid has
    ar.require(copies ? std::abs(std::int64_t{across_row}) + std::abs(std::int64_t{down_column}) <=
                            farthest
                      : !across_row && !down_column,
               "a rest of a way that there is not");
}

void Calendar::archive(Archive &ar) {
    auto &[words, group_bits, today, next, far, dates, sets, filled, used] = *this;
    ar.cycle(today);
    for (std::uint64_t &date : dates) ar.cycle(date);
    if (!ar.loads()) return;
    std::ranges::fill(sets, 0);
    filled.fill(0);
    used.fill(0);
    next = far = never;
    for (std::uint32_t place = 0; place < dates.size(); ++place) {
        if (dates[place] == never) continue;
        ar.require(dates[place] >= today, "a date that is over");
        add(place, dates[place]);
    }
}

void Slots::archive(Archive &ar) {
    auto &[next, near_times, far_times, room, first, used, fresh, filled] = *this;
    const std::uint64_t all = std::uint64_t{used} + fresh + filled;
    std::vector<std::uint64_t> dates;
    for (std::uint32_t i = 0; i < used; ++i) dates.push_back(at(i));
    ar(fresh, filled, dates);
    if (!ar.loads()) return;
    ar.require(std::uint64_t{fresh} + filled + dates.size() == all,
               "a buffer of another number of slots");
    ar.require(std::ranges::is_sorted(dates), "slots out of turn");
    used = first = 0;
    while (room < dates.size()) grow();
    for (std::uint64_t &date : dates) {
        ar.require(date < Archive::last_cycle, "a cycle out of reach");
        times()[used++] = date;
    }
    next = fresh ? 0 : used ? at(0) : never;
}

void Payloads::archive(Archive &ar) {
    auto &[kept, free] = *this;
    std::size_t left = ar.count(kept.size());
    if (ar.loads())
        for (kept.clear(); left; --left) {
            Kept &one = kept.emplace_back();
            ar(one.bytes, one.packets);
        }
    else
        for (auto &[bytes, packets] : kept) ar(bytes, packets);
    ar(free);
    std::vector<bool> found(kept.size());
    for (const std::uint32_t id : free) {
        ar.require(id < kept.size() && !found[id] && !kept[id].packets,
                   "a payload that is not free");
        found[id] = true;
    }
}

/// What a packet in a router's buffer still has to go leads over routers to its destination.
void GridModel::check(const Archive &ar, std::uint32_t number, std::uint8_t in, const Way &way,
                      const Packet &packet) const {
    const auto rows = static_cast<std::int64_t>(grid_.rows()),
               columns = static_cast<std::int64_t>(grid_.columns());
    const std::int64_t row = number / columns, column = number % columns;
    const bool ring = config_.topology == GridKind::cylinder;
    const bool comes = in == local_buffer       ? grid_.has_node(number)
                       : in == north            ? row > 0
                       : in == south            ? row + 1 < rows
                       : ring                   ? true
                       : port(in) == Port::west ? column > 0
                                                : column + 1 < columns;
    ar.require(comes, "a packet from beyond the edge");
    const std::int64_t to_row = row + way.down;
    std::int64_t to_column = column + way.across;
    ar.require(std::abs(std::int64_t{way.across}) <= columns, "a way that is too long");
    if (ring) to_column = (to_column + columns) % columns;
    ar.require(to_row >= 0 && to_row < rows && to_column >= 0 && to_column < columns &&
                   to_row * columns + to_column == grid_.router_of(packet.destination),
               "a way that leads elsewhere");
    ar.require(packet.rest.next() == Port::local, "a packet that does not move as it should");
}

bool GridModel::carries(const Packet &packet) { return packet.may_be_vector(); }

void GridModel::archive(Archive &ar, Way &way) { ar(way.across, way.down); }

} // namespace inlet::net
