// What is compiled together: the blocks reachable from a hot one over branches and calls whose
// targets are known.
#pragma once

#include "cpu/engine/program.h"

#include <cstdint>
#include <span>
#include <vector>

namespace inlet::engine {

/// Operations [first, end) of the stream. All but the last run straight through.
struct Block {
    std::uint32_t first = 0, end = 0; ///< stream indices
    bool branches = false;            ///< its last operation ends a block of the stream
    std::uint32_t cycles = 0;         ///< of the whole block, a stall on the way into it apart
    std::uint32_t count = 0;          ///< instructions
    /// Of Uop::to_end and Uop::count, what belongs to the operations behind the block, with the
    /// stall on the way to them: the block may end where the stream's goes on.
    std::uint32_t cycles_behind = 0, count_behind = 0;
    Late carry = 0;          ///< of such a block: what arrives late of its last instruction
    bool awaits = false;     ///< an AWAIT stands before `first`: the block waits for the unit
    std::uint32_t depth = 0; ///< loops of the region around it
};

struct Region {
    std::vector<Block> blocks; ///< in the order of the stream
    /// Stream indices that jumps to addresses known only at run time may lead to: where calls in
    /// the region come back, and its roots.
    std::vector<std::uint32_t> entries;

    /// The block that begins at a stream index, or nullptr.
    const Block *at(std::uint32_t index) const;
};

/// Whether the translator has this operation; the interpreter does the others.
bool compilable(UopCode code);

/// The region around the blocks at `roots`, stream indices, of which the first come first;
/// without the blocks whose first operation is not compilable.
Region find_region(const Program &program, std::span<const std::uint32_t> roots,
                   std::uint32_t most_ops);

/// Through the operations on an edge, and those that only begin a block, to the first operation of
/// the block where it really leads.
std::uint32_t behind_edge(const Uop *ops, std::uint32_t index);

} // namespace inlet::engine
