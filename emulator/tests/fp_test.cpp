// Floating point against values worked out by hand; the block engine against the stepper.
#include "cpu/engine/fp.h"
#include "each_way.h"
#include "effort.h"

#include <bit>
#include <cfenv>
#include <gtest/gtest.h>
#include <random>

namespace inlet::test {
namespace {

using engine::Stop;

constexpr mips::Features all{true, true};

// Flags, as in the low bits of Result::raised.
constexpr std::uint32_t I = 1, U = 2, O = 4, Z = 8, V = 16;
constexpr std::uint32_t nearest = 0, zero = 1, up = 2, down = 3;

std::uint64_t d(double v) { return std::bit_cast<std::uint64_t>(v); }
std::uint64_t f(float v) { return std::bit_cast<std::uint32_t>(v); }

constexpr std::uint64_t qnan_s = 0x7FBFFFFF, snan_s = 0x7FC00001;
constexpr std::uint64_t qnan_d = 0x7FF7FFFFFFFFFFFF, snan_d = 0x7FF8000000000001;
constexpr std::uint64_t inf_s = 0x7F800000, inf_d = 0x7FF0000000000000;

struct Row {
    const char *name;
    std::uint64_t a, b;
    std::uint32_t rounding;
    std::uint64_t result;
    std::uint32_t raised;
};

/// Operands in $f4 and $f6, the result in $f8.
void set(engine::State &s, unsigned reg, std::uint64_t v) {
    s.r[mips::float_register + reg] = static_cast<std::uint32_t>(v);
    s.r[mips::float_register + reg + 1] = static_cast<std::uint32_t>(v >> 32);
}
std::uint32_t op_word(const std::string &name) {
    return encoding(name).format == isa::Format::fd_fs_ft ? word(name, {8, 4, 6})
                                                          : word(name, {8, 4});
}
bool gives_double(const std::string &name) {
    return name.starts_with("cvt.d") ||
           (name.ends_with(".d") && name.find(".w.") == name.npos && !name.starts_with("cvt"));
}

class FloatOps : public testing::TestWithParam<Row> {};

TEST_P(FloatOps, ResultAndExceptions) {
    const Row &row = GetParam();
    for (const bool stepping : {true, false})
        for (const int host : {FE_TONEAREST, FE_UPWARD, FE_TOWARDZERO}) {
            Code code;
            code.words.push_back(op_word(row.name));
            code.op("break", {0});
            Cpu cpu(code, all);
            set(cpu.state, 4, row.a);
            set(cpu.state, 6, row.b);
            cpu.state.r[mips::fcsr_register] = row.rounding | 0x3F << 12; // an old cause
            std::fesetround(host);
            std::feclearexcept(FE_ALL_EXCEPT);
            if (stepping)
                cpu.step();
            else
                engine::run(cpu.state, cpu.mem(), cpu.program, 1000);
            EXPECT_EQ(std::fegetround(), host);
            std::fesetround(FE_TONEAREST);
            ASSERT_EQ(cpu.state.fault.kind, FaultKind::breakpoint) << row.name;
            const std::uint64_t high =
                gives_double(row.name) ? cpu.state.r[mips::float_register + 9] : 0;
            EXPECT_EQ(high << 32 | cpu.state.r[mips::float_register + 8], row.result)
                << row.name << std::hex << " " << row.a << " " << row.b;
            EXPECT_EQ(cpu.state.r[mips::fcsr_register],
                      row.rounding | row.raised << 12 | row.raised << 2)
                << row.name << std::hex << " " << row.a << " " << row.b;
        }
}

#if defined(__GLIBC__)
/// A host program that enables floating-point signals gets none from its guest.
TEST(FloatingPoint, TheHostsTrapsAreNotTheGuests) {
    Code code;
    code.op("div.s", {8, 4, 6})
        .op("cvt.w.s", {9, 5})
        .op("mul.s", {10, 7, 7})
        .op("mul.s", {15, 16, 16});
    code.op("sqrt.s", {11, 12}).op("cvt.s.w", {13, 14}).op("c.lt.s", {7, 5}).op("break", {0});
    for (const int way : {0, 1, 2}) {
        Cpu cpu(code, all);
        if (way == 2) cpu.program.use_compiled({.threshold = 0, .shortest = 0, .cuts = 0});
        const std::pair<int, std::uint32_t> registers[] = {{4, 0x3F800000},  {5, 0x3FC00000},
                                                           {7, 0x00000001},  {12, 0xBF800000},
                                                           {14, 0x7FFFFFFF}, {16, 0x7F000000}};
        for (const auto &[number, value] : registers)
            cpu.state.r[mips::float_register + number] = value;
        std::feclearexcept(FE_ALL_EXCEPT);
        feenableexcept(FE_ALL_EXCEPT);
        const Stop stop = way == 0 ? cpu.step() : cpu.run(1000);
        EXPECT_EQ(fegetexcept(), FE_ALL_EXCEPT);
        std::feclearexcept(FE_ALL_EXCEPT);
        fedisableexcept(FE_ALL_EXCEPT);
        EXPECT_EQ(stop, Stop::fault);
        EXPECT_EQ(cpu.state.fault.kind, FaultKind::breakpoint) << way;
        EXPECT_EQ(cpu.state.r[mips::float_register + 8], 0x7F800000u) << way;
        EXPECT_EQ(cpu.state.r[mips::float_register + 9], 2u) << way;
        EXPECT_EQ(cpu.state.r[mips::fcsr_register] >> 2 & 31, 31u) << "every exception was raised";
    }
}
#endif

const Row rows[] = {
    {"add.s", f(1), f(2), nearest, f(3), 0},
    {"add.s", f(1), 0x33800000, nearest, f(1), I}, // 1 + 2^-24: a tie, to even
    {"add.s", f(1), 0x33800000, zero, f(1), I},
    {"add.s", f(1), 0x33800000, up, 0x3F800001, I},
    {"add.s", f(1), 0x33800000, down, f(1), I},
    {"add.s", f(-1), 0xB3800000, down, 0xBF800001, I},
    {"add.s", 0x7F7FFFFF, 0x7F7FFFFF, nearest, inf_s, O | I},
    {"add.s", 0x7F7FFFFF, 0x7F7FFFFF, zero, 0x7F7FFFFF, O | I},
    {"add.s", 0x7F7FFFFF, 0x7F7FFFFF, down, 0x7F7FFFFF, O | I},
    {"add.s", 0xFF7FFFFF, 0xFF7FFFFF, up, 0xFF7FFFFF, O | I},
    {"add.s", inf_s, f(1), nearest, inf_s, 0},
    {"add.s", inf_s, inf_s | 1ull << 31, nearest, qnan_s, V},
    {"add.s", f(1), f(-1), nearest, 0, 0},
    {"add.s", f(1), f(-1), down, 0x80000000, 0},
    {"add.s", 1, 1, nearest, 2, 0}, // subnormal and exact: no underflow
    {"add.s", snan_s, f(1), nearest, qnan_s, V},
    {"add.s", 0x7F800123, snan_s, nearest, qnan_s, V},
    {"add.s", 0xFF800123, 0x7F800456, nearest, 0xFF800123, 0}, // the first quiet NaN
    {"add.s", f(1), 0x7F800456, nearest, 0x7F800456, 0},
    {"add.d", d(1), 0x3CA0000000000000, nearest, d(1), I}, // 1 + 2^-53
    {"add.d", d(1), 0x3CA0000000000000, up, d(1) + 1, I},
    {"add.d", d(0.1), d(0.2), nearest, 0x3FD3333333333334, I},
    {"add.d", snan_d, d(1), nearest, qnan_d, V},
    {"add.d", 0xFFF0000000000001, qnan_d, nearest, 0xFFF0000000000001, 0},
    {"sub.s", f(3), f(1), nearest, f(2), 0},
    {"sub.s", inf_s, inf_s, nearest, qnan_s, V},
    {"sub.d", d(3), d(5), nearest, d(-2), 0},
    {"sub.d", inf_d, inf_d, nearest, qnan_d, V},
    {"mul.s", f(3), f(-7), nearest, f(-21), 0},
    {"mul.s", 0, inf_s, nearest, qnan_s, V},
    {"mul.s", 0x00800000, 0x3F000000, nearest, 0x00400000, 0}, // halved: subnormal, exact
    {"mul.s", 0x00800001, 0x3F000000, nearest, 0x00400000, U | I},
    {"mul.s", 0x00800001, 0x3F000000, up, 0x00400001, U | I},
    {"mul.s", 1, 1, nearest, 0, U | I},
    {"mul.s", 1, 1, up, 1, U | I},
    {"mul.d", d(1.5), d(1.5), nearest, d(2.25), 0},
    {"mul.d", 0x7FEFFFFFFFFFFFFF, d(2), nearest, inf_d, O | I},
    {"mul.d", 1, d(0.5), nearest, 0, U | I},
    {"mul.d", inf_d, 0, nearest, qnan_d, V},
    {"div.s", f(1), f(3), nearest, 0x3EAAAAAB, I},
    {"div.s", f(1), f(3), zero, 0x3EAAAAAA, I},
    {"div.s", f(1), 0, nearest, inf_s, Z},
    {"div.s", f(-1), 0, nearest, inf_s | 1ull << 31, Z},
    {"div.s", 0, 0, nearest, qnan_s, V},
    {"div.s", inf_s, inf_s, nearest, qnan_s, V},
    {"div.s", inf_s, 0, nearest, inf_s, 0},
    {"div.d", d(1), d(3), nearest, 0x3FD5555555555555, I},
    {"div.d", d(1), d(3), up, 0x3FD5555555555556, I},
    {"div.d", d(1), d(-0.0), nearest, inf_d | 1ull << 63, Z},
    {"div.d", 0, 0, nearest, qnan_d, V},
    {"sqrt.s", f(9), 0, nearest, f(3), 0},
    {"sqrt.s", f(2), 0, nearest, 0x3FB504F3, I},
    {"sqrt.s", f(2), 0, up, 0x3FB504F4, I},
    {"sqrt.s", 0x80000000, 0, nearest, 0x80000000, 0},
    {"sqrt.s", f(-1), 0, nearest, qnan_s, V},
    {"sqrt.s", inf_s, 0, nearest, inf_s, 0},
    {"sqrt.d", d(2), 0, nearest, 0x3FF6A09E667F3BCD, I},
    {"sqrt.d", d(2), 0, zero, 0x3FF6A09E667F3BCC, I},
    {"sqrt.d", inf_d | 1ull << 63, 0, nearest, qnan_d, V},
    {"sqrt.d", snan_d, 0, nearest, qnan_d, V},
    {"abs.s", f(-2), 0, nearest, f(2), 0},
    {"abs.s", snan_s | 1ull << 31, 0, nearest, qnan_s, V},
    {"abs.d", d(-0.0), 0, nearest, 0, 0},
    {"neg.s", 0, 0, nearest, 0x80000000, 0},
    {"neg.s", 0x7F800123, 0, nearest, 0x7F800123, 0},
    {"neg.d", d(2), 0, nearest, d(-2), 0},
    {"neg.d", snan_d, 0, nearest, qnan_d, V},
    {"round.w.s", f(2.5F), 0, up, 2, I},
    {"round.w.s", f(3.5F), 0, nearest, 4, I},
    {"round.w.s", f(-2.5F), 0, nearest, 0xFFFFFFFE, I},
    {"round.w.s", f(-0.75F), 0, nearest, 0xFFFFFFFF, I},
    {"trunc.w.s", f(-2.75F), 0, nearest, 0xFFFFFFFE, I},
    {"ceil.w.s", f(-2.75F), 0, nearest, 0xFFFFFFFE, I},
    {"ceil.w.s", f(2.25F), 0, nearest, 3, I},
    {"floor.w.s", f(-2.25F), 0, nearest, 0xFFFFFFFD, I},
    {"floor.w.s", 0x80000001, 0, nearest, 0xFFFFFFFF, I},
    {"cvt.w.s", f(2.5F), 0, nearest, 2, I},
    {"cvt.w.s", f(2.5F), 0, up, 3, I},
    {"cvt.w.s", f(-2.5F), 0, down, 0xFFFFFFFD, I},
    {"cvt.w.s", f(-2.5F), 0, zero, 0xFFFFFFFE, I},
    {"cvt.w.s", f(7), 0, nearest, 7, 0},
    {"cvt.w.s", f(2147483648.0F), 0, nearest, 0x7FFFFFFF, V},
    {"cvt.w.s", f(-2147483648.0F), 0, nearest, 0x80000000, 0},
    {"cvt.w.s", inf_s | 1ull << 31, 0, nearest, 0x7FFFFFFF, V},
    {"cvt.w.s", 0x7F800001, 0, nearest, 0x7FFFFFFF, V},
    {"cvt.w.d", d(2147483647.5), 0, down, 0x7FFFFFFF, I},
    {"cvt.w.d", d(2147483647.5), 0, nearest, 0x7FFFFFFF, V},
    {"cvt.w.d", d(-2147483648.5), 0, nearest, 0x80000000, I},
    {"cvt.w.d", d(-2147483648.5), 0, down, 0x7FFFFFFF, V},
    {"round.w.d", d(0.5), 0, nearest, 0, I},
    {"round.w.d", d(1.5), 0, nearest, 2, I},
    {"trunc.w.d", d(1e300), 0, nearest, 0x7FFFFFFF, V},
    {"ceil.w.d", d(1e-300), 0, nearest, 1, I},
    {"floor.w.d", d(-1e-300), 0, nearest, 0xFFFFFFFF, I},
    {"cvt.s.d", d(1.0 / 3), 0, nearest, 0x3EAAAAAB, I},
    {"cvt.s.d", d(1e300), 0, nearest, inf_s, O | I},
    {"cvt.s.d", d(1e-300), 0, up, 1, U | I},
    {"cvt.s.d", snan_d, 0, nearest, qnan_s, V},
    {"cvt.s.d", 0xFFF0000020000000, 0, nearest, 0xFF800001, 0}, // payload kept
    {"cvt.s.d", 0x7FF0000000000001, 0, nearest, qnan_s, 0},     // no bits of it remain
    {"cvt.d.s", f(0.1F), 0, nearest, 0x3FB99999A0000000, 0},
    {"cvt.d.s", 1, 0, nearest, 0x36A0000000000000, 0},
    {"cvt.d.s", 0xFF800001, 0, nearest, 0xFFF0000020000000, 0},
    {"cvt.d.s", snan_s, 0, nearest, qnan_d, V},
    {"cvt.s.w", 0xFFFFFFFF, 0, nearest, f(-1), 0},
    {"cvt.s.w", 0x01000001, 0, nearest, 0x4B800000, I},
    {"cvt.s.w", 0x01000001, 0, up, 0x4B800001, I},
    {"cvt.d.w", 0x80000000, 0, nearest, d(-2147483648.0), 0},
};
INSTANTIATE_TEST_SUITE_P(All, FloatOps, testing::ValuesIn(rows));

TEST(Float, EveryCondition) {
    const char *names[] = {"f",  "un",   "eq",  "ueq", "olt", "ult", "ole", "ule",
                           "sf", "ngle", "seq", "ngl", "lt",  "nge", "le",  "ngt"};
    struct Pair {
        std::uint64_t a, b;
        unsigned relation; ///< 1 unordered, 2 equal, 4 less, 0 greater
        bool signalling;
    };
    for (const bool wide : {false, true}) {
        const std::uint64_t one = wide ? d(1) : f(1), two = wide ? d(2) : f(2);
        const std::uint64_t sign = wide ? 1ull << 63 : 1ull << 31;
        const std::uint64_t quiet = wide ? qnan_d : qnan_s, loud = wide ? snan_d : snan_s;
        const Pair pairs[] = {
            {one, two, 4, false},   {two, one, 0, false},        {one, one, 2, false},
            {0, sign, 2, false},    {sign | two, one, 4, false}, {quiet, one, 1, false},
            {one, quiet, 1, false}, {loud, one, 1, true},        {quiet, loud, 1, true}};
        for (unsigned condition = 0; condition < 16; ++condition)
            for (const Pair &pair : pairs) {
                const std::string name =
                    std::string("c.") + names[condition] + (wide ? ".d" : ".s");
                Code code;
                code.op(name, {4, 6});
                Cpu cpu(code, all);
                set(cpu.state, 4, pair.a);
                set(cpu.state, 6, pair.b);
                cpu.state.r[mips::fcsr_register] =
                    pair.relation & condition ? 0 : 1u << 23; // the negated condition
                ASSERT_EQ(cpu.step(1), Stop::budget);
                const bool raises = pair.relation == 1 && (condition & 8 || pair.signalling);
                EXPECT_EQ(cpu.state.r[mips::fcsr_register],
                          (pair.relation & condition ? 1u << 23 : 0u) |
                              (raises ? V << 12 | V << 2 : 0u))
                    << name << std::hex << " " << pair.a << " " << pair.b;
            }
    }
}

TEST(Float, EnabledExceptionsAreFaultsAndChangeOnlyTheCause) {
    struct Case {
        const char *name;
        std::uint64_t a, b;
        std::uint32_t enabled, raised;
    };
    const Case cases[] = {{"div.s", f(1), 0, Z, Z},
                          {"mul.s", 0x00800000, 0x3F000000, U, U}, // tiny though exact
                          {"add.s", f(1), 1, I, I},
                          {"add.d", inf_d, inf_d | 1ull << 63, V, V},
                          {"mul.d", d(1e300), d(1e300), O, O | I},
                          {"cvt.w.s", f(1e20F), 0, V, V}};
    for (const Case &each : cases)
        for (const bool stepping : {true, false}) {
            Code code;
            code.nop();
            code.words.push_back(op_word(each.name));
            code.op("break", {0});
            Cpu cpu(code, all);
            set(cpu.state, 4, each.a);
            set(cpu.state, 6, each.b);
            set(cpu.state, 8, 0x1234567890);
            cpu.state.r[mips::fcsr_register] = each.enabled << 7;
            if (stepping)
                cpu.step();
            else
                engine::run(cpu.state, cpu.mem(), cpu.program, 1000);
            EXPECT_EQ(cpu.state.fault.kind, FaultKind::float_exception) << each.name;
            EXPECT_EQ(cpu.state.fault.pc, Code::base + 4);
            EXPECT_EQ(cpu.state.fault.cycle, 1u);
            EXPECT_EQ(cpu.state.r[mips::float_register + 8], 0x34567890u);
            EXPECT_EQ(cpu.state.r[mips::fcsr_register], each.enabled << 7 | each.raised << 12);
        }
    EXPECT_STREQ(describe(FaultKind::float_exception), "floating-point exception");
}

TEST(Float, MovesAndMemory) {
    Code code;
    code.op("ldc1", {2, 8, 8}).op("lwc1", {5, 4, 8}).op("mfc1", {10, 2}).op("mfc1", {11, 3});
    code.op("mtc1", {9, 7}).op("mov.d", {12, 2}).op("mov.s", {14, 5});
    code.op("sdc1", {12, 16, 8}).op("swc1", {7, 24, 8}).op("swc1", {14, 28, 8});
    code.op("ldc1", {2, 4, 8});
    for (const bool stepping : {true, false}) {
        Cpu cpu(code, all);
        cpu.state.r[8] = data_base;
        cpu.state.r[9] = 99;
        cpu.store(data_base + 4, 0x55);
        cpu.store(data_base + 8, 0x01020304);
        cpu.store(data_base + 12, 0x05060708);
        if (stepping)
            cpu.step();
        else
            engine::run(cpu.state, cpu.mem(), cpu.program, 1000);
        EXPECT_EQ(cpu.state.fault.kind, FaultKind::unaligned) << "a double at 4";
        EXPECT_EQ(cpu.state.r[10], 0x05060708u) << "the even register has the low word";
        EXPECT_EQ(cpu.state.r[11], 0x01020304u);
        EXPECT_EQ(cpu.load(data_base + 16), 0x01020304u);
        EXPECT_EQ(cpu.load(data_base + 20), 0x05060708u);
        EXPECT_EQ(cpu.load(data_base + 24), 99u);
        EXPECT_EQ(cpu.load(data_base + 28), 0x55u);
    }
}

TEST(Float, ControlRegisters) {
    Code code;
    code.op("ctc1", {8, 31}).op("cfc1", {9, 31}).op("cfc1", {10, 0}).op("cfc1", {11, 25});
    code.op("cfc1", {12, 26}).op("cfc1", {13, 28}).op("ctc1", {0, 26}).op("cfc1", {14, 31});
    code.op("ctc1", {15, 31});
    Cpu cpu(code, all);
    cpu.state.r[8] = 0xFFFC0003 | 0x1F << 2 | 0x0F << 7 | 0x10 << 12;
    cpu.state.r[15] = V << 12 | V << 7;
    ASSERT_EQ(cpu.step(), Stop::fault);
    EXPECT_EQ(cpu.state.r[9], 0xFF810003u | 0x1F << 2 | 0x0F << 7);
    EXPECT_EQ(cpu.state.r[10], 0x00130000u);
    EXPECT_EQ(cpu.state.r[11], 0xFFu);
    EXPECT_EQ(cpu.state.r[12], 0x1007Cu);
    EXPECT_EQ(cpu.state.r[13], 0x787u);
    EXPECT_EQ(cpu.state.r[14], 0xFF800003u | 0x0F << 7);
    EXPECT_EQ(cpu.state.fault.kind, FaultKind::float_exception) << "asked for by CTC1";
    EXPECT_EQ(cpu.state.fault.pc, Code::base + 32);
}

TEST(Float, ConditionalMoves) {
    for (const bool condition : {false, true}) {
        Code code;
        code.op("movt", {10, 8, 0}).op("movf", {11, 8, 0});
        code.op("movt.s", {10, 2, 0}).op("movf.d", {12, 2, 0});
        code.op("movz.s", {14, 2, 0}).op("movn.d", {16, 2, 8});
        Cpu cpu(code, all);
        cpu.state.r[8] = 1;
        set(cpu.state, 2, 0x300000002);
        cpu.state.r[mips::fcsr_register] = condition ? 1u << 23 : 0;
        ASSERT_EQ(cpu.step(6), Stop::budget);
        EXPECT_EQ(cpu.state.r[10], condition ? 1u : 0u);
        EXPECT_EQ(cpu.state.r[11], condition ? 0u : 1u);
        EXPECT_EQ(cpu.state.r[mips::float_register + 10], condition ? 2u : 0u);
        EXPECT_EQ(cpu.state.r[mips::float_register + 13], condition ? 0u : 3u);
        EXPECT_EQ(cpu.state.r[mips::float_register + 14], 2u);
        EXPECT_EQ(cpu.state.r[mips::float_register + 17], 3u);
    }
}

TEST(Float, BranchesReadTheConditionBeforeTheirSlot) {
    for (const char *name : {"bc1t", "bc1f", "bc1tl", "bc1fl"})
        for (const bool condition : {false, true})
            for (const bool stepping : {true, false}) {
                Code code;
                code.to(name, {}, "away").op("c.f.s", {0, 0}); // clears it
                code.op("addiu", {9, 0, 1}).label("away").op("break", {0});
                Cpu cpu(code, all);
                cpu.state.r[mips::fcsr_register] = condition ? 1u << 23 : 0;
                if (stepping)
                    cpu.step();
                else
                    engine::run(cpu.state, cpu.mem(), cpu.program, 1000);
                const bool taken = condition == (name[3] == 't');
                EXPECT_EQ(cpu.state.r[9], taken ? 0u : 1u) << name << condition << stepping;
                const bool annulled = !taken && name[4] == 'l';
                EXPECT_EQ(cpu.state.r[mips::fcsr_register], annulled && condition ? 1u << 23 : 0u)
                    << name;
            }
}

/// Every condition code, written by a comparison and CTC1, read by branches and moves.
TEST(Float, EightConditions) {
    for (unsigned code_number = 0; code_number < 8; ++code_number) {
        const std::uint32_t bit = 1u << (code_number ? 24 + code_number : 23);
        const auto n = static_cast<std::int64_t>(code_number);
        for (const bool holds : {false, true}) {
            Code code;
            code.op("c.lt.s", {n, 4, 6}).op("cfc1", {9, 31}).op("cfc1", {10, 25});
            code.op("movt", {11, 8, n}).op("movf", {12, 8, n});
            code.op("movt.s", {14, 4, n}).op("movf.d", {16, 4, n});
            code.to("bc1t", {n}, "yes").op("addiu", {13, 13, 1}).op("addiu", {13, 13, 2});
            code.label("yes")
                .to("bc1fl", {n}, "no")
                .op("addiu", {13, 13, 4})
                .op("addiu", {13, 13, 8});
            code.label("no").op("c.f.d", {n, 4, 6}).op("cfc1", {15, 31});
            in_each_way(
                code, holds ? 13 : 14,
                [&](Cpu &cpu) {
                    cpu.state.r[mips::float_register + 4] =
                        static_cast<std::uint32_t>(f(holds ? 1.0F : 3.0F));
                    cpu.state.r[mips::float_register + 6] = static_cast<std::uint32_t>(f(2.0F));
                    cpu.state.r[8] = 7;
                    cpu.state.r[mips::fcsr_register] = holds ? 0xFE800000 & ~bit : bit;
                },
                [&](Cpu &cpu, Stop stop) {
                    ASSERT_EQ(stop, Stop::budget);
                    const std::uint32_t others = holds ? 0xFE800000 & ~bit : 0;
                    EXPECT_EQ(cpu.state.r[9], others | (holds ? bit : 0));
                    EXPECT_EQ(cpu.state.r[10], holds ? 0xFFu : 0u);
                    EXPECT_EQ(cpu.state.r[11], holds ? 7u : 0u);
                    EXPECT_EQ(cpu.state.r[12], holds ? 0u : 7u);
                    EXPECT_EQ(cpu.state.r[mips::float_register + 14],
                              holds ? cpu.state.r[mips::float_register + 4] : 0u);
                    EXPECT_EQ(cpu.state.r[mips::float_register + 16],
                              holds ? 0u : cpu.state.r[mips::float_register + 4]);
                    EXPECT_EQ(cpu.state.r[13], holds ? 1u + 8 : 1u + 2 + 4);
                    EXPECT_EQ(cpu.state.r[15], others);
                },
                all);
        }
    }
}

TEST(Float, ABranchReadsItsConditionBeforeItsSlotSetsIt) {
    Code code; // the engine has the slot first
    code.to("bc1t", {5}, "away").op("c.f.s", {5, 0, 0}).op("addiu", {9, 0, 1});
    code.label("away").to("bc1f", {6}, "end").op("c.f.s", {5, 0, 0}).label("end").nop();
    in_each_way(
        code, 4, [&](Cpu &cpu) { cpu.state.r[mips::fcsr_register] = 1u << 29; },
        [&](Cpu &cpu, Stop) {
            EXPECT_EQ(cpu.state.r[9], 0u);
            EXPECT_EQ(cpu.state.r[mips::fcsr_register], 0u);
            EXPECT_EQ(cpu.state.pc, code.at("end"));
        },
        all);
}

/// With FS a tiny result is zero, or the smallest normal number on the side that it is rounded to.
TEST(Float, FlushesTinyResults) {
    constexpr std::uint64_t least_s = 0x00800000, least_d = 0x0010000000000000;
    constexpr std::uint64_t sign_s = 1ull << 31, sign_d = 1ull << 63;
    const Row table[] = {
        {"mul.s", least_s, f(0.5F), nearest, 0, U | I}, // exact
        {"mul.s", least_s, f(0.5F), zero, 0, U | I},
        {"mul.s", least_s, f(0.5F), up, least_s, U | I},
        {"mul.s", least_s, f(0.5F), down, 0, U | I},
        {"mul.s", least_s, f(-0.5F), nearest, sign_s, U | I},
        {"mul.s", least_s, f(-0.5F), up, sign_s, U | I},
        {"mul.s", least_s, f(-0.5F), down, sign_s | least_s, U | I},
        {"mul.s", 1, 1, up, least_s, U | I}, // rounds to zero, or would round to 1
        {"mul.s", 1, 1, nearest, 0, U | I},
        {"mul.d", least_d, d(0.75), nearest, 0, U | I},
        {"mul.d", least_d, d(-0.75), down, sign_d | least_d, U | I},
        {"add.s", 1, 2, nearest, 0, U | I},
        {"sub.d", 5, 7, nearest, sign_d, U | I},
        {"div.s", least_s, f(3), nearest, 0, U | I},
        {"cvt.s.d", d(1e-40), 0, nearest, 0, U | I},
        {"cvt.s.d", d(-1e-40), 0, down, sign_s | least_s, U | I},
        // Operands are not flushed, nor are signs and moves; results that are not tiny stay.
        {"add.s", least_s, 1, nearest, least_s + 1, 0},
        {"mul.s", 1, f(16777216.0F), nearest, 0x01000000, 0},
        {"sqrt.s", 2, 0, nearest, 0x1A800000, 0},
        {"cvt.d.s", 1, 0, nearest, 0x36A0000000000000, 0},
        {"neg.s", 1, 0, nearest, sign_s | 1, 0},
        {"sub.s", least_s, least_s, nearest, 0, 0},
        {"mul.s", 0x00800400, 0x3F7FF800, nearest, least_s, I}, // not tiny once rounded
        {"mul.s", 0x00FFFFFF, f(0.5F), nearest, 0, U | I},      // tiny, though it would round up
    };
    for (const Row &row : table) {
        Code code;
        code.words.push_back(op_word(row.name));
        code.op("break", {0});
        for (const int way : {0, 1, 2}) {
            Cpu cpu(code, all);
            if (way == 2) cpu.program.use_compiled({.threshold = 0, .shortest = 0});
            set(cpu.state, 4, row.a);
            set(cpu.state, 6, row.b);
            cpu.state.r[mips::fcsr_register] = 1u << 24 | row.rounding;
            way == 0 ? cpu.step() : cpu.run(1000);
            ASSERT_EQ(cpu.state.fault.kind, FaultKind::breakpoint);
            const std::uint64_t high =
                gives_double(row.name) ? cpu.state.r[mips::float_register + 9] : 0;
            EXPECT_EQ(high << 32 | cpu.state.r[mips::float_register + 8], row.result)
                << row.name << std::hex << " " << row.a << " " << row.b;
            EXPECT_EQ(cpu.state.r[mips::fcsr_register],
                      1u << 24 | row.rounding | row.raised << 12 | row.raised << 2)
                << row.name << std::hex << " " << row.a << " " << row.b;
        }
    }
}

TEST(Float, MipsIIHasOneConditionAndNoViewsOfFcsr) {
    Code code;
    code.op("ctc1", {8, 31}).op("cfc1", {9, 31}).op("ctc1", {0, 25}).op("ctc1", {0, 28});
    code.op("cfc1", {10, 31}).op("cfc1", {11, 0}).op("cfc1", {12, 25}).op("cfc1", {13, 28});
    in_each_way(
        code, 8, [](Cpu &cpu) { cpu.state.r[8] = 0xFFFC0003 | 0x1F << 2 | 0x0F << 7 | 0x10 << 12; },
        [](Cpu &cpu, Stop stop) {
            ASSERT_EQ(stop, Stop::budget);
            EXPECT_EQ(cpu.state.r[9], 0x00810003u | 0x1F << 2 | 0x0F << 7);
            EXPECT_EQ(cpu.state.r[10], cpu.state.r[9]);
            for (const unsigned r : {11, 12, 13}) EXPECT_EQ(cpu.state.r[r], 0u);
        },
        {.mips32 = false, .fpu = true});
}

TEST(Float, CostsAreTheTables) {
    mips::Timing table;
    for (std::size_t i = 0; i < table.costs.size(); ++i)
        table.costs[i] = static_cast<std::uint32_t>(i + 1);
    for (const isa::Encoding &row : isa::mips2_encodings)
        if (row.match >> 26 == 0x11) {
            EXPECT_EQ(mips::decode(row.match, Code::base, table, all).cost,
                      static_cast<unsigned>(row.cost) + 1)
                << row.name;
        }
}

TEST(Float, T1HasNone) {
    for (const isa::Encoding &row : isa::mips2_encodings) {
        const std::uint32_t opcode = row.match >> 26;
        if (opcode != 0x11 && opcode != 0x31 && opcode != 0x35 && opcode != 0x39 && opcode != 0x3D)
            continue;
        EXPECT_NE(mips::decode(row.match, Code::base, timing(), all).kind, engine::Kind::illegal);
        Code code;
        code.words.push_back(row.match);
        code.nop();
        for (const bool stepping : {true, false}) {
            Cpu cpu(code);
            EXPECT_EQ(stepping ? cpu.step() : engine::run(cpu.state, cpu.mem(), cpu.program, 10),
                      Stop::fault);
            EXPECT_EQ(cpu.state.fault.kind, FaultKind::illegal) << row.name;
        }
    }
}

/// All instructions of the floating-point and MIPS32 tables with branches between them; sometimes
/// FCSR changes or an exception is enabled.
Code random_code(std::mt19937 &random, int length) {
    static const std::vector<isa::Encoding> pool = [] {
        std::vector<isa::Encoding> out;
        for (const isa::Encoding &row : isa::mips2_encodings)
            if (row.match >> 26 == 0x11 && row.op != isa::Mips::CTC1 &&
                row.format != isa::Format::branch)
                out.push_back(row);
        for (const isa::Encoding &row : isa::mips32_encodings)
            if (row.format != isa::Format::cc_branch) out.push_back(row);
        return out;
    }();
    const auto pick = [&](std::uint32_t n) { return static_cast<std::int64_t>(random() % n); };
    Code code;
    const auto simple = [&] {
        switch (pick(8)) {
        case 0: code.op("lwc1", {pick(8), 4 * pick(64), 28}); break;
        case 1: code.op("sdc1", {2 * pick(4), 8 * pick(32), 28}); break;
        case 2: code.op("lw", {1 + pick(8), 4 * pick(64), 28}); break;
        default: {
            const isa::Encoding &row = pool[random() % pool.size()];
            std::uint32_t word = row.match;
            for (const isa::OperandField &operand : isa::operand_fields(row.format))
                word = operand.field.set(word, static_cast<std::uint32_t>(pick(9)));
            code.words.push_back(word);
        }
        }
    };
    for (int i = 0; i < length; ++i) {
        code.label("l" + std::to_string(i));
        if (pick(4)) {
            simple();
            continue;
        }
        const std::string target = "l" + std::to_string(pick(static_cast<std::uint32_t>(length)));
        switch (pick(8)) {
        case 0: code.to("bc1t", {pick(8)}, target); break;
        case 1: code.to("bc1f", {}, target); break;
        case 2: code.to("bc1fl", {pick(8)}, target); break;
        case 3: code.to("bne", {1 + pick(8), 1 + pick(8)}, target); break;
        case 4: code.op("ctc1", {29 + pick(2), 31}); break;
        case 5: code.to("bc1tl", {}, target); break;
        case 6: code.to("jal", {}, target); break;
        case 7: code.op("ctc1", {27, 25 + pick(4)}); break;
        }
        simple();
    }
    code.label("l" + std::to_string(length)).op("break", {0});
    return code;
}

TEST(Float, EngineAgreesWithTheStepper) {
    unsigned exceptions = 0, normal = 0;
    for (std::uint32_t seed = 1; seed <= tries(1500); ++seed) {
        std::mt19937 random(seed);
        Code code = random_code(random, 5 + static_cast<int>(seed % 40));
        const std::uint64_t limit = 600;
        for (std::uint64_t cut = 0; cut <= limit; cut += seed % 16 ? 97 : 5) {
            mips::Timing timing = test::timing();
            timing.load_use = seed % 4; // across all boundaries of blocks
            Cpu fast(code, all, timing), slow(code, all, timing);
            if (seed % 3 == 0)
                fast.program.use_compiled({.threshold = 0, .shortest = 0, .cuts = 0});
            for (Cpu *cpu : {&fast, &slow}) {
                std::mt19937 values(seed);
                const auto value = [&] {
                    const std::uint32_t special[] = {
                        0,          0x80000000, 1,          0x7F800000, 0x7FF00000, 0xFFF80000,
                        0x3FF00000, 0x3F800000, 0x7FBFFFFF, 0x00800000, 0x7F7FFFFF, 0x41200000};
                    return values() % 2 ? special[values() % 12]
                                        : static_cast<std::uint32_t>(values());
                };
                for (unsigned i = 1; i < 28; ++i) cpu->state.r[i] = value();
                for (unsigned i = 0; i < 32; ++i) cpu->state.r[mips::float_register + i] = value();
                for (std::uint32_t i = 0; i < 64; ++i) cpu->store(data_base + 4 * i, value());
                cpu->state.r[28] = data_base;
                cpu->state.r[29] = values() & 0x80000003;
                cpu->state.r[30] = (values() & 3) | 1u << (7 + values() % 5);
            }
            Stop a = Stop::budget, b = Stop::budget;
            engine::Stepped stepped;
            for (const std::uint64_t until : {cut, limit}) {
                if (a == Stop::budget || a == Stop::spin)
                    a = engine::run(fast.state, fast.mem(), fast.program, until);
                if (b == Stop::budget || b == Stop::spin) {
                    b = Stop::budget;
                    while (b == Stop::budget && slow.state.now < until)
                        b = engine::step(slow.state, slow.mem(), slow.program, stepped);
                }
                fast.state.r[engine::sink] = slow.state.r[engine::sink] = 0; // never read
                const engine::State &x = fast.state, &y = slow.state;
                ASSERT_EQ(a, b) << "seed " << seed << " cut " << cut;
                ASSERT_EQ(x.r, y.r) << "seed " << seed << " cut " << cut;
                ASSERT_EQ(x.pc, y.pc) << "seed " << seed << " cut " << cut;
                ASSERT_EQ(x.now, y.now) << "seed " << seed << " cut " << cut;
                ASSERT_EQ(x.instructions, y.instructions) << "seed " << seed << " cut " << cut;
                ASSERT_EQ(x.in_slot, y.in_slot) << "seed " << seed << " cut " << cut;
                ASSERT_EQ(x.fault.kind, y.fault.kind) << "seed " << seed << " cut " << cut;
                ASSERT_EQ(x.fault.pc, y.fault.pc) << "seed " << seed << " cut " << cut;
            }
            for (std::uint32_t i = 0; i < 64; ++i)
                ASSERT_EQ(fast.load(data_base + 4 * i), slow.load(data_base + 4 * i)) << seed;
            if (fast.state.fault.kind == FaultKind::float_exception)
                ++exceptions;
            else
                ++normal;
        }
    }
    EXPECT_GT(exceptions, 100u);
    EXPECT_GT(normal, 1000u);
}

} // namespace
} // namespace inlet::test
