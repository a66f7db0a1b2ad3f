#include "ni/ncube2/xnet.h"

#include "archive/archive.h"
#include "cpu/x86/instruction_set.h"
#include "cpu/x86/registers.h"
#include "cpu/x86/system.h"
#include "net/cube_lines.h"
#include "ni/interrupted.h"
#include "ni/ncube2/interface.h"

#include <algorithm>
#include <array>
#include <utility>

namespace inlet::ncube2 {

using engine::State;
using x86::Port;
using x86::PortInstruction;
using xnet::Registers;
namespace ni = isa::ni;

namespace {

constexpr std::uint32_t register_words = 3; ///< of a message: in EAX, EDX, ECX

} // namespace

void XnetInterface::start(const State &state) {
    Interface::start(state);
    follow(state);
}

// --- instructions -------------------------------------------------------------------------------

std::optional<xnet::Interface::Operation>
XnetInterface::operation(NodePort &node, const engine::Instruction &in) const {
    using Kind = Operation::Kind;
    State &s = node.state();
    const auto port = x86::port_instruction(s, node.memory(), in);
    if (!port) return std::nullopt;
    switch (port->port) {
    case Port::hret: return Operation{.kind = Kind::leave};
    case Port::cfc: return Operation{.kind = Kind::read, .number = port->number};
    case Port::ctc:
        return Operation{.kind = Kind::write, .number = port->number, .value = port->value};
    case Port::send:
    case Port::sendh:
        return Operation{.kind = Kind::send,
                         .channel = port->port == Port::sendh ? Registers::high : Registers::low,
                         .handler = s.r[x86::edx],
                         .destination = s.r[x86::eax],
                         .vector = port->vector,
                         .multicast = port->multicast};
    case Port::lwv:
    case Port::swv:
        return Operation{.kind = port->port == Port::lwv ? Kind::load : Kind::store,
                         .number = port->number,
                         .address = x86::operand_address(s, in)};
    default: return Operation{.kind = Kind::other, .number = port->number, .value = port->value};
    }
}

xnet::Interface::Result XnetInterface::wrong(NodePort &node, std::string text,
                                             std::uint32_t value) {
    State &s = node.state();
    error_ = std::move(text);
    node.explain(error_);
    s.fault = Fault{FaultKind::port, node_, s.now, s.pc, value};
    return {.kind = Executed::Kind::fault};
}

bool XnetInterface::fetch(NodePort &node, const engine::Instruction &in, Operation &operation) {
    State &s = node.state();
    if (!x86::is_memory(in)) {
        words_[0] = s.r[x86::general(in.rs)];
        operation.words = std::span(words_).first(1);
        return true;
    }
    const std::uint32_t count = s.r[x86::ecx];
    if (count > most_words) {
        wrong(node,
              "send of " + std::to_string(count) + " words (ECX): a message has at most " +
                  std::to_string(most_words),
              count);
        return false;
    }
    const std::uint32_t at = x86::operand_address(s, in);
    if (x86::check(s, node.memory(), at, 4 * count, false) != engine::Stop::budget) return false;
    for (unsigned i = 0; i < count; ++i) words_[i] = x86::load(node.memory(), at + 4 * i, 4);
    operation.words = std::span(words_).first(count);
    operation.cycles = count * access_;
    return true;
}

/// Of the hypercube by destination, of a grid by priority.
unsigned XnetInterface::outlet(const Operation &operation) const {
    if (config_->grid) return operation.channel;
    return net::CubeLines::outlet(node_, operation.destination, operation.channel);
}

void XnetInterface::refused_at(unsigned outlet) {
    if (!config_->grid) registers_.ask_for(outlet);
}

void XnetInterface::pass(State &s, const engine::Instruction &in) const {
    s.jump(s.pc + in.length);
}

bool XnetInterface::condition(const State & /*state*/) const { return accepted_; }

/// CF is the complement, until the program changes it.
void XnetInterface::set_condition(State &s, bool accepted) {
    accepted_ = accepted;
    x86::write_eflags(s,
                      (x86::read_eflags(s) & ~x86::eflags::cf) | (accepted ? 0 : x86::eflags::cf));
}

std::optional<std::uint32_t> XnetInterface::of_node(std::uint64_t now, std::uint32_t number) const {
    switch (number) {
    case number_node: return node_;
    case number_nodes: return config_->nodes;
    case number_cycles: return static_cast<std::uint32_t>(now);
    default: return {};
    }
}

std::uint32_t *XnetInterface::own_register(std::uint32_t number) {
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

Registers::Done XnetInterface::read(const State &s, std::uint32_t number,
                                    std::uint32_t &value) const {
    if (number == xnet::wframe) return Registers::Done::no_such_register;
    const std::uint32_t *const own = own_register(number);
    if (!own) return Interface::read(s, number, value);
    value = *own;
    return Registers::Done::yes;
}

/// A write of nicond leaves EFLAGS, which belong to the program.
Registers::Done XnetInterface::write(State &s, std::uint32_t number, std::uint32_t value) {
    if (number == xnet::wframe) return Registers::Done::no_such_register;
    std::uint32_t *const own = own_register(number);
    if (!own) return registers_.write(s.now, number, value, accepted_);
    *own = value;
    return Registers::Done::yes;
}

std::optional<std::uint32_t> XnetInterface::peek(const State &s, std::uint32_t number) const {
    const std::uint32_t *const own = own_register(number);
    return own ? *own : Interface::peek(s, number);
}

xnet::Interface::Result XnetInterface::of_processor(NodePort &node, const PortInstruction &port,
                                                    std::uint32_t &result) {
    State &s = node.state();
    if (port.port != Port::stpr && port.port != Port::ldpr)
        return wrong(node,
                     "this node has no DMA channels for programs: compile for the machine "
                     "ncube2-x86, or send with SEND",
                     port.number);
    if (x86::own_register(s, port, result)) return {};
    if (port.port == Port::ldpr)
        return wrong(node,
                     "ldpr of processor register " + std::to_string(port.number) +
                         ", which cannot be written: messages are sent and received by "
                         "instructions",
                     port.number);
    const auto value = of_node(s.now, port.number);
    if (!value)
        return wrong(node,
                     "stpr of processor register " + std::to_string(port.number) +
                         ", which there is not: messages are sent and received by instructions",
                     port.number);
    result = *value;
    return {};
}

xnet::Interface::Result XnetInterface::run(NodePort &node, const engine::Instruction &in,
                                           const Operation &what) {
    using Kind = Operation::Kind;
    if (what.kind == Kind::leave || what.kind == Kind::send || what.kind == Kind::load ||
        what.kind == Kind::store)
        return Interface::run(node, in, what);
    State &s = node.state();
    std::uint32_t result = 0;
    if (what.kind == Kind::other) {
        const auto port = x86::port_instruction(s, node.memory(), in);
        if (!port) return {.kind = Executed::Kind::fault};
        if (const Result wrong = of_processor(node, *port, result);
            wrong.kind != Executed::Kind::done)
            return wrong;
    } else {
        const Registers::Done done = what.kind == Kind::read ? read(s, what.number, result)
                                                             : write(s, what.number, what.value);
        if (done == Registers::Done::not_known) return {.kind = Executed::Kind::not_known};
        if (done == Registers::Done::no_such_register)
            return {.kind = refuse(s, FaultKind::bad_register, what.number)};
        if (done == Registers::Done::too_long)
            return {.kind = refuse(s, FaultKind::vector_length, what.value)};
    }
    const std::uint64_t began = s.now;
    if (!x86::finish(s, node.memory(), node.code(), in, result))
        return {.kind = Executed::Kind::fault};
    return {.cycles = static_cast<std::uint32_t>(s.now - began)};
}

/// Restores the interrupted code's registers, and the bits of EFLAGS that POPF may change at CPL 3.
xnet::Interface::Result XnetInterface::leave(State &s, const engine::Instruction &in) {
    if (registers_.visible() == Context::main)
        return {.kind = refuse(s, FaultKind::hret_outside, s.pc)};
    const Kept &kept = kept_[registers_.visible() == Context::high];
    accepted_ = registers_.leave();
    const std::uint32_t ours = x86::eflags::interrupts;
    x86::write_eflags(s, (kept.eflags & ~ours) | (x86::read_eflags(s) & ours));
    s.r[x86::esp] = kept.esp;
    s.r[x86::eax] = kept.eax;
    s.r[x86::ecx] = kept.ecx;
    s.r[x86::edx] = kept.edx;
    s.jump(kept.eip);
    return {.cycles = in.cost};
}

// --- events -------------------------------------------------------------------------------------

bool XnetInterface::refuses(NodePort &node, xnet::Event event) {
    State &s = node.state();
    const bool high = event == xnet::Event::high_arrival;
    const std::uint32_t stack = stacks_[high];
    if (x86::check(s, node.memory(), first_pushed(high), 4 * dispatch_accesses, true) ==
        engine::Stop::budget)
        return false;
    node.explain(std::string("the stack register of ") + (high ? "high" : "low") +
                 " handlers is no stack");
    node.fail(FaultKind::port, stack);
    return true;
}

/// Ends HLT.
std::uint32_t XnetInterface::interrupted(NodePort &node) const {
    const State &s = node.state();
    const engine::Instruction *const at_pc = node.code().follow(s.pc).at(s.pc);
    return s.r[x86::halted_register] && at_pc ? s.pc + at_pc->length : s.pc;
}

void XnetInterface::enter(NodePort &node, Context /*before*/) {
    State &s = node.state();
    const Context context = registers_.visible();
    const bool level = context == Context::high;
    kept_[level] = {interrupted(node), x86::read_eflags(s), s.r[x86::esp],
                    s.r[x86::eax],     s.r[x86::ecx],       s.r[x86::edx]};
    std::array<std::uint32_t, most_words> words{};
    std::ranges::copy(registers_.words(context), words.begin());
    const std::uint32_t stack = first_pushed(level);
    x86::store(node.memory(), stack, handler_return_, 4);
    for (unsigned i = register_words; i < most_words; ++i)
        x86::store(node.memory(), stack + 4 * (i - register_words + 1), words[i], 4);
    s.r[x86::eax] = words[0];
    s.r[x86::edx] = words[1];
    s.r[x86::ecx] = words[2];
    s.r[x86::esp] = stack;
    s.r[x86::halted_register] = 0;
    s.r[x86::step_register] = 1; // DF is clear
}

// --- for observers and debuggers ----------------------------------------------------------------

/// At the top of a level's stack (runtime/machine/ncube2/xnet/crt0_xnet.S): EIP, ESP, EAX, ECX,
/// EDX, EFLAGS.
std::optional<std::uint32_t> XnetInterface::interrupted_word(const State & /*state*/,
                                                             std::uint32_t address) const {
    if (registers_.visible() == Context::main) return std::nullopt;
    for (std::size_t level = 0; level < kept_.size(); ++level) {
        const Kept &kept = kept_[level];
        const std::array words = {kept.eip, kept.esp, kept.eax, kept.ecx, kept.edx, kept.eflags};
        const std::uint32_t place = address - inlet::interrupted::begin - stacks_[level];
        if (place % 4 == 0 && place / 4 < words.size()) return words[place / 4];
    }
    return std::nullopt;
}

std::span<const xnet::Interface::Shown> XnetInterface::shown_registers() const {
    static constexpr Shown all[] = {{"ni_timeh", ni::timeh},
                                    {"ni_timec", ni::timec},
                                    {"ni_count", ni::count},
                                    {"ni_enable", ni::enable},
                                    {"ni_nistat", ni::nistat},
                                    {"ni_lpepc", ni::lpepc},
                                    {"ni_hpepc", ni::hpepc},
                                    {"ni_niid", ni::niid},
                                    {"ni_dmh", ni::dmh},
                                    {"ni_outh", ni::outh},
                                    {"ni_inh", ni::inh},
                                    {"ni_vlr", ni::vlr},
                                    {"ni_return", handler_return},
                                    {"ni_low_stack", low_stack},
                                    {"ni_high_stack", high_stack},
                                    {"ni_low_eflags", kept_eflags},
                                    {"ni_low_esp", kept_esp},
                                    {"ni_low_eax", kept_eax},
                                    {"ni_low_ecx", kept_ecx},
                                    {"ni_low_edx", kept_edx},
                                    {"ni_high_eflags", kept_eflags + high_set},
                                    {"ni_high_esp", kept_esp + high_set},
                                    {"ni_high_eax", kept_eax + high_set},
                                    {"ni_high_ecx", kept_ecx + high_set},
                                    {"ni_high_edx", kept_edx + high_set}};
    return all;
}

// --- Busy waits ---------------------------------------------------------------------------------

bool XnetInterface::same(const NetworkInterface &other) const {
    const auto &that = static_cast<const XnetInterface &>(other);
    return registers_ == that.registers_ && kept_ == that.kept_ && stacks_ == that.stacks_ &&
           handler_return_ == that.handler_return_ && accepted_ == that.accepted_;
}

bool XnetInterface::turn(NodePort &node, const engine::Instruction &in, BusyWait &wait) {
    const auto port = x86::port_instruction(node.state(), node.memory(), in);
    if (port && port->port == Port::stpr && port->number == number_cycles) return false;
    return Interface::turn(node, in, wait);
}

void XnetInterface::Kept::archive(Archive &ar) { ar(eip, eflags, esp, eax, ecx, edx); }

void XnetInterface::archive(Archive &ar) {
    registers_.archive(ar);
    ar(kept_, stacks_, handler_return_, accepted_);
}

} // namespace inlet::ncube2
