// A node as debuggers control it, which stop a machine within a run.
#include "cpu/engine/spin.h"
#include "node/node_core.h"

#include <algorithm>

namespace inlet {

using engine::Stop;

void NodeCore::act() {
    catch_up(net::Network::never);
    if (core_.mode == Mode::waiting && clock() > core_.state().now)
        return wait_until(core_.state().now + 1);
    std::uint64_t until = core_.state().now + 1;
    if (core_.mode == Mode::running) {
        core_.decode(); // is no step: what is decoded already depends on how the node came here
        once(until);
    } else if (core_.mode == Mode::waiting || core_.mode == Mode::parked) {
        until = clock() + 1;
        wake_up(until);
    }
}

bool NodeCore::before_instruction() const {
    if (core_.mode == Mode::waiting) return clock() > core_.state().now;
    return core_.mode == Mode::running && !in_instruction() && !devices_due() && room_known() &&
           !core_.interface().due(core_.state().now);
}

void NodeCore::forget_wait() {
    engine::left_loop(core_.state());
    if (core_.mode == Mode::waiting) core_.mode = Mode::running;
    stop_ = Stop::budget;
    only_waits_ = repeats_ = false;
    forget_polls();
}

bool NodeCore::set_register(std::uint32_t number, std::uint32_t value) {
    if (faulted() || parked() || !core_.set_register(number, value)) return false;
    forget_wait();
    return true;
}

bool NodeCore::set_wide_register(std::uint32_t number, std::span<const std::uint8_t> bytes) {
    if (faulted() || parked() || !core_.set_wide_register(number, bytes)) return false;
    forget_wait();
    return true;
}

bool NodeCore::write(std::uint32_t address, std::span<const std::uint8_t> bytes) {
    if (!core_.write(address, bytes)) return false;
    forget_wait();
    return true;
}

} // namespace inlet
