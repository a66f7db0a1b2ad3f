// A node as the diagnostic network sees it.
#include "node/busy_wait.h"
#include "node/callers.h"
#include "node/node.h"

namespace inlet {

bool Node::only_waits() {
    if (mode_ != Mode::running || stop_ == engine::Stop::host) return false;
    const BusyWaitProof proof(*this, *interface_, devices_);
    only_waits_ = proof.holds();
    refused_ = proof.refused();
    return only_waits_;
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
        look.state = !only_waits_ ? Doing::runs : refused_ ? Doing::sends : Doing::polls;
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
