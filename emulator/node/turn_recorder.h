// Keeps the turns of a wait loop that a node tells one by one, to see when they are alike.
#pragma once

#include "inlet/observer.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace inlet {

class TurnRecorder final : public Observer {
  public:
    /// Passes everything on to `sink`.
    explicit TurnRecorder(Observer &sink) : sink_(&sink) {}

    /// The next instruction begins a turn, at this cycle.
    void begin(std::uint64_t cycle) {
        std::swap(turn_, before_);
        turn_.clear();
        whole_before_ = std::exchange(whole_, true);
        began_before_ = std::exchange(began_, cycle);
    }
    /// Whether the turn that ends here is like the one before it, and nothing else was told.
    bool repeats(std::uint64_t end) const;
    /// So many more turns like the last one, which ended at `end`.
    WaitEvent more(std::uint64_t turns, std::uint64_t end);

    void instruction(const InstructionEvent &event) override {
        turn_.push_back(event);
        sink_->instruction(event);
    }
    void event(const MessageEvent &event) override {
        whole_ = false;
        sink_->event(event);
    }
    void hop(const HopEvent &event) override { sink_->hop(event); }
    Observer &sink() const { return *sink_; }

  private:
    Observer *sink_;
    std::vector<InstructionEvent> turn_, before_;
    std::uint64_t began_ = 0, began_before_ = 0;
    bool whole_ = false, whole_before_ = false; ///< nothing but instructions was told
};

} // namespace inlet
