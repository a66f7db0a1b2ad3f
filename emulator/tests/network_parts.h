// A network in parts, for tests: each part is a network of its own that has some of the routers.
// One thread advances them, in random order. A part knows of the others what has come in from them,
// and the numbers that they have published, both late (docs/network.md, "Parts of a network").
#pragma once

#include "net/network.h"
#include "tests/mesh_fixture.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace inlet::net {

template <typename Net> class NetworkParts {
  public:
    using Crossing = typename Net::Crossing;

    /// `make` makes the whole network. `part_of`: by router. `least`: cycles from an event of a
    /// router to what it changes in another one, at least. `late`: of so many chances to publish
    /// its number, or to take what has come in, a part uses one.
    template <typename Make>
    NetworkParts(const Make &make, std::vector<std::uint32_t> part_of, std::uint32_t parts,
                 std::uint64_t least, std::uint32_t late, unsigned seed)
        : part_of_(std::move(part_of)), parts_(parts), least_(least), late_(late), random_(seed) {
        for (std::uint32_t i = 0; i < parts; ++i) {
            std::vector<bool> own(part_of_.size());
            for (std::size_t router = 0; router < own.size(); ++router)
                own[router] = part_of_[router] == i;
            parts_[i].network = make();
            parts_[i].network->divide(own, parts_[i].out);
        }
    }

    Net &of_node(std::uint32_t node) {
        return *parts_[part_of_[parts_[0].network->topology().router_of(node)]].network;
    }
    Net &part(std::uint32_t i) { return *parts_[i].network; }
    std::size_t parts() const { return parts_.size(); }
    /// Crossings so far.
    std::size_t crossings() const { return crossings_; }

    /// Simulates all parts to the end of `cycle`.
    void advance(std::uint64_t cycle) {
        for (Part &part : parts_) part.next = part.network->next_event(); // nodes have acted
        while (std::ranges::any_of(parts_, [&](const Part &part) {
            return part.network->next_event() <= cycle ||
                   std::ranges::any_of(part.in,
                                       [&](const Coming &c) { return c.what.cycle <= cycle; });
        })) {
            const std::uint32_t i = below(random_, static_cast<std::uint32_t>(parts_.size()));
            if (below(random_, late_) == 0) take(i, 1 + below(random_, 3));
            run(i, cycle);
            if (below(random_, late_) == 0) publish(i);
        }
        // The parts meet: nodes see what has been sent so far.
        for (std::uint32_t i = 0; i < parts_.size(); ++i) {
            take(i, ~0u);
            parts_[i].network->advance(cycle);
        }
    }

    template <typename Number> auto sum(Number number) {
        decltype((parts_[0].network.get()->*number)()) all = 0;
        for (Part &part : parts_) all += (part.network.get()->*number)();
        return all;
    }
    template <typename Number> std::uint64_t least(Number number) {
        std::uint64_t all = Network::never;
        for (Part &part : parts_) all = std::min(all, number(*part.network));
        return all;
    }
    bool still() {
        return std::ranges::all_of(parts_, [](const Part &part) { return part.network->still(); });
    }
    /// In order of node.
    std::vector<std::uint32_t> take_told() {
        std::vector<std::uint32_t> all;
        for (Part &part : parts_) {
            const auto &told = part.network->take_told();
            all.insert(all.end(), told.begin(), told.end());
        }
        std::ranges::sort(all);
        return all;
    }
    std::vector<Standing> standing() {
        std::vector<Standing> all;
        for (Part &part : parts_)
            std::ranges::copy(part.network->standing(), std::back_inserter(all));
        std::ranges::stable_sort(all, {}, &Standing::router);
        return all;
    }

  private:
    /// On its way into a part. Until it is taken, the sender counts it as an item of its own.
    struct Coming {
        Crossing what;
        std::uint32_t from;
    };
    struct Part {
        std::unique_ptr<Net> network;
        std::vector<Crossing> out;
        std::deque<Coming> in;
        std::uint64_t next = 0; ///< published: no item of this part is earlier
    };

    /// The earliest of what a part has sent and others have not taken.
    std::uint64_t sent(std::uint32_t from) const {
        std::uint64_t earliest = Network::never;
        for (const Part &part : parts_)
            for (const Coming &coming : part.in)
                if (coming.from == from) earliest = std::min(earliest, coming.what.cycle);
        return earliest;
    }
    void publish(std::uint32_t i) {
        parts_[i].next = std::min(parts_[i].network->next_event(), sent(i));
    }
    /// First its number becomes lower, then the sender no longer counts it.
    void take(std::uint32_t i, std::uint32_t most) {
        Part &part = parts_[i];
        for (; !part.in.empty() && most > 0; --most) {
            part.next = std::min(part.next, part.in.front().what.cycle);
            part.network->enter(part.in.front().what);
            part.in.pop_front();
        }
    }
    /// Executes what no other part can still change, at most to the end of `cycle`.
    void run(std::uint32_t i, std::uint64_t cycle) {
        Part &part = parts_[i];
        std::uint64_t end = cycle + 1;
        for (std::uint32_t other = 0; other < parts_.size(); ++other)
            if (other != i && parts_[other].next < Network::never - least_)
                end = std::min(end, parts_[other].next + least_);
        for (const Coming &coming : part.in) end = std::min(end, coming.what.cycle);
        // What it sends may have an effect that comes back.
        const std::uint64_t next = part.network->next_event(), out = sent(i);
        if (next < Network::never - 2 * least_) end = std::min(end, next + 2 * least_);
        if (out < Network::never - least_) end = std::min(end, out + least_);
        if (next >= end) return;
        part.network->advance(random_() % 2 ? next : end - 1);
        for (Crossing &crossing : part.out) {
            const std::uint32_t to = part_of_[crossing.router];
            parts_[to].in.push_back({std::move(crossing), i});
            ++crossings_;
        }
        part.out.clear();
    }

    std::vector<std::uint32_t> part_of_;
    std::vector<Part> parts_;
    std::uint64_t least_;
    std::uint32_t late_;
    std::minstd_rand random_;
    std::size_t crossings_ = 0;
};

} // namespace inlet::net
