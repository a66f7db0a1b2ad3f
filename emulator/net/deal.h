// Who of the parts of a network gets which routers (docs/network.md, "Parts of a machine"). Each
// part gets nodes with consecutive numbers.
#pragma once

#include "net/cube.h"
#include "net/fat_tree.h"
#include "net/grid.h"

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace inlet::net {

struct Deal {
    std::uint32_t parts = 1;            ///< no more than were asked for, each with nodes
    std::vector<std::uint32_t> part_of; ///< by router
    std::vector<std::array<std::uint32_t, 2>> links; ///< between parts; they make a tree
    /// See DividedRouters::RoutersBetween.
    std::function<std::uint32_t(std::uint32_t, std::uint32_t, std::uint32_t)> between;
};

/// Bands of whole rows, so that rings stay in one piece; a line.
Deal bands(const Grid &grid, std::uint32_t parts);
/// Subtrees below a level; a star. The routers above the nodes of several parts are those of the
/// first part, or of two parts each has some.
Deal subtrees(const FatTree &tree, std::uint32_t parts);
/// Subcubes of the highest dimensions, where the parts are a power of two; a star, whose first part
/// passes on what goes between the others.
Deal subcubes(const CubeTopology &cube, std::uint32_t parts);

} // namespace inlet::net
