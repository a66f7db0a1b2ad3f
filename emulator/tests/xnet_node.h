// A SPARC node with the network interface in its coprocessor, for tests: without a scheduler, and
// with a network that the test controls.
#pragma once

#include "cpu/engine/code_cache.h"
#include "cpu/engine/engine.h"
#include "cpu/engine/flags.h"
#include "cpu/sparc/instruction_set.h"
#include "cpu/sparc/registers.h"
#include "lone_port.h"
#include "ni/xnet/sparc.h"
#include "sparc_machine.h"
#include "xnet_network.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace inlet::xnet_test {

using engine::State;
using engine::Stop;

class XnetNode final : public test::LonePort {
  public:
    static constexpr std::uint32_t base = sparc_test::table;

    /// `words`: from `base` on.
    XnetNode(const std::vector<std::uint32_t> &words, const sparc::Timing &timing)
        : words_(words), bytes_(4 * words.size()), pages_(1u << 19), set_(make(timing)) {
        if (timing.network) config_.has(*timing.network, nullptr);
        for (std::size_t i = 0; i < words.size(); ++i) to_guest(&bytes_[4 * i], words[i]);
        pages_.add(base, bytes_, true);
        cache_ =
            std::make_unique<engine::CodeCache>(set_, base, bytes_, std::vector<std::uint32_t>{});
        reset();
    }

    void reset() {
        memory_ = std::make_unique<Memory>(pages_);
        code_ = std::make_unique<engine::CodeMap>(*cache_);
        network_ = std::make_unique<TestNetwork>();
        interface_ = std::make_unique<xnet::SparcInterface>(config_, 0, *network_);
        state_ = State{};
        set_->reset(state_);
        overflows = underflows = dispatches = returns = 0;
        failed.reset();
    }
    /// Sets the state for the program.
    void start() { interface_->start(state_); }
    void write_interface(std::uint32_t number, std::uint32_t value) {
        engine::Instruction in;
        in.op = sparc::Op::WRNI;
        in.sa = static_cast<std::uint8_t>(number);
        in.rs = 1;
        in.to = engine::sink;
        const State kept = state_;
        state_.r[1] = value;
        interface_->execute(*this, in);
        state_ = kept;
    }

    /// Executes an instruction, an event, or a trap. False: a trap without a handler ends it.
    bool act(bool by_steps = true, std::uint64_t until = ~std::uint64_t{0}) {
        if (const auto event = interface_->due(state_.now)) {
            const Context level = interface_->context();
            interface_->take(*this, event);
            if (interface_->context() != level) ++dispatches;
            return !failed;
        }
        until = std::min(until, interface_->next_due(state_.now));
        const Stop stop = by_steps ? engine::step(state_, *memory_, code_->program(), stepped_)
                                   : engine::run(state_, *memory_, code_->program(), until);
        switch (stop) {
        case Stop::network: {
            const engine::Instruction in = *code_->program().at(state_.pc);
            network_->look_for_room((in.word >> 19 & 63) == 0x37 && !(in.word >> 9 & 1));
            const Executed executed = interface_->execute(*this, in);
            if (executed.returned) ++returns;
            return executed.kind != Executed::Kind::fault || trapped();
        }
        case Stop::system: interface_->follow(state_); return true;
        case Stop::fault: return trapped();
        default: return true;
        }
    }
    bool trapped() {
        const Fault fault = state_.fault;
        if (!set_->trap(state_, *memory_, fault, [] {})) {
            failed = fault;
            return false;
        }
        if (fault.kind == FaultKind::window_underflow && is_hret(fault.pc)) ++underflows;
        state_.now += 4;
        interface_->follow(state_);
        return true;
    }
    bool is_hret(std::uint32_t pc) const { return words_[(pc - base) / 4] == 0x81B00060; }

    TestNetwork &messages() { return *network_; }
    xnet::SparcInterface &interface() { return *interface_; }
    std::uint64_t overflows = 0;  ///< at dispatch
    std::uint64_t underflows = 0; ///< at HRET
    std::uint64_t dispatches = 0, returns = 0;
    std::optional<Fault> failed;

    State &state() override { return state_; }
    Memory &memory() override { return *memory_; }
    engine::CodeMap &code() override { return *code_; }
    net::Network &network() const override { return *network_; }
    engine::Stepped &stepped() override { return stepped_; }
    std::uint32_t stack() const override { return state_.r[sparc::stack_register]; }
    void fail(FaultKind kind, std::uint32_t value) override {
        state_.fault = Fault{kind, 0, state_.now, state_.pc, value};
        if (trapped() && kind == FaultKind::window_overflow) ++overflows;
    }

  private:
    static std::shared_ptr<const sparc::Set> make(const sparc::Timing &timing) {
        return std::make_shared<sparc::Set>(timing);
    }
    xnet::Config config_{.nodes = 1,
                         .send_refused = 5,
                         .dispatch = 5,
                         .frame = 96,
                         .deferred = xnet::SparcInterface::deferred};
    std::vector<std::uint32_t> words_;
    std::vector<std::uint8_t> bytes_;
    SharedPages pages_;
    std::shared_ptr<const sparc::Set> set_;
    std::unique_ptr<engine::CodeCache> cache_;
    std::unique_ptr<Memory> memory_;
    std::unique_ptr<engine::CodeMap> code_;
    std::unique_ptr<TestNetwork> network_;
    std::unique_ptr<xnet::SparcInterface> interface_;
    State state_{};
    engine::Stepped stepped_;
};

} // namespace inlet::xnet_test
