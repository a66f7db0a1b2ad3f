// Anything on a node's bus that is not memory: registers behind addresses, DMA, timers, interrupts.
// Times are the node's clock. A device page costs ordinary accesses nothing: Memory has no entry
// for it, so an access goes the way of one that is not mapped, and only there the ranges are asked.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace inlet {

class Archive;

/// What an instruction does to a cache line of memory that a device keeps, instead of a load or
/// store: write it to memory and drop it (dcbf), only write it (dcbst), make it zero (dcbz).
enum class LineOperation : std::uint8_t { none, flush, clean, zero };

/// One load or store of a device.
struct Access {
    std::uint32_t address = 0;
    std::uint8_t bytes = 4; ///< 1, 2, 4 or 8
    bool store = false;
    std::uint64_t value = 0;                  ///< stores: as a number, whatever the byte order
    std::uint32_t cycles = 1;                 ///< that the instruction takes without wait states
    LineOperation line = LineOperation::none; ///< else it is a load of one byte, whatever it is
};

struct Answer {
    enum class Kind : std::uint8_t {
        done,
        not_known, ///< the network must first be known up to the access; nothing has happened
        fault,     ///< `value` is the device's code for it, Device::fault_text() the text
    } kind = Kind::done;
    std::uint64_t value = 0;  ///< loads
    std::uint32_t cycles = 0; ///< wait states
    bool line = false;        ///< they are those of a cache line that comes or goes
};

/// A number of a device by name, for people.
struct Named {
    std::string name;
    std::uint64_t value = 0;

    bool operator==(const Named &) const = default;
};

/// What a device may do to its node. Only while the node is settled: what it writes is never
/// undone.
class Bus {
  public:
    virtual ~Bus() = default;
    /// False: a byte is not mapped; nothing is copied then.
    virtual bool read(std::uint32_t address, std::span<std::uint8_t> to) = 0;
    virtual bool write(std::uint32_t address, std::span<const std::uint8_t> from) = 0;
};

class Device {
  public:
    static constexpr std::uint64_t never = ~std::uint64_t{0};

    virtual ~Device() = default;
    /// The access begins at `now`. All that advance() has to do before has been done.
    virtual Answer access(std::uint64_t now, const Access &access) = 0;
    /// Until then a load there gives what it gives now, takes the same cycles and does nothing
    /// else, if nobody stores.
    virtual std::uint64_t stable_until(std::uint64_t now, std::uint32_t address) const {
        static_cast<void>(address);
        return now;
    }
    /// The first cycle from `now` on at which advance() has something to do; never. Only an access,
    /// an arrival or advance() makes it sooner.
    virtual std::uint64_t next(std::uint64_t now) const = 0;
    /// Does what is due at `now`: DMA, timers, its own sends.
    virtual void advance(std::uint64_t now, Bus &bus) = 0;
    /// Bits of the interrupts that it asks for now.
    virtual std::uint32_t interrupts() const { return 0; }
    virtual void archive(Archive &ar) = 0;
    virtual std::vector<Named> look() const = 0;
    /// What an Answer of kind fault means, as a phrase.
    virtual const char *fault_text(std::uint64_t code) const = 0;
};

} // namespace inlet
