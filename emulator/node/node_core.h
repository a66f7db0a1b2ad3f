// One core of a node: its processor with memory and network interface (node/core.h), its devices,
// and the decisions what it does next: events, waits, polling loops, running ahead. It works with
// any network interface. Two cores of a node meet in Node (node/node.h).
#pragma once

#include "inlet/core_id.h"
#include "inlet/machine.h"
#include "memory/memory.h"
#include "ni/network_interface.h"
#include "node/core.h"
#include "node/devices.h"
#include "node/host_services.h"
#include "node/node_context.h"
#include "node/poll_loop.h"
#include "node/run_ahead.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace inlet {

class Callers;
class Node;

class NodeCore {
  public:
    NodeCore(const NodeContext &context, std::uint32_t number,
             std::unique_ptr<NetworkInterface> interface);
    NodeCore(NodeCore &&) = default; ///< before it runs

    /// It shares a device with other cores of its node. Before it runs.
    void join(Node &node) { node_ = &node; }

    /// Puts the arguments into the memory and the registers that docs/t1-abi.md names.
    void start(std::uint32_t entry, const std::vector<std::string> &arguments, std::uint32_t nodes);

    /// No observer sees it. Before it runs.
    void unwatch() { core_.unwatch(); }

    const Core &core() const { return core_; }
    CoreId id() const { return {core_.number(), context_->core}; }
    /// The cycle of its processor.
    std::uint64_t now() const { return core_.state().now; }

    /// The cycle of the node's next action; Network::never: it waits for a message.
    std::uint64_t clock() const;
    /// Runs until `until` is reached or passed, or until something must be settled first. The
    /// network is known so far that no delivery before `until` is missing. Then the node may
    /// compute ahead, up to `limit`.
    void run(std::uint64_t until, std::uint64_t limit);
    /// The same, but what it would compute ahead is left to another thread of the host if the last
    /// time it was `least` cycles or more: true. Then the node is away, until welcome().
    bool run_or_leave(std::uint64_t until, std::uint64_t limit, std::uint64_t least);
    /// Computes `cycles` more ahead, up to `limit`, if it has computed ahead and nothing has
    /// stopped it. Whether it did.
    bool run_further(std::uint64_t cycles, std::uint64_t limit);
    // Of a node that is away. The other thread calls compute_away(), and touches nothing but
    // registers and memory; all else, clock() included, is the scheduler's.
    bool away() const { return reached_ != nullptr; }
    /// Whether it has computed on, as if no event came (run_ahead()).
    bool ahead() const { return ahead_.active(); }
    /// `reached`: the cycle before which it does not act, which the other thread raises.
    void leave(const std::atomic<std::uint64_t> &reached) { reached_ = &reached; }
    std::uint64_t away_since() const { return ahead_.since(); }
    std::uint64_t away_limit() const { return ahead_.limit(); }
    /// The cycle of its next event.
    std::uint64_t away_event() const { return next_due(ahead_.since()); }
    engine::Stop compute_away(unsigned thread, std::uint64_t until) {
        return core_.run_engine_on(thread, until);
    }
    /// It is back, and has computed up to `cycle` or to a stop before it.
    void welcome(engine::Stop stop, std::uint64_t cycle) {
        reached_ = nullptr;
        stop_ = stop;
        if (stop == engine::Stop::budget) ahead_.cut(cycle);
    }
    /// Ends computing ahead: undoes what was done from the next event on, or from `end` on.
    void catch_up(std::uint64_t end);
    /// Tells observers of what has been delivered to a node that no longer executes.
    void tell_arrivals() {
        if (core_.observer()) core_.announce_arrivals(net::Network::never);
    }
    /// Advances the clock of a waiting node to `until`, without any event.
    void wait_until(std::uint64_t until);

    /// Whether it is in a polling loop (node/poll_loop.h): its clock is the end of the loop, and
    /// catch_up() advances it to that.
    bool polls_quietly() const { return polls_ && polls_->waits(); }

    bool exited() const { return exit_.exited; }
    std::uint64_t exited_at() const { return exit_.cycle; }
    bool waiting() const { return core_.mode == Mode::waiting; }
    bool asleep() const { return core_.mode == Mode::asleep; }
    /// Whether it has exited, and is not in a handler.
    bool parked() const { return core_.mode == Mode::parked; }
    /// Whether it has exited, and is in no handler: it waits where it waited before any came.
    bool rests() const {
        const bool at_rest = waiting() && core_.stack() == exit_.stack;
        return exit_.exited && (!core_.interface().goes_on() || at_rest);
    }
    /// Whether it has exited, and is not about to send either.
    bool done() const {
        const NetworkInterface &interface = core_.interface();
        return (interface.goes_on() ? rests() : parked()) && interface.idle();
    }
    /// Whether it is at a host call that reaches files that other nodes reach too.
    bool at_files() const { return stop_ == engine::Stop::host && shares_files(); }
    /// The same, and it waits until no nodes run apart (NodeContext::apart).
    bool wants_files() const { return context_->apart && at_files(); }
    bool faulted() const { return core_.mode == Mode::faulted; }
    const Fault &fault() const { return core_.state().fault; }
    /// Network instructions so far, including refused ones.
    std::uint64_t asked() const { return core_.counts.asked; }
    /// Whether BusyWaitProof proves that it only waits. Changes nothing that programs can see.
    bool only_waits();
    /// The node as the diagnostic network sees it. `stalled`: those that run only poll.
    DumpNode state_dump(bool stalled = false);
    /// The call stack (node/callers.h).
    std::vector<std::uint32_t> callers(Callers &all) const;
    /// The message that it handles, if any.
    std::optional<Handled> handles() const;
    NodeSummary summary() const;

    // What its shared device does, acting at `now`; in core_shared.cpp.

    /// Brings it to its first instruction boundary from `now` on, unless a load is out.
    void meet(std::uint64_t now);
    void wake(std::uint64_t now);
    bool read(std::uint64_t now, std::uint32_t address, std::span<std::uint8_t> to);
    bool write_at(std::uint64_t now, std::uint32_t address, std::span<const std::uint8_t> from);
    std::uint64_t serve_dma(std::uint64_t now, std::uint32_t address, std::uint32_t bytes);
    void drop_lines(std::uint32_t address, std::uint32_t bytes);
    void interrupt(std::uint64_t now, std::uint32_t all, std::uint32_t lines);
    void answer(std::uint64_t now, std::uint64_t cycle, std::uint64_t value);
    void stall(std::uint64_t now, std::uint64_t cycles);
    void hold(std::uint64_t now);
    void release(std::uint64_t now);
    void fail(std::uint64_t now, FaultKind kind, std::uint32_t value, const std::string &why);
    /// For messages, which are told as this core's.
    NodePort &messages(std::uint64_t now);

    // For debuggers, which stop a machine within a run (inlet/control.h); in node_control.cpp.

    /// Does one thing at clock(), or, while it waits, at now(): an instruction or a part of it, or
    /// an event.
    void act();
    /// Whether act() begins the instruction at pc.
    bool before_instruction() const;
    bool in_instruction() const {
        return stop_ == engine::Stop::network || stop_ == engine::Stop::host ||
               stop_ == engine::Stop::access;
    }
    /// Write registers by the numbers of inlet/control.h. False: they cannot be written.
    bool set_register(std::uint32_t number, std::uint32_t value);
    bool set_wide_register(std::uint32_t number, std::span<const std::uint8_t> bytes);
    /// Writes memory. False: a byte is not mapped, and nothing was written.
    bool write(std::uint32_t address, std::span<const std::uint8_t> bytes);

    /// Saves or loads all of it except what only affects speed. It is saved when it is settled, and
    /// loaded after the network.
    void archive(Archive &ar);
    /// Called when the run ends. Writes incomplete lines to the console.
    void flush_console() { host_.flush(core_); }

  private:
    using Mode = Core::Mode;

    /// Where its program has exited.
    struct Exit {
        bool exited = false;
        std::uint32_t pc = 0;    ///< where it is parked
        std::uint32_t stack = 0; ///< the stack pointer
        std::uint32_t status = 0;
        std::uint64_t cycle = 0; ///< of the call
    };

    // An action may bring the next delivery nearer. These functions lower `until` in that case.
    void run_to(std::uint64_t until);
    /// Does one thing of a node that runs. False: the network must be known further first.
    bool once(std::uint64_t &until);
    /// Discards conclusions about waits, which may no longer hold.
    void forget_wait();
    bool begin_ahead(std::uint64_t limit);
    void run_ahead(std::uint64_t limit);
    void wake_up(std::uint64_t &until);
    /// Whether it is known what is due now. If an event waits for room (`waits`), the network must
    /// be known up to now, or another event could be taken before its turn.
    bool room_known(bool waits) const {
        return !waits || context_->network->known() >= core_.state().now;
    }
    bool room_known() const { return room_known(core_.interface().waits_for_room()); }
    bool at_exit() const {
        return exit_.exited && core_.state().pc == exit_.pc && !core_.interface().goes_on();
    }
    /// Whether its program has exited and still asks for messages (NetworkInterface::is_polled).
    bool polls_on() const { return exit_.exited && core_.interface().is_polled(); }
    /// Takes the event that is due. False: there is none.
    bool take_event(std::uint64_t &until);
    void run_cpu(std::uint64_t until);
    void act_on_stop();
    /// Executes the network instruction at pc. False: the network must be known further first.
    bool network_instruction(std::uint64_t &until);
    void host_call();
    std::uint32_t service_code() const;
    bool shares_files() const;
    void host_exit(std::uint32_t status);

    // Devices; in node_devices.cpp.

    void add_devices(std::vector<PlacedDevice> placed);
    /// The cycle at which an event or an action of a device may be due next.
    std::uint64_t next_due(std::uint64_t now) const {
        const std::uint64_t next = core_.interface().next_due(now);
        return devices_.empty() ? next : std::min(next, devices_.next(now));
    }
    bool devices_due() const {
        return !devices_.empty() && devices_.next(core_.state().now) <= core_.state().now;
    }
    void advance_devices(std::uint64_t &until);
    /// The cycle of the accesses of the instruction at pc, for their order.
    std::uint64_t access_cycle() const { return later_.until ? later_.until : core_.state().now; }
    void follow_interrupts();
    void bound_by_network(std::uint64_t &until) const;
    Answer ask(PendingAccess &pending, Memory::Tried &tried);
    /// Executes the instruction at pc, which accesses a device. False: the network must be known
    /// further first.
    bool device_access(std::uint64_t &until);

    // Polling loops; in node_polls.cpp.

    void forget_polls() {
        if (polls_) polls_->forget();
    }
    std::uint64_t poll_due() const;
    void look_for_poll_loop();
    void end_poll_wait(std::uint64_t end);
    /// Whole turns up to `end` pass.
    void pass_turns(std::uint64_t end);
    /// A further core sleeps in a polling loop, in every configuration.
    bool sleeps() const { return context_->core != 0; }
    void rouse(std::uint64_t now);
    void end_spin();
    void archive_shared(Archive &ar);

    /// Loaded: checks that the code where it stands agrees with its state.
    void check_loaded(const Archive &ar);

    /// A load that the shared device has answered `later`.
    struct Later {
        bool out = false;
        std::uint64_t until = 0;  ///< out: the cycle of its answer, or never; else 0
        std::uint64_t stalls = 0; ///< cycles by which its end is delayed

        void archive(Archive &ar);
    };

    const NodeContext *context_;
    // Read in every turn, together with the context:
    Node *node_ = nullptr;                                ///< nullptr: it shares no device
    const std::atomic<std::uint64_t> *reached_ = nullptr; ///< not nullptr: it is away
    Later later_;
    bool held_ = false;            ///< by the shared device
    std::uint64_t held_since_ = 0; ///< cycle
    std::uint64_t horizon_ = 0; ///< with a shared device: no instruction has begun at it or later
    Core core_;
    engine::Stop stop_ =
        engine::Stop::budget;         ///< network: the instruction at pc is not yet executed
    std::unique_ptr<PollLoop> polls_; ///< once it has polled
    RunAhead ahead_; ///< not close to 4096 bytes behind core_, whose registers it copies: the
                     ///< host's loads would wait for the stores of the copy
    Devices devices_;
    /// Start of the wait of Mode::waiting.
    struct {
        std::uint64_t cycle = 0;
        std::uint32_t pc = 0;
    } wait_began_;
    bool only_waits_ = false;                  ///< only_waits() was proved
    bool repeats_ = false;                     ///< ... of a loop that asks no device
    std::optional<DumpNode::Refused> refused_; ///< a SEND in that loop
    Exit exit_;
    HostServices host_;
    std::uint32_t lines_ = 0, asked_ = 0; ///< interrupts of the shared device: all, requested
};

} // namespace inlet
