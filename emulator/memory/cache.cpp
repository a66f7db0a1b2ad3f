#include "memory/cache.h"

namespace inlet {

Cache::Finds Cache::find(std::uint32_t address) const {
    const std::uint32_t first = first_of(address), wanted = tag(address) | modified;
    for (std::uint32_t way = 0; way < ways_; ++way)
        if ((lines_[first + way] | modified) == wanted) return Finds::hit;
    return lines_[first + ways_ - 1] & modified ? Finds::miss_modified : Finds::miss;
}

void Cache::drop(std::uint32_t address) {
    const std::uint32_t first = first_of(address), wanted = tag(address) | modified;
    std::uint32_t kept = first;
    for (std::uint32_t way = 0; way < ways_; ++way) {
        const std::uint32_t here = lines_[first + way];
        if ((here | modified) != wanted) lines_[kept++] = here;
    }
    while (kept < first + ways_) lines_[kept++] = 0;
}

void Cache::use(std::uint32_t address, bool modifies) {
    const std::uint32_t first = first_of(address), wanted = tag(address);
    // Each line moves back by one place until the wanted line, or the last, is overwritten.
    std::uint32_t moving = wanted;
    for (std::uint32_t way = 0; way < ways_; ++way) {
        std::uint32_t &place = lines_[first + way];
        const std::uint32_t here = place;
        place = moving;
        moving = here;
        if ((here | modified) == (wanted | modified)) {
            lines_[first] |= here & modified;
            break;
        }
    }
    if (modifies) lines_[first] |= modified;
}

} // namespace inlet
