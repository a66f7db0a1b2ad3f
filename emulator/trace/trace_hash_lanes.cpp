// Computes the hashes of several nodes in an interleaved loop. A step has a latency of 6 host
// cycles, but the host can begin one in every cycle.
#include "inlet/trace_hash.h"
#include "trace/hash_step.h"

#include <algorithm>
#include <array>
#include <utility>

namespace inlet {

namespace {

constexpr std::size_t most_lanes = 6;
constexpr std::size_t lane_values = 256;
/// Maximum number of pending values of all chains, so that they stay in the host's caches.
constexpr std::size_t most_pending = 1u << 15;
/// Number of values from which a chain waits for other long ones.
constexpr std::uint64_t long_chain = 16 * most_pending;

using LaneValues = std::array<std::uint64_t, lane_values + 8>; // 8: no two lanes in one cache set
using AllValues = std::array<LaneValues, most_lanes>;
using Hashes = std::array<std::uint64_t, most_lanes>;

/// Each hash stays in a register.
template <std::size_t... lanes>
void mix_first(std::index_sequence<lanes...> /*all*/, Hashes &hashes, const AllValues &values,
               std::size_t count) {
    const auto all = [&](auto... h) {
        for (std::size_t i = 0; i < count; ++i) ((h = trace::mix(h, values[lanes][i])), ...);
        hashes = {h...};
    };
    all(hashes[lanes]...);
}

/// The first `count` values of each lane.
void mix_all(std::size_t lanes, Hashes &hashes, const AllValues &values, std::size_t count) {
    switch (lanes) {
    case 1: return mix_first(std::make_index_sequence<1>(), hashes, values, count);
    case 2: return mix_first(std::make_index_sequence<2>(), hashes, values, count);
    case 3: return mix_first(std::make_index_sequence<3>(), hashes, values, count);
    case 4: return mix_first(std::make_index_sequence<4>(), hashes, values, count);
    case 5: return mix_first(std::make_index_sequence<5>(), hashes, values, count);
    default: return mix_first(std::make_index_sequence<most_lanes>(), hashes, values, count);
    }
}

} // namespace

/// The values of a chain as a stream.
class TraceHash::Stream {
  public:
    Stream() = default;
    explicit Stream(Chain &chain) : chain_(&chain) {}

    Chain &chain() const { return *chain_; }
    /// Takes up to `most` values and returns their number; fewer only at the end.
    std::size_t take(std::uint64_t *to, std::size_t most) {
        std::size_t taken = 0;
        while (taken < most) {
            const std::size_t left = most - taken;
            const bool repeats =
                repeat_ < chain_->repeats.size() && next_ >= chain_->repeats[repeat_].first;
            const std::size_t end =
                repeats ? chain_->repeats[repeat_].first + chain_->repeats[repeat_].size
                : repeat_ < chain_->repeats.size() ? chain_->repeats[repeat_].first
                                                   : chain_->values.size();
            if (next_ == end && !repeats) break;
            const std::size_t count = std::min(left, end - next_);
            const std::uint64_t *const from = chain_->values.data() + next_;
            for (std::size_t i = 0; i < count; ++i) to[taken + i] = from[i]; // mostly few
            taken += count;
            next_ += count;
            if (repeats && next_ == end) turn();
        }
        return taken;
    }

  private:
    /// Called at the end of a turn.
    void turn() {
        Chain::Repeat &repeat = chain_->repeats[repeat_];
        std::uint64_t *const values = chain_->values.data() + repeat.first;
        if (--repeat.turns == 0) {
            next_ += repeat.places;
            ++repeat_;
            return;
        }
        next_ = repeat.first;
        for (std::size_t i = 0; i < repeat.places; ++i)
            values[values[repeat.size + i]] += repeat.cycles;
    }

    Chain *chain_ = nullptr;
    std::size_t next_ = 0, repeat_ = 0;
};

/// Chains that are hashed at the same time.
class TraceHash::Lanes {
  public:
    explicit Lanes(const std::vector<Chain *> &chains) : chains_(chains) {}

    void run() {
        for (;;) {
            std::size_t count = lane_values;
            for (std::size_t lane = 0; lane < most_lanes && lane <= lanes_; ++lane) {
                if (!fill(lane)) break;
                count = std::min(count, filled_[lane]);
            }
            if (lanes_ == 0) return;
            mix_all(lanes_, hashes_, values_, count);
            for (std::size_t lane = 0; lane < lanes_; ++lane) {
                filled_[lane] -= count;
                std::copy_n(values_[lane].begin() + static_cast<std::ptrdiff_t>(count),
                            filled_[lane], values_[lane].begin());
            }
        }
    }

  private:
    /// False: there is no chain for the lane.
    bool fill(std::size_t lane) {
        for (;;) {
            if (lane == lanes_ && !open()) return false;
            filled_[lane] += streams_[lane].take(values_[lane].data() + filled_[lane],
                                                 lane_values - filled_[lane]);
            if (filled_[lane] != 0) return true;
            close(lane);
        }
    }
    bool open() {
        while (next_ < chains_.size() && chains_[next_]->values.empty()) ++next_;
        if (next_ == chains_.size()) return false;
        streams_[lanes_] = Stream(*chains_[next_]);
        hashes_[lanes_] = chains_[next_]->hash;
        filled_[lanes_] = 0;
        ++next_;
        ++lanes_;
        return true;
    }
    /// Removes a lane; the last one takes its place.
    void close(std::size_t lane) {
        Chain &chain = streams_[lane].chain();
        chain.hash = hashes_[lane];
        chain.values.clear();
        chain.repeats.clear();
        chain.repeated = 0;
        const std::size_t last = --lanes_;
        streams_[lane] = streams_[last];
        hashes_[lane] = hashes_[last];
        filled_[lane] = filled_[last];
        std::copy_n(values_[last].begin(), filled_[last], values_[lane].begin());
    }

    const std::vector<Chain *> &chains_;
    std::size_t next_ = 0; ///< the next chain to get a lane
    std::size_t lanes_ = 0;
    std::array<Stream, most_lanes> streams_;
    Hashes hashes_{};
    std::array<std::size_t, most_lanes> filled_{};
    AllValues values_;
};

/// Long waits often end in sequence. They are kept until each lane has one.
void TraceHash::settle_some() {
    if (pending_ < most_pending) return;
    std::vector<Chain *> quick;
    std::size_t kept = 0;
    pending_ = 0;
    for (Chain &chain : nodes_) {
        if (chain.repeated < long_chain) {
            quick.push_back(&chain);
        } else {
            ++kept;
            pending_ += chain.values.size();
        }
    }
    if (kept < most_lanes && pending_ < most_pending / 2)
        Lanes(quick).run();
    else
        settle();
}

void TraceHash::settle() const {
    std::vector<Chain *> all;
    for (Chain &chain : nodes_) all.push_back(&chain);
    Lanes(all).run();
    pending_ = 0;
}

} // namespace inlet
