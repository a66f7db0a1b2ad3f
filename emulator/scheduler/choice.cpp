// A run that chooses its number of parts while it runs (ThreadOptions::choose). A change is a
// snapshot that never leaves memory: the same machine is made in another number of parts, and goes
// on from there.
#include "inlet/network_parts.h"
#include "scheduler/host_thread.h"
#include "scheduler/impl.h"

#include <algorithm>
#include <utility>

namespace inlet {

void Machine::Impl::begin_choice(const MachineConfig &config, const Image &image) {
    const ThreadOptions &threads = options.threads;
    // What a link costs pays for parts of so many nodes. A change needs memory for all of them.
    constexpr std::uint32_t least_nodes = 32, most_nodes = 4096;
    const std::uint32_t most =
        threads.change_every ? threads.count : std::min(threads.count, count / least_nodes);
    if (!threads.choose || count > most_nodes || ranks || parts || most < 2 ||
        !may_divide(config, options) || !platform->has_parts() || options.mark ||
        options.checkpoint_every)
        return;
    const auto make = [&config, &image, given = options](std::uint32_t number) {
        RunOptions in_parts = given;
        in_parts.threads.parts = number;
        return std::make_unique<Impl>(config, image, in_parts);
    };
    choice.emplace(Choice{PartsChoice(host_time(), count), make, most});
}

/// Asked before each turn of the loop.
bool Machine::Impl::is_to_change() {
    if (const std::uint32_t every = options.threads.change_every)
        return (parts || turns - work_before.turns >= every) && change();
    constexpr std::uint64_t some = 1 << 10; // turns between two looks at the host's clock
    if (!parts && turns % some != 0) return false;
    const std::uint64_t time = host_time();
    if (time < choice->by_time.next()) return false;
    const PartsChoice::Messages messages{network.acts(), work().starts};
    bool other = false;
    if (parts) {
        const auto [in_parts, busy] = parts->take_time();
        const std::uint64_t between = time - choice->by_time.since() - in_parts; // runs of parts
        other = choice->by_time.look_at_parts(time, messages, busy + between);
    } else {
        other = choice->by_time.look(time, messages, workers ? workers->take_busy() : 0);
    }
    return other && change();
}

/// Open files stay with the machine that has opened them.
bool Machine::Impl::change() { return changes = !files.any_open(); }

RunWork Machine::Impl::work() const {
    const auto [looks, starts] = network.work();
    return {turns, work_before.looks + looks, work_before.starts + starts};
}

std::unique_ptr<Machine::Impl> Machine::Impl::changed(std::unique_ptr<Impl> before) {
    const Snapshot state = before->snapshot();
    const bool was_one = before->parts == nullptr;
    Choice choice = std::move(*before->choice);
    HostFiles::Input input = std::move(before->standard_input);
    const RunWork work = before->work();
    before.reset();
    std::unique_ptr<Impl> after = choice.make(was_one ? choice.most : 0);
    after->standard_input = std::move(input);
    after->resume(state);
    after->work_before = work;
    after->turns = work.turns;
    choice.by_time.changed(host_time());
    after->choice = std::move(choice);
    return after;
}

} // namespace inlet
