#include "app/callers_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <inlet/processor.h>
#include <string_view>

namespace inlet::app {

namespace {

constexpr std::ptrdiff_t most_calls = 4; ///< maximum number of calls without a line

/// Whether the instructions of an entry are at `address`: J, and CFC2 in its slot.
bool is_entry(std::uint32_t address, const Image &image) {
    constexpr std::uint32_t j = 2, cop2 = 18, cf = 2;
    std::uint32_t first = 0, second = 0;
    return image.word(address, first) && image.word(address + 4, second) && first >> 26 == j &&
           second >> 26 == cop2 && (second >> 21 & 31) == cf;
}

/// A note on a wrong handler address, which executes code of the preceding function. Empty if a
/// function or an entry begins there, or without symbols.
std::string wrong_address(std::uint32_t address, const Image &image) {
    constexpr std::uint32_t entry_bytes = 8; // of an Active Message handler (docs/t1-abi.md)
    // <am_core_xnet.h> marks handlers that get the source in the low bits.
    address &= ~facts_of(image.processor).handler_bits;
    const auto begins = [&image](std::uint32_t at) {
        const Symbol *const symbol = image.find(at);
        return symbol && symbol->address == at ? symbol : nullptr;
    };
    if (begins(address) || image.symbols.empty() || is_entry(address, image)) return "";
    const std::string carried = fmt::format(", which carried the address {:#010x}: ", address);
    if (const Symbol *const handler = begins(address + entry_bytes))
        return carried + fmt::format("{} is {} bytes behind it and has no entry there; a raw "
                                     "handler's address is its name, not AM_ENTRY",
                                     handler->name, entry_bytes);
    return carried + fmt::format("no handler begins there ({})", image.place(address));
}

} // namespace

std::string callers_text(std::uint32_t pc, const std::vector<std::uint32_t> &callers,
                         const Image &image) {
    // Lines of the C++ library's headers do not count as the program's.
    const auto is_own = [&](std::uint32_t address) {
        const auto line = image.lines.find(address);
        return line && line->file.find("/include/c++/") == std::string::npos;
    };
    if (is_own(pc)) return "";
    const auto own = std::find_if(callers.begin(), callers.end(), is_own);
    if (own != callers.end()) return fmt::format("called from {}", image.where(*own));
    // If the reported place is one of the calls, skip the calls inside of it.
    const std::uint32_t longest = facts_of(image.processor).longest_call;
    const auto blamed = std::find_if(callers.begin(), callers.end(),
                                     [&](std::uint32_t call) { return pc - call < longest; });
    const auto first = blamed == callers.end() ? callers.begin() : std::next(blamed);
    const auto last = std::find_if(first, callers.end(), [&](std::uint32_t address) {
        const Symbol *const function = image.find(address);
        return function && function->name == "_start";
    });
    // What the runtime called to report a failure did not lead to the place that it reports.
    const Symbol *const inside = first == last ? nullptr : image.find(*first);
    if (blamed == callers.end() && inside && inside->name.starts_with("xnet_fail")) return "";
    std::string text;
    for (auto call = first; call != last && call - first < most_calls; ++call)
        text += (text.empty() ? "called from " : ", from ") + image.place(*call);
    return text;
}

std::string context_text(Context context, const std::optional<Handled> &message,
                         const Image &image) {
    if (context == Context::main) return "";
    std::string text = "in a " + image.contexts.title(context);
    if (message)
        text += fmt::format(", of message {0}:{1} from node {0}{2}", message->source,
                            message->number, wrong_address(message->handler, image));
    return text;
}

bool is_text(std::uint32_t address, const Image &image) {
    return std::ranges::any_of(image.segments, [&](const Segment &segment) {
        return segment.executable && address - segment.address < segment.memory_size;
    });
}

std::string called_handler_text(std::uint32_t pc, const std::vector<std::uint32_t> &callers,
                                const Image &image) {
    const auto place = handler_in(pc, callers, image);
    if (!place) return "";
    if (!is_text(*place, image))
        return "in a handler: a message carried an address of no code of the program";
    const Symbol *const handler = image.find(*place);
    return handler ? "in handler " + handler->name : "";
}

} // namespace inlet::app
