#include "ni/sp2/text.h"

#include "../../../runtime/machine/sp2/include/sp2_am.h"
#include "inlet/message_event.h"

#include <array>
#include <fmt/format.h>

namespace inlet {

namespace {

/// In the number of a nack or probe: it is about replies, not requests.
constexpr std::uint32_t of_replies = 0x80;

/// Of packets by type.
const char *packet_name(std::uint32_t type) {
    switch (type) {
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

std::optional<std::string> Sp2InterfaceText::message_name(std::uint32_t number) const {
    const char *const name = packet_name(number & ~of_replies);
    if (!name) return fmt::format("tag {}", number);
    return number & of_replies ? fmt::format("{} of replies", name) : name;
}

/// Acknowledgements and probes.
bool Sp2InterfaceText::is_control(std::uint32_t handler) const {
    return handler > SP2_IS_REPLY && handler < first_handler && handler != SP2_BULK;
}

std::span<const char *const> Sp2InterfaceText::trip_parts() const {
    static constexpr std::array<const char *, 8> parts = {"host instructions",
                                                          "cache flushes and misses",
                                                          "Micro Channel: accesses",
                                                          "firmware",
                                                          "waiting for the firmware",
                                                          "Micro Channel: DMA",
                                                          "switch",
                                                          "no instruction"};
    return parts;
}

/// BCLR or BCCTR with a link.
bool Sp2InterfaceText::calls_handlers(std::string_view function, std::uint32_t word) const {
    return (function == "sp2_work" || function == "__am_work" || function == "__am_poll") &&
           word >> 26 == 19 && (word & 1) != 0;
}

const InterfaceText &sp2_interface_text() {
    static const Sp2InterfaceText text;
    return text;
}

} // namespace inlet
