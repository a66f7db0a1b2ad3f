// Loads of compiled code from a node's Reservation, without a look at the page table. Where the
// node has no memory the host faults, and code goes on where the look-up would have sent it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace inlet {
class Memory;
}

namespace inlet::engine {

class Compiled;

/// Which instructions of a Program load directly.
class DirectLoads {
  public:
    /// As Compiled has it.
    DirectLoads(std::uint32_t base, std::uint32_t bytes, unsigned shift)
        : base_(base), shift_(shift), bytes_(bytes) {}

    /// Whether there are any.
    bool used() const { return used_; }
    void use() {
        if (used_) return;
        used_ = true;
        looks_up_.resize((bytes_ >> shift_) + 1); // the handler of signals, which forbids, cannot
    }
    /// Whether the instruction at `pc` does.
    bool at(std::uint32_t pc) const { return used_ && !looks_up_[(pc - base_) >> shift_]; }
    /// It looks its pages up from now on, in what is compiled from now on.
    void forbid(std::uint32_t pc) { looks_up_[(pc - base_) >> shift_] = true; }

  private:
    std::uint32_t base_;
    unsigned shift_;
    std::uint32_t bytes_;
    bool used_ = false;
    std::vector<bool> looks_up_; ///< by instruction, if any loads directly
};

/// An instruction of the host that is such a load, and where code goes on if it faults: bytes from
/// the beginning of the code.
struct DirectLoad {
    std::size_t at = 0, otherwise = 0;
    std::uint32_t pc = 0; ///< of the guest's instruction
};

/// From here on, this thread of the host loads from `memory`, in code of `compiled`. The host's
/// faults in such code are its own from the first call on; all others go where they went before.
void load_directly(Compiled &compiled, const Memory &memory);
/// This thread of the host has left compiled code: faults are not of its loads.
void end_loads();

} // namespace inlet::engine
