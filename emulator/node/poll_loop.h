// A loop that asks the network interface again and again whether a message has come.
#pragma once

#include "cpu/engine/state.h"

#include <cstdint>

namespace inlet {

/// What a node remembers to see that it only polls: where it stood behind one load of its
/// interface, and what a turn from there to there costs.
struct PollLoop {
    struct Turn {
        std::uint64_t cycles = 0; ///< 0: it is not known to change nothing but time
        std::uint64_t instructions = 0, asked = 0;

        bool operator==(const Turn &) const = default;
    };

    bool remembered = false; ///< `state`
    bool waits = false;      ///< the next turns change nothing until something is due
    engine::State state;     ///< behind the load, the last time
    std::uint64_t asked = 0; ///< Node::asked() then
    unsigned others = 0;     ///< loads elsewhere since
    Turn turn;               ///< the one that was tried
    unsigned failures = 0;   ///< tries in a row that showed no wait
    unsigned pause = 0;      ///< loads until the next try

    void forget() {
        remembered = false;
        turn = {};
    }
};

} // namespace inlet
