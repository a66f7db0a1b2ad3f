#include "tools/ncube-as/expression.h"

#include <cctype>
#include <utility>

namespace inlet::ncube {

namespace {

using Symbol = std::function<std::int64_t(const std::string &)>;

class Parser {
  public:
    Parser(const std::string &text, const Symbol &symbol) : text_(text), symbol_(symbol) {}

    std::int64_t whole() {
        const std::int64_t value = either();
        if (peek() != 0) fail();
        return value;
    }

  private:
    [[noreturn]] void fail() const {
        throw ExpressionError("'" + text_ + "' is not an expression");
    }
    char peek() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool take(const char *operation) {
        peek();
        const std::string word = operation;
        if (text_.compare(at_, word.size(), word) != 0) return false;
        at_ += word.size();
        return true;
    }
    static std::int64_t wrap(std::uint64_t value) { return static_cast<std::int64_t>(value); }
    static std::uint64_t bits(std::int64_t value) { return static_cast<std::uint64_t>(value); }

    std::int64_t either() {
        std::int64_t value = both();
        for (;;) {
            if (take("|"))
                value |= both();
            else if (take("^"))
                value ^= both();
            else
                return value;
        }
    }
    std::int64_t both() {
        std::int64_t value = shift();
        while (take("&")) value &= shift();
        return value;
    }
    std::int64_t shift() {
        std::int64_t value = sum();
        for (;;) {
            const bool left = take("<<");
            if (!left && !take(">>")) return value;
            const std::int64_t by = sum();
            if (by < 0 || by > 63) fail();
            value = left ? wrap(bits(value) << by) : wrap(bits(value) >> by);
        }
    }
    std::int64_t sum() {
        std::int64_t value = product();
        for (;;) {
            if (take("+"))
                value = wrap(bits(value) + bits(product()));
            else if (take("-"))
                value = wrap(bits(value) - bits(product()));
            else
                return value;
        }
    }
    std::int64_t product() {
        std::int64_t value = factor();
        for (;;) {
            if (take("*")) {
                value = wrap(bits(value) * bits(factor()));
            } else if (take("/")) {
                const std::int64_t by = factor();
                if (by == 0 || by == -1) fail();
                value /= by;
            } else {
                return value;
            }
        }
    }
    std::int64_t factor() {
        if (++depth_ > 200) fail();
        const std::int64_t value = simple();
        --depth_;
        return value;
    }
    std::int64_t simple() {
        if (take("-")) return wrap(0 - bits(factor()));
        if (take("+")) return factor();
        if (take("~")) return ~factor();
        if (take("(")) {
            const std::int64_t value = either();
            if (!take(")")) fail();
            return value;
        }
        const char c = peek();
        if (c == '\'') {
            if (at_ + 2 >= text_.size() || text_[at_ + 2] != '\'') fail();
            const auto value = static_cast<unsigned char>(text_[at_ + 1]);
            at_ += 3;
            return value;
        }
        if (std::isdigit(static_cast<unsigned char>(c))) return number();
        if (c == '.' && !(at_ + 1 < text_.size() && is_name(text_[at_ + 1], true))) {
            ++at_;
            return symbol_(".");
        }
        if (!is_name(c, true)) fail();
        std::string name;
        while (at_ < text_.size() && is_name(text_[at_], false)) name += text_[at_++];
        return symbol_(name);
    }
    std::int64_t number() {
        const bool hex = text_.compare(at_, 2, "0x") == 0 || text_.compare(at_, 2, "0X") == 0;
        if (hex) at_ += 2;
        const unsigned base = hex ? 16 : 10;
        std::uint64_t value = 0;
        bool any = false;
        while (at_ < text_.size()) {
            const char c = text_[at_];
            unsigned digit = 16;
            if (c >= '0' && c <= '9')
                digit = static_cast<unsigned>(c - '0');
            else if (c >= 'a' && c <= 'f')
                digit = static_cast<unsigned>(c - 'a') + 10;
            else if (c >= 'A' && c <= 'F')
                digit = static_cast<unsigned>(c - 'A') + 10;
            if (digit >= base) break;
            value = value * base + digit;
            any = true;
            ++at_;
        }
        if (!any || (at_ < text_.size() && is_name(text_[at_], true))) fail();
        return wrap(value);
    }

    const std::string &text_;
    const Symbol &symbol_;
    std::size_t at_ = 0;
    unsigned depth_ = 0;
};

} // namespace

bool is_name(char c, bool first) {
    const auto u = static_cast<unsigned char>(c);
    return std::isalpha(u) || c == '_' || c == '$' || (!first && std::isdigit(u));
}

Expression::Expression(std::string text) : text_(std::move(text)) {
    value([](const std::string &) -> std::int64_t { return 1; }); // whether it is one
}

std::int64_t Expression::value(const Symbol &symbol) const { return Parser(text_, symbol).whole(); }

} // namespace inlet::ncube
