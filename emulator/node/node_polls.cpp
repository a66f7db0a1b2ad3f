// Polling loops as waits. A loop that loads from its network interface and nothing happens there
// comes back to the same registers and memory until a message comes, or a barrier is complete: so a
// node that has been seen to turn in one has no clock until then, and its turns are counted instead
// of executed.
#include "node/node.h"
#include "node/poll_loop.h"

#include <algorithm>
#include <optional>

namespace inlet {

using engine::Stop;

namespace {

constexpr std::uint32_t longest_turn = 256; ///< instructions
/// Loads at other places between two at the one that is watched.
constexpr unsigned most_others = 8;
constexpr unsigned longest_pause = 64; ///< loads, after tries that failed

} // namespace

bool Node::polls_quietly() const { return polls_ && polls_->waits; }

void Node::forget_polls() {
    if (polls_) polls_->forget();
}

/// When a message is there, a barrier is complete or something else is due. No wait passes a
/// meeting of all clocks: who only polls is looked at there, to see whether anything still moves.
std::uint64_t Node::poll_due() const {
    const std::uint64_t now = state_.now;
    // A load of the last turn was answered up to a turn ago.
    const std::uint64_t turn = polls_ ? polls_->turn.cycles : 0;
    return std::max(now, std::min({next_due(now), interface_->quiet_end(now - std::min(now, turn)),
                                   (now / context_->meet_every + 1) * context_->meet_every}));
}

/// The next turn on a trial: what it costs, if all it does is to ask and hear the same.
PollLoop::Turn Node::try_poll_turn() {
    const engine::State from = state_;
    const engine::Stepped stepped = stepped_;
    const std::unique_ptr<NetworkInterface> interface = interface_->copy();
    std::optional<Caches> caches = caches_;
    PollLoop::Turn turn;
    bool back = false;
    memory_.begin();
    for (std::uint32_t n = 0; n < longest_turn && !back; ++n) {
        Stop stop =
            engine::step(state_, memory_, code_.program(), stepped_, caches ? &*caches : nullptr);
        if (stop == Stop::access) {
            const std::optional<std::uint32_t> waited = try_quiet_load(caches ? &*caches : nullptr);
            if (!waited) break;
            state_.now += *waited;
            ++turn.asked;
            stop = Stop::budget;
        }
        if (stop != Stop::budget) break;
        back = state_.pc == from.pc && engine::same_but_for_time(from, state_);
    }
    if (back && memory_.unchanged() && caches == caches_) {
        turn.cycles = state_.now - from.now;
        turn.instructions = state_.instructions - from.instructions;
    }
    memory_.undo();
    interface_->become(*interface);
    stepped_ = stepped;
    state_ = from;
    return turn;
}

/// Executes the load at pc, which stopped at a device, if it may be asked again and again. Its wait
/// states.
std::optional<std::uint32_t> Node::try_quiet_load(Caches *caches) {
    const Memory::DeviceAccess access = memory_.missed();
    Device &device = *devices_.at(access.address).device;
    if (access.store || access.line != LineOperation::none || &device != interface_.get() ||
        !interface_->is_quiet(state_.now, access.address))
        return {};
    const Answer answer = interface_->answer_ahead(
        state_.now, {access.address, access.bytes, false, 0, stepped_.cost.issue});
    if (answer.kind != Answer::Kind::done) return {};
    std::vector<Memory::Tried> tried{{access}};
    for (unsigned i = 0; i < access.bytes; ++i)
        tried.front().bytes[i] =
            static_cast<std::uint8_t>(answer.value >> 8 * (access.bytes - 1u - i));
    memory_.try_with(tried);
    const Stop stop = engine::step(state_, memory_, code_.program(), stepped_, caches);
    memory_.try_with({});
    if (stop != Stop::budget) return {};
    return answer.cycles;
}

/// Behind a load of the interface that may be asked again. A wait is what was tried once and then
/// done once as tried: from there on caches, too, are as a turn leaves them.
void Node::look_for_poll_loop() {
    if (!polls_) polls_ = std::make_unique<PollLoop>();
    PollLoop &loop = *polls_;
    if (loop.remembered && loop.state.pc != state_.pc && ++loop.others < most_others) return;
    const bool again = loop.remembered && engine::same_but_for_time(loop.state, state_);
    const PollLoop::Turn turn = {state_.now - loop.state.now,
                                 state_.instructions - loop.state.instructions,
                                 asked_ - loop.asked};
    loop.remembered = true;
    loop.state.assign(state_, words_);
    loop.asked = asked_;
    loop.others = 0;
    if (!again) {
        loop.turn = {};
        return;
    }
    if (loop.turn.cycles && loop.turn == turn) {
        loop.waits = poll_due() >= state_.now + turn.cycles;
        return;
    }
    if (loop.pause) {
        --loop.pause;
        return;
    }
    loop.turn = try_poll_turn();
    loop.failures = loop.turn.cycles ? 0 : std::min(loop.failures + 1, 6u);
    if (loop.failures) loop.pause = std::min(1u << loop.failures, longest_pause);
}

/// Ends such a wait where it is due, or at `end`: whole turns pass at once, the rest is executed.
void Node::end_poll_wait(std::uint64_t end) {
    if (!polls_quietly()) return;
    const std::uint64_t at = std::min(end, poll_due());
    const PollLoop::Turn turn = polls_->turn;
    polls_->waits = false;
    polls_->forget();
    if (at <= state_.now) return;
    const std::uint64_t turns = (at - state_.now) / turn.cycles;
    state_.now += turns * turn.cycles;
    state_.instructions += turns * turn.instructions;
    asked_ += turns * turn.asked;
    run_to(at);
}

} // namespace inlet
