// A node as the diagnostic network sees it, and whether it only turns in circles.
#include "ni/t1/send_form.h"
#include "node/callers.h"
#include "node/node.h"

namespace inlet {

using engine::Stop;
using isa::Mips;
using net::Mesh;
namespace nistat = isa::nistat;

namespace {

/// A loop longer than this is not looked at to its end.
constexpr std::uint32_t longest_circle = 4096; // instructions
constexpr std::uint32_t never_expires = ~0u;

bool sends(Mips op) {
    switch (op) {
    case Mips::CFC2:
    case Mips::CTC2:
    case Mips::HRET:
    case Mips::LWV:
    case Mips::SWV: return false;
    default: return true;
    }
}

} // namespace

bool Node::circle_step(std::uint32_t &status_reads, std::uint32_t expire_at) {
    // Time stands still: who looks at it is not followed.
    const std::uint64_t now = context_->mesh->known();
    if (interface_.next_due(now) != Mesh::never) return false;
    const Stop stop = engine::step(state_, memory_, code_.program(), stepped_);
    if (stop == Stop::network) {
        const engine::Instruction &in = *code_.program().at(state_.pc);
        if (sends(in.op.as<Mips>())) {
            const t1::SendForm form(in.word);
            if (context_->mesh->free_slots(number_, form.priority())) return false;
            refused_ = {state_.pc, state_.r[in.rd], state_.r[in.rt], form.high};
        }
        if (in.op == Mips::CFC2 && in.rd == isa::ni::count) return false;
        if (in.op == Mips::CTC2 && t1::is_gang_register(in.rd)) return false;
        if (in.op == Mips::CFC2 && in.rd == isa::ni::nistat && status_reads++ == expire_at)
            interface_.expire_timelet(now);
        state_.now = now;
        const t1::Result result = interface_.execute(state_, in, memory_, nullptr);
        if (result.kind != t1::Result::Kind::done || result.sent) return false;
    }
    state_.now = now;
    if (stop == Stop::budget || stop == Stop::spin)
        interface_.retired(state_, *stepped_.instruction);
    return stop == Stop::budget || stop == Stop::spin || stop == Stop::network;
}

bool Node::comes_back(std::uint32_t &status_reads, std::uint32_t expire_at) {
    const engine::State from = state_;
    const t1::Interface interface = interface_;
    for (std::uint32_t n = 0; n < longest_circle; ++n) {
        if (!circle_step(status_reads, expire_at)) return false;
        const bool alike =
            from.pc == state_.pc && // mostly not
            std::equal(from.r.begin(), from.r.begin() + engine::sink, state_.r.begin());
        if (alike && engine::same_but_for_time(from, state_) && interface == interface_ &&
            memory_.unchanged())
            return true;
    }
    return false;
}

/// The one thing that still changes of itself is tp of nistat (A.2.2). A turn may see that at any
/// of its reads; then too it must come back.
bool Node::always_comes_back() {
    const engine::State from = state_;
    const t1::Interface interface = interface_;
    std::uint32_t reads = 0;
    if (!comes_back(reads, never_expires)) return false;
    if (interface_.timelet_pending(context_->mesh->known())) return true;
    for (std::uint32_t expire_at = 0; expire_at < reads; ++expire_at) {
        state_ = from;
        interface_ = interface;
        std::uint32_t seen = 0;
        for (std::uint32_t n = 0; seen <= expire_at || state_.pc != from.pc; ++n)
            if (n == longest_circle || !circle_step(seen, expire_at)) return false;
        if (!memory_.unchanged() || !comes_back(seen, never_expires)) return false;
    }
    return true;
}

bool Node::turns_in_circles() {
    if (mode_ != Mode::running || stop_ == Stop::host) return false;
    const engine::State state = state_;
    const engine::Stepped stepped = stepped_;
    const t1::Interface interface = interface_;
    memory_.begin();
    state_.now = context_->mesh->known();
    refused_.reset();
    circling_ = always_comes_back();
    memory_.undo();
    interface_ = interface;
    stepped_ = stepped;
    state_ = state;
    return circling_;
}

std::vector<std::uint32_t> Node::callers(Callers &all) const {
    return all.of(state_, memory_, code_.program());
}

std::optional<Handled> Node::handles() const {
    const Context level = interface_.visible();
    if (level == Context::main) return {};
    const net::Packet &message = interface_.handled(level);
    if (!message.number) return {};
    return Handled{message.source, message.number};
}

LookNode Node::look() {
    LookNode look;
    using Doing = LookNode::State;
    switch (mode_) {
    case Mode::running:
        look.state = !circling_ ? Doing::runs : refused_ ? Doing::sends : Doing::polls;
        break;
    case Mode::waiting:
        look.state = Doing::waits;
        look.reads = reads();
        break;
    case Mode::parked: look.state = Doing::exited; break;
    case Mode::faulted: look.state = Doing::faulted; break;
    }
    look.node = number_;
    look.pc = state_.pc;
    look.cycle = state_.now;
    look.context = interface_.visible();
    look.handles = handles();
    look.ee = interface_.events_enabled();
    look.lpee = interface_.low_events_enabled();
    look.hpmm = interface_.masked_in(nistat::hpmm);
    look.lpmm = interface_.masked_in(nistat::lpmm);
    look.om = interface_.masked_in(nistat::om);
    look.tm = interface_.masked_in(nistat::tm);
    if (look.state == Doing::sends) look.refused = refused_;
    return look;
}

} // namespace inlet
