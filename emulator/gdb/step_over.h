// Steps over a breakpoint. To continue from a breakpoint, gdb removes it, resumes its node alone
// for one instruction, and inserts it again. In the meantime it expects stops of that node only
// (finish_step_over() in gdb 13's infrun.c asserts it). Here, however, the other nodes must run too
// if the instruction waits for them. The points that they pass are recorded until gdb resumes all
// nodes. The run then returns to the first of these points, and the stepped instruction is executed
// again, at a breakpoint that gdb has already reported.
#pragma once

#include "gdb/points.h"
#include "inlet/control.h"

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace inlet::gdb {

/// A node before an instruction. The stack pointer distinguishes it from a handler that interrupts
/// the code and reaches the same pc.
struct Place {
    std::uint32_t node = 0, pc = 0, sp = 0;
    bool operator==(const Place &) const = default;
};

class StepOver {
  public:
    /// A breakpoint or watchpoint that another node has passed.
    struct Passed {
        Position done; ///< position of the last step before the point
        Stopped stopped;
        std::uint32_t pc = 0; ///< breakpoint: its address
    };

    /// gdb resumes this node alone. `over`: there may be a point to step over. False: gdb steps
    /// under `set scheduler-locking`, and earlier records are dropped.
    bool begin(const Place &place, bool over);
    /// gdb resumes all nodes from the current position.
    void end();
    /// Forgets all steps, for another run or another position.
    void forget();

    /// Whether there are steps over breakpoints.
    bool active() const { return !stepped_.empty(); }
    /// Whether gdb has already reported the breakpoint that the node is before.
    bool seen(const Place &place) const;
    /// Notes that the instruction at `place` was executed, as the step at `position`. True: it was
    /// executed again after the run has gone back, and gdb may take that for a step of the node.
    bool executed(const Place &place, Position position);

    /// Records a point: the first at each address and of each watch.
    void pass(const Passed &passed);
    /// Drops the recorded points, and ignores new ones up to the next begin().
    void drop() {
        passed_.clear();
        keeps_ = false;
    }
    /// The first recorded point that is one of `points`.
    std::optional<Passed> first(const Points &points) const;
    /// The run has gone back: the steps after `done` will be executed again.
    void went_back(Position done);

  private:
    struct Stepped {
        Place place;
        std::optional<Position> executed;
        bool again = false;
    };
    std::vector<Stepped> stepped_; ///< since gdb has resumed all nodes; usually one
    std::vector<Passed> passed_;   ///< in the order of execution
    bool keeps_ = true;
};

} // namespace inlet::gdb
