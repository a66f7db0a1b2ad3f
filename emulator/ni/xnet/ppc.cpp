#include "ni/xnet/ppc.h"

#include "archive/archive.h"
#include "cpu/ppc/instruction_set.h"
#include "cpu/ppc/registers.h"
#include "ni/interrupted.h"

#include <algorithm>

namespace inlet::xnet {

using engine::State;
namespace ni = isa::ni;

namespace {

/// SENDnV, SENDnH, MCSTn: the three lowest bits of the function code (isa/base/ppc_xnet.json).
std::optional<unsigned> sent_vector(const engine::Instruction &in) {
    if (in.word >> 1 & 1) return in.sa;
    return std::nullopt;
}

unsigned priority_of(const engine::Instruction &in) {
    return in.word >> 2 & 1 ? Registers::high : Registers::low;
}

bool to_many(const engine::Instruction &in) { return in.word >> 3 & 1; }

/// (ra|0) + rb.
std::uint32_t address_of(const State &s, const engine::Instruction &in) {
    return s.r[ppc::base(in.rs)] + s.r[ppc::general(in.rt)];
}

/// Places of a set's general registers in the file: r1, r3 to r8.
constexpr unsigned register_of(unsigned i) {
    return i == 0 ? unsigned{ppc::stack_register} : ppc::first_argument + i - 1;
}

constexpr std::uint32_t cr_equal = 2; ///< EQ of a condition field

} // namespace

void PpcInterface::start(const State &state) {
    Interface::start(state);
    registers_.listen(true);
}

void PpcInterface::swap(State &s, Context before) {
    const Context after = registers_.visible();
    if (before == after) return;
    Set &out = set(before);
    const Set &in = set(after);
    for (unsigned i = 0; i < Set::general; ++i) {
        out.r[i] = s.r[register_of(i)];
        s.r[register_of(i)] = in.r[i];
    }
    for (unsigned i = 0; i < Set::conditions; ++i) {
        out.cr[i] = s.r[ppc::cr_register + i];
        s.r[ppc::cr_register + i] = in.cr[i];
    }
}

// --- instructions -------------------------------------------------------------------------------

std::optional<Interface::Operation> PpcInterface::operation(NodePort &node,
                                                            const engine::Instruction &in) const {
    using Kind = Operation::Kind;
    const State &s = node.state();
    if (in.op == ppc::Op::HRET) return Operation{.kind = Kind::leave};
    if (in.op == ppc::Op::MFXR) return Operation{.kind = Kind::read, .number = in.sa};
    if (in.op == ppc::Op::MTXR)
        return Operation{.kind = Kind::write, .number = in.sa, .value = s.r[ppc::general(in.rd)]};
    if (in.op == ppc::Op::LWVX || in.op == ppc::Op::STWVX)
        return Operation{.kind = in.op == ppc::Op::LWVX ? Kind::load : Kind::store,
                         .number = in.sa,
                         .address = address_of(s, in)};
    return Operation{.kind = Kind::send,
                     .channel = priority_of(in),
                     .handler = s.r[ppc::general(in.rs)],
                     .destination = s.r[ppc::general(in.rt)],
                     .words = {s.r.data() + ppc::first_argument, in.n},
                     .vector = sent_vector(in),
                     .multicast = to_many(in)};
}

bool PpcInterface::condition(const State & /*state*/) const {
    return set(registers_.visible()).accepted;
}

/// CR0 as after STWCX. (MPCFPE32B 8.2).
void PpcInterface::set_condition(State &s, bool accepted) {
    set(registers_.visible()).accepted = accepted;
    s.r[ppc::cr_register] = (accepted ? cr_equal : 0) | s.r[ppc::so_register];
}

Registers::Done PpcInterface::read(const State &s, std::uint32_t number,
                                   std::uint32_t &value) const {
    if (number != ni::lpepc && number != ni::hpepc) return Interface::read(s, number, value);
    value = *peek(s, number);
    return Registers::Done::yes;
}

std::optional<std::uint32_t> PpcInterface::peek(const State &s, std::uint32_t number) const {
    if (number != ni::lpepc && number != ni::hpepc) return Interface::peek(s, number);
    return set(number == ni::hpepc ? Context::high : Context::low).pc;
}

/// A write of EE or LPEE changes the visible set (CSD-94-823 A.10). nicond of nistat is that of the
/// previous level, and CR0 stays unchanged.
Registers::Done PpcInterface::write(State &s, std::uint32_t number, std::uint32_t value) {
    if (number == ni::lpepc || number == ni::hpepc) {
        set(number == ni::hpepc ? Context::high : Context::low).pc = value & ~3u;
        return Registers::Done::yes;
    }
    const Context before = registers_.visible();
    const Registers::Done done = registers_.write(s.now, number, value, set(before).accepted);
    swap(s, before);
    return done;
}

Interface::Result PpcInterface::leave(State &s, const engine::Instruction &in) {
    const Context before = registers_.visible();
    if (before == Context::main) return {.kind = refuse(s, FaultKind::hret_outside, s.pc)};
    registers_.leave();
    swap(s, before);
    s.jump(set(before).pc);
    s.linked = false;
    return {.cycles = in.cost};
}

// --- events -------------------------------------------------------------------------------------

void PpcInterface::enter(NodePort &node, Context before) {
    State &s = node.state();
    const Context level = registers_.visible();
    set(level).pc = s.pc;
    swap(s, before);
    std::ranges::copy(registers_.words(level), s.r.begin() + ppc::first_argument);
}

// --- for debuggers ------------------------------------------------------------------------------

std::span<const Interface::Shown> PpcInterface::shown_registers() const {
    static constexpr Shown all[] = {
        {"ni_timeh", ni::timeh},   {"ni_timec", ni::timec},   {"ni_count", ni::count},
        {"ni_enable", ni::enable}, {"ni_nistat", ni::nistat}, {"ni_lpepc", ni::lpepc},
        {"ni_hpepc", ni::hpepc},   {"ni_niid", ni::niid},     {"ni_dmh", ni::dmh},
        {"ni_outh", ni::outh},     {"ni_inh", ni::inh},       {"ni_vlr", ni::vlr}};
    return all;
}

/// Words: the pc, r1, r3 to r8, CR.
std::optional<std::uint32_t> PpcInterface::interrupted_word(const State & /*state*/,
                                                            std::uint32_t address) const {
    constexpr std::uint32_t words = 16;
    const Context visible = registers_.visible();
    if (visible == Context::main) return std::nullopt;
    const auto asked = inlet::interrupted::question(address, words);
    const bool over_low = visible == Context::high && !registers_.low_events_enabled();
    const auto [level, before] =
        inlet::interrupted::levels(visible, over_low, asked.top, set(Context::low).r[0]);
    if (asked.number == 0) return set(level).pc;
    if (asked.number <= Set::general) return set(before).r[asked.number - 1];
    std::uint32_t cr = 0;
    for (const std::uint32_t field : set(before).cr) cr = cr << 4 | field;
    return cr;
}

// The structured bindings name all members: a member that is added does not compile until it is
// named here.
void PpcInterface::archive(Archive &ar) {
    registers_.archive(ar);
    for (auto &[r, cr, pc, accepted] : sets_) {
        ar(r, cr, pc, accepted);
        ar.require(std::ranges::all_of(cr, [](std::uint32_t field) { return field < 16; }) &&
                       !(pc & 3),
                   "a register set that cannot be");
    }
}

} // namespace inlet::xnet
