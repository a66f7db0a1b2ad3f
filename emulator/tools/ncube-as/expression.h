// Expressions of the assembler: numbers of 64 bits, symbols, + - * / & | ^ << >> ~ ( ), characters.
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

namespace inlet::ncube {

class ExpressionError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Whether `c` may be in a symbol's name, or begin one.
bool is_name(char c, bool first);

class Expression {
  public:
    Expression() = default;
    /// Throws ExpressionError where the text is none.
    explicit Expression(std::string text);

    /// `symbol` gives the value of a name; "." is the address of the item itself.
    std::int64_t value(const std::function<std::int64_t(const std::string &)> &symbol) const;

  private:
    std::string text_ = "0";
};

} // namespace inlet::ncube
