#include "ni/ncube2/channel_interface.h"

#include "archive/archive.h"
#include "cpu/engine/spin.h"
#include "cpu/ncube/registers.h"
#include "cpu/ncube/space.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <span>

namespace inlet::ncube2 {

using net::Cube;

namespace {

/// Events: a message arrived or the time-out expired; the processor takes the interrupt of a
/// vector.
constexpr NetworkInterface::EventNumber event_of_channels = 1, event_of_vector_0 = 2;
/// Number of the kernel's host service (docs/ncube2.md, "trap #31").
constexpr std::uint32_t trap_keeps_message = 6;

} // namespace

ChannelInterface::ChannelInterface(std::uint32_t node, Cube &cube, const ncube::Costs &costs,
                                   std::shared_ptr<ncube::AccessLog> log)
    : cube_(&cube), costs_(costs), channels_(node, cube), log_(std::move(log)) {}

void ChannelInterface::follow(const engine::State &state) {
    status_ = state.r[ncube::psw_register];
}

// --- instructions -------------------------------------------------------------------------------

Executed ChannelInterface::execute(NodePort &node, const engine::Instruction &in) {
    engine::State &state = node.state();
    const std::uint64_t cycle = state.now;
    const std::uint32_t pc = state.pc;
    channels_.use(node.memory());
    ncube::State registers = ncube::registers_of(state);
    if (log_) log_->clear();
    ncube::Space space(node.memory(), log_.get());
    const ncube::Instruction instruction = ncube::decoded(in);
    const auto run = [&] {
        return ncube::execute(registers, space, &channels_, costs_, instruction);
    };
    ncube::Step step = run();
    if (step.outcome == ncube::Outcome::watched) { // invalidates decoded code
        const std::uint32_t code = step.address;
        node.memory().watch(code, false);
        step = run();
        node.code().changed(code);
    }
    using ncube::Outcome;
    switch (step.outcome) {
    case Outcome::not_known: return {.kind = Executed::Kind::not_known};
    case Outcome::error: return refuse(node, channels_.error_text());
    case Outcome::exception:
        state.fault = ncube::fault_of(step, state, in);
        return {.kind = Executed::Kind::fault};
    default: break;
    }
    if (step.vector) state.r[ncube::cause_register] = step.vector;
    ncube::put_registers(registers, state);
    ++state.instructions;
    engine::left_loop(state);
    follow(state);
    Executed executed;
    if (channels_.take_armed()) executed.until = cycle + cube_->min_ready_after_arm();
    const auto sent = channels_.take_sent();
    if (sent) {
        node.note_sent();
        executed.until = cycle + cube_->min_ready_after_arm();
    }
    static_cast<void>(retired(state, in));
    if (node.observer()) {
        engine::Stepped &stepped = node.stepped();
        stepped.pc = pc;
        stepped.cycle = cycle;
        stepped.cost = {};
        stepped.cost.issue = step.cost.cycles();
        node.tell(in, shown(), cycle, pc, stepped.cost);
    }
    if (sent && node.observer()) {
        MessageEvent told = node.event_of(events::Inject{}, *sent);
        told.cycle = cycle + 1;
        told.pc = pc;
        node.tell(told);
    }
    return executed;
}

Executed ChannelInterface::refuse(NodePort &node, const std::string &why) {
    engine::State &state = node.state();
    node.explain(why);
    state.fault = {FaultKind::port, node.number(), state.now, state.pc, 0, 0, {}};
    return {.kind = Executed::Kind::fault};
}

/// Checks the accesses of the last instruction.
bool ChannelInterface::retired(engine::State &state, const engine::Instruction &in) {
    static_cast<void>(in);
    if (!log_) return false;
    const auto touched = channels_.touched(state.now, *log_);
    if (!touched) return false;
    const bool input = touched->channel < first_output;
    touched_ = fmt::format("--check-dma: a {} {:#x}, in a buffer that {} channel {} is {}",
                           touched->store ? "store to" : "load from", touched->address,
                           input ? "input" : "output",
                           input ? touched->channel : touched->channel - first_output,
                           input ? "armed with" : "still sending");
    return true;
}

// --- events -------------------------------------------------------------------------------------

NetworkInterface::EventNumber ChannelInterface::due(std::uint64_t now) const {
    if (!touched_.empty() || channels_.next() <= now) return event_of_channels;
    const auto vector = channels_.pending(now, status_);
    return vector ? static_cast<EventNumber>(event_of_vector_0 + *vector) : 0;
}

std::uint64_t ChannelInterface::next_due(std::uint64_t now) const {
    if (!touched_.empty() || channels_.pending(now, status_)) return now;
    return std::max(now, channels_.next());
}

void ChannelInterface::expect(NodePort &node, std::uint32_t address,
                              std::span<const std::uint8_t> payload, const net::Packet &packet) {
    if (node.observer() && payload.size() >= 8)
        waiting_.push_back({from_little<std::uint32_t>(payload.data() + 4), address + 4, packet});
}

FaultKind ChannelInterface::kernel_service(NodePort &node, std::uint32_t number,
                                           std::uint32_t address, std::uint32_t bytes) {
    if (number != trap_keeps_message) return FaultKind::syscall;
    if (bytes < 4 || bytes > longest_message) return FaultKind::bad_host_call;
    std::vector<std::uint8_t> payload(bytes);
    if (!node.memory().copy_out(address, payload)) return FaultKind::bad_host_call;
    const net::Packet packet = channels_.packet_of(payload);
    expect(node, address, payload, packet);
    count_kept(node, packet);
    kept_message_ = {packet, node.state().now};
    return FaultKind::none;
}

void ChannelInterface::receive(NodePort &node, std::uint32_t address, unsigned channel,
                               const net::Delivery &delivery) {
    const std::span<const std::uint8_t> payload = cube_->payload(delivery.packet);
    node.store_bytes(address, payload);
    expect(node, address, payload, delivery.packet);
    net::Packet packet = delivery.packet;
    packet.channel = static_cast<std::uint8_t>(channel); // the channel of its arrival
    node.note_received(delivery.cycle, packet);
    node.forget_turns(); // the processor's wait may have ended
}

std::uint64_t ChannelInterface::take(NodePort &node, EventNumber event) {
    engine::State &state = node.state();
    if (!touched_.empty()) {
        node.explain(touched_);
        node.fail(FaultKind::port, 0);
        return never;
    }
    if (event == event_of_channels) {
        channels_.advance(
            state.now, [&](std::uint32_t address, unsigned channel, const net::Delivery &delivery) {
                receive(node, address, channel, delivery);
            });
        return never;
    }
    const unsigned vector = event - event_of_vector_0;
    node.wake();
    node.stepped().cycle = state.now;
    bool entered = false;
    node.trap([&] {
        ncube::State registers = ncube::registers_of(state);
        if (state.r[ncube::waiting_register]) ++registers.pc; // passes WAIT, which has one byte
        ncube::Space space(node.memory());
        entered = ncube::enter(registers, space, vector);
        if (!entered) return;
        ncube::put_registers(registers, state);
        state.r[ncube::waiting_register] = 0;
        state.r[ncube::cause_register] = vector;
        state.now += std::uint64_t{costs_.interrupt_extra} * costs_.memory;
        channels_.taken(vector);
    });
    if (!entered) {
        node.explain(fmt::format("interrupt {} has no vector, or no stack", vector));
        node.fail(FaultKind::port, vector);
    }
    node.forget_turns();
    return never;
}

// --- for observers and debuggers ----------------------------------------------------------------

void ChannelInterface::begin(NodePort &node, const net::Packet &packet) {
    std::array<std::uint8_t, 4> resume{};
    const ncube::State registers = ncube::registers_of(node.state());
    const auto at = ncube::Space(node.memory()).translate(registers, node.stack(), resume.size());
    if (at) node.memory().copy_out(*at, resume);
    begun_.push_back({from_little<std::uint32_t>(resume.data()), node.stack() + 4, packet});
    MessageEvent told = node.event_of(events::Dispatch{}, packet);
    told.context = Context::low;
    node.tell(told);
}

/// A handler is called with the user address of its message in R0 (000 Figure 4-9).
void ChannelInterface::watch(NodePort &node) {
    const engine::State &state = node.state();
    if (!begun_.empty() && state.pc == begun_.back().resume &&
        node.stack() == begun_.back().stack) {
        MessageEvent told = node.event_of(events::Return{}, begun_.back().packet);
        told.context = Context::low;
        node.tell(told);
        begun_.pop_back();
    }
    if (waiting_.empty() || ncube::in_kernel(state)) return;
    const auto found = std::ranges::find_if(
        waiting_, [&](const Waiting &one) { return state.pc == one.function; });
    if (found == waiting_.end()) return;
    const auto buffer =
        ncube::Space(node.memory()).translate(ncube::registers_of(state), state.r[ncube::r0], 4);
    const auto message = std::ranges::find_if(waiting_, [&](const Waiting &one) {
        return state.pc == one.function && buffer == one.buffer;
    });
    if (message == waiting_.end()) return;
    const net::Packet packet = message->packet;
    waiting_.erase(message);
    begin(node, packet);
}

/// The wires have one priority; channels are dimensions. The words are those behind destination and
/// function.
void ChannelInterface::complete(MessageEvent &event, const net::Packet &packet) const {
    constexpr std::uint32_t head = 8, word = 4;
    event.high = false;
    event.words = packet.bytes > head ? (packet.bytes - head + word - 1) / word : 0;
    event.vector_words = 0;
}

std::vector<Named> ChannelInterface::named_state() const {
    return {{"inrdy", channels_.input_ready()},
            {"inen", channels_.input_enable()},
            {"outen", channels_.output_enable()},
            {"sent", channels_.sent()}};
}

void ChannelInterface::archive(Archive &ar) {
    channels_.archive(ar);
    ar(status_, kept_message_);
}

} // namespace inlet::ncube2
