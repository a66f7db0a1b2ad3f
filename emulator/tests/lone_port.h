// The port of an interface under test that is all there is of its node.
#pragma once

#include "ni/node_port.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace inlet::test {

/// Node 0, without caches and without an observer. What an interface notes for the rest of a node
/// goes nowhere.
class LonePort : public NodePort {
  public:
    std::uint32_t number() const override { return 0; }
    Caches *caches() override { return nullptr; }
    Observer *observer() const override { return nullptr; }
    void explain(const std::string & /*why*/) override {}
    void wake() override {}
    void forget_turns() override {}
    void trap(const std::function<void()> &enter) override { enter(); }
    void note_interruption() override {}
    void note_sent() override {}
    void note_received(std::uint64_t /*cycle*/, const net::Packet & /*packet*/) override {}
    void announce_arrivals(std::uint64_t /*cycle*/) override {}
    bool store_bytes(std::uint32_t /*address*/, std::span<const std::uint8_t> /*bytes*/) override {
        return false;
    }
    MessageEvent event_of(const events::Any &what) const override { return {.what = what}; }
    MessageEvent event_of(const events::Any &what, const net::Packet & /*packet*/) const override {
        return event_of(what);
    }
};

} // namespace inlet::test
