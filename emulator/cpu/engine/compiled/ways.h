// The ways between the blocks of a region, and out of it.
#pragma once

#include "cpu/engine/compiled/operations.h"

#include <cstdint>
#include <vector>

namespace inlet::engine {

/// What is done at the end of a way.
enum class Then {
    enter, ///< the block there
    leave, ///< compiled code: the budget is used up
};

class Ways {
  public:
    Ways(Emitter &emitter, const Program &program, const Region &region, bool exact);

    /// Of a block: where it is entered, and where it begins when it is paid for.
    Label head(std::size_t number) const { return heads_[number]; }
    Label body(std::size_t number) const { return bodies_[number]; }
    /// Where it begins when it does not fit, `left` and `count` being what they were before it.
    /// Only where the region is translated `exact`.
    Label beginning(const Block &b) const { return beginnings_[number(b)]; }

    /// The block in work, and its payment.
    void begin(std::size_t number);
    /// From here on nothing is in work that runs straight into a block.
    void end_of_blocks() { block_ = nullptr; }
    /// The way on from a block that ends with `op`, a branch or jump.
    void end(const Uop &op, Then then);
    /// The same behind its slot, which was entered alone: State::npc is the outcome.
    void end_of_slot(const Uop &op, Then then);
    /// State::npc becomes the outcome of a branch or jump, and what it links is set.
    void outcome(const Uop &op);
    /// The way to a stream index, after a block whose last instruction loads `carry`.
    void go(std::uint32_t index, Late carry, Then then);

    /// The code and data that belong to all of them.
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
    const Block *block_ = nullptr; ///< in work
    Label jump_miss_, table_;
    bool jumps_away_ = false;
    std::uint32_t jump_mask_ = 0;
};

} // namespace inlet::engine
