// A run under a debugger, forwards and backwards: it stops where something is to be stopped at.
// Backwards is forwards from a position that was saved.
#pragma once

#include "gdb/points.h"
#include "gdb/step_over.h"
#include "inlet/control.h"
#include "inlet/trace_hash.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace inlet::gdb {

class Timeline {
  public:
    /// `interrupted` is asked from time to time. `hash` (or nullptr) goes with the machine.
    Timeline(Machine &machine, TraceHash *hash, std::function<bool()> interrupted);

    Machine::Control &control() { return control_; }
    Points points;

    /// Who goes on: all, or as far as gdb can see only the node that is named; then no other is in
    /// what is returned (StepOver).
    enum class On : std::uint8_t { all, alone };
    /// gdb steps a MIPS by a breakpoint at what it takes for the next instruction. It does not know
    /// the branches of coprocessor 2, so behind a slot of `from`, which it steps, that may be
    /// wrong.
    Stopped go_on(std::uint32_t from, On on = On::all);
    /// One instruction. A handler that interrupts the node before it is run through.
    Stopped step(std::uint32_t node, On on = On::all);
    /// To the last breakpoint or watchpoint; of that node, or (none) of any.
    Stopped go_back(std::optional<std::uint32_t> alone = std::nullopt);
    /// Before the last instruction that was no such handler's. Alone: gdb only wants the node off a
    /// breakpoint, and what others come to on the way back is for the next go_back().
    Stopped step_back(std::uint32_t node, On on = On::all);
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
    /// Of a run forwards.
    struct Going {
        On on;
        Place from;
        bool steps = false;             ///< alone: gdb waits for it behind its instruction
        std::set<std::uint32_t> passed; ///< alone: the breakpoints of others
        bool told(std::uint32_t node) const { return on == On::all || node == from.node; }
    };

    void save();
    Saved present();
    void restore(const Saved &saved);
    bool patience_is_over();
    Place place(std::uint32_t node) const;
    bool in_handler_above(std::uint32_t node, Context level) const;
    /// Begins to go on. Stopped: it goes back instead, to what a step over a breakpoint has passed.
    std::optional<Stopped> begin(Going &going);
    /// The run is over while it goes.
    Stopped end(const Going &going) const;
    /// `nowhere` (a file was written since) and `interrupted`: where it was.
    enum class Went : std::uint8_t { there, nowhere, interrupted };
    /// To behind that thing, which was done before.
    Went go_to(Position done);
    /// Before the next thing: does it begin with one of these breakpoints, and what may it read?
    bool at_breakpoint(std::uint32_t node, const std::set<std::uint32_t> &breakpoints) const;
    bool at_breakpoint(std::uint32_t node, const Going &going) const {
        return at_breakpoint(node, going.told(node) ? points.breakpoints : going.passed);
    }
    void look_at_watches(const std::set<Watch> &watches);
    /// The next thing is this node's: the watch in place that its load or store is for, if any.
    const Watch *about_to_touch(std::uint32_t node) const;
    /// Does the next thing, which is this node's. The watches that it is for.
    std::vector<Watch> act(std::uint32_t node);
    /// The same forwards, with the breakpoint before it if `stops`: what gdb is to hear of it.
    std::optional<Stopped> advance(std::uint32_t node, const Going &going, bool stops);
    /// The last thing up to `here` that `is_it` (asked before it, told the node; it does it).
    template <typename IsIt> Stopped back_to(Position here, const IsIt &is_it);

    Machine::Control control_;
    TraceHash *hash_;
    std::function<bool()> interrupted_;
    std::map<Position, Saved> saved_;
    StepOver over_;
    std::optional<Position> back_from_; ///< where a node began to step back alone
    std::set<Position> watched_; ///< steps of which gdb has heard that they touch what it watches
    Points all_;                 ///< those in place when all last went on
    Points known_;               ///< those in place at any time since then
    std::vector<Seen> seen_;
    std::chrono::steady_clock::time_point last_save_;
    bool quick_ = false;  ///< the engine has run, and not saved where it stands
    unsigned things_ = 0; ///< since the clock was looked at
};

} // namespace inlet::gdb
