// How gdb goes on from a breakpoint: it takes it out, lets its node alone on for an instruction,
// and puts it back. Meanwhile it wants to hear of that node only (gdb 13's infrun.c:
// finish_step_over() asserts it). But here the other nodes cannot stand still where that
// instruction waits for them, so what they come to is kept until gdb lets all on. Then the run goes
// back to the first of it, and the instruction is once more to be executed, at a breakpoint that
// gdb has seen.
#pragma once

#include "gdb/points.h"
#include "inlet/control.h"

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace inlet::gdb {

/// A node before an instruction. Its stack pointer tells it from a handler that interrupts it and
/// comes to the same pc.
struct Place {
    std::uint32_t node = 0, pc = 0, sp = 0;
    bool operator==(const Place &) const = default;
};

class StepOver {
  public:
    /// What another node has come to.
    struct Passed {
        Position done; ///< the last thing before it stands there
        Stopped stopped;
        std::uint32_t pc = 0; ///< why breakpoint: its address
    };

    /// gdb lets that node alone on; `over`: there is what it may step over. False: it steps under
    /// `set scheduler-locking`, and nothing is kept of what was before.
    bool begin(const Place &place, bool over);
    /// gdb lets all on, from the present.
    void end();
    /// Another run, or another time in it.
    void forget();

    /// Whether there is anything that the others must be asked.
    bool active() const { return !stepped_.empty(); }
    /// Whether gdb has seen the breakpoint that the node is before.
    bool seen(const Place &place) const;
    /// The instruction there was executed, as the thing of that name. True: it is so again, after
    /// the run has gone back; gdb may think that the node does it as a step.
    bool executed(const Place &place, Position position);

    /// Keeps the first at each address and of each watch.
    void pass(const Passed &passed);
    /// What is kept is not what gdb steps over, nor is what comes in this step.
    void drop() {
        passed_.clear();
        keeps_ = false;
    }
    /// The first that is at one of these points.
    std::optional<Passed> first(const Points &points) const;
    /// The run has gone back: everything behind `done` is to be done again.
    void went_back(Position done);

  private:
    struct Stepped {
        Place place;
        std::optional<Position> executed;
        bool again = false;
    };
    std::vector<Stepped> stepped_; ///< since gdb let all on; most often one
    std::vector<Passed> passed_;   ///< in their order
    bool keeps_ = true;
};

} // namespace inlet::gdb
