// What the diagnostic network shows of a machine at one moment: where every message stands and what
// it waits for, and what every node does. In the CNS-1 this is the TSIP network, which needs
// neither the data network nor the nodes' help (CSD-94-823 3.2, 3.6, 3.7).
#pragma once

#include "inlet/context.h"
#include "inlet/mesh_config.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace inlet {

/// A buffer of the network, one for each priority.
struct LookBuffer {
    enum class Place : std::uint8_t {
        injection, ///< what a node sends
        link,      ///< input buffer of a router, for what comes over a link
        receive,   ///< what is delivered to a node
    } place = Place::injection;
    std::uint32_t router = 0; ///< injection, receive: the node
    Port from = Port::local;  ///< link: the side of the router that it comes in on
    bool second = false;      ///< link: the virtual channel behind the dateline (docs/network.md)
    bool high = false;

    bool operator==(const LookBuffer &) const = default;
};

struct LookPacket {
    LookBuffer in;
    std::uint32_t position = 0; ///< in its buffer, 0: first
    std::uint64_t since = 0;    ///< cycle at which its head came there (receive: all of it)
    /// The first of a buffer, except of a receive buffer: where it would go next.
    std::optional<LookBuffer> next;
    std::uint32_t source = 0, destination = 0; ///< nodes
    std::uint32_t number = 0;                  ///< the source's count, from 1
    std::uint32_t handler = 0;                 ///< byte address
    bool user = false, multicast = false;
};

/// The message that a handler works on, as MessageId (inlet/observer.h) has it.
struct Handled {
    std::uint32_t source = 0, number = 0;
    std::uint32_t handler = 0; ///< the address that it carried

    bool operator==(const Handled &) const = default;
};

struct LookNode {
    enum class State : std::uint8_t {
        runs,   ///< or it is not known that it only waits
        waits,  ///< in a loop that only a message can end
        polls,  ///< asks the network again and again, and nothing changes
        sends,  ///< the network refuses its SEND again and again
        exited, ///< and handles messages
        faulted,
    } state = State::runs;
    /// sends: the SEND.
    struct Refused {
        std::uint32_t pc = 0, destination = 0, handler = 0;
        bool high = false;
    };
    std::uint32_t node = 0;
    std::uint32_t pc = 0;
    std::uint64_t cycle = 0; ///< the node's clock; waits: since then
    Context context = Context::main;
    bool ee = false, lpee = false;                           ///< events, low events are enabled
    bool hpmm = false, lpmm = false, om = false, tm = false; ///< the event mask (A.2.6)
    std::optional<Handled> handles;   ///< in a handler, but for those of timelets and outlets
    std::vector<std::uint32_t> reads; ///< waits: addresses that its loop loads from, in this order
    /// RunResult::look of a deadlock: the calls that are open, innermost first, by address.
    std::vector<std::uint32_t> callers;
    std::optional<Refused> refused; ///< sends
};

/// One step of what waits for what: a node for room in its injection buffer, the first packet of
/// a buffer for room in the next, a full receive buffer for its node.
struct LookWait {
    std::optional<LookBuffer> buffer; ///< none: the node
    std::uint32_t node = 0;           ///< where there is no buffer

    bool operator==(const LookWait &) const = default;
};

struct Look {
    std::uint64_t cycle = 0; ///< the largest clock of a node
    std::uint32_t rows = 0, columns = 0;
    ContextNames contexts;
    std::vector<std::string> ports; ///< names of a router's, by number: "north", "up0"
    std::vector<LookNode> nodes;    ///< by number
    std::vector<LookPacket>
        packets;                  ///< by router, then buffer, then high before low, then position
    std::vector<LookWait> circle; ///< each waits for the one behind it, the last for the first; or
                                  ///< empty
};

} // namespace inlet
