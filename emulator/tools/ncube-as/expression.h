// Expressions of the assembler: 64-bit numbers, symbols, characters, + - * / & | ^ << >> ~ ( ).
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

namespace inlet::ncube {

class ExpressionError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Whether `c` may occur in a symbol's name, or begin it (`first`).
bool is_name(char c, bool first);

class Expression {
  public:
    Expression() = default;
    /// Throws ExpressionError if `text` is not an expression.
    explicit Expression(std::string text);

    /// Evaluates the expression. `symbol` returns the value of a name; "." is the address of the
    /// item.
    std::int64_t value(const std::function<std::int64_t(const std::string &)> &symbol) const;

  private:
    std::string text_ = "0";
};

} // namespace inlet::ncube
