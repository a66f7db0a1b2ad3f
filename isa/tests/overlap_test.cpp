// No word is two instructions. Two patterns share a word if and only if they agree on all bits that
// both fix, so comparing pairs is a proof over all 2^32 words. The last test does not use that
// argument: it checks every word that an extension instruction can be.
#include "overlap.h"

#include <gtest/gtest.h>
#include <set>
#include <span>

namespace {

using namespace inlet::isa;

const Model &model() {
    static const Model loaded = Model::load(ISA_DIR);
    return loaded;
}

Row pattern(std::uint32_t match, std::uint32_t mask) {
    Row row;
    row.match = match;
    row.mask = mask;
    return row;
}

TEST(Overlap, finds_a_common_word) {
    EXPECT_EQ(common_word(pattern(0x10, 0xF0), pattern(0x01, 0x0F)), 0x11u);
    EXPECT_EQ(common_word(pattern(0x10, 0xF0), pattern(0x20, 0xF0)), std::nullopt);
    EXPECT_EQ(common_word(pattern(0x10, 0xF0), pattern(0x10, 0xF0)), 0x10u);
    EXPECT_EQ(common_word(pattern(0, 0), pattern(0x1234, 0xFFFFFFFF)), 0x1234u);
}

TEST(Overlap, names_both_and_the_word) {
    Row a = pattern(0x4A000020, 0xFFE007FF), b = pattern(0x4A000000, 0xFE000000);
    a.name = "send0";
    b.name = "cop2";
    const auto found = find_overlaps({a, b});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(describe(found),
              "0x4A000020 is both send0 (match 0x4A000020, mask 0xFFE007FF) and cop2 (match "
              "0x4A000000, mask 0xFE000000)\n");
}

TEST(Overlap, no_word_is_two_instructions) {
    for (const auto &rows : {model().mips2_machine(), model().mips32_machine(), model().sparc.all(),
                             model().sparc.network, model().ppc.all(), model().ppc.network}) {
        const auto overlaps = find_overlaps(rows);
        EXPECT_TRUE(overlaps.empty()) << describe(overlaps);
    }
}

TEST(Overlap, mips32_takes_the_words_of_lwc3_and_widens_its_own) {
    auto rows = model().base;
    rows.insert(rows.end(), model().mips32.begin(), model().mips32.end());
    const auto overlaps = find_overlaps(rows);
    std::size_t widened = 0;
    for (const Overlap &each : overlaps) {
        const bool widens = each.second.widens() && each.first.name == each.second.name;
        widened += widens;
        EXPECT_TRUE(widens || (each.first.name == "lwc3" && each.second.name == "pref"))
            << each.first.name << ", " << each.second.name;
    }
    EXPECT_EQ(widened, 1 + 4 + 32u) << "SYNC, BC1x, C.cond";
    EXPECT_EQ(overlaps.size(), widened + 1);
    EXPECT_EQ(model().mips32_machine().size(),
              model().mips2_machine().size() + model().mips32.size() - 1 - widened);
}

void every_row_is_decodable(const std::vector<Row> &rows) {
    for (const Row &row : rows) {
        // Two words at the ends of the row and some between.
        std::uint32_t filling = 0x9E3779B9;
        for (int i = 0; i < 64; ++i) {
            const std::uint32_t operands = i == 0 ? 0 : i == 1 ? ~std::uint32_t{0} : filling;
            filling = filling * 1664525 + 1013904223;
            const std::uint32_t word = row.match | (operands & ~row.mask);
            std::set<std::string> found;
            for (const Row &other : rows)
                if ((word & other.mask) == other.match) found.insert(other.name);
            EXPECT_EQ(found, std::set<std::string>{row.name}) << std::hex << word;
        }
    }
}

TEST(Overlap, every_row_is_decodable) {
    every_row_is_decodable(model().mips2_machine());
    every_row_is_decodable(model().mips32_machine());
}

TEST(Overlap, every_word_of_coprocessor_2_is_at_most_one_instruction) {
    constexpr std::uint32_t opcode = 0x48000000, opcode_mask = 0xFC000000;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> patterns; // match, mask
    for (const Row &row : model().extension()) {
        ASSERT_EQ(row.mask & opcode_mask, opcode_mask) << row.name;
        if (row.name == "lw.v" || row.name == "sw.v") continue; // distinct opcodes
        ASSERT_EQ(row.match & opcode_mask, opcode) << row.name;
        patterns.emplace_back(row.match, row.mask);
    }
    // Base instructions that fix only some bits of the opcode could be here as well.
    std::vector<Row> base = model().base;
    base.insert(base.end(), model().mips32.begin(), model().mips32.end());
    for (const Row &row : base) {
        if (((row.match ^ opcode) & row.mask & opcode_mask) == 0)
            patterns.emplace_back(row.match, row.mask);
    }
    const std::span<const std::pair<std::uint32_t, std::uint32_t>> fixed = patterns;
    std::uint64_t instructions = 0;
    for (std::uint32_t low = 0; low < 1u << 26; ++low) {
        unsigned hits = 0;
        for (const auto &[match, mask] : fixed) hits += ((opcode | low) & mask) == match;
        instructions += hits;
        if (hits > 1) FAIL() << std::hex << (opcode | low) << " is two instructions";
    }
    // 24 sends and multicasts, CFC2, CTC2, MFC2, MTC2 of 2^10 words each; 24 with a vector
    // register of 2^15; four branches of 2^16; HRET.
    EXPECT_EQ(instructions, 28 * (1u << 10) + 24 * (1u << 15) + 4 * (1u << 16) + 1);
}

} // namespace
