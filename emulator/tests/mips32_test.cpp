// Integer instructions of MIPS32 beyond MIPS-II, with values worked out from the manual.
#include "each_way.h"

#include <gtest/gtest.h>

namespace inlet::test {
namespace {

using engine::Stop;

constexpr mips::Features mips32{true, false};

struct Row {
    const char *name;
    std::uint32_t s, t, before, after; ///< $8, $9, $10
};
class Mips32Ops : public testing::TestWithParam<Row> {};

TEST_P(Mips32Ops, InEachWay) {
    const Row &row = GetParam();
    Code code;
    code.op(row.name, {10, 8, encoding(row.name).format == isa::Format::rd_rs_copy ? 10 : 9});
    in_each_way(
        code, 1,
        [&](Cpu &cpu) {
            operands_of(row)(cpu);
            cpu.state.r[10] = row.before;
        },
        [&](Cpu &cpu, Stop stop) {
            ASSERT_EQ(stop, Stop::budget);
            EXPECT_EQ(cpu.state.r[10], row.after);
        },
        mips32);
}

INSTANTIATE_TEST_SUITE_P(
    All, Mips32Ops,
    testing::Values(Row{"mul", 0xFFFFFFFE, 3, 0, 0xFFFFFFFA},
                    Row{"mul", 0x10001, 0x10001, 0, 0x20001}, Row{"clz", 0, 0, 7, 32},
                    Row{"clz", 1, 0, 7, 31}, Row{"clz", 0x80000000, 0, 7, 0},
                    Row{"clo", 0xFFFFFFFF, 0, 7, 32}, Row{"clo", 0xFFF00000, 0, 7, 12},
                    Row{"clo", 0x7FFFFFFF, 0, 7, 0}, Row{"movz", 5, 0, 7, 5},
                    Row{"movz", 5, 1, 7, 7}, Row{"movn", 5, 0, 7, 7}, Row{"movn", 5, 1, 7, 5}));

struct Accumulate {
    const char *name;
    std::uint32_t s, t;
    std::uint64_t before, after;
};
class Mips32HiLo : public testing::TestWithParam<Accumulate> {};

TEST_P(Mips32HiLo, AddsAllSixtyFourBits) {
    const Accumulate &row = GetParam();
    Code code;
    code.op(row.name, {8, 9});
    in_each_way(
        code, 1,
        [&](Cpu &cpu) {
            operands_of(row)(cpu);
            cpu.state.r[mips::hi_register] = static_cast<std::uint32_t>(row.before >> 32);
            cpu.state.r[mips::lo_register] = static_cast<std::uint32_t>(row.before);
        },
        [&](Cpu &cpu, Stop stop) {
            ASSERT_EQ(stop, Stop::budget);
            EXPECT_EQ(std::uint64_t{cpu.state.r[mips::hi_register]} << 32 |
                          cpu.state.r[mips::lo_register],
                      row.after);
            EXPECT_EQ(cpu.state.now, 12u) << "as MULT";
        },
        mips32);
}

INSTANTIATE_TEST_SUITE_P(All, Mips32HiLo,
                         testing::Values(Accumulate{"madd", 0xFFFFFFFF, 2, 1, 0xFFFFFFFFFFFFFFFF},
                                         Accumulate{"maddu", 0xFFFFFFFF, 2, 2, 0x200000000},
                                         Accumulate{"msub", 0xFFFFFFFF, 2, 0xFFFFFFFF, 0x100000001},
                                         Accumulate{"msubu", 0xFFFFFFFF, 2, 0,
                                                    0xFFFFFFFE00000002}));

TEST(Mips32, PrefDoesNothingAnywhere) {
    Code code;
    code.op("pref", {0, 1, 8}).op("pref", {31, -1, 0}).op("sll", {0, 0, 1}); // SSNOP
    in_each_way(
        code, 3, [&](Cpu &cpu) { cpu.state.r[8] = 0xFFFFFFF0; },
        [&](Cpu &cpu, Stop stop) {
            ASSERT_EQ(stop, Stop::budget);
            EXPECT_EQ(cpu.state.pc, Code::base + 12);
            EXPECT_EQ(cpu.state.now, 3u);
        },
        mips32);
}

TEST(Mips32, AConditionalMoveReadsItsDestination) {
    for (const char *name : {"movz", "movn"}) {
        const auto in = mips::decode(word(name, {10, 8, 9}), Code::base, timing(), mips32);
        EXPECT_EQ(in.uses, 1u << 8 | 1u << 9 | 1u << 10) << name;
        EXPECT_EQ(in.writes, 1u << 10);
    }
    for (const char *name : {"movf", "movt"})
        EXPECT_EQ(mips::decode(word(name, {10, 8, 3}), Code::base, timing(), {true, true}).uses,
                  1u << 8 | 1u << 10);
    Code code; // the load is also late for a value that the move may leave
    code.op("lw", {10, 0, 8}).op("movz", {10, 9, 9});
    in_each_way(
        code, 2,
        [&](Cpu &cpu) {
            cpu.state.r[8] = data_base;
            cpu.state.r[9] = 1;
        },
        [&](Cpu &cpu, Stop stop) {
            ASSERT_EQ(stop, Stop::budget);
            EXPECT_EQ(cpu.state.now, 3u);
        },
        mips32);
}

TEST(Mips32, ALoopThatAccumulatesIsNoWait) {
    for (const char *name : {"madd", "msubu"}) {
        Code code;
        code.label("head").op(name, {8, 8}).to("beq", {0, 0}, "head").nop();
        Cpu cpu(code, mips32);
        cpu.state.r[8] = 1;
        EXPECT_EQ(engine::run(cpu.state, cpu.mem(), cpu.program, 1000), Stop::budget);
    }
}

TEST(Mips32, IsNotInMipsII) {
    for (const isa::Encoding &row : isa::mips32_encodings) {
        std::uint32_t word = row.match;
        for (const isa::Encoding &old : isa::mips2_encodings) // has 0 where this one has more bits
            if (old.op == row.op) word |= old.mask & ~row.mask;
        EXPECT_NE(mips::decode(word, Code::base, timing(), {true, true}).kind,
                  engine::Kind::illegal)
            << row.name;
        const bool floating =
            row.match >> 26 == 0x11 || row.op == isa::Mips::MOVF || row.op == isa::Mips::MOVT;
        EXPECT_EQ(mips::decode(word, Code::base, timing(), mips32).kind == engine::Kind::illegal,
                  floating)
            << row.name;
        EXPECT_EQ(mips::decode(word, Code::base, timing(), {false, true}).kind,
                  engine::Kind::illegal)
            << row.name;
        Code code;
        code.words.push_back(word);
        code.nop();
        Cpu cpu(code);
        EXPECT_EQ(engine::run(cpu.state, cpu.mem(), cpu.program, 10), Stop::fault);
        EXPECT_EQ(cpu.state.fault.kind, FaultKind::illegal) << row.name;
    }
}

} // namespace
} // namespace inlet::test
