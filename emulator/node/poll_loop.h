// Polling loops as waits. A loop that loads from its network interface while nothing happens there
// comes back to the same registers and memory until a message arrives or a barrier completes. A
// node that was seen in such a loop has no clock until then; its turns are counted, not executed.
#pragma once

#include "cpu/engine/state.h"
#include "ni/network_interface.h"
#include "ni/node_port.h"
#include "node/devices.h"

#include <cstdint>
#include <optional>

namespace inlet {

/// What a node remembers to find such a loop: where it stood behind one load of its interface, and
/// what a turn from there to there costs.
class PollLoop {
  public:
    struct Turn {
        std::uint64_t cycles = 0; ///< 0: it may change something
        std::uint64_t instructions = 0, asked = 0;

        bool operator==(const Turn &) const = default;
    };
    enum class Passed : std::uint8_t {
        elsewhere, ///< nothing to do
        try_turn,  ///< the node should try the next turn, and say what it found: tried()
        repeats,   ///< the last turn was executed as it was tried
    };

    /// The next turns change nothing until something is due.
    bool waits() const { return waits_; }
    void wait(bool waits) { waits_ = waits; }
    const Turn &turn() const { return turn_; }

    /// The node is behind a load of its interface that may be repeated; `asked` is Node::asked().
    /// A loop repeats if a turn was tried, and then executed with the same cost: from then on
    /// caches, too, are as a turn leaves them.
    Passed pass(const engine::State &state, unsigned words, std::uint64_t asked);
    void tried(const Turn &turn);
    void forget() {
        remembered_ = false;
        turn_ = {};
    }

  private:
    bool remembered_ = false; ///< `state_`
    bool waits_ = false;
    engine::State state_;     ///< behind the load, the last time
    std::uint64_t asked_ = 0; ///< then
    unsigned others_ = 0;     ///< loads elsewhere since
    Turn turn_;               ///< the one that was tried
    unsigned failures_ = 0;   ///< trials in a row that found no loop
    unsigned pause_ = 0;      ///< loads until the next trial
};

/// Tries the next turn: its cost, if it only polls and the answers are the same.
PollLoop::Turn try_poll_turn(NodePort &node, NetworkInterface &interface, Devices &devices);

} // namespace inlet
