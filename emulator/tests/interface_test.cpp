// The T1 interface by itself: registers, register sets, events, SEND, HRET (CSD-94-823 Appendix A).
#include "cpu_fixture.h"
#include "ni/t1/interface.h"
#include "plain_t1.h"

#include <gtest/gtest.h>

namespace inlet::t1 {
namespace {

namespace ni = isa::ni;
namespace nistat = isa::nistat;
using net::Priority;
using test::word;

constexpr std::uint32_t all_events =
    nistat::hpmm.mask() | nistat::lpmm.mask() | nistat::om.mask() | nistat::tm.mask();

struct T1 : testing::Test {
    T1() : mesh(test::plain_mesh(), 2), interface(config, 1, mesh) {
        interface.start();
        state.jump(0x10000);
    }
    static Config two_nodes() {
        return {.dispatch_cycles = 5,
                .send_refused_cycles = 5,
                .nodes = 2,
                .vector_words_per_cycle = 4};
    }
    Result run(std::string_view name, std::initializer_list<std::int64_t> operands = {}) {
        return interface.execute(
            state, mips::decode(word(name, operands), state.pc, test::timing()), memory, nullptr);
    }
    std::uint32_t get(unsigned reg) {
        const std::uint32_t keep = state.r[1];
        EXPECT_EQ(run("cfc2", {1, reg}).kind, Result::Kind::done);
        const std::uint32_t value = state.r[1];
        state.r[1] = keep;
        return value;
    }
    void set(unsigned reg, std::uint32_t value) {
        const std::uint32_t keep = state.r[1];
        state.r[1] = value;
        EXPECT_EQ(run("ctc2", {1, reg}).kind, Result::Kind::done);
        state.r[1] = keep;
    }
    /// Sets some event masks in addition to those that are set.
    void unmask(std::uint32_t mask) { set(ni::nistat, get(ni::nistat) | mask); }
    /// A message from node 0 is in the receive buffer.
    void arrive(Priority p, std::uint8_t words = 5, std::uint32_t handler = 0x20000) {
        mesh.inject(std::max(mesh.known(), state.now) + 1,
                    {0, 1, ++number, handler, p, words, {11, 12, 13, 14, 15}});
        mesh.advance(mesh.known() + 100);
        state.now = mesh.known() + 1;
    }
    void take(Event event) {
        ASSERT_EQ(interface.due(state.now), event);
        interface.dispatch(state, event);
    }

    Config config = two_nodes();
    net::Mesh mesh;
    Interface interface;
    engine::State state;
    SharedPages pages{1u << 18};
    Memory memory{pages};
    std::uint32_t number = 0;
};

TEST_F(T1, StartsAsAResidentKernelLeavesIt) {
    EXPECT_EQ(interface.visible(), Context::main);
    EXPECT_EQ(get(ni::enable), 1u);
    const std::uint32_t status = get(ni::nistat);
    EXPECT_TRUE(nistat::lpee.get(status) && nistat::ee.get(status) && nistat::ame.get(status));
    EXPECT_EQ(status & all_events, 0u);
    EXPECT_TRUE(nistat::lpa.get(status) && nistat::hpa.get(status) && nistat::op.get(status));
    EXPECT_EQ(get(ni::niid), 1u);
}

TEST_F(T1, RegistersKeepWhatIsWritten) { // A.2
    for (const unsigned reg : {ni::timeh, ni::timec, ni::lpepc, ni::hpepc, ni::dmh, ni::outh}) {
        set(reg, 0x12340000 + 4 * reg);
        EXPECT_EQ(get(reg), 0x12340000 + 4 * reg);
    }
    set(ni::niid, 7);
    EXPECT_EQ(get(ni::niid), 1u) << "read-only";
}

TEST_F(T1, UnknownRegistersAreFaults) { // A.4 calls the result unpredictable
    EXPECT_EQ(run("cfc2", {1, 5}).kind, Result::Kind::fault);
    EXPECT_EQ(state.fault.kind, FaultKind::bad_register);
    EXPECT_EQ(run("ctc2", {1, 31}).kind, Result::Kind::fault);
}

TEST_F(T1, CountIsTheClock) { // A.2.3
    state.now = 0x1'0000'0005;
    EXPECT_EQ(get(ni::count), 5u);
}

TEST_F(T1, StatusReadOnlyBitsStay) { // A.2.5, A.2.6
    const std::uint32_t before = get(ni::nistat);
    set(ni::nistat, before | nistat::pend.mask() | nistat::hpmp.mask() | nistat::lpmp.mask() |
                        nistat::tp.mask() | nistat::pri.mask() | nistat::slen.mask());
    EXPECT_EQ(get(ni::nistat), before);
    set(ni::nistat, before ^ (nistat::lpa.mask() | nistat::hpa.mask() | nistat::op.mask()));
    EXPECT_EQ(get(ni::nistat), before);
}

TEST_F(T1, StatusConditionBits) { // A.2.5: nicond and onicond are read/write
    set(ni::nistat, get(ni::nistat) | nistat::nicond.mask() | nistat::onicond.mask());
    EXPECT_TRUE(state.r[mips::condition_register]);
    EXPECT_TRUE(nistat::onicond.get(get(ni::nistat)));
    set(ni::nistat, get(ni::nistat) & ~(nistat::nicond.mask() | nistat::onicond.mask()));
    EXPECT_FALSE(state.r[mips::condition_register]);
}

TEST_F(T1, RegisterSetsByTheTable) { // A.10: EE, LPEE -> set visible
    const unsigned regs[] = {4, 5, 6, 7, 8, 9, 29};
    const std::uint32_t plain = nistat::ame.mask();
    const std::uint32_t combinations[] = {
        nistat::ee.mask() | nistat::lpee.mask(), // normal
        nistat::ee.mask(),                       // low
        nistat::lpee.mask(),                     // high
        0,                                       // high
    };
    const std::uint32_t set_of[] = {0, 1, 2, 2};
    for (unsigned c = 0; c < 4; ++c) {
        set(ni::nistat, plain | combinations[c]);
        for (const unsigned r : regs) state.r[r] = 100 * set_of[c] + r;
    }
    for (unsigned c = 0; c < 4; ++c) {
        set(ni::nistat, plain | combinations[c]);
        for (const unsigned r : regs) EXPECT_EQ(state.r[r], 100 * set_of[c] + r) << c;
        state.r[10] = 77; // shared by all
    }
    EXPECT_EQ(state.r[10], 77u);
    set(ni::enable, 1);
    set(ni::enable, 0);
    EXPECT_EQ(interface.visible(), Context::high) << "EE is one bit in both registers";
}

TEST_F(T1, SendMakesAMessageOfTheFirstWords) { // A.6
    const unsigned regs[] = {4, 5, 6, 7, 29};
    for (unsigned n = 0; n <= 5; ++n) {
        for (unsigned i = 0; i < 5; ++i) state.r[regs[i]] = 10 * n + i;
        state.r[8] = 0x30000;
        state.r[9] = 0;
        const std::uint64_t start = state.now;
        const Result result = run("send" + std::to_string(n) + (n % 2 ? "h" : ""), {8, 9});
        ASSERT_EQ(result.kind, Result::Kind::done);
        ASSERT_NE(result.sent, nullptr);
        EXPECT_TRUE(state.r[mips::condition_register]);
        EXPECT_EQ(result.sent->words, n);
        EXPECT_EQ(result.sent->number, n + 1);
        EXPECT_EQ(result.sent->tag, 0x30000u);
        EXPECT_EQ(result.sent->channel, n % 2 ? Priority::high : Priority::low);
        for (unsigned i = 0; i < n; ++i) EXPECT_EQ(result.sent->data[i], 10 * n + i);
        EXPECT_EQ(state.now - start, test::timing().costs[static_cast<int>(isa::CostKey::send)]);
        state.now += 100;
        mesh.advance(state.now);
    }
}

TEST_F(T1, SendErrorsComeBeforeTheNetworkIsAsked) { // isa/decisions.md
    state.r[8] = 0x30002;
    state.r[9] = 99;
    EXPECT_EQ(run("send0", {8, 9}).kind, Result::Kind::fault);
    EXPECT_EQ(state.fault.kind, FaultKind::handler_address);
    state.r[8] = 0x30000;
    EXPECT_EQ(run("send0", {8, 9}).kind, Result::Kind::fault);
    EXPECT_EQ(state.fault.kind, FaultKind::bad_destination);
    EXPECT_EQ(state.fault.value, 99u);
}

TEST_F(T1, AFullNetworkClearsTheFlag) { // A.6, A.10
    state.r[8] = 0x30000;
    state.r[9] = 1; // to the node itself, which takes none
    int accepted = 0;
    for (int i = 0; i < 20; ++i) {
        mesh.advance(state.now);
        const Result result = run("send0", {8, 9});
        ASSERT_EQ(result.kind, Result::Kind::done);
        EXPECT_EQ(result.refused, !state.r[mips::condition_register]);
        accepted += state.r[mips::condition_register];
        state.now += 50;
    }
    mesh.advance(state.now + 20); // far enough for the reads below
    EXPECT_EQ(accepted, 2) << "one in the injection buffer, one in the receive buffer";
    EXPECT_FALSE(nistat::lpa.get(get(ni::nistat)));
    EXPECT_FALSE(nistat::op.get(get(ni::nistat)));
    EXPECT_TRUE(nistat::hpa.get(get(ni::nistat)));
}

TEST_F(T1, AnUnknownOutcomeIsAskedForAgain) {
    state.r[8] = 0x30000;
    state.r[9] = 1;
    run("send0", {8, 9}); // fills the one slot
    ASSERT_LT(mesh.known(), state.now);
    const std::uint32_t pc = state.pc;
    EXPECT_EQ(run("send0", {8, 9}).kind, Result::Kind::not_known);
    EXPECT_EQ(state.pc, pc) << "nothing happened yet";
    EXPECT_EQ(run("cfc2", {1, ni::nistat}).kind, Result::Kind::not_known);
}

TEST_F(T1, LowArrival) { // A.9.1
    unmask(all_events & ~nistat::om.mask() & ~nistat::tm.mask());
    for (const unsigned r : {4u, 5u, 6u, 7u, 8u, 9u, 29u}) state.r[r] = 1000 + r;
    state.r[mips::condition_register] = true;
    state.jump(0x11110);
    arrive(Priority::low);
    EXPECT_TRUE(nistat::lpmp.get(get(ni::nistat)) && nistat::pend.get(get(ni::nistat)));
    const std::uint32_t interrupted = state.pc;
    const std::uint64_t start = state.now;
    take(Event::low_arrival);
    EXPECT_EQ(state.now - start, config.dispatch_cycles);
    EXPECT_EQ(state.pc, 0x20000u);
    EXPECT_EQ(interface.visible(), Context::low);
    const unsigned regs[] = {4, 5, 6, 7, 29};
    for (unsigned i = 0; i < 5; ++i) EXPECT_EQ(state.r[regs[i]], 11 + i);
    EXPECT_EQ(get(ni::lpepc), interrupted);
    EXPECT_EQ(get(ni::inh), 0x20000u);
    const std::uint32_t status = get(ni::nistat);
    EXPECT_EQ(nistat::slen.get(status), 5u);
    EXPECT_EQ(nistat::pri.get(status), 0u);
    EXPECT_TRUE(nistat::onicond.get(status)) << "nicond was saved";
    EXPECT_FALSE(nistat::lpee.get(status));
    EXPECT_FALSE(nistat::lpmp.get(status)) << "clears when no more are waiting";
    state.r[8] = 42; // the level's temporary register
    state.r[mips::condition_register] = false;
    ASSERT_EQ(run("hret").kind, Result::Kind::done);
    EXPECT_EQ(state.pc, interrupted);
    EXPECT_TRUE(state.r[mips::condition_register]) << "onicond came back";
    for (const unsigned r : {4u, 5u, 6u, 7u, 8u, 9u, 29u}) EXPECT_EQ(state.r[r], 1000 + r);
    EXPECT_EQ(get(ni::inh), 0u) << "valid in a handler only";
    arrive(Priority::low);
    take(Event::low_arrival);
    EXPECT_EQ(state.r[8], 42u) << "kept between invocations";
}

TEST_F(T1, ASlotResumesAtItsBranch) { // A.9.1
    unmask(nistat::lpmm.mask());
    state.pc = 0x10008;
    state.npc = 0x20000;
    state.in_slot = true;
    mesh.inject(state.now + 1, {0, 1, 1, 0x20000, Priority::low, 0, {}});
    mesh.advance(100);
    state.now = 101;
    take(Event::low_arrival);
    EXPECT_EQ(get(ni::lpepc), 0x10004u);
}

TEST_F(T1, HighOverLowAndNoFurther) { // A.9
    unmask(nistat::hpmm.mask() | nistat::lpmm.mask());
    arrive(Priority::low, 1, 0x20000);
    take(Event::low_arrival);
    arrive(Priority::low, 1, 0x20000);
    EXPECT_EQ(interface.due(state.now), Event::none) << "LPEE is clear";
    arrive(Priority::high, 2, 0x30000);
    take(Event::high_arrival);
    EXPECT_EQ(interface.visible(), Context::high);
    EXPECT_EQ(state.pc, 0x30000u);
    EXPECT_EQ(nistat::slen.get(get(ni::nistat)), 2u);
    EXPECT_EQ(nistat::pri.get(get(ni::nistat)), 1u);
    EXPECT_EQ(get(ni::inh), 0x30000u);
    arrive(Priority::high, 2, 0x30000);
    EXPECT_EQ(interface.due(state.now), Event::none) << "EE is clear";
    ASSERT_EQ(run("hret").kind, Result::Kind::done);
    EXPECT_EQ(interface.visible(), Context::low);
    EXPECT_EQ(get(ni::inh), 0x20000u) << "each level has its own";
    EXPECT_EQ(nistat::slen.get(get(ni::nistat)), 1u);
    take(Event::high_arrival);
    ASSERT_EQ(run("hret").kind, Result::Kind::done);
    ASSERT_EQ(run("hret").kind, Result::Kind::done);
    EXPECT_EQ(interface.visible(), Context::main);
    take(Event::low_arrival);
}

TEST_F(T1, MasksHoldEventsBack) { // A.2.6
    arrive(Priority::low);
    arrive(Priority::high);
    EXPECT_EQ(interface.due(state.now), Event::none);
    EXPECT_FALSE(nistat::pend.get(get(ni::nistat))) << "pend counts only unmasked events";
    EXPECT_EQ(interface.next_due(state.now), net::Mesh::never);
    unmask(nistat::lpmm.mask());
    EXPECT_EQ(interface.due(state.now), Event::low_arrival);
    unmask(nistat::hpmm.mask());
    EXPECT_EQ(interface.due(state.now), Event::high_arrival) << "high before low";
}

TEST_F(T1, DefaultHandlerWhenActiveMessagesAreOff) { // A.2.11, A.2.13
    set(ni::dmh, 0x12340);
    set(ni::nistat, (get(ni::nistat) | nistat::lpmm.mask()) & ~nistat::ame.mask());
    arrive(Priority::low, 1, 0x20004);
    take(Event::low_arrival);
    EXPECT_EQ(state.pc, 0x12340u);
    EXPECT_EQ(get(ni::inh), 0x20004u);
}

TEST_F(T1, TimeletsAndTheOrderOfLowEvents) { // A.2.2, A.9: arrival, timelet, outlet
    set(ni::timeh, 0x40000);
    set(ni::outh, 0x50000);
    set(ni::timec, static_cast<std::uint32_t>(state.now) + 20);
    EXPECT_FALSE(nistat::tp.get(get(ni::nistat)));
    set(ni::nistat, get(ni::nistat) | nistat::tm.mask());
    EXPECT_EQ(interface.due(state.now), Event::none);
    EXPECT_GT(interface.next_due(state.now), state.now);
    state.now += 20;
    EXPECT_TRUE(nistat::tp.get(get(ni::nistat)));
    unmask(all_events);
    arrive(Priority::low);
    take(Event::low_arrival);
    run("hret");
    take(Event::timelet);
    EXPECT_EQ(state.pc, 0x40000u);
    EXPECT_FALSE(nistat::tp.get(get(ni::nistat))) << "cleared by the event";
    run("hret");
    take(Event::outlet);
    EXPECT_EQ(state.pc, 0x50000u);
    run("hret");
    EXPECT_EQ(interface.due(state.now), Event::outlet) << "endlessly, says A.9.2";
}

TEST_F(T1, WritingTimecClearsPending) { // A.2.2
    set(ni::timec, static_cast<std::uint32_t>(state.now) + 2);
    state.now += 5;
    EXPECT_TRUE(nistat::tp.get(get(ni::nistat)));
    set(ni::timec, static_cast<std::uint32_t>(state.now) + 100);
    EXPECT_FALSE(nistat::tp.get(get(ni::nistat)));
}

TEST_F(T1, CountBeginsWhereTheMachineSaysAndWraps) { // A.2.3
    unmask(nistat::tm.mask());
    config.count_start = 0xFFFFFFF0 - static_cast<std::uint32_t>(state.now);
    const std::uint64_t start = state.now;
    EXPECT_EQ(get(ni::count), 0xFFFFFFF0);
    set(ni::timec, 8); // beyond the wrap
    const std::uint64_t wrapped = start + 24;
    EXPECT_EQ(interface.next_due(state.now), wrapped);
    state.now = wrapped;
    EXPECT_EQ(get(ni::count), 8u);
}

TEST_F(T1, HretWhereItHasNoHandler) {
    EXPECT_EQ(run("hret").kind, Result::Kind::fault);
    EXPECT_EQ(state.fault.kind, FaultKind::hret_outside);
    set(ni::enable, 0);
    state.in_slot = true;
    EXPECT_EQ(run("hret").kind, Result::Kind::fault);
    EXPECT_EQ(state.fault.kind, FaultKind::hret_in_slot);
}

} // namespace
} // namespace inlet::t1
