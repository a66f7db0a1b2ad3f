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

DumpNode Node::state_dump() {
    DumpNode dump;
    using Doing = DumpNode::State;
    switch (mode_) {
    case Mode::running:
        dump.state = !only_waits_ ? Doing::runs : refused_ ? Doing::sends : Doing::polls;
        break;
    case Mode::waiting:
        dump.state = Doing::waits;
        dump.reads = reads();
        break;
    case Mode::parked: dump.state = Doing::exited; break;
    case Mode::faulted: dump.state = Doing::faulted; break;
    }
    dump.node = number_;
    dump.pc = state_.pc;
    dump.cycle = state_.now;
    dump.context = interface_->context();
    dump.handles = handles();
    interface_->show(dump);
    if (dump.state == Doing::sends) dump.refused = refused_;
    return dump;
}

} // namespace inlet
