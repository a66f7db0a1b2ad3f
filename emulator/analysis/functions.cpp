#include "analysis/functions.h"

#include "analysis/event_names.h"

#include <algorithm>
#include <fmt/format.h>

namespace inlet {

std::uint32_t Functions::named(const std::string &name) {
    const auto [at, added] = numbers_.try_emplace(name, size());
    if (added) all_.push_back(name);
    return at->second;
}

std::uint32_t Functions::find(std::uint32_t pc) {
    const std::string place = handler_name(pc, names_);
    if (place.starts_with("0x")) return named(fmt::format("{:#010x}", pc & ~0xfffu));
    // "handler-0x4" is the second instruction before a handler.
    return named(place.substr(0, std::min(place.rfind("+0x"), place.rfind("-0x"))));
}

std::uint32_t Functions::of(std::uint32_t pc) {
    const std::uint32_t place = (pc - first_pc_) >> place_shift(names_.processor);
    if (pc < first_pc_ || place >= most_) {
        const auto [at, added] = by_pc_.try_emplace(pc, 0);
        if (added) at->second = find(pc);
        return at->second;
    }
    if (place >= near_.size()) near_.resize(std::max<std::size_t>(place + 1, near_.size() * 2));
    if (near_[place] == 0) near_[place] = find(pc) + 1;
    return near_[place] - 1;
}

} // namespace inlet
