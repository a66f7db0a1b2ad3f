#include "analysis/event_names.h"

#include <fmt/format.h>
#include <string_view>

namespace inlet {

const char *context_name(Context context) {
    switch (context) {
    case Context::main: return "main";
    case Context::low: return "low";
    case Context::high: return "high";
    }
    return "?";
}

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

std::string message_name(MessageId id) { return fmt::format("{}:{}", id.source, id.number); }

std::string handler_name(std::uint32_t address, const Image &names) {
    std::string name = names.place(address);
    if (constexpr std::string_view entry = "-0x8"; name.ends_with(entry))
        name.resize(name.size() - entry.size());
    return name;
}

} // namespace inlet
