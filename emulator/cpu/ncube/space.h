// A node's memory as its processor and its channels see it: physical addresses from 0, and user
// mode's view of them.
#pragma once

#include "cpu/ncube/state.h"
#include "memory/memory.h"

#include <cstdint>
#include <optional>
#include <span>

namespace inlet::ncube {

/// Told of every access that has been translated (--check-dma).
class AccessCheck {
  public:
    virtual ~AccessCheck() = default;
    virtual void accessed(std::uint32_t physical, unsigned bytes, bool store) = 0;
};

class Space {
  public:
    /// `memory` begins with `first_mapped` bytes that are nobody's; behind them is address 0.
    explicit Space(Memory &memory, std::uint32_t bytes) : memory_(&memory), bytes_(bytes) {}

    std::uint32_t bytes() const { return bytes_; }
    void check_with(AccessCheck *check) { check_ = check; }

    /// The physical address of `bytes` at `address`, all of them; nothing: an address error.
    std::optional<std::uint32_t> translate(const State &state, std::uint32_t address,
                                           unsigned bytes) const {
        if (state.in_kernel()) {
            if (address >= bytes_ || bytes > bytes_ - address) return {};
            return address;
        }
        for (const Segment &segment : state.segment) {
            const std::uint32_t offset = address - segment.base;
            if (offset >= segment.bytes || bytes > segment.bytes - offset) continue;
            const std::uint32_t physical = segment.physical + offset;
            if (physical >= bytes_ || bytes > bytes_ - physical) return {};
            return physical;
        }
        return {};
    }

    /// Physical addresses; translate() has said that they are there.
    std::uint64_t load(std::uint32_t physical, unsigned bytes) const {
        if (check_) check_->accessed(physical, bytes, false);
        return peek(physical, bytes);
    }
    std::uint64_t peek(std::uint32_t physical, unsigned bytes) const {
        std::uint64_t value = 0;
        for (unsigned i = 0; i < bytes; ++i) {
            const std::uint8_t *byte = memory_->read<std::uint8_t>(physical + i + first_mapped);
            value |= std::uint64_t{*byte} << 8 * i;
        }
        return value;
    }
    void store(std::uint32_t physical, unsigned bytes, std::uint64_t value) {
        if (check_) check_->accessed(physical, bytes, true);
        poke(physical, bytes, value);
    }
    void poke(std::uint32_t physical, unsigned bytes, std::uint64_t value) {
        for (unsigned i = 0; i < bytes; ++i)
            *memory_->write<std::uint8_t>(physical + i + first_mapped) =
                static_cast<std::uint8_t>(value >> 8 * i);
    }
    /// False: not all of it is memory; nothing is copied then. The channels' way, which no check
    /// sees.
    bool copy_out(std::uint32_t physical, std::span<std::uint8_t> to) const {
        return physical <= bytes_ && to.size() <= bytes_ - physical &&
               memory_->copy_out(physical + first_mapped, to);
    }
    bool copy_in(std::uint32_t physical, std::span<const std::uint8_t> from) {
        return physical <= bytes_ && from.size() <= bytes_ - physical &&
               memory_->copy_in(physical + first_mapped, from);
    }

  private:
    Memory *memory_;
    std::uint32_t bytes_;
    AccessCheck *check_ = nullptr;
};

} // namespace inlet::ncube
