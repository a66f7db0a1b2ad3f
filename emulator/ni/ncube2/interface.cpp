#include "ni/ncube2/interface.h"

#include "archive/archive.h"
#include "cpu/engine/spin.h"
#include "cpu/x86/registers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>
#include <vector>

namespace inlet::ncube2 {

using net::Cube;
using x86::Port;
using x86::PortInstruction;

namespace {

/// Events: a message has arrived in a channel, or the processor takes its interrupt.
constexpr NetworkInterface::EventNumber first_come = 1, first_interrupt = 32;

/// Number of the kernel's host service (docs/ncube2-abi.md, "Host services").
constexpr std::uint32_t keeps_message = 32;

/// The highest byte of an Active Message's first word (000 Figure 4-8).
constexpr std::uint8_t active_message = 0x40;
constexpr std::size_t word_bytes = 4;

/// What observers know of a message: the handler, which is the function in its first word after the
/// destination, or the handler to which that function passes the words; the words behind it; and
/// whether it is a reply. In the packet these are `tag` and `data`.
struct Shown {
    std::uint32_t handler = 0, words = 0;
    bool reply = false;
};

enum : std::size_t { data_words, data_reply };

Shown shown_of(const Memory &memory, std::span<const std::uint8_t> payload) {
    const auto word = [&](std::size_t n) {
        return from_little<std::uint32_t>(payload.data() + word_bytes * n);
    };
    const auto words = static_cast<std::uint32_t>(payload.size() / word_bytes);
    if (words < 2) return {};
    const std::uint32_t function = word(1);
    std::array<std::uint8_t, word_bytes> before{};
    std::uint32_t mark = 0;
    if (words >= 3 && memory.copy_out(function - word_bytes, before))
        mark = from_little<std::uint32_t>(before.data());
    if (mark == gives_words || mark == gives_words_of_reply)
        return {word(2), words - 3, mark == gives_words_of_reply};
    return {function, words - 2, (word(0) & reply_bit) != 0};
}

/// An Active Message whose receiver would only see a jump to 0.
bool has_no_handler(const Memory &memory, std::span<const std::uint8_t> payload) {
    return payload.size() >= 2 * word_bytes && (payload[3] & active_message) != 0 &&
           shown_of(memory, payload).handler == 0;
}

Context level_of(const net::Packet &packet) {
    return packet.data[data_reply] ? Context::high : Context::low;
}

} // namespace

Interface::Interface(std::uint32_t node, Cube &cube, std::uint32_t interrupt_cycles)
    : node_(node), cube_(&cube), interrupt_cycles_(interrupt_cycles),
      dimensions_(cube.topology().dimensions()) {}

// --- instructions -------------------------------------------------------------------------------

Executed Interface::execute(NodePort &node, const engine::Instruction &in) {
    engine::State &state = node.state();
    const std::uint64_t cycle = state.now;
    const std::uint32_t pc = state.pc;
    // Arrivals of this cycle are visible.
    if (cube_->next_delivery(node_) <= cycle && cube_->known() < cycle)
        return {.kind = Executed::Kind::not_known};
    const std::optional<PortInstruction> port = x86::port_instruction(state, node.memory(), in);
    if (!port) return {.kind = Executed::Kind::fault};
    while (const auto dimension = come(cycle)) receive(node, *dimension);
    std::uint32_t result = 0;
    Outcome outcome;
    if (!x86::own_register(state, *port, result)) {
        outcome = run(node, *port);
        result = outcome.value;
    }
    if (outcome.kind == Outcome::Kind::not_known) return {.kind = Executed::Kind::not_known};
    if (outcome.kind == Outcome::Kind::wrong) {
        if (outcome.fault == FaultKind::port) node.explain(error_);
        state.fault = {outcome.fault, node_, cycle, pc, port->number, 0, {}};
        return {.kind = Executed::Kind::fault};
    }
    if (!x86::finish(state, node.memory(), node.code(), in, result))
        return {.kind = Executed::Kind::fault};
    follow(state);
    Executed executed;
    if (outcome.armed) executed.until = cycle + cube_->min_delivery_after_take(true);
    if (outcome.sent) {
        node.note_sent();
        executed.until = cycle + cube_->min_delivery(false);
    }
    if (!node.observer()) return executed;
    engine::Stepped &stepped = node.stepped();
    stepped.pc = pc;
    stepped.cycle = cycle - stepped.cost.total();
    Cost cost = stepped.cost;
    cost.issue += static_cast<std::uint32_t>(state.now - cycle);
    node.tell(in, shown(), stepped.cycle, pc, cost);
    if (outcome.sent) {
        MessageEvent told = node.event_of(events::Inject{}, *outcome.sent);
        told.cycle = cycle + 1;
        told.pc = pc;
        node.tell(told);
    }
    return executed;
}

Interface::Outcome Interface::wrong(std::string text) {
    error_ = std::move(text);
    return {.kind = Outcome::Kind::wrong};
}

Interface::Outcome Interface::run(NodePort &node, const PortInstruction &port) {
    const std::uint64_t now = node.state().now;
    switch (port.port) {
    case Port::lptr: return set_address(port);
    case Port::lcnt: {
        const auto dimension = dimension_of(port.number, "lcnt");
        if (!dimension) return {.kind = Outcome::Kind::wrong};
        return port.number < first_output_register ? arm(node, *dimension)
                                                   : send(node, *dimension, port.value & ~1u);
    }
    case Port::ldpr:
        if (port.number == number_inen) {
            inen_ = port.value;
            return {};
        }
        return wrong("ldpr of processor register " + std::to_string(port.number) +
                     ", which cannot be written");
    case Port::stpr: return read(now, port.number);
    default:
        return wrong("this node's interface has no instructions that send: compile for the "
                     "machine ncube2-xnet, or send through the kernel");
    }
}

std::optional<unsigned> Interface::dimension_of(std::uint32_t channel, const char *what) {
    const std::uint32_t dimension = channel % first_output_register;
    if (channel < 2 * first_output_register && dimension < dimensions_) return dimension;
    error_ = std::string(what) + " of channel register " + std::to_string(channel) +
             ": this node has " + std::to_string(dimensions_) +
             " input channels from 0 on, and as many output channels from 32 on";
    return {};
}

Interface::Outcome Interface::set_address(const PortInstruction &port) {
    const auto dimension = dimension_of(port.number, "lptr");
    if (!dimension) return {.kind = Outcome::Kind::wrong};
    const std::uint32_t address = port.value & ~1u; // P1 4.6
    (port.number < first_output_register ? inputs_[*dimension].address : outputs_[*dimension]) =
        address;
    return {};
}

/// The count of an input is ignored (000 Figure 4-8, line 7).
Interface::Outcome Interface::arm(NodePort &node, unsigned dimension) {
    Input &input = inputs_[dimension];
    const std::string name = "lcnt of input channel " + std::to_string(dimension);
    if (input.armed) return wrong(name + ", which is armed already");
    std::vector<std::uint8_t> there(usual_bytes);
    if (!node.memory().copy_out(input.address, there))
        return wrong(name + ": its buffer is not in memory");
    inrdy_ &= ~(1u << dimension);
    input.armed = true;
    cube_->arm(node.state().now, node_, dimension);
    return {.armed = true};
}

Interface::Outcome Interface::send(NodePort &node, unsigned dimension, std::uint32_t count) {
    const std::uint64_t now = node.state().now, ready = cube_->room_at(node_, dimension);
    const std::string name = "lcnt of output channel " + std::to_string(dimension);
    if (ready > now) {
        if (ready == Cube::never && cube_->known() < now) return {.kind = Outcome::Kind::not_known};
        return wrong(name + ", which is busy");
    }
    // The network's view of the channel may lag; it agrees in the next cycle.
    if (cube_->known() < ready) return {.kind = Outcome::Kind::not_known};
    if (count < 4 || count > most_bytes)
        return wrong(name + ": a message of " + std::to_string(count) + " bytes; it has 4 to " +
                     std::to_string(most_bytes));
    std::vector<std::uint8_t> payload(count);
    if (!node.memory().copy_out(outputs_[dimension], payload))
        return wrong(name + ": the message is not in memory");
    const auto destination = from_little<std::uint16_t>(payload.data());
    if (destination >= cube_->topology().nodes())
        return wrong(name + ": there is no node " + std::to_string(destination));
    if (destination == node_) return wrong(name + ": a message to the node itself has no path");
    const unsigned first = net::CubeTopology::first_dimension(node_, destination);
    if (first != dimension)
        return wrong("wrong port for node " + std::to_string(destination) + ": " +
                     std::to_string(dimension) + ", not " + std::to_string(first));
    if (has_no_handler(node.memory(), payload))
        return {.kind = Outcome::Kind::wrong, .fault = FaultKind::null_handler};
    net::Packet packet = packet_of(node.memory(), payload);
    packet.channel = static_cast<std::uint8_t>(dimension);
    cube_->inject(now + 1, packet, payload);
    return {.sent = packet};
}

net::Packet Interface::packet_of(const Memory &memory, std::span<const std::uint8_t> payload) {
    const Shown shown = shown_of(memory, payload);
    net::Packet packet;
    packet.source = node_;
    packet.destination = from_little<std::uint16_t>(payload.data());
    packet.number = ++sent_;
    packet.bytes = static_cast<std::uint16_t>(payload.size());
    packet.tag = shown.handler;
    packet.data[data_words] = shown.words;
    packet.data[data_reply] = shown.reply;
    return packet;
}

Interface::Outcome Interface::read(std::uint64_t now, std::uint32_t number) {
    switch (number) {
    case number_node: return {.value = node_};
    case number_nodes: return {.value = cube_->topology().nodes()};
    case number_outrdy: return output_ready(now);
    case number_inrdy: return {.value = inrdy_};
    case number_inen: return {.value = inen_};
    case number_cycles: return {.value = static_cast<std::uint32_t>(now)};
    default:
        return wrong("stpr of processor register " + std::to_string(number) +
                     ", which there is not");
    }
}

Interface::Outcome Interface::output_ready(std::uint64_t now) {
    Outcome outcome;
    for (unsigned d = 0; d < dimensions_; ++d) {
        const std::uint64_t ready = cube_->room_at(node_, d);
        if (ready <= now)
            outcome.value |= 1u << d;
        else if (ready == Cube::never && cube_->known() < now)
            return {.kind = Outcome::Kind::not_known};
    }
    return outcome;
}

// --- events -------------------------------------------------------------------------------------

std::optional<unsigned> Interface::come(std::uint64_t now) const {
    for (unsigned d = 0; d < dimensions_; ++d) {
        if (!inputs_[d].armed) continue;
        const net::Delivery *delivery = cube_->front(node_, d);
        if (delivery && delivery->cycle <= now) return d;
    }
    return {};
}

NetworkInterface::EventNumber Interface::due(std::uint64_t now) const {
    if (const auto dimension = come(now)) return static_cast<EventNumber>(first_come + *dimension);
    const std::uint32_t asks = inrdy_ & inen_;
    if (!enabled_ || !asks) return 0;
    return static_cast<EventNumber>(first_interrupt + std::countr_zero(asks)); // lowest first
}

std::uint64_t Interface::next_due(std::uint64_t now) const {
    if (enabled_ && inrdy_ & inen_) return now;
    std::uint64_t next = never;
    for (unsigned d = 0; d < dimensions_; ++d)
        if (inputs_[d].armed)
            if (const net::Delivery *delivery = cube_->front(node_, d))
                next = std::min(next, std::max(now, delivery->cycle));
    return next;
}

void Interface::expect(NodePort &node, std::uint32_t address, std::span<const std::uint8_t> payload,
                       const net::Packet &packet) {
    if (node.observer() && payload.size() >= 2 * word_bytes)
        waiting_.push_back({from_little<std::uint32_t>(payload.data() + 4), address + 4, packet});
}

FaultKind Interface::kernel_service(NodePort &node, std::uint32_t number, std::uint32_t address,
                                    std::uint32_t bytes) {
    if (number != keeps_message) return FaultKind::syscall;
    if (bytes < word_bytes || bytes > most_bytes) return FaultKind::bad_host_call;
    std::vector<std::uint8_t> payload(bytes);
    if (!node.memory().copy_out(address, payload)) return FaultKind::bad_host_call;
    if (has_no_handler(node.memory(), payload)) return FaultKind::null_handler;
    const net::Packet packet = packet_of(node.memory(), payload);
    expect(node, address, payload, packet);
    count_kept(node, packet);
    kept_message_ = {packet, node.state().now};
    return FaultKind::none;
}

void Interface::receive(NodePort &node, unsigned dimension) {
    Input &input = inputs_[dimension];
    const net::Delivery delivery = *cube_->front(node_, dimension);
    const std::span<const std::uint8_t> payload = cube_->payload(delivery.packet);
    node.store_bytes(input.address, payload);
    expect(node, input.address, payload, delivery.packet);
    net::Packet packet = delivery.packet;
    packet.channel = static_cast<std::uint8_t>(dimension); // the channel of its arrival
    node.note_received(delivery.cycle, packet);
    input.armed = false;
    input.packet = delivery.packet;
    input.came = delivery.cycle;
    inrdy_ |= 1u << dimension;
    cube_->take(node.state().now, node_, dimension);
    engine::left_loop(node.state()); // the CPU's wait may have ended
}

std::uint64_t Interface::take(NodePort &node, EventNumber event) {
    if (event < first_interrupt) {
        receive(node, event - first_come);
        return never;
    }
    engine::State &state = node.state();
    const unsigned vector = first_input_vector + (event - first_interrupt);
    const engine::Instruction *at_pc = node.code().follow(state.pc).at(state.pc);
    node.wake();
    node.stepped().cycle = state.now;
    bool entered = false;
    node.trap([&] {
        entered = x86::enter_interrupt(state, node.memory(), at_pc, vector, interrupt_cycles_);
    });
    if (!entered) {
        node.explain("the interrupt of input channel " + std::to_string(event - first_interrupt) +
                     " has no handler");
        node.fail(FaultKind::port, vector);
    }
    engine::left_loop(state);
    return never;
}

// --- for observers and debuggers ----------------------------------------------------------------

void Interface::begin(NodePort &node, const net::Packet &packet) {
    std::array<std::uint8_t, 4> resume{};
    node.memory().copy_out(node.stack(), resume);
    begun_.push_back({from_little<std::uint32_t>(resume.data()), node.stack() + 4, packet});
    MessageEvent told = node.event_of(events::Dispatch{}, packet);
    told.context = level_of(packet);
    node.tell(told);
}

/// A message's function is called with the address of its buffer in EAX.
void Interface::watch(NodePort &node) {
    const engine::State &state = node.state();
    if (!begun_.empty() && state.pc == begun_.back().resume &&
        node.stack() == begun_.back().stack) {
        MessageEvent told = node.event_of(events::Return{}, begun_.back().packet);
        told.context = shown();
        node.tell(told);
        begun_.pop_back();
    }
    if (about_to_ && state.pc == about_to_->tag) {
        begin(node, *about_to_);
        about_to_.reset();
        return;
    }
    const auto found = std::ranges::find_if(waiting_, [&](const Waiting &one) {
        return state.pc == one.function && state.r[x86::eax] == one.buffer;
    });
    if (found == waiting_.end()) return;
    const net::Packet packet = found->packet;
    const bool is_handler = found->function == packet.tag;
    waiting_.erase(found);
    if (is_handler)
        begin(node, packet);
    else
        about_to_ = packet;
}

Context Interface::shown() const {
    return begun_.empty() ? Context::main : level_of(begun_.back().packet);
}

/// The wires have one priority, and channels are dimensions: software tells requests from replies.
void Interface::complete(MessageEvent &event, const net::Packet &packet) const {
    event.high = packet.data[data_reply] != 0;
    event.words = packet.data[data_words];
    event.vector_words = 0;
}

/// A message waits in the buffer of its input until software sets the channel up again.
std::vector<HeldPacket> Interface::held(const Memory & /*memory*/) const {
    std::vector<HeldPacket> all;
    for (unsigned d = 0; d < dimensions_; ++d)
        if (inrdy_ >> d & 1) all.push_back({inputs_[d].packet, true, inputs_[d].came});
    kept_message_.add_to(all);
    return all;
}

std::vector<Named> Interface::named_state() const {
    return {{"inrdy", inrdy_}, {"inen", inen_}, {"sent", sent_}};
}

void Interface::Input::archive(Archive &ar) {
    ar(address, armed, packet);
    ar.cycle(came);
}

void Interface::archive(Archive &ar) {
    ar(inputs_, outputs_, inrdy_, inen_, enabled_, sent_, kept_message_);
}

} // namespace inlet::ncube2
