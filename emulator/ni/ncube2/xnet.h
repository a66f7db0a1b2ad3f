// The network interface in the processor of an nCUBE/2 node with an x86: a handler is a C function
// compiled with -mregparm=3, on a stack of its level (docs/ncube2-xnet.md).
#pragma once

#include "cpu/x86/port.h"
#include "ni/xnet/interface.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace inlet::ncube2 {

/// Our additions to CSD-94-823 Table 1. A dispatch saves the interrupted registers in two sets, one
/// for each level; EIP is LPEPC and HPEPC.
enum XnetRegister : std::uint32_t {
    handler_return = 28, ///< return address of a handler
    low_stack = 29,      ///< ESP of handlers, before the dispatch pushes
    high_stack = 30,
    kept_eflags = 32, ///< of the low level; the high level's is 8 higher
    kept_esp,
    kept_eax,
    kept_ecx,
    kept_edx,
    high_set = 8,
};

class XnetInterface final : public xnet::Interface {
  public:
    static constexpr unsigned most_words = net::scalar_words;
    /// A dispatch pushes the fifth word, the fourth, and the return address.
    static constexpr unsigned dispatch_accesses = 3;

    /// `access`: cycles of each access of memory.
    XnetInterface(const xnet::Config &config, std::uint32_t access, std::uint32_t node,
                  net::Network &network)
        : Interface(config, node, network), access_(access), node_(node) {}

    void start(const engine::State &state) override;
    void follow(const engine::State &state) override {
        registers_.listen(x86::takes_interrupts(state));
    }
    const char *fault_text(std::uint64_t /*code*/) const override { return error_.c_str(); }

    std::unique_ptr<NetworkInterface> copy() const override {
        return std::make_unique<XnetInterface>(*this);
    }
    bool same(const NetworkInterface &other) const override;
    void become(const NetworkInterface &other) override {
        *this = static_cast<const XnetInterface &>(other);
    }
    bool turn(NodePort &node, const engine::Instruction &in, BusyWait &wait) override;
    void archive(Archive &ar) override;

  private:
    /// Registers of the interrupted code that a dispatch saves.
    struct Kept {
        std::uint32_t eip = 0, eflags = 0, esp = 0, eax = 0, ecx = 0, edx = 0;
        bool operator==(const Kept &) const = default;
        void archive(Archive &ar);
    };

    std::optional<Operation> operation(NodePort &node,
                                       const engine::Instruction &in) const override;
    Result run(NodePort &node, const engine::Instruction &in, const Operation &operation) override;
    bool fetch(NodePort &node, const engine::Instruction &in, Operation &operation) override;
    unsigned outlet(const Operation &operation) const override;
    void refused_at(unsigned outlet) override;
    void pass(engine::State &state, const engine::Instruction &in) const override;
    bool condition(const engine::State &state) const override;
    void set_condition(engine::State &state, bool accepted) override;
    xnet::Registers::Done read(const engine::State &state, std::uint32_t number,
                               std::uint32_t &value) const override;
    xnet::Registers::Done write(engine::State &state, std::uint32_t number,
                                std::uint32_t value) override;
    std::optional<std::uint32_t> peek(const engine::State &state,
                                      std::uint32_t number) const override;
    std::span<const Shown> shown_registers() const override;
    Result leave(engine::State &state, const engine::Instruction &in) override;
    bool refuses(NodePort &node, xnet::Event event) override;
    std::uint32_t interrupted(NodePort &node) const override;
    std::optional<std::uint32_t> interrupted_word(const engine::State &state,
                                                  std::uint32_t address) const override;
    void enter(NodePort &node, Context before) override;
    std::uint32_t handler_in(std::uint32_t word) const override { return word; }

    Result wrong(NodePort &node, std::string text, std::uint32_t value);
    /// A move to or from a processor register or a channel.
    Result of_processor(NodePort &node, const x86::PortInstruction &port, std::uint32_t &result);
    /// Reads a processor register that belongs to the node; empty: no such register.
    std::optional<std::uint32_t> of_node(std::uint64_t now, std::uint32_t number) const;
    std::uint32_t *own_register(std::uint32_t number);
    const std::uint32_t *own_register(std::uint32_t number) const {
        return const_cast<XnetInterface *>(this)->own_register(number);
    }
    std::uint32_t first_pushed(unsigned level) const {
        return stacks_[level] - 4 * dispatch_accesses;
    }

    std::uint32_t access_;
    std::uint32_t node_;
    std::array<Kept, 2> kept_;
    std::array<std::uint32_t, 2> stacks_{};
    std::uint32_t handler_return_ = 0;
    bool accepted_ = false; ///< nicond: whether the last SEND was accepted
    std::string error_;
    std::array<std::uint32_t, most_words> words_{}; ///< words of the message being sent
};

} // namespace inlet::ncube2
