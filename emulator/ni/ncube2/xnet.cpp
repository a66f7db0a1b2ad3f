#include "ni/ncube2/xnet.h"

#include "archive/archive.h"
#include "cpu/engine/spin.h"
#include "cpu/x86/instruction_set.h"
#include "cpu/x86/registers.h"
#include "cpu/x86/system.h"
#include "ni/ncube2/interface.h"
#include "ni/xnet/observe.h"

#include <algorithm>
#include <array>
#include <utility>

namespace inlet::xnet {

using engine::State;
using x86::Port;
using x86::PortInstruction;
namespace ni = isa::ni;
namespace x86_status = isa::nistat;

namespace {

constexpr std::uint32_t pushed_words = X86Interface::dispatch_accesses, register_words = 3;

/// nicond is the complement of CF, which a refused SEND sets.
bool accepted(const State &s) { return !(x86::read_eflags(s) & x86::eflags::cf); }

} // namespace

void X86Interface::start(const State &state) {
    registers_.start();
    follow(state);
}

std::uint32_t X86Interface::status(const State &state) const {
    return *registers_.peek(state.now, ni::nistat, accepted(state));
}

// --- instructions -------------------------------------------------------------------------------

X86Interface::Result X86Interface::wrong(NodePort &node, std::string text, std::uint32_t value) {
    State &s = node.state();
    error_ = std::move(text);
    node.explain(error_);
    s.fault = Fault{FaultKind::port, node_, s.now, s.pc, value};
    return {.kind = Executed::Kind::fault};
}

/// The order of the checks is isa/decisions.md's: an error does not depend on the traffic.
X86Interface::Result X86Interface::send(NodePort &node, const engine::Instruction &in,
                                        unsigned priority) {
    State &s = node.state();
    const std::uint32_t destination = s.r[x86::eax], handler = s.r[x86::edx];
    const auto refuse = [&](FaultKind kind, std::uint32_t value) {
        s.fault = Fault{kind, 0, s.now, s.pc, value};
        return Result{.kind = Executed::Kind::fault};
    };
    if (!handler) return refuse(FaultKind::null_handler, handler);
    if (destination >= config_->nodes) return refuse(FaultKind::bad_destination, destination);
    std::array<std::uint32_t, most_words> words{};
    std::uint32_t count = 1, accesses = 0;
    if (x86::is_memory(in)) {
        count = accesses = s.r[x86::ecx];
        if (count > most_words)
            return wrong(node,
                         "send of " + std::to_string(count) +
                             " words (ECX): a message has at most " + std::to_string(most_words),
                         count);
        const std::uint32_t at = x86::operand_address(s, in);
        if (x86::check(s, node.memory(), at, 4 * count, false) != engine::Stop::budget)
            return {.kind = Executed::Kind::fault};
        for (unsigned i = 0; i < count; ++i) words[i] = x86::load(node.memory(), at + 4 * i, 4);
    } else {
        words[0] = s.r[x86::general(in.rs)];
    }
    const unsigned outlet = net::CubeLines::outlet(node_, destination, priority);
    const auto room = registers_.room(s.now, outlet);
    if (!room) return {.kind = Executed::Kind::not_known};
    const std::uint32_t flags = x86::read_eflags(s) & ~x86::eflags::cf;
    x86::write_eflags(s, flags | (*room ? 0 : x86::eflags::cf));
    if (!*room) {
        registers_.ask_for(outlet);
        return {.cycles = costs_.send_refused, .refused = true};
    }
    const std::uint32_t cycles = in.cost + accesses * costs_.access;
    return {.cycles = cycles,
            .sent = &registers_.send(s.now + cycles, priority, destination, handler,
                                     {words.data(), count})};
}

std::optional<std::uint32_t> X86Interface::of_node(std::uint64_t now, std::uint32_t number) const {
    switch (number) {
    case ncube2::number_node: return node_;
    case ncube2::number_nodes: return config_->nodes;
    case ncube2::number_cycles: return static_cast<std::uint32_t>(now);
    default: return {};
    }
}

std::uint32_t *X86Interface::own_register(std::uint32_t number) {
    switch (number) {
    case ni::lpepc: return &kept_[Registers::low].eip;
    case ni::hpepc: return &kept_[Registers::high].eip;
    case handler_return: return &handler_return_;
    case low_stack: return &stacks_[Registers::low];
    case high_stack: return &stacks_[Registers::high];
    default: break;
    }
    const std::uint32_t of_set = number - kept_eflags, set = of_set / high_set;
    if (number < kept_eflags || set > Registers::high) return nullptr;
    Kept &kept = kept_[set];
    switch (kept_eflags + of_set % high_set) {
    case kept_eflags: return &kept.eflags;
    case kept_esp: return &kept.esp;
    case kept_eax: return &kept.eax;
    case kept_ecx: return &kept.ecx;
    case kept_edx: return &kept.edx;
    default: return nullptr;
    }
}

X86Interface::Result X86Interface::move(NodePort &node, const engine::Instruction &in,
                                        const PortInstruction &port) {
    State &s = node.state();
    std::uint32_t result = 0;
    bool condition = accepted(s); // EFLAGS are the program's: nicond is read only
    Registers::Done done = Registers::Done::yes;
    std::uint32_t *const own = port.number == wframe ? nullptr : own_register(port.number);
    switch (port.port) {
    case Port::cfc:
        if (own)
            result = *own;
        else
            done = port.number == wframe ? Registers::Done::no_such_register
                                         : registers_.read(s.now, port.number, condition, result);
        break;
    case Port::ctc:
        if (own)
            *own = port.value;
        else
            done = port.number == wframe
                       ? Registers::Done::no_such_register
                       : registers_.write(s.now, port.number, port.value, condition);
        break;
    case Port::stpr:
        if (x86::own_register(s, port, result)) break;
        if (const auto value = of_node(s.now, port.number))
            result = *value;
        else
            return wrong(node,
                         "stpr of processor register " + std::to_string(port.number) +
                             ", which there is not: messages are sent and received by instructions",
                         port.number);
        break;
    case Port::ldpr:
        if (x86::own_register(s, port, result)) break;
        return wrong(node,
                     "ldpr of processor register " + std::to_string(port.number) +
                         ", which cannot be written: messages are sent and received by "
                         "instructions",
                     port.number);
    default:
        return wrong(node,
                     "this node has no DMA channels for programs: compile for the machine "
                     "ncube2-x86, or send with SEND",
                     port.number);
    }
    if (done == Registers::Done::not_known) return {.kind = Executed::Kind::not_known};
    if (done == Registers::Done::no_such_register) {
        s.fault = Fault{FaultKind::bad_register, 0, s.now, s.pc, port.number};
        return {.kind = Executed::Kind::fault};
    }
    const std::uint64_t began = s.now;
    if (!x86::finish(s, node.memory(), node.code(), in, result))
        return {.kind = Executed::Kind::fault};
    return {.cycles = static_cast<std::uint32_t>(s.now - began)};
}

/// The interrupted code's registers come back. Of EFLAGS, what POPF may change at CPL 3.
X86Interface::Result X86Interface::leave(State &s, const engine::Instruction &in) {
    if (registers_.visible() == Context::main) {
        s.fault = Fault{FaultKind::hret_outside, 0, s.now, s.pc, s.pc};
        return {.kind = Executed::Kind::fault};
    }
    const Kept &kept = kept_[registers_.visible() == Context::high];
    registers_.leave();
    const std::uint32_t ours = x86::eflags::interrupts;
    x86::write_eflags(s, (kept.eflags & ~ours) | (x86::read_eflags(s) & ours));
    s.r[x86::esp] = kept.esp;
    s.r[x86::eax] = kept.eax;
    s.r[x86::ecx] = kept.ecx;
    s.r[x86::edx] = kept.edx;
    s.jump(kept.eip);
    s.now += in.cost;
    ++s.instructions;
    return {.cycles = in.cost};
}

X86Interface::Result X86Interface::run(NodePort &node, const engine::Instruction &in) {
    State &s = node.state();
    const auto port = x86::port_instruction(s, node.memory(), in);
    if (!port) return {.kind = Executed::Kind::fault};
    if (port->port == Port::hret) return leave(s, in);
    if (port->port != Port::send && port->port != Port::sendh) return move(node, in, *port);
    const Result result =
        send(node, in, port->port == Port::sendh ? Registers::high : Registers::low);
    if (result.kind != Executed::Kind::done) return result;
    s.jump(s.pc + in.length);
    s.now += result.cycles;
    ++s.instructions;
    return result;
}

Executed X86Interface::execute(NodePort &node, const engine::Instruction &in) {
    State &s = node.state();
    const Context before = registers_.visible();
    const std::uint64_t cycle = s.now;
    const std::uint32_t pc = s.pc;
    const net::Packet handled = registers_.handled(before); // HRET leaves its handler behind
    const bool observed = node.observer() != nullptr;
    const std::uint32_t found = observed ? status(s) : 0;
    const auto port = observed ? x86::port_instruction(s, node.memory(), in) : std::nullopt;
    const Result result = run(node, in);
    Executed executed{.kind = result.kind};
    if (result.kind != Executed::Kind::done) {
        if (result.kind == Executed::Kind::fault) node.stepped().cycle = cycle;
        return executed;
    }
    if (result.refused) executed.refused = result.cycles;
    if (result.sent) {
        node.note_sent();
        // Its effects can come back: no further than that without asking the network again.
        executed.until = s.now + lines_->min_delivery(result.sent->destination == node_);
    }
    executed.returned = in.op.as<x86::Op>() == x86::Op::HRET;
    if (executed.returned) engine::left_loop(s);
    if (!observed || !port) return executed;
    tell(node, in,
         {.cycles = result.cycles,
          .refused = result.refused,
          .high = port->port == Port::sendh,
          .returns = executed.returned,
          .sent = result.sent},
         before, cycle, pc, handled);
    if (port->port == Port::cfc || port->port == Port::ctc)
        tell_poll(node, registers_, port->port == Port::ctc, port->number, before, cycle, pc, found,
                  status(s));
    return executed;
}

// --- events -------------------------------------------------------------------------------------

std::uint64_t X86Interface::take(NodePort &node, EventNumber number) {
    const auto event = static_cast<Event>(number);
    State &s = node.state();
    const std::uint64_t cycle = s.now;
    const engine::Instruction *const at_pc = node.code().program().at(s.pc);
    node.wake();
    node.stepped().cycle = cycle;
    const unsigned level = event == Event::high_arrival ? Registers::high : Registers::low;
    const std::uint32_t stack = stacks_[level] - 4 * pushed_words;
    if (x86::check(s, node.memory(), stack, 4 * pushed_words, true) != engine::Stop::budget) {
        node.explain(std::string("the stack register of ") +
                     (level == Registers::high ? "high" : "low") + " handlers is no stack");
        node.fail(FaultKind::port, stacks_[level]);
        return never;
    }
    // HLT is over.
    const std::uint32_t interrupted =
        s.r[x86::halted_register] && at_pc ? s.pc + at_pc->length : s.pc;
    kept_[level] = {interrupted,   x86::read_eflags(s), s.r[x86::esp],
                    s.r[x86::eax], s.r[x86::ecx],       s.r[x86::edx]};
    const std::uint32_t handler = registers_.enter(cycle, event, accepted(s));
    const Context context = registers_.visible();
    std::array<std::uint32_t, most_words> words{};
    std::ranges::copy(registers_.words(context), words.begin());
    x86::store(node.memory(), stack, handler_return_, 4);
    for (unsigned i = register_words; i < most_words; ++i)
        x86::store(node.memory(), stack + 4 * (i - register_words + 1), words[i], 4);
    s.r[x86::eax] = words[0];
    s.r[x86::edx] = words[1];
    s.r[x86::ecx] = words[2];
    s.r[x86::esp] = stack;
    s.r[x86::halted_register] = 0;
    s.r[x86::step_register] = 1; // DF is clear
    s.jump(handler);
    s.now += costs_.dispatch;
    engine::left_loop(s);

    std::uint64_t until = never;
    if (event == Event::high_arrival || event == Event::low_arrival) {
        // The channel that is armed now may let the next message in.
        until = cycle + lines_->min_delivery_after_take(true);
        node.note_received(cycle, registers_.handled(context));
    }
    if (node.observer()) tell_dispatch(node, registers_, event, cycle, interrupted, handler);
    return until;
}

// --- for observers and who looks ----------------------------------------------------------------

const net::Packet *X86Interface::handled() const {
    const Context level = registers_.visible();
    if (level == Context::main) return nullptr;
    const net::Packet &message = registers_.handled(level);
    return message.number ? &message : nullptr;
}

void X86Interface::complete(MessageEvent &event, const net::Packet & /*packet*/,
                            bool /*arriving*/) const {
    event.vector_words = 0;
}

void X86Interface::show(LookNode &look) const {
    look.ee = registers_.events_enabled();
    look.lpee = registers_.low_events_enabled();
    look.hpmm = registers_.masked_in(x86_status::hpmm);
    look.lpmm = registers_.masked_in(x86_status::lpmm);
    look.om = registers_.masked_in(x86_status::om);
    look.tm = registers_.masked_in(x86_status::tm);
}

// --- circles ------------------------------------------------------------------------------------

bool X86Interface::same(const NetworkInterface &other) const {
    const auto &that = static_cast<const X86Interface &>(other);
    return registers_ == that.registers_ && kept_ == that.kept_ && stacks_ == that.stacks_ &&
           handler_return_ == that.handler_return_;
}

bool X86Interface::turn(NodePort &node, const engine::Instruction &in, Circle &circle) {
    State &s = node.state();
    const std::uint64_t now = lines_->known();
    const auto port = x86::port_instruction(s, node.memory(), in);
    if (!port) return false;
    const bool high = port->port == Port::sendh;
    if (high || port->port == Port::send) {
        const std::uint32_t destination = s.r[x86::eax];
        if (destination >= config_->nodes ||
            lines_->free_slots(node_, net::CubeLines::outlet(node_, destination, high)))
            return false;
        circle.refused = {s.pc, destination, s.r[x86::edx], high};
    }
    if (port->port == Port::cfc && port->number == ni::count) return false;
    if (port->port == Port::stpr && port->number == ncube2::number_cycles) return false;
    if (port->port == Port::cfc && port->number == ni::nistat && circle.asked++ == circle.change_at)
        registers_.expire_timelet(now);
    s.now = now;
    const Result result = run(node, in);
    return result.kind == Executed::Kind::done && !result.sent;
}

void X86Interface::Kept::archive(Archive &ar) { ar(eip, eflags, esp, eax, ecx, edx); }

void X86Interface::archive(Archive &ar) {
    registers_.archive(ar);
    ar(kept_, stacks_, handler_return_);
}

} // namespace inlet::xnet
