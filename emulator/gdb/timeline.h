// A run under a debugger, forwards and backwards: it stops where something is to be stopped at.
// Backwards is forwards from a moment that was saved.
#pragma once

#include "inlet/control.h"
#include "inlet/trace_hash.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <vector>

namespace inlet::gdb {

struct Watch {
    enum class Kind : std::uint8_t { write, read, access } kind;
    std::uint32_t address, bytes; ///< at most 64 bytes
    auto operator<=>(const Watch &) const = default;
};

struct Stopped {
    enum class Why : std::uint8_t {
        step,
        breakpoint, ///< `node` is before it
        watch,      ///< `node` has done what `watch` is for; backwards: is about to
        interrupt,
        begin, ///< backwards: there is nothing before
        end,   ///< the run is over
    } why = Why::step;
    std::uint32_t node = 0;
    Watch watch{};
};

class Timeline {
  public:
    /// `interrupted` is asked from time to time. `hash` (or nullptr) goes with the machine.
    Timeline(Machine &machine, TraceHash *hash, std::function<bool()> interrupted);

    Machine::Control &control() { return control_; }
    std::set<std::uint32_t> breakpoints; ///< addresses
    std::set<Watch> watches;

    /// gdb steps a MIPS by a breakpoint at what it takes for the next instruction. It does not know
    /// the branches of coprocessor 2, so behind a slot of `from`, which it steps, that may be
    /// wrong.
    Stopped go_on(std::uint32_t from);
    Stopped step(std::uint32_t node);
    Stopped go_back();
    Stopped step_back(std::uint32_t node);
    /// Somebody has written into the machine: what was before is another run.
    void written();

  private:
    struct Saved {
        Machine::Control::Saved machine;
        std::vector<std::uint64_t> hash;
    };
    struct Seen {
        Watch watch;
        std::vector<std::vector<std::uint8_t>> values; ///< by node
    };

    void save();
    void restore(const Saved &saved);
    bool patience_is_over();
    /// Before the next thing: does it begin with a breakpoint, and what may it read?
    bool at_breakpoint(std::uint32_t node) const;
    void look_at_watches();
    /// Does the next thing, which is this node's. A watch that it is for, if any.
    const Watch *act(std::uint32_t node);
    /// The last thing that is done and that `is_it` (asked before it, told the node; it does it).
    template <typename IsIt> Stopped back_to(const IsIt &is_it);

    Machine::Control control_;
    TraceHash *hash_;
    std::function<bool()> interrupted_;
    std::map<Moment, Saved> saved_;
    std::vector<Seen> seen_;
    std::chrono::steady_clock::time_point last_save_;
    unsigned things_ = 0; ///< since the clock was looked at
};

} // namespace inlet::gdb
