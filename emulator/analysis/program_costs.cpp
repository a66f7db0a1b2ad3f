#include "inlet/program_costs.h"

#include "analysis/cause_split.h"
#include "analysis/functions.h"
#include "analysis/wait_finder.h"
#include "inlet/call_stack.h"
#include "inlet/instruction_class.h"
#include "inlet/processor.h"
#include "trace/start_code.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

namespace inlet {

namespace {

bool names_a_send(std::string name) {
    for (char &c : name) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    for (const char *word : {"send", "request", "reply", "answer", "xfer"})
        if (name.find(word) != std::string::npos) return true;
    for (const char *block : {"am_store", "am_get", "am_bulk_"})
        if (name.starts_with(block)) return true;
    return name.starts_with("cmam_") && name.size() > 5 && name[5] >= '0' && name[5] <= '9';
}

} // namespace

/// Main or handlers, outside of sends or in them. CostMeter knows instructions' waits from
/// InstructionEvent::wait.
struct ProgramCosts::Sums final : Observer {
    Sums(const Image &image, const CauseSplit &split)
        : names(image), functions(image), sending(split), other(split) {}

    void instruction(const InstructionEvent &event) override {
        const bool sends = sends_at(event);
        (sends ? sending : other).instruction(event);
    }
    /// A turn calls nothing, so its thread stays in the same functions.
    void wait(const WaitEvent &waited) override {
        Thread &thread = of(waited.turn.front().node, waited.turn.front().context);
        const bool inside = thread.inside || sends(functions.of(waited.turn.front().pc));
        for (const InstructionEvent &event : waited.turn) {
            WaitEvent one = waited;
            one.turn = {&event, 1};
            (inside || inlined(event) ? sending : other).wait(one);
            thread.stack.step(event, 0);
        }
    }
    void event(const MessageEvent &event) override {
        other.event(event);
        if (event.kind() == EventKind::dispatch) of(event.node, event.context) = new_thread();
        const std::uint64_t key = event.message.key();
        switch (event.kind()) {
        case EventKind::inject: under_way[key] = event.cycle; return;
        case EventKind::drop: under_way.erase(key); return;
        case EventKind::arrive: break;
        default: return;
        }
        const auto from = under_way.find(key);
        if (from == under_way.end()) return;
        ++arrived;
        in_network += event.cycle - std::min(from->second, event.cycle);
        if (!event.multicast) under_way.erase(from); // copies of a multicast share the message
    }

    struct Thread {
        explicit Thread(Processor processor) : stack(processor) {}
        CallStack stack;
        std::size_t depth = 0;   ///< of the stack, for which `inside` holds
        std::uint32_t entry = 0; ///< of the innermost open call
        bool inside = false;     ///< an open call is of a function that sends
        unsigned steps = 0;      ///< of a handler: instructions so far, at most handler_entry + 1
    };

    /// Instructions that enter a handler read the message's handler. They send nothing.
    bool enters(const InstructionEvent &event, Thread &thread) const {
        const unsigned entry = facts_of(names.processor).handler_entry;
        if (event.context == Context::main || entry == 0) return false;
        if (thread.steps <= entry) ++thread.steps;
        return thread.steps <= entry;
    }

    Thread new_thread() const { return Thread(names.processor); }
    Thread &of(std::uint32_t node, Context context) {
        auto &threads = by_context[static_cast<std::size_t>(context)];
        while (node >= threads.size()) threads.push_back(new_thread());
        return threads[node];
    }

    bool sends_at(const InstructionEvent &event) {
        Thread &thread = of(event.node, event.context);
        thread.stack.step(event, 0);
        const auto &frames = thread.stack.frames();
        const std::uint32_t entry = frames.empty() ? 0 : frames.back().entry;
        if (frames.size() != thread.depth || entry != thread.entry) {
            thread.depth = frames.size();
            thread.entry = entry;
            thread.inside = std::any_of(frames.begin(), frames.end(), [&](const auto &frame) {
                return sends(functions.of(frame.entry));
            });
        }
        return thread.inside || sends(functions.of(event.pc)) ||
               (!enters(event, thread) && inlined(event));
    }

    /// Whether this is a function of the runtime that sends. Where a program does not say where its
    /// runtime begins, the name decides.
    bool sends(std::uint32_t function) {
        for (auto n = static_cast<std::uint32_t>(sending_functions.size()); n <= function; ++n) {
            const std::string &name = functions.name(n);
            sending_functions.push_back(names_a_send(name) &&
                                        (names.runtime_text == 0 || of_runtime(name)));
        }
        return sending_functions[function] != 0;
    }
    bool of_runtime(const std::string &name) const {
        return std::any_of(names.symbols.begin(), names.symbols.end(), [&](const Symbol &symbol) {
            return names.is_runtime(symbol.address) && symbol.readable() == name;
        });
    }

    /// Whether this sends, or is another network instruction in the program's own code.
    bool inlined(const InstructionEvent &event) {
        enum : std::uint8_t { unknown, no, yes };
        constexpr std::uint32_t first = 0x10000, most = 1u << 22; // bytes
        const auto look = [&] {
            const InstructionClass kind = classify(event.word, names.processor);
            return kind == InstructionClass::send ||
                   (kind == InstructionClass::network && !names.is_runtime(event.pc));
        };
        const std::uint32_t at = event.pc - first;
        if (event.pc < first || at >= most) return look();
        if (at >= near.size()) near.resize(std::max<std::size_t>(at + 1, near.size() * 2));
        if (near[at] == unknown) near[at] = look() ? yes : no;
        return near[at] == yes;
    }

    const Image &names;
    Functions functions;
    std::vector<std::uint8_t> sending_functions; ///< by number
    std::vector<std::uint8_t> near;              ///< of inlined(), by address
    std::array<std::vector<Thread>, 3> by_context;
    CostMeter sending, other;
    std::unordered_map<std::uint64_t, std::uint64_t> under_way; ///< acceptance, by message
    std::uint64_t arrived = 0, in_network = 0;
};

ProgramCosts::ProgramCosts(const Image &names, const MachineConfig &machine)
    : sums_(std::make_unique<Sums>(names, CauseSplit(names.processor, machine))),
      waits_(std::make_unique<WaitFinder>(names, *sums_)),
      start_(std::make_unique<StartCode>(names, *waits_)) {}
ProgramCosts::~ProgramCosts() = default;

void ProgramCosts::instruction(const InstructionEvent &event) { start_->instruction(event); }
void ProgramCosts::wait(const WaitEvent &waited) { start_->wait(waited); }
void ProgramCosts::event(const MessageEvent &event) { start_->event(event); }

namespace {

CostTotals of_handlers(const CostMeter &meter) {
    CostTotals sum = meter.of(Context::low);
    sum.add(meter.of(Context::high));
    return sum;
}

} // namespace

CostTotals ProgramCosts::own() const { return sums_->other.of(Context::main); }
CostTotals ProgramCosts::sending() const { return sums_->sending.all(); }
CostTotals ProgramCosts::sending_in_handlers() const { return of_handlers(sums_->sending); }
CostTotals ProgramCosts::handlers() const { return of_handlers(sums_->other); }
std::uint64_t ProgramCosts::arrived() const { return sums_->arrived; }
std::uint64_t ProgramCosts::cycles_in_network() const { return sums_->in_network; }

} // namespace inlet
