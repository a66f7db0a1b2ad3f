#include "inlet/check_am.h"

#include "analysis/event_names.h"
#include "cpu/processor_text.h"
#include "inlet/processor.h"

#include <algorithm>
#include <utility>

namespace inlet {

namespace {

constexpr std::uint32_t stack_pointer = 29, level_stack = 9; // docs/t1-abi.md, "Handlers"
constexpr std::uint32_t stack_bytes = 0x10000;               // of each level

std::uint32_t field(std::uint32_t word, unsigned shift) { return word >> shift & 31; }

/// ADDIU $29, $9 or $29, n: allocates or frees a frame.
bool moves_stack(std::uint32_t word) {
    const std::uint32_t rs = field(word, 21);
    return word >> 26 == 9 && field(word, 16) == stack_pointer &&
           (rs == stack_pointer || rs == level_stack);
}

/// SUBU $29, $29 or $9, r: allocates a frame of computed size.
bool makes_frame(std::uint32_t word) {
    const std::uint32_t rs = field(word, 21);
    return (word & 0xFC0007FF) == 0x23 && field(word, 11) == stack_pointer &&
           (rs == stack_pointer || rs == level_stack);
}

/// Addresses of the open calls, innermost first.
std::vector<std::uint32_t> open_calls(const CallStack &calls) {
    std::vector<std::uint32_t> at;
    for (auto frame = calls.frames().rbegin(); frame != calls.frames().rend(); ++frame)
        at.push_back(frame->call);
    return at;
}

} // namespace

CheckAm::CheckAm(std::uint32_t nodes, std::uint64_t limit, Processor processor,
                 std::uint32_t upcall, std::string machine,
                 std::function<bool(std::uint32_t)> of_runtime, bool libraries_poll)
    : limit_(limit), processor_(processor), machine_(std::move(machine)), upcall_(upcall),
      of_runtime_(std::move(of_runtime)), libraries_poll_(libraries_poll), active_(2 * nodes),
      waiting_(nodes) {
    for (Waiting &waiting : waiting_) waiting.calls = CallStack(processor);
}

CheckAm::Active *CheckAm::active(std::uint32_t node, Context level) {
    if (level == Context::main) return nullptr;
    Level &open = active_[2 * node + (level == Context::high)];
    return open.empty() || !open.back().handler ? nullptr : &open.back();
}

bool CheckAm::counts(const MessageEvent &event) const {
    return !is_control(event.handler, processor_, machine_);
}

bool CheckAm::is_owed(const MessageEvent &event) const {
    // What names no handler is a packet of a bulk transfer, which such a library has begun.
    const bool of_library =
        event.handler < first_handler || (of_runtime_ && of_runtime_(event.handler));
    return counts(event) && !(libraries_poll_ && of_library);
}

void CheckAm::instruction(const InstructionEvent &event) {
    if (event.node < waiting_.size()) {
        Waiting &waiting = waiting_[event.node];
        waiting.now = event.cycle;
        if (event.context == Context::main) waiting.calls.step(event, 0);
        if (event.context == Context::main && !waiting.too_long) {
            waiting.pc = event.pc;
            if (waiting.messages && event.cycle > waiting.since + patience * limit_)
                too_long(waiting);
        }
    }
    Active *const run = active(event.node, event.context);
    if (!run) return;
    run->pc = event.pc;
    if (text_of(processor_).traps(event.word)) run->trap = event.pc;
    run->calls.step(event, 0);
    note_sending(*run, event);
    if (!run->refused && !event.waiting) run->cycles += event.cost.total();
    if (!run->in_window_trap)
        note_stack(*run, event);
    else if (text_of(processor_).ends_trap(event.word))
        run->in_window_trap = false;
}

/// A send that waits repeats code of the runtime, or a trap into the kernel.
void CheckAm::note_sending(Active &run, const InstructionEvent &event) const {
    if (facts_of(processor_).handler_entry != 0 || event.pc < facts_of(processor_).kernel_end)
        return; // T1's SEND is refused
    const bool of_runtime = of_runtime_ && of_runtime_(event.pc);
    if (!of_runtime) {
        run.called.clear();
        run.repeats.reset();
        if (!text_of(processor_).traps(event.word)) return;
        const auto [first, added] =
            run.traps.try_emplace(event.pc, std::pair(run.cycles, run.cycles));
        if (!added) first->second.second = run.cycles;
    } else if (!run.repeats && !run.called.insert(event.pc).second) {
        run.repeats = run.cycles;
    }
}

/// The handler's message leaves: what it has waited for does not count.
void CheckAm::leaves(Active &run) {
    std::uint64_t waits = run.repeats ? run.cycles - *run.repeats : 0;
    if (const auto trap = run.traps.find(run.trap); trap != run.traps.end())
        waits += trap->second.second - trap->second.first;
    run.cycles -= std::min(run.cycles, waits);
    run.called.clear();
    run.repeats.reset();
    run.traps.clear();
}

/// On T1 from the frame that a handler makes; elsewhere it begins and ends with the same stack
/// pointer, the highest that it has.
void CheckAm::note_stack(Active &run, const InstructionEvent &event) const {
    if (facts_of(processor_).handler_entry == 0) {
        if (event.stack == 0) return;
        if (run.highest == 0) run.lowest = run.highest = event.stack;
        // Traps for register windows have pointers of other windows.
        if (event.stack + stack_bytes < run.highest || event.stack > run.lowest + stack_bytes)
            return;
        run.lowest = std::min(run.lowest, event.stack);
        run.highest = std::max(run.highest, event.stack);
        run.handler->stack = std::max(run.handler->stack, run.highest - run.lowest);
        return;
    }
    const bool adds = moves_stack(event.word);
    if (!adds && !makes_frame(event.word)) return;
    if (run.stack_top == 0) {
        if (!adds || field(event.word, 21) != level_stack) return;
        const auto immediate = static_cast<std::int16_t>(event.word);
        run.stack_top = event.stack - static_cast<std::uint32_t>(std::int32_t{immediate});
    }
    const std::uint32_t used = run.stack_top - event.stack;
    // More than that is the stack of a kernel that an exception has entered.
    if (used <= stack_bytes) run.handler->stack = std::max(run.handler->stack, used);
}

void CheckAm::event(const MessageEvent &event) {
    switch (event.kind()) {
    case EventKind::arrive:
        if (event.node < waiting_.size() && is_owed(event))
            comes(waiting_[event.node], event.cycle);
        break;
    case EventKind::hardwired: goes(event.node, event.cycle, true); break;
    case EventKind::stage:
        if (is_taken(event)) goes(event.node, event.cycle, is_owed(event));
        break;
    case EventKind::exception: {
        using Trap = ProcessorText::WindowTrap;
        const std::uint32_t cause = event.as<events::Exception>()->cause;
        if (Active *const run = active(event.node, event.context))
            run->in_window_trap = text_of(processor_).window_trap(cause) != Trap::none;
        // T1: an interrupt takes the message.
        constexpr std::uint32_t code_bits = 31 << 2;
        if (facts_of(processor_).handler_entry == 0) break;
        goes(event.node, event.cycle, (cause & code_bits) == 0);
        break;
    }
    case EventKind::dispatch: begin(event); break;
    case EventKind::ret: end(event); break;
    case EventKind::inject:
    case EventKind::refuse:
        if (Active *const run = active(event.node, event.context)) {
            sent(event, *run);
            if (event.kind() == EventKind::inject && counts(event)) leaves(*run);
        }
        break;
    default: break;
    }
}

void CheckAm::begin(const MessageEvent &event) {
    goes(event.node, event.cycle, event.message.number != 0 && is_owed(event));
    const bool high = event.context == Context::high;
    Active run;
    run.message = event.message;
    if (event.handler >= first_handler) {
        AmHandler &handler = handlers_[std::uint64_t{event.handler} << 1 | high];
        handler.address = event.handler;
        handler.high = high;
        handler.upcall = event.handler == upcall_;
        run.calls = CallStack(processor_);
        run.handler = &handler;
        run.cycle = event.cycle;
        run.cycles =
            event.as<events::Dispatch>()->cycles; // reception counts as part of the handler
        run.pc = event.handler;
    }
    Level &open = active_[2 * event.node + high];
    if (facts_of(processor_).handler_entry != 0) open.clear(); // a level has one handler
    open.push_back(std::move(run));
}

void CheckAm::end(const MessageEvent &event) {
    if (event.node < waiting_.size()) waiting_[event.node].since = event.cycle;
    if (event.context == Context::main) return;
    Level &open = active_[2 * event.node + (event.context == Context::high)];
    const auto last = std::find_if(open.rbegin(), open.rend(),
                                   [&](const Active &run) { return run.message == event.message; });
    if (last == open.rend()) return;
    Active run = std::move(*last);
    open.erase(last.base() - 1, open.end());
    if (!run.handler) return;
    run.handler->count += run.message.number != 0;
    run.handler->longest = std::max(run.handler->longest, run.cycles);
    if (run.cycles > limit_ && !run.handler->upcall &&
        !(of_runtime_ && of_runtime_(run.handler->address)))
        note({AmBreachKind::too_long, run.handler->address, run.handler->address, event.node,
              run.cycle, run.cycles, 1});
}

void CheckAm::comes(Waiting &waiting, std::uint64_t cycle) {
    if (waiting.messages++ == 0) waiting.since = std::max(waiting.since, cycle);
}

void CheckAm::too_long(Waiting &waiting) {
    if (!waiting.too_long) waiting.callers = open_calls(waiting.calls);
    waiting.too_long = true;
}

/// A handler begins. `message`: it handles a message.
void CheckAm::goes(std::uint32_t node, std::uint64_t cycle, bool message) {
    if (node >= waiting_.size()) return;
    Waiting &waiting = waiting_[node];
    waiting.now = cycle;
    waited(node);
    waiting.since = cycle;
    if (message && waiting.messages) --waiting.messages;
}

void CheckAm::waited(std::uint32_t node) {
    Waiting &waiting = waiting_[node];
    if (waiting.too_long)
        note({AmBreachKind::not_polled, 0, waiting.pc, node, waiting.since,
              waiting.now - waiting.since, 1, waiting.messages, waiting.callers});
    waiting.too_long = false;
}

void CheckAm::sent(const MessageEvent &event, Active &run) {
    if (event.pc != run.pc) return; // a hard-wired handler's message
    const bool again = run.refused; // a retry of the same SEND
    run.refused = event.kind() == EventKind::refuse;
    if (again || run.message.number == 0 || run.handler->upcall || !counts(event)) return;
    const bool high = event.context == Context::high;
    // A reply, or it is not known.
    if (!high && (event.high || !facts_of(processor_).replies_known)) return;
    std::vector<std::uint32_t> callers = open_calls(run.calls);
    if (run.trap != 0) callers.push_back(run.trap); // the kernel sends
    note({high ? AmBreachKind::reply_sends : AmBreachKind::request_requests, run.handler->address,
          event.pc, event.node, event.cycle, 0, 1, 0, std::move(callers)});
}

void CheckAm::finish(bool idle, bool failed) {
    for (std::uint32_t node = 0; node < waiting_.size(); ++node) {
        Waiting &waiting = waiting_[node];
        if (idle && waiting.messages && active_[2 * node].empty() && active_[2 * node + 1].empty())
            too_long(waiting); // it waits forever
        waited(node);
    }
    for (std::size_t i = 0; i < active_.size(); ++i)
        for (const Active &run : active_[i]) {
            if (!run.handler) continue;
            run.handler->longest = std::max(run.handler->longest, run.cycles);
            if (failed || run.handler->upcall) continue;
            if (run.cycles > limit_ || (idle && !run.refused))
                note({AmBreachKind::endless, run.handler->address, run.pc,
                      static_cast<std::uint32_t>(i / 2), run.cycle, run.cycles, 1, 0,
                      open_calls(run.calls)});
        }
}

void CheckAm::note(const AmBreach &breach) {
    const auto [found, is_new] = breaches_.try_emplace(
        Key{breach.kind, breach.handler, breach.kind == AmBreachKind::not_polled ? 0 : breach.pc},
        breach);
    if (is_new) return;
    AmBreach &kept = found->second;
    const std::uint64_t count = kept.count + 1;
    // The order of calls for different nodes is the host's; the breach to keep must not depend on
    // it.
    const auto order = [](const AmBreach &b) { return std::tuple(~b.cycles, b.cycle, b.node); };
    if (order(breach) < order(kept)) kept = breach;
    kept.count = count;
}

std::vector<AmHandler> CheckAm::handlers() const {
    std::vector<AmHandler> all;
    for (const auto &[key, handler] : handlers_) all.push_back(handler);
    std::sort(all.begin(), all.end(), [](const AmHandler &a, const AmHandler &b) {
        return std::tuple(a.address, a.high) < std::tuple(b.address, b.high);
    });
    return all;
}

std::vector<AmBreach> CheckAm::breaches() const {
    std::vector<AmBreach> all;
    for (const auto &[key, breach] : breaches_) all.push_back(breach);
    return all;
}

} // namespace inlet
