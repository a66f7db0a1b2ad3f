// A node's network interface, of any machine: a device that is tied to the networks. It has what
// its machine has of these: registers behind loads and stores (Device), instructions of its own,
// events that it takes without being asked, a context whose code runs. What a machine has not is
// what this class says.
#pragma once

#include "cpu/engine/instruction.h"
#include "cpu/engine/state.h"
#include "inlet/context.h"
#include "inlet/look.h"
#include "inlet/observer.h"
#include "inlet/register_info.h"
#include "memory/device.h"
#include "net/packet.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace inlet {

class NodePort;

/// What became of an instruction of the interface.
struct Executed {
    enum class Kind : std::uint8_t {
        done,
        not_known, ///< the network must first be known up to the CPU's clock; ask again then
        fault,     ///< State::fault says what
    } kind = Kind::done;
    std::uint32_t refused = 0;           ///< cycles of a message that was not accepted
    std::uint64_t until = Device::never; ///< the network must be asked again at this cycle
    bool returned = false;               ///< a handler was left
};

/// A node that seems to do nothing but ask, in a network that is still, and a turn that it makes.
struct Circle {
    static constexpr std::uint32_t never_changes = ~0u;
    /// How often the program has asked what changes of itself, and when it is to change
    /// (NetworkInterface::changes_by_itself).
    std::uint32_t asked = 0, change_at = never_changes;
    std::optional<LookNode::Refused> refused; ///< a message that the network does not accept
};

class NetworkInterface : public Device {
  public:
    /// An event that is due: the interface's own number; 0: none.
    using EventNumber = std::uint8_t;

    /// Addresses of its registers; none: it is no device.
    struct Range {
        std::uint32_t first = 0, bytes = 0;
        std::uint32_t interrupts = 0; ///< lines of the processor that it asks for interrupts by
    };
    virtual Range range() const { return {}; }
    /// A program starts.
    virtual void start(const engine::State &state) { static_cast<void>(state); }

    // --- Instructions of its own (engine::Kind::network) ---

    /// Executes the one at pc, and tells observers of it. On `done` the state is past it.
    virtual Executed execute(NodePort &node, const engine::Instruction &in);
    /// Another instruction was executed, by the stepper. True: what is due may have changed.
    virtual bool retired(engine::State &state, const engine::Instruction &in) {
        static_cast<void>(state), static_cast<void>(in);
        return false;
    }
    /// What is on its way into effect takes it now, as at a trap. False: nothing was.
    virtual bool settle(engine::State &state) {
        static_cast<void>(state);
        return false;
    }
    /// Modes or masks of the processor have changed (Stop::system).
    virtual void follow(const engine::State &state) { static_cast<void>(state); }

    // --- Events that it takes of itself ---

    /// The one to be taken now.
    virtual EventNumber due(std::uint64_t now) const {
        static_cast<void>(now);
        return 0;
    }
    /// The first cycle from `now` on at which one may be due, as far as it is known.
    virtual std::uint64_t next_due(std::uint64_t now) const {
        static_cast<void>(now);
        return never;
    }
    /// One waits for a slot of the injection buffer. When there will be one the network tells
    /// (Network::take_told); next_due() has it from then on.
    virtual bool waits_for_room() const { return false; }
    /// Takes it, and tells observers. Returns when the network must be asked again.
    virtual std::uint64_t take(NodePort &node, EventNumber event) {
        static_cast<void>(node), static_cast<void>(event);
        return never;
    }
    /// It is not about to send by itself.
    virtual bool idle() const { return true; }

    // --- Registers behind loads and stores ---

    /// The instruction that accessed them was executed: what it sent and took is counted in the
    /// node, and observers are told.
    virtual void accessed(NodePort &node) { static_cast<void>(node); }
    /// It takes no message of itself: the program asks. A node whose program has exited sleeps
    /// behind its exit until a message is there, goes on, and sleeps again when it comes back to
    /// that place and no message is there.
    virtual bool is_polled() const { return false; }
    /// Behind its exit the program goes on, in a loop, and takes messages there.
    virtual bool goes_on() const { return false; }
    /// Until quiet_end() a load there gives what it gives now, takes the same cycles and does
    /// nothing else, if nobody stores.
    virtual bool is_quiet(std::uint64_t now, std::uint32_t address) const {
        static_cast<void>(now), static_cast<void>(address);
        return false;
    }
    /// What access() answers a load that is_quiet(), or stable for ever, at a cycle up to which the
    /// network need not be known.
    virtual Answer answer_ahead(std::uint64_t now, const Access &access) {
        return this->access(now, access);
    }
    /// From when on loads that were quiet at `since` or later may give something else, as far as it
    /// is known.
    virtual std::uint64_t quiet_end(std::uint64_t since) const {
        static_cast<void>(since);
        return next_message();
    }
    /// What it did by the last store brings others to act from here on, sooner than the network
    /// knows.
    virtual std::uint64_t wakes_others_at() const { return never; }
    /// Since when a message is there, or from when on: of those that are known.
    virtual std::uint64_t next_message() const { return never; }

    /// Of programs that say so: since when they do nothing but ask for messages, with none coming
    /// and none on its way from here, and when they last said it; never.
    virtual std::uint64_t quiet_since() const { return never; }
    virtual std::uint64_t quiet_until() const { return 0; }

    // --- For observers and debuggers ---

    /// Whose code runs.
    virtual Context context() const { return Context::main; }
    /// The same for observers, who may be told of handlers that only software knows.
    virtual Context shown() const { return context(); }
    /// Observed nodes: an instruction was executed, and the node's state is behind it.
    virtual void watch(NodePort &node) { static_cast<void>(node); }
    /// The message that the handler in this context works on; nullptr: none.
    virtual const net::Packet *handled() const { return nullptr; }
    /// It tells observers itself when a packet has arrived, and when one is lost: that the network
    /// has delivered it is not all.
    virtual bool announces() const { return false; }
    /// What of a packet's event only the interface knows.
    virtual void complete(MessageEvent &event, const net::Packet &packet, bool arriving) const {
        static_cast<void>(event), static_cast<void>(packet), static_cast<void>(arriving);
    }
    virtual void show(LookNode &look) const { static_cast<void>(look); }
    /// Its registers for debuggers, whose numbers follow the processor's. T1's are
    /// ControlRegister's from `interface` on (inlet/t1/control_register.h).
    virtual std::vector<RegisterInfo> control_registers() const { return {}; }
    /// The value of one by its place in the list: 0 for the first.
    virtual std::uint32_t control_register(const engine::State &state, std::uint32_t place) const {
        static_cast<void>(state), static_cast<void>(place);
        return 0;
    }
    /// What code that a handler has interrupted had in its registers (ni/interrupted.h).
    virtual std::optional<std::uint32_t> interrupted_word(const engine::State &state,
                                                          std::uint32_t address) const {
        static_cast<void>(state), static_cast<void>(address);
        return std::nullopt;
    }
    std::vector<Named> look() const override { return {}; }

    // --- Whether a node only turns in circles (Node::turns_in_circles) ---

    virtual std::unique_ptr<NetworkInterface> copy() const = 0;
    /// `other` is a copy().
    virtual bool same(const NetworkInterface &other) const = 0;
    virtual void become(const NetworkInterface &other) = 0;
    /// Executes the interface's instruction at pc, at known(). False: it may change what comes.
    virtual bool turn(NodePort &node, const engine::Instruction &in, Circle &circle) {
        static_cast<void>(node), static_cast<void>(in), static_cast<void>(circle);
        return false;
    }
    /// Something that programs can ask for is still to change without anybody's doing (T1: tp of
    /// nistat). A turn must come back whenever it does.
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

/// Of a node without any.
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
