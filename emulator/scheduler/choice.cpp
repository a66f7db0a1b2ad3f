// A run that chooses its number of parts while it runs (ThreadOptions::choose). A change is a
// snapshot that never leaves memory: the same machine is made in another number of parts, and goes
// on from there.
#include "inlet/network_parts.h"
#include "scheduler/host_thread.h"
#include "scheduler/impl.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace inlet {

void Machine::Impl::begin_choice(const MachineConfig &config, const Image &image) {
    const ThreadOptions &threads = options.threads;
    // What a link costs pays for parts of so many nodes.
    constexpr std::uint32_t least_nodes = 32, most_nodes = 4096;
    const std::uint32_t most =
        threads.change_every ? threads.count : std::min(threads.count, count / least_nodes);
    if (!threads.choose || count > most_nodes || ranks || parts || most < 2 ||
        !may_divide(config, options) || !platform->has_parts() || options.mark ||
        options.checkpoint_every)
        return;
    const auto make = [&config, &image, given = options](const ThreadOptions &in_parts) {
        RunOptions with = given;
        with.threads = in_parts;
        return std::make_unique<Impl>(config, image, with);
    };
    choice.emplace(Choice{PartsChoice(host_time(), count), make, most});
}

void Machine::Impl::look_at_parts() {
    if (const std::uint32_t every = options.threads.change_every) {
        wants_change = (parts || turns - work_before.turns >= every) && can_change();
        return;
    }
    constexpr std::uint64_t some = 1 << 10; // turns between two looks at the host's clock
    if (!parts && turns % some != 0) return;
    const std::uint64_t time = host_time();
    if (time < choice->by_time.next()) return;
    const PartsChoice::Messages messages{network.acts(), work().starts};
    bool better = false;
    if (parts) {
        const auto [in_parts, busy] = parts->take_time();
        const std::uint64_t between = time - choice->by_time.since() - in_parts;
        better = choice->by_time.look_at_parts(time, messages, busy + between);
    } else {
        better = choice->by_time.look(time, messages, workers ? workers->take_busy() : 0);
    }
    wants_change = better && can_change();
}

/// Open files stay with the machine that has opened them, and a change needs memory for the nodes
/// twice.
bool Machine::Impl::can_change() const {
    constexpr std::uint64_t most_bytes = 256 << 20;
    std::uint64_t bytes = 0;
    for (const NodeCore &core : cores) bytes += core.core().memory().host_bytes();
    return bytes <= most_bytes && !files.any_open();
}

RunWork Machine::Impl::work() const {
    const auto [looks, starts] = network.work();
    return {turns, work_before.looks + looks, work_before.starts + starts};
}

std::unique_ptr<Machine::Impl> Machine::Impl::in_other_parts(std::unique_ptr<Impl> before) {
    before->wants_change = false;
    const bool divides = !before->parts;
    const RunWork work = before->work(); // saving a network in parts makes them anew
    try {
        const Snapshot state = before->snapshot();
        ThreadOptions threads = before->options.threads;
        threads.parts = divides ? before->choice->most : 0;
        threads.change_every += (threads.change_every + 1) / 2; // tests are to end
        std::unique_ptr<Impl> after = before->choice->make(threads);
        after->standard_input = before->standard_input;
        after->resume(state);
        after->work_before = work;
        after->turns = work.turns;
        if (divides && !after->parts) return after; // its network has one part
        after->choice = std::move(before->choice);
        before.reset();
        after->choice->by_time.changed(host_time());
        return after;
    } catch (const std::exception &) { // no memory, or the host's directory has gone
        before->choice.reset();
        before->work_before = work;
        return before;
    }
}

} // namespace inlet
