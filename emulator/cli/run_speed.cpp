#include "run_speed.h"

#include <cmath>
#include <fmt/format.h>

namespace inlet::cli {

namespace {

/// 1234567 as 1,234,567.
std::string grouped(std::uint64_t number) {
    std::string text;
    const std::string digits = std::to_string(number);
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i && (digits.size() - i) % 3 == 0) text.push_back(',');
        text.push_back(digits[i]);
    }
    return text;
}

std::string duration(double seconds) {
    const auto whole = static_cast<std::uint64_t>(std::ceil(seconds));
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
    return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

} // namespace

std::string RunSpeed::text(const RunProgress &now, std::uint64_t last, Clock::time_point at) {
    const std::chrono::duration<double> since = at - before_, all = at - begin_;
    std::string line = fmt::format("cycle {}", grouped(now.cycle));
    const bool limited = last != ~std::uint64_t{0} && last > first_;
    if (limited)
        line += fmt::format(" of {} ({}%)", grouped(last),
                            (now.cycle - first_) * 100 / (last - first_));
    // The first call has no speed: the count of a resumed run includes the instructions before.
    if (started_ && since.count() > 0)
        line += fmt::format(", {:.0f} million instructions/s",
                            static_cast<double>(now.instructions - instructions_) / since.count() /
                                1e6);
    line += fmt::format(", {} messages", grouped(now.messages));
    if (limited && now.cycle > first_ && now.cycle < last)
        line += fmt::format(", at most {} left",
                            duration(all.count() * static_cast<double>(last - now.cycle) /
                                     static_cast<double>(now.cycle - first_)));
    before_ = at;
    instructions_ = now.instructions;
    started_ = true;
    return line;
}

} // namespace inlet::cli
