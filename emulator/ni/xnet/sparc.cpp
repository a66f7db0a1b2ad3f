#include "ni/xnet/sparc.h"

#include "cpu/engine/flags.h"
#include "cpu/sparc/instruction_set.h"
#include "cpu/sparc/registers.h"

#include <algorithm>
#include <array>

namespace inlet::xnet {

using engine::State;
namespace psr = sparc::psr;

namespace {

/// The runtime's format of a handler's word in dmh (runtime/machine/cm5/xnet): the source above the
/// address.
constexpr std::uint32_t handler_bits = 0x003FFFFC;

/// SENDnH, SENDnV, MCSTn (isa/base/sparc_xnet.json).
unsigned channel_of(const engine::Instruction &in) {
    return in.word >> 9 & 1 ? Registers::high : Registers::low;
}
std::optional<unsigned> vector_of(const engine::Instruction &in) {
    if (in.word >> 8 & 1) return in.sa;
    return std::nullopt;
}

bool is_multicast(const engine::Instruction &in) { return in.word >> 10 & 1; }

} // namespace

void SparcInterface::start(const State &state) {
    Interface::start(state);
    follow(state);
}

/// Events are taken where traps may be.
void SparcInterface::follow(const State &state) {
    registers_.listen((state.r[sparc::psr_place] & psr::et) != 0);
}

// --- instructions -------------------------------------------------------------------------------

std::optional<Interface::Operation> SparcInterface::operation(NodePort &node,
                                                              const engine::Instruction &in) const {
    using Kind = Operation::Kind;
    const State &s = node.state();
    if (in.op == sparc::Op::HRET) return Operation{.kind = Kind::leave};
    if (in.op == sparc::Op::RDNI) return Operation{.kind = Kind::read, .number = in.sa};
    if (in.op == sparc::Op::WRNI)
        return Operation{.kind = Kind::write, .number = in.sa, .value = s.r[in.rs]};
    if (in.op == sparc::Op::LDC || in.op == sparc::Op::STC)
        return Operation{.kind = in.op == sparc::Op::LDC ? Kind::load : Kind::store,
                         .number = in.sa,
                         .address = s.r[in.rs] + s.r[in.rt] + in.imm};
    return Operation{.kind = Kind::send,
                     .channel = channel_of(in),
                     .handler = s.r[in.rs],
                     .destination = s.r[in.rt],
                     .words = {s.r.data() + sparc::out0, in.n},
                     .vector = vector_of(in),
                     .multicast = is_multicast(in)};
}

bool SparcInterface::condition(const State &s) const { return s.r[sparc::ccc_register] != 0; }
void SparcInterface::set_condition(State &s, bool accepted) { s.r[sparc::ccc_register] = accepted; }

std::uint32_t SparcInterface::handler_in(std::uint32_t word) const {
    const bool with_source = word & 1;                                   // in the upper bits
    if (!(word & handler_bits) && !with_source) return word & ~deferred; // of a wild pointer
    return word & deferred ? word & handler_bits : word;
}

/// Returns to the window above, with the state that the dispatch has saved in this one's locals. If
/// that window has been spilled meanwhile, the program's own trap handler fills it first, and HRET
/// is executed again.
Interface::Result SparcInterface::leave(State &s, const engine::Instruction &in) {
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

// --- events -------------------------------------------------------------------------------------

bool SparcInterface::refuses(NodePort &node, Event /*event*/) {
    State &s = node.state();
    const unsigned current = sparc::current_window(s);
    const std::uint32_t stack = s.r[sparc::stack_register];
    // In this case, the window below belongs to the oldest frame, although WIM marks it as free.
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

/// Enters a handler as a trap does (V8 7.4): the window below, with pc, npc and PSR in locals for
/// HRET. The words are in the outs, as parameters of a function are. The ins are the outs of the
/// interrupted code and stay unchanged.
void SparcInterface::enter(NodePort &node, Context /*before*/) {
    State &s = node.state();
    const std::uint32_t interrupted = s.pc, npc = s.in_slot ? s.npc : s.pc + 4;
    const std::uint32_t status = sparc::read_psr(s), stack = s.r[sparc::stack_register];
    sparc::switch_window(s, sparc::below(sparc::current_window(s)));
    s.r[sparc::local0] = status;
    s.r[sparc::local0 + 1] = interrupted;
    s.r[sparc::local0 + 2] = npc;
    std::ranges::copy(registers_.words(registers_.visible()), s.r.begin() + sparc::out0);
    s.r[sparc::stack_register] = stack - registers_.frame();
    s.r[sparc::psr_place] &= ~psr::ef;
}

std::span<const Interface::Shown> SparcInterface::shown_registers() const {
    namespace ni = isa::ni;
    static constexpr Shown all[] = {
        {"ni_timeh", ni::timeh},   {"ni_timec", ni::timec},   {"ni_count", ni::count},
        {"ni_enable", ni::enable}, {"ni_nistat", ni::nistat}, {"ni_niid", ni::niid},
        {"ni_dmh", ni::dmh},       {"ni_outh", ni::outh},     {"ni_inh", ni::inh},
        {"ni_wframe", wframe},     {"ni_vlr", ni::vlr}};
    return all;
}

} // namespace inlet::xnet
