#include "callers_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace inlet::cli {

namespace {

constexpr std::ptrdiff_t most_calls = 4; ///< of those without a line

} // namespace

std::string callers_text(std::uint32_t pc, const std::vector<std::uint32_t> &callers,
                         const Image &image) {
    // Lines of the C++ library's headers are not the program's.
    const auto is_own = [&](std::uint32_t address) {
        const auto line = image.lines.find(address);
        return line && line->file.find("/include/c++/") == std::string::npos;
    };
    if (is_own(pc)) return "";
    const auto own = std::find_if(callers.begin(), callers.end(), is_own);
    if (own != callers.end()) return fmt::format("called from {}", image.where(*own));
    // A place that the program blames is one of the calls: what is inside it is of no interest.
    const auto blamed = std::find(callers.begin(), callers.end(), pc);
    const auto first = blamed == callers.end() ? callers.begin() : std::next(blamed);
    const auto last = std::find_if(first, callers.end(), [&](std::uint32_t address) {
        const Symbol *const function = image.find(address);
        return function && function->name == "_start";
    });
    std::string text;
    for (auto call = first; call != last && call - first < most_calls; ++call)
        text += (text.empty() ? "called from " : ", from ") + image.place(*call);
    return text;
}

std::string context_text(Context context, const std::optional<Handled> &message) {
    if (context == Context::main) return "";
    std::string text = context == Context::low ? "in a low handler" : "in a high handler";
    if (message)
        text += fmt::format(", of message {0}:{1} from node {0}", message->source, message->number);
    return text;
}

} // namespace inlet::cli
