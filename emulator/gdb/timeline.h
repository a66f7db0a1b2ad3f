// Runs a machine for a debugger, forwards and backwards, up to breakpoints and watchpoints. To go
// back, it restores a saved state and executes forwards.
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
#include <utility>
#include <vector>

namespace inlet::gdb {

class Timeline {
  public:
    /// Polls `interrupted` from time to time. Saves and restores `hash` (or nullptr) with the
    /// machine.
    Timeline(Machine &machine, TraceHash *hash, std::function<bool()> interrupted);

    Machine::Control &control() { return control_; }
    Points points;

    /// The nodes to resume: all, or, from gdb's view, the given node alone. Alone, only that node
    /// is reported (StepOver).
    enum class On : std::uint8_t { all, alone };
    /// Continues. gdb steps a MIPS with a breakpoint at the presumed next instruction. It does not
    /// know the branches of coprocessor 2, so the run also stops when `from`, the node that gdb
    /// steps, leaves a delay slot.
    Stopped go_on(std::uint32_t from, On on = On::all);
    /// Executes one instruction of a node, and handlers that interrupt the node before.
    Stopped step(std::uint32_t node, On on = On::all);
    /// Goes back to the last breakpoint or watchpoint of the node `alone`, or (empty) of any node.
    Stopped go_back(std::optional<std::uint32_t> alone = std::nullopt);
    /// Goes back before the node's last instruction outside of such handlers. Alone: gdb moves the
    /// node off a breakpoint; the next go_back() reports the points that other nodes have passed in
    /// between.
    Stopped step_back(std::uint32_t node, On on = On::all);
    /// Second cores are of another kind: their memory is another one, so watchpoints are for first
    /// cores only, and breakpoints for second cores where `is_theirs` holds for the address.
    void second_cores_break_at(std::function<bool(std::uint32_t address)> is_theirs) {
        watched_cores_ = control_.nodes();
        is_theirs_ = std::move(is_theirs);
    }
    /// The debugger has written to the machine, so that earlier states belong to another run.
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
    /// The parameters of a run forwards.
    struct Going {
        On on;
        Place from;
        bool steps = false;             ///< alone: gdb has a breakpoint behind the instruction
        std::set<std::uint32_t> passed; ///< alone: breakpoints for the other nodes
        bool told(std::uint32_t node) const { return on == On::all || node == from.node; }
    };

    void save();
    Saved present();
    void restore(const Saved &saved);
    bool patience_is_over();
    Place place(std::uint32_t node) const;
    bool in_handler_above(std::uint32_t node, Context level) const;
    /// Begins to continue. Not empty: it has instead gone back to a point that was passed during a
    /// step over a breakpoint.
    std::optional<Stopped> begin(Going &going);
    /// The reason to report when the run has ended.
    Stopped end(const Going &going) const;
    /// With `nowhere` (a file was written since) and `interrupted` the position is unchanged.
    enum class Went : std::uint8_t { there, nowhere, interrupted };
    /// Goes to the position after the step `done`, which has been executed before.
    Went go_to(Position done);
    /// Whether the next step begins at one of the breakpoints.
    bool at_breakpoint(std::uint32_t node, const std::set<std::uint32_t> &breakpoints) const;
    bool at_breakpoint(std::uint32_t node, const Going &going) const {
        return at_breakpoint(node, going.told(node) ? points.breakpoints : going.passed);
    }
    void look_at_watches(const std::set<Watch> &watches);
    /// The watch that the next step, of this node, accesses; nullptr: none.
    const Watch *about_to_touch(std::uint32_t node) const;
    /// Executes the next step, of this node, and returns the watches that it triggers.
    std::vector<Watch> act(std::uint32_t node);
    /// The same forwards. `stops`: there is a breakpoint before the step. Returns the stop to
    /// report, if any.
    std::optional<Stopped> advance(std::uint32_t node, const Going &going, bool stops);
    /// Goes back to the last step up to `here` for which `is_it(node)` is not empty. `is_it` is
    /// called before each step and executes it.
    template <typename IsIt> Stopped back_to(Position here, const IsIt &is_it);

    Machine::Control control_;
    std::uint32_t watched_cores_;
    std::function<bool(std::uint32_t)> is_theirs_; ///< empty: breakpoints are for all cores
    TraceHash *hash_;
    std::function<bool()> interrupted_;
    std::map<Position, Saved> saved_;
    StepOver over_;
    std::optional<Position> back_from_; ///< where a node has begun to step back alone
    std::set<Position> watched_;        ///< steps that were reported for a watch
    Points all_;                        ///< points at the last resumption of all nodes
    Points known_;                      ///< points at any time since then
    std::vector<Seen> seen_;
    std::chrono::steady_clock::time_point last_save_;
    bool quick_ = false;             ///< the engine has run without a saved state
    unsigned steps_since_clock_ = 0; ///< steps since the clock was read
};

} // namespace inlet::gdb
