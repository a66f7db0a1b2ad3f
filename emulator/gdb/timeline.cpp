#include "gdb/timeline.h"

#include "inlet/config.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace inlet::gdb {

namespace {

using Clock = std::chrono::steady_clock;

/// Host time between two saved states: the maximum to repeat when going back.
constexpr auto between = std::chrono::milliseconds(100);
/// Maximum number of saved states. Beyond it, every second one is dropped.
constexpr std::size_t most_saved = 64;
/// Steps between two readings of the host's clock.
constexpr unsigned look_every = 1024;
/// Cycles for which the machine runs at full speed when no point can stop it.
constexpr std::uint64_t stretch = 1 << 16;
/// Cycles before the target position that are executed step by step, so that the run ends at
/// exactly that step.
constexpr std::uint64_t singly = 1 << 10;

bool touches(const Machine::Control::Access &access, const Watch &watch) {
    return access.address < watch.address + watch.bytes &&
           watch.address < access.address + access.bytes;
}

} // namespace

Timeline::Timeline(Machine &machine, TraceHash *hash, std::function<bool()> interrupted)
    : control_(machine), watched_cores_(control_.cores()), hash_(hash),
      interrupted_(std::move(interrupted)) {
    save();
}

void Timeline::save() {
    if (saved_.size() >= most_saved) {
        bool odd = false; // the first stays
        std::erase_if(saved_, [&](const auto &) { return std::exchange(odd, !odd); });
    }
    saved_[control_.position()] = present();
    last_save_ = Clock::now();
}

Timeline::Saved Timeline::present() {
    return {control_.save(), hash_ ? hash_->state() : std::vector<std::uint64_t>{}};
}

void Timeline::restore(const Saved &saved) {
    control_.restore(saved.machine);
    if (hash_) hash_->resume(saved.hash);
    last_save_ = Clock::now(); // the following steps are repeated
}

void Timeline::written() {
    back_from_.reset();
    over_.forget();
    watched_.clear();
    saved_.clear();
    save();
}

bool Timeline::patience_is_over() {
    if (++steps_since_clock_ % look_every) return false;
    if (Clock::now() - last_save_ >= between) save();
    return interrupted_();
}

Place Timeline::place(std::uint32_t node) const {
    return {node, control_.pc(node), control_.stack_pointer(node)};
}

bool Timeline::in_handler_above(std::uint32_t node, Context level) const {
    return control_.context(node) > level;
}

bool Timeline::at_breakpoint(std::uint32_t node, const std::set<std::uint32_t> &breakpoints) const {
    return !breakpoints.empty() && breakpoints.contains(control_.pc(node)) &&
           (node < control_.nodes() || !is_theirs_ || is_theirs_(control_.pc(node))) &&
           control_.before_instruction(node) && !(over_.active() && over_.seen(place(node)));
}

void Timeline::look_at_watches(const std::set<Watch> &watches) {
    seen_.clear();
    for (const Watch &watch : watches) {
        Seen seen{watch, {}};
        for (std::uint32_t n = 0; n < control_.cores(); ++n) {
            auto &value = seen.values.emplace_back(watch.bytes);
            control_.read(n, watch.address, value);
        }
        seen_.push_back(std::move(seen));
    }
}

std::vector<Watch> Timeline::act(std::uint32_t node) {
    if (seen_.empty() || node >= watched_cores_) {
        control_.act();
        return {};
    }
    const auto accesses = control_.accesses(node);
    const std::uint64_t before = control_.instructions(node);
    control_.act();
    std::vector<Watch> found;
    for (Seen &seen : seen_) {
        std::vector<std::uint8_t> now(seen.watch.bytes);
        control_.read(node, seen.watch.address, now);
        const bool changed = now != seen.values[node];
        seen.values[node] = std::move(now);
        bool touched = false, read = false;
        if (control_.instructions(node) != before)
            for (const auto &access : accesses)
                if (touches(access, seen.watch)) {
                    touched = true;
                    read |= !access.store;
                }
        bool is_it = false;
        switch (seen.watch.kind) {
        case Watch::Kind::write: is_it = changed; break;
        case Watch::Kind::read: is_it = read; break;
        case Watch::Kind::access: is_it = touched || changed; break;
        }
        if (is_it) found.push_back(seen.watch);
    }
    return found;
}

std::optional<Stopped> Timeline::begin(Going &going) {
    back_from_.reset();
    const std::uint32_t pc = going.from.pc;
    if (std::exchange(quick_, false)) save(); // thing by thing, so much takes long to repeat
    if (going.on == On::alone) {
        // known_ would be wrong: it includes gdb's own breakpoint of the last step, which is at
        // this pc.
        const bool over = all_.breakpoints.contains(pc) || watched_.contains(control_.upcoming());
        if (!over_.begin(going.from, over)) known_ = all_;
        known_.add(points);
        going.steps = !points.breakpoints.contains(pc) && points.breakpoints.contains(pc + 4);
        going.passed = known_.breakpoints;
        going.passed.insert(
            pc); // the user may have just set a breakpoint here that gdb has not inserted
        look_at_watches(known_.watches);
        return std::nullopt;
    }
    if (const auto passed = over_.first(points)) {
        const Went went = go_to(passed->done);
        if (went == Went::interrupted) return Stopped{Stopped::Why::interrupt, going.from.node};
        known_ = all_ = points;
        if (went == Went::there) {
            over_.went_back(passed->done);
            if (passed->stopped.why == Stopped::Why::watch) watched_.insert(control_.upcoming());
            return passed->stopped;
        }
    }
    known_ = all_ = points;
    over_.end();
    watched_.erase(watched_.begin(), watched_.upper_bound(control_.position()));
    look_at_watches(points.watches);
    return std::nullopt;
}

Stopped Timeline::end(const Going &going) const {
    const std::uint32_t node = going.from.node;
    if (going.on == On::all) return {Stopped::Why::end, node};
    Points wanted = known_;
    const std::uint32_t behind = going.from.pc + 4; // presumably gdb's own breakpoint
    if (!all_.breakpoints.contains(behind)) wanted.breakpoints.erase(behind);
    const auto passed = over_.first(wanted);
    if (!passed) return {Stopped::Why::end, node};
    return {Stopped::Why::end_of_others, node, {}, passed->stopped.node};
}

Timeline::Went Timeline::go_to(Position done) {
    const Saved here = present();
    for (const bool quickly : {true, false}) {
        try {
            restore(std::prev(saved_.upper_bound(done))->second);
        } catch (const UserError &) { // a file has been written since
            restore(here);
            return Went::nowhere;
        }
        while (control_.next() && control_.upcoming() <= done) {
            const Position now = control_.position();
            if (quickly && now.cycle + singly < done.cycle) {
                control_.run_until(std::min(now.cycle + stretch, done.cycle - singly));
                steps_since_clock_ = look_every - 1; // reads the clock after each stretch
            }
            if (control_.position() == now) control_.act();
            if (patience_is_over()) {
                restore(here);
                return Went::interrupted;
            }
        }
        // Quickly, turns of a wait are no steps: that may lead beyond one of them.
        if (control_.position() <= done) break;
    }
    return Went::there;
}

const Watch *Timeline::about_to_touch(std::uint32_t node) const {
    if (seen_.empty() || node >= watched_cores_) return nullptr;
    const auto accesses = control_.accesses(node);
    for (const auto &[watch, values] : seen_)
        for (const auto &access : accesses) {
            const bool kind = watch.kind == Watch::Kind::access ||
                              (watch.kind == Watch::Kind::write) == access.store;
            if (kind && touches(access, watch) && points.watches.contains(watch))
                return control_.before_instruction(node) ? &watch : nullptr;
        }
    return nullptr;
}

std::optional<Stopped> Timeline::advance(std::uint32_t node, const Going &going, bool stops) {
    const bool told = going.told(node);
    if (stops) {
        const Stopped stopped{Stopped::Why::breakpoint, node};
        if (told) return stopped;
        over_.pass({control_.position(), stopped, control_.pc(node)});
    }
    if (told)
        if (const Watch *watch = about_to_touch(node))
            if (watched_.insert(control_.upcoming()).second)
                return Stopped{Stopped::Why::watch, node, *watch};
    const Position done = control_.position();
    const std::uint64_t instructions = control_.instructions(node);
    const auto before = over_.active() ? std::optional(place(node)) : std::nullopt;
    const std::vector<Watch> found = act(node);
    const Position thing = control_.position();
    for (const Watch &watch : found) {
        const Stopped stopped{Stopped::Why::watch, node, watch};
        if (!told && !watched_.contains(thing)) over_.pass({done, stopped});
        if (told && points.watches.contains(watch) && watched_.insert(thing).second) {
            go_to(done);
            return stopped;
        }
    }
    if (before && control_.instructions(node) != instructions && over_.executed(*before, thing) &&
        going.on == On::all && !over_.seen(place(node)))
        return Stopped{Stopped::Why::breakpoint, node};
    return std::nullopt;
}

Stopped Timeline::go_on(std::uint32_t from, On on) {
    Going going{on, place(from), false, {}};
    if (const auto stopped = begin(going)) return *stopped;
    std::optional<std::uint32_t> behind = control_.behind_slot(from);
    if (!points.breakpoints.contains(control_.pc(from) + 4)) behind.reset();
    bool first = on == On::alone; // its first instruction is not yet executed
    // gdb may be stepping with a breakpoint on the next instruction; an HRET does not reach it.
    bool may_leave = on == On::all && !points.breakpoints.contains(control_.pc(from)) &&
                     points.breakpoints.contains(control_.pc(from) + 4);
    const Context level = control_.context(from);
    const std::uint64_t instructions = control_.instructions(from);
    for (;;) {
        const auto node = control_.next();
        if (!node) return end(going);
        const bool stops = at_breakpoint(*node, going);
        if (on == On::all && points.empty()) {
            over_.forget();
            quick_ = true;
            control_.run_until(control_.position().cycle + stretch);
            steps_since_clock_ = look_every - 1; // reads the clock after each stretch
        } else if (!stops && behind == control_.pc(*node) && *node == from &&
                   control_.before_instruction(from)) {
            return {Stopped::Why::step, from};
        } else if (const auto stopped = advance(*node, going, stops)) {
            return *stopped;
        }
        if (may_leave && control_.instructions(from) != instructions) {
            may_leave = false;
            if (control_.context(from) < level && !points.breakpoints.contains(control_.pc(from)))
                return {Stopped::Why::step, from};
        }
        const bool parked = control_.exited(from); // it has no instruction, but may trigger a watch
        if (first && *node == from &&
            (parked || (!over_.seen(going.from) && !control_.behind_slot(from)))) {
            first = false;
            // gdb has no breakpoint here: after an HRET, in an exception handler.
            const bool elsewhere = !points.breakpoints.contains(control_.pc(from));
            if (parked || (going.steps && elsewhere)) return {Stopped::Why::step, from};
            if (elsewhere) over_.drop();
        }
        if (patience_is_over()) return {Stopped::Why::interrupt, on == On::alone ? from : *node};
    }
}

Stopped Timeline::step(std::uint32_t node, On on) {
    Going going{on, place(node), false, {}};
    if (const auto stopped = begin(going)) return *stopped;
    const Context level = control_.context(node);
    const bool exited = control_.exited(node); // its next instruction can only be a handler's
    while (const auto next = control_.next()) {
        const bool within = *next == node && !in_handler_above(node, level);
        const std::uint64_t instructions = control_.instructions(node);
        const std::uint32_t pc = control_.pc(node);
        const bool stops = !within && at_breakpoint(*next, going);
        if (const auto stopped = advance(*next, going, stops)) return *stopped;
        if (within) {
            const bool parked = on == On::alone && control_.exited(node);
            const bool executed = control_.instructions(node) != instructions;
            const bool elsewhere = control_.pc(node) != pc; // an exception, or a dispatch
            if (parked || executed || (elsewhere && (exited || !in_handler_above(node, level))))
                return {Stopped::Why::step, node};
        }
        if (patience_is_over()) return {Stopped::Why::interrupt, node};
    }
    return end(going);
}

template <typename IsIt> Stopped Timeline::back_to(Position here, const IsIt &is_it) {
    over_.forget();
    watched_.clear();
    Position end = here;
    // A state saved at `here` is after the step at `here`.
    for (auto from = saved_.upper_bound(here); from != saved_.begin();) {
        --from;
        const Saved start = from->second;
        restore(start);
        look_at_watches(points.watches);
        std::optional<Position> last;
        Stopped stopped;
        while (control_.next() && control_.upcoming() <= end) {
            const Position position = control_.upcoming();
            if (const auto found = is_it(*control_.next())) {
                last = position;
                stopped = *found;
            }
            if (patience_is_over()) return {Stopped::Why::interrupt, control_.next().value_or(0)};
        }
        if (last) {
            if (go_to({last->cycle, last->steps - 1}) == Went::interrupted)
                return {Stopped::Why::interrupt, control_.next().value_or(0)};
            return stopped;
        }
        from = saved_.find(start.machine.position); // save() may have dropped it
        if (from == saved_.end()) from = saved_.upper_bound(start.machine.position);
        end = start.machine.position;
        if (from == saved_.begin()) restore(start);
    }
    return {Stopped::Why::begin, control_.next().value_or(0)};
}

Stopped Timeline::go_back(std::optional<std::uint32_t> alone) {
    const Position here = std::exchange(back_from_, std::nullopt).value_or(control_.position());
    all_ = points;
    return back_to(here, [this, alone](std::uint32_t node) -> std::optional<Stopped> {
        const bool told = !alone || node == alone;
        std::optional<Stopped> found;
        if (told && at_breakpoint(node, points.breakpoints))
            found = {Stopped::Why::breakpoint, node};
        if (const auto watches = act(node); told && !watches.empty())
            found = {Stopped::Why::watch, node, watches.front()};
        return found;
    });
}

Stopped Timeline::step_back(std::uint32_t wanted, On on) {
    const Position here = control_.position();
    const bool over = on == On::alone && all_.breakpoints.contains(control_.pc(wanted));
    const Context level = control_.context(wanted);
    const Stopped stopped =
        back_to(here, [this, wanted, level](std::uint32_t node) -> std::optional<Stopped> {
            const bool begins = node == wanted && control_.before_instruction(node) &&
                                !in_handler_above(node, level);
            control_.act();
            return begins ? std::optional<Stopped>({Stopped::Why::step, node}) : std::nullopt;
        });
    back_from_.reset();
    if (over && stopped.why == Stopped::Why::step) back_from_ = here;
    return stopped;
}

} // namespace inlet::gdb
