#include "inlet/call_stack.h"
#include "tests/assemble.h"

#include <gtest/gtest.h>

namespace inlet {
namespace {

using test::word;

/// Executes pcs; the word at each is given where it matters.
struct CallStackTest : testing::Test {
    CallStack stack;
    std::uint64_t cycle = 0;

    void run(std::uint32_t pc, std::uint32_t code = 0) { stack.step(pc, code, cycle++, 7); }
};

TEST_F(CallStackTest, CallsAndReturns) {
    run(0x1000, word("jal", {0x800}));
    run(0x1004);
    EXPECT_EQ(stack.depth(), 0u);
    run(0x2000);
    ASSERT_EQ(stack.depth(), 1u);
    EXPECT_EQ(stack.frames()[0].entry, 0x2000u);
    EXPECT_EQ(stack.frames()[0].resume, 0x1008u);
    EXPECT_EQ(stack.frames()[0].cycle, 2u);
    EXPECT_EQ(stack.frames()[0].mark, 7u);
    run(0x2004, word("jr", {31}));
    run(0x2008);
    EXPECT_EQ(stack.depth(), 1u);
    run(0x1008);
    EXPECT_EQ(stack.depth(), 0u);
}

TEST_F(CallStackTest, AnEventBetweenACallAndItsSlotRepeatsIt) {
    run(0x1000, word("jal", {0x800}));
    run(0x1000, word("jal", {0x800}));
    run(0x1004);
    run(0x2000);
    EXPECT_EQ(stack.depth(), 1u);
}

TEST_F(CallStackTest, ThroughARegisterAndByAnyLink) {
    run(0x1000, word("jalr", {3, 25}));
    run(0x1004);
    run(0x3000, word("jr", {3}));
    EXPECT_EQ(stack.depth(), 1u);
    run(0x3004);
    run(0x1008);
    EXPECT_EQ(stack.depth(), 0u);
}

TEST_F(CallStackTest, BranchesThatAreNotTakenAreNoCalls) {
    run(0x1000, word("bltzal", {4, 100}));
    run(0x1004);
    run(0x1008);
    EXPECT_EQ(stack.depth(), 0u);
}

TEST_F(CallStackTest, JumpsThroughTablesAreNoReturns) {
    run(0x1000, word("jal", {0x800}));
    run(0x1004);
    run(0x2000, word("jr", {2}));
    run(0x2004);
    run(0x2100);
    EXPECT_EQ(stack.depth(), 1u);
}

TEST_F(CallStackTest, AReturnClosesWhatATailCallLeftOpen) {
    run(0x1000, word("jal", {0x800}));
    run(0x1004);
    run(0x2000, word("jal", {0xc00})); // never comes back itself
    run(0x2004);
    run(0x3000, word("jr", {31}));
    run(0x3004);
    run(0x1008);
    EXPECT_EQ(stack.depth(), 0u);
}

} // namespace
} // namespace inlet
