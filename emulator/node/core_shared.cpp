// A core as the device that it shares with another core acts on it (node/shared_device.h).
#include "cpu/engine/spin.h"
#include "node/node.h"
#include "node/node_core.h"
#include "node/trial.h"

#include <algorithm>

namespace inlet {

void NodeCore::meet(std::uint64_t now) {
    if (later_.out || held_) return; // it is at its boundary
    const bool computes = core_.mode == Mode::running;
    catch_up(now);
    switch (core_.mode) {
    case Mode::asleep: rouse(now); break;
    case Mode::waiting:
    case Mode::parked: wait_until(now); break;
    case Mode::running:
    case Mode::faulted: break;
    }
    if (computes && horizon_ > now)
        Node::broken("a core has passed the cycle at which the device acts on it", now, horizon_);
}

/// Turns asleep are counted, never told; the rest of one is executed.
void NodeCore::rouse(std::uint64_t now) {
    core_.mode = Mode::running;
    pass_turns(now);
}

/// A wait for memory or an interrupt may be over.
void NodeCore::end_spin() {
    engine::left_loop(core_.state());
    if (core_.mode == Mode::waiting) core_.mode = Mode::running;
}

void NodeCore::wake(std::uint64_t now) {
    meet(now);
    forget_polls();
}

bool NodeCore::read(std::uint64_t now, std::uint32_t address, std::span<std::uint8_t> to) {
    meet(now);
    core_.memory().show();
    return core_.memory().copy_out(address, to);
}

std::uint64_t NodeCore::serve_dma(std::uint64_t now, std::uint32_t address, std::uint32_t bytes) {
    Caches *const caches = core_.caches();
    if (!caches) return now;
    meet(now);
    return caches->serve_dma(address, bytes, now);
}

/// Behind write_at() at the same cycle.
void NodeCore::drop_lines(std::uint32_t address, std::uint32_t bytes) {
    if (Caches *const caches = core_.caches()) caches->drop(address, bytes);
}

bool NodeCore::write_at(std::uint64_t now, std::uint32_t address,
                        std::span<const std::uint8_t> from) {
    meet(now);
    if (!core_.write(address, from)) return false;
    core_.state().linked = false;
    if (!later_.out) core_.memory().forget_missed(); // what is at pc may be another access
    end_spin();
    forget_polls();
    return true;
}

void NodeCore::interrupt(std::uint64_t now, std::uint32_t all, std::uint32_t lines) {
    meet(now);
    lines_ = all;
    asked_ = lines;
    if (later_.out) return; // after the instruction
    core_.memory().forget_missed();
    end_spin();
    forget_polls();
    follow_interrupts();
}

void NodeCore::answer(std::uint64_t now, std::uint64_t cycle, std::uint64_t value) {
    if (!later_.out || later_.until != Device::never || cycle < now)
        Node::broken("an answer to no load, or before now", cycle, now);
    PendingAccess &load = devices_.pending.back();
    later_.until = cycle + later_.stalls;
    std::uint64_t waits = later_.until - core_.state().now;
    for (const PendingAccess &one : devices_.pending)
        if (&one != &load) waits -= std::min<std::uint64_t>(waits, one.cycles);
    load.answered = true;
    load.cycles = static_cast<std::uint32_t>(waits);
    put_number(devices_.tried.back(), value, core_.abi().little);
}

void NodeCore::stall(std::uint64_t now, std::uint64_t cycles) {
    meet(now);
    if (later_.out) {
        if (later_.until == Device::never) {
            later_.stalls += cycles;
        } else {
            later_.until += cycles;
            devices_.pending.back().cycles += static_cast<std::uint32_t>(cycles);
        }
        return;
    }
    end_spin();
    forget_polls();
    if (core_.mode == Mode::parked) core_.counts.parked += cycles;
    if (core_.mode != Mode::faulted) core_.state().now += cycles;
}

void NodeCore::hold(std::uint64_t now) {
    if (held_ || later_.out) Node::broken("a core is held twice, or while a load is out", now, now);
    meet(now);
    end_spin();
    forget_polls();
    held_ = true;
    held_since_ = now;
}

void NodeCore::release(std::uint64_t now) {
    if (!held_) Node::broken("a core is released that is not held", now, now);
    held_ = false;
    if (core_.mode == Mode::faulted) return;
    const std::uint64_t cycles = now - held_since_;
    if (core_.mode == Mode::parked) core_.counts.parked += cycles;
    core_.state().now += cycles;
}

void NodeCore::fail(std::uint64_t now, FaultKind kind, std::uint32_t value,
                    const std::string &why) {
    meet(now);
    if (core_.mode == Mode::faulted) return;
    later_ = {};
    devices_.pending.clear();
    devices_.tried.clear();
    stop_ = engine::Stop::budget;
    end_spin();
    core_.explain(why);
    core_.state().fault = {kind, core_.number(), core_.state().now, core_.state().pc, value, 0, {}};
    core_.give_up();
}

NodePort &NodeCore::messages(std::uint64_t now) {
    if (core_.mode == Mode::waiting || core_.mode == Mode::parked) wait_until(now);
    return core_;
}

void NodeCore::Later::archive(Archive &ar) {
    ar(out);
    ar.cycle(until);
    ar.cycle(stalls);
}

/// Of a further core, the search for its idle loop belongs to the state.
void NodeCore::archive_shared(Archive &ar) {
    ar(later_, held_, lines_, asked_);
    ar.cycle(held_since_);
    if (!sleeps()) return;
    bool polled = polls_ != nullptr;
    ar(polled);
    if (ar.loads()) polls_ = polled ? std::make_unique<PollLoop>() : nullptr;
    if (polls_) polls_->archive(ar, core_.words());
    ar.require(core_.mode != Mode::asleep || (polls_ && polls_->turn().counts.cycles),
               "a core that sleeps in no loop");
}

} // namespace inlet
