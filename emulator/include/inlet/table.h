// Results in rows and columns: one content as text for people, as CSV and as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace inlet {

/// Nothing, a text, a number; double: one digit behind the point on the screen, all of them in
/// JSON.
using Cell = std::variant<std::monostate, std::string, std::uint64_t, std::int64_t, double>;

struct Table {
    struct Column {
        std::string key; ///< name in JSON and CSV; the heading has spaces for its underscores
        /// On the screen it is left out where no row has anything but 0 or nothing.
        bool rare = false;
        bool number = true; ///< to the right
        /// To the left, and without blanks behind the last one of a row.
        static Column text(std::string key) { return {std::move(key), false, false}; }
    };

    std::string name{};  ///< one word, for options and JSON
    std::string title{}; ///< above the table
    std::vector<Column> columns{};
    std::vector<std::vector<Cell>> rows{}; ///< as many cells as columns
    std::vector<std::string> notes{};      ///< lines below the table, on the screen only
    std::uint64_t left_out = 0;            ///< rows that would follow

    std::string text() const;
    /// A line of keys, then the rows; RFC 4180, lines end in "\n".
    std::string csv() const;
    /// An array of objects.
    std::string json() const;
};

/// {"name": [...], ...}
std::string json_of(const std::vector<Table> &tables);

} // namespace inlet
