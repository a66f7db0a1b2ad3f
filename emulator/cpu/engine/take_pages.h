// Pages of the host for a long vector, many at a time: a fault for each takes ten times as long.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sys/mman.h>
#include <vector>

namespace inlet::engine {

/// Before an element is added to a vector that grows only within its capacity. Takes no pages that
/// are farther away than what it grows by next.
template <typename T> void take_pages(const std::vector<T> &vector) {
    constexpr std::size_t page = 4096, together = 32 * page / sizeof(T);
    if (vector.size() % together || vector.capacity() < 2 * together) return;
    const auto begin = reinterpret_cast<std::uintptr_t>(vector.data() + vector.size());
    const std::size_t bytes =
        std::min(together, vector.capacity() - vector.size()) * sizeof(T) / page * page;
#ifdef MADV_POPULATE_WRITE
    // A host that cannot takes each page when it is written.
    if (bytes)
        madvise(reinterpret_cast<void *>((begin + page - 1) & ~(page - 1)), bytes,
                MADV_POPULATE_WRITE);
#else
    static_cast<void>(begin), static_cast<void>(bytes);
#endif
}

} // namespace inlet::engine
