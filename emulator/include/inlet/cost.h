// What one instruction cost, by cause.
#pragma once

#include <cstdint>
#include <string>

namespace inlet {

/// Cycles of one instruction by cause. The node's clock advances by total().
struct Cost {
    std::uint32_t issue = 0;        ///< cost of the instruction itself (machine file, "costs")
    std::uint32_t load_use = 0;     ///< waiting for the value of the load just before
    std::uint32_t network = 0;      ///< cycles of a network instruction beyond one issue slot
    std::uint32_t multiply = 0;     ///< waiting for HI and LO to be computed
    std::uint32_t cache = 0;        ///< lines fetched and written back
    std::uint32_t write_buffer = 0; ///< waiting for room for a store
    std::uint32_t ni_wait = 0;      ///< wait states of loads and stores of devices' registers

    std::uint32_t total() const {
        return issue + load_use + network + multiply + cache + write_buffer + ni_wait;
    }
    bool operator==(const Cost &) const = default;
};

/// "issue 1, network 4"; "free" for a cost of 0, which host services have.
std::string cost_text(const Cost &cost);

} // namespace inlet
