#include "gdb/timeline.h"

#include <iterator>
#include <optional>
#include <utility>

namespace inlet::gdb {

namespace {

using Clock = std::chrono::steady_clock;

/// Host time between two moments that are saved: what going back has to repeat.
constexpr auto between = std::chrono::milliseconds(100);
/// More are not kept; then every second one goes.
constexpr std::size_t most_saved = 64;
/// Things between two looks at the host's clock.
constexpr unsigned look_every = 1024;
/// Cycles for which a machine runs where nothing can stop it.
constexpr std::uint64_t stretch = 1 << 16;

} // namespace

Timeline::Timeline(Machine &machine, TraceHash *hash, std::function<bool()> interrupted)
    : control_(machine), hash_(hash), interrupted_(std::move(interrupted)) {
    save();
}

void Timeline::save() {
    if (saved_.size() >= most_saved) {
        bool odd = false; // the first stays
        std::erase_if(saved_, [&](const auto &) { return std::exchange(odd, !odd); });
    }
    saved_[control_.moment()] = {control_.save(),
                                 hash_ ? hash_->state() : std::vector<std::uint64_t>{}};
    last_save_ = Clock::now();
}

void Timeline::restore(const Saved &saved) {
    control_.restore(saved.machine);
    if (hash_) hash_->resume(saved.hash);
}

void Timeline::written() {
    saved_.clear();
    save();
}

bool Timeline::patience_is_over() {
    if (++things_ % look_every) return false;
    if (Clock::now() - last_save_ >= between) save();
    return interrupted_();
}

bool Timeline::at_breakpoint(std::uint32_t node) const {
    return !breakpoints.empty() && breakpoints.contains(control_.pc(node)) &&
           control_.before_instruction(node);
}

void Timeline::look_at_watches() {
    seen_.clear();
    for (const Watch &watch : watches) {
        Seen seen{watch, {}};
        for (std::uint32_t n = 0; n < control_.nodes(); ++n) {
            auto &value = seen.values.emplace_back(watch.bytes);
            control_.read(n, watch.address, value);
        }
        seen_.push_back(std::move(seen));
    }
}

const Watch *Timeline::act(std::uint32_t node) {
    if (seen_.empty()) {
        control_.act();
        return nullptr;
    }
    const auto access = control_.access(node).value_or(Machine::Control::Access{});
    const std::uint64_t before = control_.instructions(node);
    control_.act();
    const Watch *found = nullptr;
    for (Seen &seen : seen_) {
        std::vector<std::uint8_t> now(seen.watch.bytes);
        control_.read(node, seen.watch.address, now);
        const bool changed = now != seen.values[node];
        seen.values[node] = std::move(now);
        const bool touched = control_.instructions(node) != before &&
                             access.address < seen.watch.address + seen.watch.bytes &&
                             seen.watch.address < access.address + access.bytes;
        const bool read = touched && !access.store;
        bool touches = false;
        switch (seen.watch.kind) {
        case Watch::Kind::write: touches = changed; break;
        case Watch::Kind::read: touches = read; break;
        case Watch::Kind::access: touches = touched || changed; break;
        }
        if (touches) found = &seen.watch;
    }
    return found;
}

Stopped Timeline::go_on(std::uint32_t from) {
    look_at_watches();
    std::optional<std::uint32_t> behind = control_.behind_slot(from);
    if (!breakpoints.contains(control_.pc(from) + 4)) behind.reset();
    for (;;) {
        const auto node = control_.next();
        if (!node) return {Stopped::Why::end};
        if (breakpoints.empty() && watches.empty()) {
            control_.run_until(control_.moment().cycle + stretch);
            things_ = look_every - 1; // a stretch is long enough to look again
        } else if (at_breakpoint(*node)) {
            return {Stopped::Why::breakpoint, *node};
        } else if (behind == control_.pc(*node) && *node == from &&
                   control_.before_instruction(from)) {
            return {Stopped::Why::step, from};
        } else if (const Watch *watch = act(*node)) {
            return {Stopped::Why::watch, *node, *watch};
        }
        if (patience_is_over()) return {Stopped::Why::interrupt, *node};
    }
}

Stopped Timeline::step(std::uint32_t node) {
    look_at_watches();
    const std::uint64_t instructions = control_.instructions(node);
    const std::uint32_t pc = control_.pc(node);
    while (const auto next = control_.next()) {
        if (*next != node && at_breakpoint(*next)) return {Stopped::Why::breakpoint, *next};
        if (const Watch *watch = act(*next)) return {Stopped::Why::watch, *next, *watch};
        if (control_.instructions(node) != instructions || control_.pc(node) != pc)
            return {Stopped::Why::step, node};
        if (patience_is_over()) return {Stopped::Why::interrupt, node};
    }
    return {Stopped::Why::end, node};
}

template <typename IsIt> Stopped Timeline::back_to(const IsIt &is_it) {
    const Moment here = control_.moment();
    Moment end = here;
    // What is saved at `here` has done all up to it.
    for (auto from = saved_.upper_bound(here); from != saved_.begin();) {
        --from;
        const Saved start = from->second;
        restore(start);
        look_at_watches();
        std::optional<Moment> last;
        Stopped stopped;
        while (control_.next() && control_.upcoming() <= end) {
            const Moment moment = control_.upcoming();
            if (const auto found = is_it(*control_.next())) {
                last = moment;
                stopped = *found;
            }
            if (patience_is_over()) return {Stopped::Why::interrupt, control_.next().value_or(0)};
        }
        if (last) {
            const auto nearest = std::prev(saved_.lower_bound(*last));
            restore(nearest->second);
            while (control_.upcoming() < *last) control_.act();
            return stopped;
        }
        from = saved_.find(start.machine.moment); // save() may have taken some away
        if (from == saved_.end()) from = saved_.upper_bound(start.machine.moment);
        end = start.machine.moment;
        if (from == saved_.begin()) restore(start);
    }
    return {Stopped::Why::begin, control_.next().value_or(0)};
}

Stopped Timeline::go_back() {
    return back_to([this](std::uint32_t node) -> std::optional<Stopped> {
        std::optional<Stopped> found;
        if (at_breakpoint(node)) found = {Stopped::Why::breakpoint, node};
        if (const Watch *watch = act(node)) found = {Stopped::Why::watch, node, *watch};
        return found;
    });
}

Stopped Timeline::step_back(std::uint32_t wanted) {
    return back_to([this, wanted](std::uint32_t node) -> std::optional<Stopped> {
        const bool begins = node == wanted && !control_.in_instruction(node);
        control_.act();
        return begins ? std::optional<Stopped>({Stopped::Why::step, node}) : std::nullopt;
    });
}

} // namespace inlet::gdb
