// The interface in a PowerPC's primary opcode 5. Each level has its own r1, r3 to r8 and CR
// (docs/sp2-xnet.md).
#pragma once

#include "ni/xnet/interface.h"

#include <array>
#include <memory>

namespace inlet::xnet {

class PpcInterface final : public Interface {
  public:
    PpcInterface(const Config &config, std::uint32_t node, net::Network &network)
        : Interface(config, node, network) {}

    void start(const engine::State &state) override;

    std::unique_ptr<NetworkInterface> copy() const override {
        return std::make_unique<PpcInterface>(*this);
    }
    bool same(const NetworkInterface &other) const override {
        const auto &that = static_cast<const PpcInterface &>(other);
        return registers_ == that.registers_ && sets_ == that.sets_;
    }
    void become(const NetworkInterface &other) override {
        const auto &that = static_cast<const PpcInterface &>(other);
        registers_ = that.registers_;
        sets_ = that.sets_;
    }
    void archive(Archive &ar) override;

  private:
    /// Registers of a level. Those of the visible one are in the processor.
    struct Set {
        static constexpr unsigned general = 7, conditions = 8;
        std::array<std::uint32_t, general> r{};     ///< r1, r3 to r8
        std::array<std::uint32_t, conditions> cr{}; ///< four bits each
        std::uint32_t pc = 0;                       ///< at which interrupted code continues
        bool accepted = false;                      ///< nicond: whether its last SEND was accepted

        bool operator==(const Set &) const = default;
    };

    std::optional<Operation> operation(NodePort &node,
                                       const engine::Instruction &in) const override;
    bool condition(const engine::State &state) const override;
    void set_condition(engine::State &state, bool accepted) override;
    Registers::Done read(const engine::State &state, std::uint32_t number,
                         std::uint32_t &value) const override;
    Registers::Done write(engine::State &state, std::uint32_t number, std::uint32_t value) override;
    std::optional<std::uint32_t> peek(const engine::State &state,
                                      std::uint32_t number) const override;
    std::span<const Shown> shown_registers() const override;
    std::optional<std::uint32_t> interrupted_word(const engine::State &state,
                                                  std::uint32_t address) const override;
    Result leave(engine::State &state, const engine::Instruction &in) override;
    void enter(NodePort &node, Context before) override;
    std::uint32_t handler_in(std::uint32_t word) const override { return word & ~deferred; }

    Set &set(Context level) { return sets_[static_cast<std::size_t>(level)]; }
    const Set &set(Context level) const { return sets_[static_cast<std::size_t>(level)]; }
    /// Saves the registers of `before` and loads those of the visible level.
    void swap(engine::State &state, Context before);

    std::array<Set, 3> sets_{}; ///< by Context
};

} // namespace inlet::xnet
