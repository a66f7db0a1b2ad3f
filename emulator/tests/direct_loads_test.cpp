// Loads of compiled code without a look at the page table: each kind of load at each kind of page,
// against the stepper.
#include "beside_stepper.h"
#include "no_reservation.h"
#include "x86_core.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace inlet::test {
namespace {

using engine::Stop;

constexpr std::uint32_t hole = data_base + 4 * page_bytes, hidden = data_base + 8 * page_bytes,
                        device = memory_bytes + page_bytes;

struct Place {
    const char *name;
    std::uint32_t address;
    bool faults;
};
const Place places[] = {
    {"never accessed", data_base + 16, false},
    {"loaded, never accessed", data_base + 2 * page_bytes + 8, false},
    {"text", Code::base + 8, false},
    {"null", 0, true},
    {"the last before memory", first_mapped - 8, true},
    {"unmapped", hole + 40, true},
    {"the last before a hole", hole - 8, false},
    {"the last of memory", memory_bytes - 8, false},
    {"behind memory", memory_bytes, true},
    {"device", device + 8, true},
    {"the last of all", 0xFFFFFFF8, true},
};
const char *const loads[] = {"lb", "lbu", "lh", "lhu", "lw", "lwl", "lwr"};

/// Counts in $9 and loads at $8, which begins at a place without a fault. $10 is the turn in which
/// it becomes $11.
Code loop_of(const std::string &load) {
    Code code;
    code.label("head").op("addiu", {9, 9, 1});
    code.to("bne", {9, 10}, "same").nop().op("addu", {8, 11, 0});
    code.label("same").op("addiu", {12, 12, 3}).op(load, {7, 4, 8}).op("xor", {13, 13, 7});
    code.to("j", {}, "head").op("addiu", {14, 14, 5});
    return code;
}

void prepare(Cpu &cpu, const Place &place) {
    cpu.reset();
    cpu.mem().unmap(hole, hole + page_bytes);
    cpu.mem().add_device(device, 64);
    cpu.state.r[8] = data_base + page_bytes;
    cpu.state.r[10] = 40;
    cpu.state.r[11] = place.address - 4; // the displacement
}

class DirectLoads : public testing::TestWithParam<const char *> {};

TEST_P(DirectLoads, FaultAtTheirInstructionOnEachKindOfPage) {
    if (!engine::Compiled::built()) GTEST_SKIP() << "this build has no compiler";
    const std::vector<std::uint8_t> content(page_bytes, 0x8B);
    for (const bool exact : {true, false}) {
        Code code = loop_of(GetParam());
        Cpu fast(code), slow(code);
        for (Cpu *each : {&fast, &slow})
            each->pages.add(data_base + 2 * page_bytes, content, false);
        fast.program.use_compiled({.threshold = 2, .shortest = 0, .cuts = exact ? 0u : ~0u});
        // Twice: what has faulted looks pages up, in more code.
        std::size_t direct = 0;
        for (int round = 0; round < 2; ++round)
            for (const Place &place : places) {
                SCOPED_TRACE(testing::Message() << place.name << (exact ? ", exact" : ""));
                prepare(fast, place);
                prepare(slow, place);
                BesideStepper both{fast, slow};
                for (const std::uint64_t until : {250, 303, 1000})
                    ASSERT_NO_FATAL_FAILURE(both.run(until));
                EXPECT_EQ(both.stopped(), place.faults);
                if (!direct) direct = fast.program.compiled()->bytes();
                EXPECT_EQ(fast.mem().missed(), slow.mem().missed());
            }
        if (GetParam()[1] != 'w' || GetParam() == std::string("lw")) {
            EXPECT_GT(fast.program.compiled()->bytes(), direct);
        }
        if (!fast.mem().reserved()) GTEST_SKIP() << why_no_reservation();
    }
}

INSTANTIATE_TEST_SUITE_P(All, DirectLoads, testing::ValuesIn(loads),
                         [](const auto &load) { return std::string(load.param); });

/// Without a reservation the tests of this file and of direct_stores_test.cpp have nothing to test.
TEST(DirectLoad, TheHostHasAReservation) {
    if (!engine::Compiled::built()) GTEST_SKIP() << "this build has no compiler";
    Code code = loop_of("lw");
    Cpu cpu(code);
    cpu.program.use_compiled({.threshold = 2, .shortest = 0, .cuts = 0});
    cpu.reset();
    EXPECT_EQ(cpu.mem().reserved(), why_no_reservation().empty()) << why_no_reservation();
}

TEST(DirectLoad, SeesPagesThatAreUnmappedMappedAndHidden) {
    if (!engine::Compiled::built()) GTEST_SKIP() << "this build has no compiler";
    Code code = loop_of("lw");
    Cpu cpu(code);
    cpu.program.use_compiled({.threshold = 2, .shortest = 0, .cuts = 0});
    const auto run = [&] { // the fault of a turn; $13 is 0 after an even number of equal loads
        cpu.state = {};
        mips::reset(cpu.state);
        cpu.state.jump(Code::base);
        cpu.state.r[8] = cpu.state.r[11] = hidden - 4;
        const Stop stop = cpu.run(801);
        return stop == Stop::budget ? cpu.state.r[7] : ~0u;
    };
    cpu.reset();
    cpu.store(hidden, 77);
    EXPECT_EQ(run(), 77u);
    cpu.mem().hide_but(Code::base, hidden);
    EXPECT_EQ(run(), ~0u);
    EXPECT_EQ(cpu.state.fault.value, hidden);
    cpu.mem().show();
    EXPECT_EQ(run(), 77u);
    cpu.mem().unmap(hidden, hidden + page_bytes);
    EXPECT_EQ(run(), ~0u);
    cpu.mem().map(hidden, hidden + page_bytes);
    EXPECT_EQ(run(), 0u); // as it was loaded
    cpu.mem().begin();
    cpu.store(hidden, 78);
    EXPECT_EQ(run(), 78u);
    cpu.mem().undo();
    EXPECT_EQ(run(), 0u);
    cpu.mem().begin(true);
    cpu.store(hidden, 79);
    cpu.mem().keep();
    EXPECT_EQ(run(), 79u);
}

/// Two programs that load from two memories in turn: each from its own.
TEST(DirectLoad, EachProgramAndMemoryHasItsOwn) {
    if (!engine::Compiled::built()) GTEST_SKIP() << "this build has no compiler";
    Code first = loop_of("lw"), second = loop_of("lhu");
    Cpu a(first), b(second);
    for (Cpu *each : {&a, &b}) {
        each->program.use_compiled({.threshold = 2, .shortest = 0, .cuts = 0});
        prepare(*each, places[0]);
        each->store(data_base + page_bytes + 4, each == &a ? 0x11111111 : 0x22222222);
    }
    for (std::uint64_t until = 50; until < 300; until += 50)
        for (Cpu *each : {&a, &b}) {
            EXPECT_EQ(each->run(until), Stop::budget);
            if (each->state.r[9] < 40) {
                EXPECT_EQ(each->state.r[7], each == &a ? 0x11111111u : 0x2222u);
            }
        }
}

/// A signal that the host's processor did not raise goes where it went before.
TEST(DirectLoad, AKillIsNotSwallowed) {
    if (!engine::Compiled::built()) GTEST_SKIP() << "this build has no compiler";
    Code loop = loop_of("lw");
    Cpu cpu(loop);
    cpu.program.use_compiled({.threshold = 2, .shortest = 0, .cuts = 0});
    prepare(cpu, places[0]);
    EXPECT_EQ(cpu.run(100), Stop::budget);
    EXPECT_DEATH(std::raise(SIGSEGV), "");
}

/// So it stays where it was ignored before, and faults of loads are handled afterwards. In a
/// process of its own, in which nothing has been compiled before.
TEST(DirectLoad, AnIgnoredKillIsIgnored) {
    if (!engine::Compiled::built()) GTEST_SKIP() << "this build has no compiler";
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto run = [] {
        std::signal(SIGSEGV, SIG_IGN);
        Code loop = loop_of("lw");
        Cpu cpu(loop);
        cpu.program.use_compiled({.threshold = 2, .shortest = 0, .cuts = 0});
        prepare(cpu, *std::ranges::find(places, std::string("unmapped"), &Place::name));
        if (cpu.run(100) != Stop::budget) std::exit(1);
        for (int i = 0; i < 2; ++i) std::raise(SIGSEGV);
        std::exit(cpu.run(1000) == Stop::fault ? 0 : 2);
    };
    EXPECT_EXIT(run(), testing::ExitedWithCode(0), "");
}

/// Accesses of an x86 need not be aligned: they may begin in one page and end in another.
TEST(DirectLoad, ReachesAcrossPages) {
    if (!engine::Compiled::built()) GTEST_SKIP() << "this build has no compiler";
    using namespace x86_test;
    // again: inc ecx; mov eax, (ebx); movzx edx, word (ebx); add esi, eax; jmp again
    const std::vector<std::uint8_t> loop = {0x41, 0x8B, 0x03, 0x0F, 0xB7,
                                            0x13, 0x01, 0xC6, 0xEB, 0xF6};
    for (const std::uint32_t at :
         {data + page_bytes - 1, data + page_bytes - 3, data - 2, data + data_bytes - 2,
          (1u << 18) - 3, 0xFFFFFFFEu, 0xFFFFFFFFu, first_mapped - 1}) {
        SCOPED_TRACE(at);
        x86_test::Core fast(loop, true), slow(loop);
        for (x86_test::Core *each : {&fast, &slow}) {
            if (at < data + data_bytes && at >= data)
                each->store(data + page_bytes - 3, 0x12345678);
            each->state.r[x86::ebx] = at;
        }
        Stop a = Stop::budget, b = Stop::budget;
        for (const std::uint64_t count : {7, 60, 61, 200}) {
            if (a == Stop::budget) a = fast.run(count, false);
            if (b == Stop::budget) b = slow.run(count, true);
            ASSERT_EQ(a, b);
            ASSERT_EQ(fast.state.pc, slow.state.pc);
            ASSERT_EQ(fast.state.now, slow.state.now);
            ASSERT_EQ(fast.state.fault.value, slow.state.fault.value);
            for (const unsigned r : {x86::eax, x86::edx, x86::esi, x86::ecx})
                ASSERT_EQ(fast.state.r[r], slow.state.r[r]) << r;
        }
    }
}

} // namespace
} // namespace inlet::test
