// The hazards of CSD-94-823 A.5 and A.10 on a machine that has them, code that violates them, and
// branches that cannot be repeated (A.9.1).
#include "all_ways.h"
#include "cpu/mips/system.h"
#include "inlet/t1/hazard_check.h"

#include <functional>
#include <gtest/gtest.h>

namespace inlet::test {
namespace {

namespace ni = isa::ni;
namespace nistat = isa::nistat;
using Make = std::function<void(Code &)>;

constexpr std::uint32_t normal = nistat::ee.mask() | nistat::lpee.mask() | nistat::ame.mask();
constexpr std::uint32_t data = 0x30000;

MachineConfig exposed_machine() {
    MachineConfig config = plain_machine();
    config.part<T1Config>().exposed_hazards = true;
    return config;
}

/// The values of $5, $6 and $7 after `make`, as digits: on a machine with the hazards, or without.
std::uint32_t digits(bool exposed, const Make &make) {
    Code code;
    code.op("addu", {5, 0, 0}).op("addu", {6, 0, 0}).op("addu", {7, 0, 0});
    make(code);
    code.nop().nop().nop().op("sll", {5, 5, 8}).op("sll", {6, 6, 4}).op("addu", {4, 5, 6});
    code.op("addu", {4, 4, 7}).op("syscall", {0x1F000});
    const RunResult result =
        run_all_ways(code, 1, nullptr, exposed ? exposed_machine() : plain_machine());
    EXPECT_EQ(result.outcome, Outcome::exited);
    return result.status;
}
void expect(const Make &make, std::uint32_t interlocked, std::uint32_t exposed) {
    EXPECT_EQ(digits(false, make), interlocked);
    EXPECT_EQ(digits(true, make), exposed);
}

/// dmh is 7, $4 is 1, and no message is under way.
void seven(Code &code) {
    code.op("addiu", {2, 0, 7}).op("ctc2", {2, ni::dmh}).op("addiu", {4, 0, 1}).nop().nop();
}

TEST(Hazards, WhatCfc2ReadsIsThereForTheSecondInstruction) {
    expect(
        [](Code &code) {
            seven(code);
            code.op("cfc2", {4, ni::dmh}).op("addu", {5, 4, 0}).op("addu", {6, 4, 0});
        },
        0x770, 0x170);
    expect( // the instruction between may be a branch, its slot is the second one
        [](Code &code) {
            seven(code);
            code.op("cfc2", {4, ni::dmh}).to("bne", {4, 2}, "old").op("addu", {5, 4, 0});
            code.op("addiu", {6, 0, 1}).label("old");
        },
        0x710, 0x700);
    expect( // two in a row
        [](Code &code) {
            seven(code);
            code.op("cfc2", {4, ni::niid}).op("cfc2", {4, ni::dmh}).op("addu", {5, 4, 0});
            code.op("addu", {6, 4, 0});
        },
        0x770, 0x070);
}

TEST(Hazards, TheLaterWriteOfARegisterStays) {
    expect(
        [](Code &code) {
            seven(code);
            code.op("cfc2", {4, ni::dmh}).op("addiu", {4, 4, 1}).op("addu", {5, 4, 0});
        },
        0x800, 0x200);
}

TEST(Hazards, WhatCtc2WritesIsSeenByTheThirdInstruction) {
    expect(
        [](Code &code) {
            seven(code);
            code.op("ctc2", {0, ni::dmh}).op("cfc2", {5, ni::dmh}).op("cfc2", {6, ni::dmh});
            code.op("cfc2", {7, ni::dmh});
        },
        0x000, 0x770);
}

TEST(Hazards, NistatIsInterlocked) { // A.2.5
    for (const unsigned written : {ni::nistat, ni::enable}) {
        const Make make = [&](Code &code) { // EE goes into $5's digit
            code.li(2, written == ni::enable ? 0 : normal & ~nistat::ee.mask()).nop();
            code.op("ctc2", {2, written}).op("cfc2", {3, ni::nistat});
            code.li(2, normal).op("ctc2", {2, ni::nistat}).nop().nop();
            code.op("srl", {3, 3, 19}).op("andi", {5, 3, 1});
        };
        expect(make, 0, 0);
    }
    expect( // a SEND directly before does not change the written value
        [](Code &code) {
            code.li(2, normal).la(8, "inlet").op("addu", {9, 0, 0}).op("send0", {8, 9});
            code.op("ctc2", {2, ni::nistat}).nop().nop().to("bc2t", {}, "set").nop();
            code.op("addiu", {5, 0, 1}).label("set").to("beq", {0, 0}, "end").nop();
            code.label("inlet").op("hret").label("end");
        },
        0x100, 0x100);
}

TEST(Hazards, OneInstructionBetweenSendAndBranch) {
    for (const int between : {0, 1})
        expect(
            [&](Code &code) {
                code.la(8, "inlet").op("addu", {9, 0, 0}).op("send0", {8, 9});
                if (between) code.nop();
                code.to("bc2f", {}, "failed").nop();
                code.op("addiu", {5, 0, 1}).label("failed").to("beq", {0, 0}, "end").nop();
                code.label("inlet").op("hret").label("end");
            },
            0x100, between ? 0x100 : 0);
}

TEST(Hazards, TwoInstructionsBetweenCtc2AndBranch) {
    for (const int between : {0, 1, 2})
        expect(
            [&](Code &code) {
                code.li(2, normal | nistat::nicond.mask()).op("ctc2", {2, ni::nistat});
                for (int i = 0; i < between; ++i) code.nop();
                code.to("bc2t", {}, "set").nop();
                code.op("addiu", {5, 0, 1}).label("set");
            },
            0, between == 2 ? 0 : 0x100);
}

TEST(Hazards, TheOtherRegistersAreVisibleToTheThirdInstruction) {
    expect(
        [](Code &code) {
            code.op("addiu", {8, 0, 3}).li(2, normal & ~nistat::lpee.mask()).li(3, normal);
            code.op("ctc2", {2, ni::nistat}).op("addu", {10, 8, 0}).op("addu", {11, 8, 0});
            code.op("addu", {12, 8, 0}).op("ctc2", {3, ni::nistat}).nop().nop().nop();
            code.op("addu", {5, 10, 0}).op("addu", {6, 11, 0}).op("addu", {7, 12, 0});
        },
        0x000, 0x330);
    expect( // a CFC2 into a register that becomes invisible meanwhile
        [](Code &code) {
            seven(code);
            code.op("addiu", {8, 0, 3}).li(2, normal & ~nistat::lpee.mask()).li(3, normal);
            code.op("ctc2", {2, ni::nistat}).nop().op("cfc2", {8, ni::dmh}).nop();
            code.op("addu", {16, 8, 0}).op("ctc2", {3, ni::nistat}).nop().nop().nop();
            code.op("addu", {5, 8, 0}).op("addu", {6, 16, 0});
        },
        0x370, 0x700);
}

TEST(Hazards, AnExceptionLetsThemPass) {
    expect(
        [](Code &code) {
            seven(code);
            code.la(26, "exception").op("mtc0", {26, mips::vector_register});
            code.op("cfc2", {4, ni::dmh}).op("syscall", {0}).op("addu", {5, 4, 0});
            code.to("beq", {0, 0}, "end").nop();
            code.label("exception").op("addu", {6, 4, 0}).op("mfc0", {26, mips::epc_register});
            code.op("addiu", {26, 26, 4}).op("jr", {26}).op("rfe").label("end");
        },
        0x770, 0x770);
}

/// Sends node 0 three low messages, the first after about `delay` cycles.
void sender(Code &code, int delay) {
    code.label("sender").op("addiu", {8, 0, 1 + delay / 2});
    if (delay & 1) code.nop();
    code.label("delay").to("bgtz", {8}, "delay").op("addiu", {8, 8, -1});
    code.op("addiu", {10, 0, 3}).op("addiu", {4, 0, 1});
    code.label("send").la(8, "inlet").op("addu", {9, 0, 0}).op("send1", {8, 9}).nop();
    code.to("bc2f", {}, "send").nop();
    code.op("addiu", {10, 10, -1}).to("bgtz", {10}, "send").op("addu", {4, 4, 4});
    code.op("addu", {4, 0, 0}).op("syscall", {0x1F000});
}

/// Node 0 closes and opens the mask repeatedly, and no message is handled where it is closed. All
/// distances are kept.
void critical_sections(Code &code, int delay) {
    code.op("cfc2", {17, ni::niid}).li(16, data).op("lui", {15, 0x0180});
    code.to("bne", {17, 0}, "sender").op("addiu", {18, 0, 8});
    code.label("work").op("cfc2", {2, ni::nistat}).nop().op("or", {3, 2, 15});
    code.op("ctc2", {3, ni::nistat}).op("addiu", {18, 18, -1}).nop();
    code.op("nor", {3, 15, 0}).op("cfc2", {2, ni::nistat}).nop().op("and", {3, 2, 3});
    code.op("ctc2", {3, ni::nistat}).nop().nop();
    code.op("lw", {4, 0, 16}).nop().op("addiu", {4, 4, 16}).op("sw", {4, 0, 16});
    code.to("bgtz", {18}, "work").nop();
    code.op("cfc2", {2, ni::nistat}).nop().op("or", {3, 2, 15}).op("ctc2", {3, ni::nistat});
    code.label("wait").op("lw", {4, 0, 16}).op("addiu", {3, 0, 7 + 8 * 16});
    code.to("bne", {4, 3}, "wait").nop().op("syscall", {0x1F000});
    code.label("inlet").op("lw", {8, 0, 16}).nop().op("addu", {8, 8, 4});
    code.op("sw", {8, 0, 16}).op("hret");
    sender(code, delay);
}

TEST(Hazards, CriticalSectionsHoldWheneverMessagesCome) {
    for (int delay = 0; delay < 60; ++delay) {
        Code code;
        critical_sections(code, delay);
        HazardCheck check(2, {});
        const RunResult result = run_all_ways(code, 2, &check, exposed_machine());
        EXPECT_EQ(result.status, 7u + 8 * 16) << delay;
        EXPECT_TRUE(check.found().empty()) << describe(check.found()[0]);
        EXPECT_EQ(run_all_ways(code, 2).cycles, result.cycles) << delay;
    }
}

struct Close {
    const char *name;
    Make make; ///< the label "late" marks an instruction that comes too early
    HazardKind kind;
    std::uint32_t needed, found;
};

class Found : public testing::TestWithParam<Close> {};

TEST_P(Found, InBothMachinesOncePerPlace) {
    const Close &row = GetParam();
    for (const bool exposed : {false, true}) {
        Code code;
        code.op("addiu", {18, 0, 3}).li(8, normal).la(9, "after");
        code.label("turn").nop().nop().nop();
        row.make(code);
        code.label("after").nop().nop().nop().li(2, normal).op("ctc2", {2, ni::nistat});
        code.op("addiu", {18, 18, -1}).nop().to("bgtz", {18}, "turn").nop();
        code.op("addu", {4, 0, 0}).op("syscall", {0x1F000});
        HazardCheck check(1, {});
        run_all_ways(code, 1, &check, exposed ? exposed_machine() : plain_machine());
        ASSERT_EQ(check.found().size(), 1u) << exposed;
        const Hazard hazard = check.found()[0];
        EXPECT_EQ(hazard.pc, code.at("late"));
        EXPECT_EQ(hazard.kind, row.kind) << describe(hazard);
        EXPECT_EQ(hazard.needed, row.needed);
        EXPECT_EQ(hazard.found, row.found);
        EXPECT_EQ(hazard.cause, hazard.pc - 4 * (row.found + 1));
    }
}

INSTANTIATE_TEST_SUITE_P(
    All, Found,
    testing::Values(
        Close{"cfc2",
              [](Code &c) {
                  c.op("cfc2", {2, ni::niid}).label("late").op("addu", {3, 2, 0});
              },
              HazardKind::cfc2_value, 1, 0},
        Close{"cfc2_store",
              [](Code &c) {
                  c.op("cfc2", {2, ni::niid}).label("late").op("addu", {3, 0, 2});
              },
              HazardKind::cfc2_value, 1, 0},
        Close{"ctc2",
              [](Code &c) {
                  c.op("ctc2", {0, ni::timeh}).nop().label("late").op("cfc2", {3, ni::timeh});
              },
              HazardKind::ctc2_register, 2, 1},
        Close{"enable",
              [](Code &c) {
                  c.op("ctc2", {8, ni::nistat}).label("late").op("cfc2", {3, ni::enable});
              },
              HazardKind::ctc2_register, 2, 0},
        Close{"condition",
              [](Code &c) {
                  c.op("ctc2", {8, ni::nistat}).nop().label("late").to("bc2t", {}, "after");
              },
              HazardKind::ctc2_register, 2, 1},
        Close{"send",
              [](Code &c) {
                  c.la(2, "inlet").op("addu", {3, 0, 0}).op("send0", {2, 3});
                  c.label("late").to("bc2t", {}, "after").nop().to("beq", {0, 0}, "after").nop();
                  c.label("inlet").op("hret");
              },
              HazardKind::send_condition, 1, 0},
        Close{"visible",
              [](Code &c) {
                  c.op("lui", {2, nistat::ee.mask() >> 16}).op("ctc2", {2, ni::nistat}).nop();
                  c.label("late").op("addu", {3, 5, 0}).nop().nop();
              },
              HazardKind::ctc2_registers, 2, 1}),
    [](const auto &row) { return std::string(row.param.name); });

TEST(Hazards, ReadingNistatIsNever) {
    Code code;
    code.li(2, normal).op("ctc2", {2, ni::nistat}).op("cfc2", {3, ni::nistat}).nop();
    code.op("ctc2", {2, ni::enable}).op("cfc2", {3, ni::nistat}).nop().op("addu", {4, 0, 0});
    code.op("syscall", {0x1F000});
    HazardCheck check(1, {});
    run_all_ways(code, 1, &check);
    EXPECT_TRUE(check.found().empty());
}

TEST(Repeated, OnlyWhatLinksIntoWhatItReads) {
    EXPECT_FALSE(mips::repeatable(word("jalr", {2, 2})));
    EXPECT_FALSE(mips::repeatable(word("bltzal", {31, 1})));
    EXPECT_FALSE(mips::repeatable(word("bgezall", {31, 1})));
    EXPECT_TRUE(mips::repeatable(word("jalr", {31, 2})));
    EXPECT_TRUE(mips::repeatable(word("bgezal", {2, 1})));
    EXPECT_TRUE(mips::repeatable(word("bgez", {31, 1})));
    EXPECT_TRUE(mips::repeatable(word("jr", {2})));
}

TEST(Repeated, IsReportedWhereAnEventInterruptsTheSlot) {
    for (const int link : {2, 31}) {
        int reports = 0, runs = 0;
        for (int delay = 0; delay < 40; ++delay, ++runs) {
            Code code;
            code.op("cfc2", {17, ni::niid}).li(16, data).li(2, normal | nistat::lpmm.mask());
            code.op("ctc2", {2, ni::nistat});
            code.to("bne", {17, 0}, "sender").op("addiu", {18, 0, 30});
            code.label("work").la(2, "next");
            const std::uint32_t jump = code.here();
            code.op("jalr", {link, 2}).nop();
            code.label("next").to("bgtz", {18}, "work").op("addiu", {18, 18, -1});
            code.label("wait").op("lw", {4, 0, 16}).op("addiu", {3, 0, 7});
            code.to("bne", {4, 3}, "wait").nop().op("syscall", {0x1F000});
            code.label("inlet").op("lw", {8, 0, 16}).nop().op("addu", {8, 8, 4});
            code.op("sw", {8, 0, 16}).op("hret");
            sender(code, delay);
            const RunResult result = run_all_ways(code, 2);
            EXPECT_EQ(result.status, 7u);
            for (const RepeatedBranch &branch : result.repeated) {
                EXPECT_EQ(branch.pc, jump);
                EXPECT_EQ(branch.node, 0u);
                ++reports;
            }
        }
        if (link == 2) {
            EXPECT_GT(reports, 0);
            EXPECT_LT(reports, runs);
        } else {
            EXPECT_EQ(reports, 0);
        }
    }
}

TEST(Repeated, AnExceptionInTheSlotIsOneToo) {
    Code code; // the handler makes the trap's condition false; then the jump goes to its own link
    code.la(26, "exception").op("mtc0", {26, mips::vector_register});
    code.la(2, "away").op("addu", {9, 0, 0});
    const std::uint32_t jump = code.here();
    code.op("jalr", {2, 2}).op("teq", {9, 0, 0});
    code.op("addiu", {4, 0, 1}).op("syscall", {0x1F000});
    code.label("away").op("addiu", {4, 0, 2}).op("syscall", {0x1F000});
    code.label("exception").op("addiu", {9, 0, 1}).op("mfc0", {26, mips::epc_register});
    code.nop().op("jr", {26}).op("rfe");
    const RunResult result = run_all_ways(code);
    EXPECT_EQ(result.status, 1u);
    ASSERT_EQ(result.repeated.size(), 1u);
    EXPECT_EQ(result.repeated[0].pc, jump);
}

} // namespace
} // namespace inlet::test
