// Where gdb wants a run to stop, and why one has stopped.
#pragma once

#include <cstdint>
#include <set>

namespace inlet::gdb {

struct Watch {
    enum class Kind : std::uint8_t { write, read, access } kind;
    std::uint32_t address, bytes; ///< at most 64 bytes
    auto operator<=>(const Watch &) const = default;
};

/// Of all nodes.
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
        breakpoint, ///< `node` is before it
        watch,      ///< `node` is about to do what `watch` is for; gdb lets a MIPS do it then
        interrupt,
        begin, ///< backwards: there is nothing before
        end,   ///< the run is over
        /// So it is, before `node` could step alone; but `other` has come to something by then, to
        /// which the run goes back when all go on.
        end_of_others,
    } why = Why::step;
    std::uint32_t node = 0;
    Watch watch{};
    std::uint32_t other = 0;
};

} // namespace inlet::gdb
