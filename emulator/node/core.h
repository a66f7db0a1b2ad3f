// A node's processor with its memory, as its network interface sees it (ni/node_port.h). It
// executes instructions and takes traps, and tells observers of them. What it executes next, and up
// to which cycle, is the node's decision.
#pragma once

#include "cpu/engine/code_cache.h"
#include "cpu/engine/engine.h"
#include "inlet/machine.h"
#include "memory/memory.h"
#include "ni/network_interface.h"
#include "ni/node_port.h"
#include "node/memory_guards.h"
#include "node/node_context.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace inlet {

class Core final : public NodePort {
  public:
    enum class Mode : std::uint8_t {
        running,
        waiting, ///< at the head of a loop that only an event can end
        parked,  ///< has exited; handles events
        faulted,
        asleep, ///< a further core, in a loop that only its shared device can end
    };
    struct Counts {
        std::uint64_t asked = 0;    ///< network instructions, and accesses of devices
        std::uint64_t sent = 0;     ///< messages
        std::uint64_t received = 0; ///< messages
        std::uint64_t refused = 0;  ///< cycles of refused SENDs
        std::uint64_t parked = 0;   ///< cycles
        std::uint64_t message_hash = 0xcbf29ce484222325u; ///< of the messages received
    };

    Core(const NodeContext &context, std::uint32_t number,
         std::shared_ptr<NetworkInterface> interface);

    Mode mode = Mode::running;
    Counts counts;

    /// No observer sees it. Before it runs.
    void unwatch() { observer_ = nullptr; }

    NetworkInterface &interface() { return *interface_; }
    const NetworkInterface &interface() const { return *interface_; }
    /// For the bus, if the interface is also a device.
    const std::shared_ptr<NetworkInterface> &shared_interface() const { return interface_; }
    const engine::InstructionSet &set() const { return code_.set(); }
    const engine::Abi &abi() const { return *abi_; }
    const engine::Program &program() const { return code_.program(); }
    const engine::Program &loaded_program() const { return code_.loaded(); }
    /// Words of State::r that the processor has.
    unsigned words() const { return words_; }
    const engine::State &state() const { return state_; }
    const Memory &memory() const { return memory_; }
    const Caches *caches() const { return caches_ ? &*caches_ : nullptr; } ///< nullptr: none
    MemoryGuards &guards() { return guards_; }
    /// The description of a fault that explain() gave.
    const std::string &failure() const { return failure_; }

    /// The instruction at pc, if it is decoded.
    const engine::Instruction *instruction() const { return code_.follow(state_.pc).at(state_.pc); }
    /// The first four bytes of the instruction at pc, if they are mapped.
    std::optional<std::uint32_t> word() const;
    /// Decodes it, as a run does when it comes there.
    void decode();
    std::vector<engine::DataAccess> accesses() const override;
    /// Copies memory out, whatever the processor's mode reaches. False: a byte is unmapped.
    bool read_kernel(std::uint32_t address, std::span<std::uint8_t> to) const;
    /// A hash of registers, clock and messages.
    std::uint64_t fingerprint() const;

    // --- Execution ---

    /// Whether the stepper executes every instruction, because it is reported, because its
    /// effects depend on the two before it, or because the interface follows it.
    bool steps() const { return observer_ || context_->stepper || interface_->follows(); }
    /// Executes up to `until`, or to what stops the engine.
    engine::Stop run(std::uint64_t until) {
        return steps() ? step_until(until) : run_engine(until);
    }
    /// The same without the stepper: nothing is reported.
    engine::Stop run_engine(std::uint64_t until) {
        return engine::run(state_, memory_, program(), until, caches());
    }
    /// The same on another thread of the host. It reaches only the registers and the memory.
    engine::Stop run_engine_on(unsigned thread, std::uint64_t until) {
        return engine::run(state_, memory_, program().on(thread), until, nullptr);
    }
    /// Settles a fault that is none (code to be decoded, a store into decoded code) or that the
    /// program's own handler takes. The state has none afterwards. False: the fault stands.
    bool settle_fault() { return settle_code() || take_exception(); }
    /// Enters the program's handler for the fault in the state. False: it has none.
    bool take_exception();
    /// Ends execution with the fault in the state.
    void give_up();
    /// Writes memory. False: a byte is not mapped, and nothing was written. Code in it is decoded
    /// again.
    bool write(std::uint32_t address, std::span<const std::uint8_t> bytes);
    /// Write registers by the numbers of inlet/control.h. False: they cannot be written.
    bool set_register(std::uint32_t number, std::uint32_t value);
    bool set_wide_register(std::uint32_t number, std::span<const std::uint8_t> bytes) {
        return set().write_wide(state_, number, bytes);
    }

    // --- Waits; in core_waits.cpp ---

    /// Waiting: passes turns of the loop up to `until`, and tells observers of them. Turns that are
    /// left are to be executed.
    void skip_turns_until(std::uint64_t until);
    /// Waiting: the addresses that the loop loads from.
    std::vector<std::uint32_t> reads();
    /// Waiting: whether a turn of the loop changes nothing.
    bool turn_comes_back() const;

    // --- The interface's view (ni/node_port.h) ---

    std::uint32_t number() const override { return number_; }
    std::uint8_t core_number() const override { return context_->core; }
    engine::State &state() override { return state_; }
    Memory &memory() override { return memory_; }
    engine::CodeMap &code() override { return code_; }
    Caches *caches() override { return caches_ ? &*caches_ : nullptr; }
    net::Network &network() const override { return *context_->network; }
    Observer *observer() const override { return observer_; }
    engine::Stepped &stepped() override { return stepped_; }
    std::uint32_t stack() const override { return state_.r[abi_->stack]; }
    void wake() override { mode = Mode::running; }
    void forget_turns() override;
    void fail(FaultKind kind, std::uint32_t value) override;
    void explain(const std::string &why) override { failure_ = why; }
    void trap(const std::function<void()> &enter) override;
    void note_interruption() override;
    void note_sent() override { ++counts.sent; }
    void note_received(std::uint64_t cycle, const net::Packet &packet) override;
    void announce_arrivals(std::uint64_t until) override;
    MessageEvent event_of(const events::Any &what) const override;
    MessageEvent event_of(const events::Any &what, const net::Packet &packet) const override;
    bool store_bytes(std::uint32_t address, std::span<const std::uint8_t> bytes) override {
        return write(address, bytes);
    }
    /// Tells observers of an instruction that the stepper has executed. True: the interface or its
    /// events have changed.
    bool done(const engine::Stepped &stepped);

  private:
    friend class NodeCore; // archives it

    engine::Stop step_until(std::uint64_t until);
    bool settle_code();
    /// Decoded code that a trap or an interrupt will push on is void.
    void clear_frame();
    void leave_for_exception();
    void tell_exception(std::uint32_t interrupted);
    void skip_turns(std::uint64_t turns);
    void tell_turns(std::uint64_t until);
    /// Cycle of the first delivery that has not been announced, as far as the network is known.
    std::uint64_t next_announcement() const;

    const NodeContext *context_;
    Observer *observer_; ///< not owned
    std::uint32_t number_;
    engine::State state_;
    Memory memory_;
    engine::CodeMap code_;
    unsigned words_;
    const engine::Abi *abi_;
    std::optional<Caches> caches_; ///< if the machine has any
    MemoryGuards guards_;
    engine::Stepped stepped_; ///< observed runs: the instruction that stopped
    std::shared_ptr<NetworkInterface> interface_;
    /// Observed: of each channel's receive buffer, the packets at the front that were announced.
    std::uint32_t announced_[net::most_channels] = {};
    std::string failure_;
};

} // namespace inlet
