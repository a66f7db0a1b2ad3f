#include "ni/voyager/bus.h"

#include "archive/archive.h"

#include <algorithm>

namespace inlet::voyager {

std::uint64_t Bus::add(std::uint64_t now, std::uint32_t cycles, Operation operation) {
    auto place = operations_.end();
    if (operation.uncached())
        while (place != operations_.begin() && !(place - 1)->uncached() && (place - 1)->begin > now)
            --place;
    operation.begin = place == operations_.begin() ? now : std::max(now, (place - 1)->end);
    operation.end = operation.begin + cycles;
    std::uint64_t free = operation.end;
    place = operations_.insert(place, operation);
    for (++place; place != operations_.end(); ++place) {
        const std::uint64_t length = place->end - place->begin;
        place->begin = std::max(place->begin, free);
        free = place->end = place->begin + length;
    }
    return operation.end;
}

void Bus::again(std::uint64_t now, std::uint32_t pause, const Operation &operation) {
    const std::uint64_t length = operation.end - operation.begin;
    Operation next = operation;
    next.begin = now + pause;
    std::uint64_t free = next.end = next.begin + length;
    for (Operation &one : operations_) {
        const std::uint64_t own = one.end - one.begin;
        one.begin = std::max(one.begin, free);
        free = one.end = one.begin + own;
    }
    operations_.insert(operations_.begin(), next);
}

bool Bus::stores() const {
    return std::ranges::any_of(operations_,
                               [](const Operation &one) { return one.effect == Effect::store; });
}

std::uint64_t Bus::room(std::uint32_t limit) const {
    const auto posted = std::ranges::count_if(operations_, &Operation::posted);
    if (posted <= limit) return 0;
    auto left = static_cast<std::uint32_t>(posted) - limit;
    for (const Operation &one : operations_)
        if (one.posted() && --left == 0) return one.end;
    return 0;
}

const Bus::Operation *Bus::written(std::uint32_t offset) const {
    const Operation *last = nullptr;
    for (const Operation &one : operations_)
        if (one.effect == Effect::line && one.address == offset) last = &one;
    return last;
}

void Bus::Operation::archive(Archive &ar) {
    ar.cycle(begin);
    ar.cycle(end);
    ar.choice(effect, Effect::write_back);
    ar(bytes, address, value, data);
}

void Bus::archive(Archive &ar) {
    ar(operations_);
    std::uint64_t last = 0;
    for (const Operation &one : operations_) {
        ar.require(last <= one.begin && one.begin < one.end, "bus operations that overlap");
        last = one.end;
    }
}

} // namespace inlet::voyager
