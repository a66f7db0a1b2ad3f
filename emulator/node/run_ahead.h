// What a node has computed past its horizon, and the way back (docs/network.md, "Running ahead").
#pragma once

#include "cpu/engine/state.h"
#include "memory/memory.h"
#include "node/stretch.h"

#include <algorithm>
#include <cstdint>

namespace inlet {

class RunAhead {
  public:
    bool active() const { return active_; }
    /// Active: the cycle at which it began.
    std::uint64_t since() const { return before_.now; }
    /// Active: the cycle up to which the node was to compute.
    std::uint64_t limit() const { return limit_; }
    /// Active: the registers where it began.
    const engine::State &before() const { return before_; }
    /// Active: the node computes no further than to `cycle`.
    void cut(std::uint64_t cycle) { limit_ = std::min(limit_, cycle); }
    /// Active, and computed up to limit(): the node may compute further, up to `cycle` or less.
    /// False: it is far enough.
    bool extend(std::uint64_t cycle) {
        cycle = std::min(cycle, before_.now + 2 * Stretch::longest);
        if (stretch_.is_short() || cycle <= limit_) return false;
        limit_ = cycle;
        return true;
    }
    /// The length of the stretch before.
    std::uint64_t last() const { return stretch_.last(); }

    /// Saves `state`, and begins to log the changes of `memory`. False: not this time.
    bool begin(const engine::State &state, unsigned words, Memory &memory, std::uint64_t limit) {
        const std::uint64_t cycles = stretch_.next();
        if (!cycles) return false;
        limit_ = std::min(limit, state.now + cycles);
        before_.assign(state, words);
        memory.begin(stretch_.is_short());
        active_ = true;
        return true;
    }
    /// Ends it, and keeps what was computed.
    void keep(const engine::State &state, Memory &memory) {
        active_ = false;
        memory.keep();
        stretch_.kept(state.now - before_.now);
    }
    /// Ends it at an event of cycle `event`: `state` and `memory` are again as they were.
    void undo(engine::State &state, unsigned words, Memory &memory, std::uint64_t event) {
        active_ = false;
        memory.undo();
        stretch_.undone(event - before_.now);
        state.assign(before_, words);
    }
    /// Forgets it without touching the node: a snapshot replaces all of that.
    void drop() { active_ = false; }

  private:
    bool active_ = false;
    engine::State before_;    ///< the registers where it began
    std::uint64_t limit_ = 0; ///< cycle
    Stretch stretch_;
};

} // namespace inlet
