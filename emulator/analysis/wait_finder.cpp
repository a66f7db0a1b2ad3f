#include "analysis/wait_finder.h"

#include "analysis/by_interface.h"
#include "inlet/instruction_class.h"
#include "trace/recording.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace inlet {

namespace {

/// Whether the function at `pc` has this word in its name, in any case.
bool is_called(const Image &names, std::uint32_t pc, const char *word) {
    const Symbol *function = names.find(pc);
    if (function == nullptr) return false;
    std::string name = function->readable();
    std::transform(name.begin(), name.end(), name.begin(), [](char c) {
        return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    });
    return name.find(word) != std::string::npos;
}

} // namespace

WaitFinder::WaitFinder(const Image &names, Observer &sink)
    : names_(names), sink_(sink), code_(names.processor), shift_(code_.set().shift()),
      slots_(has_delay_slots(names.processor)) {}

WaitFinder::Thread &WaitFinder::thread(std::uint32_t node, Context context) {
    const auto level = static_cast<std::size_t>(context);
    if (level >= threads_.size()) threads_.resize(level + 1);
    auto &of_level = threads_[level];
    if (node >= of_level.size()) of_level.resize(node + 1, Thread(names_.processor));
    return of_level[node];
}

WaitFinder::Word &WaitFinder::word(std::uint32_t pc) {
    constexpr std::uint32_t most = 1u << 20;
    const std::uint32_t first = first_address(names_.processor), index = (pc - first) >> shift_;
    if (pc < first || index >= most) return far_[pc];
    if (index >= near_.size()) near_.resize(std::max<std::size_t>(index + 1, near_.size() * 2));
    return near_[index];
}

WaitFinder::Word &WaitFinder::known_word(std::uint32_t pc, std::uint32_t encoding) {
    Word &at = word(pc);
    if (at.known && at.word == encoding) return at;
    const InstructionClass kind = classify(encoding, names_.processor);
    at = {encoding, true, kind == InstructionClass::branch || kind == InstructionClass::jump,
          is_called(names_, pc, "poll"), 0};
    return at;
}

/// A turn begins.
void WaitFinder::Thread::begin(const TurnStep &head) {
    turn.assign(1, head);
    heads.assign(1, 0);
    refused = 0;
}

void WaitFinder::Thread::forget_turn() {
    turn.clear();
    heads.clear();
    refused = 0;
}

/// Drops the first instructions, up to a head.
void WaitFinder::Thread::drop(std::size_t count) {
    if (count == 0) return;
    turn.erase(turn.begin(), turn.begin() + static_cast<std::ptrdiff_t>(count));
    std::erase_if(heads, [count](std::size_t head) { return head < count; });
    for (std::size_t &head : heads) head -= count;
    refused = refused > count ? refused - count : 0;
}

/// If `pc` is a head, `turn` becomes the turn from its last execution to now.
bool WaitFinder::Thread::turns_to(std::uint32_t pc) {
    const auto head = std::find_if(heads.rbegin(), heads.rend(),
                                   [&](std::size_t at) { return turn[at].pc == pc; });
    if (head == heads.rend()) return false;
    drop(*head);
    return true;
}

void WaitFinder::Thread::add(const TurnStep &step, bool is_head) {
    if (is_head) heads.push_back(turn.size());
    turn.push_back(step);
    while (turn.size() > longest)
        if (heads.size() > 1)
            drop(heads[1]);
        else
            forget_turn();
}

/// Recognises barriers by name. am_enable and am_disable end in a barrier (<am.h>).
bool WaitFinder::is_barrier(std::uint32_t pc) {
    const auto [at, added] = barriers_.try_emplace(pc, false);
    if (added) {
        if (const Symbol *function = names_.find(pc)) {
            const std::string name = function->readable();
            at->second =
                is_called(names_, pc, "barrier") || name == "am_enable" || name == "am_disable";
        }
    }
    return at->second;
}

bool WaitFinder::in_barrier(const Thread &thread, std::uint32_t pc) {
    if (is_barrier(pc)) return true;
    // Includes the caller of the outermost known function.
    return std::any_of(
        thread.stack.frames().begin(), thread.stack.frames().end(),
        [&](const auto &frame) { return is_barrier(frame.entry) || is_barrier(frame.resume - 4); });
}

Wait WaitFinder::judge(Thread &thread) {
    std::uint32_t hash = 1;
    for (const TurnStep &step : thread.turn)
        hash = (hash ^ step.pc ^ (step.refused ? 1u : 0u)) * 0x9E3779B1u;
    Word &head = word(thread.turn.front().pc);
    if (head.no_wait == hash && hash != 0) return Wait::none;
    Wait wait = waits_for(thread.turn, code_);
    if (wait == Wait::none) head.no_wait = hash;
    if (wait != Wait::none && thread.refused != 0) return Wait::room;
    if (wait == Wait::message && in_barrier(thread, thread.turn.front().pc)) wait = Wait::barrier;
    return wait;
}

Wait WaitFinder::find(const InstructionEvent &event) {
    Thread &t = thread(event.node, event.context);
    t.stack.step(event, 0);
    const bool back = t.branched && event.pc <= t.last;
    const Word &at = known_word(event.pc, event.word);
    t.branched = at.branches || (slots_ && t.branches);
    t.branches = at.branches;
    t.last = event.pc;
    const TurnStep step{event.pc, event.word, event.waiting, at.polls, event.tail};
    if (t.wait != Wait::none) {
        // A branch that is interrupted in its slot is executed again (CSD-94-823 A.9.1).
        if (t.at != 0 && t.turn[t.at - 1].pc == event.pc) return t.wait;
        if (t.at == t.turn.size()) t.at = 0;
        // The SEND that is finally accepted does not wait.
        const bool sends = t.turn[t.at].refused && !event.waiting;
        if (t.turn[t.at].pc == event.pc && !sends) {
            ++t.at;
            return t.wait;
        }
        t.wait = Wait::none;
        t.forget_turn();
    }
    const bool turned = back && t.turns_to(event.pc);
    if (turned) t.wait = judge(t);
    if (t.wait != Wait::none) {
        t.heads.assign(1, 0);
        t.at = 1;
        return t.wait;
    }
    if (turned || (back && t.turn.empty()))
        t.begin(step);
    else if (!t.turn.empty())
        t.add(step, back);
    return event.waiting ? Wait::room : Wait::none;
}

void WaitFinder::instruction(const InstructionEvent &event) {
    if (event.core) return sink_.instruction(event); // for sinks that want firmware
    const Wait wait = find(event);
    if (wait == Wait::none) return sink_.instruction(event);
    InstructionEvent marked = event;
    marked.wait = wait;
    sink_.instruction(marked);
}

/// A turn that leaves the thread's state unchanged stands for all further turns.
void WaitFinder::wait(const WaitEvent &waited) {
    const InstructionEvent &first = waited.turn.front();
    if (first.core) return sink_.wait(waited);
    Thread &t = thread(first.node, first.context);
    for (std::uint64_t n = 0; n < waited.turns; ++n) {
        before_ = t;
        marked_.assign(waited.turn.begin(), waited.turn.end());
        for (InstructionEvent &event : marked_) {
            event.cycle += n * waited.cycles;
            event.wait = find(event);
        }
        if (t == before_) return sink_.wait({marked_, waited.turns - n, waited.cycles});
        for (const InstructionEvent &event : marked_) sink_.instruction(event);
    }
}

/// A turn that has sent or taken a message works. (Turns that wait are all alike: where one does
/// more, its path differs. A message may leave meanwhile, out of an adapter.)
void WaitFinder::end_turn(std::uint32_t node, Context context) {
    Thread &t = thread(node, context);
    if (t.wait == Wait::none) t.forget_turn();
}

void WaitFinder::event(const MessageEvent &event) {
    if (event.core) return sink_.event(event);
    switch (event.kind()) {
    case EventKind::dispatch:
        thread(event.node, event.context) = Thread(names_.processor);
        // Software that takes a message itself, in a poll, enters its handler in no time. Where the
        // processor does, the handler comes between two instructions of a turn.
        if (event.as<events::Dispatch>()->cycles == 0)
            for (std::size_t level = 0; level < threads_.size(); ++level)
                if (static_cast<Context>(level) != event.context)
                    end_turn(event.node, static_cast<Context>(level));
        break;
    case EventKind::inject:
        if (!is_sent_by_interface(event)) end_turn(event.node, event.context);
        break;
    case EventKind::refuse: {
        Thread &t = thread(event.node, event.context);
        t.refused = t.turn.size();
        break;
    }
    default: break;
    }
    sink_.event(event);
}

void read_waits(Recording &recording, Observer &sink) {
    WaitFinder waits(recording.names(), sink);
    recording.read(waits);
}

} // namespace inlet
