// Who called whom, and what it cost there: each way from a root to a function once.
#pragma once

#include "analysis/functions.h"
#include "analysis/ledger.h"
#include "inlet/call_stack.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace inlet {

/// Grows with the number of different ways, not with the length of the run. All nodes are in one
/// tree. The roots are "main", "low" and "high": what main programs and handlers of each priority
/// execute. A handler begins at its root, not at what it interrupts.
class CallTree {
  public:
    struct Costs {
        std::uint64_t cycles = 0, instructions = 0, messages = 0;
        Costs &operator+=(const Costs &other) {
            cycles += other.cycles;
            instructions += other.instructions;
            messages += other.messages;
            return *this;
        }
        bool operator==(const Costs &) const = default;
    };
    struct Way {
        std::uint32_t parent = none; ///< smaller than its own number
        std::uint32_t function = 0;
        std::uint32_t site = 0; ///< pc of the call; 0: a root, or nobody calls
        std::uint64_t calls = 0;
        Costs self{};
    };
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    explicit CallTree(Functions &functions);

    /// The way on which its instruction or event is. Every charge, in the order of the ledger.
    std::uint32_t charge(const Charge &charge);
    /// A SEND of this thread was accepted.
    void sent(std::uint32_t node, Context context);

    const std::vector<Way> &ways() const { return ways_; }
    const Functions &functions() const { return functions_; }
    /// Each way's costs and those of all below it.
    std::vector<Costs> totals() const;
    /// By function: it and all that it called; what it called of itself counts once.
    std::vector<Costs> inclusive() const;
    /// How often each function was called or jumped to.
    std::vector<std::uint64_t> calls() const;
    struct Edge {
        std::uint32_t caller, site, callee;
        auto operator<=>(const Edge &) const = default;
    };
    struct EdgeCosts {
        std::uint64_t calls = 0;
        Costs costs; ///< inclusive; nothing where the callee is open already (recursion)
    };
    std::map<Edge, EdgeCosts> edges() const;

  private:
    struct Open {
        std::uint32_t way;
        std::size_t depth; ///< of calls; functions that were jumped to share it
    };
    struct Thread {
        explicit Thread(Processor processor) : stack(processor) {}
        CallStack stack;
        std::vector<Open> open;
        std::uint32_t last_pc = 0;
        bool waited = false; ///< in the last instruction
    };
    Thread &thread(std::uint32_t node, Context context);
    std::uint32_t child(std::uint32_t parent, std::uint32_t function, std::uint32_t site,
                        std::uint64_t calls);
    std::uint32_t follow(Thread &thread, const InstructionEvent &event, std::uint64_t times);
    /// Calls `enter(way, whether its function is open already)` from the roots down and `leave`.
    template <typename Enter> void walk(Enter enter) const;

    Functions &functions_;
    std::vector<Way> ways_;
    std::unordered_map<std::uint64_t, std::unordered_map<std::uint32_t, std::uint32_t>> children_;
    std::vector<std::array<Thread, 3>> threads_;
    std::uint32_t dispatch_, exception_, stolen_, idle_, unrecorded_; ///< functions
    std::array<std::uint32_t, wait_kinds> waits_{};
};

} // namespace inlet
