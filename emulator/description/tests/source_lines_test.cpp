#include "elf_builder.h"
#include "inlet/image.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <random>
#include <string_view>
#include <unistd.h>

namespace inlet {
namespace {

using test::ElfBuilder;
using Bytes = std::vector<std::uint8_t>;

constexpr std::uint32_t memory = 16u << 20;

void add(Bytes &to, std::initializer_list<int> bytes) {
    for (const int byte : bytes) to.push_back(static_cast<std::uint8_t>(byte));
}
void add(Bytes &to, std::string_view text) { to.insert(to.end(), text.begin(), text.end()); }

/// DWARF 4 by hand: 0x10000 is line 7 of "a.c", 0x10004 line 9 of "sub/b.h", up to 0x10008; and a
/// function that the linker removed, at 0.
ElfBuilder with_lines() {
    Bytes abbreviations, unit, header, program;
    // One kind of entry: compile unit, no children, DW_AT_stmt_list, DW_AT_comp_dir.
    add(abbreviations, {1, 0x11, 0, 0x10, 0x17, 0x1b, 0x08, 0, 0, 0});
    add(unit, {0, 4, 0, 0, 0, 0, 4, 1, 0, 0, 0, 0});
    add(unit, std::string_view("/home\0", 6));
    // Instructions of one byte, line advances from -5 to 8, the lengths of 12 standard opcodes.
    add(header, {1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1});
    add(header, std::string_view("sub\0\0a.c\0\0\0\0b.h\0\1\0\0\0", 20));
    add(program, {0, 5, 2, 0, 1, 0, 0});          // address 0x10000
    add(program, {3, 6, 1});                      // line 7: a row
    add(program, {2, 4, 4, 2, 3, 2, 1});          // 4 bytes further, file 2, line 9: a row
    add(program, {2, 4, 0, 1, 1});                // 4 bytes further: the end
    add(program, {0, 5, 2, 0, 0, 0, 0, 1, 2, 4}); // the removed function
    add(program, {0, 1, 1});
    const auto size = [](const Bytes &bytes) { return static_cast<int>(bytes.size()); };
    Bytes lines;
    add(lines, {0, 0, 0, 6 + size(header) + size(program), 0, 4, 0, 0, 0, size(header)});
    lines.insert(lines.end(), header.begin(), header.end());
    lines.insert(lines.end(), program.begin(), program.end());
    Bytes info{0, 0, 0, static_cast<std::uint8_t>(unit.size())};
    info.insert(info.end(), unit.begin(), unit.end());
    ElfBuilder builder;
    builder.sections = {
        {".debug_abbrev", abbreviations}, {".debug_info", info}, {".debug_line", lines}};
    return builder;
}

class SourceLinesTest : public testing::Test {
  protected:
    void SetUp() override {
        path_ = std::filesystem::temp_directory_path() /
                ("inlet-lines-" + std::to_string(getpid()) + ".elf");
    }
    void TearDown() override { std::filesystem::remove(path_); }
    void write(const Bytes &bytes) const {
        std::ofstream(path_, std::ios::binary)
            .write(reinterpret_cast<const char *>(bytes.data()),
                   static_cast<std::streamsize>(bytes.size()));
    }
    Image load(ElfBuilder builder) const {
        write(builder.bytes());
        return Image::load(path_, memory);
    }
    std::filesystem::path path_;
};

TEST_F(SourceLinesTest, NameFileAndLine) {
    const Image image = load(with_lines());
    EXPECT_EQ(image.lines.text(0x10000), "a.c:7");
    EXPECT_EQ(image.lines.text(0x10003), "a.c:7");
    EXPECT_EQ(image.lines.text(0x10004), "b.h:9");
    EXPECT_EQ(image.lines.text(0x10008), "");
    EXPECT_EQ(image.lines.text(0xfffc), "");
    EXPECT_EQ(image.lines.text(0), "");
    const auto line = image.lines.find(0x10004);
    ASSERT_TRUE(line);
    EXPECT_EQ(line->file, "/home/sub/b.h");
    EXPECT_EQ(image.where(0x10004), "0x00010004 (_start+0x4, b.h:9)");
    EXPECT_EQ(image.where(0x20000), "0x00020000");
}

TEST_F(SourceLinesTest, NoneWithoutDwarf) {
    const Image image = load(ElfBuilder());
    EXPECT_EQ(image.lines.text(0x10000), "");
    EXPECT_EQ(image.where(0x10004), "0x00010004 (_start+0x4)");
}

TEST_F(SourceLinesTest, AreThoseOfTheFileAsItWasLoaded) {
    const Image changed = load(with_lines());
    Bytes other = with_lines().bytes();
    other.back() ^= 1;
    write(other);
    EXPECT_EQ(changed.lines.text(0x10000), "a.c:7");
}

TEST_F(SourceLinesTest, DamagedDwarfHasNoOrOtherLines) {
    std::mt19937 random(1); // a fixed seed: the test is repeatable
    int with = 0;
    for (int i = 0; i < 400; ++i) {
        ElfBuilder builder = with_lines();
        for (unsigned n = 1 + random() % 4; n-- > 0;) {
            Bytes &bytes = builder.sections[random() % builder.sections.size()].bytes;
            bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
            if (random() % 8 == 0) bytes.resize(1 + random() % bytes.size());
        }
        with += !load(builder).lines.text(0x10004).empty();
    }
    EXPECT_GT(with, 0);
    EXPECT_LT(with, 400);
}

} // namespace
} // namespace inlet
