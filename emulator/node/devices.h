// The devices on a node's bus, and where they stand.
#pragma once

#include "cpu/engine/state.h"
#include "memory/device.h"
#include "memory/memory.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace inlet {

struct PlacedDevice {
    std::uint32_t first = 0, bytes = 0; ///< addresses, where there is no memory
    /// Of the processor (InstructionSet::interrupts): what it asks for interrupts by.
    std::uint32_t lines = 0;
    std::shared_ptr<Device> device;
};
/// Makes what stands on the bus of a node.
using DeviceMaker = std::function<std::vector<PlacedDevice>(std::uint32_t node)>;

/// A device's access by the instruction at pc, which is not executed until all of its accesses have
/// been answered.
struct PendingAccess {
    Memory::DeviceAccess access;
    std::uint64_t at = 0; ///< cycle
    bool answered = false;
    std::uint32_t cycles = 0; ///< answered: wait states
    bool of_line = false;     ///< they are a cache line's
};

class Devices {
  public:
    /// No instruction makes more accesses of devices.
    static constexpr std::size_t most_accesses = 2;

    Devices() = default;
    explicit Devices(std::vector<PlacedDevice> placed) : placed_(std::move(placed)) {}

    bool empty() const { return placed_.empty(); }
    std::vector<PlacedDevice> &all() { return placed_; }
    bool has(const Device &device) const {
        return std::ranges::any_of(
            placed_, [&](const PlacedDevice &one) { return one.device.get() == &device; });
    }
    PlacedDevice &at(std::uint32_t address) {
        return *std::ranges::find_if(placed_, [address](const PlacedDevice &one) {
            return address - one.first < one.bytes;
        });
    }
    std::uint64_t next(std::uint64_t now) const {
        std::uint64_t next = Device::never;
        for (const PlacedDevice &one : placed_) next = std::min(next, one.device->next(now));
        return next;
    }
    /// Of the instruction at pc.
    std::vector<PendingAccess> pending;
    std::vector<Memory::Tried> tried; ///< the same accesses
    engine::State trial;              ///< in which it is tried

    void archive(Archive &ar);

  private:
    std::vector<PlacedDevice> placed_;
};

} // namespace inlet
