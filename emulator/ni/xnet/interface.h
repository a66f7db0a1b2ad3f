// T1's interface in another processor, the part common to all: sends, moves of its registers, HRET,
// events, and events for observers. Operands of instructions, and entry and exit of handlers, are a
// processor's own: sparc.h, ppc.h, ni/ncube2/xnet.h.
#pragma once

#include "ni/network_interface.h"
#include "ni/node_port.h"
#include "ni/xnet/registers.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace inlet::xnet {

class Interface : public NetworkInterface {
  public:
    /// Config::deferred of a processor whose instructions begin at multiples of 4.
    static constexpr std::uint32_t deferred = 3;

    void start(const engine::State &state) override;
    Executed execute(NodePort &node, const engine::Instruction &in) override;

    EventNumber due(std::uint64_t now) const override {
        return static_cast<EventNumber>(registers_.due(now));
    }
    std::uint64_t next_due(std::uint64_t now) const override { return registers_.next_due(now); }
    bool waits_for_room() const override { return registers_.waits_for_room(); }
    std::uint64_t take(NodePort &node, EventNumber event) override;

    Context context() const override { return registers_.visible(); }
    const net::Packet *handled() const override;
    void complete(MessageEvent &event, const net::Packet &packet) const override;
    void show(DumpNode &dump) const override;

    std::vector<RegisterInfo> control_registers() const override;
    std::uint32_t control_register(const engine::State &state, std::uint32_t place) const override;

    bool turn(NodePort &node, const engine::Instruction &in, BusyWait &wait) override;
    bool changes_by_itself(std::uint64_t now) const override {
        return !registers_.timelet_pending(now);
    }
    const Registers &registers() const { return registers_; }

  protected:
    /// An instruction with the values of its operands. `load`, `store`: of a vector register.
    /// `other`: one that only this processor has (run()).
    struct Operation {
        enum class Kind : std::uint8_t {
            send,
            read,
            write,
            load,
            store,
            leave,
            other
        } kind = Kind::leave;
        unsigned channel = 0;      ///< send
        std::uint32_t number = 0;  ///< the register
        std::uint32_t address = 0; ///< load, store
        std::uint32_t handler = 0; ///< send
        std::uint32_t destination = 0;
        std::span<const std::uint32_t> words{}; ///< send
        std::optional<unsigned> vector{};       ///< send: the register that goes, too
        bool multicast = false;                 ///< send
        std::uint32_t value = 0;                ///< write
        std::uint32_t cycles = 0;               ///< send: in addition to the instruction's
    };
    /// The result of an instruction.
    struct Result {
        Executed::Kind kind = Executed::Kind::done;
        std::uint32_t cycles = 0;
        CacheStall memory{}; ///< of the cycles
        bool refused = false;
        const net::Packet *sent = nullptr; ///< valid until the next call
    };
    /// A register for debuggers: its name, and its number in instructions.
    struct Shown {
        const char *name;
        std::uint32_t number;
    };

    Interface(const Config &config, std::uint32_t node, net::Network &network)
        : config_(&config), network_(&network), registers_(config, node, network) {}
    Interface(const Interface &) = default;
    Interface &operator=(const Interface &) = default;

    /// Nothing: see State::fault.
    virtual std::optional<Operation> operation(NodePort &node,
                                               const engine::Instruction &in) const = 0;
    /// Executes it. On `done` the state is past it, and it and its cycles are counted.
    virtual Result run(NodePort &node, const engine::Instruction &in, const Operation &operation);
    /// Reads the words of a message that are in memory. False: see State::fault.
    virtual bool fetch(NodePort &node, const engine::Instruction &in, Operation &operation) {
        static_cast<void>(node), static_cast<void>(in), static_cast<void>(operation);
        return true;
    }
    /// The channel of the network for a message.
    virtual unsigned outlet(const Operation &operation) const { return operation.channel; }
    /// Called when the network has refused a message of that outlet.
    virtual void refused_at(unsigned outlet) { static_cast<void>(outlet); }
    /// Advances the state past an instruction that is neither a branch nor HRET.
    virtual void pass(engine::State &state, const engine::Instruction &in) const;
    /// nicond.
    virtual bool condition(const engine::State &state) const = 0;
    virtual void set_condition(engine::State &state, bool accepted) = 0;
    /// Writes the value of a register to `in.to`.
    virtual Registers::Done read(const engine::State &state, std::uint32_t number,
                                 std::uint32_t &value) const;
    virtual Registers::Done write(engine::State &state, std::uint32_t number, std::uint32_t value);
    /// The result of read() as far as the network is known; nothing if there is no such register.
    virtual std::optional<std::uint32_t> peek(const engine::State &state,
                                              std::uint32_t number) const {
        return registers_.peek(state.now, number, condition(state));
    }
    virtual std::span<const Shown> shown_registers() const = 0;
    /// HRET, in a handler: restores the interrupted state.
    virtual Result leave(engine::State &state, const engine::Instruction &in) = 0;
    /// The reason why no handler can be entered here, if any: the node fails.
    virtual bool refuses(NodePort &node, Event event) {
        static_cast<void>(node), static_cast<void>(event);
        return false;
    }
    /// The address at which interrupted code continues.
    virtual std::uint32_t interrupted(NodePort &node) const;
    /// Enters a handler in the node's state. registers() is already at its level, which has
    /// interrupted `before`.
    virtual void enter(NodePort &node, Context before) = 0;
    /// The handler's address in a message's handler word.
    virtual std::uint32_t handler_in(std::uint32_t word) const = 0;

    static Executed::Kind refuse(engine::State &state, FaultKind kind, std::uint32_t value);

    const Config *config_;
    net::Network *network_;
    Registers registers_;

  private:
    Result send(NodePort &node, const engine::Instruction &in, Operation operation);
    Result move(engine::State &state, const engine::Instruction &in, const Operation &operation);
    Result load_or_store(NodePort &node, const engine::Instruction &in, const Operation &operation);
    std::uint32_t status(const engine::State &state, std::uint64_t now) const;
};

} // namespace inlet::xnet
