// A PowerPC node with network instructions, for tests, without a scheduler. The test controls the
// network. Every instruction takes a cycle.
#pragma once

#include "cpu/engine/code_cache.h"
#include "cpu/engine/engine.h"
#include "cpu/ppc/registers.h"
#include "lone_port.h"
#include "ni/xnet/ppc.h"
#include "ppc_core.h"
#include "tests/xnet_numbers.h"
#include "xnet_network.h"

#include <memory>
#include <optional>
#include <vector>

namespace inlet::ppc_test {

using engine::State;

class XnetNode final : public test::LonePort {
  public:
    /// The program is at `code`, and `data_bytes` zeros at `data`.
    explicit XnetNode(const std::vector<std::uint32_t> &words,
                      const PpcNetworkConfig &network = test::ppc_network_numbers())
        : bytes_(4 * words.size()), pages_(1u << 18), set_(make(network)) {
        config_.has(network, nullptr);
        for (std::size_t i = 0; i < words.size(); ++i) to_guest(&bytes_[4 * i], words[i]);
        pages_.add(code_base, bytes_, true);
        cache_ = std::make_unique<engine::CodeCache>(set_, code_base, bytes_,
                                                     std::vector<std::uint32_t>{});
        reset();
    }

    void reset() {
        memory_ = std::make_unique<Memory>(pages_);
        code_ = std::make_unique<engine::CodeMap>(*cache_);
        network_ = std::make_unique<xnet_test::TestNetwork>(0);
        interface_ = std::make_unique<xnet::PpcInterface>(config_, 0, *network_);
        state_ = State{};
        set_->reset(state_);
        state_.jump(code_base);
        interface_->start(state_);
        failed.reset();
        dispatches = returns = 0;
    }

    /// Executes an instruction, a block or an event. False: the run has ended, with a fault if
    /// `failed`.
    bool act(bool by_steps = true, std::uint64_t until = ~std::uint64_t{0}) {
        using engine::Stop;
        if (const auto event = interface_->due(state_.now)) {
            interface_->take(*this, event);
            ++dispatches;
            return true;
        }
        until = std::min(until, interface_->next_due(state_.now));
        const Stop stop = by_steps ? engine::step(state_, *memory_, code_->program(), stepped_)
                                   : engine::run(state_, *memory_, code_->program(), until);
        if (stop == Stop::network) {
            const engine::Instruction in = *code_->program().at(state_.pc);
            using isa::ppc::Op;
            const bool moves = in.op == Op::HRET || in.op == Op::MFXR || in.op == Op::MTXR ||
                               in.op == Op::LWVX || in.op == Op::STWVX;
            network_->look_for_room(!moves && !(in.word >> 2 & 1));
            const Executed executed = interface_->execute(*this, in);
            if (executed.returned) ++returns;
            if (executed.kind == Executed::Kind::fault) failed = state_.fault;
        } else if (stop == Stop::fault) {
            failed = state_.fault;
        }
        return !failed && stop != Stop::host;
    }

    void write_interface(std::uint32_t number, std::uint32_t value) {
        engine::Instruction in;
        in.op = isa::ppc::Op::MTXR;
        in.sa = static_cast<std::uint8_t>(number);
        in.rd = 9;
        const State kept = state_;
        state_.r[9] = value;
        interface_->execute(*this, in);
        state_ = kept;
    }

    std::uint32_t word(std::uint32_t at) const {
        return from_guest<std::uint32_t>(memory_->read<std::uint32_t>(at));
    }
    const engine::Program &program() { return code_->program(); }
    xnet_test::TestNetwork &messages() { return *network_; }
    xnet::PpcInterface &interface() { return *interface_; }
    std::uint64_t dispatches = 0, returns = 0;
    std::optional<Fault> failed;

    State &state() override { return state_; }
    Memory &memory() override { return *memory_; }
    engine::CodeMap &code() override { return *code_; }
    net::Network &network() const override { return *network_; }
    engine::Stepped &stepped() override { return stepped_; }
    std::uint32_t stack() const override { return state_.r[ppc::stack_register]; }
    void fail(FaultKind kind, std::uint32_t value) override {
        failed = Fault{kind, 0, state_.now, state_.pc, value};
    }

    static constexpr std::uint32_t code_base = ppc_test::code;

  private:
    static std::shared_ptr<const ppc::Set> make(const PpcNetworkConfig &network) {
        ppc::Timing timing;
        timing.costs.fill(1);
        timing.network = network;
        return std::make_shared<ppc::Set>(timing);
    }
    xnet::Config config_{.nodes = 1,
                         .send_refused = 5,
                         .dispatch = 5,
                         .deferred = xnet::Interface::deferred,
                         .handler_words = 0};
    std::vector<std::uint8_t> bytes_;
    SharedPages pages_;
    std::shared_ptr<const ppc::Set> set_;
    std::unique_ptr<engine::CodeCache> cache_;
    std::unique_ptr<Memory> memory_;
    std::unique_ptr<engine::CodeMap> code_;
    std::unique_ptr<xnet_test::TestNetwork> network_;
    std::unique_ptr<xnet::PpcInterface> interface_;
    State state_{};
    engine::Stepped stepped_;
};

} // namespace inlet::ppc_test
