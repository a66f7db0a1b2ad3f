// A node as the diagnostic network sees it, and whether it only turns in circles.
#include "node/callers.h"
#include "node/node.h"

namespace inlet {

using engine::Stop;
using net::Network;

namespace {

/// A loop longer than this is not looked at to its end.
constexpr std::uint32_t longest_circle = 4096; // instructions

} // namespace

bool Node::circle_step(Circle &circle) {
    // Time stands still here. A program that reads the clock is not followed.
    const std::uint64_t now = context_->network->known();
    if (interface_->next_due(now) != Network::never) return false;
    const Stop stop = engine::step(state_, memory_, code_.program(), stepped_);
    if (stop == Stop::network && !interface_->turn(*this, *code_.program().at(state_.pc), circle))
        return false;
    if (stop == Stop::access) {
        state_.now = now;
        if (!turn_of_device()) return false;
    }
    state_.now = now;
    if (stop == Stop::budget || stop == Stop::spin)
        interface_->retired(state_, *stepped_.instruction);
    return stop == Stop::budget || stop == Stop::spin || stop == Stop::network ||
           stop == Stop::access;
}

bool Node::comes_back(Circle &circle) {
    const engine::State from = state_;
    const std::unique_ptr<NetworkInterface> interface = interface_->copy();
    for (std::uint32_t n = 0; n < longest_circle; ++n) {
        if (!circle_step(circle)) return false;
        const bool alike =
            from.pc == state_.pc && // mostly not
            std::equal(from.r.begin(), from.r.begin() + engine::sink, state_.r.begin());
        if (alike && engine::same_but_for_time(from, state_) && interface_->same(*interface) &&
            memory_.unchanged())
            return true;
    }
    return false;
}

/// What still changes of itself a turn may see at any of the times that it asks. Then too it must
/// come back.
bool Node::always_comes_back(Circle &circle) {
    const engine::State from = state_;
    const std::unique_ptr<NetworkInterface> interface = interface_->copy();
    if (!comes_back(circle)) return false;
    if (!interface_->changes_by_itself(context_->network->known())) return true;
    const std::uint32_t asked = circle.asked;
    for (std::uint32_t change_at = 0; change_at < asked; ++change_at) {
        state_ = from;
        interface_->become(*interface);
        circle.asked = 0;
        circle.change_at = change_at;
        for (std::uint32_t n = 0; circle.asked <= change_at || state_.pc != from.pc; ++n)
            if (n == longest_circle || !circle_step(circle)) return false;
        circle.change_at = Circle::never_changes;
        if (!memory_.unchanged() || !comes_back(circle)) return false;
    }
    return true;
}

bool Node::turns_in_circles() {
    if (mode_ != Mode::running || stop_ == Stop::host) return false;
    const engine::State state = state_;
    const engine::Stepped stepped = stepped_;
    const std::unique_ptr<NetworkInterface> interface = interface_->copy();
    memory_.begin();
    state_.now = context_->network->known();
    Circle circle;
    circling_ = always_comes_back(circle);
    refused_ = circle.refused;
    memory_.undo();
    interface_->become(*interface);
    stepped_ = stepped;
    state_ = state;
    return circling_;
}

std::vector<std::uint32_t> Node::callers(Callers &all) const {
    return all.of(state_, memory_, code_.program());
}

std::optional<Handled> Node::handles() const {
    const net::Packet *message = interface_->handled();
    if (!message) return {};
    return Handled{message->source, message->number, message->tag};
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
    look.context = interface_->context();
    look.handles = handles();
    interface_->show(look);
    if (look.state == Doing::sends) look.refused = refused_;
    return look;
}

} // namespace inlet
