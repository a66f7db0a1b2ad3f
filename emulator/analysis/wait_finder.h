// Marks the instructions of a run that wait (docs/trace.md, "Waiting").
#pragma once

#include "analysis/loop_turn.h"
#include "inlet/call_stack.h"
#include "inlet/image.h"
#include "inlet/observer.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace inlet {

class Recording;

/// Passes all records on and sets InstructionEvent::wait. A refused SEND waits for room. A loop
/// whose turn leaves the state unchanged, sends nothing and takes no message waits from its second
/// turn on. The first turn, an unsuccessful test, counts as work.
class WaitFinder final : public Observer {
  public:
    /// Recognises barriers and polls by the function names of `names`, which must outlive this
    /// object.
    WaitFinder(const Image &names, Observer &sink);

    void instruction(const InstructionEvent &event) override;
    void wait(const WaitEvent &waited) override;
    void event(const MessageEvent &event) override;
    void hop(const HopEvent &event) override { sink_.hop(event); }
    Wants wants() const override { return sink_.wants(); }

  private:
    static constexpr std::size_t longest = 128; ///< maximum number of instructions of a turn

    struct Thread {
        /// Instructions since the head of a loop that may be open. Its turn may have other heads:
        /// the places that a branch backwards, or a call of a function below its caller, leads to.
        std::vector<TurnStep> turn;
        std::vector<std::size_t> heads; ///< indices in `turn`, in order; the first is 0
        Wait wait = Wait::none;         ///< not none: the thread waits, with turns equal to `turn`
        std::size_t at = 0;             ///< index in `turn` of the next instruction
        std::uint32_t last = 0;         ///< pc of the last instruction
        bool branched = false;          ///< the last instruction is a branch, or its slot
        bool branches = false;          ///< the last instruction is a branch
        std::size_t refused = 0; ///< instructions of `turn` up to a message that the network has
                                 ///< refused; 0: none
        CallStack stack;
        explicit Thread(Processor processor = Processor::mips) : stack(processor) {}
        void begin(const TurnStep &head);
        void forget_turn();
        void drop(std::size_t count);
        bool turns_to(std::uint32_t pc);
        void add(const TurnStep &step, bool is_head);
        bool operator==(const Thread &) const = default;
    };

    Wait find(const InstructionEvent &event);
    Wait judge(Thread &thread);
    bool in_barrier(const Thread &thread, std::uint32_t pc);
    bool is_barrier(std::uint32_t pc);
    Thread &thread(std::uint32_t node, Context context);

    const Image &names_;
    Observer &sink_;
    TurnDecoder code_;
    unsigned shift_;                           ///< of addresses of instructions
    bool slots_;                               ///< branches have a delay slot
    std::vector<std::vector<Thread>> threads_; ///< by context and node
    struct Word {
        std::uint32_t word = 0;
        bool known = false, branches = false;
        bool polls = false;        ///< of a function that polls
        std::uint32_t no_wait = 0; ///< as a loop head: hash of a turn that does not wait; 0: none
    };
    Word &word(std::uint32_t pc);
    Word &known_word(std::uint32_t pc, std::uint32_t encoding);
    void end_turn(std::uint32_t node, Context context);
    std::vector<Word> near_;
    std::unordered_map<std::uint32_t, Word> far_;
    std::unordered_map<std::uint32_t, bool> barriers_; ///< by an address of the function
    Thread before_;                                    ///< wait(): state before a turn
    std::vector<InstructionEvent> marked_;             ///< wait(): a marked turn
};

/// Reads a trace with waiting instructions marked.
void read_waits(Recording &recording, Observer &sink);

} // namespace inlet
