// Breakpoints and watchpoints of gdb, and the reasons for a stop.
#pragma once

#include <cstdint>
#include <set>

namespace inlet::gdb {

struct Watch {
    enum class Kind : std::uint8_t { write, read, access } kind;
    std::uint32_t address, bytes; ///< at most 64 bytes
    auto operator<=>(const Watch &) const = default;
};

/// Breakpoints and watchpoints. They apply to all nodes.
struct Points {
    std::set<std::uint32_t> breakpoints; ///< addresses
    std::set<Watch> watches;

    bool empty() const { return breakpoints.empty() && watches.empty(); }
    void add(const Points &others) {
        breakpoints.insert(others.breakpoints.begin(), others.breakpoints.end());
        watches.insert(others.watches.begin(), others.watches.end());
    }
};

struct Stopped {
    enum class Why : std::uint8_t {
        step,
        breakpoint, ///< `node` is before the breakpoint
        watch,      ///< `node` is before the access of `watch`; gdb then lets a MIPS execute it
        interrupt,
        begin, ///< backwards: the beginning of the run
        end,   ///< the run has ended
        /// The run has ended before the step of `node` alone, but `other` has passed a point. The
        /// run returns to that point when all nodes continue.
        end_of_others,
    } why = Why::step;
    std::uint32_t node = 0;
    Watch watch{};
    std::uint32_t other = 0;
};

} // namespace inlet::gdb
