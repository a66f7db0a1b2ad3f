#include "inlet/guest_counts.h"

#include <algorithm>
#include <string>

namespace inlet {

namespace {

using LoadWord = std::function<bool(std::uint32_t address, std::uint32_t &word)>;
constexpr std::uint32_t word_bytes = 4;

std::uint32_t object_at(const Image &image, const char *name) {
    const auto it = std::ranges::find(image.objects, name, &Symbol::name);
    return it == image.objects.end() ? 0 : it->address;
}

std::uint32_t byte_of(std::uint32_t word, std::uint32_t byte, bool little) {
    return word >> 8 * (little ? byte : word_bytes - 1 - byte) & 0xff;
}

/// The names behind a symbol, up to the text's end or to memory that is not mapped.
std::vector<std::string> names_at(std::uint32_t at, bool little, const LoadWord &load) {
    constexpr std::uint32_t longest = 1000;
    std::vector<std::string> names;
    std::uint32_t text = 0, word = 0;
    if (at == 0 || !load(at, text) || text % word_bytes) return names;
    std::string name;
    for (std::uint32_t i = 0; i < longest; ++i) {
        if (i % word_bytes == 0 && !load(text + i, word)) return names;
        const char c = static_cast<char>(byte_of(word, i % word_bytes, little));
        if (c != 0 && c != ' ') {
            name += c == '_' ? ' ' : c;
            continue;
        }
        if (!name.empty()) names.push_back(name);
        name.clear();
        if (c == 0) return names;
    }
    return names;
}

/// A row of the table behind __inlet_queues.
struct QueueRow {
    enum : std::uint32_t { bytes_mask = 7, head = 8, of_nodes = 16, flag = 32, node_count = 64 };
    std::uint32_t address = 0, distance = 0, form = 0;

    std::uint32_t bytes() const { return form & bytes_mask; }
    bool is_shown(std::uint32_t value) const {
        constexpr std::uint32_t empty = 0xffff;
        return form & head ? value != empty : value != 0 || !(form & (of_nodes | flag));
    }
};

/// An element that does not cross a word.
bool load_element(std::uint32_t address, std::uint32_t bytes, bool little, const LoadWord &load,
                  std::uint32_t &value) {
    std::uint32_t word = 0;
    const std::uint32_t first = address % word_bytes;
    if (bytes == 0 || first + bytes > word_bytes || !load(address - first, word)) return false;
    value = 0;
    for (std::uint32_t i = 0; i < bytes; ++i)
        value |= byte_of(word, first + i, little) << 8 * (little ? i : bytes - 1 - i);
    return true;
}

} // namespace

std::uint32_t guest_counts_at(const Image &image) { return object_at(image, "__inlet_counts"); }
std::uint32_t guest_queues_at(const Image &image) { return object_at(image, "__inlet_queues"); }
std::uint32_t guest_state_at(const Image &image) { return object_at(image, "__inlet_state"); }

void add_guest_counts(std::uint32_t at, bool little, const LoadWord &load, NamedCounts &counts) {
    std::uint32_t words = 0, value = 0;
    const std::vector<std::string> names = names_at(at, little, load);
    if (names.empty() || !load(at + word_bytes, words)) return;
    for (const std::string &name : names) {
        if (!load(words, value)) return;
        if (name != "-") add_count(counts, name, value);
        words += word_bytes;
    }
}

std::vector<std::string> guest_queues(std::uint32_t at, bool little, std::uint32_t nodes,
                                      const LoadWord &load) {
    std::vector<std::string> lines;
    const std::vector<std::string> names = names_at(at, little, load);
    std::uint32_t table = 0;
    if (names.empty() || !load(at + word_bytes, table)) return lines;
    for (const std::string &name : names) {
        QueueRow row;
        for (std::uint32_t *const field : {&row.address, &row.distance, &row.form}) {
            if (!load(table, *field)) return lines;
            table += word_bytes;
        }
        if (row.form & QueueRow::node_count) {
            std::uint32_t value = 0;
            if (!load_element(row.address, row.bytes(), little, load, value)) return lines;
            nodes = std::min(nodes, value);
            continue;
        }
        const std::uint32_t elements = row.form & QueueRow::of_nodes ? nodes : 1;
        for (std::uint32_t i = 0; i < elements; ++i) {
            std::uint32_t value = 0;
            if (!load_element(row.address + i * row.distance, row.bytes(), little, load, value))
                return lines;
            if (!row.is_shown(value)) continue;
            std::string line = name;
            if (row.form & QueueRow::of_nodes) line += " " + std::to_string(i);
            if (!(row.form & (QueueRow::head | QueueRow::flag)))
                line += ": " + std::to_string(value);
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

GuestFields guest_state(std::uint32_t at, bool little, const LoadWord &load) {
    GuestFields fields;
    const std::vector<std::string> names = names_at(at, little, load);
    std::uint32_t table = 0;
    if (names.empty() || !load(at + word_bytes, table)) return fields;
    for (const std::string &name : names) {
        GuestField field;
        for (std::uint32_t *const word : {&field.address, &field.distance, &field.bytes}) {
            if (!load(table, *word)) return {};
            table += word_bytes;
        }
        if (field.bytes != 1 && field.bytes != 2 && field.bytes != 4) return {};
        fields[name] = field;
    }
    return fields;
}

} // namespace inlet
