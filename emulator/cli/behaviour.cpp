#include "behaviour.h"

#include <algorithm>

namespace inlet::cli {

std::optional<Difference> compare(const Behaviour &expected, const Behaviour &found) {
    using What = Difference::What;
    if (expected.outcome != found.outcome) return Difference{What::outcome, 0, 0, {}, {}};
    for (std::uint32_t node = 0; node < expected.status.size(); ++node)
        if (expected.status[node] != found.status[node])
            return Difference{What::status, node, 0, {}, {}};
    for (std::uint32_t node = 0; node < expected.lines.size(); ++node) {
        const auto &a = expected.lines[node], &b = found.lines[node];
        const auto [at, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
        if (at == a.end() && other == b.end()) continue;
        Difference difference{
            What::output, node, static_cast<std::size_t>(at - a.begin()) + 1, {}, {}};
        if (at != a.end()) difference.expected = *at;
        if (other != b.end()) difference.found = *other;
        return difference;
    }
    return std::nullopt;
}

} // namespace inlet::cli
