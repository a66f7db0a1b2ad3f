#include "ni/t1/in_node.h"

#include "cpu/engine/spin.h"
#include "inlet/register_info.h"
#include "ni/interrupted.h"

#include <algorithm>
#include <array>
#include <vector>

namespace inlet::t1 {

using mips::Mips;
namespace nistat = isa::nistat;

void InNode::start(const engine::State &state) {
    interface_.start();
    interface_.follow(mips::system(state));
}

// --- instructions -------------------------------------------------------------------------------

/// Executes a vector store into decoded code, which is dropped.
Result InNode::run(NodePort &node, const engine::Instruction &in) {
    engine::State &state = node.state();
    Memory &memory = node.memory();
    const auto is_text_write = [&](const Result &result) {
        return result.kind == Result::Kind::fault && state.fault.kind == FaultKind::text_write;
    };
    memory.protect_from(mips::system(state).limit());
    Result result = interface_.execute(state, in, memory, node.caches());
    if (!is_text_write(result)) return result;
    std::vector<std::uint32_t> pages;
    do {
        pages.push_back(state.fault.value);
        memory.watch(pages.back(), false);
        result = interface_.execute(state, in, memory, node.caches());
    } while (is_text_write(result));
    for (const std::uint32_t address : pages)
        if (memory.touched(address))
            node.code().changed(address);
        else // another word of it is not mapped
            memory.watch(address, true);
    engine::left_loop(state);
    return result;
}

Executed InNode::execute(NodePort &node, const engine::Instruction &in) {
    engine::State &state = node.state();
    const Context before = interface_.visible();
    const std::uint64_t cycle = state.now;
    const std::uint32_t pc = state.pc;
    const net::Packet handled = interface_.handled(before); // HRET ends its handler
    const std::uint32_t status = node.observer() ? *interface_.peek(state, isa::ni::nistat) : 0;
    const Result result = run(node, in);
    if (result.kind == Result::Kind::not_known) return {.kind = Executed::Kind::not_known};
    if (result.kind == Result::Kind::fault) return {.kind = Executed::Kind::fault};
    Executed executed;
    if (result.refused) executed.refused = result.cycles;
    if (result.sent) {
        node.note_sent();
        // Its effects may reach this node again: do not pass that cycle without the network.
        const bool to_oneself = result.sent->destination == node.number();
        executed.until = state.now + mesh_->min_delivery(to_oneself);
    }
    if (result.drains)
        executed.until = std::min(executed.until, cycle + mesh_->min_delivery_after_drain(true));
    executed.returned = in.op == Mips::HRET;
    if (executed.returned) engine::left_loop(state);
    if (node.observer()) {
        tell_instruction(node, in, result, before, cycle, pc, handled);
        tell_poll(node, in, before, cycle, pc, status);
    }
    return executed;
}

void InNode::tell_instruction(NodePort &node, const engine::Instruction &in, const Result &result,
                              Context before, std::uint64_t cycle, std::uint32_t pc,
                              const net::Packet &handled) const {
    engine::State &state = node.state();
    engine::Stepped &stepped = node.stepped();
    const bool returns = in.op == Mips::HRET;
    stepped.pc = pc;
    stepped.cycle = cycle - stepped.cost.total();
    Cost cost = stepped.cost;
    cost.cache += result.memory.cache;
    cost.write_buffer += result.memory.write_buffer;
    const std::uint32_t own = result.cycles - static_cast<std::uint32_t>(result.memory.total());
    cost.issue = in.op == Mips::LWV || in.op == Mips::SWV ? own : std::min(1u, own);
    cost.network = own - cost.issue;
    node.tell(in, before, stepped.cycle, pc, cost, result.refused);
    if (!result.sent && !result.refused && !returns) return;
    MessageEvent told = result.sent ? node.event_of(events::Inject{}, *result.sent)
                        : returns   ? node.event_of(events::Return{}, handled)
                                    : node.event_of(events::Refuse{}, handled); // with its words
    if (result.refused) {
        told.message = {};
        told.handler = 0;
        told.high = SendForm(in.word).high;
        told.multicast = false;
        told.vector_words = 0;
        told.drained = 0;
    }
    told.context = before;
    told.cycle = state.now;
    told.pc = returns ? state.pc : pc;
    node.tell(told);
}

// --- events -------------------------------------------------------------------------------------

std::uint64_t InNode::take(NodePort &node, EventNumber number) {
    const auto event = static_cast<Event>(number);
    switch (event) {
    case Event::timer: interface_.ring(node.state()); return never;
    case Event::hardwired: return run_hardwired(node);
    case Event::high_interrupt:
    case Event::low_interrupt: return take_interrupt(node, event);
    default: return take_event(node, event);
    }
}

/// The alternative reception of a message (3.8): an exception of the CPU instead of an event.
std::uint64_t InNode::take_interrupt(NodePort &node, Event event) {
    using namespace mips::status;
    engine::State &state = node.state();
    node.wake();
    if (interface_.drain(state)) return never; // this may have closed the level
    if (!mips::system(state).vector) {
        node.fail(FaultKind::interrupt, 0);
        return never;
    }
    const std::uint64_t cycle = state.now;
    const std::uint32_t arrival = event == Event::high_interrupt ? high_arrival : low_arrival;
    const std::uint64_t until = cycle + mesh_->min_delivery_after_take(true);
    node.note_received(cycle, interface_.interrupt(state, event));
    node.stepped().cycle = cycle;
    node.trap([&] {
        mips::enter_exception(state, {mips::ExceptionCode::interrupt, 0, {}, arrival});
    });
    return until;
}

std::uint64_t InNode::take_event(NodePort &node, Event event) {
    engine::State &state = node.state();
    const std::uint64_t cycle = state.now;
    const std::uint32_t interrupted = state.resume_pc();
    std::uint64_t until = never;
    node.note_interruption();
    const net::Packet packet = interface_.dispatch(state, event);
    engine::left_loop(state);
    node.wake();
    const bool arrival = event == Event::high_arrival || event == Event::low_arrival;
    if (arrival) {
        // The free slot may let the next message in.
        until = cycle + mesh_->min_delivery_after_take(true);
        node.note_received(cycle, packet);
    }
    if (!node.observer()) return until;
    events::Dispatch dispatch{static_cast<std::uint32_t>(state.now - cycle)};
    if (!arrival)
        dispatch.without = event == Event::timelet  ? WithoutMessage::timelet
                           : event == Event::outlet ? WithoutMessage::outlet
                                                    : WithoutMessage::stored;
    MessageEvent told = node.event_of(dispatch, packet);
    told.cycle = cycle;
    told.pc = interrupted;
    told.handler = state.pc;
    node.tell(told);
    return until;
}

// --- for observers and debuggers ----------------------------------------------------------------

const net::Packet *InNode::handled() const {
    const Context level = interface_.visible();
    if (level == Context::main) return nullptr;
    const net::Packet &message = interface_.handled(level);
    return message.number ? &message : nullptr;
}

void InNode::complete(MessageEvent &event, const net::Packet &packet) const {
    if (event.kind() == EventKind::inject) return;
    if (packet.multicast) {
        const net::Grid &grid = mesh_->grid();
        event.drained =
            static_cast<std::uint16_t>(grid.nodes_on(grid.router_of(event.node), packet.rest));
    } else if (packet.number) {
        event.drained = packet.destination != event.node;
    }
    if (event.drained) event.destination = packet.destination;
}

void InNode::show(DumpNode &dump) const {
    dump.has_mask = true;
    dump.ee = interface_.events_enabled();
    dump.lpee = interface_.low_events_enabled();
    dump.hpmm = interface_.masked_in(nistat::hpmm);
    dump.lpmm = interface_.masked_in(nistat::lpmm);
    dump.om = interface_.masked_in(nistat::om);
    dump.tm = interface_.masked_in(nistat::tm);
}

// The registers of CSD-94-823 Table 1, then $4 to $9 and $29 of each level.
namespace {

struct Shown {
    const char *name;
    std::uint32_t number;
};
constexpr std::array<Shown, 12> interface_registers = {{{"ni_timeh", isa::ni::timeh},
                                                        {"ni_timec", isa::ni::timec},
                                                        {"ni_count", isa::ni::count},
                                                        {"ni_enable", isa::ni::enable},
                                                        {"ni_nistat", isa::ni::nistat},
                                                        {"ni_lpepc", isa::ni::lpepc},
                                                        {"ni_hpepc", isa::ni::hpepc},
                                                        {"ni_niid", isa::ni::niid},
                                                        {"ni_dmh", isa::ni::dmh},
                                                        {"ni_outh", isa::ni::outh},
                                                        {"ni_inh", isa::ni::inh},
                                                        {"ni_vlr", isa::ni::vlr}}};
constexpr std::array<const char *, 21> set_names = {
    "main_4", "main_5", "main_6", "main_7", "main_8", "main_9", "main_29",
    "low_4",  "low_5",  "low_6",  "low_7",  "low_8",  "low_9",  "low_29",
    "high_4", "high_5", "high_6", "high_7", "high_8", "high_9", "high_29"};

} // namespace

std::vector<RegisterInfo> InNode::control_registers() const {
    std::vector<RegisterInfo> all;
    for (const Shown &one : interface_registers)
        all.push_back({one.name, interface_feature, "uint32", 32, "ni"});
    for (const char *name : set_names)
        all.push_back({name, interface_feature, "uint32", 32, "sets"});
    return all;
}

std::uint32_t InNode::control_register(const engine::State &state, std::uint32_t place) const {
    if (place < interface_registers.size())
        return interface_.peek(state, interface_registers[place].number).value_or(0);
    const std::size_t member = place - interface_registers.size();
    if (member >= set_names.size()) return 0;
    return interface_.set_of(state, static_cast<Context>(member / 7))[member % 7];
}

/// Words: the pc, $4 to $9, $29.
std::optional<std::uint32_t> InNode::interrupted_word(const engine::State &state,
                                                      std::uint32_t address) const {
    constexpr std::uint32_t words = 8, r4 = 1, r9_of_set = 5, sp_of_set = 6;
    const Context visible = interface_.visible();
    if (visible == Context::main) return std::nullopt;
    const auto asked = interrupted::question(address, words);
    const auto &low = interface_.set_of(state, Context::low);
    const bool over_low = visible == Context::high && !interface_.low_events_enabled();
    // At its first instruction, a handler has the stack top in $9, and $29 is undefined.
    const std::uint32_t low_stack = asked.top == low[r9_of_set] ? asked.top : low[sp_of_set];
    const auto [level, before] = interrupted::levels(visible, over_low, asked.top, low_stack);
    if (asked.number == 0)
        return interface_.peek(state, level == Context::high ? isa::ni::hpepc : isa::ni::lpepc);
    return interface_.set_of(state, before)[asked.number - r4];
}

// --- Busy waits ---------------------------------------------------------------------------------

namespace {

bool sends(Mips op) {
    switch (op) {
    case Mips::SEND:
    case Mips::SENDH:
    case Mips::SENDV:
    case Mips::SENDHV:
    case Mips::MCST:
    case Mips::MCSTH:
    case Mips::MCSTV:
    case Mips::MCSTHV: return true;
    default: return false;
    }
}

/// Whether it reads nistat, in which a bit may change without a message: tp.
bool reads_status(const engine::Instruction &in) {
    return in.op == Mips::CFC2 && in.rd == isa::ni::nistat;
}

} // namespace

bool InNode::turn(NodePort &node, const engine::Instruction &in, BusyWait &wait) {
    engine::State &state = node.state();
    const std::uint64_t now = mesh_->known();
    if (sends(in.op.as<Mips>())) {
        const SendForm form(in.word);
        if (mesh_->free_slots(node.number(), form.priority())) return false;
        wait.refused = {state.pc, state.r[in.rd], state.r[in.rt], form.high};
        wait.full |= 1u << form.priority();
    }
    if (node.caches() && (in.op == Mips::LWV || in.op == Mips::SWV)) return false; // changes them
    if (in.op == Mips::CFC2 && in.rd == isa::ni::count) return false;
    if (in.op == Mips::CTC2 && is_gang_register(in.rd)) return false;
    if (reads_status(in) && wait.asked++ == wait.change_at) interface_.expire_timelet(now);
    state.now = now;
    const Result result = interface_.execute(state, in, node.memory(), nullptr);
    return result.kind == Result::Kind::done && !result.sent;
}

} // namespace inlet::t1
