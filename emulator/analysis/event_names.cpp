#include "analysis/event_names.h"

#include "inlet/ncube_elf.h"

#include <fmt/format.h>
#include <string_view>

namespace inlet {

std::string message_name(MessageId id) { return fmt::format("{}:{}", id.source, id.number); }

std::string handler_name(std::uint32_t address, const Image &names) {
    std::string name = names.place(address);
    if (constexpr std::string_view entry = "-0x8"; name.ends_with(entry))
        name.resize(name.size() - entry.size());
    return name;
}

std::string code_name(const InstructionEvent &event, const Image &names) {
    if (names.processor == Processor::ncube && event.pc < ncube::user_text) return "kernel";
    return names.contexts.of(event.context);
}

} // namespace inlet
