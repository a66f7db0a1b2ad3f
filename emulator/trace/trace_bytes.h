// Encodes and decodes the numbers of a trace.
#pragma once

#include "trace/trace_format.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>

namespace inlet::trace {

inline std::uint8_t *put(std::uint8_t *at, std::uint64_t value) {
    while (value >= 0x80) {
        *at++ = static_cast<std::uint8_t>(value | 0x80);
        value >>= 7;
    }
    *at++ = static_cast<std::uint8_t>(value);
    return at;
}

inline std::uint8_t *put_signed(std::uint8_t *at, std::int64_t value) {
    return put(at, zigzag(value));
}

/// Invalid bytes in a frame. The message is a phrase. TraceReader catches it.
class Damaged : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The file is intact, but its run, repeated, is a different one.
class OtherRun : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Reads the bytes of a frame in sequence. Throws Damaged.
class Bytes {
  public:
    Bytes() = default;
    explicit Bytes(std::span<const std::uint8_t> bytes) : left_(bytes) {}

    bool empty() const { return left_.empty(); }
    std::uint8_t byte() {
        if (left_.empty()) throw Damaged("a record is cut off");
        const std::uint8_t first = left_.front();
        left_ = left_.subspan(1);
        return first;
    }
    std::uint64_t number() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const std::uint8_t next = byte();
            value |= std::uint64_t{next & 0x7fu} << shift;
            if (next < 0x80) return value;
        }
        throw Damaged("a number is too long");
    }
    std::uint32_t word() {
        const std::uint64_t value = number();
        if (value > 0xffffffffu) throw Damaged("a number is too large");
        return static_cast<std::uint32_t>(value);
    }
    std::span<const std::uint8_t> bytes(std::uint64_t size) {
        if (size > left_.size()) throw Damaged("a record is cut off");
        const auto first = left_.first(static_cast<std::size_t>(size));
        left_ = left_.subspan(first.size());
        return first;
    }

  private:
    std::span<const std::uint8_t> left_;
};

} // namespace inlet::trace
