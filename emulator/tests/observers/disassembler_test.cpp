#include "inlet/disassembler.h"

#include <cstring>
#include <gtest/gtest.h>

namespace inlet {
namespace {

constexpr std::uint32_t pc = 0x10100;

struct DisassemblerTest : testing::Test {
    Image names;
    Disassembler disassembler{names};

    void SetUp() override { names.symbols = {{0x10000, 0x80, "callee"}, {0x100f0, 0x40, "here"}}; }
    std::string text(std::uint32_t word) const { return disassembler.text(pc, word); }
};

TEST_F(DisassemblerTest, BaseInstructionsInGnuStyle) {
    EXPECT_EQ(text(0x27bdffe8), "addiu $sp, $sp, -24");
    EXPECT_EQ(text(0x24420400), "addiu $v0, $v0, 1024");
    EXPECT_EQ(text(0x8fbf0014), "lw $ra, 20($sp)");
    EXPECT_EQ(text(0x8c820000), "lw $v0, 0($a0)");
    EXPECT_EQ(text(0xa082fff0), "sb $v0, -16($a0)");
    EXPECT_EQ(text(0x344200ff), "ori $v0, $v0, 0xff");
    EXPECT_EQ(text(0x00021400), "sll $v0, $v0, 16");
    EXPECT_EQ(text(0x00000000), "nop");
    EXPECT_EQ(text(0x03e00008), "jr $ra");
    EXPECT_EQ(text(0x00801021), "move $v0, $a0");
    EXPECT_EQ(text(0x007c000c), "syscall 0x1f000");
    EXPECT_EQ(text(0x008301f4), "teq $a0, $v1, 7");
}

TEST_F(DisassemblerTest, TargetsByName) {
    EXPECT_EQ(text(0x1040fffb), "beqz $v0, here");
    EXPECT_EQ(text(0x14430003), "bne $v0, $v1, here+0x20");
    EXPECT_EQ(text(0x0c004000), "jal callee");
    EXPECT_EQ(text(0x08004001), "j callee+0x4");
    EXPECT_EQ(text(0x10000100), "b 0x00010504");
    EXPECT_EQ(text(0x4900fffd), "bc2f here+0x8");
}

TEST_F(DisassemblerTest, EveryExtensionInstruction) {
    // $rt = $a2 (6), $rd = $v1 (3), register nistat (19), branch back to `here`.
    for (const isa::Encoding &row : isa::t1_encodings) {
        std::uint32_t word = row.match;
        std::string expected = row.name;
        switch (row.format) {
        case isa::Format::send:
            word = isa::field::rd.set(isa::field::rt.set(word, 6), 3);
            expected += " $a2, $v1";
            break;
        case isa::Format::send_v:
            word = isa::field::rd.set(isa::field::rt.set(word, 6), 3);
            word = isa::field::vd.set(word, 4);
            expected += " $a2, $v1, $vr4";
            break;
        case isa::Format::vt_offset_base:
            word = isa::field::rs.set(isa::field::vt.set(word, 31), 6);
            word = isa::field::simm.set(word, static_cast<std::uint32_t>(-128));
            expected += " $vr31, -128($a2)";
            break;
        case isa::Format::cop2_move:
            word = isa::field::nirs.set(isa::field::rt.set(word, 6), isa::ni::nistat);
            expected += " $a2, $nistat";
            break;
        case isa::Format::branch:
            word = isa::field::branch.set(word, static_cast<std::uint32_t>(-5));
            expected += " here";
            break;
        default: EXPECT_EQ(row.format, isa::Format::none) << row.name;
        }
        EXPECT_EQ(text(word), expected);
        EXPECT_EQ(find_encoding(word), &row);
    }
}

TEST_F(DisassemblerTest, RegistersThatDoNotExist) {
    EXPECT_EQ(text(isa::field::nirs.set(0x48400000, 31)), "cfc2 $zero, $31");
}

TEST_F(DisassemblerTest, InstructionsOfMips32) {
    EXPECT_EQ(text(0x70431002), "mul $v0, $v0, $v1");
    EXPECT_EQ(text(0x70850001), "maddu $a0, $a1");
    EXPECT_EQ(text(0xcc810010), "pref 1, 16($a0)");
    EXPECT_EQ(text(0x4505fffb), "bc1t $fcc1, here");
    EXPECT_EQ(text(0x00451001), "movt $v0, $v0, $fcc1");
    EXPECT_EQ(text(0x46041011), "movf.s $f0, $f2, $fcc1");
    EXPECT_EQ(text(0x46062032), "c.eq.s $f4, $f6");
    EXPECT_EQ(text(0x46262732), "c.eq.d $fcc7, $f4, $f6");
    EXPECT_EQ(text(0x0000010f), "sync 4");
    for (const isa::Encoding &row : isa::mips32_encodings) {
        EXPECT_EQ(find_encoding(row.match), &row);
        EXPECT_EQ(text(row.match).find("not in"), std::string::npos) << row.name;
    }
}

TEST_F(DisassemblerTest, SaysWhatTheProcessorLacks) {
    const Disassembler t1(names, {});
    EXPECT_EQ(t1.text(pc, 0x70431002), "mul $v0, $v0, $v1 (not in MIPS-II)");
    EXPECT_EQ(t1.text(pc, 0x46262732), "c.eq.d $fcc7, $f4, $f6 (not in MIPS-II)");
    EXPECT_EQ(t1.text(pc, 0x46262032), "c.eq.d $f4, $f6");
    EXPECT_EQ(t1.text(pc, 0x70020082), ".word 0x70020082");
    EXPECT_EQ(find_encoding(0x70431002, {}), nullptr);
    EXPECT_EQ(find_encoding(0x46262732, {}), nullptr);
    EXPECT_STREQ(find_encoding(0xcc810010, {})->name, "lwc3");
    EXPECT_STREQ(find_encoding(0xcc810010)->name, "pref");
}

TEST_F(DisassemblerTest, LongInstructionsAsTheyWereExecuted) {
    names.processor = Processor::x86;
    InstructionEvent event{};
    event.pc = pc;
    event.word = 0x100005c7; // c7 05 00 10 ...
    event.length = 10;
    event.tail = {0x20, 0x00, 0x78, 0x56, 0x34, 0x12}; // ... 20 00 78 56 34 12
    EXPECT_EQ(disassembler.text(event), "movl $0x12345678, 0x201000");
    // When the program was loaded, another instruction was there, with the same first bytes.
    names.segments.push_back({.address = pc,
                              .memory_size = 10,
                              .executable = true,
                              .writable = false,
                              .bytes = {0xc7, 0x05, 0x00, 0x10, 0x20, 0x00, 1, 0, 0, 0}});
    EXPECT_EQ(disassembler.text(event), "movl $0x12345678, 0x201000");
    EXPECT_EQ(disassembler.text(pc, event.word), "movl $1, 0x201000");
    // After a short one, the following bytes do not count.
    event.word = 0xc3;
    event.length = 1;
    event.tail = {};
    EXPECT_EQ(disassembler.text(event), "retl");
}

TEST_F(DisassemblerTest, WordsThatAreNoInstructions) {
    EXPECT_EQ(text(0x4a00003f), ".word 0x4a00003f");
    EXPECT_EQ(find_encoding(0x4a00003f), nullptr);
}

TEST_F(DisassemblerTest, WordsThatCapstoneDoesNotKnow) {
    EXPECT_EQ(text(0xffffffff), "sdc3 $31, -1, $ra");
}

TEST_F(DisassemblerTest, EveryBaseInstructionHasAText) {
    for (const isa::Encoding &row : isa::mips2_encodings) {
        const std::string out = text(row.match);
        EXPECT_FALSE(out.empty()) << row.name;
        EXPECT_EQ(out.find("not in MIPS-II"), std::string::npos) << out;
        EXPECT_NE(out.find(' '), 0u) << row.name;
    }
}

} // namespace
} // namespace inlet
