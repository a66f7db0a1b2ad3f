// Waits by turns. A turn of a loop that waits changes nothing but time (cpu/engine/spin.h), so it
// is enough to count turns, and to report what one is.
#include "archive/archive.h"
#include "cpu/engine/spin.h"
#include "node/core.h"
#include "node/turn_recorder.h"

#include <algorithm>
#include <tuple>

namespace inlet {

using engine::Kind;
using engine::Stop;

namespace {

/// Two are told one by one, so that they can be compared.
constexpr std::uint64_t fewest_turns = 4;

bool same(const InstructionEvent &a, std::uint64_t a_began, const InstructionEvent &b,
          std::uint64_t b_began) {
    const auto members = [](const InstructionEvent &event) {
        const auto &[node, context, cycle, pc, word, cost, waiting, stack, core, length, tail,
                     wait] = event;
        return std::tie(node, context, pc, word, cost, waiting, stack, core, length, tail, wait);
    };
    return a.cycle - a_began == b.cycle - b_began && members(a) == members(b);
}

} // namespace

bool TurnRecorder::repeats(std::uint64_t end) const {
    const auto alike = [&](const InstructionEvent &a, const InstructionEvent &b) {
        return same(a, began_, b, began_before_) && a.context == turn_.front().context;
    };
    return whole_ && whole_before_ && !turn_.empty() && began_ - began_before_ == end - began_ &&
           std::equal(turn_.begin(), turn_.end(), before_.begin(), before_.end(), alike);
}

WaitEvent TurnRecorder::more(std::uint64_t turns, std::uint64_t end) {
    const std::uint64_t cycles = end - began_;
    for (InstructionEvent &event : turn_) event.cycle += cycles;
    return {turn_, turns, cycles};
}

/// The processor may stand anywhere in the loop.
void Core::skip_turns_until(std::uint64_t until) {
    if (observer_)
        tell_turns(until);
    else
        skip_turns((until - state_.now) / state_.spin_cycles);
}

void Core::skip_turns(std::uint64_t turns) {
    const std::uint64_t cycles = turns * state_.spin_cycles;
    const std::uint64_t instructions = turns * state_.spin_instructions;
    state_.now += cycles;
    state_.waiting += cycles;
    state_.instructions += instructions;
    state_.spin.now += cycles;
    state_.spin.instructions += instructions;
}

/// Tells whole turns as one event, up to `until` and between arrivals, which come between
/// instructions.
void Core::tell_turns(std::uint64_t until) {
    const std::uint64_t cycles = state_.spin_cycles;
    const auto turns_left = [&](std::uint64_t end) {
        return end > state_.now ? (end - state_.now) / cycles : 0;
    };
    if (turns_left(until) < fewest_turns) return;
    struct Watched { // also if the sink throws
        Observer *&observer;
        TurnRecorder recorder;
        explicit Watched(Observer *&of) : observer(of), recorder(*of) { observer = &recorder; }
        ~Watched() { observer = &recorder.sink(); }
        Watched(const Watched &) = delete;
        Watched &operator=(const Watched &) = delete;
    } watched(observer_);
    while (turns_left(until) != 0) {
        watched.recorder.begin(state_.now);
        const std::uint64_t end = state_.now + cycles;
        while (state_.now < end) step_until(end);
        if (state_.now != end || !watched.recorder.repeats(end)) continue;
        const std::uint64_t turns = turns_left(std::min(until, next_announcement()));
        if (turns == 0) continue;
        watched.recorder.sink().wait(watched.recorder.more(turns, end));
        skip_turns(turns);
        stepped_.cycle += turns * cycles;
        watched.recorder.begin(state_.now); // the turns before it are not in a row with the next
    }
}

std::vector<std::uint32_t> Core::reads() {
    std::vector<std::uint32_t> addresses;
    engine::State copy = state_; // one more turn, which changes nothing in memory
    engine::Stepped stepped;
    for (std::uint64_t n = 0; n < state_.spin_instructions; ++n) {
        const engine::Instruction *in = code_.program().at(copy.pc);
        if (in && in->kind == Kind::load) {
            const auto accesses = engine::data_accesses(copy, memory_, code_.program());
            const std::uint32_t address =
                accesses.empty() ? copy.r[in->rs] + in->imm : accesses.front().address;
            if (std::find(addresses.begin(), addresses.end(), address) == addresses.end())
                addresses.push_back(address);
        }
        engine::step(copy, memory_, code_.program(), stepped);
    }
    return addresses;
}

bool Core::turn_comes_back() const {
    constexpr std::uint64_t longest = 4096; // instructions; a loop has no more than a few
    if (!state_.spin_cycles || !state_.spin_instructions || state_.spin_instructions > longest ||
        state_.spin_cycles >= Archive::last_cycle)
        return false;
    engine::State copy = state_;
    Memory &memory = const_cast<Memory &>(memory_); // nothing is stored
    engine::Stepped stepped;
    for (std::uint64_t n = 0; n < state_.spin_instructions; ++n) {
        const engine::Instruction *in = code_.program().at(copy.pc);
        if (!in || in->kind == engine::Kind::store) return false;
        const Stop stop = engine::step(copy, memory, code_.program(), stepped);
        if (stop != Stop::budget && stop != Stop::spin) return false;
    }
    return engine::same_but_for_time(state_, copy);
}

} // namespace inlet
