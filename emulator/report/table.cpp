#include "inlet/table.h"

#include "inlet/printable.h"
#include "report/table_json.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace inlet {

using json = nlohmann::ordered_json;

namespace {

std::string shown(const Cell &cell) {
    if (const auto *text = std::get_if<std::string>(&cell)) return *text;
    if (const auto *number = std::get_if<std::uint64_t>(&cell)) return std::to_string(*number);
    if (const auto *number = std::get_if<std::int64_t>(&cell)) return std::to_string(*number);
    if (const auto *number = std::get_if<double>(&cell)) return fmt::format("{:.1f}", *number);
    return "";
}

bool says_something(const Cell &cell) {
    const std::string text = shown(cell);
    return !text.empty() && text != "0" && text != "0.0";
}

std::string csv_field(const std::string &text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + "\"";
}

/// A double becomes the shortest text that reads back equal.
std::string csv_text(const Cell &cell) {
    if (const auto *number = std::get_if<double>(&cell)) return fmt::format("{}", *number);
    return csv_field(shown(cell));
}

} // namespace

std::string Table::text() const {
    std::vector<std::size_t> used;
    for (std::size_t c = 0; c < columns.size(); ++c)
        if (!columns[c].rare || std::any_of(rows.begin(), rows.end(), [&](const auto &row) {
                return says_something(row[c]);
            }))
            used.push_back(c);
    std::vector<std::size_t> widths(columns.size());
    std::vector<std::string> headings(columns.size());
    for (const std::size_t c : used) {
        headings[c] = columns[c].key;
        std::replace(headings[c].begin(), headings[c].end(), '_', ' ');
        widths[c] = characters(headings[c]);
        for (const auto &row : rows)
            widths[c] = std::max(widths[c], characters(shortened(shown(row[c]))));
    }
    const auto line = [&](const auto &cell) {
        std::string out;
        for (const std::size_t c : used) {
            const std::string word = cell(c);
            const std::string pad(widths[c] - characters(word), ' ');
            out += columns[c].number ? pad + word : word + pad;
            out += "  ";
        }
        out.erase(out.find_last_not_of(' ') + 1);
        return out + "\n";
    };
    std::string out = title.empty() ? "" : title + "\n";
    if (!rows.empty()) {
        out += line([&](std::size_t c) { return headings[c]; });
        for (const auto &row : rows)
            out += line([&](std::size_t c) { return shortened(shown(row[c])); });
    }
    for (const std::string &note : notes) out += note + "\n";
    return out;
}

std::string Table::csv() const {
    std::string out;
    for (std::size_t c = 0; c < columns.size(); ++c) out += (c ? "," : "") + columns[c].key;
    out += "\n";
    for (const auto &row : rows) {
        for (std::size_t c = 0; c < row.size(); ++c) out += (c ? "," : "") + csv_text(row[c]);
        out += "\n";
    }
    return out;
}

json to_json(const Table &table) {
    json array = json::array();
    for (const auto &row : table.rows) {
        json object = json::object();
        for (std::size_t c = 0; c < row.size(); ++c)
            object[table.columns[c].key] = std::visit(
                [](const auto &value) -> json {
                    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
                        return nullptr;
                    else
                        return value;
                },
                row[c]);
        array.push_back(std::move(object));
    }
    return array;
}

std::string Table::json() const {
    return to_json(*this).dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_of(const std::vector<Table> &tables) {
    json document = json::object();
    for (const Table &table : tables) document[table.name] = to_json(table);
    return document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace inlet
