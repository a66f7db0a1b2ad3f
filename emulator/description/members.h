// The members of machine files. Each part of a machine lists its members once, in `members()`:
// name, range and text. From this list come the reader, the schema (ranges, texts, `--set`), the
// hash, and what 'inlet machines NAME' says of a number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace inlet {

class Archive;
struct MachineConfig;

/// A number by cost key.
struct CostText {
    const char *key, *text;
};

/// Whether the texts have the keys' names in their order.
template <class Names>
constexpr bool in_order(std::span<const CostText> texts, const Names &names) {
    std::size_t at = 0;
    for (const char *name : names)
        if (at == texts.size() || std::string_view(texts[at++].key) != name) return false;
    return at == texts.size();
}

/// Visits a list of members. Numbers are {"value": 3, "source": "..."} in a file.
class Members {
  public:
    virtual ~Members() = default;

    /// `least` to `most`.
    virtual void number(const char *name, std::uint32_t &member, std::uint32_t least,
                        std::uint32_t most, const char *text) = 0;
    virtual void number(const char *name, std::uint64_t &member, std::uint32_t least,
                        std::uint32_t most, const char *text) = 0;
    /// The same; where it is absent, it is `absent`.
    virtual void number_or(const char *name, std::uint32_t &member, std::uint32_t absent,
                           std::uint32_t least, std::uint32_t most, const char *text) = 0;
    /// The number 0 or 1.
    virtual void bit(const char *name, bool &member, const char *text) = 0;
    /// A number that may be absent and changes no cycle, so that it is in no hash: who needs it
    /// reads the machine's text.
    virtual void unused_number(const char *name, std::uint32_t least, std::uint32_t most,
                               const char *text) = 0;
    /// One of these.
    virtual void one_of(const char *name, std::uint32_t &member,
                        std::initializer_list<std::uint32_t> values, const char *text) = 0;
    /// At least one number, each `least` to `most`.
    virtual void list(const char *name, std::vector<std::uint32_t> &member, std::uint32_t least,
                      std::uint32_t most, const char *text) = 0;
    /// The place of its word among these, as a number.
    virtual void choice(const char *name, std::uint32_t &member,
                        std::initializer_list<const char *> words, const char *text) = 0;
    /// The same without a source. `optional`: the first where it is absent.
    virtual void plain_choice(const char *name, std::uint32_t &member,
                              std::initializer_list<const char *> words, const char *text,
                              bool optional) = 0;
    /// true or false; absent: false.
    virtual void flag(const char *name, bool &member, const char *text) = 0;
    /// Always the same word.
    virtual void word(const char *name, const char *value, const char *text,
                      bool optional = false) = 0;
    /// Numbers that are in the hash and nowhere else, so that those of stored files stay.
    virtual void hashed_too(std::initializer_list<std::uint32_t>) {}
    /// Members that MachineConfig::hash() mixes in by itself: what every machine has.
    template <class Body> void of_every_machine(Body body) {
        if (visits_common()) body();
    }

    template <class Body> void group(const char *name, const char *text, Body body) {
        begin(name, text, false, true);
        body();
        end();
    }
    /// A group in which every member may be absent.
    template <class Body> void loose_group(const char *name, const char *text, Body body) {
        if (!begin(name, text, true, true)) return;
        body();
        end();
    }
    /// A group that may be absent. `meant`: `member`, if it is there, is what this group says.
    template <class Part, class Body>
    void part(const char *name, const char *text, std::optional<Part> &member, Body body,
              bool meant = true) {
        if (!begin(name, text, true, meant && member.has_value())) return;
        body(member ? *member : member.emplace());
        end();
    }
    template <std::size_t count>
    void costs(std::array<std::uint32_t, count> &member, std::uint32_t least, std::uint32_t most,
               const CostText (&texts)[count]) {
        for (std::size_t key = 0; key < count; ++key)
            number(texts[key].key, member[key], least, most, texts[key].text);
    }

  protected:
    /// False: the group is not visited, and has no end. `there`: the member exists.
    virtual bool begin(const char *name, const char *text, bool optional, bool there) = 0;
    virtual void end() = 0;
    virtual bool visits_common() const { return true; }
};

/// Mixes every number into a hash, in the order of the list. Texts and groups do not count.
class HashMembers final : public Members {
  public:
    explicit HashMembers(Archive &ar) : ar_(ar) {}

    void number(const char *, std::uint32_t &, std::uint32_t, std::uint32_t, const char *) override;
    void number(const char *, std::uint64_t &, std::uint32_t, std::uint32_t, const char *) override;
    void number_or(const char *, std::uint32_t &, std::uint32_t, std::uint32_t, std::uint32_t,
                   const char *) override;
    void bit(const char *, bool &, const char *) override;
    void unused_number(const char *, std::uint32_t, std::uint32_t, const char *) override {}
    void one_of(const char *, std::uint32_t &, std::initializer_list<std::uint32_t>,
                const char *) override;
    void list(const char *, std::vector<std::uint32_t> &, std::uint32_t, std::uint32_t,
              const char *) override;
    void choice(const char *, std::uint32_t &, std::initializer_list<const char *>,
                const char *) override;
    void plain_choice(const char *, std::uint32_t &, std::initializer_list<const char *>,
                      const char *, bool) override;
    void flag(const char *, bool &, const char *) override;
    void word(const char *, const char *, const char *, bool) override {}
    void hashed_too(std::initializer_list<std::uint32_t> numbers) override;

  private:
    bool begin(const char *, const char *, bool, bool there) override { return there; }
    void end() override {}
    bool visits_common() const override { return false; }

    Archive &ar_;
};

/// Checks that every number is in its range, for machines that code has built. Throws UserError.
class CheckMembers final : public Members {
  public:
    /// `where`: the machine, for messages.
    explicit CheckMembers(std::string where) : where_(std::move(where)) {}

    void number(const char *name, std::uint32_t &member, std::uint32_t least, std::uint32_t most,
                const char *) override {
        check(name, member, least, most);
    }
    void number(const char *name, std::uint64_t &member, std::uint32_t least, std::uint32_t most,
                const char *) override {
        check(name, member, least, most);
    }
    void number_or(const char *name, std::uint32_t &member, std::uint32_t absent,
                   std::uint32_t least, std::uint32_t most, const char *) override {
        if (member != absent) check(name, member, least, most);
    }
    void bit(const char *, bool &, const char *) override {}
    void unused_number(const char *, std::uint32_t, std::uint32_t, const char *) override {}
    void one_of(const char *name, std::uint32_t &member,
                std::initializer_list<std::uint32_t> values, const char *) override;
    void list(const char *name, std::vector<std::uint32_t> &member, std::uint32_t least,
              std::uint32_t most, const char *) override;
    void choice(const char *, std::uint32_t &, std::initializer_list<const char *>,
                const char *) override {}
    void plain_choice(const char *, std::uint32_t &, std::initializer_list<const char *>,
                      const char *, bool) override {}
    void flag(const char *, bool &, const char *) override {}
    void word(const char *, const char *, const char *, bool) override {}

  private:
    bool begin(const char *name, const char *, bool, bool there) override;
    void end() override { groups_.pop_back(); }
    void check(const char *name, std::uint64_t value, std::uint64_t least,
               std::uint64_t most) const;
    [[noreturn]] void fail(const char *name, const std::string &what) const;

    std::string where_;
    std::vector<std::string> groups_;
};

/// name, description, nodes, max_nodes, memory_bytes: what machines of every kind have.
void common_members(Members &m, MachineConfig &config, std::uint32_t most_nodes,
                    std::uint32_t least_memory, std::uint32_t most_memory, const char *memory_text);
inline constexpr const char *clock_text =
    "cycles in a second, for times in microseconds; it changes no cycle";
inline constexpr std::uint32_t fastest_clock = 1'000'000'000;
/// clock_hz, where the machine itself does not need it.
inline void clock_member(Members &m) { m.unused_number("clock_hz", 1, fastest_clock, clock_text); }
/// icache and dcache, and if `all` cache and write_buffer.
void cache_members(Members &m, MachineConfig &config, bool all);

} // namespace inlet
