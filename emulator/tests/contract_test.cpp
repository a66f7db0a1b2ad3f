// Violations of each promise of the network (net/contract.h).
#include "net/contract.h"
#include "net/mesh.h"
#include "net/slots.h"
#include "tests/network_numbers.h"

#include <gtest/gtest.h>
#include <string>

namespace inlet::net {
namespace {

template <typename Act> std::string broken(Act act) {
    try {
        act();
        return "";
    } catch (const ContractBroken &error) {
        return error.what();
    }
}

#define EXPECT_BROKEN(act, part)                                                                   \
    EXPECT_NE(broken([&] { act; }).find(part), std::string::npos) << broken([&] { act; })

Packet packet(std::uint32_t from, std::uint32_t to) {
    return {from, to, 1, 0x10000, Priority::low, 1, {}};
}

TEST(Contract, NobodyActsInTheNetworksPast) {
    Mesh mesh(test::plain_mesh(), 2);
    mesh.advance(10);
    EXPECT_BROKEN(mesh.inject(10, packet(0, 1)), "enters the network in its past");
    mesh.inject(11, packet(0, 1));
    mesh.advance(1000);
    EXPECT_BROKEN(mesh.take(999, 1, Priority::low), "taken in the network's past");
    mesh.take(1000, 1, Priority::low);
}

TEST(Contract, SlotsAreFilledOnlyWhereFree) {
    Mesh mesh(test::plain_mesh(), 2); // one slot
    mesh.inject(1, packet(0, 1));
    EXPECT_BROKEN(mesh.inject(2, packet(0, 1)), "enters a full injection buffer");
    mesh.inject(2, packet(1, 0)); // node 1 has its own slot
    Slots slots(2);
    EXPECT_BROKEN(slots.release(5), "a slot comes free that nobody filled");
    slots.fill();
    slots.fill();
    slots.release(5);
    EXPECT_BROKEN(slots.release(4), "a slot comes free out of turn");
    slots.release(5);
    EXPECT_BROKEN(slots.release(6), "a slot comes free that nobody filled");
}

TEST(Contract, OnlyWhatIsThereIsTaken) {
    Mesh mesh(test::plain_mesh(), 2);
    EXPECT_BROKEN(mesh.take(5, 1, Priority::low), "taken where none is");
    mesh.inject(1, packet(0, 1));
    while (!mesh.front(1, Priority::low)) mesh.advance(mesh.next_event());
    const std::uint64_t comes = mesh.front(1, Priority::low)->cycle;
    ASSERT_GT(comes, mesh.known());
    EXPECT_BROKEN(mesh.take(comes - 1, 1, Priority::low), "taken before it is there");
    mesh.take(comes, 1, Priority::low);
}

TEST(Contract, DeliveryTakesTheTimeOfTheWholePacket) {
    EXPECT_EQ(broken([] { contract::deliver(107, 107); }), "");
    EXPECT_BROKEN(contract::deliver(106, 107), "delivered too early");
}

TEST(Contract, CreditsComeLater) {
    EXPECT_EQ(broken([] { contract::effect(101, 100); }), "");
    EXPECT_BROKEN(contract::effect(100, 100), "an effect is not later than its cause");
    // A network whose credits take no time, which no machine file can describe.
    MeshConfig config = test::plain_mesh();
    config.credit_latency = 0;
    Mesh mesh(config, 2);
    mesh.inject(1, packet(0, 1));
    mesh.advance(1000);
    EXPECT_BROKEN(mesh.take(1000, 1, Priority::low), "an effect is not later than its cause");
}

TEST(Contract, HeadsComeOneAfterTheOther) {
    EXPECT_EQ(broken([] { contract::head(101, 100); }), "");
    EXPECT_BROKEN(contract::head(100, 100), "two heads come into one buffer at once");
    // Two messages of one node in one cycle: a SEND takes at least a cycle.
    MeshConfig config = test::plain_mesh();
    config.injection_packets = 2;
    Mesh mesh(config, 2);
    mesh.inject(1, packet(0, 1));
    EXPECT_BROKEN(mesh.inject(1, packet(0, 1)), "two heads come into one buffer at once");
}

TEST(Contract, TheMessageSaysWhen) {
    EXPECT_EQ(broken([] { contract::effect(100, 102); }),
              "the network's contract is broken: an effect is not later than its cause (cycle 100, "
              "bound 102)");
}

} // namespace
} // namespace inlet::net
