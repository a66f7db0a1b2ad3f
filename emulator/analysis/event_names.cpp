#include "analysis/event_names.h"

#include "inlet/processor.h"
#include "ni/interface_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace inlet {

std::string message_name(MessageId id) { return fmt::format("{}:{}", id.source, id.number); }

std::string handler_name(std::uint32_t address, const Image &names) {
    if (address < first_handler)
        if (auto name = interface_text(names).message_name(address)) return *name;
    std::string name = names.place(address);
    if (constexpr std::string_view entry = "-0x8"; name.ends_with(entry))
        name.resize(name.size() - entry.size());
    return name;
}

bool is_control(std::uint32_t handler, Processor processor, std::string_view machine) {
    return interface_text(processor, machine).is_control(handler);
}

bool is_of_runtime(std::uint32_t pc, const Image &names) {
    if (names.runtime_text == 0) return false;
    if (pc < first_handler || names.is_runtime(pc)) return true;
    const auto in = [](const Segment &segment, std::uint32_t address) {
        return segment.executable && address >= segment.address &&
               address - segment.address < segment.memory_size;
    };
    return std::ranges::any_of(names.segments, [&](const Segment &segment) {
        return in(segment, pc) && !in(segment, names.runtime_text);
    });
}

bool called_by_software(const ContextNames &contexts) {
    return contexts.of(Context::low) != ContextNames().of(Context::low);
}

bool interrupts_kernel(const Image &names) {
    return called_by_software(names.contexts) && facts_of(names.processor).kernel;
}

std::string code_name(const InstructionEvent &event, const Image &names) {
    if (event.pc < facts_of(names.processor).kernel_end) return "kernel";
    return names.contexts.of(event.context);
}

} // namespace inlet
