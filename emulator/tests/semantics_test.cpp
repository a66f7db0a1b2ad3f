// Every integer instruction against values worked out by hand from Kane and Heinrich.
#include "each_way.h"

#include <gtest/gtest.h>

namespace inlet::test {
namespace {

using engine::Stop;

struct Arithmetic {
    const char *name;
    std::uint32_t s, t; ///< $8, $9
    std::uint32_t result;
};

class RegisterOps : public testing::TestWithParam<Arithmetic> {};

TEST_P(RegisterOps, ThreeRegisters) {
    const Arithmetic &row = GetParam();
    Code code;
    // Shifts by register name the shifted value first.
    const bool shift = encoding(row.name).format == isa::Format::rd_rt_rs;
    shift ? code.op(row.name, {10, 9, 8}) : code.op(row.name, {10, 8, 9});
    code.op(row.name, shift ? std::initializer_list<std::int64_t>{0, 9, 8}
                            : std::initializer_list<std::int64_t>{0, 8, 9});
    in_each_way(code, 2, operands_of(row), [&](Cpu &cpu, Stop stop) {
        ASSERT_EQ(stop, Stop::budget);
        EXPECT_EQ(cpu.state.r[10], row.result);
        EXPECT_EQ(cpu.state.r[0], 0u) << "$0 stays zero";
    });
}

INSTANTIATE_TEST_SUITE_P(
    All, RegisterOps,
    testing::Values(
        Arithmetic{"addu", 0xFFFFFFFF, 2, 1}, Arithmetic{"add", 0x7FFFFFFE, 1, 0x7FFFFFFF},
        Arithmetic{"subu", 1, 2, 0xFFFFFFFF}, Arithmetic{"sub", 5, 7, 0xFFFFFFFE},
        Arithmetic{"and", 0xF0F0, 0xFF00, 0xF000}, Arithmetic{"or", 0xF0F0, 0xFF00, 0xFFF0},
        Arithmetic{"xor", 0xF0F0, 0xFF00, 0x0FF0}, Arithmetic{"nor", 0xF0F0, 0xFF00, 0xFFFF000F},
        Arithmetic{"slt", 0xFFFFFFFF, 0, 1}, Arithmetic{"slt", 0, 0xFFFFFFFF, 0},
        Arithmetic{"sltu", 0xFFFFFFFF, 0, 0}, Arithmetic{"sltu", 0, 0xFFFFFFFF, 1},
        Arithmetic{"sllv", 36, 1, 16}, Arithmetic{"srlv", 4, 0x80000000, 0x08000000},
        Arithmetic{"srav", 4, 0x80000000, 0xF8000000}));

struct Immediate {
    const char *name;
    std::uint32_t s;
    std::int32_t imm;
    std::uint32_t result;
};
class ImmediateOps : public testing::TestWithParam<Immediate> {};

TEST_P(ImmediateOps, ExtendAsTheFormatSays) {
    const Immediate &row = GetParam();
    Code code;
    code.op(row.name, {10, 8, row.imm});
    in_each_way(
        code, 1, [&](Cpu &cpu) { cpu.state.r[8] = row.s; },
        [&](Cpu &cpu, Stop stop) {
            ASSERT_EQ(stop, Stop::budget);
            EXPECT_EQ(cpu.state.r[10], row.result);
        });
}

INSTANTIATE_TEST_SUITE_P(
    All, ImmediateOps,
    testing::Values(Immediate{"addiu", 1, -2, 0xFFFFFFFF}, Immediate{"addi", 1, -2, 0xFFFFFFFF},
                    Immediate{"slti", 0xFFFFFFFE, -1, 1}, Immediate{"sltiu", 0xFFFFFFFE, -1, 1},
                    Immediate{"sltiu", 0, -1, 1}, Immediate{"andi", 0xFFFFFFFF, 0x8001, 0x8001},
                    Immediate{"ori", 0x10000, 0x8001, 0x18001},
                    Immediate{"xori", 0xFFFFFFFF, 0xFFFF, 0xFFFF0000}));

TEST(Semantics, ShiftsByAConstantAndLui) {
    Code code;
    code.op("sll", {10, 8, 4}).op("srl", {11, 8, 4}).op("sra", {12, 8, 4}).op("lui", {13, 0x8000});
    in_each_way(
        code, 4, [&](Cpu &cpu) { cpu.state.r[8] = 0x80000001; },
        [&](Cpu &cpu, Stop stop) {
            ASSERT_EQ(stop, Stop::budget);
            EXPECT_EQ(cpu.state.r[10], 0x10u);
            EXPECT_EQ(cpu.state.r[11], 0x08000000u);
            EXPECT_EQ(cpu.state.r[12], 0xF8000000u);
            EXPECT_EQ(cpu.state.r[13], 0x80000000u);
        });
}

struct Product {
    const char *name;
    std::uint32_t s, t, hi, lo;
};
class HiLoOps : public testing::TestWithParam<Product> {};

TEST_P(HiLoOps, BothHalves) {
    const Product &row = GetParam();
    Code code;
    code.op(row.name, {8, 9}).op("mfhi", {10}).op("mflo", {11});
    in_each_way(code, 3, operands_of(row), [&](Cpu &cpu, Stop stop) {
        ASSERT_EQ(stop, Stop::budget);
        EXPECT_EQ(cpu.state.r[10], row.hi);
        EXPECT_EQ(cpu.state.r[11], row.lo);
    });
}

INSTANTIATE_TEST_SUITE_P(All, HiLoOps,
                         testing::Values(Product{"mult", 0xFFFFFFFF, 2, 0xFFFFFFFF, 0xFFFFFFFE},
                                         Product{"multu", 0xFFFFFFFF, 2, 1, 0xFFFFFFFE},
                                         Product{"div", 0xFFFFFFF9, 2, 0xFFFFFFFF,
                                                 0xFFFFFFFD}, // -7 / 2 = -3 remainder -1
                                         Product{"divu", 0xFFFFFFF9, 2, 1, 0x7FFFFFFC},
                                         Product{"div", 0x80000000, 0xFFFFFFFF, 0, 0x80000000},
                                         Product{"div", 7, 0, 0, 0}, Product{"divu", 7, 0, 0, 0}));

TEST(Semantics, MovesToHiAndLo) {
    Code code;
    code.op("mthi", {8}).op("mtlo", {9}).op("mfhi", {10}).op("mflo", {11}).op("sync");
    in_each_way(
        code, 5,
        [&](Cpu &cpu) {
            cpu.state.r[8] = 1;
            cpu.state.r[9] = 2;
        },
        [&](Cpu &cpu, Stop stop) {
            ASSERT_EQ(stop, Stop::budget);
            EXPECT_EQ(cpu.state.r[10], 1u);
            EXPECT_EQ(cpu.state.r[11], 2u);
        });
}

TEST(Semantics, LoadsExtend) {
    Code code;
    code.op("lb", {10, 1, 8}).op("lbu", {11, 1, 8}).op("lh", {12, 2, 8}).op("lhu", {13, 2, 8});
    code.op("lw", {14, -4, 8});
    in_each_way(
        code, 5,
        [&](Cpu &cpu) {
            cpu.state.r[8] = data_base + 4;
            cpu.store(data_base, 0x01020304);
            cpu.store(data_base + 4, 0x12F4F678);
        },
        [&](Cpu &cpu, Stop stop) {
            ASSERT_EQ(stop, Stop::budget);
            EXPECT_EQ(cpu.state.r[10], 0xFFFFFFF4u);
            EXPECT_EQ(cpu.state.r[11], 0xF4u);
            EXPECT_EQ(cpu.state.r[12], 0xFFFFF678u);
            EXPECT_EQ(cpu.state.r[13], 0xF678u);
            EXPECT_EQ(cpu.state.r[14], 0x01020304u);
        });
}

TEST(Semantics, StoresAreBigEndian) {
    Code code;
    code.op("sw", {9, 0, 8}).op("sh", {10, 0, 8}).op("sb", {11, 3, 8});
    in_each_way(
        code, 3,
        [&](Cpu &cpu) {
            cpu.state.r[8] = data_base;
            cpu.state.r[9] = 0x11223344;
            cpu.state.r[10] = 0xAABB;
            cpu.state.r[11] = 0xCC;
        },
        [&](Cpu &cpu, Stop stop) {
            ASSERT_EQ(stop, Stop::budget);
            EXPECT_EQ(cpu.load(data_base), 0xAABB33CCu);
        });
}

TEST(Semantics, UnalignedWords) { // LWL and LWR, SWL and SWR at every offset, big-endian
    for (std::uint32_t offset = 0; offset < 4; ++offset) {
        Code code;
        code.op("lwl", {10, 0, 8})
            .op("lwr", {10, 3, 8})
            .op("swl", {9, 16, 8})
            .op("swr", {9, 19, 8});
        in_each_way(
            code, 4,
            [&](Cpu &cpu) {
                cpu.store(data_base, 0x00010203);
                cpu.store(data_base + 4, 0x04050607);
                cpu.store(data_base + 16, 0xEEEEEEEE);
                cpu.store(data_base + 20, 0xEEEEEEEE);
                cpu.state.r[8] = data_base + offset;
                cpu.state.r[9] = 0xA1B2C3D4;
                cpu.state.r[10] = 0xFFFFFFFF;
            },
            [&](Cpu &cpu, Stop stop) {
                ASSERT_EQ(stop, Stop::budget);
                EXPECT_EQ(cpu.state.r[10], 0x00010203u + 0x01010101u * offset) << offset;
                std::uint8_t bytes[8];
                ASSERT_TRUE(cpu.mem().copy_out(data_base + 16, bytes));
                for (std::uint32_t i = 0; i < 8; ++i) {
                    const std::uint8_t stored[] = {0xA1, 0xB2, 0xC3, 0xD4};
                    EXPECT_EQ(bytes[i], i >= offset && i < offset + 4 ? stored[i - offset] : 0xEE);
                }
            });
    }
}

TEST(Semantics, LoadLinkedAndStoreConditional) {
    Code code;
    code.op("ll", {10, 0, 8}).op("sc", {9, 0, 8}).op("sc", {11, 0, 8});
    in_each_way(
        code, 3,
        [&](Cpu &cpu) {
            cpu.state.r[8] = data_base;
            cpu.state.r[9] = 7;
            cpu.state.r[11] = 9;
        },
        [&](Cpu &cpu, Stop stop) {
            ASSERT_EQ(stop, Stop::budget);
            EXPECT_EQ(cpu.load(data_base), 7u);
            EXPECT_EQ(cpu.state.r[9], 1u);
            EXPECT_EQ(cpu.state.r[11], 0u) << "the link is used up";
        });
}

struct Branching {
    const char *name;
    std::uint32_t s, t;
    bool taken;
};
class Branches : public testing::TestWithParam<Branching> {};

TEST_P(Branches, RunTheSlotAndGo) {
    const Branching &row = GetParam();
    Code code;
    if (encoding(row.name).format == isa::Format::rs_rt_branch)
        code.to(row.name, {8, 9}, "away");
    else if (encoding(row.name).format == isa::Format::branch)
        code.to(row.name, {}, "away");
    else
        code.to(row.name, {8}, "away");
    code.op("addiu", {10, 0, 1}).op("addiu", {11, 0, 1}).label("away").op("addiu", {12, 0, 1});
    const bool likely = std::string_view(row.name).ends_with("l") &&
                        row.name != std::string("bltzal") && row.name != std::string("bgezal");
    in_each_way(
        code, row.taken || likely ? 3 : 4,
        [&](Cpu &cpu) {
            operands_of(row)(cpu);
            cpu.state.r[mips::condition_register] = row.s;
        },
        [&](Cpu &cpu, Stop stop) {
            ASSERT_EQ(stop, Stop::budget);
            EXPECT_EQ(cpu.state.r[10], !likely || row.taken) << "the slot";
            EXPECT_EQ(cpu.state.r[11], !row.taken);
            EXPECT_EQ(cpu.state.r[12], 1u);
            const bool links = std::string_view(row.name).find("al") != std::string_view::npos;
            EXPECT_EQ(cpu.state.r[31], links ? Code::base + 8 : 0);
        });
}

INSTANTIATE_TEST_SUITE_P(
    All, Branches,
    testing::Values(Branching{"beq", 1, 1, true}, Branching{"beq", 1, 2, false},
                    Branching{"bne", 1, 2, true}, Branching{"bne", 1, 1, false},
                    Branching{"blez", 0, 0, true}, Branching{"blez", 1, 0, false},
                    Branching{"bgtz", 1, 0, true}, Branching{"bgtz", 0, 0, false},
                    Branching{"bltz", 0x80000000, 0, true}, Branching{"bltz", 0, 0, false},
                    Branching{"bgez", 0, 0, true}, Branching{"bgez", 0x80000000, 0, false},
                    Branching{"bltzal", 0x80000000, 0, true}, Branching{"bltzal", 0, 0, false},
                    Branching{"bgezal", 0, 0, true}, Branching{"bgezal", 0x80000000, 0, false},
                    Branching{"bc2t", 1, 0, true}, Branching{"bc2t", 0, 0, false},
                    Branching{"bc2f", 0, 0, true}, Branching{"bc2f", 1, 0, false},
                    Branching{"beql", 1, 1, true}, Branching{"beql", 1, 2, false},
                    Branching{"bnel", 1, 2, true}, Branching{"bnel", 1, 1, false},
                    Branching{"blezl", 0, 0, true}, Branching{"bgtzl", 0, 0, false},
                    Branching{"bltzl", 0, 0, false}, Branching{"bgezl", 0, 0, true},
                    Branching{"bc2tl", 1, 0, true}, Branching{"bc2tl", 0, 0, false},
                    Branching{"bc2fl", 0, 0, true}, Branching{"bc2fl", 1, 0, false}));

TEST(Semantics, JumpsLinkAndUseTheSlot) {
    Code code;
    code.to("jal", {}, "f").op("addiu", {10, 31, 0}); // the slot sees the link
    code.op("addiu", {11, 0, 1}).label("f").op("jalr", {31, 8}).op("addiu", {12, 0, 1});
    in_each_way(
        code, 5, [&](Cpu &cpu) { cpu.state.r[8] = code.at("f") - 4; },
        [&](Cpu &cpu, Stop stop) {
            ASSERT_EQ(stop, Stop::budget);
            EXPECT_EQ(cpu.state.r[10], Code::base + 8);
            EXPECT_EQ(cpu.state.r[11], 1u);
            EXPECT_EQ(cpu.state.r[31], code.at("f") + 8);
        });
}

struct Faulting {
    const char *name;
    std::uint32_t word, s, t;
    FaultKind kind;
};
class Faults : public testing::TestWithParam<Faulting> {};

TEST_P(Faults, StopWhereTheyAre) {
    const Faulting &row = GetParam();
    Code code;
    code.nop();
    code.words.push_back(row.word);
    in_each_way(code, 2, operands_of(row), [&](Cpu &cpu, Stop stop) {
        ASSERT_EQ(stop, Stop::fault);
        EXPECT_EQ(cpu.state.fault.kind, row.kind);
        EXPECT_EQ(cpu.state.fault.pc, Code::base + 4);
        EXPECT_EQ(cpu.state.fault.cycle, 1u);
        EXPECT_EQ(cpu.state.instructions, 1u);
    });
}

INSTANTIATE_TEST_SUITE_P(
    All, Faults,
    testing::Values(Faulting{"lw", word("lw", {10, 2, 8}), data_base, 0, FaultKind::unaligned},
                    Faulting{"lh", word("lh", {10, 1, 8}), data_base, 0, FaultKind::unaligned},
                    Faulting{"sw", word("sw", {10, 2, 8}), data_base, 0, FaultKind::unaligned},
                    Faulting{"sh", word("sh", {10, 1, 8}), data_base, 0, FaultKind::unaligned},
                    Faulting{"null", word("lw", {10, 0, 8}), 0, 0, FaultKind::unmapped},
                    Faulting{"wild", word("lb", {10, 0, 8}), 0xFFFFFFFF, 0, FaultKind::unmapped},
                    Faulting{"sb", word("sb", {10, 0, 8}), memory_bytes, 0, FaultKind::unmapped},
                    Faulting{"lwl", word("lwl", {10, 0, 8}), 0xFFFFFFFD, 0, FaultKind::unmapped},
                    Faulting{"swr", word("swr", {10, 0, 8}), 0xFFFFFFFD, 0, FaultKind::unmapped},
                    Faulting{"text", word("sw", {10, 0, 8}), Code::base, 0, FaultKind::text_write},
                    Faulting{"add", word("add", {10, 8, 9}), 0x7FFFFFFF, 1, FaultKind::overflow},
                    Faulting{"addi", word("addi", {10, 8, 1}), 0x7FFFFFFF, 0, FaultKind::overflow},
                    Faulting{"sub", word("sub", {10, 8, 9}), 0x80000000, 1, FaultKind::overflow},
                    Faulting{"teq", word("teq", {8, 9, 0}), 1, 1, FaultKind::trap},
                    Faulting{"tne", word("tne", {8, 9, 0}), 1, 2, FaultKind::trap},
                    Faulting{"tge", word("tge", {8, 9, 0}), 0, 0xFFFFFFFF, FaultKind::trap},
                    Faulting{"tgeu", word("tgeu", {8, 9, 0}), 0xFFFFFFFF, 0, FaultKind::trap},
                    Faulting{"tlt", word("tlt", {8, 9, 0}), 0xFFFFFFFF, 0, FaultKind::trap},
                    Faulting{"tltu", word("tltu", {8, 9, 0}), 0, 0xFFFFFFFF, FaultKind::trap},
                    Faulting{"teqi", word("teqi", {8, -1}), 0xFFFFFFFF, 0, FaultKind::trap},
                    Faulting{"tnei", word("tnei", {8, 1}), 0, 0, FaultKind::trap},
                    Faulting{"tgei", word("tgei", {8, -1}), 0, 0, FaultKind::trap},
                    Faulting{"tgeiu", word("tgeiu", {8, 1}), 0xFFFFFFFF, 0, FaultKind::trap},
                    Faulting{"tlti", word("tlti", {8, 0}), 0xFFFFFFFF, 0, FaultKind::trap},
                    Faulting{"tltiu", word("tltiu", {8, -1}), 0, 0, FaultKind::trap},
                    Faulting{"break", word("break", {7}), 0, 0, FaultKind::breakpoint},
                    Faulting{"illegal", 0x73FFFFFF, 0, 0, FaultKind::illegal},
                    Faulting{"fp", word("add.s", {0, 1, 2}), 0, 0, FaultKind::illegal}),
    [](const auto &row) { return std::string(row.param.name); });

TEST(Semantics, JumpsOutsideTheTextFault) {
    for (const auto &row : {std::pair{0u, FaultKind::unmapped},
                            {0x10002u, FaultKind::unaligned},
                            {data_base, FaultKind::not_decoded}}) {
        const std::uint32_t target = row.first;
        const FaultKind kind = row.second;
        Code code;
        code.op("jr", {8}).nop();
        in_each_way(
            code, 3, [&](Cpu &cpu) { cpu.state.r[8] = target; },
            [&](Cpu &cpu, Stop stop) {
                ASSERT_EQ(stop, Stop::fault);
                EXPECT_EQ(cpu.state.fault.kind, kind);
                EXPECT_EQ(cpu.state.fault.pc, target);
                EXPECT_EQ(cpu.state.now, 2u);
            });
    }
}

TEST(Semantics, LoadUseStallsOneCycle) {
    Code code;
    code.op("lw", {10, 0, 8})
        .op("addu", {11, 10, 0})
        .op("lw", {10, 0, 8})
        .nop()
        .op("addu", {11, 10, 0});
    in_each_way(
        code, 5, [&](Cpu &cpu) { cpu.state.r[8] = data_base; },
        [&](Cpu &cpu, Stop stop) {
            ASSERT_EQ(stop, Stop::budget);
            EXPECT_EQ(cpu.state.now, 6u);
        });
}

} // namespace
} // namespace inlet::test
