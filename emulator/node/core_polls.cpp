// A node in a polling loop (node/poll_loop.h).
#include "node/node_core.h"

#include <algorithm>

namespace inlet {

/// The cycle at which the wait ends: a message has arrived, a barrier is complete, the network has
/// room or something else is due. No wait passes a synchronisation of all clocks, where nodes that
/// only poll are checked for a deadlock.
std::uint64_t NodeCore::poll_due() const {
    const std::uint64_t now = core_.state().now;
    const PollLoop::Turn &turn = polls_->turn();
    const std::uint64_t cycles = turn.counts.cycles;
    std::uint64_t due =
        std::min(next_due(now), (now / context_->meet_every + 1) * context_->meet_every);
    // A load of the last turn was answered up to a turn ago.
    if (turn.loads) due = std::min(due, core_.interface().quiet_end(now - std::min(now, cycles)));
    if (!turn.full) return std::max(now, due);
    for (unsigned channel = 0; turn.full >> channel; ++channel)
        if (turn.full >> channel & 1)
            due = std::min(due, context_->network->room_at(core_.number(), channel));
    // A SEND asks what the network knows. It is not executed before the network knows its cycle, so
    // the wait ends after a whole turn.
    return due <= now ? now : now + (due - now) / cycles * cycles;
}

/// Called after a load of the interface that may be repeated, or after a refused SEND.
void NodeCore::look_for_poll_loop() {
    if (!polls_) polls_ = std::make_unique<PollLoop>();
    switch (polls_->pass(core_.state(), core_.words(),
                         {core_.state().now, core_.state().instructions, core_.counts.asked,
                          core_.counts.refused})) {
    case PollLoop::Passed::elsewhere: break;
    case PollLoop::Passed::try_turn:
        polls_->tried(try_poll_turn(core_, core_.interface(), devices_));
        break;
    case PollLoop::Passed::repeats:
        if (!sleeps()) {
            polls_->wait(poll_due() >= core_.state().now + polls_->turn().counts.cycles);
        } else if (const std::uint64_t now = core_.state().now;
                   next_due(now) == Device::never &&
                   core_.interface().quiet_end(now - std::min(now, polls_->turn().counts.cycles)) ==
                       Device::never) {
            core_.mode = Mode::asleep;
        }
        break;
    }
}

/// Ends such a wait where it is due, or at `end`: whole turns pass at once, the rest is executed.
void NodeCore::end_poll_wait(std::uint64_t end) {
    if (!polls_quietly()) return;
    const std::uint64_t at = std::min(end, poll_due());
    polls_->wait(false);
    pass_turns(at);
}

void NodeCore::pass_turns(std::uint64_t at) {
    const PollLoop::Counts turn = polls_->turn().counts;
    polls_->forget();
    if (at <= core_.state().now) return;
    const std::uint64_t turns = (at - core_.state().now) / turn.cycles;
    core_.state().now += turns * turn.cycles;
    core_.state().instructions += turns * turn.instructions;
    core_.counts.asked += turns * turn.asked;
    core_.counts.refused += turns * turn.refused;
    run_to(at);
}

} // namespace inlet
