#include "ni/t1/interface.h"

#include <algorithm>
#include <utility>

namespace inlet::t1 {

using engine::State;
using isa::Mips;
using net::Priority;
namespace ni = isa::ni;
namespace nistat = isa::nistat;

namespace {

constexpr std::array<unsigned, 7> swapped_registers = {4, 5, 6, 7, 8, 9, 29};
constexpr std::array<unsigned, net::scalar_words> message_registers = {4, 5, 6, 7, 29};
/// Where message_registers stand in swapped_registers.
constexpr std::array<unsigned, net::scalar_words> set_index = {0, 1, 2, 3, 6};

/// The writable fields of nistat, except nicond, EE and LPEE.
constexpr std::uint32_t stored_status = nistat::onicond.mask() | nistat::hpmm.mask() |
                                        nistat::lpmm.mask() | nistat::om.mask() |
                                        nistat::tm.mask() | nistat::ame.mask();

/// AM_ENTRY of <am_core.h> of a null pointer.
constexpr std::uint32_t null_handler = 0u - 8;

/// Sets KUc.
void set_user(State &state, bool user) {
    std::uint32_t &status = mips::system(state).status;
    status = user ? status | mips::status::user : status & ~mips::status::user;
}

} // namespace

Interface::Interface(const Config &config, std::uint32_t node, net::Mesh &mesh)
    : config_(&config), node_(node), mesh_(&mesh), timelet_at_(next_match(0, 0)),
      hardwired_(config, node, mesh) {}

std::uint64_t Interface::next_match(std::uint64_t now, std::uint32_t compare) const {
    const std::uint32_t away = compare - count(now);
    return now + (away ? away : std::uint64_t{1} << 32);
}

void Interface::start() {
    ee_ = lpee_ = true;
    status_ = nistat::ame.mask();
}

Context Interface::visible() const {
    if (!ee_) return Context::high;
    return lpee_ ? Context::main : Context::low;
}

void Interface::set_enables(State &state, bool ee, bool lpee) {
    const Context before = visible();
    ee_ = ee;
    lpee_ = lpee;
    const Context after = visible();
    if (before == after) return;
    late_.load_swapped(state); // the destination is the register that was visible at the CFC2
    RegisterSet &out = hidden_[static_cast<std::size_t>(before)];
    const RegisterSet &in = hidden_[static_cast<std::size_t>(after)];
    for (std::size_t i = 0; i < swapped; ++i) {
        out[i] = state.r[swapped_registers[i]];
        state.r[swapped_registers[i]] = in[i];
    }
}

Result Interface::fault(State &state, FaultKind kind, std::uint32_t value,
                        std::uint32_t size) const {
    state.fault = Fault{kind, node_, state.now, state.pc, value, size, {}};
    return {.kind = Result::Kind::fault};
}

// --- events (A.9) ---------------------------------------------------------------------------

bool Interface::arrived(Priority p, std::uint64_t now) const {
    const net::Delivery *front = mesh_->front(node_, p);
    return front && front->cycle <= now && !hardwired_.takes(front->packet);
}

void Interface::follow(const mips::System &system) {
    namespace status = mips::status;
    listens_ = system.user() || !(system.status & status::kernel_deaf);
    const bool enabled = system.status & status::interrupt_enable;
    high_interrupts_ = enabled && system.status & status::high_arrival;
    low_interrupts_ = enabled && system.status & status::low_arrival;
}

Event Interface::due(std::uint64_t now) const {
    if (now >= gang_.rings_at) return Event::timer;
    if (config_->hardwired && hardwired_.due(now)) return Event::hardwired;
    if (high_interrupts() && arrived(Priority::high, now)) return Event::high_interrupt;
    if (high_enabled() && mask(nistat::hpmm)) {
        if (gang_.stored(true)) return Event::high_stored;
        if (arrived(Priority::high, now)) return Event::high_arrival;
    }
    if (low_interrupts() && arrived(Priority::low, now)) return Event::low_interrupt;
    if (!low_enabled()) return Event::none;
    if (mask(nistat::lpmm)) {
        if (gang_.stored(false)) return Event::low_stored;
        if (arrived(Priority::low, now)) return Event::low_arrival;
    }
    if (mask(nistat::tm) && timelet_pending(now)) return Event::timelet;
    if (mask(nistat::om) && mesh_->free_slots(node_, Priority::low)) return Event::outlet;
    return Event::none;
}

std::uint64_t Interface::next_due(std::uint64_t now) const {
    std::uint64_t next = std::max(now, gang_.rings_at);
    if (config_->hardwired) next = std::min(next, hardwired_.next_due(now));
    const auto arrival = [&](Priority p) {
        if (gang_.stored(p == Priority::high)) next = now;
        const net::Delivery *front = mesh_->front(node_, p);
        if (front && !hardwired_.takes(front->packet))
            next = std::min(next, std::max(now, front->cycle));
    };
    if (high_interrupts() || (high_enabled() && mask(nistat::hpmm))) arrival(Priority::high);
    if (low_interrupts() || (low_enabled() && mask(nistat::lpmm))) arrival(Priority::low);
    if (low_enabled() && mask(nistat::tm)) next = std::min(next, std::max(now, timelet_at_));
    if (low_enabled() && mask(nistat::om))
        next = std::min(next, std::max(now, mesh_->room_at(node_, Priority::low)));
    return next;
}

bool Interface::waits_for_room() const {
    if (config_->hardwired && hardwired_.waits_for_room()) return true;
    return low_enabled() && mask(nistat::om) && !mesh_->free_slots(node_, Priority::low);
}

net::Packet Interface::dispatch(State &state, Event event) {
    const bool high = event == Event::high_arrival || event == Event::high_stored;
    Level &level = level_[high];
    // A CTC2 that has not taken effect has not prevented the event. It takes effect afterwards, as
    // if the event had come first.
    late_.load_all(state);
    level.held = std::exchange(late_, {});
    level.epc = state.resume_pc();
    if (!high) // A.9.1: not for high messages, whose handlers should not send
        status_ = nistat::onicond.set(status_, state.r[mips::condition_register]);
    set_enables(state, !high && ee_, high ? lpee_ : false);

    std::uint32_t handler = event == Event::timelet ? timeh_ : outh_;
    level.message = {};
    level.information = 0;
    level.of_message = false;
    if (event == Event::timelet) timelet_at_ = next_match(state.now, timec_);
    if (event == Event::high_stored || event == Event::low_stored) {
        level.of_message = true;
        level.user = mips::system(state).user();
        set_user(state, false);
        handler = gang_.kmh;
    } else if (high || event == Event::low_arrival) {
        const net::Packet &message = take(state, high ? Priority::high : Priority::low);
        for (unsigned i = 0; i < message.words; ++i)
            state.r[message_registers[i]] = message.data[i];
        // A kernel that shares the node with programs is responsible for its own messages.
        const bool active = nistat::ame.get(status_) || (config_->gang && !message.user);
        handler = active ? message.tag : dmh_;
        if (gang_.drain & gang::divert && message.user) {
            set_user(state, false);
            handler = gang_.kmh;
        }
    }
    follow(mips::system(state));
    state.jump(handler);
    state.linked = false;
    state.load_mask = 0;
    state.now += config_->dispatch_cycles;
    return level.message;
}

const net::Packet &Interface::take(State &state, Priority p) {
    const bool high = p == Priority::high;
    Level &level = level_[high];
    level.message = mesh_->front(node_, p)->packet;
    vectors_.arrive(mesh_->payload(level.message), high ? Context::high : Context::low);
    level.message.payload = 0; // it is in $vr1 now
    mesh_->take(state.now, node_, p);
    if (level.message.user) gang_.balance -= receivers(level.message);
    level.information = nistat::slen.set(nistat::pri.set(0, high), level.message.words);
    level.information = nistat::vlen.set(level.information, level.message.vector_words());
    level.information = nistat::mcst.set(level.information, level.message.multicast);
    level.of_message = true;
    level.user = mips::system(state).user();
    set_user(state, level.message.user);
    return level.message;
}

net::Packet Interface::interrupt(State &state, Event event) {
    const bool high = event == Event::high_interrupt;
    if (!high) status_ = nistat::onicond.set(status_, state.r[mips::condition_register]);
    const net::Packet &message = take(state, high ? Priority::high : Priority::low);
    // The code that a low message interrupts sees the registers of neither level; the code that a
    // high message interrupts does not see those of the high level.
    RegisterSet &set = hidden_[static_cast<std::size_t>(high ? Context::high : Context::low)];
    for (unsigned i = 0; i < message.words; ++i) set[set_index[i]] = message.data[i];
    return message;
}

// --- instructions ---------------------------------------------------------------------------

Result Interface::execute(State &state, const engine::Instruction &in, Memory &memory,
                          Caches *caches) {
    Result result;
    switch (in.op.as<mips::Mips>()) {
    case Mips::SEND:
    case Mips::SENDH:
    case Mips::SENDV:
    case Mips::SENDHV:
    case Mips::MCST:
    case Mips::MCSTH:
    case Mips::MCSTV:
    case Mips::MCSTHV: result = send(state, in); break;
    case Mips::LWV:
    case Mips::SWV: result = move_vector(state, in, memory, caches); break;
    case Mips::CFC2: result = read(state, in); break;
    case Mips::CTC2: result = write(state, in); break;
    case Mips::HRET: result = hret(state); break;
    default: return fault(state, FaultKind::illegal, in.word);
    }
    if (result.kind != Result::Kind::done) return result;
    if (!result.cycles) result.cycles = in.cost;
    if (in.op != Mips::HRET) state.advance();
    state.now += result.cycles;
    ++state.instructions;
    retired(state, in);
    return result;
}

bool Interface::retired(State &state, const engine::Instruction &in) {
    if (late_.empty()) return false;
    bool changed = false;
    late_.retired(state, in, [&](const Late::Effect &effect) {
        take_effect(state, effect);
        changed = true;
    });
    return changed;
}

void Interface::take_effect(State &state, const Late::Effect &effect) {
    if (effect.number == Late::condition)
        state.r[mips::condition_register] = effect.value != 0;
    else
        set_register(state, effect.number, effect.value);
}

bool Interface::drain(State &state) {
    if (late_.empty()) return false;
    const engine::Instruction nothing;
    while (!late_.empty()) retired(state, nothing);
    return true;
}

void Interface::set_condition(State &state, bool accepted) {
    if (config_->exposed)
        late_.effect({Late::condition, accepted, Late::after_send});
    else
        state.r[mips::condition_register] = accepted;
}

Result Interface::send(State &state, const engine::Instruction &in) {
    const SendForm form(in.word);
    const Priority priority = form.priority();
    // The order of the checks is isa/decisions.md's: an error does not depend on the traffic.
    const std::uint32_t handler = state.r[in.rt], destination = state.r[in.rd];
    if (handler & 3) return fault(state, FaultKind::handler_address, handler);
    if (handler == null_handler) return fault(state, FaultKind::null_handler, handler);
    // A hard-wired handler takes words only, no vector.
    if (handler >= first_hardwired &&
        !(config_->hardwired && hardwired_exists(handler, in.n) && !form.vector))
        return fault(state, FaultKind::hardwired_handler, handler);
    if (destination >= config_->nodes) return fault(state, FaultKind::bad_destination, destination);
    if (destination >= config_->first_io && handler - config_->text_begin < config_->text_bytes)
        return fault(state, FaultKind::io_handler, destination);
    if (form.multicast && !mesh_->grid().multicasts(node_, destination))
        return fault(state, FaultKind::bad_multicast, destination);
    const std::uint64_t room = mesh_->room_at(node_, priority);
    // A slot that is free after known() is taken no sooner, so that hops are told before the SEND.
    if (mesh_->known() < std::min(state.now, room)) return {.kind = Result::Kind::not_known};
    if (room > state.now) {
        set_condition(state, false);
        return {.cycles = config_->send_refused_cycles, .refused = true};
    }
    set_condition(state, true);
    last_ = {node_, destination, ++sent_, handler, priority, in.n, {}};
    last_.user = mips::system(state).user();
    for (unsigned i = 0; i < in.n; ++i) last_.data[i] = state.r[message_registers[i]];
    last_.multicast = form.multicast;
    std::span<const std::uint8_t> vector;
    if (form.vector) {
        last_.bytes = static_cast<std::uint16_t>(4 * vectors_.length);
        vector = vectors_.payload(in.sa, visible());
    }
    mesh_->inject(state.now + in.cost, last_, vector);
    if (last_.user)
        gang_.balance += last_.multicast ? mesh_->grid().receivers(node_, destination) : 1;
    return {.sent = &last_};
}

Result Interface::move_vector(State &state, const engine::Instruction &in, Memory &memory,
                              Caches *caches) {
    const Vectors::Moved moved = vectors_.move({.load = in.op == Mips::LWV,
                                                .number = in.rt,
                                                .address = state.r[in.rs] + in.imm,
                                                .start = in.cost,
                                                .words_per_cycle = config_->vector_words_per_cycle},
                                               visible(), state.now, memory, caches);
    if (moved.fault != FaultKind::none) return fault(state, moved.fault, moved.value, 4);
    return {.cycles = moved.cycles, .memory = moved.memory};
}

const net::Packet *Interface::send_answer(std::uint64_t now) {
    const auto answer = hardwired_.answer(now);
    if (!answer) return nullptr;
    last_ = *answer;
    last_.source = node_;
    last_.number = ++sent_;
    mesh_->inject(now + 1, last_); // actions of a node take effect in the next cycle
    return &last_;
}

Result Interface::hret(State &state) {
    if (state.in_slot) return fault(state, FaultKind::hret_in_slot, state.pc);
    if (ee_ && lpee_) return fault(state, FaultKind::hret_outside, state.pc);
    // Figure 16: if EE is clear, a high handler ends, for any LPEE.
    const bool high = !ee_;
    if (!high) {
        late_.forget_conditions(); // of earlier SENDs
        state.r[mips::condition_register] = nistat::onicond.get(status_);
    }
    set_enables(state, true, high ? lpee_ : true);
    Level &level = level_[high];
    level.message.tag = 0; // A.2.13, A.8.2: inh and length are valid in the handler only
    level.information = 0;
    if (std::exchange(level.of_message, false)) set_user(state, level.user); // A.7
    follow(mips::system(state));
    state.jump(level.epc);
    state.linked = false; // an open link of the handler does not belong to the interrupted code
    const Late held = std::exchange(level.held, {});
    for (const Late::Effect &effect : held.effects()) take_effect(state, effect);
    return {};
}

bool Interface::room_known(std::uint64_t now) const {
    return mesh_->known() >= now ||
           (mesh_->free_slots(node_, Priority::low) && mesh_->free_slots(node_, Priority::high));
}

std::uint32_t Interface::status(const State &state) const {
    std::uint32_t value = status_;
    bool condition = state.r[mips::condition_register], ee = ee_, lpee = lpee_,
         tp = timelet_pending(state.now);
    // Reads of nistat are interlocked (A.2.5).
    for (const Late::Effect &effect : late_.effects()) {
        if (effect.number == Late::condition) condition = effect.value;
        if (effect.number == ni::enable) ee = effect.value & 1;
        if (effect.number == ni::timec) tp = false;
        if (effect.number != ni::nistat) continue;
        value = effect.value & stored_status;
        condition = nistat::nicond.get(effect.value);
        ee = nistat::ee.get(effect.value);
        lpee = nistat::lpee.get(effect.value);
    }
    const auto put = [&](isa::Field field, bool bit) { value = field.set(value, bit); };
    const bool low_room = mesh_->free_slots(node_, Priority::low) != 0;
    put(nistat::nicond, condition);
    put(nistat::hpmp, pending(Priority::high, state.now));
    put(nistat::lpmp, pending(Priority::low, state.now));
    put(nistat::op, low_room); // isa/decisions.md: low alone decides
    put(nistat::tp, tp);
    put(nistat::lpee, lpee);
    put(nistat::ee, ee);
    put(nistat::lpa, low_room);
    put(nistat::hpa, mesh_->free_slots(node_, Priority::high) != 0);
    constexpr unsigned pending = 25, masks = 21; // EP and EM have the same order
    put(nistat::pend, (value >> pending & value >> masks & 0xF) != 0);
    if (visible() != Context::main) value |= level_[level_index(visible())].information;
    return value;
}

Result Interface::read(State &state, const engine::Instruction &in) {
    std::uint32_t value = 0;
    switch (in.rd) {
    case ni::timeh: value = timeh_; break;
    case ni::timec: value = timec_; break;
    case ni::count: value = count(state.now); break;
    case ni::enable: value = ee_; break;
    case ni::nistat:
        if (!room_known(state.now)) return {.kind = Result::Kind::not_known};
        value = status(state);
        break;
    case ni::lpepc: value = level_[0].epc; break;
    case ni::hpepc: value = level_[1].epc; break;
    case ni::niid: value = node_; break;
    case ni::vlr: value = vectors_.length; break;
    case ni::dmh: value = dmh_; break;
    case ni::outh: value = outh_; break;
    case ni::inh: // valid in a handler only (A.2.13); isa/decisions.md: 0 elsewhere
        if (visible() != Context::main) value = handled(visible()).tag;
        break;
    default:
        if (const Result result = read_gang(state, in, value); result.kind != Result::Kind::done)
            return result;
    }
    if (config_->exposed && in.writes)
        late_.load(in.to, value);
    else
        state.r[in.to] = value;
    return {};
}

std::optional<std::uint32_t> Interface::peek(const State &state, std::uint32_t number) const {
    switch (number) {
    case ni::timeh: return timeh_;
    case ni::timec: return timec_;
    case ni::count: return count(state.now);
    case ni::enable: return ee_;
    case ni::nistat: return status(state);
    case ni::lpepc: return level_[0].epc;
    case ni::hpepc: return level_[1].epc;
    case ni::niid: return node_;
    case ni::vlr: return vectors_.length;
    case ni::dmh: return dmh_;
    case ni::outh: return outh_;
    case ni::inh: return visible() == Context::main ? 0 : handled(visible()).tag;
    default: return std::nullopt;
    }
}

std::array<std::uint32_t, 7> Interface::set_of(const State &state, Context level) const {
    if (level != visible()) return hidden_[static_cast<std::size_t>(level)];
    RegisterSet set;
    for (std::size_t i = 0; i < swapped; ++i) set[i] = state.r[swapped_registers[i]];
    return set;
}

Result Interface::write(State &state, const engine::Instruction &in) {
    const std::uint32_t value = state.r[in.rt];
    switch (in.rd) {
    case ni::timeh:
    case ni::timec:
    case ni::enable:
    case ni::nistat:
    case ni::lpepc:
    case ni::hpepc:
    case ni::dmh:
    case ni::outh:
        if (config_->exposed)
            late_.effect({in.rd, value, Late::after_write});
        else
            set_register(state, in.rd, value);
        return {};
    case ni::vlr: // the vector unit's: no transfer to the interface (A.10)
        if (value > Vectors::longest) return fault(state, FaultKind::vector_length, value);
        vectors_.length = value;
        return {};
    case ni::count:
    case ni::niid: return {}; // read-only: writes are ignored
    case ni::inh:
        if (may_switch(state) && visible() != Context::main)
            level_[level_index(visible())].message.tag = value;
        return {};
    default: return write_gang(state, in);
    }
}

// --- gang scheduling (3.6) --------------------------------------------------------------------

void Interface::ring(State &state) {
    mips::system(state).cause |= mips::cause::timer_interrupt;
    gang_.rings_at = Gang::never;
}

Result Interface::read_gang(State &state, const engine::Instruction &in,
                            std::uint32_t &value) const {
    if (!config_->gang || !is_gang_register(in.rd))
        return fault(state, FaultKind::bad_register, in.rd);
    if (!may_switch(state)) return fault(state, FaultKind::illegal, in.word);
    const Context context = visible();
    const Level &level = level_[level_index(context)];
    switch (in.rd) {
    case gang_timer: value = gang_.timer; break;
    case gang_drain: value = gang_.drain; break;
    case gang_kmh: value = gang_.kmh; break;
    case gang_dest: {
        const std::uint32_t to = level.message.destination;
        if (context == Context::main) break;
        const net::Way way =
            level.message.multicast ? level.message.rest : mesh_->grid().way(node_, to);
        value = to | (level.message.user ? gang::sent_by_user : 0) | way.hops() << gang::hops_shift;
        if (way.hops()) value |= static_cast<std::uint32_t>(way.next()) << gang::direction_shift;
        break;
    }
    case gang_level:
        if (context == Context::main) break;
        value = level.information | (level.user ? gang::to_user : 0) |
                (level.of_message ? gang::of_message : 0);
        break;
    case gang_balance: value = gang_.balance; break;
    }
    return {};
}

Result Interface::write_gang(State &state, const engine::Instruction &in) {
    const std::uint32_t value = state.r[in.rt];
    if (!config_->gang || !is_gang_register(in.rd))
        return fault(state, FaultKind::bad_register, in.rd);
    if (!may_switch(state)) return fault(state, FaultKind::illegal, in.word);
    switch (in.rd) {
    case gang_timer:
        gang_.timer = value;
        gang_.rings_at = next_match(state.now, value);
        mips::system(state).cause &= ~mips::cause::timer_interrupt;
        break;
    case gang_drain: {
        Result result;
        result.drains = (gang_.drain ^ value) & gang::drain;
        if (result.drains) { // takes effect in the next cycle, so the network must be known
            if (mesh_->known() < state.now) return {.kind = Result::Kind::not_known};
            mesh_->drain(node_, value & gang::drain);
        }
        gang_.drain = value & gang::all;
        return result;
    }
    case gang_kmh: gang_.kmh = value; break;
    case gang_level:
        if (visible() == Context::main) break;
        Level &level = level_[level_index(visible())];
        level.information = value & gang::information;
        level.user = value & gang::to_user;
        level.of_message = value & gang::of_message;
        break;
    }
    return {};
}

void Interface::set_register(State &state, std::uint32_t number, std::uint32_t value) {
    switch (number) {
    case ni::timeh: timeh_ = value; break;
    case ni::dmh: dmh_ = value; break;
    case ni::outh: outh_ = value; break;
    case ni::timec:
        timec_ = value;
        timelet_at_ = next_match(state.now, value); // clears tp (A.2.2)
        break;
    case ni::enable: set_enables(state, value & 1, lpee_); break;
    case ni::nistat:
        status_ = value & stored_status;
        state.r[mips::condition_register] = nistat::nicond.get(value);
        if (nistat::tp.get(value) && may_switch(state)) // a kernel restores a pending timelet
            timelet_at_ = std::min(timelet_at_, state.now);
        set_enables(state, nistat::ee.get(value), nistat::lpee.get(value));
        break;
    case ni::lpepc: level_[0].epc = value; break;
    case ni::hpepc: level_[1].epc = value; break;
    default: break;
    }
}

} // namespace inlet::t1
