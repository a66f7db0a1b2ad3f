// PowerPC alone: operations with values worked out by hand, in the stepper and in blocks; the rules
// of groups; arbitrary words.
#include "cpu/engine/engine.h"
#include "cpu/ppc/instruction_set.h"
#include "cpu/ppc/registers.h"
#include "ppc_core.h"
#include "ppc_generator.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>

namespace inlet {

namespace {

using engine::State;
using engine::Stop;
using ppc_test::Core;

constexpr std::uint32_t code = ppc_test::code, data = ppc_test::data;

std::uint32_t d_form(unsigned op, unsigned d, unsigned a, std::uint32_t imm) {
    return op << 26 | d << 21 | a << 16 | (imm & 0xFFFF);
}
std::uint32_t x_form(unsigned op, unsigned d, unsigned a, unsigned b, unsigned xo,
                     bool rc = false) {
    return op << 26 | d << 21 | a << 16 | b << 11 | xo << 1 | unsigned{rc};
}
std::uint32_t m_form(unsigned op, unsigned s, unsigned a, unsigned sh, unsigned mb, unsigned me,
                     bool rc = false) {
    return op << 26 | s << 21 | a << 16 | sh << 11 | mb << 6 | me << 1 | unsigned{rc};
}
std::uint32_t a_form(unsigned op, unsigned d, unsigned a, unsigned b, unsigned c, unsigned xo) {
    return op << 26 | d << 21 | a << 16 | b << 11 | c << 6 | xo << 1;
}
std::uint32_t bc(unsigned bo, unsigned bi, std::int32_t distance, bool link = false) {
    return 16u << 26 | bo << 21 | bi << 16 | (static_cast<std::uint32_t>(distance) & 0xFFFC) |
           unsigned{link};
}

/// An instruction with r4 = x and r5 = y, CA = 1, SO = 0; the resulting r3, CR0 and XER.
struct Row {
    const char *name;
    std::uint32_t word, x, y, r3;
    int cr0 = -1, ca = -1, ov = -1;
};

std::ostream &operator<<(std::ostream &out, const Row &row) { return out << row.name; }

class Rows : public testing::TestWithParam<Row> {};

TEST_P(Rows, AreAsTheManualSays) {
    const Row &row = GetParam();
    for (const bool stepped : {true, false}) {
        Core core({row.word});
        core.state.r[4] = row.x;
        core.state.r[5] = row.y;
        core.state.r[3] = 0x11223344;
        core.state.r[ppc::ca_register] = 1;
        core.run(1, stepped);
        EXPECT_EQ(core.state.r[3], row.r3) << std::hex << core.state.r[3];
        if (row.cr0 >= 0) {
            EXPECT_EQ(core.state.r[ppc::cr_register], static_cast<unsigned>(row.cr0));
        }
        if (row.ca >= 0) {
            EXPECT_EQ(core.state.r[ppc::ca_register], static_cast<unsigned>(row.ca));
        }
        if (row.ov >= 0) {
            EXPECT_EQ(core.state.r[ppc::ov_register], static_cast<unsigned>(row.ov));
        }
        EXPECT_EQ(core.state.pc, code + 4);
    }
}

constexpr std::uint32_t oe = 1u << 10, rc = 1;
const Row integer_rows[] = {
    {"add", x_form(31, 3, 4, 5, 266), 5, 7, 12},
    {"add.", x_form(31, 3, 4, 5, 266) | rc, 5, 0xFFFFFFFB, 0, 2},
    {"addo.", x_form(31, 3, 4, 5, 266) | oe | rc, 0x7FFFFFFF, 1, 0x80000000, 9, -1, 1},
    {"addo", x_form(31, 3, 4, 5, 266) | oe, 0x7FFFFFFF, 0, 0x7FFFFFFF, -1, -1, 0},
    {"addc", x_form(31, 3, 4, 5, 10), 0xFFFFFFFF, 2, 1, -1, 1},
    {"adde", x_form(31, 3, 4, 5, 138), 0xFFFFFFFF, 0, 0, -1, 1},
    {"adde without a carry out", x_form(31, 3, 4, 5, 138), 1, 2, 4, -1, 0},
    {"addme", x_form(31, 3, 4, 0, 234), 0, 0, 0, -1, 1},
    {"addze.", x_form(31, 3, 4, 0, 202) | rc, 0x7FFFFFFF, 0, 0x80000000, 8, 0},
    {"subf", x_form(31, 3, 4, 5, 40), 3, 10, 7},
    {"subfc", x_form(31, 3, 4, 5, 8), 10, 3, 0xFFFFFFF9, -1, 0},
    {"subfc of equals", x_form(31, 3, 4, 5, 8), 3, 3, 0, -1, 1},
    {"subfe", x_form(31, 3, 4, 5, 136), 3, 10, 7, -1, 1},
    {"subfme", x_form(31, 3, 4, 0, 232), 5, 0, 0xFFFFFFFA, -1, 1},
    {"subfze", x_form(31, 3, 4, 0, 200), 5, 0, 0xFFFFFFFB, -1, 0},
    {"subfo", x_form(31, 3, 4, 5, 40) | oe, 1, 0x80000000, 0x7FFFFFFF, -1, -1, 1},
    {"neg", x_form(31, 3, 4, 0, 104), 5, 0, 0xFFFFFFFB},
    {"nego", x_form(31, 3, 4, 0, 104) | oe, 0x80000000, 0, 0x80000000, -1, -1, 1},
    {"mullw", x_form(31, 3, 4, 5, 235), 0xFFFFFFFE, 7, 0xFFFFFFF2},
    {"mullwo", x_form(31, 3, 4, 5, 235) | oe, 0x10000, 0x8000, 0x80000000, -1, -1, 1},
    {"mulhw", x_form(31, 3, 4, 5, 75), 0xFFFFFFFE, 7, 0xFFFFFFFF},
    {"mulhwu", x_form(31, 3, 4, 5, 11), 0xFFFFFFFE, 7, 6},
    {"divw", x_form(31, 3, 4, 5, 491), 0xFFFFFFF9, 2, 0xFFFFFFFD},
    {"divwu", x_form(31, 3, 4, 5, 459), 0xFFFFFFF9, 2, 0x7FFFFFFC},
    {"divwo by zero", x_form(31, 3, 4, 5, 491) | oe, 9, 0, 9, -1, -1, 1},
    {"addi", d_form(14, 3, 4, 0xFFFF), 5, 0, 4},
    {"li", d_form(14, 3, 0, 0x8000), 0, 0, 0xFFFF8000},
    {"addis", d_form(15, 3, 4, 0x1234), 5, 0, 0x12340005},
    {"addic", d_form(12, 3, 4, 0xFFFF), 5, 0, 4, -1, 1},
    {"addic.", d_form(13, 3, 4, 0xFFFF), 0, 0, 0xFFFFFFFF, 8, 0},
    {"subfic", d_form(8, 3, 4, 5), 7, 0, 0xFFFFFFFE, -1, 0},
    {"mulli", d_form(7, 3, 4, 0xFFFD), 7, 0, 0xFFFFFFEB},
    // Logic has its result in rA.
    {"and.", x_form(31, 4, 3, 5, 28, true), 0xF0F0, 0xFF00, 0xF000, 4},
    {"andc", x_form(31, 4, 3, 5, 60), 0xF0F0, 0xFF00, 0x00F0},
    {"or", x_form(31, 4, 3, 5, 444), 0xF0F0, 0xFF00, 0xFFF0},
    {"mr.", x_form(31, 4, 3, 4, 444, true), 0x80000000, 0, 0x80000000, 8},
    {"orc", x_form(31, 4, 3, 5, 412), 1, 0xFFFFFFF0, 0xF},
    {"xor", x_form(31, 4, 3, 5, 316), 0xF0F0, 0xFF00, 0x0FF0},
    {"nand", x_form(31, 4, 3, 5, 476), 0xF0F0, 0xFF00, 0xFFFF0FFF},
    {"nor", x_form(31, 4, 3, 5, 124), 0xF0F0, 0xFF00, 0xFFFF000F},
    {"eqv", x_form(31, 4, 3, 5, 284), 0xF0F0, 0xFF00, 0xFFFFF00F},
    {"ori", d_form(24, 4, 3, 0x8001), 0x10, 0, 0x8011},
    {"oris", d_form(25, 4, 3, 0x8001), 0x10, 0, 0x80010010},
    {"xori", d_form(26, 4, 3, 0xFFFF), 0x10, 0, 0xFFEF},
    {"xoris", d_form(27, 4, 3, 0xFFFF), 0x10, 0, 0xFFFF0010},
    {"andi.", d_form(28, 4, 3, 0x00F0), 0xFF0F, 0, 0, 2},
    {"andis.", d_form(29, 4, 3, 0xFFFF), 0x8000FFFF, 0, 0x80000000, 8},
    {"slw", x_form(31, 4, 3, 5, 24), 0x80000001, 1, 2},
    {"slw by 32", x_form(31, 4, 3, 5, 24), 0xFFFFFFFF, 32, 0},
    {"slw by 64", x_form(31, 4, 3, 5, 24), 0xFFFFFFFF, 64, 0xFFFFFFFF},
    {"srw", x_form(31, 4, 3, 5, 536), 0x80000001, 4, 0x08000000},
    {"srw by 63", x_form(31, 4, 3, 5, 536), 0xFFFFFFFF, 63, 0},
    {"sraw", x_form(31, 4, 3, 5, 792), 0x80000001, 4, 0xF8000000, -1, 1},
    {"sraw by 40", x_form(31, 4, 3, 5, 792), 0x80000000, 40, 0xFFFFFFFF, -1, 1},
    {"sraw of no ones", x_form(31, 4, 3, 5, 792), 0x80000000, 4, 0xF8000000, -1, 0},
    {"srawi", x_form(31, 4, 3, 31, 824), 0x40000001, 0, 0, -1, 0},
    {"srawi by 0", x_form(31, 4, 3, 0, 824), 0x80000001, 0, 0x80000001, -1, 0},
    {"extsb.", x_form(31, 4, 3, 0, 954, true), 0x180, 0, 0xFFFFFF80, 8},
    {"extsh", x_form(31, 4, 3, 0, 922), 0x17FFF, 0, 0x7FFF},
    {"cntlzw", x_form(31, 4, 3, 0, 26), 0x00010000, 0, 15},
    {"cntlzw of 0", x_form(31, 4, 3, 0, 26), 0, 0, 32},
    {"rlwinm", m_form(21, 4, 3, 8, 8, 23), 0x12345678, 0, 0x00567800},
    {"rlwinm, a mask round the end", m_form(21, 4, 3, 4, 28, 3), 0x12345678, 0, 0x20000001},
    {"slwi", m_form(21, 4, 3, 4, 0, 27), 0x12345678, 0, 0x23456780},
    {"srwi", m_form(21, 4, 3, 28, 4, 31), 0x12345678, 0, 0x01234567},
    {"clrlwi.", m_form(21, 4, 3, 0, 24, 31, true), 0x12345600, 0, 0, 2},
    {"rlwimi", m_form(20, 4, 3, 16, 0, 15), 0xAAAABBBB, 0, 0xBBBB3344},
    {"rlwnm", m_form(23, 4, 3, 5, 0, 31), 0x12345678, 36, 0x23456781},
};
INSTANTIATE_TEST_SUITE_P(Ppc, Rows, testing::ValuesIn(integer_rows),
                         [](const auto &info) { return std::to_string(info.index); });

TEST(Ppc, EveryGroupKeepsTheRules) {
    ppc::Timing timing;
    timing.costs.fill(1);
    std::mt19937 random(1);
    for (const isa::ppc::Encoding &row : isa::ppc::encodings)
        for (int i = 0; i < 200; ++i) {
            const std::uint32_t word =
                row.match | (static_cast<std::uint32_t>(random()) & ~row.mask);
            const engine::Instruction in = ppc::decode(word, code, timing);
            if (in.kind == engine::Kind::illegal) continue;
            engine::UopBuilder group;
            ppc::lift(in, code, group);
            EXPECT_FALSE(engine::verify(group.ops()))
                << isa::ppc::op_names[static_cast<std::size_t>(row.op)] << " " << std::hex << word;
            for (const engine::Uop &op : group.ops()) {
                // The group changes exactly the registers that the instruction declares as written.
                const bool temporary = op.to == engine::sink || (op.to >= 52 && op.to < 64);
                if (op.code == engine::UopCode::CALL && in.kind == engine::Kind::floating) continue;
                EXPECT_TRUE(temporary || in.writes >> op.to & 1)
                    << std::hex << word << " " << op.to;
            }
        }
}

TEST(Ppc, ComparisonsAndConditionLogic) {
    for (const bool stepped : {true, false}) {
        // cmpwi cr1, r4, -1; cmplw cr7, r4, r5; crnor 0, 4*cr1+gt, 4*cr7+eq; mfcr r3
        Core core({d_form(11, 1 << 2, 4, 0xFFFF), x_form(31, 7 << 2, 4, 5, 32),
                   x_form(19, 0, 5, 30, 33), x_form(31, 3, 0, 0, 19)});
        core.state.r[4] = 0xFFFFFFF0;
        core.state.r[5] = 3;
        core.state.r[ppc::so_register] = 1;
        core.run(4, stepped);
        EXPECT_EQ(core.state.r[3], 0x89000005u); // less and SO; greater and SO; the bit
    }
}

TEST(Ppc, FieldsOfCr) {
    for (const bool stepped : {true, false}) {
        // mtcrf 0x82, r4; mcrf cr3, cr0; mcrxr cr5; mfcr r3
        Core core({31u << 26 | 4u << 21 | 0x82u << 12 | 144u << 1, 19u << 26 | 3u << 23,
                   31u << 26 | 5u << 23 | 512u << 1, x_form(31, 3, 0, 0, 19)});
        core.state.r[4] = 0x9FFFFF6F;
        core.state.r[ppc::so_register] = 1;
        core.state.r[ppc::ca_register] = 1;
        core.run(4, stepped);
        EXPECT_EQ(core.state.r[3], 0x90090A60u) << std::hex << core.state.r[3];
        EXPECT_EQ(ppc::read_xer(core.state), 0u);
    }
}

TEST(Ppc, BranchesCountAndLink) {
    for (const bool stepped : {true, false}) {
        // li r3, 5; mtctr r3; loop: addi r4, r4, 2; bdnz loop; bl +8; (skipped); mflr r5
        Core core({d_form(14, 3, 0, 5), x_form(31, 3, 9, 0, 467), d_form(14, 4, 4, 2),
                   bc(16, 0, -4), 18u << 26 | 8 | 1, d_form(14, 4, 0, 99),
                   x_form(31, 5, 8, 0, 339)});
        core.run(2 + 10 + 2, stepped);
        EXPECT_EQ(core.state.r[4], 10u);
        EXPECT_EQ(core.state.r[ppc::ctr_register], 0u);
        EXPECT_EQ(core.state.r[5], code + 20);
    }
}

TEST(Ppc, ConditionalReturns) {
    // cmpwi r4, 0; beqlr; bdnzflr: BO 0, BI 2 (CR0 EQ); blr with low bits set
    for (const bool stepped : {true, false})
        for (const bool equal : {true, false}) {
            Core core({d_form(11, 0, 4, 0), x_form(19, 12, 2, 0, 16), x_form(19, 0, 2, 0, 16),
                       d_form(14, 3, 0, 1)});
            core.state.r[4] = equal ? 0 : 1;
            core.state.r[ppc::lr_register] = code + 12 + 3;
            core.state.r[ppc::ctr_register] = 1; // counts to 0: not taken
            core.run(equal ? 2 : 3, stepped);
            EXPECT_EQ(core.state.pc & ~3u, code + 12);
            core.run(equal ? 3 : 4, stepped);
            EXPECT_EQ(core.state.r[3], 1u);
            EXPECT_EQ(core.state.r[ppc::ctr_register], equal ? 1u : 0u);
        }
}

TEST(Ppc, AccessesOfEverySize) {
    for (const bool stepped : {true, false}) {
        // stwu r4, -4(r6) at an odd address; lha r3, 0(r6); lwbrx r5, 0, r6; lbzux r7, r6, r8
        Core core({d_form(37, 4, 6, 0xFFFC), d_form(42, 3, 6, 0), x_form(31, 5, 0, 6, 534),
                   x_form(31, 7, 6, 8, 119)});
        core.state.r[4] = 0x8180FF01;
        core.state.r[6] = data + 9;
        core.state.r[8] = 2;
        core.run(4, stepped);
        EXPECT_EQ(core.state.r[3], 0xFFFF8180u);
        EXPECT_EQ(core.state.r[5], 0x01FF8081u);
        EXPECT_EQ(core.state.r[7], 0xFFu);
        EXPECT_EQ(core.state.r[6], data + 7);
    }
}

TEST(Ppc, AnUpdatedBaseHasTheIndexThatWasThere) {
    for (const bool stepped : {true, false}) {
        Core core({x_form(31, 3, 6, 3, 55)}); // lwzux r3, r6, r3
        core.state.r[6] = data;
        core.state.r[3] = 8;
        core.store(data + 8, 1000);
        core.run(1, stepped);
        EXPECT_EQ(core.state.r[3], 1000u);
        EXPECT_EQ(core.state.r[6], data + 8);
    }
}

TEST(Ppc, AWordInTwoPages) {
    for (const bool stepped : {true, false}) {
        Core core({d_form(36, 4, 6, 0), d_form(32, 3, 6, 0)});
        core.state.r[4] = 0x12345678;
        core.state.r[6] = data + page_bytes - 2;
        core.run(2, stepped);
        EXPECT_EQ(core.state.r[3], 0x12345678u);
    }
}

TEST(Ppc, MultipleAndStringAccesses) {
    // stmw r29, 0(r6); lswi r0, r6, 6; lmw r30, 4(r6)
    Core core({d_form(47, 29, 6, 0), x_form(31, 0, 6, 6, 597), d_form(46, 30, 6, 4)});
    core.state.r[6] = data;
    core.state.r[29] = 0x01020304, core.state.r[30] = 0x05060708, core.state.r[31] = 0x090A0B0C;
    core.state.r[1] = 0xFFFFFFFF;
    core.run(1, true);
    core.state.r[30] = core.state.r[31] = 0;
    core.run(3, true);
    EXPECT_EQ(core.state.r[ppc::r0_register], 0x01020304u);
    EXPECT_EQ(core.state.r[1], 0x05060000u); // bytes of the last one that are not loaded are 0
    EXPECT_EQ(core.state.r[30], 0x05060708u);
    EXPECT_EQ(core.state.r[31], 0x090A0B0Cu);
    EXPECT_EQ(core.state.now, 3u + 2u + 2u); // each register has its cycle
    Core odd({d_form(46, 30, 6, 2)});
    odd.state.r[6] = data;
    EXPECT_EQ(odd.run(1, false), Stop::fault);
    EXPECT_EQ(odd.state.fault.kind, FaultKind::unaligned);
}

TEST(Ppc, AReservationIsUsedOnce) {
    // lwarx r3, 0, r6; stwcx. r4, 0, r6; mfcr r7; stwcx. r4, 0, r6
    Core core({x_form(31, 3, 0, 6, 20), x_form(31, 4, 0, 6, 150, true), x_form(31, 7, 0, 0, 19),
               x_form(31, 5, 0, 6, 150, true)});
    core.state.r[6] = data;
    core.state.r[4] = 77;
    core.run(4, false);
    EXPECT_EQ(core.state.r[7], 0x20000000u);
    EXPECT_EQ(core.state.r[ppc::cr_register], 0u);
    EXPECT_EQ(core.word(data), 77u);
}

TEST(Ppc, Traps) {
    for (const bool stepped : {true, false}) {
        Core passes({x_form(31, 4, 4, 5, 4)}); // tweq
        passes.state.r[5] = 1;
        EXPECT_NE(passes.run(1, stepped), Stop::fault);
        Core trapped({x_form(31, 31, 0, 0, 4)}); // trap
        EXPECT_EQ(trapped.run(1, stepped), Stop::fault);
        EXPECT_EQ(trapped.state.fault.kind, FaultKind::trap);
        Core illegal({5u << 26});
        EXPECT_EQ(illegal.run(1, stepped), Stop::fault);
        EXPECT_EQ(illegal.state.fault.kind, FaultKind::illegal);
        Core less({d_form(3, 16, 4, 5)}); // twlti r4, 5
        less.state.r[4] = 0xFFFFFFFF;
        EXPECT_EQ(less.run(1, stepped), Stop::fault);
    }
}

TEST(Ppc, CacheLinesAreCleared) {
    Core core({x_form(31, 0, 0, 6, 1014), x_form(31, 0, 0, 6, 86)}); // dcbz, dcbf
    core.state.r[6] = data + 70;
    core.store(data + 60, 1), core.store(data + 64, 2), core.store(data + 124, 3),
        core.store(data + 128, 4);
    core.run(2, false);
    EXPECT_EQ(core.word(data + 60), 1u);
    EXPECT_EQ(core.word(data + 64), 0u);
    EXPECT_EQ(core.word(data + 124), 0u);
    EXPECT_EQ(core.word(data + 128), 4u);
}

TEST(Ppc, TheTimeBaseCountsCycles) {
    Core core({d_form(14, 3, 0, 0), d_form(14, 3, 0, 0), x_form(31, 4, 12, 8, 371)}); // mftb
    core.run(3, false);
    EXPECT_EQ(core.state.r[4], 2u);
}

TEST(Ppc, ALoadedRegisterIsLate) {
    for (const bool stepped : {true, false}) {
        // lwz r3, 0(r6); addi r4, r3, 1; lfd f1, 0(r6); fadd f2, f1, f1; lwz r0, 0(r6); addi r5,
        // r0, 1
        Core core({d_form(32, 3, 6, 0), d_form(14, 4, 3, 1), d_form(50, 1, 6, 0),
                   a_form(63, 2, 1, 1, 0, 21), d_form(32, 0, 6, 0), d_form(14, 5, 0, 1)});
        core.state.r[6] = data;
        core.run(6, stepped);
        EXPECT_EQ(core.state.now, 8u); // li has no register 0
    }
}

double as_double(const State &s, unsigned n) {
    return std::bit_cast<double>(ppc::float_bits(s, n));
}

TEST(Ppc, FusedOperationsRoundOnce) {
    for (const bool stepped : {true, false}) {
        const double x = 1 + 0x1p-30, y = -1 - 0x1p-29;
        // fmadd f3, f1, f1, f2; fnmsub f4; fmadds f5
        Core core(
            {a_form(63, 3, 1, 2, 1, 29), a_form(63, 4, 1, 2, 1, 30), a_form(59, 5, 6, 7, 6, 29)});
        ppc::set_float_bits(core.state, 1, std::bit_cast<std::uint64_t>(x));
        ppc::set_float_bits(core.state, 2, std::bit_cast<std::uint64_t>(y));
        ppc::set_float_bits(core.state, 6, std::bit_cast<std::uint64_t>(1 + 0x1p-12));
        ppc::set_float_bits(core.state, 7, std::bit_cast<std::uint64_t>(-1 - 0x1p-11));
        core.run(3, stepped);
        EXPECT_EQ(as_double(core.state, 3), 0x1p-60);
        EXPECT_EQ(as_double(core.state, 4), -(x * x - y));
        EXPECT_EQ(as_double(core.state, 5), 0x1p-24);
    }
}

TEST(Ppc, SinglesInMemory) {
    for (const bool stepped : {true, false})
        for (const std::uint32_t bits : {0x3F800000u, 0x00000001u, 0x007FFFFFu, 0x80000000u,
                                         0x7F800000u, 0x7FA00001u, 0xFF7FFFFFu, 0x00400000u}) {
            Core core({d_form(48, 1, 6, 0), d_form(52, 1, 6, 4)}); // lfs, stfs
            core.state.r[6] = data;
            core.store(data, bits);
            core.run(2, stepped);
            EXPECT_EQ(core.word(data + 4), bits);
            const double loaded = as_double(core.state, 1);
            EXPECT_TRUE(loaded != loaded || loaded == std::bit_cast<float>(bits));
        }
}

TEST(Ppc, ExceptionsOfFloatingPoint) {
    // fdiv f3, f1, f2 (1 / 0); fsub f4, f3, f3 (inf - inf); fctiwz f5, f3; mffs f6
    Core core({a_form(63, 3, 1, 2, 0, 18), a_form(63, 4, 3, 3, 0, 20), x_form(63, 5, 0, 3, 15),
               x_form(63, 6, 0, 0, 583)});
    ppc::set_float_bits(core.state, 1, std::bit_cast<std::uint64_t>(1.0));
    core.run(4, false);
    EXPECT_EQ(ppc::float_bits(core.state, 3), 0x7FF0000000000000u);
    EXPECT_EQ(ppc::float_bits(core.state, 4), 0x7FF8000000000000u);
    EXPECT_EQ(static_cast<std::uint32_t>(ppc::float_bits(core.state, 5)), 0x7FFFFFFFu);
    EXPECT_EQ(ppc::float_bits(core.state, 6), 0xA4800100u); // FX VX ZX, VXISI, VXCVI
}

TEST(Ppc, RoundingModes) {
    // mtfsfi 7, 2 (up); fdiv f3, f1, f2; mtfsb0 30: to nearest; frsp f4, f3; fctiw f5, f6
    Core core({63u << 26 | 7u << 23 | 2u << 12 | 134u << 1, a_form(63, 3, 1, 2, 0, 18),
               x_form(63, 30, 0, 0, 70), x_form(63, 4, 0, 3, 12), x_form(63, 5, 0, 6, 14)});
    ppc::set_float_bits(core.state, 1, std::bit_cast<std::uint64_t>(1.0));
    ppc::set_float_bits(core.state, 2, std::bit_cast<std::uint64_t>(3.0));
    ppc::set_float_bits(core.state, 6, std::bit_cast<std::uint64_t>(2.5));
    core.run(5, false);
    EXPECT_EQ(ppc::float_bits(core.state, 3), 0x3FD5555555555556u);
    EXPECT_EQ(as_double(core.state, 4), static_cast<double>(1.0f / 3.0f));
    EXPECT_EQ(static_cast<std::uint32_t>(ppc::float_bits(core.state, 5)), 2u);
}

/// A compare and a conditional select of the greater value.
TEST(Ppc, ComparisonsOfFloatingPoint) {
    constexpr std::uint64_t nan = 0x7FF8000000000000;
    const auto bits = [](double v) { return std::bit_cast<std::uint64_t>(v); };
    const struct {
        std::uint64_t a, b;
        std::uint32_t field;
    } rows[] = {
        {bits(1), bits(2), 8}, {bits(2), bits(1), 4}, {bits(0), bits(-0.0), 2}, {nan, 0, 1}};
    for (const auto &row : rows) {
        Core core({x_form(63, 6 << 2, 1, 2, 0), a_form(63, 3, 1, 2, 1, 23)}); // fcmpu cr6; fsel
        ppc::set_float_bits(core.state, 1, row.a);
        ppc::set_float_bits(core.state, 2, row.b);
        core.run(2, false);
        EXPECT_EQ(core.state.r[ppc::cr_register + 6], row.field);
        EXPECT_EQ(ppc::float_bits(core.state, 3), row.a == nan ? row.b : row.a);
    }
}

TEST(Ppc, AnyWordsRunOrEndWithAFault) {
    std::mt19937 random(7);
    for (int i = 0; i < 3000; ++i) {
        std::vector<std::uint32_t> words(24);
        for (std::uint32_t &word : words) {
            word = static_cast<std::uint32_t>(random());
            if (i & 1) { // of some instruction
                const auto &row = isa::ppc::encodings[random() % std::size(isa::ppc::encodings)];
                word = row.match | (word & ~row.mask);
            }
        }
        Core blocks(words), steps(words);
        for (Core *core : {&blocks, &steps})
            for (unsigned r = 1; r < 32; ++r) core->state.r[r] = data + 64 * r;
        const Stop a = blocks.run(100, false), b = steps.run(100, true);
        EXPECT_EQ(a, b);
        EXPECT_EQ(blocks.state.pc, steps.state.pc);
        EXPECT_EQ(blocks.state.now, steps.state.now);
        for (unsigned r = 0; r < engine::registers; ++r) {
            const bool scratch = r == engine::sink || (r >= 52 && r < 64);
            EXPECT_TRUE(scratch || blocks.state.r[r] == steps.state.r[r]) << r;
        }
        if (testing::Test::HasFailure()) {
            for (const std::uint32_t word : words) ADD_FAILURE() << fmt::format("{:08x}", word);
            return;
        }
    }
}

/// Instructions that a loop by CTR may contain.
bool is_in_loops(const isa::ppc::Encoding &row) {
    using isa::ppc::CostKey;
    return row.cost != CostKey::branch && row.cost != CostKey::trap &&
           row.cost != CostKey::system_call && row.cost != CostKey::special;
}

/// Sums with carries, and some that have nothing to do with them.
bool is_with_carries(const isa::ppc::Encoding &row) {
    using isa::ppc::Op;
    switch (row.op) {
    case Op::ADDIC:
    case Op::ADDIC_:
    case Op::SUBFIC:
    case Op::ADDC:
    case Op::ADDE:
    case Op::ADDZE:
    case Op::ADDME:
    case Op::SUBFC:
    case Op::SUBFE:
    case Op::SUBFZE:
    case Op::SUBFME:
    case Op::SRAW:
    case Op::SRAWI:
    case Op::MULLW:
    case Op::MULHWU:
    case Op::XOR:
    case Op::CMP:
    case Op::LWZ:
    case Op::STW: return true;
    default: return false;
    }
}

/// Loops of random instructions with branches over some of them, and whole loops, stopped at every
/// cycle.
void expect_same(bool (*is_tried)(const isa::ppc::Encoding &)) {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        ppc_test::Generator generator(seed, is_tried);
        std::vector<std::uint32_t> words;
        for (unsigned i = 0; i < 24; ++i) {
            if (i % 6 == 5) { // over the next two, or to the loop's end
                const std::uint32_t bits = generator.bits(), on = bits >> 8 & 31;
                if (bits & 16) // cmpwi, cmplwi
                    words.push_back(d_form(bits & 32 ? 11 : 10, on / 4 << 2, bits >> 16 & 31,
                                           bits & 64 ? 0 : generator.value()));
                if (bits & 128) words.push_back(generator.instruction());
                if (bits & 7)
                    words.push_back(bc(bits & 8 ? 12 : 4, on, 12));
                else
                    words.push_back(x_form(19, bits & 8 ? 12 : 4, on, 0, 16)); // bclr
            }
            words.push_back(generator.instruction());
        }
        const auto end = static_cast<std::uint32_t>(ppc_test::code + 4 * words.size());
        words.push_back(0x60000000), words.push_back(0x60000000);
        words.push_back(bc(16, 0, -4 * static_cast<std::int32_t>(words.size())));
        Core compiled(words, 64, true), steps(words);
        for (Core *core : {&compiled, &steps}) {
            ppc_test::Generator values(seed + 1000, is_tried);
            for (unsigned n = 0; n < 32; ++n) {
                core->state.r[ppc::general(n)] = n == 1   ? data + 0x400
                                                 : n == 2 ? values.bits() % 512
                                                          : values.value();
                ppc::set_float_bits(core->state, n, values.number());
            }
            for (unsigned n = 0; n < 0x1000; n += 4) core->store(data + n, values.value());
            core->state.r[ppc::ctr_register] = 40;
            core->state.r[ppc::lr_register] = end;
            core->state.r[ppc::fpscr_register] = seed & 4 ? ppc::fpscr::xx : 0;
        }
        for (std::uint64_t now = 0; compiled.state.r[ppc::ctr_register] != 0 && now < 20000;) {
            now += seed % 3 == 0 ? 1 + generator.bits() % 40 : 100000;
            const Stop a = compiled.run_until(now, false), b = steps.run_until(now, true);
            EXPECT_EQ(a, b);
            EXPECT_EQ(compiled.state.pc, steps.state.pc);
            EXPECT_EQ(compiled.state.now, steps.state.now);
            EXPECT_EQ(compiled.state.instructions, steps.state.instructions);
            for (unsigned r = 0; r < engine::registers; ++r) {
                const bool scratch = r == engine::sink || (r >= 52 && r < 64);
                EXPECT_TRUE(scratch || compiled.state.r[r] == steps.state.r[r])
                    << r << std::hex << " " << compiled.state.r[r] << " " << steps.state.r[r];
            }
            if (testing::Test::HasFailure() || a != Stop::budget) break;
        }
        for (unsigned n = 0; n < 0x1000; n += 4)
            EXPECT_EQ(compiled.word(data + n), steps.word(data + n));
        if (!testing::Test::HasFailure()) continue;
        for (const std::uint32_t word : words)
            ADD_FAILURE() << fmt::format(
                "{:08x} {}", word,
                isa::ppc::op_names[static_cast<std::size_t>(
                    ppc::decode(word, code, ppc::Timing{}).op.as<isa::ppc::Op>())]);
        return;
    }
}

TEST(Ppc, CompiledCodeDoesTheSame) { expect_same(is_in_loops); }
TEST(Ppc, CompiledCodePassesCarriesOn) { expect_same(is_with_carries); }

} // namespace

} // namespace inlet
