#include "node/poll_loop.h"

#include "node/trial.h"

#include <algorithm>

namespace inlet {

using engine::Stop;

namespace {

constexpr std::uint32_t longest_turn = 256; ///< instructions
/// Loads at other places between two at the one that is remembered.
constexpr unsigned most_others = 8;
constexpr unsigned longest_pause = 64; ///< loads, after trials that failed
constexpr unsigned most_failures = 6;

/// Executes the load at pc, which has stopped at a device, if it may be repeated. Its wait states.
std::optional<std::uint32_t> finish_quiet_load(NodePort &node, NetworkInterface &interface,
                                               Devices &devices, Caches *caches) {
    const Memory::DeviceAccess access = node.memory().missed();
    const std::uint64_t now = node.state().now;
    if (access.store || access.line != LineOperation::none ||
        devices.at(access.address).device.get() != &interface ||
        !interface.is_quiet(now, access.address))
        return {};
    const Answer answer = interface.answer_ahead(
        now, {access.address, access.bytes, false, 0, node.stepped().cost.issue});
    if (answer.kind != Answer::Kind::done) return {};
    if (finish_load(node, access, answer, caches) != Stop::budget) return {};
    return answer.cycles;
}

} // namespace

PollLoop::Passed PollLoop::pass(const engine::State &state, unsigned words, std::uint64_t asked) {
    if (remembered_ && state_.pc != state.pc && ++others_ < most_others) return Passed::elsewhere;
    const bool again = remembered_ && engine::same_but_for_time(state_, state);
    const Turn turn = {state.now - state_.now, state.instructions - state_.instructions,
                       asked - asked_};
    remembered_ = true;
    state_.assign(state, words);
    asked_ = asked;
    others_ = 0;
    if (!again) {
        turn_ = {};
        return Passed::elsewhere;
    }
    if (turn_.cycles && turn_ == turn) return Passed::repeats;
    if (pause_) {
        --pause_;
        return Passed::elsewhere;
    }
    return Passed::try_turn;
}

void PollLoop::tried(const Turn &turn) {
    turn_ = turn;
    failures_ = turn.cycles ? 0 : std::min(failures_ + 1, most_failures);
    if (failures_) pause_ = std::min(1u << failures_, longest_pause);
}

PollLoop::Turn try_poll_turn(NodePort &node, NetworkInterface &interface, Devices &devices) {
    std::optional<Caches> copy;
    if (node.caches()) copy = *node.caches();
    Caches *caches = copy ? &*copy : nullptr;
    const engine::State &state = node.state();
    const Trial trial(node, interface);
    const Place &from = trial.before();
    PollLoop::Turn turn;
    bool back = false;
    for (std::uint32_t n = 0; n < longest_turn && !back; ++n) {
        Stop stop = step(node, caches);
        if (stop == Stop::access) {
            const auto waited = finish_quiet_load(node, interface, devices, caches);
            if (!waited) break;
            node.state().now += *waited;
            ++turn.asked;
            stop = Stop::budget;
        }
        if (stop != Stop::budget) break;
        back = from.has(state);
    }
    if (back && node.memory().unchanged() && (!caches || *caches == *node.caches())) {
        turn.cycles = state.now - from.state().now;
        turn.instructions = state.instructions - from.state().instructions;
    }
    return turn;
}

} // namespace inlet
