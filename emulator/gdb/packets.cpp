#include "gdb/packets.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace inlet::gdb {

namespace {

constexpr const char *digits = "0123456789abcdef";

int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::uint8_t checksum(std::string_view data) {
    std::uint8_t sum = 0;
    for (const char c : data) sum = static_cast<std::uint8_t>(sum + static_cast<std::uint8_t>(c));
    return sum;
}

} // namespace

std::optional<Packets::Item> Packets::next() {
    for (;;) {
        const std::size_t first = bytes_.find_first_of("$-\x03");
        bytes_.erase(0, std::min(first, bytes_.size()));
        if (bytes_.empty()) return std::nullopt;
        const char kind = bytes_[0];
        if (kind != '$') {
            bytes_.erase(0, 1);
            return Item{kind == '-' ? Kind::refused : Kind::interrupt, {}};
        }
        const std::size_t end = bytes_.find('#');
        if (end == std::string::npos || end + 2 >= bytes_.size()) {
            if (bytes_.size() <= longest) return std::nullopt;
            bytes_.erase(0, 1); // not a packet
            continue;
        }
        const std::string raw = bytes_.substr(1, end - 1);
        const int sum = digit(bytes_[end + 1]) * 16 + digit(bytes_[end + 2]);
        bytes_.erase(0, end + 3);
        if (sum != checksum(raw)) return Item{Kind::damaged, {}};
        std::string data;
        for (std::size_t i = 0; i < raw.size(); ++i)
            data +=
                raw[i] == '}' && i + 1 < raw.size() ? static_cast<char>(raw[++i] ^ 0x20) : raw[i];
        return Item{Kind::packet, std::move(data)};
    }
}

std::string framed(std::string_view data) {
    std::string body;
    for (const char c : data) {
        if (c == '$' || c == '#' || c == '}' || c == '*') {
            body += '}';
            body += static_cast<char>(c ^ 0x20);
        } else {
            body += c;
        }
    }
    const std::uint8_t sum = checksum(body);
    return '$' + body + '#' + digits[sum >> 4] + digits[sum & 15];
}

std::string to_hex(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) {
        text += digits[static_cast<std::uint8_t>(c) >> 4];
        text += digits[static_cast<std::uint8_t>(c) & 15];
    }
    return text;
}

std::string from_hex(std::string_view text) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
        const int high = digit(text[i]), low = digit(text[i + 1]);
        if (high < 0 || low < 0) break;
        bytes += static_cast<char>(high * 16 + low);
    }
    return bytes;
}

std::optional<std::uint64_t> take_number(std::string_view &text) {
    std::uint64_t number = 0;
    std::size_t i = 0;
    for (; i < text.size() && i < 16 && digit(text[i]) >= 0; ++i)
        number = number << 4 | static_cast<unsigned>(digit(text[i]));
    if (i == 0) return std::nullopt;
    text.remove_prefix(i);
    return number;
}

bool take_range(std::string_view &text, std::uint64_t &address, std::uint64_t &length) {
    const auto first = take_number(text);
    if (!first || !text.starts_with(',')) return false;
    text.remove_prefix(1);
    const auto second = take_number(text);
    if (!second) return false;
    address = *first;
    length = *second;
    return true;
}

} // namespace inlet::gdb
