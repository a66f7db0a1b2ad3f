// One node: CPU, memory, devices, network interface and what the host keeps of it. Which network
// interface that is it does not know.
#pragma once

#include "cpu/engine/code_cache.h"
#include "cpu/engine/engine.h"
#include "inlet/machine.h"
#include "memory/memory.h"
#include "ni/network_interface.h"
#include "ni/node_port.h"
#include "node/devices.h"
#include "node/host_services.h"
#include "node/memory_guards.h"
#include "node/node_context.h"
#include "node/poll_loop.h"
#include "node/run_ahead.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace inlet {

class Callers;

class Node final : public NodePort {
  public:
    Node(const NodeContext &context, std::uint32_t number,
         std::unique_ptr<NetworkInterface> interface);
    Node(Node &&) = default; ///< before it runs

    /// Puts the arguments into the memory and the registers where docs/t1-abi.md says.
    void start(std::uint32_t entry, const std::vector<std::string> &arguments, std::uint32_t nodes);

    /// No observer sees it. Before it runs.
    void unwatch() { observer_ = nullptr; }

    /// The cycle at which this node next does anything of itself; Network::never: only when a
    /// message comes.
    std::uint64_t clock() const;
    /// Runs until `until` is reached or passed, or until something must be settled first. The
    /// network is known so far that no delivery before `until` is missing. Then it may compute
    /// ahead, up to `limit`.
    void run(std::uint64_t until, std::uint64_t limit);
    /// Ends computing ahead: what was done from the next event on, or from `end` on, is undone.
    void catch_up(std::uint64_t end);
    /// Lets a waiting node's clock catch up with `until`, without any event.
    void wait_until(std::uint64_t until);

    /// Turns in a loop that asks its network interface: its clock is where that will end, and
    /// catch_up() brings it there.
    bool polls_quietly() const { return polls_ && polls_->waits(); }

    bool exited() const { return exited_; }
    bool waiting() const { return mode_ == Mode::waiting; }
    /// Has exited, and is not in a handler.
    bool parked() const { return mode_ == Mode::parked; }
    /// Has exited, and is in no handler: it waits where it waited before any came.
    bool rests() const {
        return exited_ &&
               (!interface_->goes_on() || (mode_ == Mode::waiting && stack() == exit_stack_));
    }
    /// Has exited, and is not about to send either.
    bool done() const { return (interface_->goes_on() ? rests() : parked()) && interface_->idle(); }
    bool faulted() const { return mode_ == Mode::faulted; }
    const Fault &fault() const { return state_.fault; }
    /// What the program says about its fault, where that is program_failed.
    const std::string &failure() const { return failure_; }
    /// Network instructions so far, those included that were refused.
    std::uint64_t asked() const { return asked_; }
    /// Whether a BusyWaitProof holds of it. Changes nothing that programs can see.
    bool only_waits();
    /// What the diagnostic network sees of it.
    DumpNode state_dump();
    /// The calls that are open (machine/callers.h).
    std::vector<std::uint32_t> callers(Callers &all) const;
    /// The message that it handles, if any.
    std::optional<Handled> handles() const;
    std::uint32_t pc() const { return state_.pc; }
    /// The instruction at pc, where that is mapped.
    std::optional<std::uint32_t> word() const;
    std::uint64_t now() const { return state_.now; }
    std::uint64_t message_hash() const { return message_hash_; }
    /// Of registers, clock and messages. Of a node that is settled.
    std::uint64_t fingerprint() const;
    NodeSummary summary() const;
    // For who stops a machine within a run (inlet/control.h); in node_control.cpp.

    /// Does one thing at clock(), or, while it waits, at now(): an instruction or a part of it, or
    /// an event.
    void act();
    /// Whether act() begins the instruction at pc.
    bool before_instruction() const;
    bool in_instruction() const {
        return stop_ == engine::Stop::network || stop_ == engine::Stop::host ||
               stop_ == engine::Stop::access;
    }
    /// The one at pc, where it is decoded.
    const engine::Instruction *instruction() const { return code_.program().at(state_.pc); }
    const engine::InstructionSet &instruction_set() const { return code_.set(); }
    const engine::Program &program() const { return code_.program(); }
    const engine::State &state() const { return state_; }
    const NetworkInterface &interface() const { return *interface_; }
    const Memory &memory() const { return memory_; }
    const Caches *caches() const { return caches_ ? &*caches_ : nullptr; } ///< where it has any
    /// By inlet/control.h's numbers. False: cannot be written.
    bool set_register(std::uint32_t number, std::uint32_t value);
    bool set_wide_register(std::uint32_t number, std::span<const std::uint8_t> bytes);
    /// False: a byte is not mapped; nothing is written then.
    bool write(std::uint32_t address, std::span<const std::uint8_t> bytes);

    // What its network interface sees of it (ni/node_port.h).
    std::uint32_t number() const override { return number_; }
    engine::State &state() override { return state_; }
    Memory &memory() override { return memory_; }
    engine::CodeMap &code() override { return code_; }
    Caches *caches() override { return caches_ ? &*caches_ : nullptr; }
    net::Network &network() const override { return *context_->network; }
    Observer *observer() const override { return observer_; }
    engine::Stepped &stepped() override { return stepped_; }
    std::uint32_t stack() const override { return state_.r[abi_->stack]; }
    void wake() override { mode_ = Mode::running; }
    void forget_turns() override;
    void fail(FaultKind kind, std::uint32_t value) override;
    void explain(const std::string &why) override { failure_ = why; }
    void trap(const std::function<void()> &enter) override;
    void note_interruption() override { note_repeated(); }
    void note_sent() override { ++sent_; }
    void note_received(std::uint64_t cycle, const net::Packet &packet) override;
    void announce_arrivals(std::uint64_t until) override;
    MessageEvent event_of(EventKind kind, const net::Packet &packet, bool arriving) const override;
    bool store_bytes(std::uint32_t address, std::span<const std::uint8_t> bytes) override {
        return write_memory(address, bytes);
    }
    void leave_for_exception();
    void tell_exception(std::uint32_t interrupted);

    /// All of it, but for what only says how quickly it runs. Saved when it is settled(), loaded
    /// behind the network.
    void archive(Archive &ar);
    /// Writes, when the run ends, what is left of the console's lines.
    void flush_console() { host_.flush(*this); }

  private:
    friend class NodeBus;
    enum class Mode : std::uint8_t {
        running,
        waiting, ///< at the head of a loop that only an event can end
        parked,  ///< has exited; handles events
        faulted,
    };

    // What a node does may bring the next delivery nearer: these lower `until` then.
    void run_to(std::uint64_t until);
    /// One thing of a node that runs. False: the network must be known further first.
    bool once(std::uint64_t &until);
    /// What it has found about itself may be so no longer.
    void forget_wait();
    void run_ahead(std::uint64_t limit);
    void wake_up(std::uint64_t &until);
    /// Whether it is known what is due now: if an event waits for room (`waits`), the network must
    /// be known so far, or another event could be taken before its turn.
    bool room_known(bool waits) const;
    bool room_known() const { return room_known(interface_->waits_for_room()); }
    bool at_exit() const { return exited_ && state_.pc == exit_pc_ && !interface_->goes_on(); }
    /// Its program has exited and goes on asking for messages (NetworkInterface::is_polled).
    bool polls_on() const { return exited_ && interface_->is_polled(); }
    /// Takes the event that is due, if any. True: it did.
    bool take_event(std::uint64_t &until);
    void run_cpu(std::uint64_t until);
    /// The stepper executes every instruction: it is reported, or what it sees depends on the two
    /// before it.
    bool steps() const { return observer_ || context_->stepper; }
    // Waits by turns; in node_waits.cpp.
    void skip_turns(std::uint64_t turns);
    void tell_turns(std::uint64_t until);
    void act_on_stop();
    engine::Stop step_until(std::uint64_t until);
    /// A fault that is none: code to be decoded, or a store into decoded code. True: done, go on.
    bool settle_code();
    /// A fault that the program's own exception handler takes. True: the node is at its beginning.
    bool take_exception();
    bool settle_fault() { return settle_code() || take_exception(); }
    void give_up();
    // Devices; in node_devices.cpp.
    void add_devices(std::vector<PlacedDevice> placed);
    /// When an event, or something of a device, may be due next.
    std::uint64_t next_due(std::uint64_t now) const {
        const std::uint64_t next = interface_->next_due(now);
        return devices_.empty() ? next : std::min(next, devices_.next(now));
    }
    bool devices_due() const {
        return !devices_.empty() && devices_.next(state_.now) <= state_.now;
    }
    void advance_devices(std::uint64_t &until);
    void follow_interrupts();
    void bound_by_network(std::uint64_t &until) const;
    Answer ask(PendingAccess &pending, Memory::Tried &tried);
    /// The instruction at pc accesses a device. False: the network must be known further first.
    bool device_access(std::uint64_t &until);
    // Polling loops; in node_polls.cpp.
    void forget_polls();
    std::uint64_t poll_due() const;
    void look_for_poll_loop();
    void end_poll_wait(std::uint64_t end);
    /// False: a byte is not mapped; nothing is written then. Code in it is decoded anew.
    bool write_memory(std::uint32_t address, std::span<const std::uint8_t> bytes);
    /// False: the network must be known further first.
    bool network_instruction(std::uint64_t &until);
    void host_call();
    void host_exit(std::uint32_t status);
    /// Decoded code that a trap or an interrupt will push on is void.
    void clear_frame();
    /// A waiting node: the addresses that its loop loads from.
    std::vector<std::uint32_t> reads();
    /// Loaded: where it is its code has what its state says.
    void check_loaded(const Archive &ar);
    /// A waiting node: a turn of its loop changes nothing.
    bool turn_comes_back() const;
    /// Tells what has arrived until the CPU's clock, or another.
    void announce_arrivals() { announce_arrivals(state_.now); }
    /// Cycle of the first delivery that has not been announced, as far as the network is known.
    std::uint64_t next_announcement() const;
    /// An instruction was executed by the stepper. True: what it may have to look for has changed.
    bool done(const engine::Stepped &stepped);
    /// An interruption here makes a branch run again: notes it if that is not the same.
    void note_repeated();

    const NodeContext *context_;
    Observer *observer_; ///< not owned
    std::uint32_t number_;
    Mode mode_ = Mode::running;
    Memory memory_;
    MemoryGuards guards_;
    engine::CodeMap code_;
    engine::State state_;
    unsigned words_;                              ///< of State::r that the processor has
    const engine::Abi *abi_;                      ///< its
    std::optional<Caches> caches_;                ///< where the machine has any
    std::shared_ptr<NetworkInterface> interface_; ///< shared with devices_, where it is one of them
    Devices devices_;
    engine::Stop stop_ =
        engine::Stop::budget; ///< network: the instruction at pc is not yet executed
    engine::Stepped stepped_; ///< observed runs: the instruction that stopped
    RunAhead ahead_;
    std::unique_ptr<PollLoop> polls_;          ///< once it has polled
    std::uint64_t asked_ = 0;                  ///< network instructions
    bool only_waits_ = false;                  ///< only_waits() was proved
    std::optional<DumpNode::Refused> refused_; ///< a SEND in that loop
    bool exited_ = false;
    std::uint32_t exit_pc_ = 0;    ///< where it stands parked once it has exited
    std::uint32_t exit_stack_ = 0; ///< the stack pointer there
    std::uint32_t status_ = 0;
    std::uint64_t sent_ = 0, received_ = 0, refused_cycles_ = 0, parked_cycles_ = 0;
    std::uint64_t message_hash_ = 0xcbf29ce484222325u;
    /// Of the receive buffers' front packets, observed.
    std::uint32_t announced_[net::most_channels] = {};
    std::string failure_;
    HostServices host_;
};

} // namespace inlet
