// Lists of members (members.h) and JSON: the reader of a machine file, and the maker of its schema.
#pragma once

#include "description/members.h"
#include "inlet/config.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace inlet {

/// The number `name`: {"value": 3, "source": "..."}.
inline std::uint32_t value_of(const nlohmann::json &object, const char *name) {
    return object.at(name).at("value").get<std::uint32_t>();
}

/// Reads a document that has been validated with the schema of the same list.
class ReadMembers final : public Members {
  public:
    /// `document` must outlive it.
    explicit ReadMembers(const nlohmann::json &document) : at_{&document} {}

    void number(const char *name, std::uint32_t &member, std::uint32_t, std::uint32_t,
                const char *) override {
        member = value_of(*at_.back(), name);
    }
    void number(const char *name, std::uint64_t &member, std::uint32_t, std::uint32_t,
                const char *) override {
        member = value_of(*at_.back(), name);
    }
    void number_or(const char *name, std::uint32_t &member, std::uint32_t absent, std::uint32_t,
                   std::uint32_t, const char *) override {
        member = at_.back()->contains(name) ? value_of(*at_.back(), name) : absent;
    }
    void bit(const char *name, bool &member, const char *) override {
        member = value_of(*at_.back(), name) != 0;
    }
    void unused_number(const char *, std::uint32_t, std::uint32_t, const char *) override {}
    void one_of(const char *name, std::uint32_t &member, std::initializer_list<std::uint32_t>,
                const char *) override {
        member = value_of(*at_.back(), name);
    }
    void list(const char *name, std::vector<std::uint32_t> &member, std::uint32_t, std::uint32_t,
              const char *) override {
        at_.back()->at(name).at("value").get_to(member);
    }
    void choice(const char *name, std::uint32_t &member, std::initializer_list<const char *> words,
                const char *) override;
    void plain_choice(const char *name, std::uint32_t &member,
                      std::initializer_list<const char *> words, const char *,
                      bool optional) override;
    void flag(const char *name, bool &member, const char *) override {
        member = at_.back()->value(name, false);
    }
    void word(const char *, const char *, const char *, bool) override {}

  private:
    bool begin(const char *name, const char *text, bool optional, bool there) override;
    void end() override { at_.pop_back(); }

    std::vector<const nlohmann::json *> at_; ///< groups, from outside; nullptr: absent
};

/// Makes the schema of a kind of machine. The list is visited with a config without values.
class MakeSchema final : public Members {
  public:
    explicit MakeSchema(const std::string &kind);

    void number(const char *name, std::uint32_t &, std::uint32_t least, std::uint32_t most,
                const char *text) override {
        add_number(name, {{"type", "integer"}, {"minimum", least}, {"maximum", most}}, text);
    }
    void number(const char *name, std::uint64_t &, std::uint32_t least, std::uint32_t most,
                const char *text) override {
        add_number(name, {{"type", "integer"}, {"minimum", least}, {"maximum", most}}, text);
    }
    void number_or(const char *name, std::uint32_t &, std::uint32_t, std::uint32_t least,
                   std::uint32_t most, const char *text) override {
        unused_number(name, least, most, text);
    }
    void bit(const char *name, bool &, const char *text) override {
        add_number(name, {{"type", "integer"}, {"minimum", 0}, {"maximum", 1}}, text);
    }
    void unused_number(const char *name, std::uint32_t least, std::uint32_t most,
                       const char *text) override {
        add_number(name, {{"type", "integer"}, {"minimum", least}, {"maximum", most}}, text, true);
    }
    void one_of(const char *name, std::uint32_t &, std::initializer_list<std::uint32_t> values,
                const char *text) override {
        add_number(name, {{"type", "integer"}, {"enum", std::vector(values)}}, text);
    }
    void list(const char *name, std::vector<std::uint32_t> &, std::uint32_t least,
              std::uint32_t most, const char *text) override;
    void choice(const char *name, std::uint32_t &, std::initializer_list<const char *> words,
                const char *text) override {
        add_number(name, {{"type", "string"}, {"enum", std::vector(words)}}, text);
    }
    void plain_choice(const char *name, std::uint32_t &, std::initializer_list<const char *> words,
                      const char *text, bool optional) override {
        add(name, {{"type", "string"}, {"enum", std::vector(words)}}, text, optional);
    }
    void flag(const char *name, bool &, const char *text) override {
        add(name, {{"type", "boolean"}}, text, true);
    }
    void word(const char *name, const char *value, const char *text, bool optional) override {
        add(name, {{"type", "string"}, {"enum", nlohmann::json::array({value})}}, text, optional);
    }

    nlohmann::json schema() const { return groups_.front(); }

  private:
    bool begin(const char *name, const char *text, bool optional, bool there) override;
    void end() override;
    void add(const char *name, nlohmann::json rule, const char *text, bool optional);
    void add_number(const char *name, nlohmann::json value, const char *text,
                    bool optional = false);

    std::vector<nlohmann::json> groups_; ///< from outside, those that have not ended
    std::vector<std::string> names_;     ///< of all but the first
    std::vector<bool> optional_;
};

} // namespace inlet
