#include "node/node.h"

#include "cpu/engine/spin.h"

#include <algorithm>
#include <array>
#include <utility>

namespace inlet {

using engine::Kind;
using engine::Stop;
using net::Network;

namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) { // FNV-1a by words
    return (hash ^ value) * 0x100000001b3u;
}

} // namespace

Node::Node(const NodeContext &context, std::uint32_t number,
           std::unique_ptr<NetworkInterface> interface)
    : context_(&context), observer_(context.observer), number_(number), memory_(*context.pages),
      code_(*context.code), words_(context.code->set().words()), abi_(&context.code->set().abi()),
      interface_(std::move(interface)), host_(context) {
    if (const engine::Program &program = code_.program(); program.has_caches())
        caches_.emplace(program.timing().caches);
    guards_ = {context.guards, memory_};
    add_devices(context.devices ? (*context.devices)(number) : std::vector<PlacedDevice>{});
}

void Node::start(std::uint32_t entry, const std::vector<std::string> &arguments,
                 std::uint32_t nodes) {
    const std::uint32_t top = memory_.bytes();
    std::uint32_t at = top - argument_bytes;
    std::uint32_t text = at + 4 * (static_cast<std::uint32_t>(arguments.size()) + 1);
    code_.set().reset(state_);
    if (!abi_->arguments) {
        state_.jump(entry);
        interface_->start(state_);
        return;
    }
    const std::uint32_t registers[] = {static_cast<std::uint32_t>(arguments.size()), at, nodes,
                                       context_->io_nodes};
    std::ranges::copy(registers, state_.r.begin() + abi_->first_argument);
    state_.r[abi_->stack] = at - abi_->frame;
    for (const std::string &argument : arguments) {
        std::array<std::uint8_t, 4> pointer;
        abi_->little ? to_little(pointer.data(), text) : to_guest(pointer.data(), text);
        memory_.copy_in(at, pointer);
        at += 4;
        const auto *bytes = reinterpret_cast<const std::uint8_t *>(argument.c_str());
        memory_.copy_in(text, {bytes, argument.size() + 1});
        text += static_cast<std::uint32_t>(argument.size()) + 1;
    }
    state_.jump(entry);
    interface_->start(state_);
}

std::uint64_t Node::clock() const {
    if (ahead_.active())
        return std::min(stop_ == Stop::spin ? Network::never : state_.now,
                        next_due(ahead_.since()));
    switch (mode_) {
    case Mode::running: return polls_quietly() ? poll_due() : state_.now;
    case Mode::waiting: return next_due(state_.now);
    case Mode::parked:
        return std::min(next_due(state_.now), std::max(state_.now, interface_->next_message()));
    case Mode::faulted: break;
    }
    return Network::never;
}

void Node::run(std::uint64_t until, std::uint64_t limit) {
    catch_up(Network::never);
    run_to(until);
    run_ahead(limit);
}

/// Nothing that a node computes can be noticed before its next network instruction or host call,
/// nor does anything reach it but through an event. So it computes on, as if none came.
void Node::run_ahead(std::uint64_t limit) {
    // The order in which nodes are observed does not depend on which of them are.
    if (context_->observer || steps() || caches_ || mode_ != Mode::running ||
        stop_ != Stop::budget || interface_->waits_for_room() || polls_on() || polls_quietly())
        return; // caches have no way back
    limit = std::min(limit, next_due(state_.now));
    if (limit <= state_.now) return;
    if (!ahead_.begin(state_, words_, memory_, limit)) return;
    stop_ = engine::run(state_, memory_, code_.program(), ahead_.limit(), caches());
}

void Node::catch_up(std::uint64_t end) {
    end_poll_wait(end);
    if (!ahead_.active()) return;
    const std::uint64_t event = std::max(ahead_.since(), std::min(end, next_due(ahead_.since())));
    // A stop at the cycle of an event does not take place.
    if (stop_ == Stop::budget ? event >= ahead_.limit() : event > state_.now) {
        ahead_.keep(state_, memory_);
    } else { // up to the event it is the same again
        ahead_.undo(state_, words_, memory_, event);
        stop_ = engine::run(state_, memory_, code_.program(), event, caches());
    }
    if (state_.now < end || stop_ == Stop::spin || stop_ == Stop::system) act_on_stop();
}

void Node::run_to(std::uint64_t until) {
    if (mode_ == Mode::waiting || mode_ == Mode::parked) wake_up(until);
    while (mode_ == Mode::running && state_.now < until && !polls_quietly())
        if (!once(until)) return;
}

bool Node::once(std::uint64_t &until) {
    if (stop_ == Stop::network) return network_instruction(until);
    if (stop_ == Stop::host) {
        if (context_->network->known() < state_.now) return false;
        host_call();
        return true;
    }
    // What has been answered belongs to the instruction at pc, before anything else happens.
    if (stop_ == Stop::access && !devices_.pending.empty()) return device_access(until);
    const bool waits = interface_->waits_for_room();
    if (!room_known(waits)) return false;
    if (polls_on() && at_exit() && !state_.in_slot && interface_->next_message() > state_.now) {
        mode_ = Mode::parked;
        return true;
    }
    if (observer_) announce_arrivals();
    if (devices_due()) {
        advance_devices(until);
        return true;
    }
    if (stop_ == Stop::access) return device_access(until);
    if (const NetworkInterface::EventNumber event = interface_->due(state_.now)) {
        until = std::min(until, interface_->take(*this, event));
        return true;
    }
    // Who runs and waits for room looks every cycle, and who may come to where it sleeps at every
    // instruction; otherwise up to the next event that is known.
    run_cpu(waits || polls_on() ? state_.now + 1 : std::min(until, next_due(state_.now)));
    return true;
}

bool Node::room_known(bool waits) const {
    return !waits || context_->network->known() >= state_.now;
}

bool Node::take_event(std::uint64_t &until) {
    const NetworkInterface::EventNumber event = interface_->due(state_.now);
    if (!event) return false;
    until = std::min(until, interface_->take(*this, event));
    return true;
}

void Node::wake_up(std::uint64_t &until) {
    const std::uint64_t at = clock();
    if (at >= until) return;
    wait_until(at);
    mode_ = at_exit() ? Mode::parked : Mode::running;
    if (devices_due()) return advance_devices(until);
    if (mode_ == Mode::parked && interface_->next_message() <= state_.now) {
        mode_ = Mode::running;
        return;
    }
    if (mode_ != Mode::parked || !room_known()) return;
    // A parked CPU has no instruction to run: it takes the event at once.
    if (observer_) announce_arrivals();
    take_event(until);
}

void Node::wait_until(std::uint64_t until) {
    if (state_.now >= until) return;
    if (mode_ == Mode::parked) {
        parked_cycles_ += until - state_.now;
        state_.now = until;
        return;
    }
    if (context_->skip_waits) {
        // From wherever it stands in the loop; the rest of a turn is executed.
        if (observer_)
            tell_turns(until);
        else
            skip_turns((until - state_.now) / state_.spin_cycles);
    }
    while (state_.now < until) {
        if (steps())
            step_until(until);
        else
            engine::run(state_, memory_, code_.program(), until, caches());
    }
}

std::vector<std::uint32_t> Node::reads() {
    std::vector<std::uint32_t> addresses;
    engine::State copy = state_; // one more turn, which changes nothing in memory
    engine::Stepped stepped;
    for (std::uint64_t n = 0; n < state_.spin_instructions; ++n) {
        const engine::Instruction *in = code_.program().at(copy.pc);
        if (in && in->kind == Kind::load) {
            std::vector<engine::DataAccess> accesses;
            if (code_.set().steps_by_operations())
                accesses = engine::data_accesses(copy, memory_, code_.program());
            const std::uint32_t address =
                accesses.empty() ? copy.r[in->rs] + in->imm : accesses.front().address;
            if (std::find(addresses.begin(), addresses.end(), address) == addresses.end())
                addresses.push_back(address);
        }
        engine::step(copy, memory_, code_.program(), stepped);
    }
    return addresses;
}

void Node::note_received(std::uint64_t cycle, const net::Packet &packet) {
    ++received_;
    message_hash_ = mix(mix(mix(message_hash_, cycle), packet.source), packet.number);
    if (observer_ && !interface_->announces()) --announced_[packet.channel];
}

void Node::run_cpu(std::uint64_t until) {
    stop_ = steps() ? step_until(until)
                    : engine::run(state_, memory_, code_.program(), until, caches());
    act_on_stop();
}

void Node::act_on_stop() {
    switch (stop_) {
    case Stop::budget:
    case Stop::access:
    case Stop::network: break;
    case Stop::spin: mode_ = Mode::waiting; break;
    case Stop::host:
        // Files are shared: I/O nodes come to them in the order of cycles, then of numbers.
        if (!context_->files || context_->network->known() >= state_.now) host_call();
        break;
    case Stop::system:
        stop_ = Stop::budget;
        interface_->follow(state_);
        if (!devices_.empty() && at_exit()) mode_ = Mode::parked; // from an interrupt's handler
        break;
    case Stop::fault:
        stop_ = Stop::budget;
        if (!settle_fault()) give_up();
        break;
    }
}

bool Node::settle_code() {
    const std::uint32_t address = state_.fault.value;
    switch (state_.fault.kind) {
    case FaultKind::not_decoded:
        if (code_.fetch(memory_, state_.pc)) return true;
        state_.fault.kind = FaultKind::never_written;
        return false;
    case FaultKind::text_write: {
        memory_.watch(address, false);
        // The store itself may be in this page, so it is executed before the page is forgotten.
        const Stop stop = engine::step(state_, memory_, code_.program(), stepped_, caches());
        if (stop == Stop::budget) done(stepped_);
        if (memory_.touched(address)) {
            code_.changed(address);
            engine::left_loop(state_);
        } else { // not made: an SC that failed, an address that is not aligned
            memory_.watch(address, true);
        }
        return stop == Stop::budget;
    }
    default: return false;
    }
}

bool Node::take_exception() {
    const std::uint32_t interrupted = state_.pc;
    const Fault fault = state_.fault;
    clear_frame();
    if (!code_.set().trap(state_, memory_, fault, [this] { leave_for_exception(); })) return false;
    tell_exception(interrupted);
    return true;
}

void Node::clear_frame() {
    const auto frame = code_.set().frame(state_);
    if (!frame) return;
    for (const std::uint32_t at : {frame->address, frame->address + frame->bytes - 1})
        if (memory_.watched(at)) {
            memory_.watch(at, false);
            code_.changed(at);
        }
}

void Node::leave_for_exception() {
    note_repeated();
    interface_->settle(state_);
}

void Node::trap(const std::function<void()> &enter) {
    const std::uint32_t interrupted = state_.pc;
    leave_for_exception();
    clear_frame();
    enter();
    tell_exception(interrupted);
}

void Node::forget_turns() { engine::left_loop(state_); }

/// Its handler has been entered.
void Node::tell_exception(std::uint32_t interrupted) {
    interface_->follow(state_);
    state_.now += context_->exception_cycles;
    if (observer_) // the record begins where the instruction began
        tell({EventKind::exception,
              number_,
              interface_->shown(),
              stepped_.cycle,
              interrupted,
              {},
              code_.set().cause(state_),
              state_.pc,
              0,
              static_cast<std::uint32_t>(state_.now - stepped_.cycle),
              false});
}

void Node::give_up() {
    state_.fault.node = number_;
    if (state_.fault.kind == FaultKind::unmapped) {
        const bool stack_unmapped =
            interface_->context() == Context::main && !memory_.read<std::uint32_t>(stack() & ~3u);
        state_.fault.kind = guards_.overrun(state_.fault.value, stack_unmapped);
    }
    state_.fault.word = word();
    mode_ = Mode::faulted;
}

std::optional<std::uint32_t> Node::word() const {
    if (code_.set().shift() < 2) { // of any length, at any address: its first four bytes
        std::array<std::uint8_t, 4> there{};
        if (!memory_.read<std::uint8_t>(state_.pc)) return {};
        for (std::uint32_t i = 0; i < 4; ++i)
            if (const std::uint8_t *byte = memory_.read<std::uint8_t>(state_.pc + i))
                there[i] = *byte;
        return from_little<std::uint32_t>(there.data());
    }
    const std::uint8_t *bytes = state_.pc & 3 ? nullptr : memory_.read<std::uint32_t>(state_.pc);
    return bytes ? std::optional(from_guest<std::uint32_t>(bytes)) : std::nullopt;
}

Stop Node::step_until(std::uint64_t until) {
    std::uint64_t arrival = 0; // nothing arrives before; the network rests meanwhile
    while (state_.now < until) {
        if (observer_ && state_.now >= arrival) {
            announce_arrivals();
            arrival = next_announcement();
        }
        const Stop stop = engine::step(state_, memory_, code_.program(), stepped_, caches());
        const bool changed =
            (stop == Stop::budget || stop == Stop::spin || stop == Stop::system) && done(stepped_);
        if (stop == Stop::fault && settle_fault()) {
            if (context_->exposed) return Stop::budget;
            arrival = 0;
            continue;
        }
        if (stop != Stop::budget || changed) return stop;
    }
    return Stop::budget;
}

void Node::note_repeated() {
    if (!state_.in_slot) return;
    const std::uint32_t pc = state_.pc - 4;
    const std::uint8_t *bytes = memory_.read<std::uint32_t>(pc);
    if (!bytes || !code_.set().repeats_otherwise(from_guest<std::uint32_t>(bytes))) return;
    const RepeatedBranch here{number_, state_.now, pc};
    const auto [found, is_new] = context_->repeated->try_emplace(pc, here);
    RepeatedBranch &first = found->second; // the host's order of nodes is not the machine's
    if (std::pair(here.cycle, here.node) < std::pair(first.cycle, first.node)) first = here;
}

bool Node::network_instruction(std::uint64_t &until) {
    memory_.show(); // its interface reaches all of it
    const engine::Instruction in = *code_.program().at(state_.pc); // SW.V may change the program
    const Executed executed = interface_->execute(*this, in);
    if (executed.kind == Executed::Kind::not_known) return false;
    stop_ = Stop::budget;
    ++asked_;
    if (executed.kind == Executed::Kind::fault) {
        if (!take_exception()) give_up();
        return true;
    }
    refused_cycles_ += executed.refused;
    until = std::min(until, executed.until);
    if (executed.returned && at_exit()) mode_ = Mode::parked;
    if (!executed.refused)
        forget_polls();
    else if (context_->skip_polls && !context_->exposed && !exited_ &&
             !interface_->waits_for_room())
        look_for_poll_loop();
    return true;
}

void Node::host_call() {
    using Kind = HostServices::Served::Kind;
    const std::uint32_t pc = state_.pc;
    const engine::Instruction &in = *code_.program().at(pc);
    const Context context = interface_->shown();
    const std::uint32_t code = abi_->service ? state_.r[abi_->service] : in.imm;
    const engine::Service service = code_.set().service(code);
    const bool exits = service == engine::Service::exit;
    const std::uint32_t bytes = state_.r[abi_->first_argument + 1]; // of a write
    const std::uint64_t cycle = state_.now;
    stop_ = Stop::budget;
    memory_.protect_from(code_.set().limit(state_));
    const HostServices::Served served = host_.call(*this, *interface_, guards_, service, code);
    if (served.kind == Kind::refused) return fail(served.fault, served.value);
    if (served.kind == Kind::failed) {
        mode_ = Mode::faulted;
        return;
    }
    if (served.kind == Kind::exit) host_exit(served.value);
    ++state_.instructions;
    if (in.length == 4)
        state_.advance();
    else
        state_.jump(pc + in.length);
    interface_->retired(state_, in);
    if (exited_) interface_->settle(state_);
    if (!observer_) return;
    tell(in, context, cycle - stepped_.cost.total(), pc, stepped_.cost);
    if (exits || service == engine::Service::write)
        tell({exits ? EventKind::exit : EventKind::console,
              number_,
              context,
              cycle,
              pc,
              {},
              0,
              0,
              0,
              exits ? served.value : bytes,
              false});
}

void Node::host_exit(std::uint32_t status) {
    if (!status_) status_ = status; // a handler may still fail after its node has exited
    exited_ = true;
    const std::uint8_t length = code_.program().at(state_.pc)->length;
    exit_pc_ = length == 4 ? state_.npc : state_.pc + length;
    exit_stack_ = stack();
    if (!interface_->goes_on()) mode_ = Mode::parked;
}

void Node::fail(FaultKind kind, std::uint32_t value) {
    state_.fault = {kind, number_, state_.now, state_.pc, value, 0, {}};
    if (!take_exception()) give_up();
}

void Node::announce_arrivals(std::uint64_t until) {
    if (interface_->announces()) return;
    const unsigned channels = std::min(net::most_channels, context_->network->channels());
    for (unsigned p = 0; p < channels; ++p) {
        while (const net::Delivery *d = context_->network->received(number_, p, announced_[p])) {
            if (d->cycle > until) break;
            MessageEvent told = event_of(EventKind::arrive, d->packet, true);
            told.cycle = d->cycle;
            tell(told);
            ++announced_[p];
        }
    }
}

std::uint64_t Node::next_announcement() const {
    std::uint64_t next = Network::never;
    if (interface_->announces()) return next;
    const unsigned channels = std::min(net::most_channels, context_->network->channels());
    for (unsigned p = 0; p < channels; ++p)
        if (const net::Delivery *d = context_->network->received(number_, p, announced_[p]))
            next = std::min(next, d->cycle);
    return next;
}

bool Node::done(const engine::Stepped &s) {
    // The instruction is reported with the registers that it saw.
    if (observer_) tell(*s.instruction, interface_->shown(), s.cycle, s.pc, s.cost);
    const bool changed = interface_->retired(state_, *s.instruction);
    if (observer_) interface_->watch(*this);
    return changed;
}

MessageEvent Node::event_of(EventKind kind, const net::Packet &packet, bool arriving) const {
    MessageEvent event{kind,
                       number_,
                       interface_->shown(),
                       state_.now,
                       state_.pc,
                       {packet.source, packet.number},
                       arriving ? packet.source : packet.destination,
                       packet.tag,
                       packet.words,
                       0,
                       packet.channel == net::Priority::high,
                       packet.multicast,
                       static_cast<std::uint8_t>(packet.vector_words())};
    interface_->complete(event, packet, arriving);
    return event;
}

std::uint64_t Node::fingerprint() const {
    std::uint64_t hash = message_hash_;
    for (const std::uint64_t value :
         {state_.now, state_.instructions, state_.waiting, std::uint64_t{state_.pc},
          std::uint64_t{state_.r[engine::high_word]}, std::uint64_t{state_.r[engine::low_word]},
          sent_})
        hash = mix(hash, value);
    for (std::size_t i = 0; i < 32; ++i) hash = mix(hash, state_.r[i]);
    for (std::size_t i = 0; i < 32; ++i) hash = mix(hash, state_.r[engine::first_float + i]);
    return hash;
}

NodeSummary Node::summary() const {
    return {state_.now,
            state_.instructions,
            sent_,
            received_,
            state_.waiting + refused_cycles_ + parked_cycles_,
            status_,
            exited_,
            refused_cycles_,
            parked_cycles_};
}

} // namespace inlet
