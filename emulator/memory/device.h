// Devices on a node's bus: registers behind addresses, DMA, timers, interrupts. Times are the
// node's clock. Devices cost ordinary accesses nothing: Memory has no entry for their pages, and
// the slow path of unmapped addresses compares the ranges.
#pragma once

#include "inlet/fault.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace inlet {

class Archive;

/// An operation on a cache line of memory that a device keeps: write it back and drop it (dcbf),
/// write it back (dcbst), make it zero (dcbz). Or `barrier`, which names no line: wait until all
/// that the processor has asked the device for is done (sync).
enum class LineOperation : std::uint8_t { none, flush, clean, zero, barrier };

/// One load or store of a device.
struct Access {
    std::uint32_t address = 0;
    std::uint8_t bytes = 4; ///< 1, 2, 4 or 8
    bool store = false;
    std::uint64_t value = 0;  ///< stores: the number, independent of byte order
    std::uint32_t cycles = 1; ///< of the instruction, without wait states
    LineOperation line =
        LineOperation::none; ///< if not none, `store` and `bytes` are those of a byte load
    /// Devices that cores share: the instruction's accesses all happen at the cycle of its first
    /// one; so many later it reaches this one.
    std::uint32_t after = 0;
};

struct Answer {
    enum class Kind : std::uint8_t {
        done,
        not_known, ///< the network must first be known up to the access; repeat the call
        later,     ///< loads of a shared device (node/shared_device.h): SharedBus::answer follows
        fault,     ///< `value` is a code for Device::fault_text()
    } kind = Kind::done;
    std::uint64_t value = 0;  ///< loads
    std::uint32_t cycles = 0; ///< wait states
    bool line = false;        ///< the wait states are a cache line's transfer
    std::uint32_t wrong = 0;  ///< fault: the wrong number of a node, if that is the fault
};

/// A named number of a device, for users.
struct Named {
    std::string name;
    std::uint64_t value = 0;

    bool operator==(const Named &) const = default;
};

/// The node's memory for devices. Used only while the node does not run ahead: writes cannot be
/// undone.
class Bus {
  public:
    virtual ~Bus() = default;
    /// False: a byte is unmapped, and nothing was copied.
    virtual bool read(std::uint32_t address, std::span<std::uint8_t> to) = 0;
    virtual bool write(std::uint32_t address, std::span<const std::uint8_t> from) = 0;
};

class Device {
  public:
    static constexpr std::uint64_t never = ~std::uint64_t{0};

    virtual ~Device() = default;
    /// The access begins at `now`. advance() has been called for everything that was due before.
    virtual Answer access(std::uint64_t now, const Access &access) = 0;
    /// The cycle until which loads from there have the same value and cost and no other effect,
    /// unless a store intervenes.
    virtual std::uint64_t stable_until(std::uint64_t now, std::uint32_t address) const {
        static_cast<void>(address);
        return now;
    }
    /// The first cycle from `now` on at which advance() has work, or never. Only an access, an
    /// arrival or advance() makes it sooner.
    virtual std::uint64_t next(std::uint64_t now) const = 0;
    /// Does the work that is due at `now`: DMA, timers, sends.
    virtual void advance(std::uint64_t now, Bus &bus) = 0;
    /// The interrupts that it raises now, as bits.
    virtual std::uint32_t interrupts() const { return 0; }
    virtual void archive(Archive &ar) = 0;
    virtual std::vector<Named> named_state() const = 0;
    /// The meaning of an Answer of kind fault, as a phrase.
    virtual const char *fault_text(std::uint64_t code) const = 0;
    /// Its kind. `unmapped` and `program_failed` have fault_text(); others say it themselves.
    virtual FaultKind fault_kind(std::uint64_t code) const {
        static_cast<void>(code);
        return FaultKind::unmapped;
    }
};

} // namespace inlet
