// A run that chooses its number of parts while it runs (ThreadOptions::choose). A change is a
// snapshot that never leaves memory: the same machine is made in another number of parts, and goes
// on from there.
#include "inlet/network_parts.h"
#include "scheduler/host_time.h"
#include "scheduler/impl.h"

#include <algorithm>
#include <utility>

namespace inlet {

void Machine::Impl::begin_choice(const MachineConfig &config, const Image &image) {
    const ThreadOptions &threads = options.threads;
    // What a link costs pays for parts of so many nodes.
    constexpr std::uint32_t least_nodes = 32;
    const std::uint32_t most =
        threads.change_every ? threads.count : std::min(threads.count, count / least_nodes);
    if (!threads.choose || ranks || parts || most < 2 || !may_divide(config, options) ||
        !platform->has_parts() || options.mark || options.checkpoint_every)
        return;
    const auto make = [&config, &image, given = options](std::uint32_t number) {
        RunOptions in_parts = given;
        in_parts.threads.parts = number;
        return std::make_unique<Impl>(config, image, in_parts);
    };
    choice.emplace(Choice{PartsChoice(host_time()), make, most});
}

/// Asked before each turn of the loop.
bool Machine::Impl::is_to_change() {
    if (const std::uint32_t every = options.threads.change_every)
        return (parts || turns - work_before.turns >= every) && change();
    constexpr std::uint64_t some = 1 << 10; // turns between two looks at the host's clock
    if (!parts && turns % some != 0) return false;
    const std::uint64_t time = host_time();
    if (!choice->by_time.is_due(time)) return false;
    PartsChoice::Done done{network.acts(), work().starts, 0};
    for (const NodeCore &core : cores) done.instructions += core.summary().instructions;
    return choice->by_time.look(time, done) && change();
}

/// Open files stay with the machine that has opened them.
bool Machine::Impl::change() { return changes = !files.any_open(); }

RunWork Machine::Impl::work() const {
    const auto [looks, starts] = network.work();
    return {turns, work_before.looks + looks, work_before.starts + starts};
}

std::unique_ptr<Machine::Impl> Machine::Impl::changed(std::unique_ptr<Impl> before) {
    const Snapshot state = before->snapshot();
    Choice choice = std::move(*before->choice);
    HostFiles::Input input = std::move(before->standard_input);
    const RunWork work = before->work();
    before.reset();
    choice.by_time.changed(host_time());
    std::unique_ptr<Impl> after = choice.make(choice.by_time.in_parts() ? choice.most : 0);
    after->standard_input = std::move(input);
    after->resume(state);
    after->work_before = work;
    after->turns = work.turns;
    after->choice = std::move(choice);
    return after;
}

} // namespace inlet
