// Passes one stream of events to several observers.
#pragma once

#include "inlet/observer.h"

#include <initializer_list>
#include <utility>
#include <vector>

namespace inlet {

class Tee final : public Observer {
  public:
    Tee(std::initializer_list<Observer *> sinks) : sinks_(sinks) {}
    explicit Tee(std::vector<Observer *> sinks) : sinks_(std::move(sinks)) {}

    void instruction(const InstructionEvent &event) override {
        for (Observer *sink : sinks_) sink->instruction(event);
    }
    void event(const MessageEvent &event) override {
        for (Observer *sink : sinks_) sink->event(event);
    }
    void hop(const HopEvent &event) override {
        for (Observer *sink : sinks_) sink->hop(event);
    }

  private:
    std::vector<Observer *> sinks_; ///< not owned
};

} // namespace inlet
