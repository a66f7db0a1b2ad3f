#include "scheduler/setup.h"

#include "inlet/processor.h"

#include <algorithm>
#include <utility>

namespace inlet {

SharedPages shared_pages(const Image &image, std::uint32_t memory_bytes) {
    const std::uint8_t filler = facts_of(image.processor).no_instruction;
    SharedPages pages(memory_bytes, first_address(image.processor));
    std::vector<std::pair<std::uint32_t, std::uint32_t>> taken; // by segments
    for (const Segment &s : image.segments) {
        pages.add(s.address, s.bytes, s.executable);
        taken.emplace_back(s.address, s.address + s.memory_size);
    }
    std::ranges::sort(taken);
    std::uint32_t free = 0;
    for (const auto &[first, end] : taken) {
        pages.fill_text(free, first, filler);
        free = end;
    }
    pages.fill_text(free, memory_bytes, filler);
    return pages;
}

/// Maximum gap, in pages, between pages of text that are decoded together. A kernel at the end of
/// memory is beyond it.
constexpr std::uint32_t widest_gap = 64;

Text text_of(const SharedPages &pages) {
    std::uint32_t first = 0, end = 0;
    for (std::uint32_t page = 0; page < pages.pages(); ++page) {
        if (!pages.text(page)) continue;
        if (first == end) first = end = page;
        if (page - end > widest_gap) break;
        end = page + 1;
    }
    Text text;
    text.base = first << page_bits;
    text.bytes.resize(std::size_t{end - first} << page_bits);
    for (std::uint32_t page = first; page < end; ++page)
        if (pages.text(page))
            std::copy_n(pages.data(page), page_bytes,
                        text.bytes.begin() + (std::ptrdiff_t{page - first} << page_bits));
        else
            text.gaps.push_back(page);
    return text;
}

} // namespace inlet
