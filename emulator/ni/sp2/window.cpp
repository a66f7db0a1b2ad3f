#include "ni/sp2/window.h"

#include "archive/archive.h"

#include <algorithm>

namespace inlet::sp2 {

bool Window::fetch(std::uint32_t offset) {
    Line &line = lines_[offset / line_bytes_];
    if (line != Line::absent) return false;
    const std::uint32_t first = offset / line_bytes_ * line_bytes_;
    std::copy_n(memory_.begin() + first, line_bytes_, cache_.begin() + first);
    line = Line::clean;
    return true;
}

bool Window::load(std::uint32_t offset, unsigned bytes, std::uint64_t &value) {
    const bool missed = fetch(offset);
    value = 0;
    for (unsigned i = 0; i < bytes; ++i) value = value << 8 | cache_[offset + i];
    return missed;
}

bool Window::store(std::uint32_t offset, unsigned bytes, std::uint64_t value) {
    const bool missed = fetch(offset);
    for (unsigned i = bytes; i-- > 0; value >>= 8)
        cache_[offset + i] = static_cast<std::uint8_t>(value);
    lines_[offset / line_bytes_] = Line::dirty;
    return missed;
}

Window::Line Window::flush(std::uint32_t offset, bool keep) {
    Line &line = lines_[offset / line_bytes_];
    const Line before = line;
    if (before == Line::absent) return before;
    const std::uint32_t first = offset / line_bytes_ * line_bytes_;
    if (before == Line::dirty)
        std::copy_n(cache_.begin() + first, line_bytes_, memory_.begin() + first);
    line = keep ? Line::clean : Line::absent;
    return before;
}

void Window::zero(std::uint32_t offset) {
    const std::uint32_t first = offset / line_bytes_ * line_bytes_;
    std::fill_n(cache_.begin() + first, line_bytes_, std::uint8_t{0});
    lines_[offset / line_bytes_] = Line::dirty;
}

void Window::write_memory(std::uint32_t offset, std::span<const std::uint8_t> from) {
    std::ranges::copy(from, memory_.begin() + offset);
}

void Window::archive(Archive &ar) {
    auto &[line_bytes, memory, cache, lines] = *this;
    static_cast<void>(line_bytes);
    ar.each(memory);
    ar.each(cache);
    for (Line &line : lines) ar.choice(line, Line::dirty);
}

} // namespace inlet::sp2
