// The network interface of a node. It may have registers behind loads and stores (Device),
// instructions, events that it raises by itself, and contexts. The defaults of this class stand for
// parts that a machine lacks.
#pragma once

#include "cpu/engine/instruction.h"
#include "cpu/engine/state.h"
#include "inlet/context.h"
#include "inlet/observer.h"
#include "inlet/register_info.h"
#include "inlet/state_dump.h"
#include "memory/device.h"
#include "net/packet.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace inlet {

class Memory;
class NodePort;

/// A message in a network interface: on its way into the network, or out of it and not yet taken by
/// the program.
struct HeldPacket {
    net::Packet packet;
    bool arrived = false;    ///< it has been in the network
    std::uint64_t since = 0; ///< cycle at which the program sent it, or at which it came
    bool by_kernel = false;  ///< it waits as long as the node's kernel says so (RoleProgram::keeps)
    bool for_device = false; ///< it is for the interface's own processor, which has not read it
};

/// The result of an instruction of the interface.
struct Executed {
    enum class Kind : std::uint8_t {
        done,
        not_known, ///< the network must first be simulated up to the CPU's clock; then repeat the
                   ///< call
        fault,     ///< see State::fault
    } kind = Kind::done;
    std::uint32_t refused = 0;           ///< cycles of a refused message
    std::uint64_t until = Device::never; ///< the cycle of the next call
    bool returned = false;               ///< the instruction left a handler
};

/// A node that appears to only poll, while the network is quiescent, and one iteration of its loop.
struct BusyWait {
    static constexpr std::uint32_t never_changes = ~0u;
    /// Polls of state that changes by itself so far, and the poll from which on it has changed
    /// (NetworkInterface::changes_by_itself).
    std::uint32_t asked = 0, change_at = never_changes;
    std::optional<DumpNode::Refused> refused; ///< a message that the network refuses
    std::uint32_t full = 0;                   ///< bit n: channel n has refused a message
};

class NetworkInterface : public Device {
  public:
    /// A due event, by the interface's own number; 0: none.
    using EventNumber = std::uint8_t;

    /// Addresses of its registers; empty: it is not a device.
    struct Range {
        std::uint32_t first = 0, bytes = 0;
        std::uint32_t interrupts = 0; ///< interrupt lines of the processor that it uses
    };
    virtual Range range() const { return {}; }
    /// Called when a program starts.
    virtual void start(const engine::State &state) { static_cast<void>(state); }

    // --- Instructions of its own (engine::Kind::network) ---

    /// Executes the instruction at pc and reports it to observers. On `done`, the state is past it.
    virtual Executed execute(NodePort &node, const engine::Instruction &in);
    /// Called after the stepper has executed another instruction. True: due() may have changed.
    virtual bool retired(engine::State &state, const engine::Instruction &in) {
        static_cast<void>(state), static_cast<void>(in);
        return false;
    }
    /// Applies delayed effects now, as at a trap. False: there were none.
    virtual bool settle(engine::State &state) {
        static_cast<void>(state);
        return false;
    }
    /// Called when modes or masks of the processor have changed (Stop::system).
    virtual void follow(const engine::State &state) { static_cast<void>(state); }

    // --- Events that it takes of itself ---

    /// The event to take now, or 0.
    virtual EventNumber due(std::uint64_t now) const {
        static_cast<void>(now);
        return 0;
    }
    /// The first cycle from `now` on at which an event may be due, as far as the network is known.
    virtual std::uint64_t next_due(std::uint64_t now) const {
        static_cast<void>(now);
        return never;
    }
    /// Whether an event waits for a slot of the injection buffer. The network reports the slot
    /// (Network::take_told); from then on next_due() has its cycle.
    virtual bool waits_for_room() const { return false; }
    /// Takes the event and reports it to observers. Returns the cycle of the next call.
    virtual std::uint64_t take(NodePort &node, EventNumber event) {
        static_cast<void>(node), static_cast<void>(event);
        return never;
    }
    /// Whether it has nothing to send by itself.
    virtual bool idle() const { return true; }

    // --- Registers behind loads and stores ---

    /// Called after an instruction that accessed the registers: counts its messages in the node and
    /// reports them to observers.
    virtual void accessed(NodePort &node) { static_cast<void>(node); }
    /// Whether programs poll for messages. A node whose program has exited sleeps at its exit until
    /// a message arrives, continues, and sleeps again when it is back without a message.
    virtual bool is_polled() const { return false; }
    /// Whether the program continues after its exit, in a loop that takes messages.
    virtual bool goes_on() const { return false; }
    /// Whether a load from `address` has the same result and cost until quiet_end(), without side
    /// effects, unless a store intervenes.
    virtual bool is_quiet(std::uint64_t now, std::uint32_t address) const {
        static_cast<void>(now), static_cast<void>(address);
        return false;
    }
    /// The answer of access() to a load that is_quiet(), or is stable, at a cycle up to which the
    /// network need not be known.
    virtual Answer answer_ahead(std::uint64_t now, const Access &access) {
        return this->access(now, access);
    }
    /// The first cycle at which loads that were quiet at `since` or later may change, as far as the
    /// network is known.
    virtual std::uint64_t quiet_end(std::uint64_t since) const {
        static_cast<void>(since);
        return next_message();
    }
    /// The cycle from which the last store may make other nodes act, if the network does not know
    /// it.
    virtual std::uint64_t wakes_others_at() const { return never; }
    /// The cycle at which the first known message has arrived or will arrive.
    virtual std::uint64_t next_message() const { return never; }

    /// For programs that report it: the cycle since which they only poll, with no message arriving
    /// or under way from here, and the cycle of the last report; or never.
    virtual std::uint64_t quiet_since() const { return never; }
    virtual std::uint64_t quiet_until() const { return 0; }
    /// As quiet_since(), but for messages that it sends again because nobody has acknowledged them.
    virtual std::uint64_t waits_since() const { return quiet_since(); }

    // --- For observers and debuggers ---

    /// The context that runs.
    virtual Context context() const { return Context::main; }
    /// The context for observers, which may include handlers that only software defines.
    virtual Context shown() const { return context(); }
    /// For observed nodes: called after each instruction.
    virtual void watch(NodePort &node) { static_cast<void>(node); }
    /// Whether it needs to know what its processor accesses in memory: then the stepper executes
    /// the processor's instructions, and calls follow() before each of them. Becomes true only
    /// while the processor does not execute.
    virtual bool follows() const { return false; }
    virtual void follow(NodePort &node) { static_cast<void>(node); }
    /// The message of the handler in this context, or nullptr.
    virtual const net::Packet *handled() const { return nullptr; }
    /// Whether it reports the arrival and the loss of packets to observers itself, because delivery
    /// by the network is not the end.
    virtual bool announces() const { return false; }
    /// Fills in the parts of a packet's event that only the interface knows.
    virtual void complete(MessageEvent &event, const net::Packet &packet) const {
        static_cast<void>(event), static_cast<void>(packet);
    }
    virtual void show(DumpNode &dump) const { static_cast<void>(dump); }
    /// The messages that it holds: those to send first, the oldest ones first. `memory`: the
    /// node's.
    virtual std::vector<HeldPacket> held(const Memory &memory) const {
        static_cast<void>(memory);
        return {};
    }
    /// Registers for debuggers. Their numbers follow the processor's.
    virtual std::vector<RegisterInfo> control_registers() const { return {}; }
    /// The value of a register by its index in the list.
    virtual std::uint32_t control_register(const engine::State &state, std::uint32_t place) const {
        static_cast<void>(state), static_cast<void>(place);
        return 0;
    }
    /// Registers of the code that a handler has interrupted (ni/interrupted.h).
    virtual std::optional<std::uint32_t> interrupted_word(const engine::State &state,
                                                          std::uint32_t address) const {
        static_cast<void>(state), static_cast<void>(address);
        return std::nullopt;
    }
    std::vector<Named> named_state() const override { return {}; }

    // --- Proofs that a node only waits (node/busy_wait.h) ---

    virtual std::unique_ptr<NetworkInterface> copy() const = 0;
    /// Whether the state equals that of `other`, a copy().
    virtual bool same(const NetworkInterface &other) const = 0;
    virtual void become(const NetworkInterface &other) = 0;
    /// Executes the interface's instruction at pc in a busy-wait, at known(). False: it may have an
    /// effect.
    virtual bool turn(NodePort &node, const engine::Instruction &in, BusyWait &wait) {
        static_cast<void>(node), static_cast<void>(in), static_cast<void>(wait);
        return false;
    }
    /// Whether state that programs can read will still change by itself (T1: tp of nistat). A
    /// busy-wait must then repeat itself whichever poll sees the change.
    virtual bool changes_by_itself(std::uint64_t now) const {
        static_cast<void>(now);
        return false;
    }

    // --- A device without registers ---

    Answer access(std::uint64_t now, const Access &access) override {
        static_cast<void>(now), static_cast<void>(access);
        return {Answer::Kind::fault, 0, 0};
    }
    std::uint64_t next(std::uint64_t now) const override {
        static_cast<void>(now);
        return never;
    }
    void advance(std::uint64_t now, Bus &bus) override {
        static_cast<void>(now), static_cast<void>(bus);
    }
    const char *fault_text(std::uint64_t code) const override {
        static_cast<void>(code);
        return "the network interface has no registers";
    }
};

/// The interface of a node without one.
class NoInterface final : public NetworkInterface {
  public:
    std::unique_ptr<NetworkInterface> copy() const override {
        return std::make_unique<NoInterface>();
    }
    bool same(const NetworkInterface & /*other*/) const override { return true; }
    void become(const NetworkInterface & /*other*/) override {}
    void archive(Archive & /*ar*/) override {}
};

} // namespace inlet
