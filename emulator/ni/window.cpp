#include "ni/window.h"

#include "archive/archive.h"

#include <algorithm>

namespace inlet {

Window::Page &Window::page(std::uint32_t offset) {
    std::vector<Page> &page = pages_[offset / page_bytes];
    if (page.empty()) page.emplace_back();
    return page.front();
}

std::span<const std::uint8_t> Window::memory(std::uint32_t offset, std::uint32_t bytes) const {
    static constexpr Page zero;
    const std::vector<Page> &page = pages_[offset / page_bytes];
    return std::span((page.empty() ? zero : page.front()).memory)
        .subspan(offset % page_bytes, bytes);
}

bool Window::fetch(std::uint32_t offset) {
    Line &line = lines_[offset / line_bytes_];
    if (line != Line::absent) return false;
    Page &at = page(offset);
    const std::uint32_t first = offset % page_bytes / line_bytes_ * line_bytes_;
    std::copy_n(at.memory.begin() + first, line_bytes_, at.cache.begin() + first);
    line = Line::clean;
    return true;
}

bool Window::load(std::uint32_t offset, unsigned bytes, std::uint64_t &value) {
    const bool missed = fetch(offset);
    const std::uint8_t *from = page(offset).cache.data() + offset % page_bytes;
    value = 0;
    for (unsigned i = 0; i < bytes; ++i) value = value << 8 | from[i];
    return missed;
}

bool Window::store(std::uint32_t offset, unsigned bytes, std::uint64_t value) {
    const bool missed = fetch(offset);
    std::uint8_t *to = page(offset).cache.data() + offset % page_bytes;
    for (unsigned i = bytes; i-- > 0; value >>= 8) to[i] = static_cast<std::uint8_t>(value);
    lines_[offset / line_bytes_] = Line::dirty;
    return missed;
}

std::uint32_t Window::peek(std::uint32_t offset) const {
    std::span<const std::uint8_t> from = memory(offset, 4);
    if (line(offset) != Line::absent)
        from = std::span(pages_[offset / page_bytes].front().cache)
                   .subspan(offset % page_bytes, from.size());
    std::uint32_t value = 0;
    for (const std::uint8_t byte : from) value = value << 8 | byte;
    return value;
}

Window::Line Window::flush(std::uint32_t offset, bool keep) {
    Line &line = lines_[offset / line_bytes_];
    const Line before = line;
    if (before == Line::absent) return before;
    Page &at = page(offset);
    const std::uint32_t first = offset % page_bytes / line_bytes_ * line_bytes_;
    if (before == Line::dirty)
        std::copy_n(at.cache.begin() + first, line_bytes_, at.memory.begin() + first);
    line = keep ? Line::clean : Line::absent;
    return before;
}

Window::Line Window::evict(std::uint32_t offset, bool keep, std::span<std::uint8_t> to) {
    Line &line = lines_[offset / line_bytes_];
    const Line before = line;
    if (before == Line::absent) return before;
    const std::uint32_t first = offset % page_bytes / line_bytes_ * line_bytes_;
    std::copy_n(page(offset).cache.begin() + first, line_bytes_, to.begin());
    line = keep ? Line::clean : Line::absent;
    return before;
}

void Window::fill(std::uint32_t offset, std::span<const std::uint8_t> from) {
    const std::uint32_t first = offset % page_bytes / line_bytes_ * line_bytes_;
    std::copy_n(from.begin(), line_bytes_, page(offset).cache.begin() + first);
    lines_[offset / line_bytes_] = Line::clean;
}

void Window::zero(std::uint32_t offset) {
    const std::uint32_t first = offset % page_bytes / line_bytes_ * line_bytes_;
    std::fill_n(page(offset).cache.begin() + first, line_bytes_, std::uint8_t{0});
    lines_[offset / line_bytes_] = Line::dirty;
}

void Window::write_memory(std::uint32_t offset, std::span<const std::uint8_t> from) {
    std::ranges::copy(from, page(offset).memory.begin() + offset % page_bytes);
}

void Window::archive(Archive &ar) {
    auto &[line_bytes, bytes, pages, lines] = *this;
    static_cast<void>(line_bytes);
    static_cast<void>(bytes);
    for (std::vector<Page> &page : pages) {
        bool there = !page.empty();
        ar(there);
        page.resize(there);
        if (!there) continue;
        ar.each(page.front().memory);
        ar.each(page.front().cache);
    }
    for (Line &line : lines) ar.choice(line, Line::dirty);
}

} // namespace inlet
