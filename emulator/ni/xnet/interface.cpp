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
Interface::Result Interface::send(NodePort &node, const engine::Instruction &in,
                                  Operation operation) {
    State &s = node.state();
    if (!handler_in(operation.handler))
        return {.kind = refuse(s, FaultKind::null_handler, operation.handler)};
    if (operation.destination >= config_->nodes)
        return {.kind = refuse(s, FaultKind::bad_destination, operation.destination)};
    if (operation.multicast && !config_->grid->multicasts(node.number(), operation.destination))
        return {.kind = refuse(s, FaultKind::bad_multicast, operation.destination)};
    if (!fetch(node, in, operation)) return {.kind = Executed::Kind::fault};
    const unsigned out = outlet(operation);
    const auto room = registers_.room(s.now, out);
    if (!room) return {.kind = Executed::Kind::not_known};
    set_condition(s, *room);
    if (!*room) {
        refused_at(out);
        return {.cycles = config_->send_refused, .refused = true};
    }
    const std::uint32_t cycles = in.cost + operation.cycles;
    return {.cycles = cycles,
            .sent = &registers_.send(s.now + cycles, {.channel = operation.channel,
                                                      .destination = operation.destination,
                                                      .handler = operation.handler,
                                                      .words = operation.words,
                                                      .vector = operation.vector,
                                                      .multicast = operation.multicast})};
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
    if (done == Registers::Done::too_long)
        return {.kind = refuse(s, FaultKind::vector_length, value)};
    if (reads) s.r[in.to] = value;
    return {.cycles = in.cost};
}

/// A load or store of a vector register. Code that it overwrites is decoded again.
Interface::Result Interface::load_or_store(NodePort &node, const engine::Instruction &in,
                                           const Operation &operation) {
    State &s = node.state();
    const Vectors::Access access{.load = operation.kind == Operation::Kind::load,
                                 .number = operation.number,
                                 .address = operation.address,
                                 .start = in.cost,
                                 .words_per_cycle = config_->vector_words_per_cycle,
                                 .little = node.code().set().abi().little};
    Memory &memory = node.memory();
    std::vector<std::uint32_t> pages;
    Vectors::Moved moved;
    while ((moved = registers_.move(access, s.now, memory, node.caches())).fault ==
           FaultKind::text_write) {
        pages.push_back(moved.value);
        memory.watch(moved.value, false);
    }
    const bool done = moved.fault == FaultKind::none;
    for (const std::uint32_t page : pages)
        if (done)
            node.code().changed(page);
        else // another word is not mapped
            memory.watch(page, true);
    if (!pages.empty()) engine::left_loop(s);
    if (!done) return {.kind = refuse(s, moved.fault, moved.value)};
    return {.cycles = moved.cycles, .memory = moved.memory};
}

void Interface::pass(State &s, const engine::Instruction & /*in*/) const { s.advance(); }

Interface::Result Interface::run(NodePort &node, const engine::Instruction &in,
                                 const Operation &operation) {
    State &s = node.state();
    using Kind = Operation::Kind;
    const bool leaves = operation.kind == Kind::leave;
    const bool moves = operation.kind == Kind::load || operation.kind == Kind::store;
    const Result result = leaves                         ? leave(s, in)
                          : operation.kind == Kind::send ? send(node, in, operation)
                          : moves                        ? load_or_store(node, in, operation)
                                                         : move(s, in, operation);
    if (result.kind != Executed::Kind::done) return result;
    if (!leaves) pass(s, in);
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
    const net::Packet handled = registers_.handled(before); // HRET ends its handler
    const std::uint32_t found = node.observer() ? status(s, cycle) : 0;
    const auto what = operation(node, in);
    const Result result = what ? run(node, in, *what) : Result{.kind = Executed::Kind::fault};
    Executed executed{.kind = result.kind};
    if (result.kind != Executed::Kind::done) {
        // A trap begins at the same cycle as the instruction.
        if (result.kind == Executed::Kind::fault) node.stepped().cycle = cycle;
        return executed;
    }
    if (result.refused) executed.refused = result.cycles;
    if (result.sent) {
        node.note_sent();
        // Its effects may reach this node again: do not pass that cycle without the network.
        const bool to_oneself = result.sent->destination == node.number();
        executed.until = s.now + network_->min_delivery(to_oneself);
    }
    executed.returned = what->kind == Operation::Kind::leave;
    if (executed.returned) engine::left_loop(s);
    if (node.observer()) {
        tell(node, in,
             {.cycles = result.cycles,
              .refused = result.refused,
              .high = what->channel == Registers::high,
              .returns = executed.returned,
              .moves = what->kind == Operation::Kind::load || what->kind == Operation::Kind::store,
              .memory = result.memory,
              .sent = result.sent},
             before, cycle, pc, handled);
        if (what->kind == Operation::Kind::read || what->kind == Operation::Kind::write)
            tell_poll(node, registers_, what->kind == Operation::Kind::write, what->number, before,
                      cycle, pc, found, status(s, s.now));
    }
    return executed;
}

// --- events -------------------------------------------------------------------------------------

std::uint32_t Interface::interrupted(NodePort &node) const { return node.state().pc; }

std::uint64_t Interface::take(NodePort &node, EventNumber number) {
    const auto event = static_cast<Event>(number);
    State &s = node.state();
    const std::uint64_t cycle = s.now;
    node.wake();
    node.stepped().cycle = cycle;
    if (refuses(node, event)) return never;

    const std::uint32_t goes_on = interrupted(node);
    const Context before = registers_.visible();
    const std::uint32_t handler = registers_.enter(cycle, event, condition(s));
    enter(node, before);
    s.jump(handler);
    s.linked = false;
    s.load_mask = 0;
    s.now += config_->dispatch;
    engine::left_loop(s);

    std::uint64_t until = never;
    if (event == Event::high_arrival || event == Event::low_arrival) {
        // The free slot may let the next message in.
        until = cycle + network_->min_delivery_after_take(true);
        node.note_received(cycle, registers_.handled(registers_.visible()));
    }
    if (node.observer()) tell_dispatch(node, registers_, event, cycle, goes_on, handler);
    return until;
}

// --- for observers and debuggers ----------------------------------------------------------------

const net::Packet *Interface::handled() const {
    const Context level = registers_.visible();
    if (level == Context::main) return nullptr;
    const net::Packet &message = registers_.handled(level);
    return message.number ? &message : nullptr;
}

/// If the handler's address is a word of the packet, the message has one word less.
void Interface::complete(MessageEvent &event, const net::Packet &packet) const {
    event.words = packet.words - std::min<unsigned>(packet.words, config_->handler_words);
    event.handler = handler_in(packet.tag);
}

void Interface::show(DumpNode &dump) const {
    dump.has_mask = true;
    dump.ee = registers_.events_enabled();
    dump.lpee = registers_.low_events_enabled();
    dump.hpmm = registers_.masked_in(nistat::hpmm);
    dump.lpmm = registers_.masked_in(nistat::lpmm);
    dump.om = registers_.masked_in(nistat::om);
    dump.tm = registers_.masked_in(nistat::tm);
}

std::vector<RegisterInfo> Interface::control_registers() const {
    std::vector<RegisterInfo> all;
    for (const Shown &shown : shown_registers())
        all.push_back({shown.name, interface_feature, "uint32", 32, "ni"});
    return all;
}

std::uint32_t Interface::control_register(const State &s, std::uint32_t place) const {
    const auto all = shown_registers();
    return place < all.size() ? peek(s, all[place].number).value_or(0) : 0;
}

// --- Busy waits ---------------------------------------------------------------------------------

bool Interface::turn(NodePort &node, const engine::Instruction &in, BusyWait &wait) {
    State &s = node.state();
    const std::uint64_t now = network_->known();
    const auto what = operation(node, in);
    if (!what) return false;
    if (what->kind == Operation::Kind::send) {
        if (what->destination >= config_->nodes ||
            network_->free_slots(node.number(), outlet(*what)))
            return false;
        wait.refused = {s.pc, what->destination, what->handler, what->channel == Registers::high};
        wait.full |= 1u << outlet(*what);
    }
    const bool moves = what->kind == Operation::Kind::load || what->kind == Operation::Kind::store;
    if (moves && node.caches()) return false; // changes them
    const bool reads = what->kind == Operation::Kind::read;
    if (reads && what->number == isa::ni::count) return false;
    if (reads && what->number == isa::ni::nistat && wait.asked++ == wait.change_at)
        registers_.expire_timelet(now);
    s.now = now;
    const Result result = run(node, in, *what);
    return result.kind == Executed::Kind::done && !result.sent;
}

} // namespace inlet::xnet
