// Edges between the blocks of a region, and exits.
#pragma once

#include "cpu/engine/compiled/operations.h"

#include <cstdint>
#include <vector>

namespace inlet::engine {

/// The end of an edge.
enum class Then {
    enter, ///< the block there
    leave, ///< leaves compiled code: the budget is used up
};

class Ways {
  public:
    Ways(Emitter &emitter, const Program &program, const Region &region, bool exact);

    /// Labels of a block: its entry, and its start when it is paid for.
    Label head(std::size_t number) const { return heads_[number]; }
    Label body(std::size_t number) const { return bodies_[number]; }
    /// Its start when it does not fit: `left` and `count` are those before the block. Only if the
    /// region is translated `exact`.
    Label beginning(const Block &b) const { return beginnings_[number(b)]; }

    /// Begins a block: its labels and its payment.
    void begin(std::size_t number);
    /// Ends the current block: nothing falls through into the next one.
    void end_of_blocks() { block_ = nullptr; }
    /// Emits the edges of a block that ends with `op`, a branch or jump.
    void end(const Uop &op, Then then);
    /// The same behind a slot that was entered alone: State::npc is the outcome.
    void end_of_slot(const Uop &op, Then then);
    /// Sets State::npc to the outcome of a branch or jump, and its link register.
    void outcome(const Uop &op);
    /// Emits the edge to a stream index, after a block whose last instruction has the late results
    /// `carry`.
    void go(std::uint32_t index, Late carry, Then then);

    /// Emits code and data shared by all edges.
    void emit_shared();

  private:
    std::size_t number(const Block &b) const;
    bool follows(const Block &b) const;
    bool stalls(std::uint32_t index, Late carry) const;
    Label way(std::uint32_t index, Late carry, Then then);
    void edge(std::uint32_t index, Late carry, Then then);
    void pay(const Block &b, Late carry);
    void pay_and_wait(const Block &b, Late carry);
    void spin(const Uop &op, Late carry);
    void branch(const Uop &op, Condition condition, Then then);
    void jump_away(Late carry, Then then);
    std::uint32_t jump_mask();
    void jump_table();

    Emitter &e_;
    const Program &program_;
    const Region &region_;
    const Uop *ops_;
    bool exact_;
    std::vector<Label> heads_, bodies_, beginnings_;
    const Block *block_ = nullptr; ///< current block
    Label jump_miss_, table_;
    bool jumps_away_ = false;
    std::uint32_t jump_mask_ = 0;
};

} // namespace inlet::engine
