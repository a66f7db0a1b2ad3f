// Builds the stream of a program in two passes: groups in the order of the text, then branch
// targets.
#pragma once

#include "cpu/engine/program.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace inlet::engine {

class StreamBuilder {
  public:
    explicit StreamBuilder(const Program &program);

    void build();

    std::vector<Uop> ops;
    ZeroWords index; ///< by instruction: 1 + entry of its group, or 0

  private:
    struct Local {
        std::uint32_t cycles = 0; ///< of the operation alone
        std::uint32_t stall = 0;  ///< load-use stall when the instruction before ran just before
        std::uint16_t count = 0;
        bool ends = false;     ///< the block
        bool in_group = false; ///< not the first of its group; bails out with the whole group
    };
    struct Branch {
        std::uint32_t op, instruction;
    };

    std::uint32_t pc(std::uint32_t i) const { return program_.base_ + (i << program_.shift_); }
    std::uint32_t static_stall(std::uint32_t i) const;
    Uop &push(std::uint32_t at, UopCode code, Local local);
    Uop &push(std::uint32_t at, const Uop &lifted, Local local);
    void carry(std::uint32_t i);
    Uop &block(std::uint32_t i, UopCode code);
    void leave(std::uint32_t i) { block(i, UopCode::LEAVE); }
    /// Whether the instruction at i begins a line of the instruction cache.
    /// One whose first byte is behind the begin of a line does, if the one before began in another.
    bool begins_line(std::uint32_t i) const;
    /// The rest of the stall behind the FETCH at the beginning of a line.
    std::uint32_t group_stall(std::uint32_t i) const {
        return begins_line(i) ? 0 : static_stall(i);
    }
    void fetch(std::uint32_t at, std::uint32_t address, std::uint32_t after, Local local);
    void enter(std::uint32_t i, const Instruction &in, std::uint32_t after);
    bool slot_fits(std::uint32_t i, const Instruction &slot) const;
    std::span<const Uop> lift(std::uint32_t i, UopBuilder &group) const;
    void group(std::uint32_t i);
    void all_of(std::uint32_t at, std::span<const Uop> group, Local local);
    void end_of_block(std::uint32_t i, const Uop &end, Local local);
    bool with_slot(std::uint32_t i, std::span<const Uop> own);
    std::uint32_t end_at(std::uint32_t address);
    std::uint32_t destination(std::uint32_t address);
    void link_branches();
    std::uint32_t spin(UopCode code, std::uint32_t address, std::uint32_t number, std::uint32_t to);
    void sum_costs();

    const Program &program_;
    std::uint32_t load_use_;
    std::uint32_t fetch_line_; ///< bytes; 0: there is no instruction cache
    const void *const *code_;
    UopBuilder own_, slot_;
    std::vector<Local> locals_;  ///< of each operation
    std::uint32_t straight_ = 0; ///< operations since the last block's end
    std::vector<Branch> branches_;
};

} // namespace inlet::engine
