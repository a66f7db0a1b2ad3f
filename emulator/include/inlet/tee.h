// Passes one stream of events to several observers.
#pragma once

#include "inlet/observer.h"

#include <initializer_list>
#include <set>
#include <vector>

namespace inlet {

class Tee final : public Observer {
  public:
    Tee(std::initializer_list<Observer *> sinks) : Tee(std::vector(sinks)) {}
    explicit Tee(const std::vector<Observer *> &sinks) {
        bool all = false;
        for (Observer *sink : sinks) {
            const Wants wants = sink->wants();
            if (wants.firmware) of_all_cores_.insert(sink);
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
        for (Observer *sink : instructions_)
            if (sees(*sink, event.core)) sink->instruction(event);
    }
    void wait(const WaitEvent &waited) override {
        for (Observer *sink : instructions_)
            if (sees(*sink, waited.turn.front().core)) sink->wait(waited);
    }
    void event(const MessageEvent &event) override {
        for (Observer *sink : events_)
            if (sees(*sink, event.core)) sink->event(event);
    }
    void hop(const HopEvent &event) override {
        for (Observer *sink : hops_) sink->hop(event);
    }
    Wants wants() const override {
        return {!instructions_.empty(), !events_.empty(), !hops_.empty(), nodes_,
                !of_all_cores_.empty()};
    }

  private:
    bool sees(Observer &sink, std::uint8_t core) const {
        return core == 0 || of_all_cores_.contains(&sink);
    }

    std::vector<std::uint32_t> nodes_;                     ///< that any of them wants; empty: all
    std::vector<Observer *> instructions_, events_, hops_; ///< sinks that want them; not owned
    std::set<Observer *> of_all_cores_;                    ///< of these: those that want firmware
};

} // namespace inlet
