#include "ni/xnet/interface.h"

#include "cpu/engine/spin.h"
#include "ni/xnet/observe.h"

#include <algorithm>

namespace inlet::xnet {

using engine::State;
namespace nistat = isa::nistat;

void Interface::start(const State & /*state*/) { registers_.start(); }

// --- instructions -------------------------------------------------------------------------------

Executed::Kind Interface::refuse(State &s, FaultKind kind, std::uint32_t value) {
    s.fault = Fault{kind, 0, s.now, s.pc, value};
    return Executed::Kind::fault;
}

/// The order of the checks is isa/decisions.md's: an error does not depend on the traffic. The low
/// bits of the handler's word are software's (Config::deferred).
Interface::Result Interface::send(State &s, const engine::Instruction &in,
                                  const Operation &operation) {
    if (!handler_in(operation.handler))
        return {.kind = refuse(s, FaultKind::null_handler, operation.handler)};
    if (operation.destination >= config_->nodes)
        return {.kind = refuse(s, FaultKind::bad_destination, operation.destination)};
    const auto room = registers_.room(s.now, operation.channel);
    if (!room) return {.kind = Executed::Kind::not_known};
    set_condition(s, *room);
    if (!*room) return {.cycles = config_->send_refused, .refused = true};
    return {.cycles = in.cost,
            .sent = &registers_.send(s.now + in.cost, operation.channel, operation.destination,
                                     operation.handler, operation.words)};
}

Registers::Done Interface::read(const State &s, std::uint32_t number, std::uint32_t &value) const {
    return registers_.read(s.now, number, condition(s), value);
}

Registers::Done Interface::write(State &s, std::uint32_t number, std::uint32_t value) {
    bool accepted = condition(s);
    const Registers::Done done = registers_.write(s.now, number, value, accepted);
    if (done == Registers::Done::yes) set_condition(s, accepted);
    return done;
}

Interface::Result Interface::move(State &s, const engine::Instruction &in,
                                  const Operation &operation) {
    const bool reads = operation.kind == Operation::Kind::read;
    std::uint32_t value = operation.value;
    const Registers::Done done =
        reads ? read(s, operation.number, value) : write(s, operation.number, value);
    if (done == Registers::Done::not_known) return {.kind = Executed::Kind::not_known};
    if (done == Registers::Done::no_such_register)
        return {.kind = refuse(s, FaultKind::bad_register, operation.number)};
    if (reads) s.r[in.to] = value;
    return {.cycles = in.cost};
}

Interface::Result Interface::run(State &s, const engine::Instruction &in,
                                 const Operation &operation) {
    const bool leaves = operation.kind == Operation::Kind::leave;
    const Result result = leaves                                    ? leave(s, in)
                          : operation.kind == Operation::Kind::send ? send(s, in, operation)
                                                                    : move(s, in, operation);
    if (result.kind != Executed::Kind::done) return result;
    if (!leaves) s.advance();
    s.now += result.cycles;
    ++s.instructions;
    return result;
}

std::uint32_t Interface::status(const State &s, std::uint64_t now) const {
    return *registers_.peek(now, isa::ni::nistat, condition(s));
}

Executed Interface::execute(NodePort &node, const engine::Instruction &in) {
    State &s = node.state();
    const Context before = registers_.visible();
    const std::uint64_t cycle = s.now;
    const std::uint32_t pc = s.pc;
    const net::Packet handled = registers_.handled(before); // HRET leaves its handler behind
    const Operation what = operation(s, in);
    const std::uint32_t found = node.observer() ? status(s, cycle) : 0;
    const Result result = run(s, in, what);
    Executed executed{.kind = result.kind};
    if (result.kind != Executed::Kind::done) {
        // A trap begins where the instruction does.
        if (result.kind == Executed::Kind::fault) node.stepped().cycle = cycle;
        return executed;
    }
    if (result.refused) executed.refused = result.cycles;
    if (result.sent) {
        node.note_sent();
        // Its effects can come back: no further than that without asking the network again.
        const bool to_oneself = result.sent->destination == node.number();
        executed.until = s.now + network_->min_delivery(to_oneself);
    }
    executed.returned = what.kind == Operation::Kind::leave;
    if (executed.returned) engine::left_loop(s);
    if (node.observer()) {
        tell(node, in,
             {.cycles = result.cycles,
              .refused = result.refused,
              .high = what.channel == Registers::high,
              .returns = executed.returned,
              .sent = result.sent},
             before, cycle, pc, handled);
        if (what.kind == Operation::Kind::read || what.kind == Operation::Kind::write)
            tell_poll(node, registers_, what.kind == Operation::Kind::write, what.number, before,
                      cycle, pc, found, status(s, s.now));
    }
    return executed;
}

// --- events -------------------------------------------------------------------------------------

std::uint64_t Interface::take(NodePort &node, EventNumber number) {
    const auto event = static_cast<Event>(number);
    State &s = node.state();
    const std::uint64_t cycle = s.now;
    node.wake();
    node.stepped().cycle = cycle;
    if (refuses(node)) return never;

    const std::uint32_t interrupted = s.pc;
    const Context before = registers_.visible();
    const std::uint32_t handler = registers_.enter(cycle, event, condition(s));
    enter(s, before);
    s.jump(handler);
    s.linked = false;
    s.load_mask = 0;
    s.now += config_->dispatch;
    engine::left_loop(s);

    std::uint64_t until = never;
    if (event == Event::high_arrival || event == Event::low_arrival) {
        // The slot that is free now may let the next message in.
        until = cycle + network_->min_delivery_after_take(true);
        node.note_received(cycle, registers_.handled(registers_.visible()));
    }
    if (node.observer()) tell_dispatch(node, registers_, event, cycle, interrupted, handler);
    return until;
}

// --- for who looks ------------------------------------------------------------------------------

const net::Packet *Interface::handled() const {
    const Context level = registers_.visible();
    if (level == Context::main) return nullptr;
    const net::Packet &message = registers_.handled(level);
    return message.number ? &message : nullptr;
}

/// The handler's address may be a word of the packet; it is none of the message.
void Interface::complete(MessageEvent &event, const net::Packet &packet, bool /*arriving*/) const {
    event.words = packet.words - std::min<unsigned>(packet.words, config_->handler_words);
    event.handler = handler_in(packet.tag);
}

void Interface::show(LookNode &look) const {
    look.ee = registers_.events_enabled();
    look.lpee = registers_.low_events_enabled();
    look.hpmm = registers_.masked_in(nistat::hpmm);
    look.lpmm = registers_.masked_in(nistat::lpmm);
    look.om = registers_.masked_in(nistat::om);
    look.tm = registers_.masked_in(nistat::tm);
}

// --- circles ------------------------------------------------------------------------------------

bool Interface::turn(NodePort &node, const engine::Instruction &in, Circle &circle) {
    State &s = node.state();
    const std::uint64_t now = network_->known();
    const Operation what = operation(s, in);
    if (what.kind == Operation::Kind::send) {
        if (network_->free_slots(node.number(), what.channel)) return false;
        circle.refused = {s.pc, what.destination, what.handler, what.channel == Registers::high};
    }
    const bool reads = what.kind == Operation::Kind::read;
    if (reads && what.number == isa::ni::count) return false;
    if (reads && what.number == isa::ni::nistat && circle.asked++ == circle.change_at)
        registers_.expire_timelet(now);
    s.now = now;
    const Result result = run(s, in, what);
    return result.kind == Executed::Kind::done && !result.sent;
}

} // namespace inlet::xnet
