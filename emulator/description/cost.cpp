#include "inlet/cost.h"

#include <fmt/format.h>

namespace inlet {

std::string cost_text(const Cost &cost) {
    std::string text;
    const auto add = [&](const char *name, std::uint32_t cycles) {
        if (cycles != 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, cycles);
    };
    add("issue", cost.issue);
    add("load-use", cost.load_use);
    add("network", cost.network);
    add("multiply", cost.multiply);
    add("cache", cost.cache);
    add("write buffer", cost.write_buffer);
    add("ni wait", cost.ni_wait);
    return text.empty() ? "free" : text; // host services
}

} // namespace inlet
