// gdb's packets in a stream of bytes: $data#checksum, + and -, and Ctrl-C as a byte of its own.
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

    /// No longer packet is taken: one that does not end is no gdb's.
    static constexpr std::size_t longest = 1 << 20;

    void add(std::string_view bytes) { bytes_ += bytes; }
    /// The next whole item, if there is one. `damaged`: a wrong checksum; `refused`: gdb did not
    /// get ours.
    std::optional<Item> next();

  private:
    std::string bytes_;
};

/// With frame and escapes.
std::string framed(std::string_view data);

std::string to_hex(std::string_view bytes);
/// Up to the first that is no pair of hexadecimal digits.
std::string from_hex(std::string_view text);
/// Takes a hexadecimal number, of at most 16 digits, from the front. Nothing: there is none.
std::optional<std::uint64_t> take_number(std::string_view &text);

} // namespace inlet::gdb
