// A node in a polling loop (node/poll_loop.h).
#include "node/node.h"

#include <algorithm>

namespace inlet {

void Node::forget_polls() {
    if (polls_) polls_->forget();
}

/// When a message is there, a barrier is complete or something else is due. No wait passes a
/// meeting of all clocks: who only polls is looked at there, to see whether anything still moves.
std::uint64_t Node::poll_due() const {
    const std::uint64_t now = state_.now;
    // A load of the last turn was answered up to a turn ago.
    const std::uint64_t turn = polls_ ? polls_->turn().cycles : 0;
    return std::max(now, std::min({next_due(now), interface_->quiet_end(now - std::min(now, turn)),
                                   (now / context_->meet_every + 1) * context_->meet_every}));
}

/// Behind a load of the interface that may be repeated.
void Node::look_for_poll_loop() {
    if (!polls_) polls_ = std::make_unique<PollLoop>();
    switch (polls_->pass(state_, words_, asked_)) {
    case PollLoop::Passed::elsewhere: break;
    case PollLoop::Passed::try_turn:
        polls_->tried(try_poll_turn(*this, *interface_, devices_));
        break;
    case PollLoop::Passed::repeats:
        polls_->wait(poll_due() >= state_.now + polls_->turn().cycles);
        break;
    }
}

/// Ends such a wait where it is due, or at `end`: whole turns pass at once, the rest is executed.
void Node::end_poll_wait(std::uint64_t end) {
    if (!polls_quietly()) return;
    const std::uint64_t at = std::min(end, poll_due());
    const PollLoop::Turn turn = polls_->turn();
    polls_->wait(false);
    polls_->forget();
    if (at <= state_.now) return;
    const std::uint64_t turns = (at - state_.now) / turn.cycles;
    state_.now += turns * turn.cycles;
    state_.instructions += turns * turn.instructions;
    asked_ += turns * turn.asked;
    run_to(at);
}

} // namespace inlet
