// The end of a run: an event of a node that has exited takes place if it is due until the last node
// has exited, for every scheduler.
#include "all_ways.h"

#include <cstdint>
#include <gtest/gtest.h>

namespace inlet::test {
namespace {

namespace ni = isa::ni;
namespace nistat = isa::nistat;

constexpr int all_masks = 0x01A0; // hpmm | lpmm | tm in the upper half of nistat
static_assert(all_masks == (nistat::hpmm.mask() | nistat::lpmm.mask() | nistat::tm.mask()) >> 16);

/// Node `timed` exits with a timelet for the cycle `rings`; its handler sends a message to the
/// other node, which exits after `turns` turns of a loop.
Code with_timelet(std::uint32_t timed, std::uint32_t rings, std::uint32_t turns) {
    Code code;
    code.la(2, "handler").op("ctc2", {2, ni::timeh}).op("ctc2", {0, ni::timec});
    code.op("cfc2", {2, ni::nistat}).op("lui", {3, all_masks}).op("or", {2, 2, 3});
    code.op("cfc2", {20, ni::niid}).op("addiu", {21, 0, static_cast<int>(timed)});
    code.to("bne", {20, 21}, "other").op("ctc2", {2, ni::nistat});
    code.li(2, rings).op("ctc2", {2, ni::timec}).exit(0);
    code.label("other").li(22, turns);
    code.label("loop").op("addiu", {22, 22, -1}).to("bne", {22, 0}, "loop").nop();
    code.exit(0);
    code.label("handler").la(8, "count").op("addiu", {9, 0, static_cast<int>(1 - timed)});
    code.op("send0", {8, 9}).nop().nop().op("hret");
    code.label("count").nop().op("hret");
    return code;
}

TEST(RunEnd, AnEventUntilTheLastExitTakesPlace) {
    for (const std::uint32_t timed : {0u, 1u}) {
        unsigned lost = 0, sent = 0;
        for (std::uint32_t rings = 200; rings < 330; ++rings) {
            Code code = with_timelet(timed, rings, 80);
            SCOPED_TRACE(rings);
            const RunResult result = run_all_ways(code, 2);
            ASSERT_FALSE(testing::Test::HasFailure());
            ASSERT_EQ(result.outcome, Outcome::exited);
            const NodeSummary &one = result.nodes[timed], &other = result.nodes[1 - timed];
            (one.messages_sent ? sent : lost) += 1;
            ASSERT_EQ(other.messages_received, one.messages_sent);
            // Once one is too late, so are all later ones.
            ASSERT_EQ(one.messages_sent, lost ? 0u : 1u);
            // Without the handler the run ends with the other node's exit.
            if (!one.messages_sent) {
                ASSERT_LT(other.cycles, rings);
            }
        }
        EXPECT_GT(sent, 10u);
        EXPECT_GT(lost, 10u);
    }
}

} // namespace
} // namespace inlet::test
