#include "model.h"
#include "overlap.h"

#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace {

using namespace inlet::isa;
using nlohmann::json;
namespace fs = std::filesystem;

const fs::path data = ISA_DIR;

/// A copy of isa/'s files that a test can damage.
class Copy : public testing::Test {
  protected:
    void SetUp() override {
        const auto *info = testing::UnitTest::GetInstance()->current_test_info();
        dir_ = fs::path(testing::TempDir()) / (std::string("isa-") + info->name());
        fs::remove_all(dir_);
        fs::create_directories(dir_);
        for (const char *name : {"schema.json", "targets.json", "vocabulary.json", "decisions.md"})
            fs::copy(data / name, dir_ / name);
        fs::copy(data / "xnet", dir_ / "xnet");
        fs::copy(data / "base", dir_ / "base");
    }
    void TearDown() override { fs::remove_all(dir_); }

    void edit(const char *file, const std::function<void(json &)> &change) {
        json document = json::parse(std::ifstream(dir_ / file));
        change(document);
        std::ofstream(dir_ / file) << document.dump(2);
    }

    /// The error of load(); "" if there is none.
    std::string complaint() {
        try {
            Model::load(dir_);
            return "";
        } catch (const DataError &error) {
            return error.what();
        }
    }

    void expect(const char *file, const std::string &pointer_and_message) {
        const std::string wanted = (dir_ / file).string() + ": " + pointer_and_message;
        const std::string got = complaint();
        EXPECT_NE(got.find(wanted), std::string::npos)
            << "got:    " << got << "\nwanted: " << wanted;
    }

    fs::path dir_;
};

TEST_F(Copy, is_good) { EXPECT_EQ(complaint(), ""); }

TEST_F(Copy, schema_faults_name_file_and_place) {
    edit("xnet/send.json", [](json &j) { j["operands"][0]["role"] = "both"; });
    edit("xnet/hret.json", [](json &j) { j.erase("cost"); });
    expect("xnet/send.json", R"(/operands/0/role: is "both", must be one of ["in","out"])");
    expect("xnet/hret.json", R"(/: has no member "cost")");
}

TEST_F(Copy, broken_json) {
    std::ofstream(dir_ / "xnet/hret.json") << "{";
    expect("xnet/hret.json", "is not JSON");
}

TEST_F(Copy, missing_file) {
    fs::remove(dir_ / "base/mips2.json");
    expect("base/mips2.json", "cannot be read");
}

TEST_F(Copy, encoding_with_a_gap) {
    edit("xnet/cfc2.json", [](json &j) { j["encoding"].erase(4); });
    expect("xnet/cfc2.json", "/encoding: bits 10 to 0 are missing");
}

TEST_F(Copy, encoding_with_an_overlap) {
    edit("xnet/cfc2.json", [](json &j) { j["encoding"][2]["high"] = 21; });
    expect("xnet/cfc2.json", "/encoding/2: starts at bit 21, bit 20 is next");
}

TEST_F(Copy, value_of_the_wrong_width) {
    edit("xnet/hret.json", [](json &j) { j["encoding"][3]["value"] = "11100"; });
    expect("xnet/hret.json", "/encoding/3/value: must have 6 bits");
}

TEST_F(Copy, range_that_does_not_fit) {
    edit("xnet/send.json", [](json &j) { j["encoding"][2]["last"] = 8; });
    expect("xnet/send.json", "/encoding/2/last: does not fit in 3 bits");
}

TEST_F(Copy, unknown_format_and_cost) {
    edit("xnet/hret.json", [](json &j) {
        j["format"] = "nothing";
        j["cost"] = "free";
    });
    expect("xnet/hret.json", "/format: 'nothing' is not in the vocabulary");
    expect("xnet/hret.json", "/cost: 'free' is not in the vocabulary");
}

TEST_F(Copy, operands_that_are_not_the_encodings) {
    edit("xnet/send.json", [](json &j) { j["operands"].erase(1); });
    expect("xnet/send.json", "/operands: are not the fields of the encoding that have no value");
}

TEST_F(Copy, assembly_without_an_operand) {
    edit("xnet/send.json", [](json &j) { j["assembly"] = "send{n} {rt}"; });
    expect("xnet/send.json", "/assembly: does not name operand 'rd'");
}

TEST_F(Copy, decision_that_is_not_there) {
    edit("xnet/hret.json", [](json &j) { j["decisions"][0] = "no-such"; });
    expect("xnet/hret.json", "/decisions/0: decisions.md has no heading 'no-such'");
}

TEST_F(Copy, llvm_field_that_is_an_operand) {
    edit("xnet/send.json", [](json &j) { j["llvm"]["fields"][0] = "rt"; });
    expect("xnet/send.json", "/llvm/fields/0: 'rt' is no constant field of the encoding");
}

TEST_F(Copy, name_that_is_not_the_files) {
    edit("xnet/hret.json", [](json &j) { j["name"] = "return"; });
    expect("xnet/hret.json", "/name: is 'return', the file is 'hret'");
}

TEST_F(Copy, base_row_whose_mask_forgets_a_field) {
    edit("base/mips2.json", [](json &j) { j["instructions"][0]["mask"] = "0xFC00003F"; });
    expect("base/mips2.json",
           "/instructions/0/mask: leaves 0x03FFFFC0 open, the operands of format "
           "rd_rt_sa are 0x001FFFC0");
}

TEST_F(Copy, base_row_with_match_outside_mask) {
    edit("base/mips2.json", [](json &j) { j["instructions"][0]["match"] = "0x00000040"; });
    expect("base/mips2.json", "/instructions/0: match has bits outside mask");
}

TEST_F(Copy, mips32_row_that_replaces_other_words) {
    edit("base/mips32.json", [](json &j) { j["instructions"][0]["replaces"] = "lwc3"; });
    expect("base/mips32.json",
           "/instructions/0/replaces: no row 'lwc3' of MIPS-II has these words");
}

TEST_F(Copy, mips32_row_that_only_has_the_name_of_another) {
    edit("base/mips32.json", [](json &j) { j["instructions"][0]["name"] = "sync"; });
    EXPECT_NE(complaint().find("another instruction is called 'sync'"), std::string::npos);
}

TEST_F(Copy, mips32_row_that_loses_words_of_what_it_replaces) {
    std::size_t at = 0;
    edit("base/mips32.json", [&](json &j) {
        json &rows = j["instructions"];
        while (rows[at]["name"] != "bc1t") ++at;
        rows[at]["match"] = "0x45050000";
        rows[at]["mask"] = "0xFFE70000";
    });
    expect("base/mips32.json",
           "/instructions/" + std::to_string(at) + "/replaces: no row 'bc1t' of MIPS-II");
}

TEST_F(Copy, two_instructions_of_one_name) {
    edit("base/mips2.json", [](json &j) { j["instructions"][0]["name"] = "hret"; });
    EXPECT_NE(complaint().find("another instruction is called 'hret'"), std::string::npos);
}

TEST_F(Copy, registers_that_collide) {
    edit("xnet/registers.json", [](json &j) {
        j["registers"][1]["number"] = 6;
        j["registers"][4]["fields"][1]["high"] = 31;
    });
    expect("xnet/registers.json", "/registers/1/number: appears twice");
    expect("xnet/registers.json", "/registers/4/fields/1: overlaps another field");
}

TEST_F(Copy, targets_that_cannot_be) {
    edit("targets.json", [](json &j) {
        for (json &target : j["targets"]) target["parts"] = {"multicast"};
    });
    expect("xnet/lwv.json", "/builtins: 'vector.lwv' is of no target in targets.json");
    edit("targets.json", [](json &j) {
        j["targets"][0]["parts"] = {"vector", "multicast"};
        j["targets"][1]["arches"] = {"mips"};
        j["targets"][2]["float"] = "registers";
    });
    expect("targets.json", "/targets/1/arches: appears twice");
    expect("targets.json", "/targets/2/float_place: is for the rule \"registers\"");
}

TEST_F(Copy, sparc_rows_are_checked_by_their_own_vocabulary) {
    edit("base/sparc7.json", [](json &j) {
        j["instructions"][0]["format"] = "rd_rs_rt"; // of MIPS
        j["instructions"][1]["cost"] = "mult";
        j["instructions"][2]["mask"] = "0xC1C00001";
    });
    expect("base/sparc7.json", "/instructions/0/format: 'rd_rs_rt' is not in the vocabulary");
    expect("base/sparc7.json", "/instructions/1/cost: 'mult' is not in the vocabulary");
    expect("base/sparc7.json", "/instructions/2/mask: leaves 0x3E3FFFFE open");
}

TEST_F(Copy, sparc_row_that_is_there_twice) {
    edit("base/sparc8.json", [](json &j) { j["instructions"][1] = j["instructions"][0]; });
    EXPECT_NE(complaint().find("'umul' has two rows of format rd_rs1_rs2"), std::string::npos);
}

TEST(Model, rows_of_the_specification) {
    const Model model = Model::load(data);
    const auto rows = model.extension();
    ASSERT_EQ(rows.size(), 57u);
    const auto find = [&](const std::string &name) {
        for (const Row &row : rows)
            if (row.name == name) return row;
        ADD_FAILURE() << name;
        return Row{};
    };
    EXPECT_EQ(find("send5").match, 0x4AA00020u);
    EXPECT_EQ(find("send5").mask, 0xFFE007FFu);
    EXPECT_EQ(find("send5").n, 5u);
    EXPECT_EQ(find("send5").op, "SEND");
    EXPECT_EQ(find("send5").assembly, "send5 {rt}, {rd}");
    EXPECT_EQ(find("send2h").match, 0x4A400022u);
    EXPECT_EQ(find("send5.v").match, 0x4AA00021u);
    EXPECT_EQ(find("send5.v").mask, 0xFFE0003Fu);
    EXPECT_EQ(find("send5.v").op, "SENDV");
    EXPECT_EQ(find("send5.v").assembly, "send5.v {rt}, {rd}, {vd}");
    EXPECT_EQ(find("send0h.v").match, 0x4A000023u);
    EXPECT_EQ(find("mcst2").match, 0x4A400024u);
    EXPECT_EQ(find("mcst2").mask, 0xFFE007FFu);
    EXPECT_EQ(find("mcst2.v").match, 0x4A400025u);
    EXPECT_EQ(find("mcst2h").match, 0x4A400026u);
    EXPECT_EQ(find("mcst2h.v").match, 0x4A400027u);
    EXPECT_EQ(find("lw.v").match, 0xC8000000u);
    EXPECT_EQ(find("sw.v").match, 0xE8000000u);
    EXPECT_EQ(find("hret").match, 0x4A00001Cu);
    EXPECT_EQ(find("hret").mask, 0xFFFFFFFFu);
    EXPECT_EQ(find("cfc2").match, 0x48400000u);
    EXPECT_EQ(find("ctc2").match, 0x48C00000u);
    EXPECT_EQ(find("bc2f").match, 0x49000000u);
    EXPECT_EQ(find("bc2t").match, 0x49010000u);
    EXPECT_EQ(find("bc2fl").match, 0x49020000u);
    EXPECT_EQ(find("bc2tl").match, 0x49030000u);
}

TEST(Model, registers_of_table_1) {
    const Model model = Model::load(data);
    std::vector<std::pair<unsigned, std::string>> got;
    for (const Register &reg : model.registers) got.emplace_back(reg.number, reg.name);
    const std::vector<std::pair<unsigned, std::string>> table = {
        {6, "timeh"},  {7, "timec"}, {9, "Count"}, {18, "enable"}, {19, "nistat"}, {20, "LPEPC"},
        {21, "HPEPC"}, {22, "niid"}, {23, "dmh"},  {24, "outh"},   {25, "inh"},    {26, "vlr"}};
    EXPECT_EQ(got, table);
    EXPECT_EQ(model.registers[4].writable_mask(), 0x61FC0000u);
    EXPECT_EQ(model.registers[3].writable_mask(), 1u);
    EXPECT_EQ(model.registers[0].writable_mask(), 0xFFFFFFFFu);
    EXPECT_EQ(model.registers[2].writable_mask(), 0u);
    // Figure 18: SLL $1, $1, 14 brings lpa to the sign bit.
    for (const BitField &field : model.registers[4].fields) {
        if (field.name != "lpa") continue;
        EXPECT_EQ(field.mask() << 14, 0x80000000u);
    }
}

TEST(Model, heading_anchors) {
    EXPECT_EQ(heading_anchor("HRET in a delay slot"), "hret-in-a-delay-slot");
    EXPECT_EQ(heading_anchor("Writes to read-only registers"), "writes-to-read-only-registers");
    EXPECT_EQ(heading_anchor("What, where?"), "what-where");
}

} // namespace
