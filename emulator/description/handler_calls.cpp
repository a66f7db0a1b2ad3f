#include "inlet/handler_calls.h"

#include <cstddef>
#include <string_view>

namespace inlet {

namespace {

// Indirect calls: JMPL; BCLR and BCCTR with a link; FF /2.
bool is_jmpl(std::uint32_t word) { return word >> 30 == 2 && (word >> 19 & 0x3F) == 0x38; }
bool is_linking_branch(std::uint32_t word) { return word >> 26 == 19 && (word & 1) != 0; }
bool is_call_of_register(std::uint32_t word) {
    return (word & 0xFF) == 0xFF && (word >> 11 & 7) == 2;
}

/// Whether the call at `address` is the runtime's of a message's handler: an indirect call in one
/// of the functions that do so.
bool calls_handlers(std::uint32_t address, const Image &image) {
    const Symbol *const function = image.find(address);
    if (!function) return false;
    const std::string_view name = function->name;
    bool (*is_indirect)(std::uint32_t) = nullptr;
    switch (image.processor) {
    case Processor::x86:
        // runtime/machine/ncube2/stub.S; they call nothing else.
        if (name == "__am_short" || name == "__ncube2_stub") return true;
        if (name == "__am_poll") is_indirect = is_call_of_register; // machine/myrinet/am_core.c
        break;
    case Processor::sparc:
        if (name.starts_with("CMAM_")) is_indirect = is_jmpl;
        break;
    case Processor::ppc:
        if (name == "sp2_work" || name == "__am_work" || name == "__am_poll" ||
            name.starts_with("voyager_")) // runtime/machine/voyager/am_core.c
            is_indirect = is_linking_branch;
        break;
    default: break;
    }
    std::uint32_t word = 0;
    return is_indirect && image.word(address, word) && is_indirect(word);
}

} // namespace

std::optional<std::uint32_t> handler_in(std::uint32_t pc, const std::vector<std::uint32_t> &callers,
                                        const Image &image) {
    for (std::size_t i = 0; i < callers.size(); ++i)
        if (calls_handlers(callers[i], image)) return i == 0 ? pc : callers[i - 1];
    return {};
}

} // namespace inlet
