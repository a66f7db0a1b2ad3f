#include "net/deal.h"

#include <algorithm>
#include <utility>

namespace inlet::net {

namespace {

/// The part of the one with this number among so many.
std::uint32_t share(std::uint32_t number, std::uint32_t all, std::uint32_t parts) {
    return static_cast<std::uint32_t>(std::uint64_t{number} * parts / all);
}

/// Number 0 is a neighbour of each other one.
std::vector<std::array<std::uint32_t, 2>> star(std::uint32_t parts) {
    std::vector<std::array<std::uint32_t, 2>> links;
    for (std::uint32_t part = 1; part < parts; ++part) links.push_back({0, part});
    return links;
}

} // namespace

Deal bands(const Grid &grid, std::uint32_t parts) {
    Deal deal;
    deal.parts = std::min(parts, grid.rows());
    for (std::uint32_t router = 0; router < grid.routers(); ++router)
        deal.part_of.push_back(share(router / grid.columns(), grid.rows(), deal.parts));
    for (std::uint32_t part = 1; part < deal.parts; ++part) deal.links.push_back({part - 1, part});
    std::vector<std::uint32_t> rows(deal.parts);
    for (std::uint32_t row = 0; row < grid.rows(); ++row)
        ++rows[share(row, grid.rows(), deal.parts)];
    deal.between = [rows = std::move(rows)](std::uint32_t part, std::uint32_t, std::uint32_t) {
        return rows[part];
    };
    return deal;
}

Deal subtrees(const FatTree &tree, std::uint32_t parts) {
    Deal deal;
    deal.parts = std::min(parts, tree.nodes());
    const auto groups = [&](std::uint32_t level) {
        return tree.group_of(tree.nodes() - 1, level) + 1;
    };
    std::uint32_t cut = tree.levels();
    while (groups(cut) < deal.parts) --cut;
    const auto part_of = [&](std::uint32_t node) {
        return share(tree.group_of(node, cut), groups(cut), deal.parts);
    };
    std::uint32_t dealt = 0;
    for (std::uint32_t router = 0; router < tree.routers(); ++router) {
        const std::uint32_t level = tree.level(router), group = tree.group(router);
        const std::uint32_t first = tree.first_node(group, level);
        const std::uint32_t end = std::min(tree.nodes(), tree.first_node(group + 1, level));
        const std::uint32_t part = part_of(first);
        if (part == part_of(end - 1))
            deal.part_of.push_back(part);
        else
            deal.part_of.push_back(deal.parts == 2 ? dealt++ % 2 : 0);
    }
    deal.links = star(deal.parts);
    deal.between = [](std::uint32_t, std::uint32_t, std::uint32_t) { return 1u; };
    return deal;
}

Deal subcubes(const CubeTopology &cube, std::uint32_t parts) {
    Deal deal;
    deal.parts = std::min(parts, cube.nodes());
    for (std::uint32_t node = 0; node < cube.nodes(); ++node)
        deal.part_of.push_back(share(node, cube.nodes(), deal.parts));
    deal.links = star(deal.parts);
    deal.between = [](std::uint32_t, std::uint32_t, std::uint32_t) { return 0u; };
    return deal;
}

} // namespace inlet::net
