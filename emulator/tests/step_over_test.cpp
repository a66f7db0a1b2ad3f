// gdb steps one node over a breakpoint while other nodes reach breakpoints. Uses the packets of
// gdb 13.
#include "all_ways.h"
#include "gdb/target.h"
#include "inlet/trace_hash.h"

#include <cstdio>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <utility>

namespace inlet::test {
namespace {

constexpr unsigned stores = 20;

/// Node 0 stores at 0x40000 repeatedly; node 1 divides meanwhile, so that the instruction "after"
/// has to wait for node 0.
Code dividing() {
    Code code;
    code.li(16, 0x40000).op("cfc2", {2, isa::ni::niid}).to("bne", {2, 0}, "divide");
    code.op("addiu", {8, 0, stores});
    for (int i = 0; i < 8; ++i) code.nop(); // node 1 starts to divide
    code.label("on").op("addiu", {8, 8, -1}).op("addiu", {9, 9, 1});
    code.label("store").op("sw", {9, 0, 16}).to("bgtz", {8}, "on").nop().exit(0);
    code.label("divide").op("addiu", {9, 0, 7}).op("divu", {9, 9}).label("wait").op("mflo", {10});
    code.label("after").op("addiu", {11, 0, 1}).label("last").exit(0);
    return code;
}

MachineConfig slow_divider() {
    MachineConfig config = plain_machine();
    config.part<T1Config>().divide_latency = 35;
    return config;
}

RunOptions two_nodes(Observer *observer) {
    RunOptions options;
    options.nodes = 2;
    options.arguments = {"test"};
    options.max_cycles = 100'000;
    options.observer = observer;
    return options;
}

class StepsOver : public testing::Test {
  protected:
    std::string say(const std::string &packet) { return target_.answer(packet); }
    void point(char what, const std::string &label) {
        char packet[20];
        std::snprintf(packet, sizeof packet, "%c0,%x,4", what, code_.at(label));
        EXPECT_EQ(say(packet), "OK");
    }
    void insert(const std::string &label) { point('Z', label); }
    void remove(const std::string &label) { point('z', label); }
    std::string pc(int node) {
        say("Hg" + std::to_string(node + 1));
        return say("p25");
    }
    std::string address(const std::string &label) const {
        char hex[9];
        std::snprintf(hex, sizeof hex, "%08x", code_.at(label));
        return hex;
    }
    /// The number of node 0's stores.
    unsigned stored() {
        say("Hg1");
        return static_cast<unsigned>(std::stoul(say("m40000,4"), nullptr, 16));
    }
    /// Steps node 0 over its first store, which gdb has seen; then only node 1 over "after".
    void step_both() {
        insert("store");
        insert("after");
        EXPECT_EQ(say("vCont;c"), "T05thread:1;swbreak:;");
        remove("store");
        EXPECT_EQ(say("vCont;s:1"), "T05thread:1;");
        insert("store");
        EXPECT_EQ(pc(1), address("after"));
        remove("after");
        EXPECT_EQ(say("vCont;s:2"), "T05thread:2;") << "nothing of node 0";
        EXPECT_EQ(pc(1), address("last"));
        EXPECT_GT(stored(), 2u);
        insert("after");
    }
    void expect_the_run_without_gdb() {
        const RunResult result = machine_.run();
        TraceHash hash(2);
        const RunResult plain = Machine(slow_divider(), image_, two_nodes(&hash)).run();
        EXPECT_EQ(plain.outcome, Outcome::exited);
        EXPECT_EQ(result.cycles, plain.cycles);
        EXPECT_EQ(hash_.value(), hash.value());
    }

    Code code_ = dividing();
    Image image_ = code_.image();
    TraceHash hash_{2};
    GdbServer::Session session_{&image_, &hash_, nullptr, {}};
    Machine machine_{slow_divider(), image_, two_nodes(&hash_)};
    gdb::Target target_{machine_, session_, [] { return false; }};
};

TEST_F(StepsOver, WhatOthersPassIsToldWhenAllGoOn) {
    step_both();
    EXPECT_EQ(say("vCont;c"), "T05thread:1;swbreak:;");
    EXPECT_EQ(pc(0), address("store"));
    EXPECT_EQ(stored(), 1u) << "the second";
    EXPECT_EQ(pc(1), address("after")) << "once more before its instruction";
    unsigned told = 2;
    bool late = false;
    for (;;) {
        remove("store");
        EXPECT_EQ(say("vCont;s:1"), "T05thread:1;");
        insert("store");
        std::string stop = say("vCont;c");
        if (stop == "T05thread:2;swbreak:;") {
            EXPECT_FALSE(std::exchange(late, true)) << "once";
            EXPECT_EQ(pc(1), address("last")) << "not again before what gdb has seen";
            stop = say("vCont;c");
        }
        if (stop != "T05thread:1;swbreak:;") {
            EXPECT_EQ(stop, "W00");
            break;
        }
        EXPECT_EQ(stored(), told++);
    }
    EXPECT_EQ(told, stores);
    EXPECT_TRUE(late);
    expect_the_run_without_gdb();
}

TEST_F(StepsOver, ByABreakpointBehindItToo) {
    insert("store");
    EXPECT_EQ(say("vCont;c"), "T05thread:1;swbreak:;");
    remove("store");
    EXPECT_EQ(say("vCont;s:1"), "T05thread:1;");
    insert("store");
    insert("last");
    EXPECT_EQ(say("vCont;c:2"), "T05thread:2;swbreak:;") << "how gdb steps a MIPS";
    remove("last");
    EXPECT_EQ(say("vCont;c"), "T05thread:1;swbreak:;");
    EXPECT_EQ(stored(), 1u);
    EXPECT_EQ(pc(1), address("after"));
}

TEST_F(StepsOver, WhatIsNoBreakpointAnyMoreIsNotTold) {
    step_both();
    remove("store");
    EXPECT_EQ(say("vCont;c"), "W00");
    expect_the_run_without_gdb();
}

TEST_F(StepsOver, WhatIsWrittenKeepsThePresent) {
    step_both();
    const unsigned now = stored();
    EXPECT_EQ(say("P10=" + say("p10")), "OK");
    EXPECT_EQ(say("vCont;c"), "T05thread:1;swbreak:;");
    EXPECT_EQ(stored(), now);
}

TEST_F(StepsOver, BackwardsIsAnotherPresent) {
    step_both();
    say("Hg2");
    EXPECT_EQ(say("bs"), "T05thread:2;");
    EXPECT_EQ(pc(1), address("after"));
    EXPECT_EQ(say("vCont;c"), "T05thread:2;swbreak:;") << "it comes to it";
    EXPECT_GT(stored(), 1u);
}

TEST_F(StepsOver, OneStepAfterTheOtherIsSchedulerLocking) {
    step_both();
    EXPECT_EQ(say("vCont;s:2"), "T05thread:2;");
    const unsigned now = stored();
    EXPECT_EQ(say("vCont;c"), "T05thread:1;swbreak:;");
    EXPECT_EQ(stored(), now);
}

TEST_F(StepsOver, SoItIsByBreakpointsOfGdbsOwn) {
    insert("store");
    EXPECT_EQ(say("vCont;c"), "T05thread:1;swbreak:;");
    remove("store");
    EXPECT_EQ(say("vCont;s:1"), "T05thread:1;");
    insert("store");
    insert("last");
    EXPECT_EQ(say("vCont;c:2"), "T05thread:2;swbreak:;");
    remove("last");
    EXPECT_EQ(say("vCont;s:2"), "T05thread:2;");
    const unsigned now = stored();
    EXPECT_GT(now, 2u);
    EXPECT_EQ(say("vCont;c"), "T05thread:1;swbreak:;");
    EXPECT_EQ(stored(), now);
}

TEST_F(StepsOver, OneStoreForSeveralWatchesIsToldOfThoseInPlace) {
    EXPECT_EQ(say("Z2,40000,4"), "OK");
    EXPECT_EQ(say("Z2,40002,2"), "OK");
    EXPECT_EQ(say("vCont;c"), "T05thread:1;watch:40000;");
    EXPECT_EQ(say("vCont;s:1"), "T05thread:1;");
    EXPECT_EQ(say("vCont;s:2"), "T05thread:2;");
    EXPECT_GT(stored(), 2u);
    EXPECT_EQ(say("z2,40002,2"), "OK");
    EXPECT_EQ(say("vCont;c"), "T05thread:1;watch:40000;");
    EXPECT_EQ(stored(), 1u);
}

TEST_F(StepsOver, WatchesOfOthersAreToldThenToo) {
    for (const bool removed : {false, true}) {
        EXPECT_EQ(say("Z2,40000,4"), "OK");
        EXPECT_EQ(say("vCont;c"), "T05thread:1;watch:40000;");
        EXPECT_EQ(stored(), 0u) << "before it";
        EXPECT_EQ(pc(1), address("after"));
        if (removed) say("z2,40000,4");
        EXPECT_EQ(say("vCont;s:1"), "T05thread:1;") << "not again";
        EXPECT_EQ(say("vCont;s:2"), "T05thread:2;");
        EXPECT_GT(stored(), 2u);
        EXPECT_EQ(say("Z2,40000,4"), "OK");
        EXPECT_EQ(say("vCont;c"), "T05thread:1;watch:40000;");
        EXPECT_EQ(stored(), 1u);
        EXPECT_EQ(pc(1), address("after"));
        EXPECT_EQ(say("vCont;c"), "T05thread:1;watch:40000;");
        EXPECT_EQ(stored(), 2u);
        EXPECT_EQ(say("bc"), "T05thread:1;watch:40000;");
        EXPECT_EQ(say("bc"), "T05thread:1;watch:40000;");
        EXPECT_EQ(stored(), 0u);
        EXPECT_NE(say("bc").find("begin"), std::string::npos);
    }
    EXPECT_EQ(say("z2,40000,4"), "OK");
    EXPECT_EQ(say("vCont;c"), "W00");
    expect_the_run_without_gdb();
}

TEST(StepOver, AFaultElsewhereIsToldAsTheStepsNode) {
    Code code;
    code.op("cfc2", {2, isa::ni::niid}).to("bne", {2, 0}, "divide").nop();
    for (int i = 0; i < 10; ++i) code.nop();
    code.op("lw", {3, 0, 0}).nop();
    code.label("divide").op("addiu", {9, 0, 7}).op("divu", {9, 9}).op("mflo", {10});
    code.label("after").nop().exit(0);
    const Image image = code.image();
    Machine machine(slow_divider(), image, two_nodes(nullptr));
    GdbServer::Session session;
    session.image = &image;
    gdb::Target target(machine, session, [] { return false; });
    char pc[9];
    std::snprintf(pc, sizeof pc, "%08x", code.at("after"));
    target.answer("Hg2");
    while (target.answer("p25") != pc) ASSERT_EQ(target.answer("vCont;s:2;c"), "T05thread:2;");
    // SIGABRT: gdb would take SIGSEGV at a breakpoint as the end of the step.
    EXPECT_EQ(target.answer("vCont;s:2"), "T06thread:2;");
    EXPECT_NE(target.output().find("node 0"), std::string::npos);
    EXPECT_EQ(target.answer("vCont;c"), "X0b");
}

TEST(StepOver, WhatOthersPassBeforeAFaultIsToldFirst) {
    Code code;
    code.op("cfc2", {2, isa::ni::niid}).to("bne", {2, 0}, "divide").nop();
    for (int i = 0; i < 9; ++i) code.nop();
    code.label("mark").nop().op("lw", {3, 0, 0}).nop();
    code.label("divide").op("addiu", {9, 0, 7}).op("divu", {9, 9}).op("mflo", {10});
    code.label("after").nop().exit(0);
    const Image image = code.image();
    Machine machine(slow_divider(), image, two_nodes(nullptr));
    GdbServer::Session session;
    session.image = &image;
    gdb::Target target(machine, session, [] { return false; });
    char pc[9], mark[20];
    std::snprintf(pc, sizeof pc, "%08x", code.at("after"));
    std::snprintf(mark, sizeof mark, "Z0,%x,4", code.at("mark"));
    target.answer("Hg2");
    while (target.answer("p25") != pc) ASSERT_EQ(target.answer("vCont;s:2;c"), "T05thread:2;");
    EXPECT_EQ(target.answer(mark), "OK");
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(target.answer("vCont;s:2"), "T02thread:2;") << "the run is not over";
        const std::string text = target.output();
        EXPECT_NE(text.find("node 0, cycle"), std::string::npos);
        EXPECT_NE(text.find("'thread 1' and 'continue'"), std::string::npos);
    }
    EXPECT_EQ(target.answer("vCont;c"), "T05thread:1;swbreak:;");
    mark[0] = 'z';
    EXPECT_EQ(target.answer(mark), "OK");
    EXPECT_EQ(target.answer("vCont;c"), "T0bthread:1;");
    EXPECT_EQ(target.answer("vCont;c"), "X0b");
}

/// Node 0 stores once, late; node 1's division takes longer.
struct Late : testing::Test {
    Late() {
        code.li(16, 0x40000).op("cfc2", {2, isa::ni::niid}).to("bne", {2, 0}, "divide");
        code.op("addiu", {8, 0, 30'000});
        code.label("on").op("addiu", {8, 8, -1}).to("bgtz", {8}, "on").nop();
        code.label("store").op("sw", {16, 0, 16}).exit(0);
        code.label("divide").op("addiu", {9, 0, 7}).op("divu", {9, 9}).label("wait");
        code.op("mflo", {10}).label("after").op("addiu", {11, 0, 1}).label("last").exit(0);
        options = two_nodes(nullptr);
        options.max_cycles = 500'000;
        config = plain_machine();
        config.part<T1Config>().divide_latency = 200'000;
    }
    void SetUp() override {
        image.emplace(code.image());
        machine.emplace(config, *image, options);
        session.image = &*image;
        target.emplace(*machine, session, [this] { return ++asked && interrupts; });
    }
    void point(char what, const char *label) {
        char packet[20];
        std::snprintf(packet, sizeof packet, "%c0,%x,4", what, code.at(label));
        EXPECT_EQ(target->answer(packet), "OK");
    }
    Code code;
    RunOptions options;
    MachineConfig config;
    std::optional<Image> image;
    std::optional<Machine> machine;
    GdbServer::Session session;
    bool interrupts = false;
    unsigned asked = 0;
    std::optional<gdb::Target> target;
};

TEST_F(Late, GoingBackIsQuickAndCanBeInterrupted) {
    for (const char *label : {"wait", "after", "store"}) point('Z', label);
    EXPECT_EQ(target->answer("vCont;c"), "T05thread:2;swbreak:;");
    for (const char *label : {"wait", "after"}) {
        point('z', label);
        EXPECT_EQ(target->answer("vCont;s:2"), "T05thread:2;");
        point('Z', label);
    }
    EXPECT_EQ(target->answer("m40000,4"), "00000000") << "node 1's";
    target->answer("Hg1");
    EXPECT_EQ(target->answer("m40000,4"), "00040000");
    interrupts = true;
    EXPECT_EQ(target->answer("vCont;c"), "T02thread:1;");
    EXPECT_EQ(target->answer("m40000,4"), "00040000") << "where it was";
    interrupts = false;
    asked = 0;
    EXPECT_EQ(target->answer("vCont;c"), "T05thread:1;swbreak:;");
    EXPECT_EQ(target->answer("m40000,4"), "00000000") << "before its store";
    EXPECT_LT(asked, 10u) << "by the engine, not some 100000 things one by one";
}

TEST_F(Late, WhereTheEngineStopsIsSaved) {
    interrupts = true;
    EXPECT_EQ(target->answer("vCont;c").substr(0, 3), "T02");
    interrupts = false;
    EXPECT_EQ(target->answer("vCont;s:1;c"), "T05thread:1;");
    asked = 0;
    target->answer("Hg1");
    EXPECT_EQ(target->answer("bs"), "T05thread:1;");
    EXPECT_LT(asked, 10u) << "it repeats no more than that step";
}

} // namespace
} // namespace inlet::test
