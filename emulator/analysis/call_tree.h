// The call tree of a run with costs: one node for each call path.
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

/// Grows with the number of different call paths ("ways"), not with the length of the run. One tree
/// has the code of all nodes. Its roots are "main", "low" and "high": main programs and the
/// handlers of each priority. A handler begins at its root, not below the code that it interrupts.
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
        std::uint32_t parent = none; ///< less than the index of this way
        std::uint32_t function = 0;
        std::uint32_t site = 0; ///< pc of the call or jump; 0: none
        std::uint64_t calls = 0;
        Costs self{};
    };
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    explicit CallTree(Functions &functions);

    /// Adds a charge and returns its way. Takes every charge of the ledger, in its order.
    std::uint32_t charge(const Charge &charge);
    /// Counts an accepted SEND of this thread.
    void sent(std::uint32_t node, Context context, std::uint32_t pc);

    const std::vector<Way> &ways() const { return ways_; }
    const Functions &functions() const { return functions_; }
    /// By way: its costs, including all ways below.
    std::vector<Costs> totals() const;
    /// By function: inclusive costs. Recursive calls count once.
    std::vector<Costs> inclusive() const;
    /// By function: number of calls of it and jumps to it.
    std::vector<std::uint64_t> calls() const;
    struct Edge {
        std::uint32_t caller, site, callee;
        auto operator<=>(const Edge &) const = default;
    };
    struct EdgeCosts {
        std::uint64_t calls = 0;
        Costs costs; ///< inclusive; without calls of a function that is already open (recursion)
    };
    std::map<Edge, EdgeCosts> edges() const;

  private:
    struct Open {
        std::uint32_t way;
        std::size_t depth; ///< call depth; the target of a jump has the depth of its origin
    };
    /// The calls of a program's thread that does not run (<am_context.h>).
    struct Suspended {
        std::vector<CallStack::Frame> frames;
        std::vector<Open> open;
    };
    struct Thread {
        explicit Thread(Processor processor) : stack(processor) {}
        CallStack stack;
        std::vector<Open> open;
        std::uint32_t last_pc = 0;
        bool waited = false; ///< the last instruction waited
        std::uint32_t last_stack = 0;
        bool switches =
            false; ///< the last instruction was of am_context_switch, or of a trap in it
        std::map<std::uint32_t, Suspended> suspended; ///< by stack pointer
    };
    Thread &thread(std::uint32_t node, Context context);
    std::uint32_t child(std::uint32_t parent, std::uint32_t function, std::uint32_t site,
                        std::uint64_t calls);
    enum class Kind : std::uint8_t { other, switches, upcall, window_trap };
    Kind kind(std::uint32_t function);
    void resume(Thread &thread);
    void suspend(Thread &thread, std::uint32_t stack);
    std::uint32_t follow(Thread &thread, const InstructionEvent &event, std::uint64_t times);
    /// Calls `enter(way, recursive)` for each way, callers first. `recursive`: its function is
    /// already open.
    template <typename Enter> void walk(Enter enter) const;

    Functions &functions_;
    std::vector<Way> ways_;
    std::unordered_map<std::uint64_t, std::unordered_map<std::uint32_t, std::uint32_t>> children_;
    std::vector<std::array<Thread, 3>> threads_;
    std::uint32_t dispatch_, exception_, stolen_, idle_, unrecorded_; ///< functions
    std::array<std::uint32_t, wait_kinds> waits_{};
    std::vector<Kind> kinds_; ///< by function
};

} // namespace inlet
