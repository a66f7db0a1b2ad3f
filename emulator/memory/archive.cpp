// Archives of memory and caches (archive/archive.h).
#include "archive/archive.h"

#include "memory/caches.h"
#include "memory/memory.h"

#include <algorithm>
#include <cassert>

namespace inlet {

// The structured bindings name all members: a member that is added does not compile until it is
// named here.

/// Does not save pages that are unchanged since the program was loaded.
void Memory::archive(Archive &ar) {
    show();
    auto &[shared, reserved, placed_first, placed_end, moves, pages, barrier, read, write, entered,
           mapped, watched, owned, buffers, spare, writable, saved, saving, log, logging, hidden,
           hides, shown_first, shown_end, outside, sorted, devices, missed, tries] = *this;
    assert(!saving && !hides && hidden.empty());
    static_cast<void>(shown_first), static_cast<void>(shown_end), static_cast<void>(moves);
    static_cast<void>(placed_first), static_cast<void>(placed_end);
    if (ar.loads()) {
        spare.clear();
        for (const auto &buffer : buffers) spare.push_back(buffer.get());
        read.clear();
        write.clear(); // own() finds them again
        entered.clear();
        outside.clear();
        sorted = 0;
        writable.clear();
        std::fill(owned.begin(), owned.end(), false);
        if (reserved) reserved->close(0, pages);
        saved.clear();
        log.clear();
        saving = logging = false;
        missed = {};
    }
    ar(barrier);
    ar.require(barrier <= pages, "a write barrier outside the memory");
    const std::uint32_t first = shared->first_page();
    std::vector<std::uint32_t> own, absent, other; // pages; `other`: not watched as initially
    for (std::uint32_t page = first; page < pages; ++page) {
        if (ar.loads()) {
            mapped[page] = true;
            watched[page] = shared->text(page);
        }
        if (!mapped[page])
            absent.push_back(page);
        else if (owned[page])
            own.push_back(page);
        if (watched[page] != shared->text(page)) other.push_back(page);
    }
    ar(own, absent, other);
    for (const auto *list : {&own, &absent, &other})
        ar.require(std::ranges::adjacent_find(*list, std::greater_equal<>()) == list->end() &&
                       (list->empty() || (list->front() >= first && list->back() < pages)),
                   "pages out of order or outside the memory");
    for (const std::uint32_t page : own)
        ar.require(!std::ranges::binary_search(absent, page),
                   "a page with bytes that is not there");
    if (ar.loads()) open(first, pages);
    for (const std::uint32_t page : own) {
        if (ar.loads()) {
            read[page] = in_place(page) ? place(page) : copy(loaded(page));
            owned[page] = true;
            entered.push_back(page);
        }
        ar.bytes(const_cast<std::uint8_t *>(read[page]), page_bytes); // this node's
    }
    if (!ar.loads()) return;
    for (const std::uint32_t page : absent) mapped[page] = false;
    if (reserved)
        for_runs(
            first, pages, [this](std::uint32_t page) { return !mapped_[page]; },
            [this](std::uint32_t from, std::uint32_t to) { reserved_->close(from, to); });
    for (const std::uint32_t page : other) watched[page] = !shared->text(page);
}

void Cache::archive(Archive &ar) {
    auto &[line_bits, ways, set_mask, lines] = *this;
    ar.each(lines);
}

void Caches::archive(Archive &ar) {
    auto &[config, instruction, data, second_config, second, fetch_mask, fetched, memory_free_at] =
        *this;
    if (instruction) instruction->archive(ar);
    if (data) data->archive(ar);
    if (second) second->archive(ar);
    ar(fetched);
    ar.cycle(memory_free_at);
}

} // namespace inlet
