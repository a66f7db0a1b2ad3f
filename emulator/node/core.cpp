#include "node/core.h"

#include "cpu/engine/spin.h"

#include <algorithm>
#include <array>
#include <utility>

namespace inlet {

using engine::Stop;
using net::Network;

namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) { // FNV-1a by words
    return (hash ^ value) * 0x100000001b3u;
}

} // namespace

Core::Core(const NodeContext &context, std::uint32_t number,
           std::shared_ptr<NetworkInterface> interface)
    : context_(&context), observer_(context.observer), number_(number),
      memory_(*context.pages, context.reserves), code_(*context.code),
      words_(context.code->set().words()), abi_(&context.code->set().abi()),
      interface_(std::move(interface)) {
    if (program().has_caches())
        caches_.emplace(program().timing().caches, program().timing().second);
    guards_ = {context.guards, memory_};
}

Stop Core::step_until(std::uint64_t until) {
    std::uint64_t arrival = 0; // nothing arrives before; the network rests meanwhile
    const bool follows = interface_->follows();
    while (state_.now < until) {
        if (observer_ && state_.now >= arrival) {
            announce_arrivals(state_.now);
            arrival = next_announcement();
        }
        if (follows) interface_->follow(*this);
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

bool Core::done(const engine::Stepped &s) {
    // The instruction is reported with the registers that it saw.
    if (observer_) tell(*s.instruction, interface_->shown(), s.cycle, s.pc, s.cost);
    const bool changed = interface_->retired(state_, *s.instruction);
    if (observer_) interface_->watch(*this);
    return changed;
}

bool Core::settle_code() {
    const std::uint32_t address = state_.fault.value;
    switch (state_.fault.kind) {
    case FaultKind::not_decoded:
        if (code_.fetch(memory_, state_.pc)) {
            state_.fault = {};
            return true;
        }
        state_.fault.kind = FaultKind::never_written;
        return false;
    case FaultKind::text_write: {
        memory_.watch(address, false);
        // The store itself may be in this page, so it is executed before the page is forgotten.
        const Stop stop = engine::step(state_, memory_, code_.program(), stepped_, caches());
        if (stop == Stop::budget) done(stepped_);
        if (memory_.touched(address)) {
            code_.stored(address);
            engine::left_loop(state_);
        } else { // not made: an SC that failed, an address that is not aligned
            memory_.watch(address, true);
        }
        if (stop != Stop::budget) return false;
        state_.fault = {};
        return true;
    }
    default: return false;
    }
}

void Core::give_up() {
    state_.fault.node = number_;
    state_.fault.core = context_->core;
    if (state_.fault.kind == FaultKind::unmapped) {
        const engine::Instruction *in = instruction();
        state_.fault.kind = guards_.overrun(
            state_.fault.value, {.pointer = stack(),
                                 .main = interface_->context() == Context::main,
                                 .unmapped = !memory_.read<std::uint32_t>(stack() & ~3u),
                                 .grows = in && in->writes >> abi_->stack & 1});
    }
    state_.fault.word = word();
    mode = Mode::faulted;
}

std::optional<std::uint32_t> Core::word() const {
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

void Core::decode() {
    const std::uint32_t pc = state_.pc, unaligned = pc & ((1u << set().shift()) - 1);
    if (!unaligned && !code_.follow(pc).holds(pc) && memory_.read<std::uint8_t>(pc))
        code_.fetch(memory_, pc);
}

std::vector<engine::DataAccess> Core::accesses() const {
    auto &self = const_cast<Core &>(*this); // nothing is stored
    self.decode();
    return engine::data_accesses(state_, self.memory_, program());
}

bool Core::read_kernel(std::uint32_t address, std::span<std::uint8_t> to) const {
    const_cast<Memory &>(memory_).show(); // the next instruction hides it again
    return memory_.copy_out(address, to);
}

bool Core::write(std::uint32_t address, std::span<const std::uint8_t> bytes) {
    std::vector<std::uint8_t> there(bytes.size());
    memory_.show(); // the next instruction hides again what its mode does not reach
    if (!memory_.copy_out(address, there)) return false;
    memory_.protect_from(memory_.bytes()); // the next instruction sets it again
    for (const std::uint8_t byte : bytes) {
        const bool code = memory_.watched(address);
        if (code) memory_.watch(address, false);
        *memory_.write<std::uint8_t>(address) = byte;
        if (code) code_.changed(address);
        ++address;
    }
    return true;
}

bool Core::set_register(std::uint32_t number, std::uint32_t value) {
    return code_.set().write_register(state_, number, value);
}

std::uint64_t Core::fingerprint() const {
    std::uint64_t hash = counts.message_hash;
    for (const std::uint64_t value :
         {state_.now, state_.instructions, state_.waiting, std::uint64_t{state_.pc},
          std::uint64_t{state_.r[engine::high_word]}, std::uint64_t{state_.r[engine::low_word]},
          counts.sent})
        hash = mix(hash, value);
    for (std::size_t i = 0; i < 32; ++i) hash = mix(hash, state_.r[i]);
    for (std::size_t i = 0; i < 32; ++i) hash = mix(hash, state_.r[engine::first_float + i]);
    return hash;
}

// --- Traps ---

bool Core::take_exception() {
    const std::uint32_t interrupted = state_.pc;
    const Fault fault = state_.fault;
    clear_frame();
    if (!code_.set().trap(state_, memory_, fault, [this] { leave_for_exception(); })) return false;
    tell_exception(interrupted);
    state_.fault = {};
    return true;
}

void Core::trap(const std::function<void()> &enter) {
    const std::uint32_t interrupted = state_.pc;
    leave_for_exception();
    clear_frame();
    enter();
    tell_exception(interrupted);
}

void Core::fail(FaultKind kind, std::uint32_t value) {
    state_.fault = {kind, number_, state_.now, state_.pc, value, 0, {}};
    if (!take_exception()) give_up();
}

void Core::clear_frame() {
    const auto frame = code_.set().frame(state_);
    if (!frame) return;
    for (const std::uint32_t at : {frame->address, frame->address + frame->bytes - 1})
        if (memory_.watched(at)) {
            memory_.watch(at, false);
            code_.changed(at);
        }
}

void Core::leave_for_exception() {
    note_interruption();
    interface_->settle(state_);
}

void Core::note_interruption() {
    if (!state_.in_slot) return;
    const std::uint32_t pc = state_.pc - 4;
    const std::uint8_t *bytes = memory_.read<std::uint32_t>(pc);
    if (!bytes || !code_.set().repeats_otherwise(from_guest<std::uint32_t>(bytes))) return;
    context_->output->note(RepeatedBranch{number_, state_.now, pc});
}

/// Its handler has been entered.
void Core::tell_exception(std::uint32_t interrupted) {
    interface_->follow(state_);
    state_.now += context_->exception_cycles;
    if (!observer_) return;
    MessageEvent told = event_of(events::Exception{
        code_.set().cause(state_), static_cast<std::uint32_t>(state_.now - stepped_.cycle)});
    told.cycle = stepped_.cycle; // the record begins where the instruction began
    told.pc = interrupted;
    told.handler = state_.pc;
    tell(told);
}

void Core::forget_turns() { engine::left_loop(state_); }

// --- Messages ---

void Core::note_received(std::uint64_t cycle, const net::Packet &packet) {
    ++counts.received;
    counts.message_hash = mix(mix(mix(counts.message_hash, cycle), packet.source), packet.number);
    // What a node has sent to itself may have come without the network, by no channel.
    if (observer_ && !interface_->announces() && packet.channel < net::most_channels)
        --announced_[packet.channel];
}

void Core::announce_arrivals(std::uint64_t until) {
    if (interface_->announces() || context_->core) return;
    const unsigned channels = std::min(net::most_channels, context_->network->channels());
    for (unsigned p = 0; p < channels; ++p) {
        while (const net::Delivery *d = context_->network->received(number_, p, announced_[p])) {
            if (d->cycle > until) break;
            MessageEvent told = event_of(events::Arrive{}, d->packet);
            told.cycle = d->cycle;
            tell(told);
            ++announced_[p];
        }
    }
}

std::uint64_t Core::next_announcement() const {
    std::uint64_t next = Network::never;
    if (interface_->announces() || context_->core) return next;
    const unsigned channels = std::min(net::most_channels, context_->network->channels());
    for (unsigned p = 0; p < channels; ++p)
        if (const net::Delivery *d = context_->network->received(number_, p, announced_[p]))
            next = std::min(next, d->cycle);
    return next;
}

MessageEvent Core::event_of(const events::Any &what) const {
    return {.what = what,
            .node = number_,
            .context = interface_->shown(),
            .cycle = state_.now,
            .pc = state_.pc,
            .destination = number_};
}

MessageEvent Core::event_of(const events::Any &what, const net::Packet &packet) const {
    MessageEvent event = event_of(what);
    event.message = {packet.source, packet.number};
    if (event.kind() == EventKind::inject) event.destination = packet.destination;
    event.handler = packet.tag;
    event.words = packet.words;
    event.high = packet.channel == net::Priority::high;
    event.multicast = packet.multicast;
    event.vector_words = static_cast<std::uint8_t>(packet.vector_words());
    interface_->complete(event, packet);
    return event;
}

} // namespace inlet
