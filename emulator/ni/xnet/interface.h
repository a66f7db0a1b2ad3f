// T1's interface in the processor of another machine's nodes, as far as it is the same for all:
// sends, moves of its registers, HRET, events, and what observers are told. How instructions name
// operands, and what a processor does when a handler is entered and left, is its own: sparc.h,
// ppc.h.
#pragma once

#include "ni/network_interface.h"
#include "ni/node_port.h"
#include "ni/xnet/registers.h"

#include <cstdint>
#include <span>

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
    void complete(MessageEvent &event, const net::Packet &packet, bool arriving) const override;
    void show(LookNode &look) const override;

    bool turn(NodePort &node, const engine::Instruction &in, Circle &circle) override;
    bool changes_by_itself(std::uint64_t now) const override {
        return !registers_.timelet_pending(now);
    }
    const Registers &registers() const { return registers_; }

  protected:
    /// What an instruction is, and the values of its operands.
    struct Operation {
        enum class Kind : std::uint8_t { send, read, write, leave } kind = Kind::leave;
        unsigned channel = 0;      ///< send
        std::uint32_t number = 0;  ///< read, write: of the register
        std::uint32_t handler = 0; ///< send
        std::uint32_t destination = 0;
        std::span<const std::uint32_t> words{}; ///< send
        std::uint32_t value = 0;                ///< write
    };
    /// What an instruction did.
    struct Result {
        Executed::Kind kind = Executed::Kind::done;
        std::uint32_t cycles = 0;
        bool refused = false;
        const net::Packet *sent = nullptr; ///< valid until the next call
    };

    Interface(const Config &config, std::uint32_t node, net::Network &network)
        : config_(&config), network_(&network), registers_(config, node, network) {}
    Interface(const Interface &) = default;
    Interface &operator=(const Interface &) = default;

    virtual Operation operation(const engine::State &state,
                                const engine::Instruction &in) const = 0;
    /// nicond.
    virtual bool condition(const engine::State &state) const = 0;
    virtual void set_condition(engine::State &state, bool accepted) = 0;
    /// The value of a register is read. `in.to` gets it.
    virtual Registers::Done read(const engine::State &state, std::uint32_t number,
                                 std::uint32_t &value) const;
    virtual Registers::Done write(engine::State &state, std::uint32_t number, std::uint32_t value);
    /// HRET, in a handler: the state becomes that of what was interrupted.
    virtual Result leave(engine::State &state, const engine::Instruction &in) = 0;
    /// Why no handler can be entered here: the node fails.
    virtual bool refuses(NodePort &node) {
        static_cast<void>(node);
        return false;
    }
    /// registers() is at a handler's level, which has interrupted `before`; `state` is not yet.
    virtual void enter(engine::State &state, Context before) = 0;
    /// The handler's address in the word that a message has of it.
    virtual std::uint32_t handler_in(std::uint32_t word) const = 0;

    static Executed::Kind refuse(engine::State &state, FaultKind kind, std::uint32_t value);

    const Config *config_;
    net::Network *network_;
    Registers registers_;

  private:
    Result run(engine::State &state, const engine::Instruction &in, const Operation &operation);
    Result send(engine::State &state, const engine::Instruction &in, const Operation &operation);
    Result move(engine::State &state, const engine::Instruction &in, const Operation &operation);
    std::uint32_t status(const engine::State &state, std::uint64_t now) const;
};

} // namespace inlet::xnet
