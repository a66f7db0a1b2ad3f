// A node as the diagnostic network sees it.
#include "node/busy_wait.h"
#include "node/callers.h"
#include "node/node_core.h"

namespace inlet {

bool NodeCore::only_waits() {
    if (core_.mode != Mode::running || stop_ == engine::Stop::host) return false;
    const BusyWaitProof proof(core_, core_.interface(), devices_);
    only_waits_ = proof.holds();
    refused_ = proof.refused();
    repeats_ = only_waits_ && !proof.asks();
    return only_waits_;
}

std::vector<std::uint32_t> NodeCore::callers(Callers &all) const {
    const engine::State &state = core_.state();
    const bool fails = faulted() && state.fault.kind == FaultKind::program_failed;
    return all.of(state, core_.memory(), core_.loaded_program(), fails ? state.fault.pc : 0,
                  core_.interface().context() != Context::main);
}

std::optional<Handled> NodeCore::handles() const {
    const net::Packet *message = core_.interface().handled();
    if (!message) return {};
    return Handled{message->source, message->number, message->tag};
}

DumpNode NodeCore::state_dump(bool stalled) {
    DumpNode dump;
    using Doing = DumpNode::State;
    switch (core_.mode) {
    case Mode::running:
        if (stalled && exit_.exited) {
            dump.state = Doing::exited;
            break;
        }
        dump.state = refused_ && only_waits_  ? Doing::sends
                     : repeats_               ? Doing::repeats
                     : only_waits_ || stalled ? Doing::polls
                                              : Doing::runs;
        break;
    case Mode::waiting:
        if (rests()) {
            dump.state = Doing::exited;
            break;
        }
        dump.state = Doing::waits;
        dump.reads = core_.reads();
        break;
    case Mode::parked: dump.state = Doing::exited; break;
    case Mode::faulted: dump.state = Doing::faulted; break;
    case Mode::asleep: dump.state = Doing::polls; break;
    }
    dump.node = core_.number();
    dump.core = context_->core;
    dump.pc = core_.state().pc;
    dump.cycle = core_.state().now;
    if (dump.state == Doing::waits) {
        dump.pc = wait_began_.pc;
        dump.cycle = wait_began_.cycle;
    }
    dump.context = core_.interface().context();
    dump.handles = handles();
    core_.interface().show(dump);
    if (dump.state == Doing::sends) dump.refused = refused_;
    return dump;
}

} // namespace inlet
