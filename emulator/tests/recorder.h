// An observer that keeps all records in memory, for tests.
#pragma once

#include "inlet/observer.h"

#include <vector>

namespace inlet {

class Recorder final : public Observer {
  public:
    std::vector<InstructionEvent> instructions;
    std::vector<MessageEvent> events;
    std::vector<HopEvent> hops;

    void instruction(const InstructionEvent &event) override { instructions.push_back(event); }
    void event(const MessageEvent &event) override { events.push_back(event); }
    void hop(const HopEvent &event) override { hops.push_back(event); }
};

} // namespace inlet
