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

constexpr std::uint32_t longest_failure = 1024; ///< bytes

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) { // FNV-1a by words
    return (hash ^ value) * 0x100000001b3u;
}

} // namespace

Node::Node(const NodeContext &context, std::uint32_t number,
           std::unique_ptr<NetworkInterface> interface)
    : context_(&context), number_(number), memory_(*context.pages), code_(*context.code),
      words_(context.code->set().words()), abi_(&context.code->set().abi()),
      interface_(std::move(interface)) {
    if (const engine::Program &program = code_.program(); program.has_caches())
        caches_.emplace(program.timing().caches);
    guard_memory();
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
    argument(0) = static_cast<std::uint32_t>(arguments.size());
    argument(1) = at;
    argument(2) = nodes;
    argument(3) = context_->io_nodes;
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
    if (ahead_)
        return std::min(stop_ == Stop::spin ? Network::never : state_.now, next_due(before_.now));
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
    settle(Network::never);
    run_to(until);
    run_ahead(limit);
}

/// Nothing that a node computes can be noticed before its next network instruction or host call,
/// nor does anything reach it but through an event. So it computes on, as if none came.
void Node::run_ahead(std::uint64_t limit) {
    if (context_->steps() || caches_ || mode_ != Mode::running || stop_ != Stop::budget ||
        interface_->waits_for_room() || polls_on() || polls_quietly())
        return; // caches have no way back
    limit = std::min(limit, next_due(state_.now));
    if (limit <= state_.now) return;
    const std::uint64_t cycles = stretch_.next();
    if (!cycles) return;
    ahead_limit_ = std::min(limit, state_.now + cycles);
    before_.assign(state_, words_);
    memory_.begin();
    ahead_ = true;
    stop_ = engine::run(state_, memory_, code_.program(), ahead_limit_, caches());
}

void Node::settle(std::uint64_t end) {
    end_poll_wait(end);
    if (!ahead_) return;
    ahead_ = false;
    const std::uint64_t event = std::max(before_.now, std::min(end, next_due(before_.now)));
    // What stopped it does not come to pass when an event comes at the same cycle.
    if (stop_ == Stop::budget ? event >= ahead_limit_ : event > state_.now) {
        memory_.keep();
        stretch_.kept(state_.now - before_.now);
    } else { // up to the event it is the same again
        memory_.undo();
        stretch_.undone(event - before_.now);
        state_.assign(before_, words_);
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
    if (context_->observer) announce_arrivals();
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
    if (context_->observer) announce_arrivals();
    take_event(until);
}

void Node::wait_until(std::uint64_t until) {
    if (state_.now >= until) return;
    if (mode_ == Mode::parked) {
        parked_cycles_ += until - state_.now;
        state_.now = until;
        return;
    }
    if (!context_->observer && context_->skip_waits) {
        // Whole turns of the loop, from wherever it stands in it, change nothing but time; the rest
        // of one is executed.
        const std::uint64_t turns = (until - state_.now) / state_.spin_cycles;
        state_.now += turns * state_.spin_cycles;
        state_.waiting += turns * state_.spin_cycles;
        state_.instructions += turns * state_.spin_instructions;
        state_.spin.now += turns * state_.spin_cycles;
        state_.spin.instructions += turns * state_.spin_instructions;
    }
    while (state_.now < until) {
        if (context_->steps())
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
    if (context_->observer && !interface_->announces()) --announced_[packet.channel];
}

void Node::run_cpu(std::uint64_t until) {
    stop_ = context_->steps() ? step_until(until)
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
    if (context_->observer) // the record begins where the instruction began
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
    if (state_.fault.kind == FaultKind::unmapped) state_.fault.kind = overrun(state_.fault.value);
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
        if (context_->observer && state_.now >= arrival) {
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
    return true;
}

void Node::host_call() {
    const std::uint32_t pc = state_.pc;
    const engine::Instruction &in = *code_.program().at(pc);
    const Context context = interface_->shown();
    const std::uint32_t code = abi_->service ? state_.r[abi_->service] : in.imm;
    const engine::Service service = code_.set().service(code);
    stop_ = Stop::budget;
    memory_.protect_from(code_.set().limit(state_));
    MessageEvent told{};
    told.cycle = state_.now;
    if (!host_service(service, code, told)) return;
    ++state_.instructions;
    if (in.length == 4)
        state_.advance();
    else
        state_.jump(pc + in.length);
    interface_->retired(state_, in);
    if (exited_) interface_->settle(state_);
    if (context_->observer) {
        const std::uint64_t start = told.cycle - stepped_.cost.total();
        tell(in, context, start, pc, stepped_.cost);
        if (service == engine::Service::exit || service == engine::Service::write) tell(told);
    }
}

bool Node::host_service(engine::Service service, std::uint32_t code, MessageEvent &told) {
    using engine::Service;
    const std::uint32_t pc = state_.pc;
    const auto refuse = [&](FaultKind kind, std::uint32_t value) {
        fail(kind, value);
        return false;
    };
    const auto event = [&](EventKind kind, std::uint32_t value) {
        told = {kind, number_, interface_->shown(), state_.now, pc, {}, 0, 0, 0, value, false};
    };
    const bool elsewhere = context_->io_nodes && !context_->files;
    switch (service) {
    case Service::exit:
        event(EventKind::exit, argument(0));
        host_exit();
        return true;
    case Service::fail: host_fail(argument(0), argument(1), argument(2)); return false;
    case Service::fail_here: host_fail(pc, argument(0), argument(1)); return false;
    case Service::heap: return host_heap() || refuse(FaultKind::bad_host_call, argument(0));
    case Service::write:
        if (elsewhere) return refuse(FaultKind::host_elsewhere, code);
        event(EventKind::console, argument(1));
        return host_write() || refuse(FaultKind::bad_host_call, argument(0));
    case Service::io:
        if (elsewhere) return refuse(FaultKind::host_elsewhere, code);
        if (!context_->files) break;
        return io_call(code - abi_->first_service) || refuse(FaultKind::bad_host_call, argument(0));
    case Service::number:
        own_lines_[static_cast<std::size_t>(interface_->context())] +=
            std::to_string(static_cast<std::int32_t>(argument(0)));
        return true;
    case Service::exception:
        state_.fault = code_.set().reported(state_, memory_, argument(0));
        state_.fault.node = number_;
        mode_ = Mode::faulted;
        return false;
    case Service::mark:
        if (context_->note && *context_->note) (*context_->note)(number_, argument(0), state_.now);
        return true;
    case Service::none: break;
    }
    return refuse(FaultKind::syscall, code);
}

void Node::host_exit() {
    if (!status_) status_ = argument(0); // a handler may still fail after its node has exited
    exited_ = true;
    const std::uint8_t length = code_.program().at(state_.pc)->length;
    exit_pc_ = length == 4 ? state_.npc : state_.pc + length;
    exit_stack_ = stack();
    if (!interface_->goes_on()) mode_ = Mode::parked;
}

/// What main and handlers write at the same time are lines of each.
bool Node::host_write() {
    return host_write_for(number_, argument(0), argument(1),
                          own_lines_[static_cast<std::size_t>(interface_->context())]);
}

bool Node::host_write_for(std::uint32_t node, std::uint32_t at, std::uint32_t bytes,
                          std::string &line) {
    std::array<std::uint8_t, 256> part;
    for (std::uint32_t left = bytes; left;) {
        const std::uint32_t size = std::min<std::uint32_t>(left, part.size());
        if (!copy_text(at, {part.data(), size})) return false;
        for (std::uint32_t i = 0; i < size; ++i) {
            if (part[i] == '\n') {
                context_->console->push_back({state_.now, node, std::exchange(line, {})});
            } else {
                line.push_back(static_cast<char>(part[i]));
            }
        }
        at += size;
        left -= size;
    }
    service_result() = bytes;
    return true;
}

bool Node::copy_text(std::uint32_t at, std::span<std::uint8_t> to) const {
    const auto physical =
        code_.set().physical(state_, memory_, at, static_cast<std::uint32_t>(to.size()));
    return physical && memory_.copy_out(*physical, to);
}

/// The fault is where the program says, and no exception handler of its own takes it.
void Node::host_fail(std::uint32_t pc, std::uint32_t at, std::uint32_t bytes) {
    std::string text(std::min(bytes, longest_failure), 0);
    if (!copy_text(at, {reinterpret_cast<std::uint8_t *>(text.data()), text.size()}))
        return fail(FaultKind::bad_host_call, at);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    for (char &c : text)
        if (c < 0x20 || c > 0x7e) c = c == '\n' || c == '\t' ? ' ' : '?';
    failure_ = std::move(text);
    state_.fault = {FaultKind::program_failed, number_, state_.now, pc, 0, 0, {}};
    mode_ = Mode::faulted;
}

void Node::fail(FaultKind kind, std::uint32_t value) {
    state_.fault = {kind, number_, state_.now, state_.pc, value, 0, {}};
    if (!take_exception()) give_up();
}

void Node::flush_console() {
    for (auto &[node, line] : lines_)
        if (!line.empty())
            context_->console->push_back({state_.now, node, std::exchange(line, {})});
    for (std::string &line : own_lines_)
        if (!line.empty())
            context_->console->push_back({state_.now, number_, std::exchange(line, {})});
    write_deferred();
}

/// The layout is runtime/libc/deferred.c's. What cannot be so is no output: the program can have
/// stored over it.
void Node::write_deferred() {
    const DeferredOutput &deferred = context_->deferred;
    constexpr std::uint32_t head = 12;
    std::uint32_t lines = 0, low = 0, high = 0;
    const auto number = [this](std::uint32_t at, std::uint32_t &value) {
        if (!load_word(at, value)) return false;
        if (abi_->little) value = __builtin_bswap32(value);
        return true;
    };
    if (deferred.bytes <= head || !number(deferred.address, lines) ||
        !number(deferred.address + 4, low) || !number(deferred.address + 8, high))
        return;
    const std::uint64_t bytes = std::uint64_t{lines} + low + high;
    if (bytes == 0 || bytes > deferred.bytes - head) return;
    std::string text(bytes, 0);
    if (!memory_.copy_out(deferred.address + head,
                          {reinterpret_cast<std::uint8_t *>(text.data()), text.size()}))
        return;
    const auto write = [&](std::string_view line) {
        context_->console->push_back({state_.now, number_, std::string(line)});
    };
    std::string_view left(text);
    left.remove_suffix(low + high);
    for (std::size_t end = 0; !left.empty(); left.remove_prefix(std::min(end + 1, left.size()))) {
        end = std::min(left.find('\n'), left.size());
        write(left.substr(0, end));
    }
    for (const auto &[begin, size] : {std::pair(lines, low), std::pair(lines + low, high)})
        if (size) write(std::string_view(text).substr(begin, size));
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
    if (context_->observer) tell(*s.instruction, interface_->shown(), s.cycle, s.pc, s.cost);
    const bool changed = interface_->retired(state_, *s.instruction);
    if (context_->observer) interface_->watch(*this);
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
