// An array of words that begins as zero.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace inlet::engine {

/// Takes pages of the host only where it is written, if it is long: a program's text may have gaps
/// that are many times as long as its instructions.
class ZeroWords {
  public:
    ZeroWords() = default;
    /// Throws std::bad_alloc.
    explicit ZeroWords(std::size_t size)
        : words_(static_cast<std::uint32_t *>(std::calloc(size ? size : 1, sizeof(std::uint32_t)))),
          size_(size) {
        if (!words_) throw std::bad_alloc();
    }
    std::size_t size() const { return size_; }
    std::uint32_t operator[](std::size_t i) const { return words_.get()[i]; }
    std::uint32_t &operator[](std::size_t i) { return words_.get()[i]; }

  private:
    struct Free {
        void operator()(std::uint32_t *words) const { std::free(words); }
    };
    std::unique_ptr<std::uint32_t, Free> words_;
    std::size_t size_ = 0;
};

} // namespace inlet::engine
