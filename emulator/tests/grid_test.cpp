// Shapes and routes of grids, against a search.
#include "net/grid.h"
#include "tests/network_numbers.h"

#include <gtest/gtest.h>
#include <queue>
#include <tuple>

namespace inlet::net {
namespace {

TEST(Grid, IsAsSquareAsItGets) {
    for (const auto &[nodes, rows, columns] : {std::tuple{1u, 1u, 1u},
                                               {2u, 1u, 2u},
                                               {3u, 2u, 2u},
                                               {5u, 2u, 3u},
                                               {16u, 4u, 4u},
                                               {17u, 4u, 5u},
                                               {2048u, 45u, 46u}}) {
        const Grid grid(GridKind::cylinder, nodes, 0);
        EXPECT_EQ(grid.rows(), rows) << nodes;
        EXPECT_EQ(grid.columns(), columns) << nodes;
    }
}

TEST(Grid, HasTheColumnsThatItIsGiven) {
    for (const auto &[nodes, given, rows, columns] : {std::tuple{12u, 3u, 4u, 3u},
                                                      {12u, 5u, 3u, 5u},
                                                      {12u, 1u, 12u, 1u},
                                                      {12u, 12u, 1u, 12u},
                                                      {12u, 2048u, 1u, 12u}}) {
        const Grid grid(GridKind::mesh, nodes, given);
        EXPECT_EQ(grid.rows(), rows);
        EXPECT_EQ(grid.columns(), columns);
        EXPECT_TRUE(grid.has_node(nodes - 1));
        EXPECT_FALSE(grid.has_node(nodes));
    }
}

TEST(Grid, HopsByAMachinesNumbers) {
    MeshConfig mesh = test::plain_mesh(); // a cylinder of 4 x 4 nodes
    EXPECT_EQ(hops(mesh, 16, 5, 5), 0u);
    EXPECT_EQ(hops(mesh, 16, 0, 1), 1u);
    EXPECT_EQ(hops(mesh, 16, 0, 3), 1u);
    EXPECT_EQ(hops(mesh, 16, 0, 14), 5u);
    mesh.topology = GridKind::mesh;
    EXPECT_EQ(hops(mesh, 16, 0, 3), 3u);
    mesh.columns = 16;
    EXPECT_EQ(hops(mesh, 16, 0, 15), 15u);
}

TEST(Grid, IoNodesStandInARowBelow) { // CSD-94-823 3.2
    for (const std::uint32_t nodes : {1u, 2u, 7u, 16u, 18u, 61u, 2000u})
        for (const std::uint32_t given : {0u, 1u, 3u, 5u}) {
            const std::uint32_t columns = Grid(GridKind::cylinder, nodes, given).columns();
            const std::uint32_t rows = Grid(GridKind::cylinder, nodes, given).rows();
            for (std::uint32_t io = 1; io <= columns; ++io) {
                const Grid grid(GridKind::cylinder, nodes, given, io);
                ASSERT_EQ(grid.nodes(), nodes + io);
                ASSERT_EQ(grid.rows(), rows + 1);
                std::uint32_t found = 0;
                for (std::uint32_t router = 0; router < grid.routers(); ++router) {
                    if (!grid.has_node(router)) continue;
                    ++found;
                    ASSERT_EQ(grid.router_of(grid.node_at(router)), router);
                    ASSERT_EQ(grid.node_at(router) >= nodes, router / columns == rows);
                }
                ASSERT_EQ(found, nodes + io);
                for (std::uint32_t n = 0; n < nodes; n += 1 + nodes / 7) {
                    const Way way = grid.way(n, nodes + io - 1);
                    std::uint32_t at = n;
                    for (Way w = way; w.next() != Port::local; w.step())
                        at = grid.neighbour(at, w.next());
                    ASSERT_EQ(at, grid.router_of(nodes + io - 1));
                    ASSERT_EQ(way.down, static_cast<std::int32_t>(rows - n / columns));
                }
            }
        }
}

bool leads_on(const Grid &grid, GridKind topology, std::uint32_t router, Port port) {
    const std::uint32_t row = router / grid.columns(), column = router % grid.columns();
    switch (port) {
    case Port::north: return row > 0;
    case Port::south: return row + 1 < grid.rows();
    case Port::west: return topology == GridKind::cylinder || column > 0;
    case Port::east: return topology == GridKind::cylinder || column + 1 < grid.columns();
    case Port::local: break;
    }
    return false;
}

constexpr Port sides[] = {Port::north, Port::south, Port::west, Port::east};

TEST(Grid, NeighboursAreMutual) {
    for (const GridKind topology : {GridKind::mesh, GridKind::cylinder})
        for (const std::uint32_t columns : {1u, 2u, 5u}) {
            const Grid grid(topology, 10, columns);
            for (std::uint32_t router = 0; router < grid.routers(); ++router)
                for (const Port port : sides)
                    if (leads_on(grid, topology, router, port)) {
                        const std::uint32_t other = grid.neighbour(router, port);
                        ASSERT_LT(other, grid.routers());
                        EXPECT_EQ(grid.neighbour(other, opposite(port)), router);
                        EXPECT_EQ(grid.closes_ring(other, opposite(port)),
                                  grid.closes_ring(router, port));
                    }
        }
}

TEST(Grid, WaysAreShortestRowFirstAndCloseARingOnce) {
    for (const GridKind topology : {GridKind::mesh, GridKind::cylinder})
        for (const auto &[nodes, columns] : {std::pair{1u, 0u},
                                             {2u, 0u},
                                             {3u, 0u},
                                             {7u, 0u},
                                             {12u, 12u},
                                             {12u, 2u},
                                             {35u, 7u},
                                             {64u, 0u}}) {
            const Grid grid(topology, nodes, columns);
            for (std::uint32_t from = 0; from < nodes; ++from) {
                std::vector<std::uint32_t> distance(grid.routers(), ~0u);
                distance[from] = 0;
                std::queue<std::uint32_t> next({from});
                for (; !next.empty(); next.pop())
                    for (const Port port : sides) {
                        if (!leads_on(grid, topology, next.front(), port)) continue;
                        const std::uint32_t to = grid.neighbour(next.front(), port);
                        if (distance[to] != ~0u) continue;
                        distance[to] = distance[next.front()] + 1;
                        next.push(to);
                    }
                for (std::uint32_t to = 0; to < nodes; ++to) {
                    Way way = grid.way(from, to);
                    ASSERT_EQ(way.hops(), distance[to]) << from << ' ' << to;
                    std::uint32_t at = from, closed = 0, nodes_passed = 0;
                    bool turned = false;
                    for (; way.next() != Port::local; way.step()) {
                        ASSERT_TRUE(leads_on(grid, topology, at, way.next()));
                        const bool across = way.next() == Port::east || way.next() == Port::west;
                        EXPECT_FALSE(turned && across) << "the row first";
                        turned |= !across;
                        closed += grid.closes_ring(at, way.next());
                        at = grid.neighbour(at, way.next());
                        nodes_passed += grid.has_node(at);
                    }
                    EXPECT_EQ(at, to);
                    EXPECT_LE(closed, 1u);
                    if (from != to) {
                        EXPECT_EQ(grid.receivers(from, to), nodes_passed);
                    }
                }
            }
        }
}

TEST(Grid, HalfWayRoundIsToTheEast) {
    const Grid grid(GridKind::cylinder, 16, 8);
    EXPECT_EQ(grid.way(1, 5).across, 4);
    EXPECT_EQ(grid.way(5, 1).across, 4);
    EXPECT_EQ(grid.way(1, 6).across, -3);
    EXPECT_EQ(grid.way(6, 1).across, 3);
}

TEST(Grid, StraightIsOneRowOrOneColumn) {
    const Grid grid(GridKind::cylinder, 14, 5);
    for (std::uint32_t from = 0; from < 14; ++from)
        for (std::uint32_t to = 0; to < 14; ++to)
            EXPECT_EQ(grid.straight(from, to), from / 5 == to / 5 || from % 5 == to % 5);
}

TEST(Grid, AMulticastToOneselfIsOnceRound) {
    EXPECT_EQ(Grid(GridKind::cylinder, 16, 8).multicast_way(3, 3).across, 8);
    EXPECT_EQ(Grid(GridKind::cylinder, 16, 8).receivers(3, 3), 8u);
    EXPECT_EQ(Grid(GridKind::cylinder, 13, 8).receivers(10, 10), 5u) << "the last row is not full";
    EXPECT_EQ(Grid(GridKind::mesh, 16, 8).receivers(3, 3), 1u);
    EXPECT_EQ(Grid(GridKind::cylinder, 16, 1).receivers(3, 3), 1u);
}

} // namespace
} // namespace inlet::net
