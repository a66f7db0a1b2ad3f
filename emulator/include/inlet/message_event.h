// Events of messages and nodes. What all kinds have is in MessageEvent; what one kind has beside it
// is a struct of its own.
#pragma once

#include "inlet/context.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

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

/// Events of messages and nodes, in the order of each node's clock (inlet/events.def).
enum class EventKind : std::uint8_t {
#define INLET_EVENT(id, ...) id,
#include "inlet/events.def"
};
inline constexpr std::array event_kind_names = {
#define INLET_EVENT(id, name) name,
#include "inlet/events.def"
};
/// The last kind.
inline constexpr EventKind last_event_kind = static_cast<EventKind>(event_kind_names.size() - 1);

/// Why a handler without a message is dispatched.
enum class WithoutMessage : std::uint8_t {
#define INLET_WITHOUT_MESSAGE(id, ...) id,
#include "inlet/events.def"
};
inline constexpr std::array without_message_names = {
#define INLET_WITHOUT_MESSAGE(id, name) name,
#include "inlet/events.def"
};

/// Why a packet is lost, on machines whose interface may lose packets.
enum class Drop : std::uint8_t {
#define INLET_DROP(id, ...) id,
#include "inlet/events.def"
};
struct DropFacts {
    const char *name;
    const char *where; ///< "in the network"
};
inline constexpr std::array drops = {
#define INLET_DROP(id, name, where) DropFacts{name, where},
#include "inlet/events.def"
};

/// What a packet goes through between a node and the network, on machines with an adapter or an
/// endpoint there. `taken` is no stage: the message ends here without a handler of the program.
enum class Stage : std::uint8_t {
#define INLET_STAGE(id, ...) id,
#include "inlet/events.def"
};
struct StageFacts {
    enum class Part : std::uint8_t { adapter, endpoint };
    enum class Side : std::uint8_t { none, sender, receiver };

    const char *name;
    Part part;
    Side side;
};
inline constexpr std::array stages = {
#define INLET_STAGE(id, name, part, side)                                                          \
    StageFacts{name, StageFacts::Part::part, StageFacts::Side::side},
#include "inlet/events.def"
};
constexpr const StageFacts &facts_of(Stage stage) {
    return stages[static_cast<std::size_t>(stage)];
}

/// How an instruction asks for messages.
///
/// looks: CFC2 of nistat, which reads the waiting messages and the room for SENDs (CSD-94-823
/// A.2.5, A.10). CM-5: a load of a network's status. SP-2: of an entry's first word in the receive
/// FIFO. Networks that it does not ask count as having room.
///
/// opens: CTC2 of enable or nistat that newly enables message events: the poll of 3.4, "enable
/// message reception, disable message reception", or the end of a critical section, which is the
/// same instruction. On a machine with the hazards of A.10 it takes effect later. HRET and writes
/// of Status do not count as polls.
enum class Poll : std::uint8_t {
#define INLET_POLL(id, ...) id,
#include "inlet/events.def"
};
inline constexpr std::array poll_names = {
#define INLET_POLL(id, name) name,
#include "inlet/events.def"
};

/// The result of a poll, in bits.
namespace found {
/// A message waits, as lpmp and hpmp of nistat say. For `opens`: a message that the poll admits.
inline constexpr std::uint32_t low_message = 1, high_message = 2;
/// For `looks`: a SEND of that priority would be accepted, as lpa and hpa say.
inline constexpr std::uint32_t low_room = 4, high_room = 8;
inline constexpr std::uint32_t message = low_message | high_message;
} // namespace found

/// What events of a kind have beside the members of MessageEvent: a struct for each EventKind, in
/// the same order.
namespace events {

/// SEND accepted; `cycle`: when the packet enters the injection buffer; SP-2: the program hands it
/// over to the adapter.
struct Inject {
    bool operator==(const Inject &) const = default;
};
/// SEND refused (nicond cleared); no message id.
struct Refuse {
    bool operator==(const Refuse &) const = default;
};
/// The whole packet is in the receive buffer of `node`.
struct Arrive {
    bool operator==(const Arrive &) const = default;
};
/// Event taken: `cycles` later the handler's first instruction issues.
struct Dispatch {
    std::uint32_t cycles = 0;
    /// Empty: of a message.
    std::optional<WithoutMessage> without{};

    bool operator==(const Dispatch &) const = default;
};
/// HRET executed (`context`: the level that was left).
struct Return {
    bool operator==(const Return &) const = default;
};
/// Host service exit.
struct Exit {
    std::uint32_t status = 0;

    bool operator==(const Exit &) const = default;
};
/// Host service write.
struct Console {
    std::uint32_t bytes = 0;

    bool operator==(const Console &) const = default;
};
/// The CPU goes to the program's exception handler, `cycles` later.
struct Exception {
    std::uint32_t cause = 0; ///< the processor's number
    std::uint32_t cycles = 0;

    bool operator==(const Exception &) const = default;
};
/// A hard-wired handler executes the message.
struct Hardwired {
    std::uint32_t cycles = 0; ///< that the CPU loses

    bool operator==(const Hardwired &) const = default;
};
/// An instruction polls the network interface at `cycle`.
struct Polled {
    Poll how = Poll::looks;
    std::uint32_t finds = 0; ///< of `found`

    bool operator==(const Polled &) const = default;
};
/// A packet is lost at `node`, its destination, or its source where a Myrinet's network loses it.
struct Dropped {
    Drop cause = Drop::full;
    bool arrived = false; ///< there was an `arrive`
    bool taken = false;   ///< and Stage::taken

    bool operator==(const Dropped &) const = default;
};
/// A packet was in a stage from `cycle` on.
struct Staged {
    Stage stage = Stage::send_wait;
    std::uint32_t cycles = 0;

    bool operator==(const Staged &) const = default;
};

using Any = std::variant<Inject, Refuse, Arrive, Dispatch, Return, Exit, Console, Exception,
                         Hardwired, Polled, Dropped, Staged>;
static_assert(std::variant_size_v<Any> == event_kind_names.size());

} // namespace events

/// Lower values of MessageEvent::handler are no addresses.
inline constexpr std::uint32_t first_handler = 0x100;

struct MessageEvent {
    events::Any what;
    std::uint32_t node = 0;
    Context context = Context::main; ///< dispatch, ret: the handler's level; else the sender's
                                     ///< context
    std::uint64_t cycle = 0;
    std::uint32_t pc = 0; ///< inject, refuse: the SEND (its hard-wired handler's address where the
                          ///< interface itself sends); hardwired: where the CPU is; dispatch,
                          ///< exception: where it interrupted; ret: where it resumes; poll: the
                          ///< CFC2 or CTC2
    MessageId message{};  ///< number 0: none
    /// The node for which the message is: `node`, but for inject, where `node` drains it, and for
    /// a drop at its source.
    std::uint32_t destination = 0;
    /// inject, arrive, dispatch, exception, hardwired: handler address. Of messages that name no
    /// handler: the number below `first_handler` by which the receiver's software knows them (CM-5:
    /// the tag; SP-2: the packet's type; Myrinet: 1 + LFC's tag).
    std::uint32_t handler = 0;
    std::uint32_t words = 0;       ///< scalar words of data
    bool high = false;             ///< priority of the message
    bool multicast = false;        ///< every node on the way receives it
    std::uint8_t vector_words = 0; ///< words of its vector
    /// arrive, dispatch, ret: receivers that a drained message did not reach because this node's
    /// router drained it (docs/network.md), the last ones on its way; 0: the message was for this
    /// node.
    std::uint16_t drained = 0;
    std::uint8_t core = 0; ///< core of the node; messages are those of core 0

    EventKind kind() const { return static_cast<EventKind>(what.index()); }
    /// What events of this kind have; nullptr: it is of another kind.
    template <class Kind> const Kind *as() const { return std::get_if<Kind>(&what); }
    bool operator==(const MessageEvent &) const = default;
};

/// Whether the message ends here without a handler of the node's program.
inline bool is_taken(const MessageEvent &event) {
    const auto *at = event.as<events::Staged>();
    return at && at->stage == Stage::taken;
}
/// Whether the receiver takes the message: by a handler of the program or of hardware, or as above.
inline bool is_handled(const MessageEvent &event) {
    return (event.kind() == EventKind::dispatch && event.message.number != 0) ||
           event.kind() == EventKind::hardwired || is_taken(event);
}

} // namespace inlet
