// Polling loops as waits. A loop that loads from its network interface while nothing happens there
// returns to the same registers and memory until a message arrives or a barrier completes. So does
// a loop that repeats a refused SEND, until the network has room. A node in such a loop has no
// clock until then. Its turns are counted, not executed.
#pragma once

#include "archive/archive.h"
#include "cpu/engine/state.h"
#include "ni/network_interface.h"
#include "ni/node_port.h"
#include "node/devices.h"

#include <cstdint>
#include <optional>

namespace inlet {

/// The record of a node that finds such loops: its state after one load of its interface or refused
/// SEND, and the cost of a turn from there to there.
class PollLoop {
  public:
    /// Counts of a turn, or of a node since its start.
    struct Counts {
        std::uint64_t cycles = 0, instructions = 0;
        std::uint64_t asked = 0;   ///< NodeCore::asked()
        std::uint64_t refused = 0; ///< cycles of refused SENDs

        bool operator==(const Counts &) const = default;
    };
    struct Turn {
        Counts counts;          ///< cycles == 0: the turn may change something
        bool loads = false;     ///< it loads from the interface
        std::uint32_t full = 0; ///< bit n: channel n of the network refuses its SENDs
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

    /// Called after a load of the interface that may be repeated, or after a refused SEND. `counts`
    /// are the node's. A loop repeats if a turn was tried, and then executed with the same cost:
    /// from then on, a turn does not change the caches either.
    Passed pass(const engine::State &state, unsigned words, const Counts &counts);
    void tried(const Turn &turn);
    void forget() {
        remembered_ = false;
        turn_ = {};
    }
    /// Of a core that sleeps, which must fall asleep at the same cycle when it is resumed.
    void archive(Archive &ar, unsigned words);

  private:
    bool remembered_ = false; ///< `state_`
    bool waits_ = false;
    engine::State state_;   ///< at the last pass() there
    Counts counts_;         ///< at that time
    unsigned others_ = 0;   ///< calls of pass() elsewhere since
    Turn turn_;             ///< the one that was tried
    unsigned failures_ = 0; ///< trials in a row that found no loop
    unsigned pause_ = 0;    ///< calls of pass() until the next trial
};

/// Tries the next turn. Returns its cost, if it only polls and the answers are the same.
PollLoop::Turn try_poll_turn(NodePort &node, NetworkInterface &interface, Devices &devices);

} // namespace inlet
