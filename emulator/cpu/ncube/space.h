// A node's memory as its processor sees it: physical addresses, and user mode's view of them.
#pragma once

#include "cpu/ncube/state.h"
#include "memory/memory.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace inlet::ncube {

/// An access that an instruction has made.
struct DataAccess {
    std::uint32_t physical = 0; ///< address
    unsigned bytes = 0;
    bool store = false;
};

class Space {
  public:
    /// `log`: where accesses are noted; nullptr: nobody wants to know.
    explicit Space(Memory &memory, std::vector<DataAccess> *log = nullptr)
        : memory_(&memory), log_(log) {}

    /// The physical address of `bytes` at `address`, all of them; nothing: an address error.
    static std::optional<std::uint32_t> translate(const State &state, std::uint32_t memory_bytes,
                                                  std::uint32_t address, unsigned bytes) {
        if (state.in_kernel()) {
            if (address >= memory_bytes || bytes > memory_bytes - address) return {};
            return address;
        }
        for (const Segment &segment : state.segment) {
            const std::uint32_t offset = address - segment.base;
            if (offset >= segment.bytes || bytes > segment.bytes - offset) continue;
            const std::uint32_t physical = segment.physical + offset;
            if (physical >= memory_bytes || bytes > memory_bytes - physical) return {};
            return physical;
        }
        return {};
    }
    std::optional<std::uint32_t> translate(const State &state, std::uint32_t address,
                                           unsigned bytes) const {
        return translate(state, memory_->bytes(), address, bytes);
    }

    // Physical addresses; translate() has said that they are there.

    std::uint64_t load(std::uint32_t physical, unsigned bytes) const {
        if (log_) log_->push_back({physical, bytes, false});
        return peek(physical, bytes);
    }
    std::uint64_t peek(std::uint32_t physical, unsigned bytes) const {
        std::uint64_t value = 0;
        for (unsigned i = 0; i < bytes; ++i)
            value |= std::uint64_t{*memory_->read<std::uint8_t>(physical + i)} << 8 * i;
        return value;
    }
    /// Where a store would change decoded code (Memory::watched); nothing: it may be made.
    std::optional<std::uint32_t> watched(std::uint32_t physical, unsigned bytes) const {
        for (const std::uint32_t at : {physical, physical + bytes - 1})
            if (memory_->watched(at)) return at;
        return {};
    }
    void store(std::uint32_t physical, unsigned bytes, std::uint64_t value) {
        if (log_) log_->push_back({physical, bytes, true});
        poke(physical, bytes, value);
    }
    void poke(std::uint32_t physical, unsigned bytes, std::uint64_t value) {
        for (unsigned i = 0; i < bytes; ++i)
            *memory_->write<std::uint8_t>(physical + i) = static_cast<std::uint8_t>(value >> 8 * i);
    }

  private:
    Memory *memory_;
    std::vector<DataAccess> *log_;
};

} // namespace inlet::ncube
