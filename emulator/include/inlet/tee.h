// Passes one stream of events to several observers.
#pragma once

#include "inlet/observer.h"

#include <initializer_list>
#include <vector>

namespace inlet {

class Tee final : public Observer {
  public:
    Tee(std::initializer_list<Observer *> sinks) : Tee(std::vector(sinks)) {}
    explicit Tee(const std::vector<Observer *> &sinks) {
        bool all = false;
        for (Observer *sink : sinks) {
            const Wants wants = sink->wants();
            if (wants.instructions) instructions_.push_back(sink);
            if (wants.events) events_.push_back(sink);
            if (wants.hops) hops_.push_back(sink);
            if (!wants.instructions && !wants.events) continue;
            all |= wants.nodes.empty();
            nodes_.insert(nodes_.end(), wants.nodes.begin(), wants.nodes.end());
        }
        if (all) nodes_.clear();
    }

    void instruction(const InstructionEvent &event) override {
        for (Observer *sink : instructions_) sink->instruction(event);
    }
    void wait(const WaitEvent &waited) override {
        for (Observer *sink : instructions_) sink->wait(waited);
    }
    void event(const MessageEvent &event) override {
        for (Observer *sink : events_) sink->event(event);
    }
    void hop(const HopEvent &event) override {
        for (Observer *sink : hops_) sink->hop(event);
    }
    Wants wants() const override {
        return {!instructions_.empty(), !events_.empty(), !hops_.empty(), nodes_};
    }

  private:
    std::vector<std::uint32_t> nodes_;                     ///< that any of them wants; empty: all
    std::vector<Observer *> instructions_, events_, hops_; ///< sinks that want them; not owned
};

} // namespace inlet
