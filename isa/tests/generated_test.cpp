// The generated decoder header, as the emulator sees it; its base rows against Capstone.
#include "inlet/isa/t1_isa.h"

#include <capstone/capstone.h>
#include <cstring>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace inlet::isa;

static_assert(std::size(op_names) == static_cast<std::size_t>(Mips::COUNT));
static_assert(std::size(cost_key_names) == static_cast<std::size_t>(CostKey::COUNT));
static_assert(ni::nistat == 19 && ni::count == 9 && ni::inh == 25);
static_assert(nistat::lpa.mask() == 1u << 17 && nistat::slen.get(0x500) == 5);
static_assert(nistat::vlen.set(0xFFFFFFFF, 0) == 0xFFFFFFC0);
static_assert(field::branch.get_signed(0xFFFF) == -1 && field::branch.get_signed(0x7FFF) == 0x7FFF);
static_assert(Field{0, 32}.mask() == 0xFFFFFFFF);

TEST(Generated, every_op_has_a_row_and_its_name) {
    std::set<Mips> seen;
    for (const Encoding &row : mips2_encodings) {
        EXPECT_LT(row.op, first_extension);
        EXPECT_STREQ(row.name, op_names[static_cast<std::size_t>(row.op)]);
        EXPECT_TRUE(seen.insert(row.op).second) << row.name;
    }
    for (const Encoding &row : mips32_encodings) {
        EXPECT_LT(row.op, first_extension);
        EXPECT_STREQ(row.name, op_names[static_cast<std::size_t>(row.op)]);
        seen.insert(row.op); // some take more operands than MIPS-II's
    }
    for (const Encoding &row : t1_encodings) {
        EXPECT_GE(row.op, first_extension);
        seen.insert(row.op);
    }
    EXPECT_EQ(seen.size(), static_cast<std::size_t>(Mips::COUNT));
}

TEST(Generated, send_rows_carry_n) {
    unsigned sends = 0;
    for (const Encoding &row : t1_encodings) {
        if (row.cost != CostKey::send) {
            EXPECT_EQ(row.n, 0) << row.name;
            continue;
        }
        ++sends;
        EXPECT_EQ(row.n, row.match >> 21 & 7);
        // A.6, A.8.3: the function code's bits are vector, high priority, multicast.
        EXPECT_EQ(row.name, std::string(row.match & 4 ? "mcst" : "send") + std::to_string(row.n) +
                                (row.match & 2 ? "h" : "") + (row.match & 1 ? ".v" : ""));
    }
    EXPECT_EQ(sends, 48u);
}

TEST(Generated, operands_are_the_open_bits) {
    const auto check = [](const Encoding &row) {
        std::uint32_t open = 0;
        for (const OperandField &operand : operand_fields(row.format)) open |= operand.field.mask();
        EXPECT_EQ(open, ~row.mask) << row.name;
    };
    for (const Encoding &row : mips2_encodings) check(row);
    for (const Encoding &row : mips32_encodings) check(row);
    for (const Encoding &row : t1_encodings) check(row);
}

TEST(Generated, registers_by_number) {
    EXPECT_STREQ(ni_register_names[ni::nistat], "nistat");
    EXPECT_STREQ(ni_register_names[ni::lpepc], "LPEPC");
    EXPECT_EQ(ni_register_names[0], nullptr);
    EXPECT_EQ(ni_register_names[8], nullptr);
    EXPECT_EQ(ni_writable_masks[ni::nistat], 0x61FC0000u);
    EXPECT_EQ(ni_writable_masks[ni::niid], 0u);
    EXPECT_EQ(ni_writable_masks[ni::outh], 0xFFFFFFFFu);
}

TEST(Generated, base_rows_are_what_capstone_says) {
    // Capstone has no pure MIPS-II; MIPS32 dropped these words or reassigned them.
    const std::set<std::string> gone = {"rfe",  "mfc3", "cfc3", "mtc3", "ctc3",
                                        "cop3", "lwc3", "ldc3", "swc3", "sdc3"};
    csh handle{};
    ASSERT_EQ(cs_open(CS_ARCH_MIPS,
                      static_cast<cs_mode>(CS_MODE_MIPS32 | static_cast<int>(CS_MODE_BIG_ENDIAN)),
                      &handle),
              CS_ERR_OK);
    std::set<std::string> unknown;
    std::vector<Encoding> rows(std::begin(mips2_encodings), std::end(mips2_encodings));
    rows.insert(rows.end(), std::begin(mips32_encodings), std::end(mips32_encodings));
    for (const Encoding &row : rows) {
        // Even registers (pairs for doubles), none of them 0: no alias such as MOVE.
        std::uint32_t word = row.match | (0x01864284 & ~row.mask);
        if (row.format == Format::rd_rs_copy) word = field::rt.set(word, field::rd.get(word));
        if (row.format == Format::cc_fs_ft) word = field::fcc.set(word, 0); // Capstone's only one
        const std::uint8_t bytes[4] = {
            static_cast<std::uint8_t>(word >> 24), static_cast<std::uint8_t>(word >> 16),
            static_cast<std::uint8_t>(word >> 8), static_cast<std::uint8_t>(word)};
        cs_insn *instruction = nullptr;
        const std::size_t count = cs_disasm(handle, bytes, 4, 0x10000, 1, &instruction);
        if (count == 0 || std::strcmp(instruction->mnemonic, row.name) != 0)
            unknown.insert(row.name);
        if (count != 0) cs_free(instruction, count);
    }
    cs_close(&handle);
    EXPECT_EQ(unknown, gone);
}

} // namespace
