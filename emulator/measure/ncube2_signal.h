// Finds the instructions of one message on an nCUBE/2: from the trap that sends it through the
// kernel, and from the interrupt at its destination back to the interrupted program (000 Tables
// 4-4, 4-5).
#pragma once

#include "inlet/image.h"
#include "inlet/ncube2_config.h"
#include "inlet/observer.h"

#include <cstdint>
#include <string>
#include <vector>

namespace inlet {

/// An instruction, or the entry of an interrupt.
struct NcubeStep {
    std::uint32_t node = 0;
    std::uint64_t cycle = 0;
    std::uint32_t pc = 0;     ///< entry: pc of the interrupted instruction
    std::uint32_t vector = 0; ///< entry: its vector; 0: an instruction
    bool kernel = false;
    std::uint32_t cycles = 0, accesses = 0;
};

/// Records instructions while it is switched on.
class NcubeSteps final : public Observer {
  public:
    NcubeSteps(const Image &image, const NcubeConfig &costs);

    void keep(bool on) { keeps_ = on; }
    void instruction(const InstructionEvent &event) override;
    void event(const MessageEvent &event) override;

    struct Journey {
        std::vector<NcubeStep> send, receive; ///< empty: not found
    };
    /// The instructions of `message`. No other message may be under way.
    Journey journey(MessageId message) const;
    /// The first message that `node` has sent; number 0 if there is none.
    MessageId first_of(std::uint32_t node) const;

  private:
    struct Event {
        EventKind kind;
        MessageId message;
        std::uint32_t node;
        std::uint64_t cycle;
    };

    bool in_kernel(std::uint32_t pc) const;

    const Image &image_;
    NcubeConfig costs_;
    bool keeps_ = true;
    std::vector<NcubeStep> steps_;
    std::vector<Event> events_;
};

} // namespace inlet
