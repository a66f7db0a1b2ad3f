// The decoder's lengths against LLVM's disassembler: every opcode of one and two bytes with every
// ModRM byte, some SIB bytes, and prefixes. What is an instruction here must be one there, with the
// same length; of what is one there only, a list says which opcodes they are.
#include "cpu/x86/instruction_set.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>
#include <set>
#include <vector>

namespace inlet {

namespace {

class Llvm {
  public:
    Llvm() {
        LLVMInitializeX86TargetInfo();
        LLVMInitializeX86TargetMC();
        LLVMInitializeX86Disassembler();
        disassembler_ = LLVMCreateDisasm("i386", nullptr, 0, nullptr, nullptr);
    }
    ~Llvm() { LLVMDisasmDispose(disassembler_); }
    Llvm(const Llvm &) = delete;
    Llvm &operator=(const Llvm &) = delete;

    /// 0: no instruction.
    std::size_t length(std::vector<std::uint8_t> bytes, std::string &text) {
        char name[256] = {};
        const std::size_t length =
            LLVMDisasmInstruction(disassembler_, bytes.data(), bytes.size(), 0, name, sizeof name);
        text = name;
        return length;
    }

  private:
    LLVMDisasmContextRef disassembler_;
};

bool is_prefix(unsigned byte) {
    switch (byte) {
    case 0x26:
    case 0x2E:
    case 0x36:
    case 0x3E:
    case 0x64:
    case 0x65:
    case 0x66:
    case 0x67:
    case 0xF0:
    case 0xF2:
    case 0xF3: return true;
    default: return false;
    }
}

TEST(X86Lengths, AreLlvms) {
    Llvm llvm;
    std::string text;
    unsigned long legal = 0;
    std::set<unsigned> refused; // opcodes of one byte of which LLVM has a form that is not here
    unsigned wrong = 0;
    for (const unsigned prefix : {0u, 0x66u, 0xF2u, 0xF3u})
        for (unsigned opcode = 0; opcode < 0x200; ++opcode) {
            if (opcode < 0x100 && (is_prefix(opcode) || opcode == 0x0F)) continue;
            for (unsigned modrm = 0; modrm < 256; ++modrm)
                for (const unsigned sib : {0x00u, 0x24u, 0x65u, 0xE5u}) {
                    if (sib != 0 && (modrm >= 0xC0 || (modrm & 7) != 4)) break;
                    std::vector<std::uint8_t> bytes;
                    if (prefix) bytes.push_back(static_cast<std::uint8_t>(prefix));
                    if (opcode >= 0x100) bytes.push_back(0x0F);
                    bytes.push_back(static_cast<std::uint8_t>(opcode));
                    bytes.push_back(static_cast<std::uint8_t>(modrm));
                    bytes.push_back(static_cast<std::uint8_t>(sib));
                    bytes.insert(bytes.end(), 12, 0x11);
                    const engine::Instruction in = x86::decode(bytes, 0, {.xnet = true});
                    const bool ours = in.kind != engine::Kind::illegal;
                    const std::size_t theirs = llvm.length(bytes, text);
                    if (!ours) {
                        if (theirs && !prefix && opcode < 0x100) refused.insert(opcode);
                        continue;
                    }
                    ++legal;
                    // LLVM reads a prefix that an instruction does not need as one of its own.
                    const bool alone = prefix && theirs == 1;
                    if ((!alone && theirs != in.length) && ++wrong < 20)
                        ADD_FAILURE()
                            << fmt::format("{:02x} {:03x} {:02x} {:02x}: {} bytes, LLVM {}", prefix,
                                           opcode, modrm, sib, in.length, theirs)
                            << text;
                }
        }
    EXPECT_GT(legal, 100000u);
    // Segments, BCD, BOUND, ENTER, I/O, far transfers, ARPL, transactions, FISTTP, and x87's
    // exponentials and angles.
    const std::set<unsigned> expected = {0x06, 0x07, 0x0E, 0x16, 0x17, 0x1E, 0x1F, 0x27, 0x2F, 0x37,
                                         0x3F, 0x62, 0x63, 0x6C, 0x6D, 0x6E, 0x6F, 0x8C, 0x8E, 0x9A,
                                         0xC4, 0xC5, 0xC8, 0xCA, 0xCB, 0xD4, 0xD5, 0xD6, 0xD9, 0xDA,
                                         0xC6, 0xC7, 0xDB, 0xDD, 0xDF, 0xE4, 0xE5, 0xE6, 0xE7, 0xEA,
                                         0xEC, 0xED, 0xEE, 0xEF, 0xF1, 0xFF};
    for (const unsigned opcode : refused)
        EXPECT_TRUE(expected.contains(opcode)) << fmt::format("{:02x} is refused", opcode);
}

} // namespace

} // namespace inlet
