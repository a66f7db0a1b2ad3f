// The one interface through which a run is watched. Observers only listen: nothing they do
// changes a cycle, a message or their order.
#pragma once

#include "inlet/context.h"
#include "inlet/cost.h"
#include "inlet/mesh_config.h"
#include "inlet/wait.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace inlet {

/// A message by its sender and the sender's own count, so that the name does not depend on host
/// order.
struct MessageId {
    std::uint32_t source = 0; ///< node that sent it
    std::uint32_t number = 0; ///< 1 for that node's first message

    /// Both in one number, for tables.
    constexpr std::uint64_t key() const { return std::uint64_t{source} << 32 | number; }
    bool operator==(const MessageId &) const = default;
};

/// The bytes of an instruction behind the first four; zeros behind its end.
using InstructionTail = std::array<std::uint8_t, 20>;

/// One executed instruction.
struct InstructionEvent {
    std::uint32_t node;
    Context context;
    std::uint64_t cycle; ///< clock when it started
    std::uint32_t pc;
    std::uint32_t word; ///< its encoding; of one that is longer the first four bytes
    Cost cost;
    bool waiting; ///< refused SEND
    std::uint32_t stack =
        0; ///< the stack pointer after it, as it executed; 0 from a file of single records
    std::uint8_t core = 0;   ///< which of the node's; the first is 0
    std::uint8_t length = 4; ///< bytes, 1 to 24
    InstructionTail tail{};  ///< the bytes behind `word`
    /// Set by readers of a run (analysis/wait_finder.h), never by a machine: it is in no file and
    /// in no hash.
    Wait wait = Wait::none;
};

/// Things that happen to messages and nodes, in the order of each node's clock.
enum class EventKind : std::uint8_t {
    inject,    ///< SEND accepted; cycle = when the packet enters the injection buffer
    refuse,    ///< SEND refused (nicond cleared); no message id
    arrive,    ///< the whole packet is in the receive buffer of `node`
    dispatch,  ///< event taken: `cost` cycles later the handler's first instruction issues
    ret,       ///< HRET executed (context = the level that was left)
    exit,      ///< host service exit; value = status
    console,   ///< host service write; value = bytes
    exception, ///< the CPU goes to the program's exception handler, `value` cycles later
    hardwired, ///< a hard-wired handler does the message, which costs the CPU `value` cycles
    poll,      ///< an instruction asks the network interface for messages; cycle = when it does
    drop,      ///< a packet is lost at `node`, its destination; value = Drop
    stage,     ///< a stage of an adapter was at work on a packet from `cycle` on for `value` cycles
};
/// The last of them.
inline constexpr EventKind last_event_kind = EventKind::stage;

/// Why a handler is dispatched that has no message.
enum class WithoutMessage : std::uint32_t {
    timelet,
    outlet,
    stored, ///< the kernel has a message in memory (docs/gang.md)
};

/// Why a packet is lost (machines whose interface may lose some).
enum class Drop : std::uint8_t {
    full,  ///< its receiver has no room
    fault, ///< the network has destroyed it
};

/// A stage of the adapter between a node and the network, on machines that have one. A packet goes
/// through the stages in this order, without gaps. An observer gets the four stages of the sender
/// together, just before the packet's `inject`, and the three of the receiver just before its
/// `arrive`.
enum class Stage : std::uint8_t {
    send_wait,        ///< the program has handed it over; the firmware has not looked at it
    send_firmware,    ///< the adapter's processor
    send_channel,     ///< DMA over the bus between node and adapter, and the wait for that
    send_room,        ///< until the network has room
    receive_wait,     ///< it has left the network; the firmware has not looked at it
    receive_firmware, ///< the adapter's processor
    receive_channel,  ///< DMA, as above
};
inline constexpr std::size_t stages = 7;

/// What an instruction does that polls.
enum class Poll : std::uint32_t {
    /// CFC2 of nistat: it reads which messages wait and which SENDs have room (CSD-94-823 A.2.5,
    /// A.10), whatever the program does with it.
    looks,
    /// CTC2 of enable or nistat by which messages may come in as events that could not before: the
    /// poll of 3.4, "enable message reception, disable message reception", or a critical section's
    /// end, which is the same instruction. On a machine that has the hazards of A.10 they come in a
    /// little later. HRET, and what writes Status, do it without asking: they are none.
    opens,
};

/// What a poll finds, in bits.
namespace found {
/// One waits, as lpmp and hpmp of nistat say. Where the poll opens: one that it lets in.
inline constexpr std::uint32_t low_message = 1, high_message = 2;
/// Where it looks: a SEND of that priority would be accepted, as lpa and hpa say.
inline constexpr std::uint32_t low_room = 4, high_room = 8;
inline constexpr std::uint32_t message = low_message | high_message;
} // namespace found

struct MessageEvent {
    EventKind kind;
    std::uint32_t node;
    Context context; ///< dispatch, ret: the handler's level; else the sender's context
    std::uint64_t cycle;
    std::uint32_t pc;      ///< inject, refuse: the SEND (its hard-wired handler's address where the
                           ///< interface itself sends); hardwired: where the CPU is; dispatch,
                           ///< exception: where it interrupted; ret: where it resumes; poll: the
                           ///< CFC2 or CTC2
    MessageId message;     ///< inject, arrive, dispatch, ret, hardwired, drop, stage
    std::uint32_t other;   ///< inject: destination; arrive, dispatch, ret, hardwired: source, or,
                           ///< where it is drained, destination (`message` has the source);
                           ///< exception: Cause; dispatch without a message: WithoutMessage;
                           ///< poll: Poll; drop: source; stage: Stage
    std::uint32_t handler; ///< inject, arrive, dispatch, exception, hardwired: handler address
    std::uint32_t words;   ///< inject, arrive, hardwired: scalar words of data
    std::uint32_t value;   ///< exit: status; console: bytes; dispatch, exception: cycles it takes;
                           ///< hardwired: cycles that the CPU stands still; poll: of `found`;
                           ///< drop: Drop; stage: cycles
    bool high;             ///< priority of the message
    bool multicast = false;        ///< inject, arrive, dispatch, ret: every node on the way gets it
    std::uint8_t vector_words = 0; ///< the same: words of its vector
    /// arrive, dispatch, ret: receivers for whom it ended at this node, whose router drained it
    /// (docs/network.md), the last ones on its way; 0: it was for this node.
    std::uint16_t drained = 0;
};

/// A packet goes from a buffer of a router to one of its outputs: out of the injection buffer, over
/// a link, into a receive buffer. One that waits for its turn is where it was, and nothing is told.
struct HopEvent {
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    MessageId message;         ///< of a multicast: its copies have the same
    std::uint32_t destination; ///< node
    std::uint32_t handler;     ///< address
    std::uint32_t words;       ///< of data, those of its vector included
    bool high;                 ///< priority
    bool multicast;            ///< to a node on its way: a copy
    std::uint32_t router;
    std::uint32_t node;    ///< at the router; none: it has none
    Port from;             ///< where it came in; local: from the node's injection buffer
    Port to;               ///< local: into the node's receive buffer
    std::uint32_t next;    ///< router behind `to`; local: the same
    bool second;           ///< to: the link's second virtual channel, behind the dateline
    std::uint64_t since;   ///< cycle at which its head came into the buffer that it leaves
    std::uint64_t cycle;   ///< its head leaves: from here on the output is occupied
    std::uint64_t end;     ///< its last word has left: until here
    std::uint64_t arrives; ///< its head is in the next router; local: all of it is there
    /// to: local, and the router drains: receivers for whom it ends here, of a multicast those
    /// without a copy (it leaves the one for this node first). 0: it is for this node.
    std::uint16_t drained = 0;

    /// Nothing of the message goes on.
    bool is_last() const {
        return to == Port::local && (!multicast || drained != 0 || node == destination);
    }
    bool operator==(const HopEvent &) const = default;
};

/// A sink of events. Calls come in the order of each node's clock; between nodes the order is the
/// host's. Hops come in the order of (cycle, router), those of a message after its `inject` and
/// before its `arrive`.
class Observer {
  public:
    virtual ~Observer() = default;
    virtual void instruction(const InstructionEvent &) {}
    virtual void event(const MessageEvent &) {}
    virtual void hop(const HopEvent &) {}
};

} // namespace inlet
