// What connects two neighbouring parts of a network that are simulated apart (docs/network.md,
// "Parts of a machine"): each has one end of it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <utility>

namespace inlet::net {

/// What a part promises a neighbour. Lower bounds of cycles; never: nothing will come.
struct Promise {
    static constexpr std::uint64_t never = ~std::uint64_t{0};
    /// No event or action on this side of the link makes a crossing earlier than this + the least
    /// latency of a crossing.
    std::uint64_t border = 0;
    /// Nothing on this side of the link, in the part or behind it, is still to be done earlier.
    std::uint64_t beyond = 0;
};

/// One end, of one thread at a time. A crossing is a record of bytes, and has the cycle at which
/// its effect begins on the other side. What was put before a promise can be taken there by whoever
/// has heard that promise, in order. A promise counts everything that its part has taken; what it
/// does not count, the end that has put it counts itself, in border() and beyond(). So a part that
/// takes all that it can after it has heard, and then makes its promises of what it has and of what
/// it has heard from its other neighbours, never promises too much.
class Link {
  public:
    Link() = default;
    virtual ~Link() = default;
    Link(const Link &) = delete;
    Link &operator=(const Link &) = delete;

    /// A record of so many bytes, to be filled before the next call.
    std::span<std::byte> put(std::uint64_t cycle, std::size_t bytes) {
        while (!waiting_.empty() && waiting_.back().cycle >= cycle) waiting_.pop_back();
        waiting_.push_back({++put_, cycle});
        return room(bytes);
    }
    /// What was put, and this, goes to the other side.
    virtual void promise(const Promise &promise) = 0;
    /// Asks what has come. Whether it has changed anything.
    bool hear() {
        Heard heard = heard_;
        if (!listen(heard)) return false;
        heard_ = heard;
        while (!waiting_.empty() && waiting_.front().number <= heard_.taken) waiting_.pop_front();
        return true;
    }
    /// The next record of those that have come; empty: there is none. Until the next call.
    virtual std::span<const std::byte> take() = 0;

    /// What the other side has promised, and what was put here and is not yet counted there.
    std::uint64_t border() const { return std::min(heard_.promise.border, uncounted()); }
    std::uint64_t beyond() const { return std::min(heard_.promise.beyond, uncounted()); }

  protected:
    struct Heard {
        Promise promise;
        std::uint64_t taken = 0; ///< records that it counts: the first so many that were put here
    };

    virtual std::span<std::byte> room(std::size_t bytes) = 0;
    /// Brings what was heard last up to date. False: it is.
    virtual bool listen(Heard &heard) = 0;
    std::uint64_t put() const { return put_; }

  private:
    /// Of the records that the other side does not count, the earliest of each and all behind it.
    struct Waiting {
        std::uint64_t number, cycle;
    };

    std::uint64_t uncounted() const {
        return waiting_.empty() ? Promise::never : waiting_.front().cycle;
    }

    std::uint64_t put_ = 0; ///< records
    std::deque<Waiting> waiting_;
    Heard heard_;
};

/// Both ends, for two threads of this process.
std::pair<std::unique_ptr<Link>, std::unique_ptr<Link>> link_of_threads();

} // namespace inlet::net
