// A node in the hands of who stops a machine within a run.
#include "cpu/engine/spin.h"
#include "cpu/mips/registers.h"
#include "inlet/control.h"
#include "inlet/t1/control_register.h"
#include "node/node.h"

#include <algorithm>

namespace inlet {

using engine::Stop;

void Node::act() {
    catch_up(net::Network::never);
    if (mode_ == Mode::waiting && clock() > state_.now) return wait_until(state_.now + 1);
    std::uint64_t until = state_.now + 1;
    if (mode_ == Mode::running) {
        once(until);
    } else if (mode_ == Mode::waiting || mode_ == Mode::parked) {
        until = clock() + 1;
        wake_up(until);
    }
}

bool Node::before_instruction() const {
    if (mode_ == Mode::waiting) return clock() > state_.now;
    return mode_ == Mode::running && !in_instruction() && !devices_due() && room_known() &&
           !interface_->due(state_.now);
}

void Node::forget_wait() {
    engine::left_loop(state_);
    if (mode_ == Mode::waiting) mode_ = Mode::running;
    stop_ = Stop::budget;
    only_waits_ = false;
    forget_polls();
}

bool Node::set_register(std::uint32_t number, std::uint32_t value) {
    if (mode_ == Mode::faulted || mode_ == Mode::parked) return false;
    if (!code_.set().registers().empty()) {
        if (!code_.set().write_register(state_, number, value)) return false;
    } else if (number > 0 && number < 32)
        state_.r[number] = value;
    else if (number == ControlRegister::lo)
        state_.r[mips::lo_register] = value;
    else if (number == ControlRegister::hi)
        state_.r[mips::hi_register] = value;
    else if (number == ControlRegister::pc)
        state_.jump(value);
    else if (number >= ControlRegister::f0 && number < ControlRegister::f0 + 32)
        state_.r[mips::float_register + number - ControlRegister::f0] = value;
    else
        return false;
    forget_wait();
    return true;
}

bool Node::set_wide_register(std::uint32_t number, std::span<const std::uint8_t> bytes) {
    if (mode_ == Mode::faulted || mode_ == Mode::parked ||
        !code_.set().write_wide(state_, number, bytes))
        return false;
    forget_wait();
    return true;
}

bool Node::write(std::uint32_t address, std::span<const std::uint8_t> bytes) {
    if (!write_memory(address, bytes)) return false;
    forget_wait();
    return true;
}

bool Node::write_memory(std::uint32_t address, std::span<const std::uint8_t> bytes) {
    std::vector<std::uint8_t> there(bytes.size());
    memory_.show(); // the next instruction hides again what its mode does not reach
    if (!memory_.copy_out(address, there)) return false;
    memory_.protect_from(memory_.bytes()); // the next instruction sets it again
    for (const std::uint8_t byte : bytes) {
        const bool code = memory_.watched(address);
        if (code) memory_.watch(address, false);
        *memory_.write<std::uint8_t>(address) = byte;
        if (code) code_.changed(address);
        ++address;
    }
    return true;
}

} // namespace inlet
