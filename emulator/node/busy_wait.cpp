#include "node/busy_wait.h"

#include "node/trial.h"

#include <algorithm>

namespace inlet {

using engine::Stop;
using net::Network;

namespace {

/// Longer loops are not followed to their end.
constexpr std::uint32_t longest_loop = 4096; // instructions

} // namespace

BusyWaitProof::BusyWaitProof(NodePort &node, NetworkInterface &interface, Devices &devices)
    : node_(&node), interface_(&interface), devices_(&devices) {
    const Trial trial(node, interface);
    node.state().now = node.network().known();
    holds_ = always_comes_back();
}

/// Executes the next instruction, with the network as it is and at the same cycle: a program that
/// reads the clock is not followed. False: it may have an effect.
bool BusyWaitProof::step() {
    engine::State &state = node_->state();
    const std::uint64_t now = node_->network().known();
    if (interface_->next_due(now) != Network::never) return false;
    const Stop stop = inlet::step(*node_);
    asks_ |= stop == Stop::network || stop == Stop::access;
    if (stop == Stop::network &&
        !interface_->turn(*node_, *node_->code().program().at(state.pc), wait_))
        return false;
    if (stop == Stop::access) {
        state.now = now;
        if (!finish_device_load()) return false;
    }
    state.now = now;
    if (stop == Stop::budget || stop == Stop::spin)
        interface_->retired(state, *node_->stepped().instruction);
    return stop == Stop::budget || stop == Stop::spin || stop == Stop::network ||
           stop == Stop::access;
}

/// Executes the load at pc if the register that it reads will never change.
bool BusyWaitProof::finish_device_load() {
    const Memory::DeviceAccess access = node_->memory().missed();
    node_->memory().forget_missed(); // it may be another than that at pc
    const std::uint64_t now = node_->state().now;
    Device &device = *devices_->at(access.address).device;
    if (access.store || device.stable_until(now, access.address) != Device::never) return false;
    const Access load = {access.address, access.bytes, false, 0, node_->stepped().cost.issue};
    const Answer answer =
        &device == interface_ ? interface_->answer_ahead(now, load) : device.access(now, load);
    if (answer.kind != Answer::Kind::done) return false;
    const Stop stop = finish_load(*node_, access, answer);
    return stop == Stop::budget || stop == Stop::spin;
}

bool BusyWaitProof::comes_back() {
    const engine::State &state = node_->state();
    const Place from(state, *interface_);
    for (std::uint32_t n = 0; n < longest_loop; ++n) {
        if (!step()) return false;
        const bool alike =
            from.has_pc(state) && // rarely
            std::equal(state.r.begin(), state.r.begin() + engine::sink, from.state().r.begin());
        if (alike && from.has(state) && from.has(*interface_) && node_->memory().unchanged())
            return true;
    }
    return false;
}

/// Any of the loop's polls may be the first to see a change that the interface makes by itself.
/// The program must come back then, too.
bool BusyWaitProof::always_comes_back() {
    const Place from(node_->state(), *interface_);
    if (!comes_back()) return false;
    if (!interface_->changes_by_itself(node_->network().known())) return true;
    const std::uint32_t asked = wait_.asked;
    for (std::uint32_t change_at = 0; change_at < asked; ++change_at) {
        from.restore(node_->state(), *interface_);
        wait_.asked = 0;
        wait_.change_at = change_at;
        for (std::uint32_t n = 0; wait_.asked <= change_at || !from.has_pc(node_->state()); ++n)
            if (n == longest_loop || !step()) return false;
        wait_.change_at = BusyWait::never_changes;
        if (!node_->memory().unchanged() || !comes_back()) return false;
    }
    return true;
}

} // namespace inlet
