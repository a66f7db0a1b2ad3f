// The subset of protocol buffers that an export needs.
// https://protobuf.dev/programming-guides/encoding/
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace inlet {

/// The bytes of one message, field by field.
class ProtoMessage {
  public:
    void number(std::uint32_t field, std::uint64_t value) {
        varint(field << 3);
        varint(value);
    }
    /// int32, int64. Negative numbers take ten bytes.
    void integer(std::uint32_t field, std::int64_t value) {
        number(field, static_cast<std::uint64_t>(value));
    }
    void fixed64(std::uint32_t field, std::uint64_t value) {
        varint(field << 3 | 1);
        for (int i = 0; i < 8; ++i) bytes_ += static_cast<char>(value >> 8 * i & 0xff);
    }
    void text(std::uint32_t field, std::string_view value) {
        varint(field << 3 | 2);
        varint(value.size());
        bytes_ += value;
    }
    void message(std::uint32_t field, const ProtoMessage &value) { text(field, value.bytes_); }

    const std::string &bytes() const { return bytes_; }
    void clear() { bytes_.clear(); }

  private:
    void varint(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
        bytes_ += static_cast<char>(value);
    }

    std::string bytes_;
};

} // namespace inlet
