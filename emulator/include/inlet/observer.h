// The one interface through which a run is watched. Observers only listen: nothing they do
// changes a cycle, a message or their order.
#pragma once

#include "inlet/context.h"
#include "inlet/cost.h"
#include "inlet/mesh_config.h"
#include "inlet/message_event.h"
#include "inlet/wait.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace inlet {

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
