// A node's memory by physical addresses, and its translation in user mode.
#pragma once

#include "cpu/ncube/state.h"
#include "memory/memory.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace inlet::ncube {

/// A data access of an instruction.
struct DataAccess {
    std::uint32_t physical = 0; ///< address
    unsigned bytes = 0;
    bool store = false;
};

class Space {
  public:
    /// `log`: receives all accesses; may be nullptr.
    explicit Space(Memory &memory, std::vector<DataAccess> *log = nullptr)
        : memory_(&memory), log_(log) {}

    /// Translates `bytes` bytes at `address` to a physical address. Empty: an address error.
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

    // Accesses by physical addresses, which translate() has checked.

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
    /// The address at which a store would change decoded code (Memory::watched). Empty: the store
    /// is allowed.
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
