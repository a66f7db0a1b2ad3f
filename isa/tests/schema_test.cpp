#include "schema.h"

#include <gtest/gtest.h>

namespace {

using inlet::isa::check_schema;
using nlohmann::json;

/// "pointer: message" of the only error, "" if there is none.
std::string only(const char *schema, const char *document) {
    const auto errors = check_schema(json::parse(schema), json::parse(document));
    EXPECT_LE(errors.size(), 1u);
    return errors.empty() ? "" : errors[0].pointer + ": " + errors[0].message;
}

TEST(Schema, type) {
    EXPECT_EQ(only(R"({"type": "integer"})", "3"), "");
    EXPECT_EQ(only(R"({"type": "integer"})", "3.5"), ": is number, must be integer");
    EXPECT_EQ(only(R"({"type": "number"})", "3.5"), "");
    EXPECT_EQ(only(R"({"type": "boolean"})", "true"), "");
    EXPECT_EQ(only(R"({"type": "null"})", "null"), "");
    EXPECT_EQ(only(R"({"type": "string"})", "[]"), ": is array, must be string");
    EXPECT_EQ(only(R"({"type": "object"})", "\"x\""), ": is string, must be object");
}

TEST(Schema, required_and_properties) {
    const char *schema = R"({"required": ["a"], "properties": {"a": {"type": "string"}}})";
    EXPECT_EQ(only(schema, R"({"a": "x", "b": 1})"), "");
    EXPECT_EQ(only(schema, R"({"b": 1})"), ": has no member \"a\"");
    EXPECT_EQ(only(schema, R"({"a": 1})"), "/a: is number, must be string");
}

TEST(Schema, additional_properties) {
    EXPECT_EQ(
        only(R"({"properties": {"a": {}}, "additionalProperties": false})", R"({"a": 1, "b": 1})"),
        "/b: is not a known member");
    EXPECT_EQ(only(R"({"additionalProperties": {"type": "integer"}})", R"({"a": 1, "b": "1"})"),
              "/b: is string, must be integer");
}

TEST(Schema, enumeration_and_pattern) {
    EXPECT_EQ(only(R"({"enum": ["in", "out"]})", "\"out\""), "");
    EXPECT_EQ(only(R"({"enum": ["in", "out"]})", "\"up\""),
              ": is \"up\", must be one of [\"in\",\"out\"]");
    EXPECT_EQ(only(R"({"pattern": "^[01]+$"})", "\"0110\""), "");
    EXPECT_EQ(only(R"({"pattern": "^[01]+$"})", "\"012\""), ": is \"012\", must match ^[01]+$");
    EXPECT_EQ(only(R"({"pattern": "b"})", "\"abc\""), "");
    EXPECT_EQ(only(R"({"pattern": "^a*$"})", ('"' + std::string(1 << 20, 'a') + '"').c_str()), "");
    EXPECT_EQ(only(R"({"pattern": "^a*$", "maxLength": 3})", "\"bbbb\""),
              ": has 4 characters, must have at most 3");
}

TEST(Schema, items_and_bounds) {
    EXPECT_EQ(only(R"({"items": {"maximum": 31}})", "[0, 31, 32]"),
              "/2: is 32, must be at most 31");
    EXPECT_EQ(only(R"({"items": {"minimum": 0}})", "[0, -1]"), "/1: is -1, must be at least 0");
    EXPECT_EQ(only(R"({"minItems": 1})", "[]"), ": has 0 items, must have at least 1");
}

TEST(Schema, pointer_escapes) {
    EXPECT_EQ(only(R"({"additionalProperties": false})", R"({"a/b~c": 1})"),
              "/a~1b~0c: is not a known member");
}

TEST(Schema, reports_every_error) {
    const auto errors = check_schema(json::parse(R"({"required": ["a", "b"]})"), json::object());
    EXPECT_EQ(errors.size(), 2u);
}

TEST(Schema, refuses_what_it_would_ignore) {
    EXPECT_THROW(only(R"({"oneOf": []})", "1"), std::invalid_argument);
    EXPECT_THROW(only(R"({"type": "word"})", "1"), std::invalid_argument);
}

} // namespace
