#include "scheduler/parts_choice.h"

namespace inlet {

bool PartsChoice::look(std::uint64_t time, const Done &done) {
    const auto ns = static_cast<double>(time - since_);
    const double rate = static_cast<double>(of_all(done) - of_all(done_)) / ns;
    const double messages = static_cast<double>(of_messages(done) - of_messages(done_)) / ns;
    since_ = time;
    done_ = done;
    if (!in_parts_) {
        // Where nodes compute, the pool does better.
        constexpr double enough = 0.3;
        rate_ = rate;
        return time >= try_at_ && messages >= enough;
    }
    constexpr double pays = 1.05;
    if (begins_) {
        begins_ = false;
        if (rate >= rate_ / 4) return false; // else threads have no cores of their own
    } else if (rate >= rate_ * pays) {
        return false;
    }
    patience_ *= 8;
    try_at_ = time + patience_;
    return true;
}

void PartsChoice::changed(std::uint64_t time) {
    in_parts_ = !in_parts_;
    begins_ = in_parts_;
    since_ = time;
}

} // namespace inlet
