// Results in rows and columns, as text, CSV or JSON.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace inlet {

/// Empty, a text, or a number. The screen shows one decimal digit of a double, JSON all digits.
using Cell = std::variant<std::monostate, std::string, std::uint64_t, std::int64_t, double>;

struct Table {
    struct Column {
        std::string key; ///< name in JSON and CSV; the heading has spaces for its underscores
        /// The screen omits the column if all rows have 0 or are empty.
        bool rare = false;
        bool number = true; ///< right-aligned
        /// A left-aligned column, without trailing blanks at the end of a row.
        static Column text(std::string key) { return {std::move(key), false, false}; }
    };

    std::string name{};  ///< one word, for options and JSON
    std::string title{}; ///< above the table
    std::vector<Column> columns{};
    std::vector<std::vector<Cell>> rows{}; ///< as many cells in a row as columns
    std::vector<std::string> notes{};      ///< lines below the table, on the screen only
    std::uint64_t left_out = 0;            ///< number of omitted rows

    std::string text() const;
    /// A line of keys, then the rows; RFC 4180, lines end in "\n".
    std::string csv() const;
    /// An array of objects.
    std::string json() const;
};

/// {"name": [...], ...}
std::string json_of(const std::vector<Table> &tables);

} // namespace inlet
