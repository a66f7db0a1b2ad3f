#include "ni/vectors.h"

#include "archive/archive.h"

#include <algorithm>
#include <cstring>

namespace inlet {

void Vectors::archive(Archive &ar) {
    auto &[words, file] = *this;
    ar(words);
    ar.require(words <= longest, "vectors that are too long");
    bool there = file != nullptr;
    ar(there);
    if (ar.loads()) file = there ? std::make_unique<File>() : nullptr;
    if (there) ar(file->shared, file->events);
}

void Vectors::arrive(std::span<const std::uint8_t> payload, Context level) {
    // A snapshot may hold one that is longer, where the network carries blocks, too.
    payload = payload.first(std::min(payload.size(), std::size_t{4} * longest));
    if (!payload.empty())
        std::memcpy(write(arriving, level).data(), payload.data(), payload.size());
}

Vectors::Moved Vectors::move(const Access &access, Context level, std::uint64_t now, Memory &memory,
                             Caches *caches) {
    const std::uint32_t from = access.address;
    if (length && from & 3) return {.fault = FaultKind::unaligned, .value = from};
    for (std::uint32_t i = 0; i < length; ++i) {
        const std::uint32_t at = from + 4 * i;
        if (i && at & (page_bytes - 1)) continue; // of the same page
        if (!memory.read<std::uint32_t>(at)) return {.fault = FaultKind::unmapped, .value = at};
        if (access.load) continue;
        if (memory.barred(at)) return {.fault = FaultKind::kernel_memory, .value = at};
        if (memory.watched(at)) return {.fault = FaultKind::text_write, .value = at};
    }
    Moved moved;
    const auto cycle = [&](std::uint32_t words) { // cycle at which `words` words have been moved
        return access.start + (words + access.words_per_cycle - 1) / access.words_per_cycle;
    };
    for (std::uint32_t i = 0; i < length; ++i) {
        const std::uint32_t at = from + 4 * i;
        if (access.load) {
            const std::uint8_t *const there = memory.read<std::uint32_t>(at);
            write(access.number, level)[i] = access.little ? from_little<std::uint32_t>(there)
                                                           : from_guest<std::uint32_t>(there);
        } else {
            const std::uint32_t word = read(access.number, level)[i];
            std::uint8_t *const there = memory.write<std::uint32_t>(at);
            if (access.little)
                to_little(there, word);
            else
                to_guest(there, word);
        }
        if (!caches) continue;
        CacheStall stall;
        const std::uint64_t when = now + cycle(i) + moved.memory.total();
        if (access.load)
            caches->load(at, when, Caches::no_limit, stall);
        else
            caches->store(at, when, Caches::no_limit, stall);
        moved.memory.cache += stall.cache;
        moved.memory.write_buffer += stall.write_buffer;
    }
    moved.cycles = cycle(length) + static_cast<std::uint32_t>(moved.memory.total());
    return moved;
}

} // namespace inlet
