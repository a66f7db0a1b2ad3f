#include "analysis/event_names.h"

#include "../../runtime/machine/cm5/include/cm5_ni.h"
#include "../../runtime/machine/sp2/include/sp2_am.h"
#include "inlet/ncube_elf.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace inlet {

std::string message_name(MessageId id) { return fmt::format("{}:{}", id.source, id.number); }

namespace {

/// In the number of an SP-2's nack or probe: it is about replies, not requests.
constexpr std::uint32_t of_replies = 0x80;

/// Messages of the runtime that name no handler: the tags of a CM-5
/// (runtime/machine/cm5/include/cm5_ni.h) and the types of an SP-2's packets
/// (runtime/machine/sp2/include/sp2_am.h).
const char *software_name(std::uint32_t number, Processor processor) {
    if (processor == Processor::sparc) switch (number) {
        case NI_TAG_XFER: return "xfer";
        case NI_TAG_BYTES: return "bytes";
        default: return nullptr;
        }
    if (processor != Processor::ppc) return nullptr;
    switch (number & ~of_replies) {
    case SP2_IS_REQUEST: return "dropped request";
    case SP2_IS_REPLY: return "dropped reply";
    case SP2_ACK: return "ack";
    case SP2_NACK: return "nack";
    case SP2_PROBE: return "probe";
    case SP2_BULK: return "bulk";
    default: return nullptr;
    }
}

} // namespace

std::string handler_name(std::uint32_t address, const Image &names) {
    if (address < first_handler && names.processor != Processor::mips) {
        const char *name = software_name(address, names.processor);
        if (name && names.processor == Processor::ppc && address & of_replies)
            return fmt::format("{} of replies", name);
        if (name) return name;
        return fmt::format("tag {}", address);
    }
    std::string name = names.place(address);
    if (constexpr std::string_view entry = "-0x8"; name.ends_with(entry))
        name.resize(name.size() - entry.size());
    return name;
}

bool is_control(std::uint32_t handler, Processor processor) {
    return processor == Processor::ppc && handler > SP2_IS_REPLY && handler < first_handler &&
           handler != SP2_BULK;
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
    return called_by_software(names.contexts) &&
           (names.processor == Processor::ncube || names.processor == Processor::x86);
}

std::string code_name(const InstructionEvent &event, const Image &names) {
    if (names.processor == Processor::ncube && event.pc < ncube::user_text) return "kernel";
    return names.contexts.of(event.context);
}

} // namespace inlet
