// Tells which instructions of a run wait, and for what (docs/trace.md, "Waiting").
#pragma once

#include "analysis/loop_turn.h"
#include "inlet/call_stack.h"
#include "inlet/image.h"
#include "inlet/observer.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace inlet {

/// Passes everything on, instructions with InstructionEvent::wait. A SEND that is refused waits for
/// room. A loop waits from its second turn on where a turn leaves everything as it found it; the
/// first turn is the look that finds nothing, and is work.
class WaitFinder final : public Observer {
  public:
    /// `names` tells barriers by their functions' names; it must live as long as this.
    WaitFinder(const Image &names, Observer &sink) : names_(names), sink_(sink) {}

    void instruction(const InstructionEvent &event) override;
    void wait(const WaitEvent &waited) override;
    void event(const MessageEvent &event) override;
    void hop(const HopEvent &event) override { sink_.hop(event); }
    Wants wants() const override { return sink_.wants(); }

  private:
    static constexpr std::size_t longest = 128; ///< instructions of a turn

    struct Thread {
        std::vector<TurnStep> turn; ///< from the head of the loop that was entered last
        Wait wait = Wait::none;     ///< while it waits: turns are as `turn`
        std::size_t at = 0;         ///< in `turn`: the next instruction of the wait
        std::uint32_t last = 0;     ///< pc
        bool branched = false;      ///< the last instruction, or the one before it, branches
        bool branches = false;      ///< the last instruction does
        CallStack stack;
        explicit Thread(Processor processor = Processor::mips) : stack(processor) {}
        bool operator==(const Thread &) const = default;
    };

    Wait find(const InstructionEvent &event);
    Wait judge(Thread &thread);
    bool in_barrier(const Thread &thread, std::uint32_t pc);
    bool is_barrier(std::uint32_t pc);
    bool branches(std::uint32_t pc, std::uint32_t word);
    Thread &thread(std::uint32_t node, Context context);

    const Image &names_;
    Observer &sink_;
    std::vector<std::vector<Thread>> threads_; ///< by context and node
    struct Word {
        std::uint32_t word = 0;
        bool known = false, branches = false;
        std::uint32_t no_wait = 0; ///< as a head: hash of a turn that does not wait; 0: none
    };
    Word &word(std::uint32_t pc);
    std::vector<Word> near_;
    std::unordered_map<std::uint32_t, Word> far_;
    std::unordered_map<std::uint32_t, bool> barriers_; ///< by an address of the function
    Thread before_;                                    ///< wait(): where a turn began
    std::vector<InstructionEvent> marked_;             ///< wait(): a turn
};

} // namespace inlet
