// Machines stepped forwards and backwards: the run does not change.
#include "all_ways.h"
#include "gdb/packets.h"
#include "gdb/target.h"
#include "inlet/control.h"
#include "inlet/trace_hash.h"

#include <gtest/gtest.h>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace inlet::test {
namespace {

namespace ni = isa::ni;

/// Every node sends two requests to node 0, which counts them at 0x40000, replies, and waits for
/// all; the other nodes wait for their replies.
Code counting() {
    Code code;
    code.li(16, 0x40000).op("addu", {17, 6, 0}).op("cfc2", {2, ni::nistat}).op("lui", {3, 0x0180});
    code.op("or", {2, 2, 3}).op("ctc2", {2, ni::nistat}).op("addiu", {19, 0, 2});
    code.label("again").la(8, "request").op("addu", {9, 0, 0}).op("cfc2", {4, ni::niid});
    code.label("retry").op("send1", {8, 9}).nop().to("bc2f", {}, "retry").nop();
    code.op("addiu", {19, 19, -1}).to("bgtz", {19}, "again").nop().op("addiu", {18, 0, 2});
    code.op("cfc2", {2, ni::niid}).to("bne", {2, 0}, "wait").nop().op("addu", {18, 17, 17});
    code.label("wait").op("lw", {2, 0, 16}).nop().to("bne", {2, 18}, "wait").nop().exit(0);
    code.label("request").op("addu", {6, 4, 0}).li(8, 0x40000).op("lw", {5, 0, 8}).nop();
    code.op("addiu", {5, 5, 1}).label("store").op("sw", {5, 0, 8}).to("beq", {6, 0}, "self").nop();
    code.la(8, "reply").op("addu", {9, 6, 0});
    code.label("again2").op("send0h", {8, 9}).nop().to("bc2f", {}, "again2").nop();
    code.label("self").op("hret");
    code.label("reply").li(8, 0x40000).op("lw", {5, 0, 8}).nop().op("addiu", {5, 5, 1});
    code.op("sw", {5, 0, 8}).op("hret");
    return code;
}

class Controlled : public testing::Test {
  protected:
    Controlled() {
        options_.nodes = 3;
        options_.arguments = {"test"};
        options_.max_cycles = 100'000;
        TraceHash hash(3);
        options_.observer = &hash;
        plain_ = Machine(plain_machine(), image_, options_).run();
        plain_hash_ = hash.value();
        EXPECT_EQ(plain_.outcome, Outcome::exited);
        options_.observer = nullptr;
    }
    void expect_plain(const RunResult &result) const {
        EXPECT_EQ(result.outcome, plain_.outcome);
        EXPECT_EQ(result.cycles, plain_.cycles);
        EXPECT_EQ(result.message_hash, plain_.message_hash);
        for (std::size_t n = 0; n < 3; ++n) {
            EXPECT_EQ(result.nodes[n].instructions, plain_.nodes[n].instructions);
            EXPECT_EQ(result.nodes[n].cycles_waiting, plain_.nodes[n].cycles_waiting);
        }
    }

    Code code_ = counting();
    Image image_ = code_.image();
    RunOptions options_;
    RunResult plain_;
    std::uint64_t plain_hash_ = 0;
};

TEST_F(Controlled, ThingByThingIsTheSameRun) {
    for (const bool observed : {false, true}) {
        TraceHash hash(3);
        options_.observer = observed ? &hash : nullptr;
        Machine machine(plain_machine(), image_, options_);
        Machine::Control control(machine);
        Position before;
        while (control.next()) {
            const Position upcoming = control.upcoming();
            EXPECT_GT(upcoming, before);
            control.act();
            EXPECT_EQ(control.position(), upcoming);
            before = upcoming;
        }
        EXPECT_EQ(control.outcome(), Outcome::exited);
        expect_plain(machine.run());
        EXPECT_EQ(hash.value() == plain_hash_, observed);
    }
}

/// Stores that are the first to be executed of their piece of the program (CodeCache::piece), then
/// a store in code that is written at run time.
struct FarStores {
    static constexpr std::uint32_t to = 0x40000, written = 0x50000;
    static constexpr int count = 6;
    FarStores() {
        code.li(8, to).li(10, written).li(11, word("jr", {31}));
        code.li(12, word("sw", {9, 4 * count, 8}));
        for (int i = 0; i < count; ++i) {
            code.to("j", {}, std::to_string(i)).nop();
            for (int filler = 0; filler < 400; ++filler) code.nop();
            code.label(std::to_string(i)).op("sw", {9, 4 * i, 8});
            all[code.at(std::to_string(i))] = to + 4 * static_cast<std::uint32_t>(i);
        }
        for (const auto &[from, at] : {std::pair{12, 0}, {11, 4}, {0, 8}}) {
            all[code.here()] = written + static_cast<std::uint32_t>(at);
            code.op("sw", {from, at, 10});
        }
        all[written] = to + 4 * count;
        code.op("jalr", {31, 10}).nop().exit(0);
        options.nodes = 1;
        options.arguments = {"test"};
    }
    Code code;
    std::map<std::uint32_t, std::uint32_t> all; ///< what is stored to, by the instruction's address
    RunOptions options;
};

TEST(Control, EachStoreTellsWhatItAccesses) {
    FarStores far;
    const Image image = far.code.image();
    for (const bool dumps : {false, true}) {
        Machine machine(plain_machine(), image, far.options);
        Machine::Control control(machine);
        std::map<std::uint32_t, std::uint32_t> seen;
        for (std::uint32_t before = 0; control.next(); before = control.pc(0), control.act()) {
            if (dumps) control.state_dump();
            if (control.pc(0) == before) continue; // it is asked once
            for (const auto &access : control.accesses(0))
                if (access.store) seen[control.pc(0)] = access.address;
        }
        EXPECT_EQ(control.outcome(), Outcome::exited);
        EXPECT_EQ(seen, far.all) << dumps;
    }
}

/// Steps have the same numbers after a return to an earlier position, where more or less of the
/// program has been decoded.
TEST(Control, AStepIsTheSameWhateverHasBeenDecoded) {
    FarStores far;
    const Image image = far.code.image();
    Machine machine(plain_machine(), image, far.options);
    Machine::Control control(machine);
    const auto positions = [&control] {
        std::vector<Position> all;
        for (; control.next(); control.act()) all.push_back(control.upcoming());
        return all;
    };
    std::vector<Machine::Control::Saved> saved;
    std::vector<Position> plain;
    for (; control.next(); control.act()) {
        saved.push_back(control.save());
        plain.push_back(control.upcoming());
    }
    for (std::size_t i = 0; i < saved.size(); ++i) {
        control.restore(saved[i]);
        EXPECT_EQ(positions(), std::vector(plain.begin() + static_cast<long>(i), plain.end())) << i;
    }
}

TEST_F(Controlled, BackAndForthIsTheSameRun) {
    Machine machine(plain_machine(), image_, options_);
    Machine::Control control(machine);
    const auto start = control.save();
    for (int steps = 0; control.next(); steps += 7) {
        for (int i = 0; i < 7 && control.next(); ++i) control.act();
        const auto here = control.save();
        control.restore(start);
        while (control.next() && control.upcoming() <= here.position) control.act();
        EXPECT_EQ(control.save().state, here.state) << steps;
    }
    expect_plain(machine.run());
}

TEST_F(Controlled, AMomentIsTheSameHoweverItIsReached) {
    for (std::uint64_t cycle = 10; cycle < plain_.cycles; cycle += 13) {
        Machine quick(plain_machine(), image_, options_), slow(plain_machine(), image_, options_);
        Machine::Control a(quick), b(slow);
        ASSERT_TRUE(a.run_until(cycle));
        while (b.next() && b.upcoming() < Position{a.position().cycle, 1}) b.act();
        for (std::uint32_t n = 0; n < 3; ++n)
            for (std::uint32_t r = 0; r < a.registers(n).size(); ++r)
                EXPECT_EQ(a.read(n, r), b.read(n, r)) << cycle << ' ' << n << ' ' << r;
        expect_plain(quick.run());
        expect_plain(slow.run());
    }
}

/// A client that speaks gdb's protocol.
class Gdb : public Controlled {
  protected:
    Gdb() { session_.image = &image_; }
    std::string say(const std::string &packet) { return target_.answer(packet); }
    std::string at(std::uint32_t node, std::uint32_t address) {
        say("Hg" + std::to_string(node + 1));
        char packet[20];
        std::snprintf(packet, sizeof packet, "m%x,4", address);
        return say(packet);
    }

    Machine machine_{plain_machine(), image_, options_};
    GdbServer::Session session_;
    gdb::Target target_{machine_, session_, [] { return false; }};
};

TEST_F(Gdb, WatchesForwardsAndBackwards) {
    EXPECT_EQ(say("?"), "T05thread:1;");
    EXPECT_EQ(say("Z2,40000,4"), "OK");
    EXPECT_EQ(say("vCont;c"), "T05thread:1;watch:40000;") << "a handler of node 0 counts";
    EXPECT_EQ(at(0, 0x40000), "00000000") << "before the store";
    EXPECT_NE(say("vCont;c"), "");
    EXPECT_EQ(say("bc"), "T05thread:1;watch:40000;");
    EXPECT_EQ(at(0, 0x40000), "00000000") << "before the store";
    EXPECT_NE(say("bc").find("replaylog:begin"), std::string::npos);
    EXPECT_EQ(say("z2,40000,4"), "OK");
    EXPECT_EQ(say("vCont;c"), "W00");
    EXPECT_TRUE(target_.detached());
    expect_plain(machine_.run());
}

TEST_F(Gdb, CanBeInterruptedAfterAnyNumberOfSteps) {
    for (int steps = 0; steps < 3; ++steps) {
        bool wanted = false;
        Code code;
        code.label("on").op("addiu", {8, 8, 1}).to("bne", {8, 0}, "on").nop().exit(0);
        const Image image = code.image();
        Machine machine(plain_machine(), image, options_);
        gdb::Target target(machine, session_, [&] { return wanted; });
        for (int i = 0; i < steps; ++i) target.answer("vCont;s:1");
        wanted = true;
        EXPECT_EQ(target.answer("vCont;c").substr(0, 3), "T02") << steps;
    }
}

TEST_F(Gdb, StepsForwardsAndBackwards) {
    const auto pc = [&] { return say("p25"); };
    EXPECT_EQ(say("Hg2"), "OK");
    std::vector<std::string> way = {pc()};
    for (int i = 0; i < 40; ++i) {
        EXPECT_EQ(say("vCont;s:2;c"), "T05thread:2;");
        way.push_back(pc());
    }
    for (int i = 39; i >= 0; --i) {
        EXPECT_EQ(say("bs"), "T05thread:2;");
        EXPECT_EQ(pc(), way[static_cast<std::size_t>(i)]) << i;
    }
    EXPECT_EQ(say("vCont;c"), "W00");
    expect_plain(machine_.run());
}

TEST_F(Gdb, StopsAtBreakpointsOfAllNodes) {
    char packet[30];
    std::snprintf(packet, sizeof packet, "Z0,%x,4", image_.entry);
    EXPECT_EQ(say(packet), "OK");
    EXPECT_EQ(say("c"), "T05thread:1;swbreak:;");
    EXPECT_EQ(say("s"), "T05thread:1;") << "no other node's turn comes before";
    EXPECT_EQ(say("c"), "T05thread:2;swbreak:;");
    packet[0] = 'z';
    EXPECT_EQ(say(packet), "OK");
    EXPECT_EQ(say("c"), "W00");
    expect_plain(machine_.run());
}

TEST_F(Gdb, WhatIsWrittenIsThere) {
    std::string told;
    session_.tell = [&](const std::string &text) { told += text; };
    EXPECT_EQ(say("M40000,4:00000007"), "OK");
    EXPECT_EQ(at(0, 0x40000), "00000007");
    EXPECT_NE(told.find("another run"), std::string::npos);
    EXPECT_EQ(say("P10=00001234"), "OK");
    EXPECT_EQ(say("p10"), "00001234");
    EXPECT_EQ(say("M0,4:00000007"), "E0e");
    EXPECT_EQ(say("m0,4"), "E0e");
    EXPECT_EQ(say("P20=1"), "E02") << "Status cannot be written";
}

TEST_F(Gdb, AnswersNonsense) {
    for (const char *packet : {"",
                               "g1",
                               "p",
                               "pfffff",
                               "P",
                               "P1",
                               "P1=",
                               "m",
                               "m1",
                               "m,",
                               "m1,",
                               "mffffffffffffffff,1",
                               "mffffffff,ffffffff",
                               "M",
                               "M40000,4:00",
                               "M40000,4",
                               "X40000,1:",
                               "Z",
                               "Z0",
                               "Z9,0,0",
                               "Z2,40000,0",
                               "Z2,40000,ffff",
                               "z0,1",
                               "Hx",
                               "H",
                               "Hg9",
                               "Hgx",
                               "T",
                               "T0",
                               "T9",
                               "vCont",
                               "vCont;",
                               "vCont;x",
                               "vCont;s:99",
                               "vCont;;",
                               "b",
                               "bx",
                               "q",
                               "qRcmd,",
                               "qRcmd,zz",
                               "qThreadExtraInfo,",
                               "qThreadExtraInfo,77",
                               "qXfer:features:read:target.xml:",
                               "!",
                               "qXfer:features:read:target.xml:ffffffff,1",
                               "qXfer:features:read:other:0,1",
                               "qXfer:threads:read::",
                               "qXfer:threads:read::ffffffff,1",
                               "~"})
        (void)say(packet);
    EXPECT_EQ(say("g").size(), 8 * 105); // 72 of MIPS, 12 of the interface, 3 sets of 7
    EXPECT_NE(say("qXfer:threads:read::0,4000").find("<thread id=\"2\" core=\"0\">node 1: "),
              std::string::npos);
    EXPECT_EQ(say("vCont;c"), "W00");
    expect_plain(machine_.run());
}

TEST(GdbPackets, AreTakenFromAnyStream) {
    gdb::Packets packets;
    packets.add("++$g#67+$m1");
    EXPECT_EQ(packets.next()->data, "g");
    EXPECT_FALSE(packets.next());
    packets.add("0,4#2e\x03$bad#00-");
    EXPECT_EQ(packets.next()->data, "m10,4");
    EXPECT_EQ(packets.next()->kind, gdb::Packets::Kind::interrupt);
    EXPECT_EQ(packets.next()->kind, gdb::Packets::Kind::damaged);
    EXPECT_EQ(packets.next()->kind, gdb::Packets::Kind::refused);
    EXPECT_FALSE(packets.next());
    const std::string any("}#$*a\0\x7d\x03", 8);
    packets.add(gdb::framed(any));
    EXPECT_EQ(packets.next()->data, any);
    packets.add("$" + std::string(gdb::Packets::longest + 10, 'x'));
    EXPECT_FALSE(packets.next());
    packets.add(gdb::framed("?"));
    EXPECT_EQ(packets.next()->data, "?") << "what does not end is given up";
}

} // namespace
} // namespace inlet::test
