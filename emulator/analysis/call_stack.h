// Which calls are open, as the sequence of executed instructions shows it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace inlet {

/// Follows one thread of control (one node's main). Calls that were open before it started are not
/// known.
class CallStack {
  public:
    struct Frame {
        std::uint32_t entry = 0;  ///< pc of the function's first instruction
        std::uint32_t resume = 0; ///< pc to which it returns
        std::uint64_t cycle = 0;  ///< of its first instruction
        std::uint64_t mark = 0;   ///< the caller's, see step()
    };

    /// The next instruction. `mark` is kept in a frame that opens with it.
    void step(std::uint32_t pc, std::uint32_t word, std::uint64_t cycle, std::uint64_t mark);

    const std::vector<Frame> &frames() const { return frames_; } ///< innermost last
    std::size_t depth() const { return frames_.size(); }

  private:
    struct Executed {
        std::uint32_t pc = 0, word = 0;
    };

    std::vector<Frame> frames_;
    Executed before_, last_; ///< the two instructions before this one
};

} // namespace inlet
