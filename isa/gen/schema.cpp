#include "schema.h"

#include <fmt/format.h>
#include <regex.h>
#include <set>
#include <stdexcept>

namespace inlet::isa {
namespace {

using nlohmann::json;

/// (std::regex needs stack in proportion to the text.)
bool matches(const std::string &pattern, const std::string &text) {
    regex_t compiled;
    if (regcomp(&compiled, pattern.c_str(), REG_EXTENDED | REG_NOSUB) != 0)
        throw std::invalid_argument(fmt::format("schema: pattern '{}' is wrong", pattern));
    regmatch_t all{0, static_cast<regoff_t>(text.size())}; // the text may have zeros
    const bool found = regexec(&compiled, text.data(), 1, &all, REG_STARTEND) == 0;
    regfree(&compiled);
    return found;
}

bool has_type(const json &value, const std::string &type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "null") return value.is_null();
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    throw std::invalid_argument(fmt::format("schema: unknown type '{}'", type));
}

/// Escapes a member name for a JSON pointer.
std::string pointer_token(const std::string &name) {
    std::string out;
    for (const char c : name) {
        if (c == '~')
            out += "~0";
        else if (c == '/')
            out += "~1";
        else
            out += c;
    }
    return out;
}

class Checker {
  public:
    std::vector<SchemaError> errors;

    void check(const json &schema, const json &value, const std::string &pointer) {
        if (!schema.is_object()) throw std::invalid_argument("schema: not an object");
        refuse_unknown_keywords(schema);
        if (const auto type = schema.find("type"); type != schema.end()) {
            const auto name = type->get<std::string>();
            if (!has_type(value, name)) {
                error(pointer, fmt::format("is {}, must be {}", value.type_name(), name));
                return;
            }
        }
        if (const auto allowed = schema.find("enum"); allowed != schema.end()) {
            bool found = false;
            for (const json &one : *allowed) found = found || one == value;
            if (!found)
                error(pointer,
                      fmt::format("is {}, must be one of {}", value.dump(), allowed->dump()));
        }
        if (value.is_object()) check_object(schema, value, pointer);
        if (value.is_array()) check_array(schema, value, pointer);
        if (value.is_string()) check_string(schema, value, pointer);
        if (value.is_number()) check_number(schema, value, pointer);
    }

  private:
    void error(const std::string &pointer, std::string message) {
        errors.push_back({pointer, std::move(message)});
    }

    static void refuse_unknown_keywords(const json &schema) {
        static const std::set<std::string> known = {
            "type",        "required", "properties", "additionalProperties",
            "enum",        "pattern",  "items",      "minItems",
            "maxLength",   "minimum",  "maximum",    "title",
            "description", "$schema",  "definitions"};
        for (const auto &[keyword, unused] : schema.items()) {
            if (!known.contains(keyword))
                throw std::invalid_argument(fmt::format("schema: unknown keyword '{}'", keyword));
        }
    }

    void check_object(const json &schema, const json &value, const std::string &pointer) {
        if (const auto required = schema.find("required"); required != schema.end()) {
            for (const json &name : *required) {
                if (!value.contains(name.get<std::string>()))
                    error(pointer, fmt::format("has no member {}", name.dump()));
            }
        }
        static const json none = json::object();
        const auto properties = schema.find("properties");
        const json &known = properties == schema.end() ? none : *properties;
        const auto additional = schema.find("additionalProperties");
        for (const auto &[name, member] : value.items()) {
            const std::string at = pointer + "/" + pointer_token(name);
            if (const auto rule = known.find(name); rule != known.end())
                check(*rule, member, at);
            else if (additional != schema.end() && *additional == false)
                error(at, "is not a known member");
            else if (additional != schema.end() && additional->is_object())
                check(*additional, member, at);
        }
    }

    void check_array(const json &schema, const json &value, const std::string &pointer) {
        if (const auto least = schema.find("minItems"); least != schema.end()) {
            if (value.size() < least->get<std::size_t>())
                error(pointer, fmt::format("has {} items, must have at least {}", value.size(),
                                           least->dump()));
        }
        if (const auto items = schema.find("items"); items != schema.end()) {
            for (std::size_t i = 0; i < value.size(); ++i)
                check(*items, value[i], fmt::format("{}/{}", pointer, i));
        }
    }

    void check_string(const json &schema, const json &value, const std::string &pointer) {
        const auto &text = value.get_ref<const std::string &>();
        if (const auto most = schema.find("maxLength");
            most != schema.end() && text.size() > most->get<std::size_t>())
            error(pointer, fmt::format("has {} characters, must have at most {}", text.size(),
                                       most->dump()));
        else if (const auto pattern = schema.find("pattern"); pattern != schema.end()) {
            const auto &rule = pattern->get_ref<const std::string &>();
            if (!matches(rule, text))
                error(pointer, fmt::format("is {}, must match {}", value.dump(), rule));
        }
    }

    void check_number(const json &schema, const json &value, const std::string &pointer) {
        if (const auto least = schema.find("minimum"); least != schema.end() && value < *least)
            error(pointer, fmt::format("is {}, must be at least {}", value.dump(), least->dump()));
        if (const auto most = schema.find("maximum"); most != schema.end() && value > *most)
            error(pointer, fmt::format("is {}, must be at most {}", value.dump(), most->dump()));
    }
};

} // namespace

std::vector<SchemaError> check_schema(const json &schema, const json &document) {
    Checker checker;
    checker.check(schema, document, "");
    return std::move(checker.errors);
}

} // namespace inlet::isa
