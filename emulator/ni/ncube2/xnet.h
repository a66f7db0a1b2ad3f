// The interface in the processor of an nCUBE/2 node with an x86: a handler is a C function compiled
// with -mregparm=3, on a stack of its level (docs/ncube2-xnet.md).
#pragma once

#include "cpu/x86/port.h"
#include "net/cube_lines.h"
#include "ni/network_interface.h"
#include "ni/node_port.h"
#include "ni/xnet/registers.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace inlet::xnet {

/// What the interface's instructions and the dispatch cost, in cycles.
struct X86Costs {
    std::uint32_t access = 0;       ///< each access of memory
    std::uint32_t dispatch = 0;     ///< with its three words on the stack
    std::uint32_t send_refused = 0; ///< which reads no words
};

/// Ours, beside CSD-94-823 Table 1. What a dispatch keeps of the interrupted code is in two sets,
/// of the low level and of the high one: EIP is LPEPC and HPEPC.
enum X86Register : std::uint32_t {
    handler_return = 28, ///< where a handler's RET goes to
    low_stack = 29,      ///< ESP of handlers, before the dispatch pushes
    high_stack = 30,
    kept_eflags = 32, ///< of the low level; of the high one 8 further on
    kept_esp,
    kept_eax,
    kept_ecx,
    kept_edx,
    high_set = 8,
};

class X86Interface final : public NetworkInterface {
  public:
    static constexpr unsigned most_words = net::scalar_words;
    /// A dispatch pushes the fifth word, the fourth, and where RET goes to.
    static constexpr unsigned dispatch_accesses = 3;

    X86Interface(const Config &config, const X86Costs &costs, std::uint32_t node,
                 net::CubeLines &lines)
        : config_(&config), costs_(costs), node_(node), lines_(&lines),
          registers_(config, node, lines) {}

    void start(const engine::State &state) override;
    void follow(const engine::State &state) override {
        registers_.listen(x86::takes_interrupts(state));
    }
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
    const char *fault_text(std::uint64_t /*code*/) const override { return error_.c_str(); }

    std::unique_ptr<NetworkInterface> copy() const override {
        return std::make_unique<X86Interface>(*this);
    }
    bool same(const NetworkInterface &other) const override;
    void become(const NetworkInterface &other) override {
        *this = static_cast<const X86Interface &>(other);
    }
    bool turn(NodePort &node, const engine::Instruction &in, Circle &circle) override;
    bool changes_by_itself(std::uint64_t now) const override {
        return !registers_.timelet_pending(now);
    }
    void archive(Archive &ar) override;
    const Registers &registers() const { return registers_; }

  private:
    /// What a dispatch keeps of the interrupted code.
    struct Kept {
        std::uint32_t eip = 0, eflags = 0, esp = 0, eax = 0, ecx = 0, edx = 0;
        bool operator==(const Kept &) const = default;
        void archive(Archive &ar);
    };
    /// What an instruction did.
    struct Result {
        Executed::Kind kind = Executed::Kind::done;
        std::uint32_t cycles = 0;
        bool refused = false;
        const net::Packet *sent = nullptr; ///< valid until the next call
    };
    Result run(NodePort &node, const engine::Instruction &in);
    Result send(NodePort &node, const engine::Instruction &in, unsigned priority);
    Result move(NodePort &node, const engine::Instruction &in, const x86::PortInstruction &port);
    Result leave(engine::State &state, const engine::Instruction &in);
    Result wrong(NodePort &node, std::string text, std::uint32_t value);
    /// Processor registers that are the node's; nothing: there is none of that number.
    std::optional<std::uint32_t> of_node(std::uint64_t now, std::uint32_t number) const;
    std::uint32_t *own_register(std::uint32_t number);
    std::uint32_t status(const engine::State &state) const;

    const Config *config_;
    X86Costs costs_;
    std::uint32_t node_;
    net::CubeLines *lines_;
    Registers registers_;
    std::array<Kept, 2> kept_;
    std::array<std::uint32_t, 2> stacks_{};
    std::uint32_t handler_return_ = 0;
    std::string error_;
};

} // namespace inlet::xnet
