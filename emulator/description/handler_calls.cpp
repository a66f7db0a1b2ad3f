#include "inlet/handler_calls.h"

#include <cstddef>
#include <string_view>

namespace inlet {

namespace {

/// JMPL of a SPARC; BCLR and BCCTR with a link of a PowerPC; FF /2 of an x86.
bool is_indirect_call(std::uint32_t word, Processor processor) {
    if (processor == Processor::x86) return (word & 0xFF) == 0xFF && (word >> 11 & 7) == 2;
    if (processor == Processor::sparc) return word >> 30 == 2 && (word >> 19 & 0x3F) == 0x38;
    return word >> 26 == 19 && (word & 1) != 0;
}

/// Whether the call at `address` is the runtime's of a message's handler: an indirect call in one
/// of the functions that do so.
bool calls_handlers(std::uint32_t address, const Image &image) {
    const Symbol *const function = image.find(address);
    if (!function) return false;
    const std::string_view name = function->name;
    switch (image.processor) {
    case Processor::x86:
        // runtime/machine/ncube2/stub.S; they call nothing else.
        if (name == "__am_short" || name == "__ncube2_stub") return true;
        if (name != "__am_poll") return false; // runtime/machine/myrinet/am_core.c
        break;
    case Processor::sparc:
        if (!name.starts_with("CMAM_")) return false;
        break;
    case Processor::ppc:
        if (name != "sp2_work" && name != "__am_work" && name != "__am_poll" &&
            !name.starts_with("voyager_")) // runtime/machine/voyager/am_core.c
            return false;
        break;
    default: return false;
    }
    std::uint32_t word = 0;
    return image.word(address, word) && is_indirect_call(word, image.processor);
}

} // namespace

std::optional<std::uint32_t> handler_in(std::uint32_t pc, const std::vector<std::uint32_t> &callers,
                                        const Image &image) {
    for (std::size_t i = 0; i < callers.size(); ++i)
        if (calls_handlers(callers[i], image)) return i == 0 ? pc : callers[i - 1];
    return {};
}

} // namespace inlet
