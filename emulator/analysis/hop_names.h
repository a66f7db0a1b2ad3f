// What a network does not know of the packets that it moves.
#pragma once

#include "inlet/observer.h"

#include <cstdint>
#include <unordered_map>

namespace inlet {

/// Where software names handlers and priorities, hops do not have them: they come from the `inject`
/// of the same message.
class HopNames {
  public:
    void event(const MessageEvent &event) {
        if (event.kind() == EventKind::inject)
            known_[event.message.key()] = {event.handler, event.high};
    }
    HopEvent complete(HopEvent hop) const {
        if (const auto at = known_.find(hop.message.key()); at != known_.end()) {
            hop.handler = at->second.handler;
            hop.high = at->second.high;
        }
        return hop;
    }

  private:
    struct Known {
        std::uint32_t handler;
        bool high;
    };
    std::unordered_map<std::uint64_t, Known> known_; ///< by MessageId::key()
};

} // namespace inlet
