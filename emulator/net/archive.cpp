// The network, saved and loaded (archive/archive.h). What follows from the rest is not saved.
#include "archive/archive.h"

#include "net/mesh.h"

#include <algorithm>
#include <cstdlib>

namespace inlet::net {

// The names in brackets are all members: one that is added does not compile until it is here.

void Packet::archive(Archive &ar) {
    auto &[from, to, its_number, its_handler, its_priority, scalars, its_data, copies, by_user,
           vector_size, its_vector, rest_of_way] = *this;
    auto &[across_row, down_column] = rest_of_way;
    ar(from, to, its_number, its_handler);
    ar.choice(its_priority, Priority::high);
    ar(scalars, its_data, copies, by_user, vector_size, its_vector, across_row, down_column);
    ar.require(scalars <= scalar_words && vector_size <= net::vector_words,
               "a packet that is too long");
    constexpr std::int32_t farthest = 0xFFFF; // more than any grid has
    ar.require(copies ? std::abs(std::int64_t{across_row}) + std::abs(std::int64_t{down_column}) <=
                            farthest
                      : !across_row && !down_column,
               "a rest of a way that there is not");
}

void Calendar::archive(Archive &ar) {
    auto &[words, today, next, far, dates, sets, filled, used] = *this;
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
    auto &[next, times, room, first, used, fresh, filled] = *this;
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
        times[used++] = date;
    }
    next = fresh ? 0 : used ? at(0) : never;
}

void Payloads::archive(Archive &ar) {
    auto &[kept, free] = *this;
    std::size_t left = ar.count(kept.size());
    if (ar.loads())
        for (kept.clear(); left; --left) {
            Kept &one = kept.emplace_back();
            ar(one.words, one.packets);
        }
    else
        for (auto &[words, packets] : kept) ar(words, packets);
    ar(free);
    std::vector<bool> found(kept.size());
    for (const std::uint32_t id : free) {
        ar.require(id < kept.size() && !found[id] && !kept[id].packets,
                   "a vector that is not free");
        found[id] = true;
    }
}

void Mesh::archive(Archive &ar, Moving &moving) {
    auto &[since, occupied, earliest, way, next, out, behind_dateline, multicast, drains] = moving;
    auto &[across_row, down_column] = way;
    ar.cycle(since);
    ar(occupied);
    ar.cycle(earliest);
    ar(across_row, down_column, next);
    ar.choice(out, Port::local);
    ar(behind_dateline, multicast, drains);
}

/// `found`: packets that are in a queue.
void Mesh::archive(Archive &ar, Queue &queue, std::vector<bool> &found) {
    auto &[first, last] = queue;
    ar(first);
    if (first != none) ar(last);
    if (!ar.loads()) return;
    for (std::uint32_t id = first; id != none; id = moving_[id].next) {
        ar.require(id < packets_.size() && !found[id], "a packet in two places");
        found[id] = true;
        ar.require(moving_[id].next != none || id == last, "a queue that does not end");
        const Packet &packet = packets_[id].packet;
        ar.require(packet.source < grid_.nodes() && packet.destination < grid_.nodes(),
                   "a packet of a node that there is not");
        ar.require(!packet.vector_words || payloads_.has(packet.vector), "a vector that is lost");
    }
}

/// What a packet in a router's buffer still has to go leads over routers to its destination.
void Mesh::check_way(const Archive &ar, std::uint32_t number, Buffer in, std::uint32_t id) const {
    const Moving &moving = moving_[id];
    const Packet &packet = packets_[id].packet;
    const auto rows = static_cast<std::int64_t>(grid_.rows()),
               columns = static_cast<std::int64_t>(grid_.columns());
    const std::int64_t row = number / columns, column = number % columns;
    const bool ring = config_.topology == Topology::cylinder;
    const bool comes = in == local              ? routers_[number].has_node
                       : in == north            ? row > 0
                       : in == south            ? row + 1 < rows
                       : ring                   ? true
                       : port(in) == Port::west ? column > 0
                                                : column + 1 < columns;
    ar.require(comes, "a packet from beyond the edge");
    const std::int64_t to_row = row + moving.way.down;
    std::int64_t to_column = column + moving.way.across;
    ar.require(std::abs(std::int64_t{moving.way.across}) <= columns, "a way that is too long");
    if (ring) to_column = (to_column + columns) % columns;
    ar.require(to_row >= 0 && to_row < rows && to_column >= 0 && to_column < columns &&
                   to_row * columns + to_column == grid_.router_of(packet.destination),
               "a way that leads elsewhere");
    const bool leaves_copy = moving.multicast && routers_[number].has_node;
    ar.require(moving.out == moving.way.next() || (moving.out == Port::local && leaves_copy),
               "a packet that goes out where it should not");
    ar.require(moving.occupancy == occupancy(packet) && moving.multicast == packet.multicast &&
                   moving.drains == packet.user && packet.rest.next() == Port::local,
               "a packet that does not move as it should");
}

void Mesh::archive_packets(Archive &ar) {
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

void Mesh::archive(Archive &ar) {
    auto &[config, grid, jitter, known, in_flight, acts, settles, multicasts, routers, wakes,
           received, injection, packets, payloads, moving, free, last, told, taken_told, observer] =
        *this;
    ar.cycle(known);
    ar(in_flight, acts);
    ar.cycle(settles);
    ar(multicasts);
    payloads.archive(ar);
    archive_packets(ar);
    std::vector<bool> found(packets.size());
    for (std::uint32_t number = 0; number < routers.size(); ++number) {
        auto &[busy, want, has_node, closes_ring, passed, drains, input, node, neighbour, slots] =
            routers[number];
        for (std::uint64_t &cycle : busy) ar.cycle(cycle);
        ar(passed, drains, slots);
        ar.require(has_node || !drains, "a router without a node that drains");
        if (ar.loads())
            for (auto &row : want) std::ranges::fill(row, 0);
        for (unsigned in = 0; in < buffers; ++in)
            for (unsigned p = 0; p < priorities; ++p) {
                static_assert(sizeof(Input) == 32, "the rest of it is made by look_at_first()");
                Input &queue = input[in][p];
                archive(ar, queue, found);
                ar.cycle(queue.leaving);
                if (!ar.loads() || queue.first == none) continue;
                for (std::uint32_t id = queue.first; id != none; id = moving[id].next) {
                    check_way(ar, number, static_cast<Buffer>(in), id);
                    const std::uint32_t behind = moving[id].next;
                    ar.require(behind == none || moving[id].since < moving[behind].since,
                               "packets out of turn");
                }
                look_at_first(routers[number], static_cast<Buffer>(in), p);
            }
    }
    for (auto &by_node : received)
        for (Queue &queue : by_node) archive(ar, queue, found);
    for (auto &by_node : injection) ar.each(by_node);
    ar(free);
    for (std::uint32_t id = free; id != none; id = moving[id].next) {
        ar.require(id < packets.size() && !found[id], "a packet in two places");
        found[id] = true;
    }
    ar.require(std::ranges::find(found, false) == found.end(), "a packet that is nowhere");
    for (std::uint64_t &cycle : last) ar.cycle(cycle);
    ar(told);
    for (const std::uint32_t n : told) ar.require(n < grid.nodes(), "a node that there is not");
    wakes.archive(ar);
    ar.require(known < Archive::last_cycle && (!busy() || next_event() >= known),
               "the network is behind itself");
}

} // namespace inlet::net
