// Reconstructs the open calls from the sequence of executed instructions.
#pragma once

#include "inlet/image.h"
#include "inlet/observer.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace inlet {

class ProcessorText;

/// Follows one thread of control (one node's main). Calls that were open before the first step()
/// are unknown.
class CallStack {
  public:
    explicit CallStack(Processor processor = Processor::mips);

    struct Frame {
        std::uint32_t entry = 0;  ///< pc of the function's first instruction
        std::uint32_t resume = 0; ///< pc to which it returns
        std::uint32_t call = 0;   ///< pc of the call
        std::uint64_t cycle = 0;  ///< cycle of its first instruction
        std::uint64_t mark = 0;   ///< a value of the caller's, see step()
        bool operator==(const Frame &) const = default;
    };

    /// Takes the next instruction. A frame that opens with it keeps `mark`.
    void step(const InstructionEvent &event, std::uint64_t mark);

    const std::vector<Frame> &frames() const { return frames_; } ///< innermost last
    std::size_t depth() const { return frames_.size(); }
    /// The next instruction belongs to another thread of the program, which has these open calls.
    void exchange(std::vector<Frame> &frames) { frames_.swap(frames); }
    bool operator==(const CallStack &) const = default;

  private:
    struct Executed {
        std::uint32_t pc = 0, word = 0, length = 4; ///< length in bytes
        std::uint32_t next() const { return pc + length; }
        bool operator==(const Executed &) const = default;
    };

    /// `transfer` has taken effect: the program goes on at `pc`, and returns to `resume`.
    void transferred(const Executed &transfer, std::uint32_t resume, std::uint32_t pc,
                     std::uint64_t cycle, std::uint64_t mark);
    void step_trapped(std::uint32_t pc);

    const ProcessorText *text_;
    bool delay_slots_, slots_trap_; ///< of the processor
    std::vector<Frame> frames_;
    Executed before_, last_; ///< the two instructions before this one
    /// Transfers whose slots trapped, until the handler's return goes back there.
    std::vector<Executed> trapped_;
};

} // namespace inlet
