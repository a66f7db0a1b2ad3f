#include "gdb/step_over.h"

#include <algorithm>

namespace inlet::gdb {

bool StepOver::begin(const Place &place, bool over) {
    std::optional<Position> last; // of its steps
    for (const Stepped &stepped : stepped_)
        if (stepped.place.node == place.node) last = std::max(last, stepped.executed);
    // Consecutive steps of one node without a point to step over: gdb uses `set scheduler-locking`,
    // and going back would revert all these steps.
    const bool locked = last && !over;
    keeps_ = true;
    if (locked) {
        drop();
        std::erase_if(stepped_, [&](const Stepped &stepped) {
            return stepped.executed && *stepped.executed < *last;
        });
    }
    if (!seen(place)) stepped_.push_back({place, {}, false});
    return !locked;
}

void StepOver::end() {
    drop();
    std::erase_if(stepped_, [](const Stepped &stepped) { return stepped.executed.has_value(); });
}

void StepOver::forget() {
    drop();
    stepped_.clear();
}

bool StepOver::seen(const Place &place) const {
    return std::ranges::any_of(stepped_, [&](const Stepped &stepped) {
        return !stepped.executed && stepped.place == place;
    });
}

bool StepOver::executed(const Place &place, Position position) {
    for (Stepped &stepped : stepped_) {
        if (stepped.executed || stepped.place != place) continue;
        stepped.executed = position;
        return stepped.again;
    }
    return false;
}

void StepOver::pass(const Passed &passed) {
    if (!keeps_) return;
    const auto same = [&](const Passed &other) {
        return other.stopped.why == passed.stopped.why && other.pc == passed.pc &&
               other.stopped.watch == passed.stopped.watch;
    };
    if (std::ranges::none_of(passed_, same)) passed_.push_back(passed);
}

std::optional<StepOver::Passed> StepOver::first(const Points &points) const {
    const auto wanted = [&](const Passed &passed) {
        return passed.stopped.why == Stopped::Why::breakpoint
                   ? points.breakpoints.contains(passed.pc)
                   : points.watches.contains(passed.stopped.watch);
    };
    const auto found = std::ranges::find_if(passed_, wanted);
    return found == passed_.end() ? std::nullopt : std::optional(*found);
}

void StepOver::went_back(Position done) {
    drop();
    for (Stepped &stepped : stepped_) {
        if (!stepped.executed || *stepped.executed <= done) continue;
        stepped.executed.reset();
        stepped.again = true;
    }
}

} // namespace inlet::gdb
