#include "elf_builder.h"
#include "inlet/config.h"
#include "inlet/image.h"
#include "inlet/printable.h"
#include "inlet/program.h"

#include <functional>
#include <gtest/gtest.h>
#include <random>

namespace inlet {
namespace {

using test::ElfBuilder;
using Bytes = std::vector<std::uint8_t>;

constexpr std::uint32_t memory = 16u << 20;

/// The message that rejects `file`, or "" if it is accepted.
std::string refusal(const Bytes &file) {
    try {
        Image::parse(file, "p.elf", memory);
        return "";
    } catch (const UserError &error) {
        return error.what();
    }
}

std::string refusal(const std::function<void(ElfBuilder &)> &change) {
    ElfBuilder builder;
    change(builder);
    return refusal(builder.bytes());
}

/// A big-endian word of the file; for headers that the builder would always write correctly.
void poke(Bytes &file, std::size_t at, std::uint32_t value) {
    for (int i = 0; i < 4; ++i)
        file.at(at + static_cast<std::size_t>(i)) =
            static_cast<std::uint8_t>(value >> (24 - 8 * i));
}
constexpr std::size_t first_segment = sizeof(Elf32_Ehdr);

TEST(Image, ReadsSegmentsAndSymbols) {
    const Image image = Image::parse(ElfBuilder().bytes(), "p.elf", memory);
    EXPECT_EQ(image.entry, 0x10000u);
    EXPECT_EQ(image.end, 0x20100u);
    ASSERT_EQ(image.segments.size(), 2u);
    EXPECT_TRUE(image.segments[0].executable);
    EXPECT_FALSE(image.segments[0].writable);
    EXPECT_EQ(image.segments[0].bytes.size(), 12u);
    EXPECT_TRUE(image.segments[1].writable);
    EXPECT_EQ(image.segments[1].memory_size, 0x100u);
    ASSERT_EQ(image.symbols.size(), 2u); // not the data symbol
    EXPECT_EQ(image.symbols[0].name, "_start");
}

TEST(Image, TheNoteOfAnotherMachineOrAbiIsRefused) {
    const auto with = [](const std::string &text) {
        const std::string note("\0\0\0\6\0\0\0\40\0\0\0\1inlet\0\0\0", 20);
        const std::string all = note + text + std::string(2, '\0');
        return refusal([&](ElfBuilder &builder) {
            builder.sections = {{".note.inlet", Bytes(all.begin(), all.end())}};
        });
    };
    EXPECT_EQ(with("machine=t1 abi=1 reserved=$28"), "");
    EXPECT_EQ(with(""), "");
    EXPECT_EQ(with("machine=sp9 abi=1"), "p.elf: is compiled for the machine 'sp9', not for t1");
    EXPECT_NE(with("machine=t1 abi=2").find("follows version 2 of the ABI of t1"),
              std::string::npos);
}

TEST(Image, SegmentsComeOutByAddress) {
    ElfBuilder builder;
    std::swap(builder.parts[0], builder.parts[1]);
    const Image image = Image::parse(builder.bytes(), "p.elf", memory);
    EXPECT_EQ(image.segments[0].address, 0x10000u);
}

TEST(Image, Places) {
    const Image image = Image::parse(ElfBuilder().bytes(), "p.elf", memory);
    EXPECT_EQ(image.place(0x10000), "_start");
    EXPECT_EQ(image.place(0x10004), "_start+0x4");
    EXPECT_EQ(image.place(0x1000c), "second+0x4"); // no size: to the end of its segment
    EXPECT_EQ(image.place(0x10010), "0x00010010");
    EXPECT_EQ(image.place(0x0fff8), "_start-0x8"); // the entry of an AM handler
    EXPECT_EQ(image.place(0x0fff4), "0x0000fff4");
    EXPECT_EQ(image.place(0), "0x00000000");
    EXPECT_EQ(image.find(0x20000), nullptr);
}

TEST(Image, PlacesWithSymbolsAlone) {
    Image image;
    image.symbols = {{0x10000, 0, "a"}, {0x10010, 8, "b"}};
    EXPECT_EQ(image.place(0x1000c), "a+0xc");
    EXPECT_EQ(image.place(0x10018), "0x00010018");
}

TEST(Image, LabelsInsideFunctionsAndLocalLabelsAreLeftOut) {
    ElfBuilder builder;
    builder.names = {{"f", 0x10000, 16},
                     {"inside", 0x10004, 0, STT_NOTYPE},
                     {"$local", 0x10000, 0, STT_NOTYPE},
                     {"alias", 0x10000, 4},
                     {"bad\x1b[31mname", 0x10008, 8}};
    const Image image = Image::parse(builder.bytes(), "p.elf", memory);
    ASSERT_EQ(image.symbols.size(), 2u);
    EXPECT_EQ(image.symbols[0].name, "f");
    EXPECT_EQ(image.symbols[1].name, "bad?[31mname");
}

TEST(Image, FunctionsOfOneNameHaveTheirFileInFront) {
    ElfBuilder builder;
    builder.parts[0].memory_size = 0x100;
    const auto local = [](const char *name, std::uint32_t address, unsigned char type = STT_FUNC) {
        return ElfBuilder::Name{name, address, type == STT_FILE ? 0u : 8u, type, STB_LOCAL};
    };
    builder.names = {
        local("a.c", 0, STT_FILE),    local("work", 0x10000),      local("alone", 0x10008),
        local("b.cpp", 0, STT_FILE),  local("work", 0x10010),      local("_ZN1n4workEv", 0x10018),
        local("util.c", 0, STT_FILE), local("turn", 0x10020),      local("util.c", 0, STT_FILE),
        local("turn", 0x10028),       local("c.cpp", 0, STT_FILE), local("_ZN1n4workEv", 0x10030),
        {"work", 0x10038, 8}};
    const Image image = Image::parse(builder.bytes(), "p.elf", memory);
    std::vector<std::string> names;
    for (const Symbol &symbol : image.symbols) names.push_back(symbol.readable());
    EXPECT_EQ(names, (std::vector<std::string>{"a.c:work", "alone", "b.cpp:work", "b.cpp:n::work()",
                                               "util.c@0x10020:turn", "util.c@0x10028:turn",
                                               "c.cpp:n::work()", "work"}));
    EXPECT_EQ(image.place(0x10014), "b.cpp:work+0x4");
    EXPECT_EQ(image.symbols[3].readable_without_file(), "n::work()");
    EXPECT_TRUE(image.symbols[0].is_called("work"));
    EXPECT_TRUE(image.symbols[0].is_called("a.c:work"));
    EXPECT_FALSE(image.symbols[0].is_called("b.cpp:work"));
    EXPECT_TRUE(image.symbols[3].is_called("n::work()"));
}

TEST(Image, LettersBeyondAscii) {
    const std::string name = "gr\xc3\xb6\xc3\x9f"
                             "e";
    ElfBuilder builder;
    builder.names = {{name, 0x10000, 8}};
    EXPECT_EQ(Image::parse(builder.bytes(), "p.elf", memory).place(0x10004), name + "+0x4");
    EXPECT_EQ(characters(name), 5u);
    EXPECT_EQ(printable("\xe2\x82\xac \xf0\x9f\x98\x80"), "\xe2\x82\xac \xf0\x9f\x98\x80");
    for (const std::string &text :
         std::vector<std::string>{"\xc3",             // the rest is missing
                                  "\xc0\xaf",         // a longer form of '/'
                                  "\xed\xa0\x80",     // a surrogate
                                  "\xf4\x90\x80\x80", // beyond the last
                                  "\xc2\x9b",         // a control sequence's begin
                                  "\xe2\x80\xae",     // from right to left
                                  "\x1b\x7f\xff"})
        EXPECT_EQ(printable(text), std::string(text.size(), '?'));
}

TEST(Printable, LongNamesHaveNoArguments) {
    const std::string most(100, 'x'), arguments = "std::less<int>, " + std::string(90, 'y');
    EXPECT_EQ(shortened(most), most);
    EXPECT_EQ(shortened("std::map<int, " + arguments + ">::at(int const&) const"),
              "std::map<...>::at(...) const");
    EXPECT_EQ(shortened("bool operator< <" + arguments + ">(A (*)(B), C<D->E>)"),
              "bool operator< <...>(...)");
    EXPECT_EQ(shortened("(anonymous namespace)::F<" + arguments + ">::operator()(int)"),
              "(anonymous namespace)::F<...>::operator()(...)");
    EXPECT_EQ(shortened("F<" + arguments + ">::f(int) (f.cpp:3)"), "F<...>::f(...) (f.cpp:3)");
    EXPECT_EQ(shortened("a > b" + most), "a > b" + most);
}

TEST(Image, TheRuntimeBeginsAtItsSymbol) {
    ElfBuilder builder;
    EXPECT_FALSE(Image::parse(builder.bytes(), "p.elf", memory).is_runtime(0x10008));
    builder.names = {
        {"f", 0x10000, 8}, {"__xnet_runtime_text", 0x10008, 0, STT_NOTYPE}, {"printf", 0x10008, 4}};
    const Image image = Image::parse(builder.bytes(), "p.elf", memory);
    EXPECT_EQ(image.place(0x10008), "printf"); // it names no code
    EXPECT_FALSE(image.is_runtime(0x10004));
    EXPECT_TRUE(image.is_runtime(0x10008));
    EXPECT_TRUE(image.is_runtime(0x800000)); // the program of I/O nodes
}

TEST(Image, Words) {
    Image image = Image::parse(ElfBuilder().bytes(), "p.elf", memory);
    std::uint32_t word = 0;
    EXPECT_TRUE(image.word(0x10000, word));
    EXPECT_EQ(word, 0x27bdffe8u);
    EXPECT_TRUE(image.word(0x1000c, word)); // beyond the file's bytes: zero
    EXPECT_EQ(word, 0u);
    EXPECT_FALSE(image.word(0x10010, word));
    EXPECT_FALSE(image.word(0x1000e, word));
    EXPECT_FALSE(image.word(0x20000, word)); // data
    EXPECT_EQ(image.loaded_word(0x20000), 0x01020304u);
    EXPECT_EQ(image.loaded_word(0x10000), 0x27bdffe8u);
    EXPECT_EQ(image.loaded_word(0x20004), 0u); // beyond the file's bytes
    EXPECT_EQ(image.loaded_word(0x1000e), 0u); // half outside
    EXPECT_EQ(image.loaded_word(0x30000), 0u);

    image.processor = Processor::x86; // little-endian
    EXPECT_TRUE(image.word(0x10000, word));
    EXPECT_EQ(word, 0xe8ffbd27u);
    EXPECT_EQ(image.loaded_word(0x20000), 0x04030201u);
}

TEST(Image, HashTellsProgramsApart) {
    ElfBuilder other;
    other.parts[1].bytes[0] = 9;
    EXPECT_NE(Image::parse(ElfBuilder().bytes(), "p.elf", memory).hash,
              Image::parse(other.bytes(), "p.elf", memory).hash);
}

TEST(Image, EmptySegmentsAreSkipped) {
    ElfBuilder builder;
    builder.parts.push_back({0, 0, PF_R, {}});
    EXPECT_EQ(Image::parse(builder.bytes(), "p.elf", memory).segments.size(), 2u);
}

TEST(Image, FilesThatAreNoPrograms) {
    EXPECT_EQ(refusal(Bytes{}), "p.elf: is empty, not a program");
    EXPECT_EQ(refusal(Bytes{'#', '!', '/', 'b'}),
              "p.elf: is not an ELF file: give the program that t1-clang made");
    const std::string archive = "!<arch>\n";
    EXPECT_NE(refusal(Bytes(archive.begin(), archive.end())).find("library archive"),
              std::string::npos);
    const std::string trace = "INLETTRC\1";
    EXPECT_NE(refusal(Bytes(trace.begin(), trace.end())).find("'inlet report'"), std::string::npos);
}

TEST(Image, MissingFilesAndDirectories) {
    EXPECT_THROW(Image::load("/nonexistent/p.elf", memory), UserError);
    EXPECT_THROW(Image::load("/", memory), UserError);
    EXPECT_THROW(Image::load("", memory), UserError);
}

TEST(Image, AProgramForTheOtherProcessor) {
    ElfBuilder sparc;
    sparc.header.e_machine = EM_SPARC;
    const Bytes file = sparc.bytes();
    EXPECT_EQ(Image::parse(file, "p.elf", memory).processor, Processor::sparc);
    EXPECT_EQ(Image::parse(file, "p.elf", memory, Processor::sparc).processor, Processor::sparc);
    const auto refused = [](const Bytes &bytes, Processor processor,
                            std::string_view machine = {}) -> std::string {
        try {
            parse_program(bytes, "p.elf", memory, processor, machine);
            return "";
        } catch (const UserError &error) {
            return error.what();
        }
    };
    EXPECT_EQ(refused(file, Processor::mips),
              "p.elf: is an ELF for SPARC, not for MIPS big-endian: compile it with t1-clang");
    // The compiler's note names the machine.
    const std::string note = "machine=cm5-xnet abi=1";
    std::vector<std::uint8_t> noted = file;
    noted.insert(noted.end(), note.begin(), note.end());
    EXPECT_EQ(refused(noted, Processor::mips),
              "p.elf: is an ELF for SPARC, not for MIPS big-endian: run it with --machine "
              "cm5-xnet, or compile it with t1-clang");
    EXPECT_EQ(refused(ElfBuilder().bytes(), Processor::sparc),
              "p.elf: is an ELF for MIPS, not for SPARC big-endian: compile it with cm5-clang");
    // Of two machines with one processor, the one that is to run it has the compiler.
    const auto compiler = [&](Processor processor, std::string_view machine) {
        const std::string said = refused(file, processor, machine);
        return said.substr(said.rfind(' ') + 1);
    };
    EXPECT_EQ(compiler(Processor::ppc, "sp2"), "sp2-clang");
    EXPECT_EQ(compiler(Processor::ppc, "voyager"), "voyager-clang");
    EXPECT_EQ(compiler(Processor::x86, "ncube2x86"), "ncube2-clang");
    EXPECT_EQ(compiler(Processor::x86, "myrinet"), "myrinet-clang");
    // Firmware is no program of a machine.
    const std::string firmware = "machine=voyager-firmware abi=1";
    std::vector<std::uint8_t> second = ElfBuilder().bytes();
    second[offsetof(Elf32_Ehdr, e_machine) + 1] = EM_PPC;
    second.insert(second.end(), firmware.begin(), firmware.end());
    EXPECT_EQ(refused(second, Processor::mips),
              "p.elf: is an ELF for PowerPC, not for MIPS big-endian: compile it with t1-clang");
}

TEST(Image, FilesForOtherMachines) {
    EXPECT_EQ(refusal([](ElfBuilder &b) {
                  b.header.e_ident[EI_CLASS] = ELFCLASS64;
                  b.header.e_ident[EI_DATA] = ELFDATA2LSB;
                  b.header.e_machine = EM_X86_64;
              }),
              "p.elf: is an ELF for x86-64, not for MIPS big-endian: compile it with t1-clang");
    EXPECT_NE(refusal([](ElfBuilder &b) { b.header.e_machine = EM_ARM; }).find("for ARM,"),
              std::string::npos);
    EXPECT_NE(refusal([](ElfBuilder &b) { b.header.e_machine = 9999; }).find("machine number 9999"),
              std::string::npos);
    EXPECT_NE(refusal([](ElfBuilder &b) {
                  b.header.e_ident[EI_DATA] = ELFDATA2LSB;
                  b.header.e_machine = EM_MIPS;
              }).find("for MIPS little-endian,"),
              std::string::npos);
    EXPECT_NE(
        refusal([](ElfBuilder &b) { b.header.e_ident[EI_CLASS] = ELFCLASS64; }).find("for MIPS64,"),
        std::string::npos);
    EXPECT_NE(refusal([](ElfBuilder &b) { b.header.e_ident[EI_CLASS] = 7; }).find("damaged"),
              std::string::npos);
    EXPECT_NE(refusal([](ElfBuilder &b) { b.header.e_ident[EI_DATA] = 7; }), "");
    EXPECT_NE(refusal([](ElfBuilder &b) { b.header.e_ident[EI_VERSION] = 7; }).find("version 7"),
              std::string::npos);
}

TEST(Image, FilesOfOtherKinds) {
    EXPECT_NE(refusal([](ElfBuilder &b) { b.header.e_type = ET_REL; }).find("object file"),
              std::string::npos);
    EXPECT_NE(refusal([](ElfBuilder &b) { b.header.e_type = ET_DYN; }).find("-pie"),
              std::string::npos);
    EXPECT_NE(refusal([](ElfBuilder &b) { b.header.e_type = ET_CORE; }).find("core dump"),
              std::string::npos);
    EXPECT_NE(refusal([](ElfBuilder &b) { b.header.e_type = 77; }).find("type 77"),
              std::string::npos);
    EXPECT_NE(refusal([](ElfBuilder &b) {
                  b.parts.push_back({0, 0, 0, {}, PT_INTERP});
              }).find("dynamically"),
              std::string::npos);
}

TEST(Image, Segments) {
    EXPECT_NE(refusal([](ElfBuilder &b) { b.parts.clear(); }).find("has no segments"),
              std::string::npos);
    EXPECT_NE(refusal([](ElfBuilder &b) { b.parts.resize(65, b.parts[0]); }).find("65 segments"),
              std::string::npos);
    EXPECT_NE(refusal([](ElfBuilder &b) {
                  b.parts = {{0x10000, 0, PF_R | PF_X, {}}};
              }).find("nothing to load"),
              std::string::npos);
    EXPECT_NE(refusal([](ElfBuilder &b) { b.parts[1].address = 0x1000c; }).find("overlap"),
              std::string::npos);
    EXPECT_NE(refusal([](ElfBuilder &b) { b.parts[1].address = 0x10000; }).find("overlap"),
              std::string::npos);
    EXPECT_NE(
        refusal([](ElfBuilder &b) { b.parts[1].address = 0xfff0; }).find("lies below 0x00010000"),
        std::string::npos);
    EXPECT_NE(refusal([](ElfBuilder &b) {
                  b.parts[1].address = memory - 0x10;
              }).find("a node has only 0x1000000"),
              std::string::npos);
    EXPECT_NE(
        refusal([](ElfBuilder &b) { b.parts[1].memory_size = 0xffffffff; }).find("a node has only"),
        std::string::npos);
    EXPECT_NE(
        refusal([](ElfBuilder &b) { b.parts[1].address = 0xfffffff0; }).find("a node has only"),
        std::string::npos);
    EXPECT_NE(refusal([](ElfBuilder &b) { b.parts[1].memory_size = 3; }).find("only 3 in memory"),
              std::string::npos);
    EXPECT_NE(refusal([](ElfBuilder &b) { b.parts[0].address = 0x10002; }).find("multiple of 4"),
              std::string::npos);
}

TEST(Image, SegmentsOutsideTheFile) {
    Bytes file = ElfBuilder().bytes();
    poke(file, first_segment + 4, 0xfffffff0); // p_offset: offset + size exceeds 32 bits
    EXPECT_NE(refusal(file).find("is truncated"), std::string::npos);
    file = ElfBuilder().bytes();
    poke(file, first_segment + 16, 0x00ffffff); // p_filesz
    poke(file, first_segment + 20, 0x00ffffff);
    EXPECT_NE(refusal(file).find("is truncated"), std::string::npos);
}

// libelf gives tables in the host's byte order as they lie in the file.
TEST(Image, TablesAtAnyAddress) {
    for (const unsigned char order : {ELFDATA2LSB, ELFDATA2MSB})
        for (std::size_t odd = 0; odd < 4; ++odd) {
            ElfBuilder b;
            b.header.e_machine = order == ELFDATA2LSB ? EM_386 : EM_MIPS;
            b.header.e_ident[EI_DATA] = order;
            b.names.push_back({std::string(1 + odd, 'n'), 0x10004, 4});
            const Image image = Image::parse(b.bytes(), "p.elf", 1 << 20);
            EXPECT_EQ(image.segments.size(), 2u);
            EXPECT_EQ(image.symbols.size(), 3u);
            EXPECT_EQ(image.objects.size(), 1u);
        }
}

TEST(Image, HeadersOutsideTheFile) {
    Bytes file = ElfBuilder().bytes();
    poke(file, offsetof(Elf32_Ehdr, e_phoff), 0xffffffff);
    EXPECT_NE(refusal(file), "");
    file = ElfBuilder().bytes();
    poke(file, offsetof(Elf32_Ehdr, e_phoff), 4);
    EXPECT_NE(refusal(file), "");
    file = ElfBuilder().bytes();
    poke(file, offsetof(Elf32_Ehdr, e_shoff), 0xfffffff0);
    EXPECT_NE(refusal(file), "");
    EXPECT_NE(refusal([](ElfBuilder &b) { b.header.e_phentsize = 31; }), "");
    EXPECT_NE(refusal([](ElfBuilder &b) { b.header.e_shentsize = 1; }), "");
}

TEST(Image, NamesVariables) {
    const Bytes file = ElfBuilder().bytes();
    const Image image = Image::parse(file, "names.elf", 1 << 20);
    EXPECT_EQ(image.variable(0x20000), "0x00020000 (counter)");
    EXPECT_EQ(image.variable(0x20003), "0x00020003 (counter+0x3)");
    EXPECT_EQ(image.variable(0x20004), "0x00020004");
    EXPECT_EQ(image.variable(0x1ffff), "0x0001ffff");
}

TEST(Image, Entry) {
    EXPECT_NE(refusal([](ElfBuilder &b) {
                  b.header.e_entry = 0x10002;
              }).find("0x00010002 is not a multiple of 4"),
              std::string::npos);
    EXPECT_NE(
        refusal([](ElfBuilder &b) { b.header.e_entry = 0x20000; }).find("in no executable segment"),
        std::string::npos);
    EXPECT_NE(refusal([](ElfBuilder &b) { b.header.e_entry = 0; }).find("in no executable segment"),
              std::string::npos);
}

TEST(Image, TruncatedAnywhereIsRefused) {
    const Bytes file = ElfBuilder().bytes();
    for (std::size_t size = 0; size < file.size(); ++size)
        EXPECT_NE(refusal(Bytes(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size))),
                  "")
            << size << " bytes";
}

TEST(Image, AnyByteCanBeWrong) {
    // Each byte of the file takes several other values; the loader must reject or accept the file.
    const Bytes file = ElfBuilder().bytes();
    for (std::size_t at = 0; at < file.size(); ++at) {
        for (unsigned value : {0u, 1u, 0x7fu, 0x80u, 0xffu}) {
            Bytes changed = file;
            changed[at] = static_cast<std::uint8_t>(value);
            refusal(changed);
        }
    }
}

TEST(Image, ManyBytesCanBeWrong) {
    const Bytes file = ElfBuilder().bytes();
    std::mt19937 random(1); // a fixed seed: the test is repeatable
    for (int i = 0; i < 20000; ++i) {
        Bytes changed = file;
        for (unsigned n = random() % 8; n-- > 0;)
            changed[random() % changed.size()] = static_cast<std::uint8_t>(random());
        changed.resize(changed.size() - random() % 4);
        refusal(changed);
    }
}

} // namespace
} // namespace inlet
