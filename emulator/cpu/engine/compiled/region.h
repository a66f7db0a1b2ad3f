// The unit of compilation: the blocks reachable from a hot one by branches and calls with known
// targets.
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
    /// The part of Uop::to_end and Uop::count that belongs to operations behind the block, with the
    /// stall before them. The block may end in the middle of a block of the stream.
    std::uint32_t cycles_behind = 0, count_behind = 0;
    Late carry = 0;          ///< of such a block: late results of its last instruction
    bool awaits = false;     ///< an AWAIT precedes `first`: the block waits for the unit
    std::uint32_t depth = 0; ///< loops of the region around it
};

struct Region {
    std::vector<Block> blocks; ///< in the order of the stream
    /// Possible targets of indirect jumps, as stream indices: return points of calls in the region,
    /// and its roots.
    std::vector<std::uint32_t> entries;
    bool complete = true; ///< `most_ops` left no block out

    /// The block that begins at a stream index, or nullptr.
    const Block *at(std::uint32_t index) const;
};

/// Whether the translator has this operation. The interpreter executes the others.
bool compilable(UopCode code);

/// The region around the blocks at `roots`, stream indices, of which the first come first;
/// without the blocks whose first operation is not compilable.
Region find_region(const Program &program, std::span<const std::uint32_t> roots,
                   std::uint32_t most_ops);

/// Follows the operations on an edge, and those that only begin a block, to the first operation of
/// the target block.
std::uint32_t behind_edge(const Uop *ops, std::uint32_t index);

} // namespace inlet::engine
