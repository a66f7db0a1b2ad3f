// Lanai's words against LLVM's disassembler: what is an instruction, and its text. INLET_FULL=1 in
// the environment: all words, in 25 minutes; else one of 509 of each opcode, those with all lower
// halves, and random ones.
#include "cpu/lanai/word.h"

#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <llvm-c/Disassembler.h>
#include <random>
#include <string>

// Debian builds the target, but llvm-c/Target.h does not name it.
extern "C" {
void LLVMInitializeLanaiTargetInfo(void);
void LLVMInitializeLanaiTargetMC(void);
void LLVMInitializeLanaiDisassembler(void);
}

namespace inlet {

namespace {

class LanaiText {
  public:
    LanaiText() {
        LLVMInitializeLanaiTargetInfo();
        LLVMInitializeLanaiTargetMC();
        LLVMInitializeLanaiDisassembler();
        disassembler_ = LLVMCreateDisasm("lanai", nullptr, 0, nullptr, nullptr);
    }
    ~LanaiText() { LLVMDisasmDispose(disassembler_); }
    LanaiText(const LanaiText &) = delete;
    LanaiText &operator=(const LanaiText &) = delete;

    bool exists() const { return disassembler_ != nullptr; }
    /// Empty: no instruction.
    std::string of(std::uint32_t word) {
        std::array<std::uint8_t, 4> bytes{};
        for (unsigned i = 0; i < 4; ++i) bytes[i] = static_cast<std::uint8_t>(word >> (24 - 8 * i));
        std::array<char, 128> buffer{};
        if (LLVMDisasmInstruction(disassembler_, bytes.data(), bytes.size(), 0, buffer.data(),
                                  buffer.size()) != 4)
            return "";
        std::string text = buffer.data();
        text.erase(0, text.find_first_not_of('\t'));
        for (char &c : text)
            if (c == '\t') c = ' ';
        while (!text.empty() && text.back() == ' ') text.pop_back();
        return text;
    }

  private:
    LLVMDisasmContextRef disassembler_;
};

class LanaiLlvm : public testing::Test {
  protected:
    void SetUp() override { ASSERT_TRUE(llvm_.exists()); }
    void compare(std::uint32_t word) {
        // RRM with a shift that does not exist or of less than a word: LLVM prints what it cannot
        // encode.
        const std::uint32_t jjjjj = word >> 3 & 31;
        if ((word >> 29 == 5) && (word >> 8 & 7) == 7 &&
            ((jjjjj != 0x10 && jjjjj != 0x18) || (word >> 1 & 3) != 1))
            return;
        // BRR: LLVM's tables have 0 for Rs1.
        if ((word & 0xF1000002) == 0xE1000002 && (word >> 18 & 31) != 0) return;
        const std::string theirs = llvm_.of(word), ours = lanai::disassemble(word);
        if (ours == theirs) return;
        if (++wrong_ < 20)
            ADD_FAILURE() << fmt::format("{:08x}: '{}', LLVM '{}'", word, ours, theirs);
    }
    unsigned wrong_ = 0;
    LanaiText llvm_;
};

TEST_F(LanaiLlvm, EveryOperationOfEveryFormat) {
    // All opcodes and mode bits with the low half that has operations, over some registers.
    for (std::uint32_t opcode = 0; opcode < 16; ++opcode)
        for (std::uint32_t mode = 0; mode < 4; ++mode)
            for (std::uint32_t low = 0; low < 0x10000; low += opcode < 10 ? 0x101 : 1)
                for (const std::uint32_t registers : {0x0000u, 0x0A3u, 0x045u})
                    compare(opcode << 28 | registers << 18 | mode << 16 | low);
}

TEST_F(LanaiLlvm, RandomWords) {
    std::mt19937 random(1);
    for (unsigned n = 0; n < 1000000; ++n) compare(static_cast<std::uint32_t>(random()));
}

/// By opcode: the four highest bits.
class LanaiLlvmWords : public LanaiLlvm, public testing::WithParamInterface<std::uint32_t> {};

TEST_P(LanaiLlvmWords, AllOfTheOpcode) {
    const std::uint64_t step = std::getenv("INLET_FULL") ? 1 : 509;
    const std::uint64_t first = std::uint64_t{GetParam()} << 28;
    for (std::uint64_t word = first; word < first + (1u << 28); word += step)
        compare(static_cast<std::uint32_t>(word));
}

INSTANTIATE_TEST_SUITE_P(Opcodes, LanaiLlvmWords, testing::Range(0u, 16u));

} // namespace

} // namespace inlet
