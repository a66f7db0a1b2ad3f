#include "analysis/event_names.h"

#include "../../runtime/machine/cm5/include/cm5_ni.h"
#include "../../runtime/machine/lanai/lfc/lfc_layout.h"
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
/// (runtime/machine/sp2/include/sp2_am.h); 1 + the tag of LFC's packets on a Myrinet.
const char *software_name(std::uint32_t number, Processor processor) {
    if (processor == Processor::sparc) switch (number) {
        case NI_TAG_XFER: return "xfer";
        case NI_TAG_BYTES: return "bytes";
        default: return nullptr;
        }
    if (processor == Processor::x86) switch (number - 1) {
        case LFC_CREDIT: return "credit";
        case LFC_CHANNEL_CLEAR: return "channel clear";
        case LFC_FA_REPLY: return "fetch&add's reply";
        case LFC_UCAST: return "unicast";
        case LFC_MCAST: return "multicast";
        case LFC_FA_REQUEST: return "fetch&add";
        case LFC_ACK: return "ack";
        case LFC_NACK: return "nack";
        default: return number ? nullptr : "packet";
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
    if (address < first_handler && names.machine == "voyager")
        return address + 1 == first_handler ? "DMA" : fmt::format("queue {}", address - 1);
    const bool by_number =
        names.processor != Processor::mips && names.processor != Processor::lanai;
    if (address < first_handler && by_number) {
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
    // Of LFC's packets without a handler, the host's library takes those that the control program
    // leaves to it.
    if (processor == Processor::x86) return handler != 0 && handler < first_handler;
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
