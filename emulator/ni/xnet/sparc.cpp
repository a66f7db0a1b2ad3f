#include "ni/xnet/sparc.h"

#include "cpu/engine/flags.h"
#include "cpu/engine/spin.h"
#include "cpu/sparc/instruction_set.h"
#include "cpu/sparc/registers.h"

#include <algorithm>
#include <array>

namespace inlet::xnet {

using engine::State;
using isa::sparc::Format;
using sparc::Op;
namespace nistat = isa::nistat;
namespace psr = sparc::psr;

namespace {

/// What the runtime keeps in a handler's word that goes to dmh (runtime/machine/cm5/xnet): the
/// source above the address.
constexpr std::uint32_t handler_bits = 0x003FFFFC;
std::uint32_t handler_of(const net::Packet &packet) {
    return packet.tag & SparcInterface::deferred ? packet.tag & handler_bits : packet.tag;
}

bool is_read(const engine::Instruction &in) { return in.op == Op::RDNI; }
bool is_write(const engine::Instruction &in) { return in.op == Op::WRNI; }
bool is_send(const engine::Instruction &in) {
    return !is_read(in) && !is_write(in) && in.op != Op::HRET;
}
/// SENDnH (isa/base/sparc_xnet.json).
unsigned channel_of(const engine::Instruction &in) {
    return in.word >> 9 & 1 ? Registers::high : Registers::low;
}

bool condition_of(const State &s) { return s.r[sparc::ccc_register] != 0; }

} // namespace

void SparcInterface::start(const State &state) {
    registers_.start();
    follow(state);
}

/// An event comes where a trap may.
void SparcInterface::follow(const State &state) {
    registers_.listen((state.r[sparc::psr_place] & psr::et) != 0);
}

// --- instructions -------------------------------------------------------------------------------

static Executed::Kind refuse(State &s, FaultKind kind, std::uint32_t value) {
    s.fault = Fault{kind, 0, s.now, s.pc, value};
    return Executed::Kind::fault;
}

/// The order of the checks is isa/decisions.md's: an error does not depend on the traffic. The low
/// bits of the handler's word are software's (Config::deferred).
SparcInterface::Result SparcInterface::send(State &s, const engine::Instruction &in) {
    const std::uint32_t handler = s.r[in.rs], destination = s.r[in.rt];
    if (!(handler & deferred ? handler & handler_bits : handler))
        return {.kind = refuse(s, FaultKind::null_handler, handler)};
    if (destination >= config_->nodes)
        return {.kind = refuse(s, FaultKind::bad_destination, destination)};
    const unsigned channel = channel_of(in);
    const auto room = registers_.room(s.now, channel);
    if (!room) return {.kind = Executed::Kind::not_known};
    s.r[sparc::ccc_register] = *room;
    if (!*room) return {.cycles = config_->send_refused, .refused = true};
    return {.cycles = in.cost,
            .sent = &registers_.send(s.now + in.cost, channel, destination, handler,
                                     {s.r.data() + sparc::out0, in.n})};
}

SparcInterface::Result SparcInterface::move(State &s, const engine::Instruction &in) {
    bool condition = condition_of(s);
    std::uint32_t value = s.r[in.rs];
    const Registers::Done done = is_read(in) ? registers_.read(s.now, in.sa, condition, value)
                                             : registers_.write(s.now, in.sa, value, condition);
    if (done == Registers::Done::not_known) return {.kind = Executed::Kind::not_known};
    if (done == Registers::Done::no_such_register)
        return {.kind = refuse(s, FaultKind::bad_register, in.sa)};
    if (is_read(in))
        s.r[in.to] = value;
    else
        s.r[sparc::ccc_register] = condition;
    return {.cycles = in.cost};
}

/// Back to the window above, with what the dispatch has kept in this one's locals. Where that
/// window has been stored meanwhile, the program's own trap handler fetches it first, and HRET runs
/// again.
SparcInterface::Result SparcInterface::leave(State &s, const engine::Instruction &in) {
    if (s.in_slot) return {.kind = refuse(s, FaultKind::hret_in_slot, s.pc)};
    if (registers_.visible() == Context::main)
        return {.kind = refuse(s, FaultKind::hret_outside, s.pc)};
    const std::uint32_t status = s.r[sparc::psr_place];
    if (!(status & psr::et)) return {.kind = refuse(s, FaultKind::hret_traps_off, s.pc)};
    if (status & psr::ef) return {.kind = refuse(s, FaultKind::hret_float_on, s.pc)};
    const unsigned window = sparc::above(sparc::current_window(s));
    if (sparc::is_invalid(s, window))
        return {.kind = refuse(s, FaultKind::window_underflow, s.r[sparc::stack_register])};
    const std::uint32_t interrupted = s.r[sparc::local0], pc = s.r[sparc::local0 + 1],
                        npc = s.r[sparc::local0 + 2];
    s.r[sparc::ccc_register] = registers_.leave();
    sparc::switch_window(s, window);
    engine::set_flags(s.r.data(), engine::flags_bits, interrupted >> psr::icc_shift & 15);
    s.r[sparc::psr_place] = (status & ~psr::ef) | (interrupted & psr::ef);
    s.pc = pc;
    s.npc = npc;
    s.in_slot = npc != pc + 4;
    s.linked = false;
    return {.cycles = in.cost};
}

SparcInterface::Result SparcInterface::run(State &s, const engine::Instruction &in) {
    const Result result = in.op == Op::HRET ? leave(s, in)
                          : is_send(in)     ? send(s, in)
                                            : move(s, in);
    if (result.kind != Executed::Kind::done) return result;
    if (in.op != Op::HRET) s.advance();
    s.now += result.cycles;
    ++s.instructions;
    return result;
}

Executed SparcInterface::execute(NodePort &node, const engine::Instruction &in) {
    State &s = node.state();
    const Context before = registers_.visible();
    const std::uint64_t cycle = s.now;
    const std::uint32_t pc = s.pc;
    const net::Packet handled = registers_.handled(before); // HRET leaves its handler behind
    const std::uint32_t status =
        node.observer() ? *registers_.peek(cycle, isa::ni::nistat, condition_of(s)) : 0;
    const Result result = run(s, in);
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
    executed.returned = in.op == Op::HRET;
    if (executed.returned) engine::left_loop(s);
    if (node.observer()) {
        tell(node, in, result, before, cycle, pc, handled);
        tell_poll(node, in, before, cycle, pc, status);
    }
    return executed;
}

// --- events -------------------------------------------------------------------------------------

bool SparcInterface::refuses(NodePort &node) {
    State &s = node.state();
    const unsigned current = sparc::current_window(s);
    const std::uint32_t stack = s.r[sparc::stack_register];
    // The window below is then the oldest frame's, though WIM says that it is free.
    if (sparc::is_invalid(s, current)) {
        node.fail(FaultKind::event_in_invalid_window, current);
        return true;
    }
    if (stack & 7 || !node.memory().write<std::uint32_t>(stack - registers_.frame())) {
        node.fail(FaultKind::event_stack, stack);
        return true;
    }
    if (sparc::is_invalid(s, sparc::below(current))) {
        node.fail(FaultKind::window_overflow, stack);
        return true;
    }
    return false;
}

/// As a trap enters its handler (V8 7.4): the window below, pc and npc in locals; and PSR, so that
/// HRET brings all of it back. The words are where a function has its parameters, the outs: the
/// ins are the interrupted code's outs, which nothing here changes.
std::uint64_t SparcInterface::take(NodePort &node, EventNumber number) {
    const auto event = static_cast<Event>(number);
    State &s = node.state();
    const std::uint64_t cycle = s.now;
    node.wake();
    node.stepped().cycle = cycle;
    if (refuses(node)) return never;

    const std::uint32_t interrupted = s.pc, npc = s.in_slot ? s.npc : s.pc + 4;
    const std::uint32_t status = sparc::read_psr(s), stack = s.r[sparc::stack_register];
    const std::uint32_t handler = registers_.enter(cycle, event, condition_of(s));
    const Context level = registers_.visible();
    sparc::switch_window(s, sparc::below(sparc::current_window(s)));
    s.r[sparc::local0] = status;
    s.r[sparc::local0 + 1] = interrupted;
    s.r[sparc::local0 + 2] = npc;
    std::ranges::copy(registers_.words(level), s.r.begin() + sparc::out0);
    s.r[sparc::stack_register] = stack - registers_.frame();
    s.r[sparc::psr_place] &= ~psr::ef;
    s.jump(handler);
    s.linked = false;
    s.load_mask = 0;
    s.now += config_->dispatch;
    engine::left_loop(s);

    const bool arrival = event == Event::high_arrival || event == Event::low_arrival;
    std::uint64_t until = never;
    const net::Packet &packet = registers_.handled(level);
    if (arrival) {
        // The slot that is free now may let the next message in.
        until = cycle + network_->min_delivery_after_take(true);
        node.note_received(cycle, packet);
    }
    if (!node.observer()) return until;
    MessageEvent told = node.event_of(EventKind::dispatch, packet, true);
    told.cycle = cycle;
    told.pc = interrupted;
    if (!arrival) told.handler = handler;
    told.value = static_cast<std::uint32_t>(s.now - cycle);
    if (!arrival)
        told.other = static_cast<std::uint32_t>(event == Event::timelet ? WithoutMessage::timelet
                                                                        : WithoutMessage::outlet);
    node.tell(told);
    return until;
}

// --- for observers and who looks ----------------------------------------------------------------

void SparcInterface::tell(NodePort &node, const engine::Instruction &in, const Result &result,
                          Context before, std::uint64_t cycle, std::uint32_t pc,
                          const net::Packet &handled) const {
    const State &s = node.state();
    engine::Stepped &stepped = node.stepped();
    const bool returns = in.op == Op::HRET;
    stepped.pc = pc;
    stepped.cycle = cycle - stepped.cost.total();
    Cost cost = stepped.cost;
    cost.issue = std::min(1u, result.cycles);
    cost.network = result.cycles - cost.issue;
    node.observer()->instruction(
        {node.number(), before, stepped.cycle, pc, in.word, cost, result.refused, node.stack()});
    if (!result.sent && !result.refused && !returns) return;
    MessageEvent told =
        result.sent ? node.event_of(EventKind::inject, *result.sent, false)
                    : node.event_of(returns ? EventKind::ret : EventKind::refuse, handled, true);
    if (result.refused) {
        told.message = {};
        told.other = told.handler = 0;
        told.high = channel_of(in) == Registers::high;
    }
    told.context = before;
    told.cycle = s.now;
    told.pc = returns ? s.pc : pc;
    node.tell(told);
}

namespace {

std::uint32_t waiting(std::uint32_t status) {
    return (nistat::lpmp.get(status) ? found::low_message : 0) |
           (nistat::hpmp.get(status) ? found::high_message : 0);
}

/// Messages that may come in as events (A.9.1).
std::uint32_t let_in(std::uint32_t status) {
    if (!nistat::ee.get(status)) return 0;
    const bool low = nistat::lpee.get(status) && nistat::lpmm.get(status);
    return (low ? found::low_message : 0) | (nistat::hpmm.get(status) ? found::high_message : 0);
}

} // namespace

/// As T1's (ni/t1/polls.cpp).
void SparcInterface::tell_poll(NodePort &node, const engine::Instruction &in, Context context,
                               std::uint64_t cycle, std::uint32_t pc, std::uint32_t status) const {
    Poll how = Poll::looks;
    std::uint32_t finds = waiting(status) | (nistat::lpa.get(status) ? found::low_room : 0) |
                          (nistat::hpa.get(status) ? found::high_room : 0);
    if (is_write(in) && (in.sa == isa::ni::enable || in.sa == isa::ni::nistat)) {
        const State &s = node.state();
        const std::uint32_t opened =
            let_in(*registers_.peek(s.now, isa::ni::nistat, condition_of(s))) & ~let_in(status);
        if (!opened || !registers_.listens()) return;
        how = Poll::opens;
        finds = waiting(status) & opened;
    } else if (!is_read(in) || in.sa != isa::ni::nistat) {
        return;
    }
    node.announce_arrivals(cycle); // what it finds has arrived
    node.tell({EventKind::poll,
               node.number(),
               context,
               cycle,
               pc,
               {},
               static_cast<std::uint32_t>(how),
               0,
               0,
               finds,
               false});
}

const net::Packet *SparcInterface::handled() const {
    const Context level = registers_.visible();
    if (level == Context::main) return nullptr;
    const net::Packet &message = registers_.handled(level);
    return message.number ? &message : nullptr;
}

/// The handler's address is a word of the packet, and none of the message.
void SparcInterface::complete(MessageEvent &event, const net::Packet &packet,
                              bool /*arriving*/) const {
    event.words = packet.words ? packet.words - 1u : 0;
    event.handler = handler_of(packet);
}

void SparcInterface::show(LookNode &look) const {
    look.ee = registers_.events_enabled();
    look.lpee = registers_.low_events_enabled();
    look.hpmm = registers_.masked_in(nistat::hpmm);
    look.lpmm = registers_.masked_in(nistat::lpmm);
    look.om = registers_.masked_in(nistat::om);
    look.tm = registers_.masked_in(nistat::tm);
}

// --- circles ------------------------------------------------------------------------------------

bool SparcInterface::turn(NodePort &node, const engine::Instruction &in, Circle &circle) {
    State &s = node.state();
    const std::uint64_t now = network_->known();
    if (is_send(in)) {
        if (network_->free_slots(node.number(), channel_of(in))) return false;
        circle.refused = {s.pc, s.r[in.rt], s.r[in.rs], channel_of(in) == Registers::high};
    }
    if (is_read(in) && in.sa == isa::ni::count) return false;
    if (is_read(in) && in.sa == isa::ni::nistat && circle.asked++ == circle.change_at)
        registers_.expire_timelet(now);
    s.now = now;
    const Result result = run(s, in);
    return result.kind == Executed::Kind::done && !result.sent;
}

} // namespace inlet::xnet
