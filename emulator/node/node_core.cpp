#include "node/node_core.h"

#include "cpu/engine/spin.h"
#include "ni/kernel_services.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace inlet {

using engine::Stop;
using net::Network;

NodeCore::NodeCore(const NodeContext &context, std::uint32_t number,
                   std::unique_ptr<NetworkInterface> interface)
    : context_(&context), core_(context, number, std::move(interface)), host_(context) {
    add_devices(context.devices ? (*context.devices)(number) : std::vector<PlacedDevice>{});
}

void NodeCore::start(std::uint32_t entry, const std::vector<std::string> &arguments,
                     std::uint32_t nodes) {
    const std::uint32_t top = core_.memory().bytes();
    std::uint32_t at = top - argument_bytes;
    std::uint32_t text = at + 4 * (static_cast<std::uint32_t>(arguments.size()) + 1);
    core_.set().reset(core_.state());
    if (!core_.abi().arguments) {
        core_.state().jump(entry);
        core_.interface().start(core_.state());
        return;
    }
    const std::uint32_t registers[] = {static_cast<std::uint32_t>(arguments.size()), at, nodes,
                                       context_->io_nodes};
    std::ranges::copy(registers, core_.state().r.begin() + core_.abi().first_argument);
    core_.state().r[core_.abi().stack] = at - core_.abi().frame;
    const auto put = [this](std::uint32_t to, std::uint32_t value) {
        std::array<std::uint8_t, 4> word;
        core_.abi().little ? to_little(word.data(), value) : to_guest(word.data(), value);
        core_.memory().copy_in(to, word);
    };
    if (context_->grid) put(top - 4, context_->grid);
    for (const std::string &argument : arguments) {
        put(at, text);
        at += 4;
        const auto *bytes = reinterpret_cast<const std::uint8_t *>(argument.c_str());
        core_.memory().copy_in(text, {bytes, argument.size() + 1});
        text += static_cast<std::uint32_t>(argument.size()) + 1;
    }
    core_.state().jump(entry);
    core_.interface().start(core_.state());
}

std::uint64_t NodeCore::clock() const {
    if (held_) return Network::never;
    if (later_.out) return later_.until;
    if (reached_) return std::min(reached_->load(std::memory_order_acquire), away_event());
    if (ahead_.active())
        return std::min(stop_ == Stop::spin ? Network::never : core_.state().now,
                        next_due(ahead_.since()));
    switch (core_.mode) {
    case Mode::running: return polls_quietly() ? poll_due() : core_.state().now;
    case Mode::waiting: return next_due(core_.state().now);
    case Mode::parked:
        return std::min(next_due(core_.state().now),
                        std::max(core_.state().now, core_.interface().next_message()));
    case Mode::faulted:
    case Mode::asleep: break;
    }
    return Network::never;
}

void NodeCore::run(std::uint64_t until, std::uint64_t limit) {
    catch_up(Network::never);
    run_to(until);
    run_ahead(limit);
}

bool NodeCore::run_or_leave(std::uint64_t until, std::uint64_t limit, std::uint64_t least) {
    catch_up(Network::never);
    run_to(until);
    if (!begin_ahead(limit)) return false;
    if (ahead_.last() >= least) return true;
    stop_ = core_.run_engine(ahead_.limit());
    return false;
}

/// Before its next network instruction or host call, a node cannot affect others, and only events
/// affect it. So it computes on, as if no event came.
void NodeCore::run_ahead(std::uint64_t limit) {
    if (begin_ahead(limit)) stop_ = core_.run_engine(ahead_.limit());
}

bool NodeCore::run_further(std::uint64_t cycles, std::uint64_t limit) {
    const std::uint64_t now = core_.state().now;
    if (!ahead_.active() || stop_ != Stop::budget || now < ahead_.limit()) return false;
    limit = std::min({limit, next_due(ahead_.since()), now + cycles});
    if (!ahead_.extend(limit)) return false;
    stop_ = core_.run_engine(ahead_.limit());
    return true;
}

bool NodeCore::begin_ahead(std::uint64_t limit) {
    // The order in which nodes are observed does not depend on which of them are. With a device,
    // the end of the run depends on when a node has exited.
    if (context_->observer || (node_ && exit_.exited) || core_.steps() || core_.caches() ||
        core_.mode != Mode::running || stop_ != Stop::budget ||
        core_.interface().waits_for_room() || polls_on() || polls_quietly())
        return false; // caches have no way back
    limit = std::min(limit, next_due(core_.state().now));
    if (limit <= core_.state().now) return false;
    return ahead_.begin(core_.state(), core_.words(), core_.memory(), limit);
}

void NodeCore::catch_up(std::uint64_t end) {
    assert(!away());
    end_poll_wait(end);
    if (!ahead_.active()) return;
    const std::uint64_t event = std::max(ahead_.since(), std::min(end, next_due(ahead_.since())));
    const bool goes_on = event > ahead_.since();
    // A stop at the cycle of an event does not take place.
    if (stop_ == Stop::budget ? event >= ahead_.limit() : event > core_.state().now) {
        ahead_.keep(core_.state(), core_.memory());
    } else { // up to the event it is the same again
        ahead_.undo(core_.state(), core_.words(), core_.memory(), event);
        stop_ = core_.run_engine(event);
    }
    if (goes_on) horizon_ = std::max(horizon_, std::min(event, core_.state().now));
    if (core_.state().now < end || stop_ == Stop::spin || stop_ == Stop::system) act_on_stop();
}

void NodeCore::run_to(std::uint64_t until) {
    if (held_ || (later_.out && later_.until >= until)) return;
    if (core_.mode == Mode::waiting || core_.mode == Mode::parked) wake_up(until);
    while (core_.mode == Mode::running && core_.state().now < until && !polls_quietly())
        if (!once(until)) break;
    if (node_) horizon_ = std::max(horizon_, std::min(until, core_.state().now));
}

bool NodeCore::once(std::uint64_t &until) {
    if (stop_ == Stop::network) return network_instruction(until);
    if (stop_ == Stop::host) {
        if (context_->network->known() < core_.state().now || wants_files()) return false;
        host_call();
        return true;
    }
    // What has been answered belongs to the instruction at pc, before anything else happens.
    if (stop_ == Stop::access && !devices_.pending.empty()) return device_access(until);
    const bool waits = core_.interface().waits_for_room();
    if (!room_known(waits)) return false;
    if (polls_on() && at_exit() && !core_.state().in_slot &&
        core_.interface().next_message() > core_.state().now) {
        core_.mode = Mode::parked;
        return true;
    }
    if (core_.observer()) core_.announce_arrivals(core_.state().now);
    if (devices_due()) {
        advance_devices(until);
        return true;
    }
    if (stop_ == Stop::access) return device_access(until);
    if (const NetworkInterface::EventNumber event = core_.interface().due(core_.state().now)) {
        until = std::min(until, core_.interface().take(core_, event));
        return true;
    }
    // A node that waits for room looks every cycle. One that may reach the place where it sleeps
    // looks at every instruction. All others run up to the next event that is known.
    run_cpu(waits || polls_on() ? core_.state().now + 1
                                : std::min(until, next_due(core_.state().now)));
    return true;
}

bool NodeCore::take_event(std::uint64_t &until) {
    const NetworkInterface::EventNumber event = core_.interface().due(core_.state().now);
    if (!event) return false;
    until = std::min(until, core_.interface().take(core_, event));
    return true;
}

void NodeCore::wake_up(std::uint64_t &until) {
    const std::uint64_t at = clock();
    if (at >= until) return;
    wait_until(at);
    core_.mode = at_exit() ? Mode::parked : Mode::running;
    if (devices_due()) return advance_devices(until);
    if (core_.mode == Mode::parked && core_.interface().next_message() <= core_.state().now) {
        core_.mode = Mode::running;
        return;
    }
    if (core_.mode != Mode::parked || !room_known()) return;
    // A parked CPU has no instruction to run: it takes the event at once.
    if (core_.observer()) core_.announce_arrivals(core_.state().now);
    take_event(until);
}

void NodeCore::wait_until(std::uint64_t until) {
    if (core_.state().now >= until) return;
    if (core_.mode == Mode::parked) {
        core_.counts.parked += until - core_.state().now;
        core_.state().now = until;
        return;
    }
    if (context_->skip_waits) core_.skip_turns_until(until);
    while (core_.state().now < until) core_.run(until); // the rest of a turn
}

void NodeCore::run_cpu(std::uint64_t until) {
    stop_ = core_.run(until);
    act_on_stop();
}

void NodeCore::act_on_stop() {
    switch (stop_) {
    case Stop::budget:
    case Stop::access:
    case Stop::network: break;
    case Stop::spin:
        core_.mode = Mode::waiting;
        wait_began_ = {core_.state().now, core_.state().pc};
        break;
    case Stop::host:
        // Files are shared: nodes come to them in the order of cycles, then of numbers.
        if (!shares_files() ||
            (!context_->apart && context_->network->known() >= core_.state().now))
            host_call();
        break;
    case Stop::system:
        stop_ = Stop::budget;
        core_.interface().follow(core_.state());
        if (!devices_.empty() && at_exit())
            core_.mode = Mode::parked; // from an interrupt's handler
        break;
    case Stop::fault:
        stop_ = Stop::budget;
        if (!core_.settle_fault()) core_.give_up();
        break;
    }
}

bool NodeCore::network_instruction(std::uint64_t &until) {
    core_.memory().show();                               // its interface reaches all of it
    const engine::Instruction in = *core_.instruction(); // SW.V may change the program
    const Executed executed = core_.interface().execute(core_, in);
    if (executed.kind == Executed::Kind::not_known) return false;
    stop_ = Stop::budget;
    ++core_.counts.asked;
    if (executed.kind == Executed::Kind::fault) {
        if (!core_.take_exception()) core_.give_up();
        return true;
    }
    core_.counts.refused += executed.refused;
    until = std::min(until, executed.until);
    if (executed.returned && at_exit()) core_.mode = Mode::parked;
    if (!executed.refused)
        forget_polls();
    else if (context_->skip_polls && !context_->exposed && !exit_.exited &&
             !core_.interface().waits_for_room())
        look_for_poll_loop();
    return true;
}

std::uint32_t NodeCore::service_code() const {
    return core_.abi().service ? core_.state().r[core_.abi().service]
                               : core_.program().at(core_.state().pc)->imm;
}

/// Whether the host call at the pc reaches files that other nodes reach too.
bool NodeCore::shares_files() const {
    return context_->files &&
           (context_->io_nodes || core_.set().service(service_code()) == engine::Service::io);
}

void NodeCore::host_call() {
    using Kind = HostServices::Served::Kind;
    const std::uint32_t pc = core_.state().pc;
    const engine::Instruction &in = *core_.program().at(pc);
    const Context context = core_.interface().shown();
    const std::uint32_t code = service_code();
    const engine::Service service = core_.set().service(code);
    const bool exits = service == engine::Service::exit;
    const std::uint32_t bytes = core_.state().r[core_.abi().first_argument + 1]; // of a write
    const std::uint64_t cycle = core_.state().now;
    stop_ = Stop::budget;
    core_.memory().protect_from(core_.set().limit(core_.state()));
    auto *const kernel = service == engine::Service::none
                             ? dynamic_cast<KernelServices *>(&core_.interface())
                             : nullptr;
    const auto by_kernel = [&]() -> HostServices::Served {
        const FaultKind fault =
            kernel->kernel_service(core_, code, core_.state().r[core_.abi().first_argument], bytes);
        return {fault == FaultKind::none ? Kind::done : Kind::refused, fault, code};
    };
    const HostServices::Served served =
        kernel ? by_kernel() : host_.call(core_, core_.interface(), core_.guards(), service, code);
    if (served.kind == Kind::refused) return core_.fail(served.fault, served.value);
    if (served.kind == Kind::failed) {
        core_.mode = Mode::faulted;
        return;
    }
    if (served.kind == Kind::exit) host_exit(served.value);
    ++core_.state().instructions;
    if (in.length == 4)
        core_.state().advance();
    else
        core_.state().jump(pc + in.length);
    core_.interface().retired(core_.state(), in);
    if (exit_.exited) core_.interface().settle(core_.state());
    if (!core_.observer()) return;
    core_.tell(in, context, cycle - core_.stepped().cost.total(), pc, core_.stepped().cost);
    if (!exits && service != engine::Service::write) return;
    MessageEvent told =
        core_.event_of(exits ? events::Any(events::Exit{served.value}) : events::Console{bytes});
    told.context = context;
    told.cycle = cycle;
    told.pc = pc;
    core_.tell(told);
}

void NodeCore::host_exit(std::uint32_t status) {
    if (!exit_.status) exit_.status = status; // a handler may still fail after its node has exited
    exit_.exited = true;
    exit_.cycle = core_.state().now;
    const std::uint8_t length = core_.instruction()->length;
    exit_.pc = length == 4 ? core_.state().npc : core_.state().pc + length;
    exit_.stack = core_.stack();
    if (!core_.interface().goes_on()) core_.mode = Mode::parked;
}

NodeSummary NodeCore::summary() const {
    const engine::State &state = away() ? ahead_.before() : core_.state();
    return {state.now,
            state.instructions,
            core_.counts.sent,
            core_.counts.received,
            state.waiting + core_.counts.refused + core_.counts.parked,
            exit_.status,
            exit_.exited,
            core_.counts.refused,
            core_.counts.parked};
}

} // namespace inlet
