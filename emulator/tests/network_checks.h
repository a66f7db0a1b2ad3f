// Checks that the tests of several networks share.
#pragma once

#include "archive/archive.h"
#include "net/contract.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace inlet::test {

/// The router and port at the other end of each link lead back to it.
template <class Shape> void expect_links_lead_back(const Shape &shape) {
    for (std::uint32_t r = 0; r < shape.routers(); ++r)
        for (unsigned p = 0; p < shape.ports(); ++p) {
            const auto port = static_cast<net::Port>(p);
            if (port == net::Port::local || !shape.has_link(r, port)) continue;
            const std::uint32_t other = shape.neighbour(r, port);
            ASSERT_LT(other, shape.routers());
            const net::Port back = shape.entry(r, port);
            ASSERT_TRUE(shape.has_link(other, back)) << r << ' ' << p;
            EXPECT_EQ(shape.neighbour(other, back), r);
            EXPECT_EQ(shape.entry(other, back), port);
        }
}

/// Loads the saved state of `from` into `to`.
template <class Network> void copy_state(Network &from, Network &to) {
    Archive save;
    from.archive(save);
    const std::vector<std::uint8_t> bytes = save.take();
    Archive load(bytes);
    to.archive(load);
    load.finish();
}

} // namespace inlet::test
