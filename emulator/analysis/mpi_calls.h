// Calls of MPI by the program: time, waiting and handlers, by function, place of the call and node.
#pragma once

#include "analysis/ledger.h"
#include "inlet/call_stack.h"
#include "inlet/image.h"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace inlet {

/// A call lasts from its first instruction to the return to its caller, on the clock of its node.
/// Calls within MPI belong to the program's. All recorded cycles of a node are in one call or
/// outside.
class MpiCalls final : public Ledger {
  public:
    struct Key {
        std::string call;       ///< "MPI_Send"
        std::uint32_t site = 0; ///< address of the call instruction
        auto operator<=>(const Key &) const = default;
    };
    /// Of a node. Work is the rest of the cycles.
    struct Sum {
        std::uint64_t calls = 0, cycles = 0;
        std::uint64_t waiting = 0;  ///< cycles of the caller's instructions that only wait
        std::uint64_t handlers = 0; ///< cycles of handlers and dispatches, and stolen ones
        /// Messages that the node gave to its interface meanwhile, in handlers too, and their bytes
        /// of data. A multicast counts once; what software sends for itself (replies, credits)
        /// counts.
        std::uint64_t messages = 0, bytes = 0;
        Sum &operator+=(const Sum &other);
        std::uint64_t work() const { return cycles - waiting - handlers; }
    };
    struct Outside {
        Sum program;            ///< before exit and not in a call; `calls` is 0
        std::uint64_t idle = 0; ///< cycles after exit without a message
        std::uint64_t unrecorded = 0;
    };

    /// `names` must outlive this object.
    explicit MpiCalls(const Image &names);

    Wants wants() const override { return {.hops = false}; }
    const std::map<Key, std::vector<Sum>> &calls() const { return calls_; } ///< by node
    const std::vector<Outside> &outside() const { return outside_; }        ///< by node

  private:
    struct Thread {
        explicit Thread(Processor processor) : stack(processor) {}
        CallStack stack;
        std::uint32_t last_pc = 0;
        bool gap = false;                 ///< instructions behind last_pc are not recorded
        std::vector<Sum> *open = nullptr; ///< the call that is open
        std::size_t depth = 0;            ///< of the stack within it
    };

    void charge(const Charge &charge) override;
    void told(const MessageEvent &event) override;
    Thread &thread(std::uint32_t node);
    Sum &sum_of(std::uint32_t node); ///< of the open call, or of the program outside
    bool counts_turns() const override { return true; }
    void follow(Thread &thread, const InstructionEvent &event);

    const Image &names_;
    std::unordered_map<std::uint32_t, std::string> entries_; ///< functions of MPI, by address
    std::uint32_t first_ = ~0u, last_ = 0;                   ///< their lowest and highest address
    std::map<Key, std::vector<Sum>> calls_;
    std::vector<Outside> outside_;
    std::vector<Thread> threads_; ///< main, by node
};

} // namespace inlet
