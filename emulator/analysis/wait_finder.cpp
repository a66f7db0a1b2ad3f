#include "analysis/wait_finder.h"

#include "inlet/instruction_class.h"
#include "trace/recording.h"

#include <algorithm>

namespace inlet {

WaitFinder::Thread &WaitFinder::thread(std::uint32_t node, Context context) {
    const auto level = static_cast<std::size_t>(context);
    if (level >= threads_.size()) threads_.resize(level + 1);
    auto &of_level = threads_[level];
    if (node >= of_level.size()) of_level.resize(node + 1, Thread(names_.processor));
    return of_level[node];
}

WaitFinder::Word &WaitFinder::word(std::uint32_t pc) {
    constexpr std::uint32_t first = 0x10000, most = 1u << 20;
    const std::uint32_t index = (pc - first) / 4;
    if (pc < first || index >= most) return far_[pc];
    if (index >= near_.size()) near_.resize(std::max<std::size_t>(index + 1, near_.size() * 2));
    return near_[index];
}

bool WaitFinder::branches(std::uint32_t pc, std::uint32_t encoding) {
    Word &at = word(pc);
    if (!at.known || at.word != encoding) {
        const InstructionClass kind = classify(encoding, names_.processor);
        at = {encoding, true, kind == InstructionClass::branch || kind == InstructionClass::jump,
              0};
    }
    return at.branches;
}

/// Recognises barriers by name. am_enable and am_disable end in a barrier (<am.h>).
bool WaitFinder::is_barrier(std::uint32_t pc) {
    const auto [at, added] = barriers_.try_emplace(pc, false);
    if (added) {
        if (const Symbol *function = names_.find(pc)) {
            const std::string name = function->readable();
            at->second = name.find("barrier") != std::string::npos || name == "am_enable" ||
                         name == "am_disable";
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
    // waits_for() knows MIPS instructions only.
    Wait wait = names_.processor == Processor::mips ? waits_for(thread.turn) : Wait::none;
    if (wait == Wait::none) head.no_wait = hash;
    if (wait == Wait::message && in_barrier(thread, thread.turn.front().pc)) wait = Wait::barrier;
    return wait;
}

Wait WaitFinder::find(const InstructionEvent &event) {
    Thread &t = thread(event.node, event.context);
    t.stack.step(event, 0);
    const bool back = t.branched && event.pc <= t.last;
    const bool branch = branches(event.pc, event.word);
    t.branched = t.branches || branch;
    t.branches = branch;
    t.last = event.pc;
    const TurnStep step{event.pc, event.word, event.waiting};
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
        t.turn.clear();
    }
    if (back) {
        const bool turned = !t.turn.empty() && t.turn.front().pc == event.pc;
        if (turned) t.wait = judge(t);
        if (t.wait != Wait::none) {
            t.at = 1;
            return t.wait;
        }
        t.turn.assign(1, step);
    } else if (!t.turn.empty()) {
        if (t.turn.size() < longest)
            t.turn.push_back(step);
        else
            t.turn.clear();
    }
    return event.waiting ? Wait::room : Wait::none;
}

void WaitFinder::instruction(const InstructionEvent &event) {
    const Wait wait = find(event);
    if (wait == Wait::none) return sink_.instruction(event);
    InstructionEvent marked = event;
    marked.wait = wait;
    sink_.instruction(marked);
}

/// A turn that leaves the thread's state unchanged stands for all further turns.
void WaitFinder::wait(const WaitEvent &waited) {
    const InstructionEvent &first = waited.turn.front();
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

void WaitFinder::event(const MessageEvent &event) {
    if (event.kind == EventKind::dispatch)
        thread(event.node, event.context) = Thread(names_.processor);
    sink_.event(event);
}

void read_waits(Recording &recording, Observer &sink) {
    WaitFinder waits(recording.names(), sink);
    recording.read(waits);
}

} // namespace inlet
