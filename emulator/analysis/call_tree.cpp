#include "analysis/call_tree.h"

#include "inlet/processor.h"
namespace inlet {

CallTree::CallTree(Functions &functions)
    : functions_(functions), dispatch_(functions.named("(dispatch)")),
      exception_(functions.named("(exception)")), stolen_(functions.named("(hard-wired)")),
      idle_(functions.named("(idle)")), unrecorded_(functions.named("(unrecorded)")) {
    for (std::size_t wait = 1; wait < wait_kinds; ++wait)
        waits_[wait] = functions.named(wait_title(static_cast<Wait>(wait)));
    for (const Context context : {Context::main, Context::low, Context::high})
        ways_.push_back({.function = functions.named(functions.contexts().of(context) + " code")});
}

CallTree::Thread &CallTree::thread(std::uint32_t node, Context context) {
    if (node >= threads_.size())
        threads_.resize(node + 1, {Thread(functions_.processor()), Thread(functions_.processor()),
                                   Thread(functions_.processor())});
    return threads_[node][static_cast<std::size_t>(context)];
}

std::uint32_t CallTree::child(std::uint32_t parent, std::uint32_t function, std::uint32_t site,
                              std::uint64_t calls) {
    auto &of_parent = children_[std::uint64_t{parent} << 32 | site];
    const auto [at, added] =
        of_parent.try_emplace(function, static_cast<std::uint32_t>(ways_.size()));
    if (added) ways_.push_back({.parent = parent, .function = function, .site = site});
    ways_[at->second].calls += calls;
    return at->second;
}

/// What a function means for threads.
CallTree::Kind CallTree::kind(std::uint32_t function) {
    for (auto n = static_cast<std::uint32_t>(kinds_.size()); n <= function; ++n) {
        const std::string &name = functions_.name(n);
        kinds_.push_back(name == "am_context_switch" ? Kind::switches
                         : name == "am_upcall"       ? Kind::upcall
                         : name == "__cm5_traps" || name == "flush" || name == "overflow" ||
                                 name == "underflow"
                             ? Kind::window_trap
                             : Kind::other);
    }
    return kinds_[function];
}

/// At the first instruction behind am_context_switch: the thread that has this stack goes on, in
/// its own call of it, or in am_upcall if that has been left. Else it begins.
void CallTree::resume(Thread &thread) {
    const auto at =
        thread.suspended.find(thread.last_stack - facts_of(functions_.processor()).pushed_by_call);
    Suspended next;
    if (at != thread.suspended.end()) {
        next = std::move(at->second);
        thread.suspended.erase(at);
    }
    thread.stack.exchange(next.frames);
    thread.open = std::move(next.open);
}

/// `stack`: the stack pointer behind the call.
void CallTree::suspend(Thread &thread, std::uint32_t stack) {
    thread.suspended[stack] = {thread.stack.frames(), thread.open};
}

std::uint32_t CallTree::follow(Thread &thread, const InstructionEvent &event, std::uint64_t times) {
    const std::uint32_t function = functions_.of(event.pc);
    const Kind what = kind(function);
    const bool switching = what == Kind::switches;
    const bool trapped = thread.switches && what == Kind::window_trap;
    if (thread.switches && !switching && !trapped) resume(thread);
    const bool begins = switching && !thread.switches;
    thread.switches = switching || trapped;
    thread.stack.step(event, 0);
    const std::size_t depth = thread.stack.depth();
    if (begins ||
        (what == Kind::upcall && depth != 0 && thread.stack.frames().back().entry == event.pc))
        suspend(thread, thread.last_stack);
    auto &open = thread.open;
    const std::uint32_t from = thread.last_pc;
    thread.last_pc = event.pc;
    thread.last_stack = event.stack;
    while (!open.empty() && open.back().depth > depth) open.pop_back();
    if (open.empty()) {
        open.push_back(
            {child(static_cast<std::uint32_t>(event.context), function, 0, times), depth});
        return open.back().way;
    }
    if (open.back().depth < depth) { // the call is before the instruction in its slot
        const std::uint32_t site = thread.stack.frames().back().call;
        open.push_back({child(open.back().way, function, site, times), depth});
        return open.back().way;
    }
    if (ways_[open.back().way].function == function) return open.back().way;
    // A jump into another function: back to one that jumped here, or a tail call.
    for (std::size_t n = open.size(); n-- > 0 && open[n].depth == depth;) {
        if (ways_[open[n].way].function != function) continue;
        open.resize(n + 1);
        return open.back().way;
    }
    open.push_back({child(open.back().way, function, from, times), depth});
    return open.back().way;
}

std::uint32_t CallTree::charge(const Charge &charge) {
    const auto root = static_cast<std::uint32_t>(charge.context);
    std::uint32_t way = root;
    if (charge.instruction != nullptr) {
        Thread &here = thread(charge.node, charge.context);
        way = follow(here, *charge.instruction, charge.times);
        const Wait wait = charge.instruction->wait;
        if (wait != Wait::none)
            way = child(way, waits_[static_cast<std::size_t>(wait)], 0,
                        here.waited ? 0 : charge.times);
        here.waited = wait != Wait::none;
        ways_[way].self.instructions += charge.times;
    } else if (charge.cause == Cause::dispatch) {
        Thread &handler = thread(charge.node, charge.context);
        handler = Thread(functions_.processor());
        const std::uint32_t entry = child(root, functions_.of(charge.event->handler), 0, 1);
        handler.open.push_back({entry, 0});
        way = child(entry, dispatch_, 0, 1);
    } else if (charge.cause == Cause::exception) {
        const Thread &interrupted = thread(charge.node, charge.context);
        way = child(interrupted.open.empty() ? root : interrupted.open.back().way, exception_, 0,
                    true);
    } else if (charge.cause == Cause::stolen) {
        way = child(root, stolen_, 0, 1);
    } else {
        way = child(root, charge.cause == Cause::idle ? idle_ : unrecorded_, 0, 1);
    }
    ways_[way].self.cycles += charge.times * charge.cycles;
    return way;
}

void CallTree::sent(std::uint32_t node, Context context, std::uint32_t pc) {
    const Thread &sender = thread(node, context);
    const std::uint32_t way =
        sender.open.empty() ? child(static_cast<std::uint32_t>(context), functions_.of(pc), 0, 0)
                            : sender.open.back().way;
    ++ways_[way].self.messages;
}

std::vector<CallTree::Costs> CallTree::totals() const {
    std::vector<Costs> total(ways_.size());
    for (std::size_t n = ways_.size(); n-- > 0;) {
        total[n] += ways_[n].self;
        if (ways_[n].parent != none) total[ways_[n].parent] += total[n];
    }
    return total;
}

template <typename Enter> void CallTree::walk(Enter enter) const {
    std::vector<std::vector<std::uint32_t>> below(ways_.size());
    for (std::uint32_t n = 0; n < ways_.size(); ++n)
        if (ways_[n].parent != none) below[ways_[n].parent].push_back(n);
    std::vector<std::uint32_t> open(functions_.size());
    struct At {
        std::uint32_t way;
        std::size_t next;
    };
    std::vector<At> path;
    const auto push = [&](std::uint32_t way) {
        enter(way, open[ways_[way].function] != 0);
        ++open[ways_[way].function];
        path.push_back({way, 0});
    };
    for (std::uint32_t root = 0; root < ways_.size() && ways_[root].parent == none; ++root) {
        push(root);
        while (!path.empty()) {
            At &at = path.back();
            if (at.next < below[at.way].size()) {
                push(below[at.way][at.next++]);
                continue;
            }
            --open[ways_[at.way].function];
            path.pop_back();
        }
    }
}

std::vector<CallTree::Costs> CallTree::inclusive() const {
    const std::vector<Costs> total = totals();
    std::vector<Costs> out(functions_.size());
    walk([&](std::uint32_t way, bool again) {
        if (!again) out[ways_[way].function] += total[way];
    });
    return out;
}

std::vector<std::uint64_t> CallTree::calls() const {
    std::vector<std::uint64_t> out(functions_.size());
    for (const Way &way : ways_) out[way.function] += way.calls;
    return out;
}

std::map<CallTree::Edge, CallTree::EdgeCosts> CallTree::edges() const {
    const std::vector<Costs> total = totals();
    std::map<Edge, EdgeCosts> out;
    walk([&](std::uint32_t n, bool again) {
        const Way &way = ways_[n];
        if (way.parent == none) return;
        EdgeCosts &edge = out[{ways_[way.parent].function, way.site, way.function}];
        edge.calls += way.calls;
        if (!again) edge.costs += total[n];
    });
    return out;
}

} // namespace inlet
