#include "node/poll_loop.h"

#include "cpu/engine/archive.h"
#include "node/trial.h"

#include <algorithm>

namespace inlet {

using engine::Stop;

namespace {

constexpr std::uint32_t longest_turn = 256; ///< instructions
/// Calls of pass() at other places between two at the one that is remembered.
constexpr unsigned most_others = 8;
constexpr unsigned longest_pause = 64; ///< calls of pass(), after trials that failed
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

/// Executes the instruction of the interface at pc, if it has no effect, at the same cost as in a
/// run: the network is known up to its own clock only.
bool finish_quiet_instruction(NodePort &node, NetworkInterface &interface, PollLoop::Turn &turn) {
    engine::State &state = node.state();
    const std::uint64_t cycle = state.now, known = node.network().known();
    BusyWait wait;
    if (!interface.turn(node, *node.code().program().at(state.pc), wait) || wait.asked)
        return false;
    const std::uint64_t cycles = state.now - known;
    state.now = cycle + cycles;
    if (wait.full) turn.counts.refused += cycles;
    turn.full |= wait.full;
    return true;
}

} // namespace

PollLoop::Passed PollLoop::pass(const engine::State &state, unsigned words, const Counts &counts) {
    if (remembered_ && state_.pc != state.pc && ++others_ < most_others) return Passed::elsewhere;
    const bool again = remembered_ && engine::same_but_for_time(state_, state);
    const Counts turn = {counts.cycles - counts_.cycles, counts.instructions - counts_.instructions,
                         counts.asked - counts_.asked, counts.refused - counts_.refused};
    remembered_ = true;
    state_.assign(state, words);
    counts_ = counts;
    others_ = 0;
    if (!again) {
        turn_ = {};
        return Passed::elsewhere;
    }
    if (turn_.counts.cycles && turn_.counts == turn) return Passed::repeats;
    if (pause_) {
        --pause_;
        return Passed::elsewhere;
    }
    return Passed::try_turn;
}

void PollLoop::tried(const Turn &turn) {
    turn_ = turn;
    failures_ = turn.counts.cycles ? 0 : std::min(failures_ + 1, most_failures);
    if (failures_) pause_ = std::min(1u << failures_, longest_pause);
}

void PollLoop::archive(Archive &ar, unsigned words) {
    ar(remembered_, waits_, others_, failures_, pause_);
    for (Counts *counts : {&counts_, &turn_.counts})
        ar(counts->cycles, counts->instructions, counts->asked, counts->refused);
    ar(turn_.loads, turn_.full);
    engine::archive(ar, state_, words);
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
            ++turn.counts.asked;
            turn.loads = true;
            stop = Stop::budget;
        } else if (stop == Stop::network) {
            if (!finish_quiet_instruction(node, interface, turn)) break;
            ++turn.counts.asked;
            stop = Stop::budget;
        }
        if (stop != Stop::budget) break;
        back = from.has(state);
    }
    if (back && from.has(interface) && node.memory().unchanged() &&
        (!caches || *caches == *node.caches())) {
        turn.counts.cycles = state.now - from.state().now;
        turn.counts.instructions = state.instructions - from.state().instructions;
    }
    return turn;
}

} // namespace inlet
