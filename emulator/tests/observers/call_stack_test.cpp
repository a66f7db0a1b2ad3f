#include "inlet/call_stack.h"
#include "tests/assemble.h"

#include <gtest/gtest.h>

namespace inlet {
namespace {

using test::word;

/// Executes pcs; callers give the word of a pc where it matters.
struct CallStackTest : testing::Test {
    CallStack stack;
    std::uint64_t cycle = 0;

    void run(std::uint32_t pc, std::uint32_t code = 0, std::uint8_t length = 4) {
        InstructionEvent event{};
        event.cycle = cycle++;
        event.pc = pc;
        event.word = code;
        event.length = length;
        stack.step(event, 7);
    }
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
    run(0x2000, word("jal", {0xc00})); // never returns itself
    run(0x2004);
    run(0x3000, word("jr", {31}));
    run(0x3004);
    run(0x1008);
    EXPECT_EQ(stack.depth(), 0u);
}

// Returns go to the address after the call, whatever its length.
TEST_F(CallStackTest, InstructionsOfX86HaveSeveralLengths) {
    stack = CallStack(Processor::x86);
    run(0x1000, 0x000001E8, 5); // calll 0x1106
    run(0x1106, 0x00000000, 2);
    ASSERT_EQ(stack.depth(), 1u);
    EXPECT_EQ(stack.frames()[0].resume, 0x1005u);
    run(0x1108, 0x0000D0FF, 2); // calll *%eax
    run(0x2000, 0xC3, 1);       // retl
    EXPECT_EQ(stack.depth(), 2u);
    run(0x110A, 0xC3, 1);
    EXPECT_EQ(stack.depth(), 1u);
    run(0x1005, 0x74, 2); // je, taken
    EXPECT_EQ(stack.depth(), 0u);
    run(0x1009, 0x90, 1);
    EXPECT_EQ(stack.depth(), 0u);
}

// An interrupt is not a call, and the return from it closes none.
TEST_F(CallStackTest, AnInterruptOfX86LeavesTheCallsOpen) {
    stack = CallStack(Processor::x86);
    run(0x1000, 0x000001E8, 5);
    run(0x1106, 0x90, 1);
    run(0x8000, 0x000001E8, 5); // the kernel calls
    run(0x8006, 0xC3, 1);
    run(0x8005, 0xCF, 1); // iretl
    run(0x1107, 0xC3, 1);
    EXPECT_EQ(stack.depth(), 1u);
    run(0x1005, 0x90, 1);
    EXPECT_EQ(stack.depth(), 0u);
}

} // namespace
} // namespace inlet
