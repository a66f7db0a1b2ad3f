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
#include <span>
#include <string_view>
#include <vector>

namespace inlet {

/// Identifies a message by its sender and the sender's count, so that it does not depend on host
/// order.
struct MessageId {
    std::uint32_t source = 0; ///< node that sent it
    std::uint32_t number = 0; ///< 1 for that node's first message

    /// Both in one number, as a table key.
    constexpr std::uint64_t key() const { return std::uint64_t{source} << 32 | number; }
    bool operator==(const MessageId &) const = default;
};

/// The bytes of an instruction after the first four, zero-padded.
using InstructionTail = std::array<std::uint8_t, 20>;

/// One executed instruction.
struct InstructionEvent {
    std::uint32_t node;
    Context context;
    std::uint64_t cycle; ///< clock when it started
    std::uint32_t pc;
    std::uint32_t word; ///< the encoding, or its first four bytes
    Cost cost;
    bool waiting; ///< refused SEND
    std::uint32_t stack =
        0; ///< the stack pointer after the instruction; 0 in a file of single records
    std::uint8_t core = 0;   ///< core of the node; the first is 0
    std::uint8_t length = 4; ///< bytes, 1 to 24
    InstructionTail tail{};  ///< the bytes after `word`
    /// Set by an analysis (analysis/wait_finder.h), not by the machine; neither files nor hashes
    /// contain it.
    Wait wait = Wait::none;
};

/// Whole turns of a loop in which a node waits. No turn stores, calls or returns, no event comes
/// between its instructions, and all are alike: those of the k-th turn, counted from 0, are those
/// of `turn` k * `cycles` later.
struct WaitEvent {
    std::span<const InstructionEvent> turn; ///< the first one; valid during the call
    std::uint64_t turns;                    ///< 1 or more
    std::uint64_t cycles;                   ///< of one turn

    std::uint64_t instructions() const { return turns * turn.size(); }
    /// Cycle after the last turn.
    std::uint64_t end() const { return turn.front().cycle + turns * cycles; }
};

/// Events of messages and nodes, in the order of each node's clock.
enum class EventKind : std::uint8_t {
    inject,    ///< SEND accepted; cycle = when the packet enters the injection buffer; SP-2: the
               ///< program hands it over to the adapter
    refuse,    ///< SEND refused (nicond cleared); no message id
    arrive,    ///< the whole packet is in the receive buffer of `node`
    dispatch,  ///< event taken: `cost` cycles later the handler's first instruction issues
    ret,       ///< HRET executed (context = the level that was left)
    exit,      ///< host service exit; value = status
    console,   ///< host service write; value = bytes
    exception, ///< the CPU goes to the program's exception handler, `value` cycles later
    hardwired, ///< a hard-wired handler executes the message; the CPU loses `value` cycles
    poll,      ///< an instruction polls the network interface at `cycle`
    drop,      ///< a packet is lost at `node`, its destination; value = Drop
    stage,     ///< a packet was in a stage of an adapter from `cycle` on, for `value` cycles
};
/// The last kind.
inline constexpr EventKind last_event_kind = EventKind::stage;

/// Why a handler without a message is dispatched.
enum class WithoutMessage : std::uint32_t {
    timelet,
    outlet,
    stored, ///< the kernel has a message in memory (docs/gang.md)
};

/// Why a packet is lost, on machines whose interface may lose packets.
enum class Drop : std::uint8_t {
    full,  ///< the receiver has no room
    fault, ///< the network has destroyed it
};

/// A stage of the adapter between a node and the network, on machines that have one. A packet goes
/// through the stages in this order, without gaps, from its `inject` on. An observer gets the four
/// stages of the sender together, when the packet enters the network, and the three of the receiver
/// just before its `arrive`. On a Myrinet the adapter's processor waits for memory in the two
/// stages of waiting, in cycles that may be anywhere in the stage behind it.
enum class Stage : std::uint8_t {
    send_wait,        ///< the packet waits for the firmware
    send_firmware,    ///< the adapter's processor
    send_channel,     ///< DMA over the bus between node and adapter, and the wait for the bus
    send_room,        ///< the packet waits for room in the network
    receive_wait,     ///< the packet has left the network and waits for the firmware
    receive_firmware, ///< the adapter's processor
    receive_channel,  ///< DMA, as above
};
inline constexpr std::size_t stages = 7;

/// The kind of poll.
enum class Poll : std::uint32_t {
    /// CFC2 of nistat, which reads the waiting messages and the room for SENDs (CSD-94-823 A.2.5,
    /// A.10). CM-5: a load of a network's status. SP-2: of an entry's first word in the receive
    /// FIFO. Networks that it does not ask count as having room.
    looks,
    /// CTC2 of enable or nistat that newly enables message events: the poll of 3.4, "enable message
    /// reception, disable message reception", or the end of a critical section, which is the same
    /// instruction. On a machine with the hazards of A.10 it takes effect later. HRET and writes of
    /// Status do not count as polls.
    opens,
};

/// The result of a poll, in bits.
namespace found {
/// A message waits, as lpmp and hpmp of nistat say. For `opens`: a message that the poll admits.
inline constexpr std::uint32_t low_message = 1, high_message = 2;
/// For `looks`: a SEND of that priority would be accepted, as lpa and hpa say.
inline constexpr std::uint32_t low_room = 4, high_room = 8;
inline constexpr std::uint32_t message = low_message | high_message;
} // namespace found

/// Lower values of MessageEvent::handler are no addresses.
inline constexpr std::uint32_t first_handler = 0x100;

struct MessageEvent {
    EventKind kind;
    std::uint32_t node;
    Context context; ///< dispatch, ret: the handler's level; else the sender's context
    std::uint64_t cycle;
    std::uint32_t pc;    ///< inject, refuse: the SEND (its hard-wired handler's address where the
                         ///< interface itself sends); hardwired: where the CPU is; dispatch,
                         ///< exception: where it interrupted; ret: where it resumes; poll: the
                         ///< CFC2 or CTC2
    MessageId message;   ///< inject, arrive, dispatch, ret, hardwired, drop, stage
    std::uint32_t other; ///< inject: destination; arrive, dispatch, ret, hardwired: source, or,
                         ///< where it is drained, destination (`message` has the source);
                         ///< exception: Cause; dispatch without a message: WithoutMessage;
                         ///< poll: Poll; drop: source; stage: Stage
    /// inject, arrive, dispatch, exception, hardwired: handler address. Of messages that name no
    /// handler: the number below `first_handler` by which the receiver's software knows them (CM-5:
    /// the tag; SP-2: the packet's type; Myrinet: 1 + LFC's tag).
    std::uint32_t handler;
    std::uint32_t words; ///< inject, arrive, hardwired: scalar words of data
    /// exit: status; console: bytes; dispatch, exception: cycles it takes; hardwired: cycles that
    /// the CPU loses; poll: of `found`; drop: Drop; stage: cycles
    std::uint32_t value;
    bool high;                     ///< priority of the message
    bool multicast = false;        ///< inject, arrive, dispatch, ret: every node on the way
                                   ///< receives it
    std::uint8_t vector_words = 0; ///< the same: words of its vector
    /// arrive, dispatch, ret: receivers that a drained message did not reach because this node's
    /// router drained it (docs/network.md), the last ones on its way; 0: the message was for this
    /// node.
    std::uint16_t drained = 0;
    std::uint8_t core = 0; ///< core of the node; messages are those of core 0
};

/// A packet moves from a buffer of a router to one of its outputs: out of the injection buffer,
/// over a link, or into a receive buffer. A packet that waits causes no event.
struct HopEvent {
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    MessageId message;         ///< copies of a multicast have the same id
    std::uint32_t destination; ///< node
    std::uint32_t handler;     ///< address
    std::uint32_t words;       ///< words of data, including its vector
    bool high;                 ///< priority
    bool multicast;            ///< the copy for a node on its way
    std::uint32_t router;
    std::uint32_t node;    ///< node at the router, if it has one
    Port from;             ///< input port; local: the node's injection buffer
    Port to;               ///< local: into the node's receive buffer
    std::uint32_t next;    ///< router at the other end of `to`; local: this router
    bool second;           ///< `to` is the link's second virtual channel, after the dateline
    std::uint64_t since;   ///< cycle at which its head entered the buffer that it leaves
    std::uint64_t cycle;   ///< its head leaves; the output is busy from here on
    std::uint64_t end;     ///< its last word has left; the output is free
    std::uint64_t arrives; ///< its head is in the next router; local: its last word is delivered
    /// For `to` = local when the router drains: receivers that it does not reach, for a multicast
    /// those without a copy (it first leaves this node's copy). 0: it is for this node.
    std::uint16_t drained = 0;

    /// Whether no part of the message continues.
    bool is_last() const {
        return to == Port::local && (!multicast || drained != 0 || node == destination);
    }
    bool operator==(const HopEvent &) const = default;
};

/// What a sink does with the events of a run.
struct Wants {
    bool instructions = true; ///< Observer::instruction and Observer::wait
    bool events = true, hops = true;
    /// Instructions and events of these; empty: of all nodes. The other nodes are not stepped, but
    /// take their turns in the same order.
    std::vector<std::uint32_t> nodes{};
    bool firmware = false; ///< instructions and events of further cores, too
};

/// A sink of events. Calls come in the order of each node's clock; between nodes the order is the
/// host's. Hops come in the order of (cycle, router), in a hypercube all of a message together in
/// the order of the cycles at which their paths stand; those of a message after its `inject` and
/// before its `arrive`.
class Observer {
  public:
    virtual ~Observer() = default;
    virtual void instruction(const InstructionEvent &) {}
    /// Several turns of a wait. At least two like them came before, one by one. A sink that does
    /// not override this gets each turn.
    virtual void wait(const WaitEvent &waited) {
        for (std::uint64_t n = 0; n < waited.turns; ++n) one_by_one(waited, n);
    }
    virtual void event(const MessageEvent &) {}
    virtual void hop(const HopEvent &) {}
    /// Other events may come all the same. Does not change while the sink is in use.
    virtual Wants wants() const { return {}; }

  protected:
    /// Passes the n-th of these turns, counted from 0, to instruction().
    void one_by_one(const WaitEvent &waited, std::uint64_t n) {
        for (InstructionEvent event : waited.turn) {
            event.cycle += n * waited.cycles;
            instruction(event);
        }
    }
};

} // namespace inlet
