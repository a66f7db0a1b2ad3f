// The state of a machine as its diagnostic network shows it: the place of every message, what it
// waits for, and what every node does. In the CNS-1 this is the TSIP network, which works without
// the data network and the nodes (CSD-94-823 3.2, 3.6, 3.7).
#pragma once

#include "inlet/context.h"
#include "inlet/guest_threads.h"
#include "inlet/mesh_config.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace inlet {

/// A buffer of the network or of a network interface, one for each priority.
struct DumpBuffer {
    enum class Place : std::uint8_t { // inlet/states.def
#define INLET_PLACE(id, ...) id,
#include "inlet/states.def"
    } place = Place::injection;
    std::uint32_t router = 0; ///< all but link: the node
    Port from = Port::local;  ///< link: the input port
    bool second = false;      ///< link: the virtual channel behind the dateline (docs/network.md)
    bool high = false;

    bool operator==(const DumpBuffer &) const = default;
};

struct DumpPacket {
    DumpBuffer in;
    std::uint32_t position = 0; ///< place in its buffer; 0: first
    std::uint64_t since = 0;    ///< cycle at which its head entered the buffer (receive: its last
                                ///< word)
    /// First packet of an injection or link buffer: the buffer that it goes to next.
    std::optional<DumpBuffer> next;
    std::uint32_t source = 0, destination = 0; ///< nodes
    std::uint32_t number = 0;                  ///< the source's count, from 1
    std::uint32_t handler = 0;                 ///< byte address
    bool user = false, multicast = false;
    bool for_device = false; ///< the interface's own processor has not read it
};

/// The message that a handler works on, named as by MessageId (inlet/observer.h).
struct Handled {
    std::uint32_t source = 0, number = 0;
    std::uint32_t handler = 0; ///< the address that it carried

    bool operator==(const Handled &) const = default;
};

struct DumpNode {
    enum class State : std::uint8_t { // inlet/states.def
#define INLET_STATE(id, ...) id,
#include "inlet/states.def"
    } state = State::runs;
    /// sends: the SEND.
    struct Refused {
        std::uint32_t pc = 0, destination = 0, handler = 0;
        bool high = false;
    };
    std::uint32_t node = 0;
    std::uint32_t pc = 0;    ///< waits: at the start of the wait
    std::uint64_t cycle = 0; ///< the node's clock; waits: start of the wait
    Context context = Context::main;
    bool has_mask = false; ///< the processor takes messages by itself; the next two lines are valid
    bool ee = false, lpee = false;                           ///< events, low events are enabled
    bool hpmm = false, lpmm = false, om = false, tm = false; ///< the event mask (A.2.6)
    std::optional<Handled> handles;   ///< the message of its handler; empty for timelets and
                                      ///< outlets
    std::vector<std::uint32_t> reads; ///< waits: addresses that its loop loads, in order
    /// In a deadlock (RunResult::state_dump): addresses of the open calls, innermost first.
    std::vector<std::uint32_t> callers;
    std::vector<GuestThread> threads; ///< in a deadlock, of a program that has created some
    std::optional<Refused> refused;   ///< sends
    /// In a deadlock: its program is between am_hold() and am_release().
    bool holds = false;
    /// The same: what its software shows of its queues (inlet/guest_counts.h).
    std::vector<std::string> queues;
    /// Its program takes messages in polls only.
    bool must_poll = false;
    /// SP-2: packets to it that the switch or its adapter has lost. Myrinet: packets from it.
    std::uint64_t lost = 0;
    // SP-2, Myrinet:
    bool unacknowledged = false; ///< polls: it waits for an acknowledgement of what it has sent
    std::uint8_t core = 0;       ///< of the node
};

/// A row of inlet/states.def, which describes the fields.
struct NodeStateRow {
    const char *name, *of_second;
    bool in_loop;
    const char *phrase;
};
constexpr NodeStateRow node_states[] = {
#define INLET_STATE(id, ...) {__VA_ARGS__},
#include "inlet/states.def"
};
constexpr const NodeStateRow &row_of(DumpNode::State state) {
    return node_states[static_cast<std::size_t>(state)];
}

/// The same.
struct PlaceRow {
    const char *name, *text;
};
constexpr PlaceRow buffer_places[] = {
#define INLET_PLACE(id, ...) {__VA_ARGS__},
#include "inlet/states.def"
};
constexpr const PlaceRow &row_of(DumpBuffer::Place place) {
    return buffer_places[static_cast<std::size_t>(place)];
}

/// An edge of the wait-for graph. A node waits for room in its injection buffer, the first packet
/// of a buffer for room in the next buffer, a full receive buffer for its node.
struct DumpWait {
    std::optional<DumpBuffer> buffer; ///< empty: the node waits
    std::uint32_t node = 0;           ///< valid without a buffer

    bool operator==(const DumpWait &) const = default;
};

struct StateDump {
    std::uint64_t cycle = 0;             ///< the largest clock of a node
    std::uint32_t rows = 0, columns = 0; ///< of the grid; 0: the network is none
    ContextNames contexts;
    std::string losses;             ///< the machine's number of packets that its network loses
    bool sends_again = false;       ///< software has sent packets again, or always would
    std::vector<std::string> ports; ///< names of a router's ports, by number: "north", "up0"
    std::vector<DumpNode> nodes;    ///< by number
    std::vector<DumpNode> firmware; ///< the second cores, by node; empty: there are none
    /// Those in the network, by router, then buffer, then high before low, then position; those in
    /// interfaces, by node.
    std::vector<DumpPacket> packets;
    std::vector<DumpWait> wait_cycle; ///< the wait-for cycle: each waits for the next, the last for
                                      ///< the first; empty: none
};

} // namespace inlet
