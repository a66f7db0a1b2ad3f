#include "inlet/printable.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace inlet {

namespace {

struct Range {
    std::uint32_t first, last;
};

/// Code points that steer a terminal: C1 controls, marks and overrides of the direction, separators
/// of lines.
constexpr std::array controls = {Range{0x80, 0x9f}, Range{0x200e, 0x200f}, Range{0x2028, 0x202e},
                                 Range{0x2066, 0x2069}, Range{0xfeff, 0xfeff}};

/// Bytes of the character at the beginning of a text; 0: there is none (RFC 3629, section 4).
std::size_t character_bytes(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t first = byte(0);
    if (first < 0x80) return first >= 0x20 && first != 0x7f;
    const std::size_t bytes = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (bytes == 0 || first > 0xf4 || text.size() < bytes) return 0;
    std::uint32_t code = first & (0xffu >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return 0;
        code = code << 6 | (byte(i) & 0x3fu);
    }
    constexpr std::array<std::uint32_t, 5> shortest = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    if (code < shortest.at(bytes) || code > 0x10ffff || surrogate) return 0;
    const bool control = std::any_of(controls.begin(), controls.end(), [&](const Range &range) {
        return code >= range.first && code <= range.last;
    });
    return control ? 0 : bytes;
}

/// The characters of "operator<" and its like at the beginning of a text; 0: it begins otherwise.
std::size_t operator_characters(std::string_view text) {
    constexpr std::string_view word = "operator";
    if (!text.starts_with(word)) return 0;
    for (const std::string_view sign : {"()", "<<=", "<=>", "<<", "<=", "<"})
        if (text.substr(word.size()).starts_with(sign)) return word.size() + sign.size();
    return word.size();
}

} // namespace

std::string shortened(std::string_view name) {
    constexpr std::size_t longest = 100;
    constexpr std::string_view anonymous = "(anonymous namespace)";
    if (name.size() <= longest) return std::string(name);
    std::string out;
    int depth = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const std::string_view rest = name.substr(i);
        const std::size_t whole = depth != 0                    ? 0
                                  : rest.starts_with(anonymous) ? anonymous.size()
                                                                : operator_characters(rest);
        if (whole != 0) {
            out += rest.substr(0, whole);
            i += whole - 1;
            continue;
        }
        const char c = name[i];
        const bool closes = (c == '>' && name[i - 1] != '-') || c == ')';
        if (closes && depth > 0 && --depth == 0) out += "...";
        if (depth == 0) out += c;
        const bool is_place = depth == 0 && c == '(' && i > 0 && name[i - 1] == ' '; // "f (f.c:3)"
        if (c == '<' || (c == '(' && !is_place)) ++depth;
    }
    return out;
}

std::string printable(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t bytes = character_bytes(text);
        if (bytes == 0)
            out += '?';
        else
            out += text.substr(0, bytes);
        text.remove_prefix(std::max<std::size_t>(bytes, 1));
    }
    return out;
}

std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

} // namespace inlet
