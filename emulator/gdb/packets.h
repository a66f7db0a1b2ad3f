// Splits a byte stream into gdb's packets: $data#checksum, + and -, and a single byte for Ctrl-C.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace inlet::gdb {

class Packets {
  public:
    enum class Kind { packet, interrupt, damaged, refused };
    struct Item {
        Kind kind;
        std::string data; ///< packet: unescaped
    };

    /// Longest packet, in bytes. A longer one is not from gdb.
    static constexpr std::size_t longest = 1 << 20;

    void add(std::string_view bytes) { bytes_ += bytes; }
    /// Takes the next complete item, if any. `damaged`: wrong checksum. `refused`: gdb has rejected
    /// our last packet.
    std::optional<Item> next();

  private:
    std::string bytes_;
};

/// Adds frame and escapes.
std::string framed(std::string_view data);

std::string to_hex(std::string_view bytes);
/// Decodes pairs of hexadecimal digits, up to the first other character.
std::string from_hex(std::string_view text);
/// Takes a hexadecimal number of at most 16 digits from the front. Empty: there is no number.
std::optional<std::uint64_t> take_number(std::string_view &text);
/// Takes "address,length" from the front, both hexadecimal.
bool take_range(std::string_view &text, std::uint64_t &address, std::uint64_t &length);

} // namespace inlet::gdb
