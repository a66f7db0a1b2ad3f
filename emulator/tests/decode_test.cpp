#include "assemble.h"
#include "cpu/engine/instruction.h"

#include <gtest/gtest.h>
#include <random>
#include <set>
#include <string_view>

namespace inlet::mips {
namespace {

Timing ones() {
    Timing ones;
    ones.costs.fill(1);
    return ones;
}

template <typename Rows> void every_row_decodes_to_itself(const Rows &rows) {
    std::mt19937 random(1);
    for (const isa::Encoding &row : rows)
        for (int i = 0; i < 100; ++i) {
            const std::uint32_t word =
                row.match | (static_cast<std::uint32_t>(random()) & ~row.mask);
            const Instruction in = decode(word, 0x10000, ones());
            EXPECT_EQ(in.op, row.op) << row.name << " " << std::hex << word;
            EXPECT_EQ(in.word, word);
            EXPECT_EQ(in.n, row.n);
            EXPECT_EQ(in.uses & 1u, 0u) << row.name << ": $0 never arrives late";
            EXPECT_NE(in.to, 0) << row.name << ": $0 is never written";
        }
}

TEST(Decode, EveryBaseEncoding) { every_row_decodes_to_itself(isa::mips2_encodings); }
TEST(Decode, EveryExtensionEncoding) { every_row_decodes_to_itself(isa::t1_encodings); }

TEST(Decode, MoreThanFiveWordsAreNoInstruction) { // CSD-94-823 A.6
    for (const char *name : {"send0", "send0h"})
        for (std::uint32_t n = 0; n < 8; ++n) {
            const Instruction in = decode(test::word(name, {8, 9}) | n << 21, 0x10000, ones());
            EXPECT_EQ(in.kind, n <= 5 ? Kind::network : Kind::illegal) << name << " n=" << n;
        }
}

/// Rows of MIPS-II that belong to the R4000's memory management, or to coprocessors that do not
/// exist (docs/oracle.md).
TEST(Decode, WhatThisProcessorDoesNotHave) {
    const std::set<std::string_view> absent = {"bc0f",  "bc0t", "bc0fl", "bc0tl", "tlbr",  "tlbwi",
                                               "tlbwr", "tlbp", "mfc2",  "mtc2",  "mfc3",  "cfc3",
                                               "mtc3",  "ctc3", "bc3f",  "bc3t",  "bc3fl", "bc3tl",
                                               "cop3",  "ldc2", "ldc3",  "swc3",  "sdc2",  "sdc3"};
    std::mt19937 random(2);
    std::set<std::string_view> found;
    for (const isa::Encoding &row : isa::mips2_encodings)
        for (int i = 0; i < 100; ++i) {
            if (row.op == isa::Mips::MFC0 || row.op == isa::Mips::MTC0) break; // by its register
            const std::uint32_t word =
                row.match | (static_cast<std::uint32_t>(random()) & ~row.mask);
            const bool illegal =
                decode(word, 0x10000, ones(), {.mips32 = true, .fpu = true}).kind == Kind::illegal;
            EXPECT_EQ(illegal, absent.contains(row.name)) << row.name << " " << std::hex << word;
            if (illegal) found.insert(row.name);
        }
    EXPECT_EQ(found, absent);
}

TEST(Decode, SendReadsItsMessageRegisters) {
    const std::uint32_t both = 1u << 8 | 1u << 9;
    const std::uint32_t words[] = {0, 0x10, 0x30, 0x70, 0xF0, 0x200000F0};
    for (unsigned n = 0; n <= 5; ++n)
        EXPECT_EQ(decode(test::word("send" + std::to_string(n), {8, 9}), 0, ones()).uses,
                  both | words[n]);
}

TEST(Decode, BranchAndJumpTargets) {
    EXPECT_EQ(decode(test::word("beq", {1, 2, -1}), 0x10000, ones()).imm, 0x10000u);
    EXPECT_EQ(decode(test::word("bc2f", {3}), 0x10000, ones()).imm, 0x10010u);
    EXPECT_EQ(decode(test::word("j", {0x10}), 0x20000000, ones()).imm, 0x20000040u);
}

} // namespace
} // namespace inlet::mips
