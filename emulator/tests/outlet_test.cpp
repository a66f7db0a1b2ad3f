// Outlet events of nodes that wait or have exited, on a full network (CSD-94-823 A.9.2). They wait
// for the network's notification of room, and do not prevent the end of a run without any.
#include "all_ways.h"

namespace inlet::test {
namespace {

namespace ni = isa::ni;
namespace nistat = isa::nistat;

constexpr std::uint32_t counter = 0x40000;

/// Node 1 sends until the network is permanently full, arms an outlet and exits or waits for it.
/// Node 0 leaves the messages for a while, and then takes them or never does.
Code full_network(bool exits, bool taken) {
    Code code;
    code.op("cfc2", {2, ni::niid}).to("beq", {2, 0}, "receiver").nop();
    code.la(8, "count").op("addu", {9, 0, 0});
    code.op("addiu", {17, 0, 40}); // attempts; the buffers to node 0 hold fewer
    code.label("fill").op("send0", {8, 9}).op("addiu", {17, 17, -1});
    code.to("bne", {17, 0}, "fill").nop();
    code.la(2, "outlet").op("ctc2", {2, ni::outh});
    code.op("cfc2", {2, ni::nistat}).op("lui", {3, nistat::om.mask() >> 16});
    code.op("or", {2, 2, 3}).op("ctc2", {2, ni::nistat});
    if (exits) code.exit(0);
    code.li(16, counter);
    code.label("armed").op("lw", {2, 0, 16}).nop().to("beq", {2, 0}, "armed").nop().exit(0);

    // As A.10 prescribes: an attempt, and no further outlet once it has succeeded.
    code.label("outlet").la(8, "last").op("addu", {9, 0, 0}).op("send0", {8, 9}).nop();
    code.to("bc2f", {}, "leave").nop();
    code.op("cfc2", {4, ni::nistat}).li(5, ~nistat::om.mask()).op("and", {4, 4, 5});
    code.op("ctc2", {4, ni::nistat}).li(4, counter).op("sw", {4, 0, 4});
    code.label("leave").op("hret");

    code.label("receiver").li(17, 300);
    code.label("busy").op("addiu", {17, 17, -1}).to("bne", {17, 0}, "busy").nop();
    if (taken) {
        code.op("cfc2", {2, ni::nistat}).op("lui", {3, nistat::lpmm.mask() >> 16});
        code.op("or", {2, 2, 3}).op("ctc2", {2, ni::nistat});
    }
    code.li(16, counter);
    code.label("wait").op("lw", {2, 0, 16}).nop().to("beq", {2, 0}, "wait").nop().exit(0);
    code.label("count").op("hret");
    code.label("last").li(4, counter).op("sw", {4, 0, 4}).op("hret");
    return code;
}

TEST(Outlet, WaitsForRoomAfterItsNodeHasExited) {
    Code code = full_network(true, true);
    const RunResult result = run_all_ways(code, 2);
    EXPECT_EQ(result.outcome, Outcome::exited);
    EXPECT_EQ(result.nodes[0].messages_received, result.nodes[1].messages_sent);
    EXPECT_EQ(result.nodes[1].messages_sent, 4u); // one in each buffer, and the outlet's
}

TEST(Outlet, WaitsForRoomWhileItsNodeWaits) {
    Code code = full_network(false, true);
    const RunResult result = run_all_ways(code, 2);
    EXPECT_EQ(result.outcome, Outcome::exited);
    EXPECT_EQ(result.nodes[0].messages_received, result.nodes[1].messages_sent);
}

TEST(Outlet, ThatNeverFindsRoomIsADeadlock) {
    for (const bool exits : {false, true}) {
        Code code = full_network(exits, false);
        const RunResult result = run_all_ways(code, 2);
        EXPECT_EQ(result.outcome, Outcome::deadlock) << exits;
    }
}

} // namespace
} // namespace inlet::test
