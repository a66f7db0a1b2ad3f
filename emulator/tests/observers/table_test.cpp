// Tables as text, CSV and JSON.
#include "inlet/table.h"

#include <gtest/gtest.h>

namespace inlet {
namespace {

Table sample() {
    Table table{.name = "sample", .title = "A sample"};
    table.columns = {{"all_cycles"}, {"never", true}, Table::Column::text("place"), {"part"}};
    table.rows = {{std::uint64_t{1200}, std::uint64_t{0}, "main, \"1\"", 12.345},
                  {std::int64_t{-3}, {}, "f", 1e9}};
    table.notes = {"a note"};
    return table;
}

TEST(Table, Text) {
    EXPECT_EQ(sample().text(), "A sample\n"
                               "all cycles  place              part\n"
                               "      1200  main, \"1\"          12.3\n"
                               "        -3  f          1000000000.0\n"
                               "a note\n");
}

TEST(Table, WithoutRowsThereIsNoHeading) {
    Table table = sample();
    table.rows.clear();
    EXPECT_EQ(table.text(), "A sample\na note\n");
    EXPECT_EQ(table.csv(), "all_cycles,never,place,part\n");
    EXPECT_EQ(table.json(), "[]");
}

TEST(Table, Csv) {
    EXPECT_EQ(sample().csv(), "all_cycles,never,place,part\n"
                              "1200,0,\"main, \"\"1\"\"\",12.345\n"
                              "-3,,f,1000000000\n");
}

TEST(Table, Json) {
    EXPECT_EQ(json_of({sample()}), R"({
  "sample": [
    {
      "all_cycles": 1200,
      "never": 0,
      "place": "main, \"1\"",
      "part": 12.345
    },
    {
      "all_cycles": -3,
      "never": null,
      "place": "f",
      "part": 1000000000.0
    }
  ]
})");
}

} // namespace
} // namespace inlet
