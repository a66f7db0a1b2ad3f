#include "scheduler/parts_choice.h"

#include <algorithm>
#include <utility>

namespace inlet {

std::uint64_t PartsChoice::messages_since(const Messages &until_now) {
    constexpr std::uint64_t of_act = 300, of_start = 50; // ns
    const std::uint64_t acts = until_now.acts - messages_.acts;
    const std::uint64_t starts = until_now.starts - messages_.starts;
    messages_ = until_now;
    return of_act * acts + of_start * starts;
}

bool PartsChoice::look(std::uint64_t time, const Messages &messages, std::uint64_t busy) {
    constexpr std::uint32_t enough = 2; // looks
    bad_ = busy > (time - since_) / 5 ? 0 : bad_ + 1;
    since_ = time;
    messages_ = messages;
    return time >= try_at_ && bad_ >= enough;
}

/// A thread that waits costs nothing; what goes from part to part does. A single bad look may be
/// another program's.
bool PartsChoice::look_at_parts(std::uint64_t time, const Messages &messages, std::uint64_t busy) {
    const std::uint64_t ns = time - since_, of_parts = messages_since(messages) * 3 / 10;
    since_ = time;
    if (std::exchange(begins_, false)) return false;
    if (busy >= ns - ns / 20 + of_parts) {
        ++good_;
        bad_ = 0;
        return false;
    }
    return ++bad_ > 1 || !good_;
}

void PartsChoice::changed(std::uint64_t time) {
    constexpr std::uint32_t long_time = 40; // looks
    if (in_parts_) {
        patience_ = good_ >= long_time ? first_patience_ : 8 * patience_;
        try_at_ = time + patience_;
    }
    in_parts_ = begins_ = !in_parts_;
    good_ = bad_ = 0;
    since_ = time;
}

} // namespace inlet
