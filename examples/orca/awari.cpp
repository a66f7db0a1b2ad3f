// run: --nodes 16 4
// flags: -O2 -lpanda
// Awari by Orca (Bhoedjang's thesis, 001, 8.5.3): a database of the values of all positions with at
// most so many stones, by retrograde analysis. Rules and method: docs/awari.md.
//
// Positions are dealt out to the nodes. A node has an object with its part of the current level,
// and three processes:
//   compute      takes positions that have got their value, and updates their parents
//   communicate  sends updates for other nodes: all that wait for one of them in one RPC
//   follow       does what process 0 orders: a level, a value, the end of a value, the end
// Process 0 compares the database with a sequential program of another kind.
//
// A trace has the construction. With `unchecked` nothing is compared, for short traces.
//
//   awari [--paper | STONES, default 7] [--batch UPDATES, default 64] [--counters] [unchecked]
#include "../applications.h"
#include "awari_rules.hpp"

#include <am_core.h>
#include <cstdio>
#include <orca.hpp>
#include <pan_threads.h>
#include <span>
#include <xnet_trace.h>

namespace {

/// An update: a position's number at its node, and what a child of it has become.
using updates = std::vector<std::uint32_t>;
enum { child_loses = 0, child_wins = 1 };

struct batch {
    std::uint32_t to, level, value;
    updates all;
};

struct counts {
    std::uint32_t sent = 0, received = 0; ///< updates to and from other nodes
    std::uint32_t rpcs = 0;               ///< that they were sent in
    bool operator==(const counts &) const = default;
};

/// What all nodes do, in this order.
struct order {
    enum kind_t : std::uint32_t { begin_level, begin_value, count, end_level, end } kind;
    std::uint32_t number; ///< level, value or wave
};

/// Replicated: the orders of process 0.
struct Orders {
    std::vector<order> all;
    void give(order o) { all.push_back(o); }
    orca::guarded<order> next(unsigned n) const {
        if (all.size() <= n) return orca::blocked;
        return all[n];
    }
};

/// On process 0: the answers to a wave.
struct Tally {
    unsigned wave = 0, answers = 0;
    counts sum;
    void answer(unsigned of, counts c) {
        if (wave != of) wave = of, answers = 0, sum = {};
        sum.sent += c.sent, sum.received += c.received, sum.rpcs += c.rpcs;
        ++answers;
    }
    orca::guarded<counts> await(unsigned of, unsigned nodes) const {
        if (wave != of || answers < nodes) return orca::blocked;
        return sum;
    }
};

/// Replicated: the finished levels.
struct Database {
    std::vector<awari::level> levels{{0}};
    unsigned parts = 0; ///< of the last level
    void put(unsigned level, unsigned node, unsigned nodes, std::span<const std::int8_t> part) {
        if (levels.size() == level) levels.emplace_back(awari::positions(level)), parts = 0;
        for (std::size_t i = 0; i < part.size(); ++i) levels[level][node + i * nodes] = part[i];
        ++parts;
    }
    /// What captures decide for some positions of the next level: `first`, `first + nodes`, ...
    orca::guarded<std::vector<awari::start>> starts(unsigned level, unsigned first, unsigned nodes,
                                                    unsigned count) const {
        if (levels.size() < level || (level > 1 && parts < nodes)) return orca::blocked;
        std::vector<awari::start> all;
        for (unsigned i = 0; i < count; ++i) {
            const awari::board b = awari::position(first + i * nodes, level);
            all.push_back(awari::start_of(
                b, level, [this](unsigned l, std::uint32_t n) { return levels[l][n]; }));
        }
        return all;
    }
    orca::guarded<std::vector<awari::level>> complete(unsigned count, unsigned nodes) const {
        if (levels.size() < count || parts < nodes) return orca::blocked;
        return levels;
    }
};

/// On each node: its part of the current level, and its updates for other nodes.
class Part {
  public:
    Part(unsigned me, unsigned nodes, unsigned limit)
        : me_(me), nodes_(nodes), limit_(limit), out_(nodes) {}

    void begin_level(unsigned level) {
        level_ = level, value_ = 0;
        starts_.clear(), values_.clear();
    }
    void add(std::span<const awari::start> more) {
        starts_.insert(starts_.end(), more.begin(), more.end());
        values_.resize(starts_.size(), awari::unknown);
    }
    /// Positions that need no child to have this value.
    void begin_value(unsigned value) {
        value_ = static_cast<int>(value);
        for (std::uint32_t i = 0; i < values_.size(); ++i) decide(i);
    }
    awari::level values() const { return values_; }
    void end() { ended_ = true; }

    /// From another node, which may begin a value first.
    orca::guarded<> update(unsigned level, unsigned value, std::span<const std::uint32_t> all) {
        if (level != level_ || static_cast<int>(value) != value_) return orca::blocked;
        sums_.received += static_cast<std::uint32_t>(all.size());
        for (const std::uint32_t u : all) apply(u);
        return {};
    }
    /// Updates the parents of a few positions. False: there will be none any more.
    orca::guarded<bool> work() {
        if (ended_) return false;
        if (ready_.empty()) return orca::blocked;
        for (unsigned n = 0; n < 8 && !ready_.empty(); ++n) {
            const std::uint32_t i = ready_.back();
            ready_.pop_back();
            const std::uint32_t what = values_[i] > 0 ? child_wins : child_loses;
            awari::for_each_unmove(
                awari::position(me_ + i * nodes_, level_), [&](const awari::board &parent) {
                    const std::uint32_t number = awari::number(parent), to = number % nodes_,
                                        u = number / nodes_ << 1 | what;
                    if (to == me_)
                        apply(u);
                    else
                        out_[to].push_back(u);
                });
        }
        return true;
    }
    /// What has accumulated for one node: `limit` updates, or fewer when there is nothing to
    /// compute. Empty: there will be none any more.
    orca::guarded<batch> take() {
        if (ended_) return batch{};
        const unsigned enough = ready_.empty() ? 1 : limit_;
        for (unsigned i = 1; i <= nodes_; ++i) {
            const unsigned to = (last_ + i) % nodes_;
            if (out_[to].size() < enough) continue;
            sending_ = true;
            last_ = to;
            sums_.sent += static_cast<std::uint32_t>(out_[to].size());
            ++sums_.rpcs;
            return batch{to, level_, static_cast<std::uint32_t>(value_),
                         std::exchange(out_[to], {})};
        }
        return orca::blocked;
    }
    void arrived() { sending_ = false; }
    /// Answers when there is nothing to compute and nothing to send.
    orca::guarded<counts> quiet() const {
        if (!ready_.empty() || sending_) return orca::blocked;
        for (const updates &u : out_)
            if (!u.empty()) return orca::blocked;
        return sums_;
    }

  private:
    void set(std::uint32_t i, int value) {
        values_[i] = static_cast<std::int8_t>(value);
        ready_.push_back(i);
    }
    void decide(std::uint32_t i) {
        const awari::start s = starts_[i];
        if (values_[i] != awari::unknown) return;
        if (s.best >= value_)
            set(i, value_);
        else if (s.open == 0 && s.best <= -value_)
            set(i, -value_);
    }
    void apply(std::uint32_t u) {
        const std::uint32_t i = u >> 1;
        if (values_[i] != awari::unknown) return;
        if ((u & 1) == child_loses)
            set(i, value_);
        else if (--starts_[i].open == 0)
            decide(i);
    }

    const unsigned me_, nodes_, limit_;
    unsigned level_ = 0, last_ = 0;
    int value_ = 0;
    bool sending_ = false, ended_ = false;
    counts sums_;
    std::vector<awari::start> starts_;
    awari::level values_;
    std::vector<std::uint32_t> ready_; ///< positions whose parents are not updated yet
    std::vector<updates> out_;         ///< by node
};

unsigned stones = 7, limit = 64;
bool checked = true, json = false;

using parts = std::vector<orca::core::reference>;
orca::shared<Part> part_of(const parts &all, unsigned node) {
    return orca::shared<Part>(all[node]);
}

void compute(parts all) {
    const auto part = part_of(all, orca::here());
    while (part.call<&Part::work>()) pan_thread_yield(); // to `communicate`
}

void communicate(parts all) {
    const auto part = part_of(all, orca::here());
    for (;;) {
        const batch b = part.call<&Part::take>();
        if (b.all.empty()) return;
        part_of(all, b.to).call<&Part::update>(b.level, b.value, b.all);
        part.call<&Part::arrived>();
    }
}

void follow(parts all, orca::shared<Orders> orders, orca::shared<Tally> tally,
            orca::shared<Database> database) {
    const unsigned me = orca::here(), nodes = orca::processors();
    const auto part = part_of(all, me);
    xnet_trace_on();
    for (unsigned n = 0;; ++n) {
        const order o = orders.call<&Orders::next>(n);
        switch (o.kind) {
        case order::begin_level: {
            part.call<&Part::begin_level>(o.number);
            // A few at a time: an operation keeps the node's messages waiting.
            const std::uint32_t count = awari::positions(o.number), step = 32;
            for (std::uint32_t i = me; i < count; i += step * nodes)
                part.call<&Part::add>(database.call<&Database::starts>(
                    o.number, i, nodes, std::min(step, (count - i + nodes - 1) / nodes)));
            break;
        }
        case order::begin_value: part.call<&Part::begin_value>(o.number); break;
        case order::count: tally.call<&Tally::answer>(o.number, part.call<&Part::quiet>()); break;
        case order::end_level: {
            awari::level values = part.call<&Part::values>();
            for (std::int8_t &v : values)
                if (v == awari::unknown) v = 0; // positions that neither player can leave
            database.call<&Database::put>(o.number, me, nodes, values);
            break;
        }
        case order::end:
            xnet_trace_off();
            part.call<&Part::end>();
            return;
        }
    }
}

/// Gives the orders; the sums are those of the last wave. A value has ended when two waves of
/// answers have the same sums, and as many updates were received as sent (Mattern's four counters).
counts direct(const orca::shared<Orders> &orders, const orca::shared<Tally> &tally) {
    const unsigned nodes = orca::processors();
    unsigned wave = 0;
    counts now;
    const auto count = [&] {
        orders.call<&Orders::give>(order{order::count, ++wave});
        return tally.call<&Tally::await>(wave, nodes);
    };
    for (unsigned level = 1; level <= stones; ++level) {
        orders.call<&Orders::give>(order{order::begin_level, level});
        for (unsigned value = level; value > 0; --value) {
            orders.call<&Orders::give>(order{order::begin_value, value});
            for (counts before = count();; before = now) {
                now = count();
                if (now == before && now.sent == now.received) break;
            }
        }
        orders.call<&Orders::give>(order{order::end_level, level});
    }
    return now;
}

bool right(const std::vector<awari::level> &levels) {
    std::vector<awari::level> alone{{0}};
    for (unsigned level = 1; level <= stones; ++level)
        alone.push_back(awari::solve_level(level, alone));
    return alone == levels;
}

} // namespace

int main(int argc, char **argv) {
    const application_options_t o = application_options(&argc, argv);
    checked = !o.unchecked, json = o.json;
    if (o.paper) stones = 13;
    for (int i = 1; i < argc; ++i)
        if (!strcmp(argv[i], "--batch") && i + 1 < argc)
            limit = application_number("awari", argv[++i], "updates", 1, 4096);
        else
            stones = application_number("awari", argv[i], "stones", 1, awari::most_stones);
    return orca::run([] {
        const unsigned nodes = orca::processors();
        orca::shared<Orders> orders(orca::replicated);
        orca::shared<Database> database(orca::replicated);
        orca::shared<Tally> tally(orca::single(0));
        parts all;
        for (unsigned p = 0; p < nodes; ++p)
            all.push_back(orca::shared<Part>(orca::single(p), p, nodes, limit).reference());
        const unsigned start = am_cycles();
        for (unsigned p = 0; p < nodes; ++p) {
            orca::fork<follow>(p, all, orders, tally, database);
            orca::fork<communicate>(p, all);
            orca::fork<compute>(p, all);
        }
        const counts sums = direct(orders, tally);
        const std::vector<awari::level> levels =
            database.call<&Database::complete>(stones + 1, nodes);
        const unsigned long long cycles = application_cycles(am_cycles() - start);
        orders.call<&Orders::give>(order{order::end, 0});
        const bool good = !checked || right(levels);
        std::uint32_t positions = 0, won = 0, lost = 0;
        for (const awari::level &l : levels)
            for (const std::int8_t v : l) ++positions, won += v > 0, lost += v < 0;
        if (json) {
            const application_counter_t counters[] = {
                {"nodes", double(nodes)},       {"stones", double(stones)},
                {"cycles", double(cycles)},     {"positions", double(positions)},
                {"won", double(won)},           {"lost", double(lost)},
                {"updates", double(sums.sent)}, {"rpcs", double(sums.rpcs)}};
            application_json("awari", counters, std::size(counters), good);
            return;
        }
        std::printf("%u stones: %llu cycles, %u updates in %u RPCs%s\n", stones, cycles, sums.sent,
                    sums.rpcs, good ? "" : "  WRONG");
        std::printf("%u positions: %u won, %u lost\n", positions, won, lost);
    });
}
