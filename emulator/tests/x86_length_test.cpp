// The decoder's lengths against LLVM's disassembler and Zydis, and its mnemonics against Zydis:
// every opcode of one and two bytes with every ModRM byte, some SIB bytes, and prefixes. Every
// instruction of the decoder must be one of theirs, with the same length. Lists have the opcodes
// that only they decode.
#include "cpu/x86/instruction_set.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>
#include <map>
#include <set>
#include <string>
#include <vector>
#ifdef INLET_ZYDIS
#include <Zydis/Zydis.h>
#endif

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

/// Bytes that start with a prefix, or 0, and an opcode, of two bytes from 0x100 on.
std::vector<std::uint8_t> bytes_of(unsigned prefix, unsigned opcode, unsigned modrm, unsigned sib) {
    std::vector<std::uint8_t> bytes;
    if (prefix) bytes.push_back(static_cast<std::uint8_t>(prefix));
    if (opcode >= 0x100) bytes.push_back(0x0F);
    bytes.push_back(static_cast<std::uint8_t>(opcode));
    bytes.push_back(static_cast<std::uint8_t>(modrm));
    bytes.push_back(static_cast<std::uint8_t>(sib));
    bytes.insert(bytes.end(), 12, 0x11);
    return bytes;
}

/// Calls for each opcode, ModRM byte and some SIB bytes, with each prefix: (prefix, opcode, modrm,
/// bytes).
template <typename Visit> void each_form(const Visit &visit) {
    for (const unsigned prefix : {0u, 0x66u, 0xF2u, 0xF3u})
        for (unsigned opcode = 0; opcode < 0x200; ++opcode) {
            if (opcode < 0x100 && (is_prefix(opcode) || opcode == 0x0F)) continue;
            for (unsigned modrm = 0; modrm < 256; ++modrm)
                for (const unsigned sib : {0x00u, 0x24u, 0x65u, 0xE5u}) {
                    if (sib != 0 && (modrm >= 0xC0 || (modrm & 7) != 4)) break;
                    visit(prefix, opcode, modrm, bytes_of(prefix, opcode, modrm, sib));
                }
        }
}

// One-byte opcodes that both oracles decode and this decoder does not: segments, BCD, BOUND, ENTER,
// I/O, far transfers, ARPL, transactions, FISTTP, and x87's exponentials and angles.
const std::set<unsigned> not_here = {
    0x06, 0x07, 0x0E, 0x16, 0x17, 0x1E, 0x1F, 0x27, 0x2F, 0x37, 0x3F, 0x62, 0x63, 0x6C, 0x6D, 0x6E,
    0x6F, 0x8C, 0x8E, 0x9A, 0xC4, 0xC5, 0xC8, 0xCA, 0xCB, 0xD4, 0xD5, 0xD6, 0xD9, 0xDA, 0xC6, 0xC7,
    0xDB, 0xDD, 0xDF, 0xE4, 0xE5, 0xE6, 0xE7, 0xEA, 0xEC, 0xED, 0xEE, 0xEF, 0xF1, 0xFF};

TEST(X86Lengths, AreLlvms) {
    Llvm llvm;
    std::string text;
    unsigned long legal = 0;
    std::set<unsigned> refused;
    unsigned wrong = 0;
    each_form([&](unsigned prefix, unsigned opcode, unsigned modrm, const auto &bytes) {
        const engine::Instruction in = x86::decode(bytes, 0, {.xnet = true});
        const std::size_t theirs = llvm.length(bytes, text);
        if (in.kind == engine::Kind::illegal) {
            if (theirs && !prefix && opcode < 0x100) refused.insert(opcode);
            return;
        }
        ++legal;
        // LLVM decodes a prefix that an instruction does not need as an instruction of its own.
        const bool alone = prefix && theirs == 1;
        if ((!alone && theirs != in.length) && ++wrong < 20)
            ADD_FAILURE() << fmt::format("{:02x} {:03x} {:02x}: {} bytes, LLVM {}", prefix, opcode,
                                         modrm, in.length, theirs)
                          << text;
    });
    EXPECT_GT(legal, 100000u);
    for (const unsigned opcode : refused)
        EXPECT_TRUE(not_here.contains(opcode)) << fmt::format("{:02x} is refused", opcode);
}

#ifdef INLET_ZYDIS

class Zydis {
  public:
    Zydis() { ZydisDecoderInit(&decoder_, ZYDIS_MACHINE_MODE_LEGACY_32, ZYDIS_STACK_WIDTH_32); }

    /// 0: no instruction.
    std::size_t length(const std::vector<std::uint8_t> &bytes, std::string &name) const {
        ZydisDecodedInstruction in;
        if (!ZYAN_SUCCESS(
                ZydisDecoderDecodeInstruction(&decoder_, nullptr, bytes.data(), bytes.size(), &in)))
            return 0;
        name = ZydisMnemonicGetString(in.mnemonic);
        return in.length;
    }

  private:
    ZydisDecoder decoder_{};
};

/// Zydis's name for a mnemonic here: it has other names for the same condition, for each size, for
/// an integer in memory, and for later meanings of a prefix that the i486 ignores.
bool is_same(const std::string &ours, const std::string &theirs) {
    static const std::map<std::string, std::set<std::string>> others = {
        {"ja", {"jnbe"}},
        {"jae", {"jnb"}},
        {"je", {"jz"}},
        {"jg", {"jnle"}},
        {"jge", {"jnl"}},
        {"jne", {"jnz"}},
        {"seta", {"setnbe"}},
        {"setae", {"setnb"}},
        {"sete", {"setz"}},
        {"setg", {"setnle"}},
        {"setge", {"setnl"}},
        {"setne", {"setnz"}},
        {"cdq", {"cwd"}},
        {"cwde", {"cbw"}},
        {"iret", {"iretd"}},
        {"popa", {"popad"}},
        {"popf", {"popfd"}},
        {"pusha", {"pushad"}},
        {"pushf", {"pushfd"}},
        {"cmps", {"cmpsb", "cmpsw", "cmpsd"}},
        {"lods", {"lodsb", "lodsw", "lodsd"}},
        {"movs", {"movsb", "movsw", "movsd"}},
        {"scas", {"scasb", "scasw", "scasd"}},
        {"stos", {"stosb", "stosw", "stosd"}},
        {"fadd", {"fiadd"}},
        {"fcom", {"ficom"}},
        {"fcomp", {"ficomp"}},
        {"fdiv", {"fidiv"}},
        {"fdivr", {"fidivr"}},
        {"fmul", {"fimul"}},
        {"fsub", {"fisub"}},
        {"fsubr", {"fisubr"}},
        {"bsf", {"tzcnt"}},
        {"bsr", {"lzcnt"}},
        {"nop", {"pause"}},
    };
    if (ours == theirs) return true;
    const auto found = others.find(ours);
    return found != others.end() && found->second.contains(theirs);
}

/// The reason why an instruction of Zydis is not decoded here; empty: there is none.
const char *why_refused(unsigned prefix, unsigned opcode) {
    // EIP would be cut to 16 bits, or only 16-bit segments have it.
    static const std::set<unsigned> cut = {0x60, 0x61, 0x9C, 0x9D, 0xC2, 0xC3, 0xC9, 0xCF,
                                           0xE0, 0xE1, 0xE2, 0xE3, 0xE8, 0xE9, 0xEB};
    const bool jcc = (opcode & 0xF0) == 0x70 || (opcode & 0x1F0) == 0x180;
    if (prefix == 0x66 && (cut.contains(opcode) || jcc)) return "EIP of 16 bits";
    if (prefix == 0x66 && (opcode & 0x1F8) == 0x1C8) return "BSWAP of 16 bits is undefined";
    if (not_here.contains(opcode)) return "as LLVM's";
    if (opcode == 0xC0 || opcode == 0xC1 || (opcode & 0xFC) == 0xD0) return "/6: another SHL";
    if (opcode == 0xF6 || opcode == 0xF7) return "/1: another TEST";
    if (opcode == 0xDC || opcode == 0xDE) return "other encodings of FCOM and FCOMP";
    if (opcode < 0x100) return "";
    struct Range {
        unsigned first, last;
        const char *why;
    };
    static constexpr Range ranges[] = {
        {0x100, 0x109, "descriptors, SYSCALL, caches"},
        {0x10B, 0x10B, "UD2"},
        {0x10D, 0x11F, "3DNow!, SSE, hints"},
        {0x120, 0x123, "control and debug registers"},
        {0x128, 0x12F, "SSE"},
        {0x130, 0x137, "MSR, RDTSC, RDPMC, SYSENTER"},
        {0x138, 0x13A, "SSSE3 and later"},
        {0x140, 0x14F, "CMOV"},
        {0x150, 0x17F, "SSE, MMX"},
        {0x1A0, 0x1A2, "PUSH and POP of FS, CPUID"},
        {0x1A6, 0x1A7, "VIA's"},
        {0x1A8, 0x1AA, "PUSH and POP of GS, RSM"},
        {0x1AE, 0x1AE, "FXSAVE and fences"},
        {0x1B2, 0x1B5, "LSS, LFS, LGS"},
        {0x1B8, 0x1B9, "POPCNT; UD1 that is no instruction of the interface"},
        {0x1C2, 0x1C7, "SSE; of C7 what is not CMPXCHG8B"},
        {0x1D0, 0x1FF, "MMX, SSE, UD0"},
    };
    for (const Range &range : ranges)
        if (opcode >= range.first && opcode <= range.last) return range.why;
    return "";
}

TEST(X86Lengths, AreZydis) {
    const Zydis zydis;
    unsigned long legal = 0;
    unsigned wrong = 0;
    each_form([&](unsigned prefix, unsigned opcode, unsigned modrm, const auto &bytes) {
        if (wrong > 20) return;
        const engine::Instruction in = x86::decode(bytes, 0, {.xnet = true});
        std::string name;
        const std::size_t theirs = zydis.length(bytes, name);
        const std::string form = fmt::format("{:02x} {:03x} {:02x}: ", prefix, opcode, modrm);
        if (in.kind == engine::Kind::illegal) {
            if (theirs && !*why_refused(prefix, opcode) && ++wrong)
                ADD_FAILURE() << form << "refused, Zydis " << name;
            return;
        }
        ++legal;
        if (theirs != in.length && ++wrong)
            ADD_FAILURE() << form << unsigned{in.length} << " bytes, Zydis " << theirs;
        const std::string ours =
            isa::x86::op_names[static_cast<std::size_t>(in.op.template as<isa::x86::Op>())];
        const bool of_interface = in.kind == engine::Kind::network && name == "ud1";
        if (!of_interface && !is_same(ours, name) && ++wrong)
            ADD_FAILURE() << form << ours << ", Zydis " << name;
    });
    EXPECT_GT(legal, 100000u);
}

#endif

} // namespace

} // namespace inlet
