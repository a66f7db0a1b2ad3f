// A network in parts (docs/network.md, "Parts of a network"). Each part is a network that has some
// of the routers, with their nodes; what goes from one part to another is a crossing. As a Network
// it is the whole: one thread advances it, in the order of cycles, and asks it for numbers.
#pragma once

#include "archive/archive.h"
#include "net/control_network.h"
#include "net/link.h"
#include "net/network.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace inlet::net {

class Divided : public Network {
  public:
    /// In place of a part's number: each part.
    static constexpr std::uint32_t every_part = ~std::uint32_t{0};

    virtual std::uint32_t parts() const = 0;
    /// The network of a part's nodes.
    virtual Network &part(std::uint32_t number) = 0;
    virtual std::uint32_t part_of(std::uint32_t node) const = 0;
    /// Cycles from an event of a router, or an action of its node, to what it changes in another
    /// router, at least.
    virtual std::uint64_t least_crossing() const = 0;
    /// Cycles from a crossing into a part to a delivery there, at least.
    virtual std::uint64_t least_delivery() const = 0;

    /// Parts begin to advance apart from each other, or all are one again.
    virtual void separate(bool apart) = 0;

    // While parts advance apart from each other. The links make a tree; what goes to a part that is
    // no neighbour goes through those between.

    /// The parts that a part has links to, in a fixed order; a link is named by its place in it.
    virtual std::span<const std::uint32_t> neighbours(std::uint32_t part) const = 0;
    virtual Link &link(std::uint32_t part, std::size_t place) = 0;
    /// Another end than that of link_of_threads(), before the part has advanced.
    virtual void connect(std::uint32_t part, std::size_t place, std::unique_ptr<Link> end) = 0;
    /// Cycles from an event behind one link of a part that makes a crossing, to an event of the
    /// part that makes one into another link, at least.
    virtual std::uint64_t across(std::uint32_t part, std::size_t from, std::size_t to) const = 0;
    /// Cycles from an event of a node's router to an event of the part that makes a crossing into a
    /// link, at least; and back.
    virtual std::uint64_t way(std::uint32_t node, std::size_t to) const = 0;
    /// No event that the part knows of leads to one that makes a crossing into a link before this,
    /// which is at most `least`.
    virtual std::uint64_t next_event_at(std::uint32_t part, std::size_t link,
                                        std::uint64_t least) const = 0;
    /// Cycles from an action of a node to the event of a router that it makes, at least.
    virtual std::uint64_t least_entry() const = 0;
    /// What a part has made goes to its links. Whether there was anything.
    virtual bool send(std::uint32_t part) = 0;
    /// What can be taken from its links comes in. Its cycles are later than what the part has
    /// simulated.
    virtual void receive(std::uint32_t part) = 0;
    /// Links that a record passes on its way, at most.
    virtual std::size_t most_links() const = 0;

    /// Brings the numbers of the whole up to date, after nodes or parts have acted.
    virtual void refresh() = 0;

    // Of a rank, which has one part; the others are in other processes (docs/network.md, "Ranks").

    /// numbers() are those that refresh() found here; then those of the whole, until the next
    /// refresh().
    void set_numbers(const Numbers &all) {
        known_ = all.known;
        in_flight_ = all.in_flight;
        acts_ = all.acts;
        settles_ = all.settles;
    }
    /// The next event of the parts elsewhere; next_event() counts it.
    virtual void set_elsewhere(std::uint64_t next_event) = 0;
    /// Saves the part that is here, which is of no use after that.
    virtual void save_part(Archive &ar) = 0;
    /// Saves the whole, with set_numbers(), made of what all ranks have saved, in their order.
    virtual void join(Archive &ar, std::span<Archive> saved) = 0;
};

/// What a part of a machine tells another one besides crossings: entries of the control network.
struct Note {
    static constexpr std::uint32_t no_router = ~std::uint32_t{0};
    std::uint64_t cycle = 0;          ///< at which it has an effect
    std::uint32_t router = no_router; ///< where a crossing has a router
    std::uint32_t part = 0;           ///< to which it goes
    ControlNetwork::Entries entries;
};

/// `Net`: made of Routers, or a network that is divided as they are (Cube, CubeLines).
template <typename Net> class DividedRouters final : public Divided {
  public:
    using Crossing = typename Net::Crossing;

    using Link = net::Link;
    /// Of a part and two neighbours: the routers of the part on the shortest way between these.
    /// 0: what goes through the part is not simulated there.
    using RoutersBetween =
        std::function<std::uint32_t(std::uint32_t, std::uint32_t, std::uint32_t)>;

    /// `make` makes the whole network. `part_of`: by router. `links`: the pairs of neighbours, of
    /// which every part reaches every other one on one way. `entry`: least_entry(). `only`: the
    /// part of a rank; or every_part.
    template <typename Make>
    DividedRouters(const Make &make, std::vector<std::uint32_t> part_of, std::uint32_t parts,
                   const std::vector<std::array<std::uint32_t, 2>> &links, RoutersBetween between,
                   std::uint64_t entry, std::uint32_t only)
        : make_(make), between_(std::move(between)), part_of_(std::move(part_of)), parts_(parts),
          entry_(entry), first_(only < parts ? only : 0), end_(only < parts ? only + 1 : parts) {
        for (std::uint32_t i = first_; i < end_; ++i) {
            parts_[i].network = make();
            parts_[i].network->divide(routers_of(i), parts_[i].out);
        }
        crossing_ = here_first().least_crossing();
        for (const auto &[first, second] : links) {
            auto [here, there] = link_of_threads();
            parts_[first].neighbours.push_back(second);
            parts_[first].links.push_back(std::move(here));
            parts_[second].neighbours.push_back(first);
            parts_[second].links.push_back(std::move(there));
        }
        for (std::uint32_t i = first_; i < end_; ++i) {
            for (const std::uint32_t other : parts_[i].neighbours)
                parts_[i].ways.push_back(ways_to(i, other));
            for (std::uint32_t to = 0; to < parts; ++to)
                parts_[i].link_to.push_back(link_towards(i, to));
        }
    }

    std::uint32_t parts() const override { return static_cast<std::uint32_t>(parts_.size()); }
    Net &part(std::uint32_t number) override { return *parts_[number].network; }
    const Net &part(std::uint32_t number) const { return *parts_[number].network; }
    /// The first part that is here.
    Net &here_first() { return part(first_); }
    const Net &here_first() const { return part(first_); }
    std::uint32_t part_of(std::uint32_t node) const override {
        return part_of_[topology().router_of(node)];
    }
    Net &of_node(std::uint32_t node) { return part(part_of(node)); }
    const Net &of_node(std::uint32_t node) const { return part(part_of(node)); }
    std::uint64_t least_crossing() const override { return crossing_; }
    std::uint64_t least_delivery() const override { return here_first().least_after_event(); }

    std::span<const std::uint32_t> neighbours(std::uint32_t number) const override {
        return parts_[number].neighbours;
    }
    Link &link(std::uint32_t number, std::size_t place) override {
        return *parts_[number].links[place];
    }
    void connect(std::uint32_t number, std::size_t place, std::unique_ptr<Link> end) override {
        parts_[number].links[place] = std::move(end);
    }
    std::uint64_t across(std::uint32_t number, std::size_t from, std::size_t to) const override {
        const auto &others = parts_[number].neighbours;
        return crossing_ * between_(number, others[from], others[to]);
    }
    std::uint64_t way(std::uint32_t node, std::size_t to) const override {
        const std::uint32_t router = topology().router_of(node);
        return crossing_ * parts_[part_of_[router]].ways[to].links[router];
    }
    std::uint64_t next_event_at(std::uint32_t number, std::size_t link,
                                std::uint64_t least) const override {
        const Part &part = parts_[number];
        const std::uint64_t next = part.network->next_event();
        if constexpr (Net::reaches_far) {
            return std::min(least, next);
        } else {
            std::uint64_t way = 0;
            for (const std::vector<std::uint32_t> &routers : part.ways[link].at) {
                if (next == never || next + way >= least) break;
                std::uint64_t date = never;
                for (const std::uint32_t router : routers)
                    date = std::min(date, part.network->next_event_of(router));
                if (date != never) least = std::min(least, date + way);
                way += crossing_;
            }
            return least;
        }
    }
    std::uint64_t least_entry() const override { return entry_; }
    bool send(std::uint32_t number) override {
        Part &part = parts_[number];
        if (part.out.empty() && part.notes.empty()) return false;
        for (const Crossing &crossing : part.out)
            write(crossing, link_to(number, part_of_[crossing.router]));
        part.out.clear();
        for (const Note &note : part.notes)
            std::memcpy(link_to(number, note.part).put(note.cycle, sizeof note).data(), &note,
                        sizeof note);
        part.notes.clear();
        return true;
    }
    void receive(std::uint32_t number) override {
        Part &part = parts_[number];
        for (const std::unique_ptr<Link> &link : part.links)
            for (auto record = link->take(); !record.empty(); record = link->take()) {
                const Head head = read<Head>(record);
                const bool is_note = head.router == Note::no_router;
                const std::uint32_t to = is_note ? read<Note>(record).part : part_of_[head.router];
                if (to != number) {
                    Link &on = link_to(number, to);
                    std::ranges::copy(record, on.put(head.cycle, record.size()).begin());
                } else if (is_note) {
                    hear_(read<Note>(record));
                } else {
                    read(record, part.in);
                    part.network->enter(part.in);
                }
            }
    }

    /// Only where parts pass something on, it passes more than one link.
    std::size_t most_links() const override {
        if (!Net::reaches_far && !hear_) return 1;
        std::size_t most = 1;
        for (std::uint32_t i = 0; i < parts_.size(); ++i) most = std::max(most, links_behind(i, i));
        return most;
    }

    void separate(bool apart) override { apart_ = apart; }
    /// A part notes something for another one. The receiver hears it, in `hear`, before it executes
    /// anything of its cycle; where parts are not apart, and both are here, at once.
    void note(std::uint32_t from, const Note &note) {
        apart_ || !all_here() ? parts_[from].notes.push_back(note) : hear_(note);
    }
    void hear_notes(std::function<void(const Note &)> hear) { hear_ = std::move(hear); }

    void refresh() override {
        known_ = never;
        in_flight_ = acts_ = settles_ = 0;
        for (const Part &part : here()) {
            const auto [known, in_flight, acts, settles] = part.network->numbers();
            known_ = std::min(known_, known);
            in_flight_ += in_flight; // a part's share may be less than none
            acts_ += acts;
            settles_ = std::max(settles_, settles);
        }
    }

    void set_elsewhere(std::uint64_t next_event) override { elsewhere_ = next_event; }
    void save_part(Archive &ar) override {
        const std::unique_ptr<Net> whole = make_();
        whole->begin_with(here_first().numbers());
        whole->adopt(here_first(), routers_of(first_));
        whole->archive(ar);
    }
    void join(Archive &ar, std::span<Archive> saved) override {
        const std::unique_ptr<Net> whole = make_();
        whole->begin_with({known_, in_flight_, acts_, settles_});
        for (std::uint32_t i = 0; i < saved.size(); ++i) {
            const std::unique_ptr<Net> of_rank = make_();
            of_rank->archive(saved[i]);
            whole->adopt(*of_rank, routers_of(i));
        }
        whole->archive(ar);
    }

    // The whole.

    const Topology &topology() const override { return here_first().topology(); }
    unsigned channels() const override { return here_first().channels(); }
    std::uint32_t free_slots(std::uint32_t node, unsigned channel) const override {
        return of_node(node).free_slots(node, channel);
    }
    std::uint64_t room_at(std::uint32_t node, unsigned channel) const override {
        return of_node(node).room_at(node, channel);
    }
    void inject(std::uint64_t cycle, const Packet &packet,
                std::span<const std::uint8_t> payload) override {
        of_node(packet.source).inject(cycle, packet, payload);
    }
    const Delivery *received(std::uint32_t node, unsigned channel,
                             std::uint32_t place) const override {
        return of_node(node).received(node, channel, place);
    }
    const Delivery *front(std::uint32_t node, unsigned channel) const override {
        return of_node(node).front(node, channel);
    }
    /// Of a packet that stands for its destination; a part asks its own network.
    std::span<const std::uint8_t> payload(const Packet &packet) const override {
        return of_node(packet.destination).payload(packet);
    }
    void take(std::uint64_t cycle, std::uint32_t node, unsigned channel) override {
        of_node(node).take(cycle, node, channel);
    }
    /// Event by event.
    void advance(std::uint64_t cycle) override {
        assert(all_here());
        for (std::uint64_t next = next_event(); next <= cycle && next != never;
             next = next_event()) {
            for (std::uint32_t i = 0; i < parts_.size(); ++i) {
                if (part(i).next_event() != next) continue;
                part(i).advance(next);
            }
            for (Part &part : parts_) {
                for (const Crossing &crossing : part.out)
                    this->part(part_of_[crossing.router]).enter(crossing);
                part.out.clear();
            }
        }
        for (Part &part : parts_) {
            part.network->advance(cycle);
            for (const std::uint32_t node : part.network->take_told()) told_.push_back(node);
        }
        refresh();
    }
    std::uint64_t next_delivery() const override {
        return least([](const Net &part) { return part.next_delivery(); });
    }
    /// An event of another part may be the one that leads to a delivery.
    std::uint64_t next_delivery(std::uint32_t node) const override {
        const std::uint64_t next = next_event();
        const std::uint64_t others =
            next == never ? never : next + least_crossing() + least_delivery();
        return std::min(of_node(node).next_delivery(node), others);
    }
    std::uint64_t min_delivery(bool to_oneself) const override {
        return here_first().min_delivery(to_oneself);
    }
    std::uint64_t min_delivery_after_take(bool to_oneself) const override {
        return least([&](const Net &part) { return part.min_delivery_after_take(to_oneself); });
    }
    std::uint64_t next_event() const override {
        return std::min(elsewhere_, least([](const Net &part) { return part.next_event(); }));
    }
    std::vector<Standing> standing() const override {
        std::multimap<std::uint32_t, Standing> by_router; // in order, those of a router too
        for (const Part &part : here())
            for (const Standing &one : part.network->standing()) by_router.emplace(one.router, one);
        std::vector<Standing> all;
        for (const auto &[router, one] : by_router) all.push_back(one);
        return all;
    }
    typename Network::Work work() const override {
        typename Network::Work all;
        for (const Part &part : here()) {
            const auto some = part.network->work();
            all.looks += some.looks;
            all.starts += some.starts;
        }
        return all;
    }
    std::uint64_t link_bytes() const override {
        std::uint64_t all = 0;
        for (const Part &part : here()) all += part.network->link_bytes();
        return all;
    }
    /// As the network in one piece, so that it may be loaded with any number of parts.
    void archive(Archive &ar) override {
        assert(all_here());
        const std::unique_ptr<Net> whole = make_();
        refresh();
        whole->begin_with({known_, in_flight_, acts_, settles_});
        for (std::uint32_t i = 0; i < parts_.size(); ++i) whole->adopt(part(i), routers_of(i));
        whole->archive(ar);
        const auto [known, in_flight, acts, settles] = whole->numbers();
        for (std::uint32_t i = 0; i < parts_.size(); ++i) {
            part(i) = std::move(*make_()); // interfaces know its address
            part(i).divide(routers_of(i), parts_[i].out);
            part(i).begin_with({known, i ? 0 : in_flight, i ? 0 : acts, settles});
            part(i).adopt(*whole, routers_of(i));
        }
        refresh();
    }

  private:
    /// The links of the network from a part's routers to those next to another part.
    struct Ways {
        std::vector<std::uint32_t> links;           ///< by router
        std::vector<std::vector<std::uint32_t>> at; ///< by number of links: routers
    };
    struct alignas(64) Part {
        std::unique_ptr<Net> network;
        Crossing in;                              ///< what comes in
        std::vector<Crossing> out;                ///< made here
        std::vector<std::uint32_t> neighbours;    ///< parts
        std::vector<std::unique_ptr<Link>> links; ///< to them
        std::vector<Ways> ways;                   ///< by link
        std::vector<std::size_t> link_to;         ///< by part: the link on the way to it
        std::vector<Note> notes;                  ///< made here
    };

    Ways ways_to(std::uint32_t number, std::uint32_t other) const {
        constexpr std::uint32_t far = ~0u;
        if constexpr (Net::reaches_far) return {std::vector<std::uint32_t>(part_of_.size()), {}};
        Ways ways{std::vector<std::uint32_t>(part_of_.size(), far), {}};
        const auto leads_to = [&](std::uint32_t router, const auto &is_there) {
            for (unsigned port = 0; port < topology().ports(); ++port) {
                const std::uint32_t next =
                    static_cast<Port>(port) == Port::local
                        ? router
                        : topology().neighbour(router, static_cast<Port>(port));
                if (next < part_of_.size() && next != router && is_there(next)) return true;
            }
            return false;
        };
        const auto beside = [&](std::uint32_t next) { return part_of_[next] == other; };
        const auto before = [&](std::uint32_t next) { return ways.links[next] < ways.at.size(); };
        for (;;) {
            std::vector<std::uint32_t> level;
            for (std::uint32_t router = 0; router < part_of_.size(); ++router)
                if (part_of_[router] == number && ways.links[router] == far &&
                    (ways.at.empty() ? leads_to(router, beside) : leads_to(router, before)))
                    level.push_back(router);
            if (level.empty()) return ways;
            for (const std::uint32_t router : level)
                ways.links[router] = static_cast<std::uint32_t>(ways.at.size());
            ways.at.push_back(std::move(level));
        }
    }

    Link &link_to(std::uint32_t from, std::uint32_t to) {
        return *parts_[from].links[parts_[from].link_to[to]];
    }
    /// The place of the link of a part on the way to another one.
    std::size_t link_towards(std::uint32_t from, std::uint32_t to) const {
        const auto leads = [&](std::uint32_t first) {
            std::vector<std::array<std::uint32_t, 2>> ways{{from, first}};
            for (std::size_t i = 0; i < ways.size() && ways[i][1] != to; ++i)
                for (const std::uint32_t next : parts_[ways[i][1]].neighbours)
                    if (next != ways[i][0]) ways.push_back({ways[i][1], next});
            return std::ranges::any_of(ways, [to](const auto &way) { return way[1] == to; });
        };
        const auto &neighbours = parts_[from].neighbours;
        return static_cast<std::size_t>(std::ranges::find_if(neighbours, leads) -
                                        neighbours.begin());
    }
    /// Links from a part to the farthest one behind it, seen from a neighbour or itself.
    std::size_t links_behind(std::uint32_t number, std::uint32_t from) const {
        std::size_t most = 0;
        for (const std::uint32_t next : parts_[number].neighbours)
            if (next != from) most = std::max(most, 1 + links_behind(next, number));
        return most;
    }
    /// Of each record; crossings begin with it.
    struct Head {
        std::uint64_t cycle = 0;
        std::uint32_t router = 0;
    };
    template <typename What> static What read(std::span<const std::byte> record) {
        What what;
        std::memcpy(&what, record.data(), std::min(sizeof what, record.size()));
        return what;
    }
    /// A record: what is flat, all of it or its first bytes, and a payload.
    static void write(const Crossing &crossing, Link &link) {
        using Flat = typename Crossing::Flat;
        static_assert(std::is_trivially_copyable_v<Flat>);
        const std::size_t flat = crossing.flat_bytes(), payload = crossing.payload.size();
        std::byte *const to = link.put(crossing.cycle, flat + payload).data();
        std::memcpy(to, static_cast<const Flat *>(&crossing), flat);
        if (payload) std::memcpy(to + flat, crossing.payload.data(), payload);
    }
    static void read(std::span<const std::byte> record, Crossing &crossing) {
        using Flat = typename Crossing::Flat;
        const std::size_t flat = std::min(sizeof(Flat), record.size());
        std::memcpy(static_cast<Flat *>(&crossing), record.data(), flat);
        const auto *const payload = reinterpret_cast<const std::uint8_t *>(record.data());
        crossing.payload.assign(payload + flat, payload + record.size());
    }

    bool all_here() const { return end_ - first_ == parts_.size(); }
    std::span<const Part> here() const { return std::span(parts_).subspan(first_, end_ - first_); }
    std::vector<bool> routers_of(std::uint32_t number) const {
        std::vector<bool> own(part_of_.size());
        for (std::size_t router = 0; router < own.size(); ++router)
            own[router] = part_of_[router] == number;
        return own;
    }
    template <typename Number> std::uint64_t least(const Number &number) const {
        std::uint64_t all = never;
        for (const Part &part : here()) all = std::min<std::uint64_t>(all, number(*part.network));
        return all;
    }

    std::function<std::unique_ptr<Net>()> make_; ///< the whole network
    RoutersBetween between_;
    std::vector<std::uint32_t> part_of_; ///< by router
    std::vector<Part> parts_;
    std::uint64_t entry_;
    std::uint32_t first_, end_; ///< parts that are here
    std::uint64_t elsewhere_ = never;
    std::uint64_t crossing_ = 0; ///< least_crossing()
    bool apart_ = false;
    std::function<void(const Note &)> hear_;
};

} // namespace inlet::net
